//! `study`: plays every question of the handouts and writes a folder that answers them.
//!
//! The tallies stay in the folder ([`folder`]): a study that was interrupted, or that only needs new words or
//! pictures, plays nothing twice.

pub mod folder;
mod pages;

use super::args::{IntervalArgs, MANY, OUT, SeedChoice, crew, draw_seed, scale, seed, threads};
use super::command_line::CommandLine;
use super::console::{Console, Done, Failure, Failures};
use super::files::{Checkpoint, Former, name, read_tally, saving};
use super::outputs::file_name;
use super::progress::{ProgressLine, place};
use super::runner::play;
use super::signals;
use crate::lang::time::duration;
use crate::lang::{Say, either};
use crate::report::table::paragraph;
use crate::topics::{TOPICS, Topic, scaled};
use clap::{ArgMatches, Command};
use folder::{Folder, Identity};
use pages::{html_page, write};
use pioche_engine::sim::{Experiment, Run, Seed, StopReason, Summary};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

/// Findings that are told at the end.
const BEST: usize = 5;

/// The time that a run takes besides its deals, to begin, to end and to be saved, in seconds.
const EACH: f64 = 0.02;
/// The time that the files of a study take, in seconds, as measured on two cores.
const WRITING: f64 = 3.0;

/// The unit of the bar: work is measured by the time that it should take.
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

/// The part of the bar that one run, or the files, take.
struct Step<'a> {
    bar: &'a ProgressLine,
    from: f64,
    takes: f64,
}

impl Step<'_> {
    fn set(&self, share: f64) {
        self.bar.set(milliseconds(self.from + share * self.takes));
    }

    /// The share that was done by a former study.
    fn skip(&self, share: f64) {
        if share > 0.0 {
            self.bar.skip(milliseconds(self.from + share * self.takes));
            self.set(share);
        }
    }
}

/// Tells how far a study came before a signal, and how to go on.
fn interrupted(command: &CommandLine, (played, all): (usize, usize), console: &Console) -> Done {
    console.remark(&either!(
        console.lang,
        "Interrompu après {played} simulations sur {all}.",
        "Interrupted after {played} of {all} runs."
    ));
    console.continue_with(command);
    Done::Interrupted
}

#[derive(Clone, Debug, clap::Args)]
pub struct Study {
    /// Seed of the random numbers, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    seed: SeedChoice,
    /// Factor applied to all numbers of games; 1 takes less than a minute on two cores
    #[arg(help_heading = MANY, long, value_name = "X", default_value = "1", value_parser = scale, allow_hyphen_values = true)]
    scale: f64,
    /// Number of threads; it does not change the results [default: one per core]
    #[arg(help_heading = MANY, long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    intervals: IntervalArgs,
    /// Folder of the study: new, empty, or an earlier study to update
    #[arg(help_heading = OUT, long, value_name = "DIR", default_value = "study")]
    out: PathBuf,
    /// Replace a study made with another seed, scale, level, method or program
    #[arg(help_heading = OUT, long)]
    force: bool,
}

