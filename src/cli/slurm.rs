//! `slurm`: prints a script that runs the parts of a simulation on a cluster, then merges and reports them.

use super::answer_verbs::{option_values, parse_args};
use super::args::{SimulateArgs, WORKLOAD_HEADING, options};
use super::command_line::{shell_quote, typed_command};
use super::console::{self, CommandOutcome, Console, Failure};
use super::outputs::tally_names;
use super::simulate::{SHARD_WITH_PRECISION, TallyDestinations};
use super::{clap_errors, runner};
use crate::lang::parse_number::parse_count;
use crate::lang::{Problem, problem};
use crate::report::command::CommandLine;
use crate::topics::{Topic, find_topic};
use clap::{ArgMatches, Command};
use pioche_engine::sim::Seed;
use std::path::Path;

/// Slurm's default limit on the indices of an array.
const MAX_PARTS: u64 = 1000;

options! {
    #[derive(Clone, Debug)]
    pub struct SlurmArgs {
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "N",
            default_value = "8",
            value_parser = |text: &str| parse_count(text, 1, MAX_PARTS),
            allow_hyphen_values = true,
        )]
        parts: u64 =
            "Nombre de tranches ; chacune est une tâche Slurm",
            "Number of parts; each is a job of the array";
        #[arg(value_name = "COMMAND", required = true, last = true)]
        command: Vec<String> =
            "La simulation à répartir, avec le fichier ou le dossier de son résultat : simulate … \
             --tally FILE, ou --out DIR",
            "The simulation to split, with the file or folder of its result: simulate … --tally \
             FILE, or --out DIR";
    }
}

impl SlurmArgs {
    /// Prints the script; `grammar` parses the simulation command.
    pub fn run(&self, grammar: &Command, console: &Console) -> Result<CommandOutcome, Failure> {
        let words = std::iter::once("pioche").chain(self.command.iter().map(String::as_str));
        let matches = match grammar.clone().try_get_matches_from(words) {
            Err(error) if !error.use_stderr() => {
                return console::print_help(&error, console.color());
            }
            matches => matches
                .map_err(|error| clap_errors::usage_problem(&error, grammar, &self.command))?,
        };
        let refused = || {
            let needed = problem!(
                "donnez « -- simulate … --tally FILE » ou « --out DIR ». N'ajoutez ni --each, ni \
                 --shard, ni --resume, ni --threads : le script s'en charge",
                "give “-- simulate … --tally FILE” or “--out DIR”. Leave out --each, --shard, \
                 --resume and --threads: the script adds what is needed"
            );
            Problem::for_argument("slurm", needed)
        };
        let (verb, matches) = matches.subcommand().ok_or_else(refused)?;
        let (game, matches) = matches
            .subcommand()
            .filter(|_| verb == "simulate")
            .ok_or_else(refused)?;
        let topic = find_topic(game).ok_or_else(refused)?;
        let find = |verb: &str| grammar.find_subcommand(verb);
        let simulate = find(verb)
            .and_then(|verb| verb.find_subcommand(game))
            .ok_or_else(refused)?;
        let report = find("report").ok_or_else(refused)?;
        let args = parse_args::<SimulateArgs>(matches)?;
        if args.stop_precision().is_some() {
            let option = if args.precision.is_some() {
                "--precision"
            } else {
                "--relative-precision"
            };
            return Err(Problem::for_argument(option, SHARD_WITH_PRECISION.into()).into());
        }
        if args.each.is_some()
            || args.shard.is_some()
            || args.resume
            || args.threads.count().is_some()
        {
            return Err(refused().into());
        }
        let names = self.checked_tally_names(topic, matches, &args)?;
        let outputs = ScriptOutputs::new(&args, &names, self.parts).ok_or_else(refused)?;
        // The seed is drawn once, since all parts must have the same.
        let seed = args.seed.resolve(console)?;
        let command = typed_command(simulate, matches, seed, &[]);
        let has = |command: &Command, name: &str| {
            command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(name))
        };
        let parts = command
            .filter_options(|name| name != "tally" && (has(grammar, name) || !has(report, name)));
        let report = command
            .filter_options(|name| name != "force" && has(report, name))
            .options_text();
        console.print(slurm_script(&parts, &report, &outputs, self.parts).as_bytes())?;
        Ok(CommandOutcome::Success)
    }

    /// Returns the names of the tallies of all runs. Fails when a part would be empty.
    fn checked_tally_names(
        &self,
        topic: &'static Topic,
        matches: &ArgMatches,
        args: &SimulateArgs,
    ) -> Result<Vec<String>, Problem> {
        let values = option_values(topic.simulate.options, matches);
        let experiments = topic.simulate.all_experiments(&values)?;
        TallyDestinations::new(args, topic, &experiments)?;
        for experiment in &experiments {
            runner::row_selection(
                topic.simulate.row_option,
                matches,
                experiment.as_ref(),
                false,
            )?;
            let deals = args
                .deals
                .unwrap_or_else(|| experiment.info().default_deals);
            let plan = experiment.plan(Seed(0), deals);
            if (1..=self.parts).any(|number| plan.part_deals(number, self.parts).is_empty()) {
                return Err(Problem::for_argument(
                    "--parts",
                    Problem::empty_shard(deals),
                ));
            }
        }
        Ok(tally_names(topic, &experiments))
    }
}

