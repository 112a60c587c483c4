//! Verbs with one answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed.

use super::args::{AnswerFormat, ChosenDeal, FormatArgs};
use super::console::{CommandOutcome, Console, Failure, Failures, check_stdout};
use super::files::{FileRegistry, display_name, read_limited};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use pioche_engine::sim::Field;
use pioche_games::verb::{Answer, DealArg, InputFile, ParsedArgs, Verb};
use pioche_games::words::Words;
use pioche_report::lang::{Problem, release_spaces};
use pioche_report::run_json::pretty_json;
use std::path::{Path, PathBuf};

/// Runs a command and prints its answer.
pub fn run(
    verb: &Verb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let format = answer_format(verb, matches)?;
    let answer = command_answer(verb, matches, console)?;
    let mut failures = Failures::default();
    print_answer(&answer, format, console, &mut failures);
    finish(&answer, failures, console)
}

/// Returns the format of the answer; `None` for text.
pub fn answer_format(verb: &Verb, matches: &ArgMatches) -> Result<Option<AnswerFormat>, Problem> {
    if verb.has_json {
        Ok(parse_args::<FormatArgs>(matches)?.format)
    } else {
        Ok(None)
    }
}

/// Prints an answer. A failed write is recorded in `failures`.
pub fn print_answer(
    answer: &Answer,
    format: Option<AnswerFormat>,
    console: &Console,
    failures: &mut Failures,
) {
    let text = if format == Some(AnswerFormat::Json) {
        pretty_json(&answer.json)
    } else {
        answer.text.clone()
    };
    failures.record(console.print(release_spaces(&text).as_bytes()));
}

/// Prints the remarks of an answer, and returns its outcome. Fails when a write has failed.
pub fn finish(
    answer: &Answer,
    failures: Failures,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    for remark in &answer.remarks {
        console.remark(remark);
    }
    failures.report_all_but_last()?;
    Ok(if answer.is_no {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
}

/// Returns the answer of a command about its file and its deal.
pub fn command_answer(
    verb: &Verb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Answer, Problem> {
    if verb.deal == DealArg::Drawn {
        check_stdout()?;
    }
    let chosen_deal = chosen_deal(verb, matches)?;
    let answer = (verb.run)(&parsed_args(verb, matches, chosen_deal, console))?;
    chosen_deal.print_drawn(console);
    Ok(answer)
}

/// Returns the deal that a command is about.
pub fn chosen_deal<F: Copy>(verb: &Verb<F>, matches: &ArgMatches) -> Result<ChosenDeal, Problem> {
    match verb.deal {
        DealArg::None => Ok(ChosenDeal::default()),
        DealArg::Given | DealArg::Drawn => ChosenDeal::new(matches),
    }
}

/// Returns the arguments of a command about a deal.
pub fn parsed_args<'a, F: Copy>(
    verb: &Verb<F>,
    matches: &'a ArgMatches,
    chosen_deal: ChosenDeal,
    console: &Console,
) -> ParsedArgs<'a> {
    let is_explicit_deal = |key| verb.deal != DealArg::None && is_explicit(matches, key);
    let settings = option_values(verb.options(), matches);
    let mut explicit_settings = settings.clone();
    explicit_settings.retain(|field| is_explicit(matches, field.key()));
    ParsedArgs {
        seed: chosen_deal.seed,
        deal: chosen_deal.deal,
        file: input_file(matches),
        has_explicit_deal: is_explicit_deal("seed") || is_explicit_deal("deal"),
        explicit_settings,
        use_colours: console.use_colours,
        settings,
    }
}

pub fn parse_args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::clap_errors::first_line(&error))
}

fn input_file(matches: &ArgMatches) -> Option<InputFile<'_>> {
    let path = input_path(matches)?;
    Some(InputFile::new(display_name(path), move |most| {
        read_limited(path, most)
    }))
}

/// Returns the path of the file that a command reads; `None` also for a command that takes none.
pub fn input_path(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.try_get_one::<PathBuf>("file").ok().flatten()
}

/// Registers the files that are given as values of options.
pub fn add_option_files(
    options: impl Iterator<Item = Words>,
    matches: &ArgMatches,
    registry: &mut FileRegistry,
) {
    for option in options.filter(|option| option.parse_file.is_some()) {
        for word in matches.get_raw(option.key()).into_iter().flatten() {
            let is_value = word
                .to_str()
                .is_some_and(|text| option.parse_list(text).is_ok());
            if !is_value {
                registry.add_input(Path::new(word));
            }
        }
    }
}

/// Returns the values of the options that have any.
pub fn option_values(options: impl Iterator<Item = Words>, matches: &ArgMatches) -> Vec<Field> {
    let mut values = Vec::new();
    for option in options {
        let key = option.key();
        if !option.is_flag() {
            let fields = matches.get_one::<Vec<Field>>(key);
            values.extend(fields.into_iter().flatten().cloned());
        } else if matches.get_flag(key) {
            values.push(option.setting.field("yes".into()));
        } else if let Some(default) = option.setting.default {
            values.push(option.setting.field(default.into()));
        }
    }
    values
}

pub fn is_explicit(matches: &ArgMatches, key: &str) -> bool {
    matches.value_source(key) == Some(ValueSource::CommandLine)
}
