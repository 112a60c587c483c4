//! `report`: the outputs of `simulate` for earlier runs.

use super::args::{IntervalArgs, OutputArgs, options};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, display_name, read_nonempty_tally};
use super::outputs::{Outputs, tally_names};
use crate::lang::{Problem, problem};
use crate::topics::find_topic;
use pioche_engine::sim::{Experiment, Run, RunOptions, Summary, find_examples, tally_file};
use std::path::PathBuf;
use std::sync::Arc;

options! {
    #[derive(Clone, Debug)]
    pub struct ReportArgs {
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf> =
            "Fichiers de décomptes de simulations d'un même jeu, « - » pour l'entrée standard",
            "Tally files of runs of one game, `-` for the standard input";
        intervals: IntervalArgs = flatten;
        output: OutputArgs = flatten;
    }
}

impl ReportArgs {
    pub fn run(&self, console: &Console) -> Result<CommandOutcome, Failure> {
        let mut experiments = Vec::<Arc<dyn Experiment>>::new();
        let mut summaries = Vec::new();
        let mut tallies = Vec::new();
        let mut runs = Vec::<Run>::new();
        let mut registry = FileRegistry::new(self.output.force);
        for file in &self.files {
            registry.add_input(file);
            let (experiment, run) =
                read_nonempty_tally(file, experiments.first().map(|first| first.topic()))?;
            if let Some(first) = runs.iter().position(|known| have_common_deals(known, &run)) {
                let file = display_name(file);
                let first = display_name(&self.files[first]);
                let problem = problem!(
                    "{file} contient des donnes qui sont déjà dans {first} : une même simulation ne compte qu'une fois",
                    "{file} holds deals that are already in {first}: a simulation counts only once"
                );
                return Err(problem.into());
            }
            let IntervalArgs {
                confidence,
                interval,
            } = self.intervals;
            let mut summary = Summary::new(Arc::clone(&experiment), &run, confidence, interval);
            let options = RunOptions {
                simd_level: console.simd_level,
                ..RunOptions::default()
            };
            summary.examples =
                find_examples(experiment.as_ref(), &run, &options).map_err(Problem::from)?;
            summaries.push(summary);
            tallies.push(tally_file::to_text(&run));
            experiments.push(experiment);
            runs.push(run);
        }
        let topic = experiments
            .first()
            .and_then(|first| find_topic(first.topic()))
            .expect("a tally is of a known game");
        let names = distinct_names(tally_names(topic, &experiments), &runs);
        let outputs = Outputs::open(&self.output, topic, &names, &mut registry)?;
        let mut failures = Failures::default();
        outputs.write(&summaries, &tallies, console, &mut failures);
        failures.report_all_but_last(console)?;
        Ok(CommandOutcome::Success)
    }
}

/// Adds the seed, and if necessary the first deal, to file names that several runs share.
fn distinct_names(names: Vec<String>, runs: &[Run]) -> Vec<String> {
    let add = |names: Vec<String>, mark: &dyn Fn(&Run) -> String| -> Vec<String> {
        let shared = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let marked = |(name, run): (&String, &Run)| match name.strip_suffix(".tally") {
            Some(stem) if shared(name) => format!("{stem}-{}.tally", mark(run)),
            _ => name.clone(),
        };
        names.iter().zip(runs).map(marked).collect()
    };
    let names = add(names, &|run| format!("seed-{}", run.plan.seed));
    add(names, &|run| {
        format!(
            "from-{}",
            run.done.iter().next().map_or(0, |range| range.start)
        )
    })
}

/// Returns true if two runs count some of the same deals.
fn have_common_deals(one: &Run, other: &Run) -> bool {
    let same = one.plan.experiment == other.plan.experiment && one.plan.seed == other.plan.seed;
    same && one.done.disjoint_union(&other.done).is_err()
}