struct ScriptOutputs {
    /// The output option of a part; the shell variable `$part` is its number.
    part_options: String,
    merge_commands: String,
    merged_files: String,
}

impl ScriptOutputs {
    /// Returns the outputs for `--tally`, or for `--out` with the merged tallies `names` in a folder beside it; `None`
    /// without both options.
    fn new(args: &SimulateArgs, names: &[String], parts: u64) -> Option<Self> {
        // A path that begins with a dash would be parsed as an option.
        let script_path = |path: &Path| match path.to_string_lossy() {
            text if text == "-" || text.trim_end_matches('/').is_empty() => None,
            text if text.starts_with('-') => Some(format!("./{text}")),
            text => Some(text.into_owned()),
        };
        let stem = |path: &str| shell_quote(format!("{path}.part-"));
        let merged = |stem: &str, file: &str, tally: &str| {
            format!(
                "parts=()\nfor part in {{1..{parts}}}; do parts+=({stem}\"$part\"{file}); done\n\
                 pioche merge \"${{parts[@]}}\" --tally {tally} --force"
            )
        };
        if let Some(tally) = &args.tally {
            let tally = script_path(tally).filter(|tally| !tally.ends_with('/'))?;
            let part_stem = stem(&tally);
            let merged_files = shell_quote(&tally);
            return Some(Self {
                part_options: format!("--tally {part_stem}\"$part\" --resume"),
                merge_commands: merged(&part_stem, "", &merged_files),
                merged_files,
            });
        }
        let folder_path = script_path(args.output.out.as_ref()?)?;
        let folder = folder_path.trim_end_matches('/');
        let part_stem = stem(folder);
        let tally_folder = format!("{folder}.tallies");
        let merged_files: Vec<String> = names
            .iter()
            .map(|name| shell_quote(format!("{tally_folder}/{name}")))
            .collect();
        let quoted_names: Vec<String> = names.iter().map(shell_quote).collect();
        let quoted_folder = shell_quote(&tally_folder);
        let merge_command = merged(
            &part_stem,
            "/\"$file\"",
            &format!("{quoted_folder}/\"$file\""),
        );
        Some(Self {
            part_options: format!("--out {part_stem}\"$part\" --resume --force"),
            merge_commands: format!(
                "mkdir -p {quoted_folder}\nfor file in {}; do\n{merge_command}\ndone",
                quoted_names.join(" ")
            ),
            merged_files: merged_files.join(" "),
        })
    }
}

/// Returns the script: `command` runs a part, and `report` holds the options of the final report.
fn slurm_script(
    command: &CommandLine,
    report: &str,
    outputs: &ScriptOutputs,
    parts: u64,
) -> String {
    let ScriptOutputs {
        part_options,
        merge_commands,
        merged_files,
    } = outputs;
    format!(
        r#"#!/bin/bash
# bash SCRIPT plays {parts} parts of a simulation on Slurm, then merges them and writes the report.
# bash SCRIPT 3,5 resumes parts 3 and 5, then merges all parts and writes the report.
# PIOCHE_SBATCH holds options of sbatch for all jobs: PIOCHE_SBATCH='--account=lab --cpus-per-task=16' bash SCRIPT
# The nodes must share this folder and find the program pioche in their PATH.
set -eu
array=$(sbatch ${{PIOCHE_SBATCH:-}} --parsable --job-name=pioche --array="${{1:-1-{parts}}}" --output=pioche-%A-%a.log <<'PART'
#!/bin/bash
part=$SLURM_ARRAY_TASK_ID
exec {command} {part_options} --shard "$part/{parts}" --threads "${{SLURM_CPUS_PER_TASK:-1}}"
PART
)
# If a part fails, the jobs that depend on it are cancelled.
merge=$(sbatch ${{PIOCHE_SBATCH:-}} --parsable --job-name=pioche-merge --dependency="afterok:${{array%%;*}}" --kill-on-invalid-dep=yes \
  --output=pioche-merge-%j.log <<'MERGE'
#!/bin/bash
set -eu
{merge_commands}
MERGE
)
sbatch ${{PIOCHE_SBATCH:-}} --job-name=pioche-report --dependency="afterok:${{merge%%;*}}" --kill-on-invalid-dep=yes \
  --output=pioche-report-%j.log <<'REPORT'
#!/bin/bash
exec pioche report {merged_files}{report} --force
REPORT
"#
    )
}
