//! The command `show` of bataille: one game, round by round.

use super::game::{
    BATTLE, NO_WINNER, ShownGame, UNRESOLVED_ROUNDS, rounds_text, trick_taken_text, unresolved_text,
};
use super::picture;
use crate::prelude::*;
use pioche_engine::cards::deck::TextPosition;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::bataille::cycle::{BatailleCycle, Wheels};
use pioche_engine::games::bataille::state::{Face, LaidPair, RoundEvent};
use pioche_engine::games::bataille::table::CardTable;
use pioche_engine::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleState, Hands, HandsError, ValueCount,
};

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

/// The largest size of a file of hands, in bytes.
const MAX_HANDS_SIZE: u64 = 64 * 1024;

pub fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let game = Bataille::from_settings(&args.settings)?;
    let seed = Seed(args.seed);
    let (state, remarks) = match &args.file {
        Some(file) => {
            let text = plain_hands(&file.text(MAX_HANDS_SIZE)?);
            let both_hands = Hands::parse(&text, game.values)
                .map_err(|error| hands_problem(&file.name, error))?;
            let warnings = hand_warnings(&file.name, &both_hands);
            (
                BatailleState::with_hands(&both_hands, game.rules()),
                warnings,
            )
        }
        None => (game.initial_state(seed, args.deal), Vec::new()),
    };
    let draws = game.pickup_draws(seed, args.deal);
    let shown_game = ShownGame::new(state, draws, game.max_rounds);
    Ok(Answer {
        text: game_text(&shown_game, args.has(&EXPLAIN)),
        json: game_json(&shown_game),
        remarks,
        film: Some(picture::film(shown_game)),
        ..Answer::default()
    })
}

/// Returns a text of hands without the words and brackets of programs: `Player 1 : [3, 1, 2]` as `3 1 2`. Columns stay as
/// they are.
fn plain_hands(text: &str) -> String {
    let has_lists = text.contains('[');
    let text = text.replace("], [", "]\n[").replace("],[", "]\n[");
    let lines = text.lines().filter(|line| !has_lists || line.contains('['));
    let plain_line = |line: &str| {
        let start = line.rfind([':', '=']).map_or(0, |place| place + 1);
        let blank = |(place, sign): (usize, char)| {
            if place < start || "[](),".contains(sign) {
                ' '
            } else {
                sign
            }
        };
        line.char_indices().map(blank).collect::<String>() + "\n"
    };
    lines.map(plain_line).collect()
}

/// Reads a deck of values, at most four cards of each. They are on one line, or on two, like the hands of a game.
pub fn read_value_deck(file: &InputFile<'_>) -> Result<Vec<u8>, Problem> {
    let text = plain_hands(&file.text(MAX_HANDS_SIZE)?) + "\n\n";
    let hands =
        Hands::parse(&text, ValueCount::MAX).map_err(|error| hands_problem(&file.name, error))?;
    match hand_warnings(&file.name, &hands).pop() {
        Some(warning) => Err(Problem(warning)),
        None => Ok([hands.player1_hand(), hands.player2_hand()].concat()),
    }
}

/// Returns a warning for each value with more than four cards, which are accepted.
fn hand_warnings(file: &str, hands: &Hands) -> Vec<String> {
    let warning = |(value, count)| {
        tr!(
            "{file}: value {value} appears {count} times; a pack has only 4 cards of it",
            file,
            value,
            count
        )
    };
    hands.overfull_values().into_iter().map(warning).collect()
}

const LEGEND: Text =
    Text("Key: “1:3”, player 1 lays a 3; “1:(3)”, face down; “[9 – 3]”, cards in hand.");

/// Writes the hands, a line for each round, and the final hands.
pub fn game_text(game: &ShownGame, is_explained: bool) -> String {
    let start = game.course.start();
    let start_hands = PLAYERS.map(|player| start_hand(start, player));
    let mut text = format!("{}\n\n{}\n", hands_text(start_hands), LEGEND.translated());
    game.course
        .for_each_step(|step| text += &step_text(step, is_explained));
    let last_hands = PLAYERS.map(|player| game.last_state.hand(player).collect());
    text + &format!("\n{}\n{}\n", ending_lines(game), hands_text(last_hands))
}

