//! `simulate --decks`: the answer for decks that somebody else dealt, one a line, which are read while others are played.

use super::answer_verbs::option_values;
use super::args::SimulateArgs;
use super::command_line::quote_path;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::deal_rows::DealTable;
use super::files::{FileRegistry, display_name, is_stdio_path};
use super::outputs::{Outputs, open_output_folder};
use super::progress::ProgressLine;
use super::runner;
use crate::verbs::option_arg;
use clap::{Arg, ArgMatches, ValueHint};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::GivenDecks;
use pioche_engine::sim::{Experiment, Field, Run, RunOptions, Seed};
use pioche_games::Topic;
use pioche_games::alliances::{self, DECKS, deck_of_line};
use pioche_report::lang::{Problem, problem};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of decks that are read and played together.
const CHUNK_DECKS: usize = 1 << 16;

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

/// Plays the decks of a file with the settings of the command, and writes the results. A signal ends the program at once.
pub fn run(
    path: &Path,
    topic: &'static Topic,
    args: &SimulateArgs,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let values = option_values(topic.simulate.options(), matches);
    let settings = topic.simulate.combinations(&values)?;
    let [settings] = &settings[..] else {
        return Err(problem!("give one value of each setting").into());
    };
    let experiment = alliances::experiment(settings)?;
    let empty_experiment = GivenDecks {
        experiment,
        source: quote_path(path),
        first_deal: 0,
        decks: Vec::new(),
    };
    let shared: Arc<dyn Experiment> = Arc::new(empty_experiment.clone());
    let experiments = [Arc::clone(&shared)];
    let mut registry = FileRegistry::new(args.output.force_args.force);
    registry.add_input(path);
    let folder = open_output_folder(&args.output, false)?;
    let rows = args.each.as_ref().map(|path| registry.open_output(path));
    let rows = rows.transpose()?;
    let outputs = Outputs::open(&args.output, topic, folder, Vec::new(), &mut registry)?;
    let mut question_options = topic.question_options();
    let fields: Option<&Vec<Field>> =
        question_options.find_map(|option| matches.get_one(option.key()));
    let row_selection = runner::row_selection(topic, fields, (&experiments, 0), false)?;
    outputs.check_chart(&experiments, row_selection.as_ref())?;
    let mut table = DeckTable {
        experiment: empty_experiment,
        reader: DeckReader::open(path, experiment.pack())?,
        args,
        console,
    };
    let run = match rows {
        None => table.play(None, &mut |_| Ok(()))?,
        Some(output) => {
            let empty_run = Run::empty(shared.plan(Seed(0), 0), shared.tally_schema());
            let summary = runner::summary(&shared, &empty_run, args.intervals);
            let deal_table = DealTable::new(args, topic, &[summary], console);
            let mut last_run = empty_run;
            output.write_parts(console, |write| {
                write(&deal_table.headings())?;
                last_run = table.play(Some(&deal_table), write)?;
                Ok(())
            })?;
            last_run
        }
    };
    if run.tally.deals == 0 {
        let file = display_name(path);
        return Err(problem!("{file} holds no deck", file).into());
    }
    let mut summary = runner::summary(&shared, &run, args.intervals);
    summary.row_selection = row_selection;
    let mut failures = Failures::default();
    outputs.write(&[summary], console, &mut failures);
    failures.report_all_but_last()?;
    Ok(CommandOutcome::Success)
}

/// The decks of a command, and how they are played.
struct DeckTable<'a> {
    experiment: GivenDecks,
    reader: DeckReader,
    args: &'a SimulateArgs,
    console: &'a Console,
}

