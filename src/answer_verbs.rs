//! Verbs with one answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed.

use super::args::{AnswerFormat, ChosenDeal, FormatArgs};
use super::console::{CommandOutcome, Console, Failure, Failures, check_stdout};
use super::files::{FileRegistry, display_name, read_limited};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use pioche_engine::sim::Field;
use pioche_report::lang::{Problem, release_spaces};
use pioche_report::run_json::pretty_json;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::{CommandOutput, InputFile, ParsedArgs, VerbSpec};
use std::path::{Path, PathBuf};

/// Runs a command and prints its answer.
pub fn run(
    verb: &VerbSpec,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let format = answer_format(verb, matches)?;
    let answer = command_answer(verb, matches, console, |args| (verb.run)(args))?;
    let mut failures = Failures::default();
    print_answer(&answer, format, console, &mut failures);
    finish(&answer, failures, console)
}

/// Returns the format of the answer; `None` for text.
pub fn answer_format(
    verb: &VerbSpec,
    matches: &ArgMatches,
) -> Result<Option<AnswerFormat>, Problem> {
    if verb.has_json {
        Ok(parse_args::<FormatArgs>(matches)?.format)
    } else {
        Ok(None)
    }
}

/// Prints an answer. A failed write is recorded in `failures`.
pub fn print_answer(
    answer: &CommandOutput,
    format: Option<AnswerFormat>,
    console: &Console,
    failures: &mut Failures,
) {
    let text = match &answer.json {
        Some(value) if format == Some(AnswerFormat::Json) => pretty_json(value),
        _ => answer.text.clone(),
    };
    failures.record(console.print(release_spaces(&text).as_bytes()));
}

/// Prints the remarks of an answer, and returns its outcome. Fails when a write has failed.
pub fn finish(
    answer: &CommandOutput,
    failures: Failures,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    for remark in &answer.remarks {
        console.remark(remark);
    }
    failures.report_all_but_last()?;
    Ok(if answer.success {
        CommandOutcome::Success
    } else {
        CommandOutcome::NegativeAnswer
    })
}

/// Returns the answer of a command about its file and its deal.
pub fn command_answer<T>(
    verb: &VerbSpec,
    matches: &ArgMatches,
    console: &Console,
    run: impl FnOnce(&ParsedArgs<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    if verb.draws_seed {
        check_stdout()?;
    }
    let chosen_deal = if verb.accepts_deal {
        ChosenDeal::new(matches)?
    } else {
        ChosenDeal::NONE
    };
    let answer = run(&ParsedArgs {
        seed: chosen_deal.seed,
        deal: chosen_deal.deal,
        ..parsed_args(verb, matches, input_file(matches), console)
    })?;
    chosen_deal.print_drawn(console);
    Ok(answer)
}

/// Returns the arguments of a command, about deal 0 of seed 0.
pub fn parsed_args<'a>(
    verb: &VerbSpec,
    matches: &ArgMatches,
    file: Option<InputFile<'a>>,
    console: &Console,
) -> ParsedArgs<'a> {
    let is_explicit_deal_option = |key| verb.accepts_deal && is_explicit(matches, key);
    ParsedArgs {
        file,
        has_explicit_deal: is_explicit_deal_option("seed") || is_explicit_deal_option("deal"),
        explicit_settings: explicit_option_values(verb.options, matches),
        use_colours: console.use_colours,
        ..ParsedArgs::new(option_values(verb.options, matches))
    }
}

pub fn parse_args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::clap_errors::fallback_problem(&error))
}

pub fn input_file(matches: &ArgMatches) -> Option<InputFile<'_>> {
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
pub fn add_option_files(options: &[OptionSpec], matches: &ArgMatches, registry: &mut FileRegistry) {
    for option in options.iter().filter(|option| option.parse_file.is_some()) {
        for word in matches.get_raw(option.key()).into_iter().flatten() {
            let is_value = word
                .to_str()
                .is_some_and(|text| option.parse_values(text).is_ok());
            if !is_value {
                registry.add_input(Path::new(word));
            }
        }
    }
}

/// Returns the values of the options that have any.
pub fn option_values(options: &[OptionSpec], matches: &ArgMatches) -> Vec<Field> {
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

/// Returns the values of the options that are on the command line, without defaults.
pub fn explicit_option_values(options: &[OptionSpec], matches: &ArgMatches) -> Vec<Field> {
    let mut values = option_values(options, matches);
    values.retain(|field| is_explicit(matches, field.key()));
    values
}

pub fn is_explicit(matches: &ArgMatches, key: &str) -> bool {
    matches.value_source(key) == Some(ValueSource::CommandLine)
}
