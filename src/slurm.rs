//! `slurm`: prints a script that runs the parts of a simulation on a cluster, then merges and reports them.

use super::answer_verbs::parse_args;
use super::args::{SimulateArgs, WORKLOAD_HEADING, options};
use super::command_line::{quote_path, shell_quote, typed_command};
use super::console::{self, CommandOutcome, Console, Failure};
use super::files::{FileRegistry, display_name, is_stdio_path};
use super::outputs::{Outputs, open_output_folder, tally_names};
use super::simulate::{
    SHARD_WITH_PRECISION, check_tally_options, create_experiments, joint_experiments,
};
use super::{clap_errors, runner};
use clap::{ArgMatches, Command};
use pioche_engine::sim::Seed;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Problem, problem};
use pioche_topics::{Topic, find_topic};
use std::path::Path;

/// The script, with holes for the values of a simulation.
const SCRIPT: &str = include_str!("slurm.sh");

/// The commands that merge the tallies of all parts.
const MERGE_TALLIES: &str = r#"parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"); done
merge {{ merged_files }} "${parts[@]}""#;

/// The commands that merge the tallies in the folders of all parts, one after the other.
const MERGE_FOLDERS: &str = r#"mkdir -p {{ folder }}
for file in {{ names }}; do
parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"/"$file"); done
merge {{ folder }}/"$file" "${parts[@]}"
done"#;

/// The command of a report that writes no file.
const PRINT_REPORT: &str = "exec pioche report {{ merged_files }}{{ options }}";