impl Study {
    /// Runs the study; the command is its own definition and its values.
    pub fn run(&self, (command, matches): (&Command, &ArgMatches), console: &Console) -> Result<Done, Failure> {
        let begun = Instant::now();
        let seed = draw_seed(self.seed, console)?;
        let command = CommandLine::new(command, matches, seed, &[]);
        crew(self.threads, console);
        let identity =
            Identity::new(seed, self.scale, self.intervals.confidence.level(), &self.intervals.interval.to_string());
        let mut folder = Folder::open(&self.out, identity, self.force)?;
        signals::poll();
        let runs = |topic: &Topic| -> Vec<(Arc<dyn Experiment>, u64)> {
            (topic.study)().into_iter().map(|(question, deals)| (question.into(), scaled(deals, self.scale))).collect()
        };
        let plan: Vec<_> = TOPICS.iter().map(|&topic| (topic, runs(topic))).collect();
        let all: usize = plan.iter().map(|(_, runs)| runs.len()).sum();
        let takes = plan.iter().flat_map(|(_, runs)| runs).map(|(question, deals)| self.takes(question, *deals));
        let bar = ProgressLine::new(console, "", Some(milliseconds(takes.sum::<f64>() + WRITING)));
        let (mut found, mut number, mut from) = (Vec::new(), 0, 0.0);
        for (chapter, (topic, runs)) in (1..).zip(&plan) {
            let title = topic.words.title.say(console.lang);
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
                bar.title(&format!("{} · {title}", place(console, (number + 1, all))));
                let step = Step { bar: &bar, from, takes: self.takes(question, *deals) };
                let run = self.run_experiment(question, (*deals, seed), &folder, console, &step)?;
                if run.stop_reason == StopReason::Interrupted {
                    drop(bar);
                    return Ok(interrupted(&command, (number, all), console));
                }
                summaries.push(Summary::new(
                    Arc::clone(question),
                    &run,
                    self.intervals.confidence,
                    self.intervals.interval,
                ));
                number += 1;
                from += step.takes;
            }
            found.push((*topic, summaries));
        }
        bar.title(&console.lang.either("tableaux, images et pages", "tables, pictures and pages"));
        let remade = command.filtered(|id| !["threads", "force", "lang", "color", "quiet"].contains(&id));
        let remade = |lang| format!("{remade} --lang {lang}");
        let mut failures = Failures::default();
        let step = Step { bar: &bar, from, takes: WRITING };
        let best = write(&found, &mut folder, &remade, (console, &|share| step.set(share)), &mut failures)?;
        drop(bar);
        let Some(best) = best else { return Ok(interrupted(&command, (all, all), console)) };
        let told = best.iter().take(BEST).zip(1..);
        let told =
            told.map(|(finding, number)| paragraph(&format!("{number}. {}", finding.plain()), console.columns) + "\n");
        let page = name(&self.out.join(html_page(console.lang)));
        let time = duration(console.lang, begun.elapsed().as_secs_f64().ceil());
        let done = either!(console.lang, "Étude terminée en {time} : {page}", "Study finished in {time}: {page}");
        let text = format!("{}{done}\n", told.collect::<String>());
        if !console.quiet {
            failures.note(console.print(text.as_bytes()));
        }
        failures.end(console)?;
        Ok(Done::Success)
    }

    /// The run of a question: from the folder if it is there, gone on with if it stopped on the way, else played. A
    /// tally that is damaged, or of another plan, is not believed, and played anew.
    fn run_experiment(
        &self,
        question: &Arc<dyn Experiment>,
        (deals, seed): (u64, Seed),
        folder: &Folder,
        console: &Console,
        step: &Step<'_>,
    ) -> Result<Run, Failure> {
        let plan = question.plan(seed, deals);
        let path = folder.tally(&file_name(&plan.experiment));
        let part = 0..plan.deals;
        let former = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stop_reason == StopReason::Deals => {
                step.skip(1.0);
                return Ok(run);
            }
            Ok((_, run)) if run.clone().with_plan(plan.clone(), &part).is_some() => Former::Resume,
            _ => Former::Replace,
        };
        let nothing = Run::empty(plan, question.tally_layout());
        let (mut checkpoint, begun) = Checkpoint::open(&path, former, nothing, &part)?;
        step.skip(begun.tally.deals as f64 / deals as f64);
        let run = saving(Some(&mut checkpoint), console, |tick| {
            let mut look = |run: &Run| {
                step.set(run.tally.deals as f64 / deals as f64);
                tick(run);
            };
            play(question, (begun, part), self.threads, &mut look, console)
        })?;
        checkpoint.close(&run, console)?;
        Ok(run)
    }

    /// About how long a run takes, in seconds.
    fn takes(&self, question: &Arc<dyn Experiment>, deals: u64) -> f64 {
        let threads = self.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        EACH + deals as f64 * question.info().nanoseconds_per_deal / threads as f64 / 1e9
    }
}
