//! `slurm`: a script that plays the parts of a simulation on a cluster, then merges them. Nothing is started here.

use super::again::quoted;
use super::args::SimulateArgs;
use super::console::{Console, Done, Failure};
use super::files::name;
use super::usage;
use crate::lang::{Lang, Problem};
use clap::{Command, FromArgMatches};

/// Slurm's usual bound on the indices of an array.
const MAX_PARTS: u64 = 1000;

/// `--parts`.
fn parts(text: &str) -> Result<u64, super::args::Complaint> {
    super::args::count(text, 1, MAX_PARTS)
}

/// `slurm`.
#[derive(Clone, Debug, clap::Args)]
pub struct Slurm {
    /// Number of parts, each a job of the array
    #[arg(long, value_name = "N", default_value = "8", value_parser = parts, allow_hyphen_values = true)]
    parts: u64,
    /// The simulation, with the tally of the whole: simulate … --tally FILE
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<String>,
}

impl Slurm {
    /// Prints the script; `grammar` reads the command that it is about.
    pub fn run(&self, grammar: fn(Lang) -> Command, console: &Console) -> Result<Done, Failure> {
        let tally = self.checked(&grammar(console.lang))?;
        console.print(script(&self.without_tally(), &tally, self.parts).as_bytes())?;
        Ok(Done::Success)
    }

    /// The command, quoted, without the tally of the whole: each part has its own.
    fn without_tally(&self) -> String {
        let mut kept = Vec::with_capacity(self.command.len());
        let mut words = self.command.iter();
        while let Some(word) = words.next() {
            if word == "--tally" {
                words.next();
            } else if !word.starts_with("--tally=") {
                kept.push(quoted(word));
            }
        }
        kept.join(" ")
    }

    /// The tally of the whole, of a command that can be played in parts.
    fn checked(&self, grammar: &Command) -> Result<String, Problem> {
        let words = std::iter::once("pioche").chain(self.command.iter().map(String::as_str));
        let matches = grammar.clone().try_get_matches_from(words).map_err(|error| usage::problem(&error))?;
        let refused = || Problem::argument("slurm", Problem::SlurmNeedsTally);
        let (verb, matches) = matches.subcommand().ok_or_else(refused)?;
        let (_, matches) = matches.subcommand().filter(|_| verb == "simulate").ok_or_else(refused)?;
        let common = SimulateArgs::from_arg_matches(matches).map_err(|error| usage::problem(&error))?;
        if common.run.precision.is_some() {
            return Err(Problem::argument("--precision", Problem::ShardPrecision));
        }
        let alone = common.shard.is_none() && !common.resume && common.run.threads.is_none() && !common.output.writes();
        match &common.tally {
            Some(tally) if alone => Ok(name(tally)),
            _ => Err(refused()),
        }
    }
}

/// The script.
fn script(command: &str, tally: &str, parts: u64) -> String {
    let part = |index: &str| format!("{tally}.part-{index}");
    let files: Vec<String> = (1..=parts).map(|index| quoted(&part(&index.to_string()))).collect();
    let (tally, stem, files) = (quoted(tally), quoted(&part("")), files.join(" "));
    format!(
        r#"#!/bin/sh
# Plays {parts} parts of a simulation on Slurm, then merges them: sh SCRIPT.
# Some parts again, each where it stopped, then the merge: sh SCRIPT 3,5
set -eu
array=$(sbatch --parsable --job-name=pioche --array="${{1:-1-{parts}}}" --output=pioche-%A-%a.log <<'PART'
#!/bin/sh
part={stem}"$SLURM_ARRAY_TASK_ID"
set -- {command}
set -- "$@" --tally "$part" --resume --shard "$SLURM_ARRAY_TASK_ID/{parts}"
exec pioche "$@" --threads "${{SLURM_CPUS_PER_TASK:-1}}"
PART
)
sbatch --job-name=pioche-merge --dependency="afterok:${{array%%;*}}" --output=pioche-merge-%j.log <<'MERGE'
#!/bin/sh
set -eu
pioche merge {files} --tally {tally} --force
pioche report {tally}
MERGE
"#
    )
}