fn start_hand(start: &CardTable, player: Player) -> Vec<u8> {
    start.hand(player).iter().map(|card| card.value).collect()
}

fn step_text(step: &Step<CardTable>, is_explained: bool) -> String {
    let mut explanation = String::new();
    let result = match step.after.last_event() {
        None => return String::new(),
        Some(RoundEvent::PairLaid { laid, face }) => return pair_text(&step.after, laid, face),
        Some(RoundEvent::TrickTaken { player, cards }) => {
            if is_explained {
                explanation = trick_explanation(&step.before, player, cards);
            }
            let number = player.number();
            tr!("player {number}", number)
        }
        Some(RoundEvent::OutOfCards) => NO_WINNER.translated().to_owned(),
    };
    let [one, two] = step.after.hand_sizes();
    format!("  → {result} [{one} – {two}]{explanation}\n")
}

/// Returns the cards of a pair, after the number of the round if it is the first pair of a trick.
fn pair_text(table: &CardTable, laid: LaidPair, face: Face) -> String {
    let mut text = String::new();
    if table.trick().len() == 1 {
        text = format!("{:>5} ", table.rounds());
    }
    for (player, value) in laid.into_iter().flatten() {
        let number = player.number();
        text += &match face {
            Face::Up => format!(" {number}:{value}"),
            Face::Down => format!(" {number}:({value})"),
        };
    }
    text
}

/// Describes the taking of the trick that is on the table.
fn trick_explanation(table: &CardTable, player: Player, cards: u16) -> String {
    let sentence = trick_taken_text(player, cards);
    let trick_text = sentence;
    if table.trick().iter().any(|(_, face)| *face == Face::Down) {
        format!("   {} {trick_text}", BATTLE.translated())
    } else {
        format!("   {trick_text}")
    }
}

/// States how a game ends and, if a state is repeated, the repetition.
fn ending_lines(game: &ShownGame) -> String {
    let hand_sizes = PLAYERS.map(|player| game.last_state.hand_size(player));
    let ending = ending_line(game.ending, hand_sizes);
    let is_endless = matches!(game.ending.outcome, BatailleOutcome::Endless { .. });
    let Some(cycle) = game.cycle else {
        return ending;
    };
    let description = cycle_line(cycle);
    if is_endless {
        return format!("{ending}\n{description}");
    }
    let repetition = repetition_line(cycle);
    format!("{repetition}\n{description}\n{ending}")
}

/// Returns the hands, the rounds and the outcome as the JSON of `show`.
fn game_json(game: &ShownGame) -> Value {
    // An endless game and an unresolved one have no winner.
    let over = !matches!(
        game.ending.outcome,
        BatailleOutcome::Endless { .. } | BatailleOutcome::Unresolved
    );
    let leader = match game.last_state.leader() {
        Some(player) => format!("player{}", player.number()),
        None => "draw".to_owned(),
    };
    let hand = |player| game.last_state.hand(player).collect::<Vec<u8>>();
    let start = |player| start_hand(game.course.start(), player);
    json!({
        "start": { "player1": start(Player::One), "player2": start(Player::Two) },
        "outcome": game.ending.outcome.name(),
        "rounds": game.ending.rounds,
        "cut_off": matches!(game.ending.outcome, BatailleOutcome::CutOff { .. }),
        "player1": hand(Player::One),
        "player2": hand(Player::Two),
        "winner": over.then(|| leader.clone()),
        "leader": leader,
        "period": game.cycle.map(|cycle| cycle.period),
        "pre_period": game.cycle.map(|cycle| cycle.pre_period),
        "cycle": game.cycle.map(cycle_json),
    })
}

/// Returns what repeats in an endless game; without wheels, only the number of battles.
fn cycle_json(cycle: BatailleCycle) -> Value {
    json!({
        "player1": cycle.wheels.map(|wheels| 2 * wheels.pairs[0]),
        "ratio": cycle.wheels.map(Wheels::ratio),
        "classes": cycle.wheels.map(Wheels::class_count),
        "battles": cycle.battles,
    })
}

