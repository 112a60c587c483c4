//! Verbs with one answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed.

use super::args::{AnswerFormat, DealArgs, FormatArgs};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, display_name, read_limited};
use super::film::{FilmArgs, FilmOutput};
use crate::lang::Problem;
use crate::report::data_table::pretty_json;
use crate::report::text_table::TerminalStyle;
use crate::topics::parsed_args::{InputFile, ParsedArgs};
use crate::topics::setting::{OptionSpec, SettingValue, ValueKind};
use crate::topics::verb::VerbSpec;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use std::collections::HashMap;
use std::path::PathBuf;

pub fn run(
    verb: &VerbSpec,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let format = if verb.has_json {
        parse_args::<FormatArgs>(matches)?.format
    } else {
        None
    };
    let (camera, prints) = open_film(verb, format, matches)?;
    let deal = if verb.accepts_deal {
        seed_and_deal(&parse_args::<DealArgs>(matches)?, console)?
    } else {
        (0, 0)
    };
    let file = input_file(verb.file.is_some(), matches);
    let is_explicit_deal_option = |key| verb.accepts_deal && is_explicit(matches, key);
    let args = ParsedArgs {
        has_explicit_deal: is_explicit_deal_option("seed") || is_explicit_deal_option("deal"),
        explicit_settings: explicit_setting_values(verb.options, matches)
            .into_keys()
            .collect(),
        use_colours: console.paint == TerminalStyle::Ansi,
        ..ParsedArgs::new(
            console.lang,
            deal,
            setting_values(verb.options, matches),
            file,
        )
    };
    let answer = (verb.run)(&args)?;
    let mut failures = Failures::default();
    let filmed = camera.is_some();
    if let Some((camera, film)) = camera.zip(answer.film) {
        camera.render_and_write(console, film, &mut failures)?;
    }
    let text = match answer.json {
        Some(value) if format == Some(AnswerFormat::Json) => pretty_json(&value),
        _ => answer.text,
    };
    // With `--quiet`, a film replaces the printed answer.
    if prints && !(filmed && console.quiet) {
        failures.record(console.print(text.as_bytes()));
    }
    for remark in &answer.remarks {
        console.remark(&remark.say(console.lang));
    }
    failures.report_all_but_last(console)?;
    Ok(if answer.success {
        CommandOutcome::Success
    } else {
        CommandOutcome::NegativeAnswer
    })
}

/// Opens the requested film, if any. The second value is true if the standard output is free for the answer.
fn open_film(
    verb: &VerbSpec,
    format: Option<AnswerFormat>,
    matches: &ArgMatches,
) -> Result<(Option<FilmOutput>, bool), Problem> {
    if !verb.has_film {
        return Ok((None, true));
    }
    let film = parse_args::<FilmArgs>(matches)?;
    let mut registry = FileRegistry::new(film.force);
    if let Some(path) = input_path(verb.file.is_some(), matches) {
        registry.add_input(path);
    }
    let camera = film.open(&mut registry)?;
    Ok((camera, registry.is_stdout_free(format)?))
}

pub fn parse_args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::clap_errors::fallback_problem(&error))
}

pub fn input_file(takes_file: bool, matches: &ArgMatches) -> Option<InputFile<'_>> {
    let path = input_path(takes_file, matches)?;
    Some(InputFile::new(display_name(path), move |most| {
        read_limited(path, most)
    }))
}

pub fn input_path(takes_file: bool, matches: &ArgMatches) -> Option<&PathBuf> {
    takes_file
        .then(|| matches.get_one::<PathBuf>("file"))
        .flatten()
}

/// Returns the seed and the number of the deal. Fails when the system gives no random number for a seed.
pub fn seed_and_deal(args: &DealArgs, console: &Console) -> Result<(u64, u64), Problem> {
    Ok((args.seed.resolve(console)?.0, args.deal))
}

pub fn setting_values(
    options: &[OptionSpec],
    matches: &ArgMatches,
) -> HashMap<&'static str, String> {
    let value = |opt: &OptionSpec| {
        let key = opt.setting.key;
        let value = match opt.setting.value_kind {
            ValueKind::Flag => matches.get_flag(key).then(|| "true".to_owned()),
            _ => matches
                .get_one::<SettingValue>(key)
                .map(|value| value.text.clone()),
        };
        value.map(|value| (key, value))
    };
    options.iter().filter_map(value).collect()
}

/// Returns the values of the settings that are on the command line, without defaults.
pub fn explicit_setting_values(
    options: &[OptionSpec],
    matches: &ArgMatches,
) -> HashMap<&'static str, String> {
    let mut values = setting_values(options, matches);
    values.retain(|key, _| is_explicit(matches, key));
    values
}

fn is_explicit(matches: &ArgMatches, key: &str) -> bool {
    matches.value_source(key) == Some(ValueSource::CommandLine)
}
