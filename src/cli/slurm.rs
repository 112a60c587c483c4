//! `slurm`: a script that plays the parts of a simulation on a cluster, then merges and reports them. Nothing is started
//! here.

use super::again::{canonical, quoted};
use super::aims;
use super::answer::values;
use super::args::{SimulateArgs, drawn};
use super::console::{self, Console, Done, Failure};
use super::outputs::tally_names;
use super::usage;
use crate::lang::{Lang, Problem};
use crate::topics::given::Given;
use crate::topics::setting::count;
use crate::topics::{Topic, topic};
use clap::{ArgMatches, Command, FromArgMatches};
use pioche_engine::sim::{Experiment, Seed};
use std::path::Path;

/// Slurm's usual bound on the indices of an array.
const MAX_PARTS: u64 = 1000;

#[derive(Clone, Debug, clap::Args)]
pub struct Slurm {
    /// Number of parts, each a job of the array
    #[arg(long, value_name = "N", default_value = "8", value_parser = |text: &str| count(text, 1, MAX_PARTS), allow_hyphen_values = true)]
    parts: u64,
    /// The simulation, with the tally of the whole: simulate … --tally FILE, or --out DIR
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<String>,
}

impl Slurm {
    /// Prints the script; `grammar` reads the command that it is about.
    pub fn run(&self, grammar: fn(Lang) -> Command, console: &Console) -> Result<Done, Failure> {
        let grammar = grammar(console.lang);
        let words = std::iter::once("pioche").chain(self.command.iter().map(String::as_str));
        let matches = match grammar.clone().try_get_matches_from(words) {
            Err(error) if !error.use_stderr() => return console::help(&error, console.color()),
            matches => matches.map_err(|error| usage::problem(&error))?,
        };
        let refused = || {
            let needed = Problem::said(
                "il faut « -- simulate … --tally FILE » ou « --out DIR », sans --shard, --resume ni --threads, que \
                 le script ajoute",
                "“-- simulate … --tally FILE” or “--out DIR” is needed, without --shard, --resume or --threads, which the \
                 script adds",
            );
            Problem::argument("slurm", needed)
        };
        let (verb, matches) = matches.subcommand().ok_or_else(refused)?;
        let (game, matches) = matches.subcommand().filter(|_| verb == "simulate").ok_or_else(refused)?;
        let topic = topic(game).ok_or_else(refused)?;
        let common = SimulateArgs::from_arg_matches(matches).map_err(|error| usage::problem(&error))?;
        if common.precision.is_some() {
            return Err(Problem::argument("--precision", Problem::ShardPrecision).into());
        }
        if common.shard.is_some() || common.resume || common.threads.is_some() {
            return Err(refused().into());
        }
        let names = self.names(topic, matches, &common, console)?;
        let whole = Whole::of(&common, &names, self.parts).ok_or_else(refused)?;
        // Drawn once: the parts belong to one seed.
        let seed = drawn(common.seed, console)?;
        let words = Words::of(&canonical(&self.command, topic), seed, &grammar);
        console.print(script(&words, &whole, self.parts).as_bytes())?;
        Ok(Done::Success)
    }

    /// The names of the tallies of all runs, none of which has an empty part.
    fn names(
        &self,
        topic: &'static Topic,
        matches: &ArgMatches,
        common: &SimulateArgs,
        console: &Console,
    ) -> Result<Vec<String>, Problem> {
        let face = &topic.simulate;
        let given = Given::new(console.lang, (0, 0), values(face.options, matches), None);
        let questions: Vec<Box<dyn Experiment>> = face.questions(&given)?;
        if common.tally.is_some() && questions.len() > 1 {
            return Err(Problem::argument("--tally", Problem::TallyOfMany { runs: questions.len() }));
        }
        for question in &questions {
            aims::choice(face.row, matches, question.as_ref(), false)?;
            let deals = common.deals.unwrap_or_else(|| question.info().default_deals);
            let plan = question.plan(Seed(0), deals);
            if (1..=self.parts).any(|number| plan.part(number, self.parts).is_empty()) {
                return Err(Problem::argument("--parts", Problem::ShardEmpty { deals }));
            }
        }
        Ok(tally_names(topic, &questions))
    }
}

struct Whole {
    /// The option of a part; `$part` is its number.
    part: String,
    merged: String,
    files: String,
}

