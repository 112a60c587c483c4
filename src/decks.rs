//! The decks of `simulate --decks`, which somebody else dealt: one on each line of a file.

use super::answer_verbs::option_values;
use super::command_line::shell_quote;
use super::files::{display_name, is_stdio_path};
use crate::verbs::option_arg;
use clap::{Arg, ArgMatches, ValueHint};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::GivenDecks;
use pioche_engine::sim::Field;
use pioche_games::Topic;
use pioche_games::alliances::{self, DECKS, deck_of_line};
use pioche_report::lang::{Problem, problem};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The largest number of decks of a file, which are all held in memory.
const MAX_DECKS: usize = 10_000_000;

/// Returns the option of `simulate` with the decks; `None` for a game without it.
pub fn option(topic: &Topic) -> Option<Arg> {
    let arg = option_arg(DECKS).value_hint(ValueHint::FilePath);
    let arg = arg.conflicts_with_all(["deals", "seed", "precision", "shard", "resume", "tally"]);
    Some(arg).filter(|_| topic.name == alliances::TOPIC.name)
}

/// Returns the file with the decks that a command plays; `None` for a command that deals.
pub fn source(matches: &ArgMatches) -> Option<PathBuf> {
    let fields: &Vec<Field> = matches.try_get_one(DECKS.key()).ok().flatten()?;
    Some(fields[0].value.to_string().into())
}

/// Returns the experiment on the decks of a file with the settings of the command.
pub fn read_experiment(
    path: &Path,
    topic: &Topic,
    matches: &ArgMatches,
) -> Result<GivenDecks, Problem> {
    let values = option_values(topic.simulate.options(), matches);
    let settings = topic.simulate.combinations(&values)?;
    let [settings] = &settings[..] else {
        return Err(problem!("give one value of each setting"));
    };
    let experiment = alliances::experiment(settings)?;
    Ok(GivenDecks {
        experiment,
        source: shell_quote(path),
        decks: read_decks(path, experiment.pack())?,
    })
}

/// Reads the numbers of the cards of the decks in a file, or in the standard input for `-`. Empty lines are skipped.
fn read_decks(path: &Path, pack: Pack) -> Result<Vec<u8>, Problem> {
    let file = display_name(path);
    let unreadable = |error| Problem::cannot_read(&file, error);
    let mut lines: Box<dyn BufRead> = if is_stdio_path(path) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
    };
    let cards = (0..pack.size() as u8).map(|number| (pack.card(number).to_string(), number));
    let card_numbers: HashMap<String, u8> = cards.collect();
    let mut decks = Vec::new();
    let mut line = Vec::new();
    for line_number in 1.. {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
            break;
        }
        let deck = line.trim_ascii();
        if deck.is_empty() {
            continue;
        }
        if decks.len() == MAX_DECKS * pack.size() {
            return Err(problem!(
                "{file} holds more than {MAX_DECKS} decks; give it in parts",
                file,
                MAX_DECKS
            ));
        }
        if !add_deck(deck, &card_numbers, &mut decks) {
            // The line has another notation, or an error.
            let deck = deck_of_line(&file, line_number, deck, pack)?;
            decks.extend(deck.iter().filter_map(|card| pack.card_number(*card)));
        }
    }
    if decks.is_empty() {
        return Err(problem!("{file} holds no deck", file));
    }
    Ok(decks)
}

/// Adds the deck of a line in the handout's form. Returns false when the line is no complete deck of this form.
fn add_deck(line: &[u8], card_numbers: &HashMap<String, u8>, decks: &mut Vec<u8>) -> bool {
    let start = decks.len();
    let mut found_cards = 0_u64;
    let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",;".contains(byte);
    for word in line.split(is_separator).filter(|word| !word.is_empty()) {
        let Some(number) = str::from_utf8(word)
            .ok()
            .and_then(|card| card_numbers.get(card))
        else {
            break;
        };
        found_cards |= 1 << number;
        decks.push(*number);
    }
    let size = card_numbers.len();
    let is_deck = decks.len() - start == size && found_cards.count_ones() as usize == size;
    if !is_deck {
        decks.truncate(start);
    }
    is_deck
}