/// States how a game ends; `hand_sizes` are those of the last state.
fn ending_line(ending: BatailleEnding, hand_sizes: [usize; 2]) -> String {
    let rounds = rounds_text(ending.rounds);
    let won = |player| tr!("Player {player} wins ({rounds}).", player, rounds);
    let [one, two] = hand_sizes;
    match ending.outcome {
        BatailleOutcome::Player1 => won(1),
        BatailleOutcome::Player2 => won(2),
        BatailleOutcome::Draw => tr!("Draw ({rounds}).", rounds),
        BatailleOutcome::Endless { period, pre_period } => {
            let number = ending.rounds;
            tr!(
                "Round {number} ends in the same state as round {pre_period}: endless game, period {period}.",
                number,
                pre_period,
                period
            )
        }
        BatailleOutcome::CutOff {
            leader: Some(player),
        } => {
            let number = player.number();
            tr!(
                "Cut off after {rounds}: player {number} holds more cards ({one} – {two}) and wins.",
                rounds,
                number,
                one,
                two
            )
        }
        BatailleOutcome::CutOff { leader: None } => tr!(
            "Cut off after {rounds}: both players hold the same number of cards ({one} – {two}), a draw.",
            rounds,
            one,
            two
        ),
        BatailleOutcome::Unresolved => {
            let shown_rounds = rounds_text(UNRESOLVED_ROUNDS);
            let unresolved = unresolved_text(ending.rounds);
            tr!(
                "{unresolved} Only {shown_rounds} are written.",
                unresolved,
                shown_rounds
            )
        }
    }
}

/// States that a game with a limit repeats a state before the limit; the rounds that follow are not written.
fn repetition_line(cycle: BatailleCycle) -> String {
    let BatailleCycle {
        period, pre_period, ..
    } = cycle;
    let rounds = pre_period + period;
    tr!(
        "Round {rounds} ends in the same state as round {pre_period}; the rounds that follow \
         repeat, with period {period}.",
        rounds,
        pre_period,
        period
    )
}

/// Describes the rounds that repeat: wins in turn, or the number of battles.
fn cycle_line(cycle: BatailleCycle) -> String {
    let period = rounds_text(cycle.period);
    let Some(wheels) = cycle.wheels else {
        let battles = integer(cycle.battles);
        return tr!(
            "Battles in the {period} that repeat: {battles}.",
            period,
            battles
        );
    };
    let first = integer(cycle.pre_period + 1);
    let [one, two] = wheels.pairs.map(|pairs| 2 * pairs);
    let [p, q] = wheels.ratio();
    let cards = match one + two {
        cards if cards % 4 == 0 => format!("4·{}", cards / 4),
        cards => cards.to_string(),
    };
    let product = format!("{cards}·{p}·{q} = {}", integer(wheels.rounds()));
    let return_time = if wheels.rounds() == cycle.period {
        tr!("{product} rounds", product)
    } else {
        tr!(
            "{period}, a divisor of {product}, because equal values repeat",
            period,
            product
        )
    };
    tr!(
        "From round {first} on, the players win in turn. The hands hold {one} and {two} cards \
         every two rounds, {p}:{q}; the state returns after {return_time}.",
        first,
        one,
        two,
        p,
        q,
        return_time
    )
}

pub fn hands_text(hands: [Vec<u8>; 2]) -> String {
    let [one, two] = hands.map(|values| hand_text(&values));
    tr!("Player 1: {one}\nPlayer 2: {two}", one, two)
}

pub fn hand_text(values: &[u8]) -> String {
    if values.is_empty() {
        return tr!("(empty hand)");
    }
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

pub fn hands_problem(file: &str, error: HandsError) -> Problem {
    match error {
        HandsError::NotANumber(TextPosition { line, column }, word) => Problem::at_position(
            file,
            (line, column),
            tr!("“{word}” is not a value: a whole number is expected", word),
        ),
        HandsError::UnknownValue(TextPosition { line, column }, value, values) => {
            Problem::at_position(
                file,
                (line, column),
                tr!("“{value}” is not a value from 1 to {values}", value, values),
            )
        }
        HandsError::ThirdLine(TextPosition { line, column }) => Problem::at_position(
            file,
            (line, column),
            Text("a third line is too many: one line for each hand"),
        ),
        HandsError::NoSecondLine => problem!(
            "{file}, line 2: the hand of player 2 is missing (an empty line is an empty hand)",
            file
        ),
        HandsError::TooManyCards(cards) => problem!(
            "{file}: {cards} cards; at most 256 are accepted",
            file,
            cards
        ),
    }
}
