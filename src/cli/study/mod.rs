//! `study`: runs every question of the handouts and writes a folder with the answers.
//!
//! The tallies stay in the folder ([`folder`]), so an interrupted study continues, and new texts or pictures need no
//! simulation.

mod artifacts;
pub mod folder;

use super::args::{
    IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_study_scale,
};
use super::command_line::CommandLine;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{Checkpoint, ExistingTally, display_name, read_tally, with_periodic_saves};
use super::outputs::file_stem;
use super::progress::{
    ProgressLine, ProgressStep, expected_seconds, milliseconds, run_position_text,
};
use super::runner::play_deals;
use super::signals;
use crate::lang::time::duration;
use crate::lang::{Say, either, release_spaces};
use crate::report::text_table::wrapped_paragraph;
use crate::topics::{TOPICS, Topic, scaled_deals};
use artifacts::{html_file_name, write_study};
use clap::{ArgMatches, Command};
use folder::{StudyFolder, StudyIdentity};
use pioche_engine::sim::{Experiment, Run, Seed, StopReason, Summary};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The largest number of findings printed at the end.
const MAX_FINDINGS: usize = 5;

/// The time for writing the files of a study, in seconds, measured on two cores.
const WRITING_SECONDS: f64 = 3.0;

/// Prints how many runs were done before a signal, and the command to continue.
fn report_interruption(
    command: &CommandLine,
    (played, all): (usize, usize),
    console: &Console,
) -> CommandOutcome {
    console.remark(&either!(
        console.lang,
        "Interrompu après {played} simulations sur {all}.",
        "Interrupted after {played} of {all} runs."
    ));
    console.print_resume_command(command);
    CommandOutcome::Interrupted
}

options! {
    #[derive(Clone, Debug)]
    pub struct StudyArgs {
        seed: SeedArgs = flatten;
        #[arg(help_heading = WORKLOAD_HEADING, long, value_name = "X", default_value = "1", value_parser = parse_study_scale, allow_hyphen_values = true)]
        scale: f64 =
            "Multiplie tous les nombres de parties par X ; 1 prend moins d'une minute sur deux cœurs",
            "Multiply every number of games by X; 1 takes less than a minute on two cores";
        threads: ThreadArgs = flatten;
        intervals: IntervalArgs = flatten;
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "DIR", default_value = "study")]
        out: PathBuf =
            "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour",
            "Folder of the study: new, empty, or an earlier study to update";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace une étude dont la graine, l'échelle, le niveau, la méthode ou le programme diffère",
            "Replace a study made with another seed, scale, level, method or program";
    }
}

