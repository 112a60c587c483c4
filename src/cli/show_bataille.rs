//! `show bataille`: one game, round by round.

use super::args::{DealArgs, mixing, one_pack_of_values, order, turns};
use super::console::{Console, Done, Failure};
use super::files::{name, read};
use super::simulate::drawn;
use super::single::SingleFormat;
#[cfg(feature = "charts")]
use crate::games::Player;
use crate::games::bataille::hands::{HandsError, HandsWarning};
use crate::games::bataille::state::{Event, Face};
use crate::games::bataille::{Ending, Hands, Order, Outcome, State, Values};
use crate::lang::{Problem, Remark, Say};
use crate::report::json::pretty;
use crate::sim::Streams;
use crate::topics::Bataille;
use crate::topics::decks::ShuffleMethod;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// No file of hands is longer than this, in bytes.
const MAX_HANDS: u64 = 64 * 1024;

/// `show bataille`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowBataille {
    /// File with player 1's hand on the first line and player 2's on the second, top card first; `-` for the standard
    /// input; without it, a deal of --seed is used
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "deal", "shuffle"])]
    file: Option<PathBuf>,
    /// Number of values, of four cards each
    #[arg(long, value_name = "V", default_value = "13", value_parser = one_pack_of_values, allow_hyphen_values = true)]
    values: Values,
    /// Who lays first: fixed (always player 1) or alternating
    #[arg(long, value_name = "ORDER", default_value = "fixed", value_parser = order())]
    order: Order,
    /// Shuffle of the sorted deck: riffle:m for m riffles, or uniform
    #[arg(long, value_name = "SHUFFLE", default_value = "riffle:7", value_parser = mixing)]
    shuffle: ShuffleMethod,
    /// Stop after N rounds
    #[arg(long, value_name = "N", value_parser = turns, allow_hyphen_values = true)]
    turns: Option<u64>,
    #[command(flatten)]
    deal: DealArgs,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
    #[cfg(feature = "charts")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

impl ShowBataille {
    /// Prints one game.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        #[cfg(feature = "charts")]
        let camera = self.film.open()?;
        let start = match &self.file {
            Some(file) => State::with_hands(&hands_of(file, self.values, console)?, self.order),
            None => {
                let game = Bataille { values: self.values, order: self.order, shuffle: self.shuffle, max_rounds: None };
                game.state(&Streams::new(drawn(self.deal.seed, console)?), self.deal.deal)
            }
        };
        let max_rounds = self.turns.unwrap_or(u64::MAX);
        let ending = start.clone().game(max_rounds);
        #[cfg(feature = "charts")]
        if let Some(camera) = camera {
            camera.shoot(console, |wanted, _| {
                crate::topics::bataille::film::bataille(&start.hands(), self.order, max_rounds, wanted)
            })?;
        }
        let text = match self.format {
            SingleFormat::Table => told(start, ending, console),
            SingleFormat::Json => pretty(&summary(start, ending)),
        };
        console.print(text.as_bytes())?;
        Ok(Done::Success)
    }
}

/// The hands in a file; more than four cards of a value are told, not refused.
fn hands_of(path: &Path, values: Values, console: &Console) -> Result<Hands, Problem> {
    let bytes = read(path, MAX_HANDS)?;
    let file = name(path);
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let column = good.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Problem::NotUtf8 { file: file.clone(), line: good.matches('\n').count() + 1, column }
    })?;
    let hands = Hands::parse(&text, values).map_err(|error| bad_hands(&file, error))?;
    for HandsWarning::MoreThanFour { value, count } in hands.warnings() {
        console.remark(&Remark::MoreThanFour { file: file.clone(), value, count });
    }
    Ok(hands)
}

/// The game to its end, or once around the circle of an endless one; the ending tells how many rounds that is.
fn told(mut state: State, ending: Ending, console: &Console) -> String {
    let say = |remark: Remark| remark.say(console.lang);
    let mut text = format!("{}\n\n", hands_text(&state, console));
    for round in 1..=ending.rounds {
        let mut line = String::new();
        let mut taker = None;
        let completed = state.one_round_seen(|event| match event {
            Event::Laid { player, value, face } => {
                let battle = matches!(face, Face::Down);
                let card = if battle { format!("({value})") } else { value.to_string() };
                let _ = write!(line, " {}:{card}", player_number(player));
            }
            Event::Taken { player, .. } => taker = Some(player),
            Event::Stopped { .. } => {}
        });
        let result = match taker {
            Some(player) => Remark::TrickTaken { player: player_number(player) },
            None => Remark::TrickLost,
        };
        let held = [Player::One, Player::Two].map(|player| state.held(player));
        let _ = writeln!(text, "{round:>5} {line}  {} [{} – {}]", say(result), held[0], held[1]);
        if !completed {
            break;
        }
    }
    let end = match ending.outcome {
        Outcome::Player1 => Remark::GameWon { player: 1, rounds: ending.rounds },
        Outcome::Player2 => Remark::GameWon { player: 2, rounds: ending.rounds },
        Outcome::Draw => Remark::GameDrawn { rounds: ending.rounds },
        Outcome::Endless { period, pre_period } => {
            Remark::GameEndless { again: ending.rounds, first: pre_period, period }
        }
        Outcome::Unresolved => Remark::GameUnresolved { rounds: ending.rounds },
    };
    let _ = write!(text, "\n{}\n{}\n", say(end), hands_text(&state, console));
    text
}

const fn player_number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

fn hands_text(state: &State, console: &Console) -> String {
    let line = |player: Player| {
        let cards: Vec<String> = state.hand(player).map(|value| value.to_string()).collect();
        Remark::Hand { player: player_number(player), cards: cards.join(" ") }.say(console.lang)
    };
    format!("{}\n{}", line(Player::One), line(Player::Two))
}

fn summary(mut state: State, ending: Ending) -> Value {
    for _ in 0..ending.rounds {
        if !state.one_round() {
            break;
        }
    }
    let (outcome, period, pre_period) = match ending.outcome {
        Outcome::Player1 => ("player1", None, None),
        Outcome::Player2 => ("player2", None, None),
        Outcome::Draw => ("draw", None, None),
        Outcome::Endless { period, pre_period } => ("endless", Some(period), Some(pre_period)),
        Outcome::Unresolved => ("unresolved", None, None),
    };
    let winner = match state.winner() {
        Some(Player::One) => "player1",
        Some(Player::Two) => "player2",
        None => "draw",
    };
    let hand = |player| state.hand(player).collect::<Vec<u8>>();
    json!({
        "outcome": outcome,
        "rounds": ending.rounds,
        "player1": hand(Player::One),
        "player2": hand(Player::Two),
        "winner": winner,
        "period": period,
        "pre_period": pre_period,
    })
}

fn bad_hands(file: &str, error: HandsError) -> Problem {
    let file = file.to_owned();
    match error {
        HandsError::NotANumber { line, column, word } => {
            Problem::UnknownValue { file, line, column, word, values: None }
        }
        HandsError::UnknownValue { line, column, value, values } => {
            Problem::UnknownValue { file, line, column, word: value, values: Some(values.get().into()) }
        }
        HandsError::ThirdLine { line, column } => Problem::ThirdHand { file, line, column },
        HandsError::NoSecondLine => Problem::NoSecondHand { file },
        HandsError::TooManyCards { cards } => Problem::TooManyCards { file, cards },
    }
}
