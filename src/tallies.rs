//! The verbs on tally files: `report` writes the outputs of `simulate` for earlier runs, `merge` joins the tallies of
//! several runs into one.

use super::args::{ForceArgs, IntervalArgs, OutputArgs};
use super::command_line::quote_path;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{
    FileRegistry, Output, OutputContent, display_name, output_path, ranges_text,
    read_nonempty_tally, read_tally,
};
use super::outputs::{Outputs, open_output_folder, tally_names};
use super::runner;
use clap::{ArgMatches, Args};
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::{
    Experiment, Field, Run, StopReason, Summary, compare_independent_runs, tally_file,
};
use pioche_games::words::Words;
use pioche_games::{TOPICS, Topic, find_topic};
use pioche_report::lang::glossary::count_with_unit;
use pioche_report::lang::{Problem, Text, integer, join_list, problem, quantity, tr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    #[arg(value_name = "FILE", required = true,
          help = tr!("Tally files of runs of one game, `-` for the standard input"))]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    intervals: IntervalArgs,
}

impl ReportArgs {
    pub fn run(&self, matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
        let mut summaries: Vec<Summary> = Vec::new();
        // The file of each summary.
        let mut summary_files: Vec<&PathBuf> = Vec::new();
        let mut tallies: Vec<(Arc<dyn Experiment>, Arc<Run>)> = Vec::new();
        let mut registry = FileRegistry::new(self.output.force_args.force);
        for file in &self.files {
            registry.add_input(file);
            let first_topic = summaries.first().map(|first| first.topic());
            let (experiment, run) = read_nonempty_tally(file, first_topic)?;
            let mut earlier_runs = tallies.iter().map(|(_, run)| run.as_ref());
            if let Some(earlier) = earlier_runs.position(|earlier| have_common_deals(earlier, &run))
            {
                return Err(counted_twice_problem(file, &self.files[earlier]).into());
            }
            for member in runner::summary(&experiment, &run, self.intervals).of_members() {
                if let Err(place) = add_summary(&mut summaries, member) {
                    return Err(counted_twice_problem(file, summary_files[place]).into());
                }
                summary_files.resize(summaries.len(), file);
            }
            tallies.push((experiment, Arc::new(run)));
        }
        if self.output.compare {
            compare_independent_runs(&mut summaries);
        }
        let topic = summaries
            .first()
            .and_then(|first| find_topic(first.topic()))
            .expect("a tally is of a known game");
        let fields = asked_fields(topic, matches)?;
        let experiments: Vec<_> = summaries
            .iter()
            .map(|run| Arc::clone(&run.experiment))
            .collect();
        for (place, summary) in summaries.iter_mut().enumerate() {
            summary.row_selection =
                runner::row_selection(topic, fields.as_ref(), (&experiments, place), false)?;
        }
        if has_parts_of_one_run(&summaries) {
            let quoted_files: Vec<String> =
                self.files.iter().map(|file| quote_path(file)).collect();
            let files = quoted_files.join(" ");
            console.remark(&tr!(
                "These files are parts of one simulation; for a single result: \
                 pioche merge {files} --tally all.tally",
                files
            ));
        }
        let tally_experiments = tallies.iter().map(|(experiment, _)| experiment);
        let runs: Vec<Arc<Run>> = tallies.iter().map(|(_, run)| Arc::clone(run)).collect();
        let names = distinct_names(tally_names(topic, tally_experiments), &runs);
        let named_tallies = names.into_iter().zip(runs).collect();
        let folder = open_output_folder(&self.output, false)?;
        let outputs = Outputs::open(&self.output, topic, folder, named_tallies, &mut registry)?;
        let row_selection = summaries.first().and_then(|run| run.row_selection.as_ref());
        outputs.check_chart(&experiments, row_selection)?;
        let mut failures = Failures::default();
        outputs.write(&summaries, console, &mut failures);
        failures.report_all_but_last()?;
        Ok(CommandOutcome::Success)
    }
}