impl StudyArgs {
    /// Runs the study; `command` is its clap definition, `matches` its parsed values.
    pub fn run(
        &self,
        (command, matches): (&Command, &ArgMatches),
        console: &Console,
    ) -> Result<CommandOutcome, Failure> {
        let begun = Instant::now();
        let seed = self.seed.resolve(console)?;
        let command = CommandLine::new(command, matches, seed, &[]);
        self.threads.warn_excess(console);
        let identity = StudyIdentity::new(
            seed,
            self.scale,
            self.intervals.confidence.level(),
            &self.intervals.interval.to_string(),
        );
        let mut folder = StudyFolder::open(&self.out, identity, self.force)?;
        signals::enable_polling();
        let runs = |topic: &Topic| -> Vec<(Arc<dyn Experiment>, u64)> {
            (topic.study_runs)()
                .into_iter()
                .map(|(question, deals)| (question.into(), scaled_deals(deals, self.scale)))
                .collect()
        };
        let plan: Vec<_> = TOPICS.iter().map(|&topic| (topic, runs(topic))).collect();
        let all: usize = plan.iter().map(|(_, runs)| runs.len()).sum();
        let takes = plan
            .iter()
            .flat_map(|(_, runs)| runs)
            .map(|(question, deals)| {
                expected_seconds(question.as_ref(), *deals, self.threads.count())
            });
        let bar = ProgressLine::new(
            console,
            "",
            Some(milliseconds(takes.sum::<f64>() + WRITING_SECONDS)),
        );
        let (mut found, mut number, mut from) = (Vec::new(), 0, 0.0);
        for (chapter, (topic, runs)) in (1..).zip(&plan) {
            let title = topic.glossary.title.say(console.lang);
            if bar.is_hidden() {
                let of = plan.len();
                console.remark(&either!(
                    console.lang,
                    "Chapitre {chapter} sur {of} : {title}",
                    "Chapter {chapter} of {of}: {title}"
                ));
            }
            let mut summaries = Vec::new();
            for (question, deals) in runs {
                bar.set_title(&format!(
                    "{} · {title}",
                    run_position_text(console, (number + 1, all))
                ));
                let step = ProgressStep {
                    line: &bar,
                    start_seconds: from,
                    duration_seconds: expected_seconds(
                        question.as_ref(),
                        *deals,
                        self.threads.count(),
                    ),
                };
                let run = self.run_experiment(question, (*deals, seed), &folder, console, &step)?;
                if run.stop_reason == StopReason::Interrupted {
                    drop(bar);
                    return Ok(report_interruption(&command, (number, all), console));
                }
                summaries.push(Summary::new(
                    Arc::clone(question),
                    &run,
                    self.intervals.confidence,
                    self.intervals.interval,
                ));
                number += 1;
                from += step.duration_seconds;
            }
            found.push((*topic, summaries));
        }
        bar.set_title(
            &console
                .lang
                .either("tableaux, images et pages", "tables, pictures and pages"),
        );
        let remade = command
            .filter_options(|id| !["threads", "force", "lang", "color", "quiet"].contains(&id));
        let remade = |lang| format!("{remade} --lang {lang}");
        let mut failures = Failures::default();
        let step = ProgressStep {
            line: &bar,
            start_seconds: from,
            duration_seconds: WRITING_SECONDS,
        };
        let best = write_study(
            &found,
            &mut folder,
            &remade,
            (console, &|share| step.set_share(share)),
            &mut failures,
        )?;
        drop(bar);
        let Some(best) = best else {
            return Ok(report_interruption(&command, (all, all), console));
        };
        let told = best.iter().take(MAX_FINDINGS).zip(1..);
        let told = told.map(|(finding, number)| {
            wrapped_paragraph(&format!("{number}. {finding}"), console.columns) + "\n"
        });
        let page = release_spaces(&display_name(&self.out.join(html_file_name(console.lang))));
        let time = duration(console.lang, begun.elapsed().as_secs_f64().ceil());
        let done = either!(
            console.lang,
            "Étude terminée en {time} : {page}",
            "Study finished in {time}: {page}"
        );
        let text = format!("{}{done}\n", told.collect::<String>());
        if !console.quiet {
            failures.record(console.print(text.as_bytes()));
        }
        failures.report_all_but_last(console)?;
        Ok(CommandOutcome::Success)
    }

    /// Returns the run of an experiment: complete from the folder, continued from a partial tally, or new. A tally that
    /// is damaged or of another plan is replaced.
    fn run_experiment(
        &self,
        experiment: &Arc<dyn Experiment>,
        (deals, seed): (u64, Seed),
        folder: &StudyFolder,
        console: &Console,
        step: &ProgressStep<'_>,
    ) -> Result<Run, Failure> {
        let plan = experiment.plan(seed, deals);
        let path = folder.tally_path(&file_stem(&plan.experiment));
        let part = 0..plan.deals;
        let former = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stop_reason == StopReason::Deals => {
                step.set_initial_share(1.0);
                return Ok(run);
            }
            Ok((_, run)) if run.clone().with_plan(plan.clone(), &part).is_some() => {
                ExistingTally::Resume
            }
            _ => ExistingTally::Replace,
        };
        let nothing = Run::empty(plan, experiment.tally_layout());
        let (mut checkpoint, begun) = Checkpoint::open(&path, former, nothing, &part)?;
        step.set_initial_share(begun.tally.deals as f64 / deals as f64);
        let run = with_periodic_saves(Some(&mut checkpoint), console, |tick| {
            let mut look = |run: &Run| {
                step.set_share(run.tally.deals as f64 / deals as f64);
                tick(run);
            };
            play_deals(
                experiment,
                (begun, part),
                self.threads.count(),
                &mut look,
                console,
            )
        })?;
        checkpoint.close(&run, console)?;
        Ok(run)
    }
}
