//! The verbs on tally files: `report` writes the outputs of `simulate` for earlier runs, `merge` joins the tallies of
//! several runs into one.

use super::args::{ForceArgs, IntervalArgs, OutputArgs};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, display_name, ranges_text, read_nonempty_tally, read_tally};
use super::outputs::Outputs;
use super::runner;
use clap::{ArgMatches, Args};
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::{Field, Run, StopReason, Summary, compare_independent_runs, tally_file};
use pioche_games::words::Words;
use pioche_games::{TOPICS, Topic, find_topic};
use pioche_report::lang::glossary::count_with_unit;
use pioche_report::lang::{Problem, Text, integer, problem, quantity, tr};
use std::path::PathBuf;
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
        let mut registry = FileRegistry::new(self.output.force_args.force);
        let mut summaries: Vec<Summary> = Vec::new();
        for file in &self.files {
            registry.add_input(file);
            let first_topic = summaries.first().map(|first| first.topic());
            let (experiment, run) = read_nonempty_tally(file, first_topic)?;
            for member in runner::summary(&experiment, &run, self.intervals).of_members() {
                let mut earlier = summaries.iter();
                match earlier.find(|one| have_common_deals(one, &member)) {
                    None => summaries.push(member),
                    // Two joint runs may have a member in common.
                    Some(one) if one.run == member.run => {}
                    Some(_) => {
                        let file = display_name(file);
                        return Err(problem!(
                            "{file} holds deals that are already in an earlier file: a simulation \
                             counts only once",
                            file
                        )
                        .into());
                    }
                }
            }
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
        let outputs = Outputs::open(&self.output, topic, false, &mut registry)?;
        let mut failures = Failures::default();
        outputs.write(&summaries, console, &mut failures);
        failures.finish()?;
        Ok(CommandOutcome::Success)
    }
}

/// Returns true if two runs count some of the same deals.
fn have_common_deals(one: &Summary, other: &Summary) -> bool {
    let plans = [&one.run.plan, &other.run.plan];
    let is_same = plans[0].experiment == plans[1].experiment && plans[0].seed == plans[1].seed;
    is_same && one.run.done.disjoint_union(&other.run.done).is_err()
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
    for option in question_options() {
        let Some(text) = matches.get_one::<String>(option.key()) else {
            continue;
        };
        let mut own_options = topic.question_options();
        let fields = match own_options.find(|own| *own == option) {
            Some(own_option) => own_option.parse_list(text),
            None => {
                let game = topic.name;
                Err(problem!(
                    "these tallies are of {game}, which has no such option",
                    game
                ))
            }
        };
        return fields
            .map(Some)
            .map_err(|problem| Problem::for_argument(&option.flag_name(), problem));
    }
    Ok(None)
}

#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    #[arg(value_name = "FILE", required = true,
          help = tr!("Tally files of the parts of one simulation, in any order"))]
    files: Vec<PathBuf>,
    #[arg(long, value_name = "FILE",
          help = tr!("Write the merged tally to FILE, `-` for the standard output"))]
    tally: PathBuf,
    #[arg(long,
          help = tr!("Accept missing deals or games; the report states them"))]
    partial: bool,
    #[command(flatten)]
    force: ForceArgs,
}

impl MergeArgs {
    /// Merges the runs. Fails when they are not parts of one simulation, or deals are missing without `--partial`.
    pub fn run(&self, console: &Console) -> Result<CommandOutcome, Failure> {
        let mut registry = FileRegistry::new(self.force.force);
        for path in &self.files {
            registry.add_input(path);
        }
        let mut output = registry.open_output(&self.tally)?;
        output.lock()?;
        let runs = self.files.iter().map(|path| read_tally(path));
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        let (experiment, first_run) = &runs[0];
        let schema = first_run.tally.schema.clone();
        let mut merged = Run::empty(first_run.plan.clone(), schema);
        for (path, (_, run)) in self.files.iter().zip(&runs) {
            let file = display_name(path);
            merged.merge(run).map_err(|error| match error {
                MergeError::PlanMismatch | MergeError::SeedMismatch => {
                    let plans = [&run.plan, &first_run.plan].map(ToString::to_string);
                    Problem::plan_mismatch(&file, &plans[0], &plans[1])
                }
                MergeError::HasStopRule => problem!(
                    "{file} was run until a precision: its deals depend on its results and cannot be merged",
                    file
                ),
                MergeError::Overlap(deal) => problem!(
                    "{file} holds deal {deal}, which is already in an earlier file",
                    file,
                    deal
                ),
                MergeError::Overflow(_) => problem!(
                    "with {file} there are more deals than a tally can count (2^64)",
                    file
                ),
            })?;
        }
        if merged.stop_reason == StopReason::Part && !self.partial {
            let gaps = ranges_text(&merged.done.gaps(merged.plan.deals));
            return Err(problem!(
                "deals {gaps} are missing; use --partial to merge anyway",
                gaps
            )
            .into());
        }
        output.write(tally_file::to_text(&merged).as_bytes(), console)?;
        let text = tr!(
            "{file}: {deals} of {planned_deals}, from {files}",
            file = display_name(&self.tally),
            deals = count_with_unit(experiment.info().unit, merged.tally.deals),
            planned_deals = integer(merged.plan.deals),
            files = quantity(self.files.len() as u64, Text("file|files"))
        );
        console.remark(&text);
        Ok(CommandOutcome::Success)
    }
}