/// Adds a summary to those of a report. Of the same run, alone and as a member of joint runs, the first one with differences is
/// kept.
///
/// # Errors
/// The place of another run that counts some of the same deals.
fn add_summary(summaries: &mut Vec<Summary>, summary: Summary) -> Result<(), usize> {
    let place = summaries
        .iter()
        .position(|known| have_common_deals(&known.run, &summary.run));
    let Some(place) = place else {
        summaries.push(summary);
        return Ok(());
    };
    let known = &mut summaries[place];
    if known.run != summary.run || known.joint.is_none() && summary.joint.is_none() {
        return Err(place);
    }
    if known.joint.is_none() {
        *known = summary;
    }
    Ok(())
}

/// Creates the problem of a file that counts deals of an earlier one.
fn counted_twice_problem(file: &Path, earlier_file: &Path) -> Problem {
    let file = display_name(file);
    let earlier_file = display_name(earlier_file);
    problem!(
        "{file} holds deals that are already in {earlier_file}: a simulation counts only once",
        file,
        earlier_file
    )
}

/// Returns the options of all games that ask another question than the main one, each once.
pub fn question_options() -> Vec<Words> {
    let mut options: Vec<Words> = Vec::new();
    for option in TOPICS.iter().flat_map(|topic| topic.question_options()) {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    options
}

/// Returns the rows or the statistic of a game that `report` is asked for; `None` without such an option. Fails when the
/// option is that of another game, or its value is not accepted.
fn asked_fields(topic: &Topic, matches: &ArgMatches) -> Result<Option<Vec<Field>>, Problem> {
    let mut options = question_options().into_iter();
    let Some(option) = options.find(|option| matches.contains_id(option.key())) else {
        return Ok(None);
    };
    let flag = option.flag_name();
    let mut own_options = topic.question_options();
    let Some(own_option) = own_options.find(|own| *own == option) else {
        let game = topic.name;
        let flags: Vec<String> = topic
            .question_options()
            .map(|own| own.flag_name())
            .collect();
        let options = join_list(&flags, &tr!("or"));
        return Err(Problem::for_argument(
            &flag,
            problem!(
                "these tallies are of {game}, which has {options}",
                game,
                options
            ),
        ));
    };
    let text = matches.get_one::<String>(option.key());
    own_option
        .parse_list(text.map_or("", String::as_str))
        .map(Some)
        .map_err(|problem| Problem::for_argument(&flag, problem))
}

/// Adds the seed to file names that several runs share, and if necessary the first deal and a number.
fn distinct_names(mut names: Vec<String>, runs: &[Arc<Run>]) -> Vec<String> {
    let marks: [&dyn Fn(usize) -> String; 3] = [
        &|place| format!("seed-{}", runs[place].plan.seed),
        &|place| {
            let first_range = runs[place].done.iter().next();
            format!("from-{}", first_range.map_or(0, |range| range.start))
        },
        &|place| (place + 1).to_string(),
    ];
    for mark in marks {
        let former_names = names.clone();
        for (place, name) in names.iter_mut().enumerate() {
            let is_shared = former_names.iter().filter(|former| *former == name).count() > 1;
            if let Some(stem) = name.strip_suffix(".tally").filter(|_| is_shared) {
                *name = format!("{stem}-{}.tally", mark(place));
            }
        }
    }
    names
}

/// Returns true if two of the runs are parts of one plan.
fn has_parts_of_one_run(summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .enumerate()
        .any(|(index, Summary { run, .. })| {
            let mut former_runs = summaries[..index].iter();
            run.stop_reason == StopReason::Part
                && former_runs.any(|former| former.run.plan == run.plan)
        })
}

/// Returns true if two runs count some of the same deals.
fn have_common_deals(one: &Run, other: &Run) -> bool {
    let same = one.plan.experiment == other.plan.experiment && one.plan.seed == other.plan.seed;
    same && one.done.disjoint_union(&other.done).is_err()
}

#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    #[arg(value_name = "FILE", required = true,
          help = tr!("Tally files of the parts of one simulation, in any order"))]
    files: Vec<PathBuf>,
    #[arg(long, value_name = "FILE", value_parser = output_path(OutputContent::Tally),
          help = tr!("Write the merged tally to FILE, `-` for the standard output"))]
    tally: PathBuf,
    #[arg(long,
          help = tr!("Accept missing deals or games; the report states them"))]
    partial: bool,
    #[command(flatten)]
    force: ForceArgs,
}