impl DeckTable<'_> {
    /// Plays all decks, and writes a row for each if there is a table of deals. Fails at the first line that is no deck.
    fn play(
        &mut self,
        deal_table: Option<&DealTable>,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<Run, Failure> {
        let threads = self.args.threads.count();
        let line = ProgressLine::of_runs(self.console, &[(&self.experiment, None)], threads);
        line.start_run(0, &self.experiment, None, 0);
        let schema = self.experiment.tally_schema();
        let mut run = Run::empty(self.experiment.plan(Seed(0), 0), schema);
        let size = self.experiment.experiment.pack().size();
        loop {
            self.experiment.first_deal = run.tally.deals;
            self.experiment.decks = self.reader.next_decks()?;
            if self.experiment.decks.is_empty() {
                return Ok(run);
            }
            let deals = run.tally.deals + (self.experiment.decks.len() / size) as u64;
            let text = Mutex::new(Vec::new());
            let on_deal_values = |values: &[_]| {
                if let Some(table) = deal_table {
                    let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
                    text.extend(table.rows_text(0, values));
                }
            };
            let mut options = RunOptions {
                threads,
                simd_level: self.console.simd_level,
                ..RunOptions::default()
            };
            if deal_table.is_some() {
                options.on_deal_values = Some(&on_deal_values);
            }
            let plan = self.experiment.plan(Seed(0), deals);
            let earlier_run = run.with_plan(plan, &(0..deals)).expect("the first deals");
            run = self
                .experiment
                .resume(earlier_run, 0..deals, &options)
                .map_err(Problem::from)?;
            write(&text.into_inner().unwrap_or_else(PoisonError::into_inner))?;
            line.set_done(deals);
        }
    }
}

/// A text with a deck on each line.
struct DeckReader {
    file: String,
    pack: Pack,
    lines: Box<dyn BufRead>,
    line_number: usize,
    /// The numbers of the cards in the handout's form.
    card_numbers: HashMap<Vec<u8>, u8>,
}

impl DeckReader {
    /// Opens a file, or the standard input for `-`.
    fn open(path: &Path, pack: Pack) -> Result<Self, Problem> {
        let file = display_name(path);
        let lines: Box<dyn BufRead> = if is_stdio_path(path) {
            Box::new(BufReader::with_capacity(1 << 20, io::stdin()))
        } else {
            let opened = File::open(path).map_err(|error| Problem::cannot_read(&file, error))?;
            Box::new(BufReader::with_capacity(1 << 20, opened))
        };
        let cards = (0..pack.size() as u8).map(|number| (pack.card(number).to_string(), number));
        Ok(Self {
            file,
            pack,
            lines,
            line_number: 0,
            card_numbers: cards.map(|(card, number)| (card.into(), number)).collect(),
        })
    }

    /// Returns the numbers of the cards of the next decks; none at the end. Empty lines are skipped.
    fn next_decks(&mut self) -> Result<Vec<u8>, Problem> {
        let mut decks = Vec::new();
        let mut line = Vec::new();
        while decks.len() < CHUNK_DECKS * self.pack.size() {
            line.clear();
            let length = self
                .lines
                .read_until(b'\n', &mut line)
                .map_err(|error| Problem::cannot_read(&self.file, error))?;
            if length == 0 {
                break;
            }
            self.line_number += 1;
            self.add_deck(line.trim_ascii(), &mut decks)?;
        }
        Ok(decks)
    }

    /// Adds the deck of a line. Fails when the line is no complete deck.
    fn add_deck(&self, line: &[u8], decks: &mut Vec<u8>) -> Result<(), Problem> {
        if line.is_empty() {
            return Ok(());
        }
        let start = decks.len();
        let mut found_cards = 0_u64;
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",;".contains(byte);
        for word in line.split(is_separator).filter(|word| !word.is_empty()) {
            let Some(&number) = self.card_numbers.get(word) else {
                break;
            };
            found_cards |= 1 << number;
            decks.push(number);
        }
        let size = self.pack.size();
        if decks.len() - start == size && found_cards.count_ones() as usize == size {
            return Ok(());
        }
        // The line has another notation, or an error.
        decks.truncate(start);
        let deck = deck_of_line(&self.file, self.line_number, line, self.pack)?;
        let numbers = deck.iter().map(|card| self.pack.card_number(*card));
        decks.extend(numbers.flatten());
        Ok(())
    }
}