impl Whole {
    /// One tally; or a folder, with the merged tallies of these names beside it, which is then what a single run makes of
    /// it. `None` when there is neither.
    fn of(common: &SimulateArgs, names: &[String], parts: u64) -> Option<Self> {
        // What begins with a dash is no option.
        let path = |path: &Path| match path.to_string_lossy() {
            text if text == "-" || text.trim_end_matches('/').is_empty() => None,
            text if text.starts_with('-') => Some(format!("./{text}")),
            text => Some(text.into_owned()),
        };
        let stem = |whole: &str| quoted(format!("{whole}.part-"));
        let merged = |stem: &str, file: &str, tally: &str| {
            format!(
                "parts=()\nfor part in {{1..{parts}}}; do parts+=({stem}\"$part\"{file}); done\n\
                 pioche merge \"${{parts[@]}}\" --tally {tally} --force"
            )
        };
        if let Some(tally) = &common.tally {
            let tally = path(tally).filter(|tally| !tally.ends_with('/'))?;
            let (stem, files) = (stem(&tally), quoted(&tally));
            let part = format!("--tally {stem}\"$part\" --resume");
            return Some(Self { part, merged: merged(&stem, "", &files), files });
        }
        let folder = path(common.output.out.as_ref()?)?;
        let folder = folder.trim_end_matches('/');
        let (stem, all) = (stem(folder), format!("{folder}.tallies"));
        let files = names.iter().map(|name| quoted(format!("{all}/{name}"))).collect::<Vec<_>>().join(" ");
        let names = names.iter().map(quoted).collect::<Vec<_>>().join(" ");
        let all = quoted(&all);
        let each = merged(&stem, "/\"$file\"", &format!("{all}/\"$file\""));
        let merged = format!("mkdir -p {all}\nfor file in {names}; do\n{each}\ndone");
        Some(Self { part: format!("--out {stem}\"$part\" --resume --force"), merged, files })
    }
}

/// The words of the command, quoted: those for the parts, and those for the report on the whole.
#[derive(Default)]
struct Words {
    parts: Vec<String>,
    report: Vec<String>,
}

impl Words {
    fn of(command: &[String], seed: Seed, grammar: &Command) -> Self {
        let mut sorted = Self::default();
        let report = grammar.get_subcommands().find(|verb| verb.get_name() == "report");
        let option = |verb: &Command, word: &str| {
            let known = verb.get_arguments().find(|arg| arg.get_long() == Some(word));
            known.map(|arg| arg.get_action().takes_values())
        };
        let mut words = command.iter();
        while let Some(word) = words.next() {
            let (flag, joined) =
                word.split_once('=').map_or((word.as_str(), None), |(flag, value)| (flag, Some(value)));
            let long = flag.strip_prefix("--").unwrap_or_default();
            let (global, reported) = (option(grammar, long), report.and_then(|report| option(report, long)));
            let takes = global.or(reported).unwrap_or(long == "tally" || long == "seed");
            let value = if takes && joined.is_none() { words.next() } else { None };
            let text = match value {
                _ if long == "seed" => format!("--seed {seed}"),
                Some(value) => format!("{} {}", quoted(word), quoted(value)),
                None => quoted(word),
            };
            match long {
                // Said of the parts and of the whole in their own way.
                "tally" | "force" => {}
                _ if global.is_some() || word == "-q" => {
                    sorted.parts.push(text.clone());
                    sorted.report.push(text);
                }
                _ if reported.is_some() => sorted.report.push(text),
                _ => sorted.parts.push(text),
            }
        }
        sorted
    }
}

fn script(words: &Words, whole: &Whole, parts: u64) -> String {
    let (command, report) = (words.parts.join(" "), words.report.join(" "));
    let Whole { part, merged, files } = whole;
    format!(
        r#"#!/bin/bash
# Plays {parts} parts of a simulation on Slurm, then merges them and reports: bash SCRIPT
# Some parts again, each where it stopped, then the merge and the report: bash SCRIPT 3,5
# What sbatch has to know of the parts: PIOCHE_SBATCH='--cpus-per-task=16 --time=8:00:00' bash SCRIPT
set -eu
array=$(sbatch ${{PIOCHE_SBATCH:-}} --parsable --job-name=pioche --array="${{1:-1-{parts}}}" --output=pioche-%A-%a.log <<'PART'
#!/bin/bash
part=$SLURM_ARRAY_TASK_ID
exec pioche {command} {part} --shard "$part/{parts}" --threads "${{SLURM_CPUS_PER_TASK:-1}}"
PART
)
# A job that waits for parts that failed is taken away.
merge=$(sbatch --parsable --job-name=pioche-merge --dependency="afterok:${{array%%;*}}" --kill-on-invalid-dep=yes \
  --output=pioche-merge-%j.log <<'MERGE'
#!/bin/bash
set -eu
{merged}
MERGE
)
sbatch --job-name=pioche-report --dependency="afterok:${{merge%%;*}}" --kill-on-invalid-dep=yes \
  --output=pioche-report-%j.log <<'REPORT'
#!/bin/bash
exec pioche report {files} {report}--force
REPORT
"#,
        report = if report.is_empty() { String::new() } else { format!("{report} ") },
    )
}
