//! The verbs that answer: what was typed goes to a topic, its answer is printed.

use super::args::{DealArgs, Format, SingleArgs};
use super::console::{Console, Done, Failure};
use super::files::{name, read};
#[cfg(feature = "charts")]
use super::film::FilmArgs;
use super::memory;
use super::seed::drawn;
use crate::lang::Problem;
use crate::report::json::pretty;
use crate::topics::given::{File, Given};
use crate::topics::setting::{MEMORY, Opt, Takes};
use crate::topics::verb::Verb;
use clap::{ArgMatches, FromArgMatches};
use std::collections::HashMap;
use std::path::PathBuf;

/// Does what a verb of a topic is asked for.
pub fn run(verb: &Verb, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    #[cfg(feature = "charts")]
    let camera = if verb.filmed { args::<FilmArgs>(matches)?.open()? } else { None };
    let deal = if verb.dealt { dealt(&args::<DealArgs>(matches)?, console)? } else { (0, 0) };
    let file = file(verb.file.is_some(), matches);
    let answer = (verb.run)(&given(console, deal, verb.options, matches, file))?;
    #[cfg(feature = "charts")]
    if let Some((camera, film)) = camera.zip(answer.film) {
        camera.shoot(console, film)?;
    }
    let json = verb.json && args::<SingleArgs>(matches)?.format == Format::Json;
    let text = match answer.json {
        Some(value) if json => pretty(&value),
        _ => answer.text,
    };
    console.print(text.as_bytes())?;
    for remark in &answer.remarks {
        console.remark(&**remark);
    }
    Ok(if answer.yes { Done::Success } else { Done::No })
}

/// A group of options that clap has checked.
///
/// # Errors
/// Never, unless the group is not part of the command.
pub fn args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::usage::problem(&error))
}

/// The file that was named, if the command `takes` one.
pub fn file(takes: bool, matches: &ArgMatches) -> Option<File<'_>> {
    let path = takes.then(|| matches.get_one::<PathBuf>("file")).flatten()?;
    Some(File::new(name(path), move |most| read(path, most)))
}

/// The seed and the number of the deal.
///
/// # Errors
/// When the system has no randomness to give.
pub fn dealt(deal: &DealArgs, console: &Console) -> Result<(u64, u64), Problem> {
    Ok((drawn(deal.seed, console)?.0, deal.deal))
}

/// What a topic's verb was given, and the memory that its solvers may take.
pub fn given<'a>(
    console: &Console,
    deal: (u64, u64),
    options: &[Opt],
    matches: &ArgMatches,
    file: Option<File<'a>>,
) -> Given<'a> {
    let values = values(options, matches);
    let memory = memory::settle(values.get(MEMORY.key).map(String::as_str));
    Given::new(console.lang, deal, values, file).within(memory)
}

/// The values of a topic's options.
fn values(options: &[Opt], matches: &ArgMatches) -> HashMap<&'static str, String> {
    let value = |opt: &Opt| {
        let key = opt.setting.key;
        let value = match opt.setting.takes {
            Takes::Flag => matches.get_flag(key).then(|| "true".to_owned()),
            _ => matches.get_one::<String>(key).cloned(),
        };
        value.map(|value| (key, value))
    };
    options.iter().filter_map(value).collect()
}