impl MergeArgs {
    pub fn run(&self, console: &Console) -> Result<CommandOutcome, Failure> {
        let output = self.open_output()?;
        let mut runs = Vec::new();
        let mut unit = "";
        for file in &self.files {
            let (experiment, run) = read_tally(file)?;
            unit = experiment.info().unit;
            runs.push(run);
        }
        let run = self.merged_run(&runs)?;
        output.write(tally_file::to_text(&run).as_bytes(), console)?;
        console.remark(&self.result_text(&run, unit));
        Ok(CommandOutcome::Success)
    }

    /// Opens the output. Fails when a file is given twice, and as [`FileRegistry::open_output`].
    fn open_output(&self) -> Result<Output, Problem> {
        let mut registry = FileRegistry::new(self.force.force);
        for path in &self.files {
            if !registry.add_input(path) {
                let file = display_name(path);
                return Err(problem!("{file} is given twice", file));
            }
        }
        let mut output = registry.open_output(&self.tally)?;
        output.lock()?;
        Ok(output)
    }

    /// Merges the runs. Fails when they are not parts of one simulation, or deals are missing without `--partial`.
    fn merged_run(&self, runs: &[Run]) -> Result<Run, Problem> {
        let first = &runs[0];
        let mut merged = Run::empty(first.plan.clone(), first.tally.schema.clone());
        for (index, run) in runs.iter().enumerate() {
            let merge_problem = |error| self.merge_problem(error, runs, index);
            merged.merge(run).map_err(merge_problem)?;
        }
        if merged.stop_reason == StopReason::Part && !self.partial {
            let gaps = ranges_text(merged.done.gaps(merged.plan.deals).iter());
            return Err(problem!(
                "deals {gaps} are missing; use --partial to merge anyway",
                gaps
            ));
        }
        Ok(merged)
    }

    /// Returns the number of deals in the output, of how many, and from how many files.
    fn result_text(&self, run: &Run, unit: &'static str) -> String {
        let file = display_name(&self.tally);
        let deals = count_with_unit(unit, run.tally.deals);
        let planned_deals = integer(run.plan.deals);
        let files = quantity(self.files.len() as u64, Text("file|files"));
        tr!(
            "{file}: {deals} of {planned_deals}, from {files}",
            file,
            deals,
            planned_deals,
            files
        )
    }

    /// Returns the name of the file with this index.
    fn file_name(&self, index: usize) -> String {
        display_name(&self.files[index])
    }

    /// Returns the problem of the run with this index, which does not fit the earlier ones.
    fn merge_problem(&self, error: MergeError, runs: &[Run], index: usize) -> Problem {
        let run = &runs[index];
        let file = self.file_name(index);
        let first_file = self.file_name(0);
        match error {
            MergeError::PlanMismatch => {
                Problem::plan_mismatch(&file, &run.plan.to_string(), &runs[0].plan.to_string())
            }
            MergeError::SeedMismatch => {
                problem!(
                    "{file} has a different seed from {first_file}",
                    file,
                    first_file
                )
            }
            MergeError::HasStopRule => problem!(
                "{file} was run until a precision: its deals depend on its results and cannot be merged",
                file
            ),
            MergeError::Overlap(deal) => {
                let mut earlier_runs = runs.iter();
                let other = earlier_runs.position(|earlier| earlier.done.contains(deal));
                let other = other.unwrap_or(0);
                let other_file = self.file_name(other);
                if run.done == runs[other].done && run.tally != runs[other].tally {
                    return problem!(
                        "{file} and {other_file} hold the same deals with different counts: one of them is wrong",
                        file,
                        other_file
                    );
                }
                problem!(
                    "{file} holds deal {deal}, which is already in {other_file}",
                    file,
                    deal,
                    other_file
                )
            }
            MergeError::Overflow(_) => problem!(
                "with {file} there are more deals than a tally can count (2^64)",
                file
            ),
        }
    }
}
