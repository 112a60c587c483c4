//! The check of a printed game of the patience: the stock, then the row after each draw and each jump (handout 000, 4.5.1).

use super::args::ALLIANCE;
use super::messages::{card_label, cards_text, move_explanation};
use super::show::automatic_moves;
use crate::lang::{Lang, Sentence, sentence};
use crate::topics::replay::{
    GameCheck, compare_steps, play_returning_previous, refusal_reason, unreadable_line_problem,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::cards::Card;
use pioche_engine::cards::card::parse_card;
use pioche_engine::cards::pack::MAX_CARDS;
use pioche_engine::games::Game;
use pioche_engine::games::alliances::{PatienceMove, PatienceState};

/// The cards of a line with its number.
type CardLine = (usize, Vec<Card>);

/// Checks a printed game; `None` if the text is not one. Lines of which fewer than half of the words are cards are
/// explanations.
pub fn check_game(text: &str, args: &ParsedArgs<'_>) -> Option<GameCheck> {
    let mut lines: Vec<CardLine> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let cards = words.iter().filter_map(|word| parse_card(word));
        let cards: Vec<Card> = cards.map(|(card, _)| card).collect();
        if cards.is_empty() || 2 * cards.len() < words.len() {
            continue;
        }
        if cards.len() < words.len() && is_game(&lines) {
            return Some(Err(unreadable_line_problem(args, number)));
        }
        lines.push((number, cards));
    }
    is_game(&lines).then(|| check_rows(&lines[0].1, &lines[1..], args))
}

/// Returns true if the second line is the first card of a stock; the lines of a deck have other cards.
fn is_game(lines: &[CardLine]) -> bool {
    match lines {
        [(_, stock), (_, row), rows @ ..] => {
            row.len() == 1
                && stock.len() <= MAX_CARDS
                && stock.contains(&row[0])
                && (stock.len() > 1 || rows.is_empty())
        }
        _ => false,
    }
}

fn check_rows(stock: &[Card], rows: &[CardLine], args: &ParsedArgs<'_>) -> GameCheck {
    let mut game = PatienceState::new(stock, 0).with_alliance(args.get(&ALLIANCE)?);
    let moves = automatic_moves(&game);
    let mut previous_states = Vec::new();
    let mut expected = Vec::new();
    for &mv in &moves {
        previous_states.push(play_returning_previous(&mut game, mv));
        expected.push(cards_text(game.row().top_cards(), args.lang));
    }
    let found: Vec<(usize, String)> = rows
        .iter()
        .map(|(line, cards)| (*line, cards_text(cards, args.lang)))
        .collect();
    Ok(compare_steps(&expected, &found, |index| {
        let cards = rows.get(index).map_or(&[][..], |(_, cards)| cards);
        wrong_row_reason(&previous_states[index], moves[index], cards, args.lang)
    }))
}

/// Returns the reason why the move `mv` does not lead to the row `found`.
fn wrong_row_reason(
    before: &PatienceState,
    mv: PatienceMove,
    found: &[Card],
    lang: Lang,
) -> Sentence {
    let tops = before.row().top_cards();
    let jumped_pile =
        (1..tops.len()).find(|&pile| [&tops[..pile - 1], &tops[pile..]].concat() == found);
    if let Some(pile) = jumped_pile
        && let Err(refusal) = before.clone().play(PatienceMove::Jump(pile))
    {
        return refusal_reason(before, &refusal);
    }
    let explanation = move_explanation(before, mv, lang);
    let PatienceMove::Jump(pile) = mv else {
        return explanation;
    };
    let number = pile + 1;
    if found.len() <= tops.len() {
        let Sentence { fr, en } = explanation;
        return sentence!(
            "le tas n° {number} saute d'abord : {fr}",
            "pile {number} jumps first: {en}"
        );
    }
    let [left, right] = [pile - 1, number].map(|pile| card_label(tops[pile], lang));
    sentence!(
        "le saut du tas n° {number} a été manqué : ses voisins {left} et {right} sont alliés",
        "the jump of pile {number} was missed: its neighbours {left} and {right} are allied"
    )
}
