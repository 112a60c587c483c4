//! Verbs with one answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed.

use super::args::{AnswerFormat, DealArgs, SingleArgs, draw_seed};
use super::console::{Console, Done, Failure, Failures};
use super::files::{Opener, name, read};
use super::film::{Camera, FilmArgs};
use crate::lang::Problem;
use crate::report::json::pretty;
use crate::report::table::Paint;
use crate::topics::given::{File, Given};
use crate::topics::setting::{Opt, SettingValue, Takes};
use crate::topics::verb::Verb;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use std::collections::HashMap;
use std::path::PathBuf;

pub fn run(verb: &Verb, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let format = if verb.json { args::<SingleArgs>(matches)?.format } else { None };
    let (camera, prints) = camera(verb, format, matches)?;
    let deal = if verb.dealt { seed_and_deal(&args::<DealArgs>(matches)?, console)? } else { (0, 0) };
    let file = file(verb.file.is_some(), matches);
    let typed = |key| verb.dealt && matches.value_source(key) == Some(ValueSource::CommandLine);
    let given = Given {
        chosen: typed("seed") || typed("deal"),
        coloured: console.paint == Paint::Ansi,
        ..Given::new(console.lang, deal, values(verb.options, matches), file)
    };
    let answer = (verb.run)(&given)?;
    let mut failures = Failures::default();
    let filmed = camera.is_some();
    if let Some((camera, film)) = camera.zip(answer.film) {
        camera.shoot(console, film, &mut failures)?;
    }
    let text = match answer.json {
        Some(value) if format == Some(AnswerFormat::Json) => pretty(&value),
        _ => answer.text,
    };
    // A film that was asked for in silence is all that was asked for.
    if prints && !(filmed && console.quiet) {
        failures.note(console.print(text.as_bytes()));
    }
    for remark in &answer.remarks {
        console.remark(&remark.say(console.lang));
    }
    failures.end(console)?;
    Ok(if answer.yes { Done::Success } else { Done::No })
}

/// The film that was asked for, opened, and whether the standard output is free for the answer.
fn camera(verb: &Verb, format: Option<AnswerFormat>, matches: &ArgMatches) -> Result<(Option<Camera>, bool), Problem> {
    if !verb.filmed {
        return Ok((None, true));
    }
    let film = args::<FilmArgs>(matches)?;
    let mut opener = Opener::new(film.force);
    if let Some(path) = path(verb.file.is_some(), matches) {
        opener.reads(path);
    }
    let camera = film.open(&mut opener)?;
    Ok((camera, opener.answers(format)?))
}

pub fn args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::usage::fallback(&error))
}

pub fn file(takes: bool, matches: &ArgMatches) -> Option<File<'_>> {
    let path = path(takes, matches)?;
    Some(File::new(name(path), move |most| read(path, most)))
}

pub fn path(takes: bool, matches: &ArgMatches) -> Option<&PathBuf> {
    takes.then(|| matches.get_one::<PathBuf>("file")).flatten()
}

/// The seed and the number of the deal. Fails when the system has no randomness to give.
pub fn seed_and_deal(deal: &DealArgs, console: &Console) -> Result<(u64, u64), Problem> {
    Ok((draw_seed(deal.seed, console)?.0, deal.deal))
}

pub fn values(options: &[Opt], matches: &ArgMatches) -> HashMap<&'static str, String> {
    let value = |opt: &Opt| {
        let key = opt.setting.key;
        let value = match opt.setting.takes {
            Takes::Flag => matches.get_flag(key).then(|| "true".to_owned()),
            _ => matches.get_one::<SettingValue>(key).map(|value| value.text.clone()),
        };
        value.map(|value| (key, value))
    };
    options.iter().filter_map(value).collect()
}