/// The commands of a report that replaces only files that the script wrote.
const WRITE_REPORT: &str = "set -eu
force={{ force }}
if sha256sum --check --status --ignore-missing {{ report_sums }} 2> /dev/null; then force=--force; fi
pioche report {{ merged_files }}{{ options }} $force
sha256sum -- {{ written }} > {{ report_sums }}";

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
        let script = self.script(grammar, &matches, console)?;
        console.print(script.as_bytes())?;
        Ok(CommandOutcome::Success)
    }

    /// Returns the script for a parsed command. Fails when the command cannot be split.
    fn script(
        &self,
        grammar: &Command,
        matches: &ArgMatches,
        console: &Console,
    ) -> Result<String, Problem> {
        let (verb, matches) = matches.subcommand().ok_or_else(command_problem)?;
        let (game, matches) = matches
            .subcommand()
            .filter(|_| verb == "simulate")
            .ok_or_else(command_problem)?;
        let topic = find_topic(game).ok_or_else(command_problem)?;
        let find = |verb: &str| grammar.find_subcommand(verb);
        let simulate = find(verb)
            .and_then(|verb| verb.find_subcommand(game))
            .ok_or_else(command_problem)?;
        let report = find("report").ok_or_else(command_problem)?;
        let args = parse_args::<SimulateArgs>(matches)?;
        check_splittable(&args)?;
        let names = self.checked_tally_names(topic, matches, &args)?;
        let job = JobFiles::new(&args, topic, &names).ok_or_else(command_problem)?;
        job.check(&args, topic, &names, self.parts)?;
        // The seed is drawn once, since all parts must have the same.
        let seed = args.seed.resolve(console)?;
        let command = typed_command(simulate, matches, seed, &[]);
        let has = |command: &Command, name: &str| {
            command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(name))
        };
        let part_command = command
            .filter_options(|name| name != "tally" && (has(grammar, name) || !has(report, name)));
        let report_options = command
            .filter_options(|name| name != "force" && has(report, name))
            .options_text();
        let force = if args.output.force { "--force" } else { "" };
        Ok(fill(
            SCRIPT,
            &[
                ("command", &part_command.to_string()),
                ("force", force),
                ("merge_commands", &job.merge_commands(&names, self.parts)),
                ("part_output", &job.part_output()),
                ("parts", &self.parts.to_string()),
                (
                    "report_commands",
                    &job.report_commands(&report_options, force),
                ),
            ],
        ))
    }

    /// Returns the names of the tallies of all runs. Fails when a part would be empty.
    fn checked_tally_names(
        &self,
        topic: &'static Topic,
        matches: &ArgMatches,
        args: &SimulateArgs,
    ) -> Result<Vec<String>, Problem> {
        let experiments = create_experiments(topic, matches)?;
        let joint_experiments = joint_experiments(topic, args, &experiments)?;
        check_tally_options(args, joint_experiments.len())?;
        for experiment in &experiments {
            runner::row_selection(
                topic.simulate.row_option,
                matches.get_one(topic.simulate.row_option.key()),
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
        Ok(tally_names(topic, &joint_experiments))
    }
}

/// Returns the problem of a command that is no simulation, or has options of the script.
fn command_problem() -> Problem {
    let needed = problem!(
        "donnez « -- simulate … --tally FILE » ou « --out DIR ». N'ajoutez ni --each, ni --shard, \
         ni --resume, ni --threads : le script s'en charge",
        "give “-- simulate … --tally FILE” or “--out DIR”. Leave out --each, --shard, --resume and \
         --threads: the script adds what is needed"
    );
    Problem::for_argument("slurm", needed)
}

/// Fails when a run stops at a precision, or has an option that the script sets.
fn check_splittable(args: &SimulateArgs) -> Result<(), Problem> {
    if args.stop_precision().is_some() {
        let option = if args.precision.is_some() {
            "--precision"
        } else {
            "--relative-precision"
        };
        return Err(Problem::for_argument(option, SHARD_WITH_PRECISION.into()));
    }
    if args.each.is_some() || args.shard.is_some() || args.resume || args.threads.count().is_some()
    {
        return Err(command_problem());
    }
    Ok(())
}

/// The files that the jobs write.
struct JobFiles {
    /// The path of a part without its number.
    part_stem: String,
    /// The folder of the merged tallies, with `--out` alone.
    folder: Option<String>,
    merged_files: Vec<String>,
    /// The checksums of the files that the report wrote.
    report_sums: String,
    /// The files that the report writes, quoted for the shell; those of `--out` are a pattern.
    written: Vec<String>,
}

impl JobFiles {
    /// Returns the files for `--tally`, or for `--out` with the merged tallies `names` in a folder beside it; `None`
    /// without both options.
    fn new(args: &SimulateArgs, topic: &Topic, names: &[String]) -> Option<Self> {
        let output = &args.output;
        let mut written: Vec<String> =
            [&output.csv_args.csv, &output.json, &output.chart_args.chart]
                .into_iter()
                .flatten()
                .filter(|path| !is_stdio_path(path))
                .map(|path| quote_path(path))
                .collect();
        if let Some(out) = &output.out {
            let folder = script_path(out)?;
            let folder = folder.trim_end_matches('/');
            written.push(format!("{}/{}[.-]*", shell_quote(folder), topic.name));
        }
        let (base, folder) = if let Some(tally) = &args.tally {
            let tally = script_path(tally).filter(|tally| !tally.ends_with('/'))?;
            (tally, None)
        } else {
            let out = script_path(output.out.as_ref()?)?;
            let base = out.trim_end_matches('/').to_owned();
            let folder = format!("{base}.tallies");
            (base, Some(folder))
        };
        let merged_files = match &folder {
            Some(folder) => names
                .iter()
                .map(|name| format!("{folder}/{name}"))
                .collect(),
            None => vec![base.clone()],
        };
        Some(Self {
            part_stem: format!("{base}.part-"),
            folder,
            merged_files,
            report_sums: format!("{base}.report.sha256"),
            written,
        })
    }

    /// Fails when a file that the jobs would replace exists without `--force`, or an output cannot be written.
    fn check(
        &self,
        args: &SimulateArgs,
        topic: &'static Topic,
        names: &[String],
        parts: u64,
    ) -> Result<(), Problem> {
        let mut registry = FileRegistry::new(args.output.force);
        if let Some(tally) = &args.tally {
            registry.open_output(tally)?;
        }
        let mut output = args.output.clone();
        if output.out.as_ref().is_some_and(|folder| !folder.exists()) {
            // Opening outputs would create the folder.
            output.out = None;
            output.chart_args.width = None;
        }
        let folder = open_output_folder(&output)?;
        Outputs::open(&output, topic, folder, names, &mut registry)?;
        if args.output.force {
            return Ok(());
        }
        let mut paths = vec![self.report_sums.clone()];
        paths.extend(
            self.merged_files
                .iter()
                .map(|file| format!("{file}.sha256")),
        );
        if self.folder.is_some() {
            paths.extend(self.merged_files.iter().cloned());
            paths.extend((1..=parts).map(|part| format!("{}{part}", self.part_stem)));
        }
        let existing_path = paths
            .iter()
            .map(Path::new)
            .find(|path| path.symlink_metadata().is_ok());
        match existing_path {
            Some(path) => Err(existing_file_problem(path)),
            None => Ok(()),
        }
    }

    /// Returns the options with which a part writes its tally, or the folder with its tallies, without its number.
    fn part_output(&self) -> String {
        let part_stem = shell_quote(&self.part_stem);
        if self.folder.is_some() {
            format!("--force --out {part_stem}")
        } else {
            format!("--tally {part_stem}")
        }
    }

    /// Returns the commands that merge the parts: one tally, or the tallies `names` of each part.
    fn merge_commands(&self, names: &[String], parts: u64) -> String {
        let values = [
            ("parts", &*parts.to_string()),
            ("part_stem", &shell_quote(&self.part_stem)),
            ("merged_files", &quoted_list(&self.merged_files)),
            ("names", &quoted_list(names)),
            (
                "folder",
                &self.folder.as_ref().map_or_else(String::new, shell_quote),
            ),
        ];
        let commands = if self.folder.is_some() {
            MERGE_FOLDERS
        } else {
            MERGE_TALLIES
        };
        fill(commands, &values)
    }

    /// Returns the commands that write the report.
    fn report_commands(&self, options: &str, force: &str) -> String {
        let values = [
            ("force", force),
            ("merged_files", &*quoted_list(&self.merged_files)),
            ("options", options),
            ("report_sums", &shell_quote(&self.report_sums)),
            ("written", &self.written.join(" ")),
        ];
        let commands = if self.written.is_empty() {
            PRINT_REPORT
        } else {
            WRITE_REPORT
        };
        fill(commands, &values)
    }
}

/// Returns the problem of a script that would replace a file.
fn existing_file_problem(path: &Path) -> Problem {
    let file = display_name(path);
    problem!(
        "{file} existe déjà, et le script y écrirait (--force le permet)",
        "{file} already exists, and the script would write to it (--force allows it)"
    )
}

/// Returns a path in the script: one that begins with a dash would be parsed as an option. `None` for the standard output
/// and for the root folder.
fn script_path(path: &Path) -> Option<String> {
    match path.to_string_lossy() {
        text if text == "-" || text.trim_end_matches('/').is_empty() => None,
        text if text.starts_with('-') => Some(format!("./{text}")),
        text => Some(text.into_owned()),
    }
}

/// Returns file names for the shell, separated by spaces.
fn quoted_list(names: &[String]) -> String {
    let words: Vec<String> = names.iter().map(shell_quote).collect();
    words.join(" ")
}

/// Returns a text with its holes `{{ name }}` filled. Holes in the values stay.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{ ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once(" }}") else {
            continue;
        };
        let value = values.iter().find(|(known, _)| *known == name);
        text += value.map_or("", |(_, value)| value);
        text += rest;
    }
    text
}
