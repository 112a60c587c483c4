//! The commands `show` and `solve` of the patience. `show` gives one game state by state, automatic or perfect. `solve`
//! gives the fewest piles of a new or started game, and the jumps that lead to them.

use super::args::{FINAL, PERFECT, ROW, under_way};
use super::deck::{self, FILE_OR_DEAL, PACK};
use super::messages::{self, cards as cards_said, name};
use crate::lang::{Lang, Problem, Say, Text, either};
use crate::topics::given::Given;
use crate::topics::replay::{self, EXPLAIN, Moves, Narrator, advance};
use crate::topics::setting::MEMORY;
use crate::topics::verb::{Answer, FileArg, Verb};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::auto::play_automatic;
use pioche_engine::games::alliances::manual::PatienceMove;
use pioche_engine::games::alliances::perfect::{PerfectSolution, PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::state::PatienceEvent;
use pioche_engine::games::alliances::{PatienceState, PileRow};
use serde_json::{Value, json};

pub const SHOW: Verb = Verb::shows(
    Text::new(
        "La réussite, telle que le sujet l'affiche : la pioche, puis la rangée de tas après chaque carte tirée et chaque \
         saut",
        "The patience, as the handout prints it: the stock, then the row after each draw and each jump",
    ),
    FILE_OR_DEAL,
    &[PACK[0], PACK[1], PACK[2], PERFECT.one(), MEMORY.one().with(&["perfect"]), FINAL.one(), EXPLAIN.one()],
    show,
);

fn show(given: &Given<'_>) -> Result<Answer, Problem> {
    let (game, moves) = match saved_game(given)? {
        Some(game) => game,
        None => {
            let deck = deck::deck(given)?;
            let moves = match given.has(&PERFECT) {
                // Each jump is made as soon as its neighbours are there.
                true => proved(PerfectSolver::with_memory_limit(given.memory).solve(&deck))?.moves_with_draws(0, deck.len()),
                false => automatic(&deck),
            };
            (PatienceState::new(&deck, 0), moves)
        }
    };
    let (answer, lang) = (replay::narrate(game.clone(), &moves, given), given.lang);
    Ok(answer.filmed(move |wanted| super::film::film(game.deck(), &moves, wanted, lang)))
}

fn saved_game(given: &Given<'_>) -> Result<Option<Moves<PatienceState>>, Problem> {
    given.file.as_ref().map(replay::saved_game).transpose().map(Option::flatten)
}

pub fn automatic(deck: &[Card]) -> Vec<PatienceMove> {
    let mut moves = Vec::new();
    play_automatic(deck, |event, _| {
        moves.push(match event {
            PatienceEvent::Drawn(_) => PatienceMove::Draw,
            PatienceEvent::Jumped(pile) => PatienceMove::Jump(pile),
        });
    });
    moves
}

/// Writes the stock, then the row after each draw and each jump. With explanations, it says what happens; red suits are
/// coloured if colours are on.
impl Narrator for PatienceState {
    type Event = PatienceMove;

    fn start(&self, given: &Given<'_>) -> String {
        match given.has(&EXPLAIN) {
            _ if given.has(&FINAL) => String::new(),
            true => format!("{}\n", painted(self.deck(), given)),
            false => format!("{}\n\n", cards_said(self.deck(), given.lang)),
        }
    }

    fn step(&mut self, mv: PatienceMove, given: &Given<'_>) -> String {
        let said = messages::next_move(self, mv, given.lang).say(given.lang);
        advance(self, mv);
        match given.has(&EXPLAIN) {
            _ if given.has(&FINAL) => String::new(),
            true => format!("\n{said}\n{}\n", painted(self.row().top_cards(), given)),
            false => format!("{}\n\n", cards_said(self.row().top_cards(), given.lang)),
        }
    }

    fn end(&self, given: &Given<'_>) -> String {
        let (tops, lang) = (self.row().top_cards(), given.lang);
        match given.has(&FINAL) {
            true => format!("{}\n{}\n", cards_said(tops, lang), messages::piles(tops.len(), lang)),
            false if given.has(&EXPLAIN) && !tops.is_empty() => format!("\n{}\n", messages::end(tops.len()).say(lang)),
            false => String::new(),
        }
    }

    fn json(&self, moves: &[PatienceMove]) -> Value {
        let jumped = |mv: &PatienceMove| if let PatienceMove::Jump(pile) = mv { Some(*pile) } else { None };
        let jumps: Vec<usize> = moves.iter().filter_map(jumped).collect();
        let tops: Vec<String> = self.row().top_cards().iter().map(ToString::to_string).collect();
        json!({ "piles": tops.len(), "tops": tops, "jumps": jumps })
    }
}

/// Formats a row, with red suits coloured if colours are on.
fn painted(row: &[Card], given: &Given<'_>) -> String {
    let card = |card: &Card| match (cards_said(&[*card], given.lang), given.coloured && card.is_red()) {
        (text, true) => format!("\u{1b}[31m{text}\u{1b}[0m"),
        (text, false) => text,
    };
    row.iter().map(card).collect::<Vec<_>>().join(" ")
}

const NEW_GAME: &[&str] = &["file", "seed", "deal", "cards", "suits", "ranks"];

pub const SOLVE: Verb = Verb {
    filmed: false,
    ..Verb::shows(
        Text::new(
            "La réussite : le moins de tas possible, des sauts qui y mènent, et ce que laisse la règle automatique",
            "The patience: the fewest piles possible, jumps that reach them, and what the automatic rule leaves",
        ),
        FileArg {
            help: Text::new(
                "Fichier d'une pioche au format du sujet, ou d'une partie enregistrée par play --save ; « - » pour \
                 l'entrée standard ; sans fichier, la donne de --seed et --deal",
                "File with a deck in the handout's format, or with a game saved by `play --save`; `-` for the standard \
                 input; without a file, the deal of --seed and --deal",
            ),
            ..FILE_OR_DEAL
        },
        &[PACK[0], PACK[1], PACK[2], ROW.one().without(NEW_GAME), MEMORY.one()],
        solve,
    )
};

/// Returns the proved answer, or a problem with the bounds of the answer.
pub fn proved<T>(found: Result<T, UnprovedBounds>) -> Result<T, Problem> {
    found.map_err(|UnprovedBounds { low, high, histories }| {
        let (fr, en) = (Lang::Fr.integer(histories as u64), Lang::En.integer(histories as u64));
        Problem::message(
            format!("la mémoire permise au solveur est pleine ({fr} états) : le mieux possible est entre {low} et {high} tas"),
            format!("the solver's memory limit is reached ({en} states): the best possible is {low} to {high} piles"),
        )
    })
}

fn solve(given: &Given<'_>) -> Result<Answer, Problem> {
    // Jumps may be postponed, so drawing the whole stock first loses nothing; a started game is thus one row.
    let cards = match (under_way(given)?, saved_game(given)?) {
        (Some(cards), _) => cards,
        (None, Some((mut game, moves))) => {
            moves.iter().for_each(|&mv| drop(advance(&mut game, mv)));
            game.row_after_giving_up().top_cards().to_vec()
        }
        (None, None) => deck::deck(given)?,
    };
    let solution = proved(PerfectSolver::with_memory_limit(given.memory).solve(&cards))?;
    let (steps, last) = replayed(&cards, &solution, given.lang);
    let text = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let json = json!({
        "automatic": solution.automatic_piles,
        "best": solution.fewest_piles,
        "line": solution.jumps,
        "row": text(&cards),
        "tops": text(last.top_cards()),
    });
    let heading = heading(&solution, cards.len(), given.lang);
    Ok(Answer::text(format!("{heading}\n\n{}\n{steps}", cards_said(&cards, given.lang))).with_json(json))
}

fn heading(solution: &PerfectSolution, cards: usize, lang: Lang) -> String {
    let PerfectSolution { automatic_piles: automatic, fewest_piles: best, jumps: line } = solution;
    let cards = lang.translated_count(cards as u64, ["carte", "cartes"], ["card", "cards"]);
    let piles = messages::piles(*automatic, lang);
    let jumps = lang.translated_count(line.len() as u64, ["saut", "sauts"], ["jump", "jumps"]);
    let better = match automatic == best {
        true => lang.either("le minimum possible", "the fewest possible"),
        false => either!(lang, "le mieux possible est {best}", "the best possible is {best}"),
    };
    either!(
        lang,
        "{cards} : la règle automatique laisse {piles}, {better}.\n\
         Toutes les cartes sont d'abord tirées ; puis {jumps} (tas numérotés à partir de 1) :",
        "{cards}: the automatic rule leaves {piles}, {better}.\n\
         All cards are drawn first; then {jumps} (piles numbered from 1):"
    )
}

/// Writes each jump with its cards and the row after it. Also returns the last row.
fn replayed(cards: &[Card], solution: &PerfectSolution, lang: Lang) -> (String, PileRow) {
    let (mut row, mut text) = (PileRow::new(cards.to_vec()), String::new());
    for &pile in &solution.jumps {
        let [onto, card, beside] = [pile - 1, pile, pile + 1].map(|pile| name(row.top_cards()[pile], lang));
        let jumped = row.jump(pile);
        debug_assert!(jumped.is_ok(), "a line is made of possible jumps");
        let number = pile + 1;
        let said = either!(
            lang,
            "tas {number} : {card} saute sur {onto}, qui s'allie à {beside}",
            "pile {number}: {card} jumps onto {onto}, allied with {beside}"
        );
        text.push_str(&format!("\n{said}\n{}\n", cards_said(row.top_cards(), lang)));
    }
    (text, row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Say;

    /// Beyond the solver's memory there are bounds, in one sentence.
    #[test]
    fn an_unproved_game_is_told_with_its_bounds() {
        let unproved = UnprovedBounds { low: 4, high: 7, histories: 1 << 20 };
        let problem = proved::<()>(Err(unproved)).unwrap_err();
        assert!(problem.en().ends_with("the best possible is 4 to 7 piles"), "{}", problem.en());
        assert!(problem.fr().ends_with("le mieux possible est entre 4 et 7 tas"), "{}", problem.fr());
        assert_eq!(proved(Ok(3)), Ok(3));
    }
}
