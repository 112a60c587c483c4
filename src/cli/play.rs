//! `play`: one game of any topic that is played at the table.

use super::answer::{args, dealt, file, values};
use super::args::DealArgs;
use super::console::{Console, Done, Failure};
use super::save::SaveArgs;
use super::sitting::{broken, sit_down};
use crate::play::Origin;
use crate::topics::given::Given;
use crate::topics::verb::Play;
use clap::ArgMatches;
use clap::parser::ValueSource;

/// Plays one game at the terminal, or through a pipe. A game that asks questions asks them when no option was given and
/// somebody can answer.
pub fn run(face: &Play, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let save: SaveArgs = args(matches)?;
    let typed = |key: &str| matches.value_source(key) == Some(ValueSource::CommandLine);
    let silent = face.options.iter().any(|opt| typed(opt.setting.key));
    sit_down(&face.table, &save, console, |dialogue| {
        let (seed, deal) = if face.dealt { dealt(&args::<DealArgs>(matches)?, console)? } else { (0, 0) };
        let file = file(face.file.is_some(), matches);
        let origin = (face.dealt && file.is_none()).then_some(Origin { seed, deal });
        let start = match (dialogue, face.table.opening) {
            (Some(dialogue), Some(opening)) if !silent => opening(dialogue).map_err(broken)?,
            _ => {
                let given = Given::new(console.lang, (seed, deal), values(face.options, matches), file);
                Some((face.start)(&given)?)
            }
        };
        Ok(start.map(|start| (start, origin)))
    })
}
