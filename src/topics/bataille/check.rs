//! The check of a printed game of bataille: the hands, a line for each round, and the end, as `show` prints them.

use super::show::{hands_problem, hands_text, printed_game};
use super::{FIRST_TO_LAY, PICKUP, max_rounds};
use crate::lang::{Lang, sentence};
use crate::topics::replay::{GameCheck, compare_steps, unreadable_line_problem};
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::{BatailleState, Hands, ValueCount};

/// The sign between the cards and the result of a round.
const ARROW: &str = "→";

/// Checks a printed game; `None` if the text does not begin with the hands of both players.
pub fn check_game(text: &str, args: &ParsedArgs<'_>) -> Option<GameCheck> {
    let found: Vec<(usize, String)> = (1..)
        .zip(text.lines().map(step_text))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let [(_, hand1), (_, hand2), ..] = found.as_slice() else {
        return None;
    };
    let lang = if hand1.starts_with("Joueur") {
        Lang::Fr
    } else {
        Lang::En
    };
    let hands = format!("{}\n{}", hand_values(hand1, 1)?, hand_values(hand2, 2)?);
    Some(check_rounds(&hands, lang, &found, args))
}

/// Returns the values in the line of a hand.
fn hand_values(line: &str, player: u8) -> Option<&str> {
    let (title, values) = line.split_once(':')?;
    let titles = [format!("Joueur {player}"), format!("Player {player}")];
    // An empty hand is written in words.
    let values = if values.contains('(') { "" } else { values };
    titles.contains(&title.trim().to_owned()).then_some(values)
}

/// Returns a line with single blanks, and a round without its explanation.
fn step_text(line: &str) -> String {
    let text = match line.split_once(']') {
        Some((round, _)) if line.contains(ARROW) => round,
        _ => line,
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check_rounds(
    hands: &str,
    lang: Lang,
    found: &[(usize, String)],
    args: &ParsedArgs<'_>,
) -> GameCheck {
    let file = args.file.as_ref().map_or("", |file| &file.name);
    let hands = Hands::parse(hands, ValueCount::MAX).map_err(|error| hands_problem(file, error))?;
    let mut game =
        BatailleState::with_hands(&hands, args.get(&FIRST_TO_LAY)?).with_pickup(args.get(&PICKUP)?);
    let expected: Vec<String> = printed_game(&game, max_rounds(args)?, lang)
        .lines()
        .map(step_text)
        .filter(|line| !line.is_empty())
        .collect();
    let first_difference = expected
        .iter()
        .zip(found)
        .find(|(step, (_, text))| *step != text);
    if let Some((step, (line, text))) = first_difference
        && step.contains(ARROW)
        && !text.contains(ARROW)
    {
        return Err(unreadable_line_problem(args, *line));
    }
    Ok(compare_steps(&expected, found, |index| {
        let rounds = expected[..index].iter().filter(|line| line.contains(ARROW));
        game.play_rounds(rounds.count() as u64);
        let hands = [Player::One, Player::Two].map(|player| game.hand(player).collect());
        let before = hands_text(hands, args.lang).replace('\n', " ; ");
        sentence!(
            "la carte la plus haute prend le pli ; mains avant ce pli : {before}",
            "the higher card takes the trick; hands before this round: {before}"
        )
    }))
}
