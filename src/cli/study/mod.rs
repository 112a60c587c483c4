//! `study`: plays every question of the handouts and writes a folder that answers them.
//!
//! The tallies stay in the folder ([`folder`]): a study that was interrupted, or that only needs new words or
//! pictures, plays nothing twice.

mod bar;
pub mod folder;
mod pages;

use super::again;
use super::args::{IntervalArgs, SeedChoice, crew, drawn, scale, seed, threads};
use super::console::{Console, Done, Failure, Failures};
use super::deals::play;
use super::files::{Checkpoint, Former, name, read_tally, saving};
use super::outputs::file_name;
use super::signals::{self, Patience};
use super::simulate::ended;
use crate::lang::progress::duration;
use crate::lang::{Lang, either};
use crate::report::table::paragraph;
use crate::topics::{TOPICS, Topic, scaled};
use bar::StudyBar;
use folder::{Folder, Identity};
use pages::{html_page, write};
use pioche_engine::sim::{Experiment, Progress, Run, Seed, Stopped};
use pioche_engine::stats::Method;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Findings that are told at the end.
const BEST: usize = 5;

/// `study`.
#[derive(Clone, Debug, clap::Args)]
pub struct Study {
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    seed: SeedChoice,
    /// Factor of all numbers of games; 1 takes less than a minute on two cores
    #[arg(long, value_name = "X", default_value = "1", value_parser = scale, allow_hyphen_values = true)]
    scale: f64,
    /// Threads [default: all cores]; they change no result
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    intervals: IntervalArgs,
    /// Folder of the study: new, empty, or a study that is brought up to date
    #[arg(long, value_name = "DIR", default_value = "study")]
    out: PathBuf,
    /// Replace a study of another seed, scale, level, method or program
    #[arg(long)]
    force: bool,
}

impl Study {
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let begun = Instant::now();
        let seed = drawn(self.seed, console)?;
        crew(self.threads, console);
        let identity =
            Identity::of(seed, self.scale, self.intervals.confidence.level(), &self.intervals.interval.to_string());
        let mut folder = Folder::open(&self.out, identity, self.force)?;
        signals::hold(Patience::Endless)?;
        let runs = |topic: &Topic| -> Vec<(Arc<dyn Experiment>, u64)> {
            (topic.study)().into_iter().map(|(question, deals)| (question.into(), scaled(deals, self.scale))).collect()
        };
        let plan: Vec<_> = TOPICS.iter().map(|&topic| (topic, runs(topic))).collect();
        let bar = Arc::new(StudyBar::new(console, self.threads, plan.iter().flat_map(|(_, runs)| runs)));
        let mut found = Vec::new();
        for (place, (topic, runs)) in plan.iter().enumerate() {
            bar.chapter(topic.words.title, place + 1, plan.len());
            let mut summaries = Vec::new();
            for (question, deals) in runs {
                let run = self.played(question, (*deals, seed), &folder, console, &bar)?;
                if run.stopped == Stopped::Interrupted {
                    bar.finish();
                    let done = ended(&run, question.about().unit.word(), console);
                    console.remark(&again::command(seed.0, &[], console.lang));
                    return Ok(done);
                }
                summaries.push(question.summary(&run, self.intervals.confidence, self.intervals.interval));
            }
            found.push((*topic, summaries));
        }
        bar.writes();
        // All that was played is saved, and each file appears whole: whoever draws is not waited for.
        let (told, drawn, command) = (*console, Arc::clone(&bar), again::command(seed.0, &[], console.lang));
        signals::will(move || {
            drawn.finish();
            told.remark(&command);
        });
        signals::hold(Patience::None)?;
        let command = |lang| self.command(seed, lang);
        let mut failures = Failures::default();
        let best = write(&found, &mut folder, &command, console, &mut failures)?;
        bar.finish();
        let told = best.iter().take(BEST).zip(1..);
        let told =
            told.map(|(finding, number)| paragraph(&format!("{number}. {}", finding.plain()), console.columns) + "\n");
        let page = name(&self.out.join(html_page(console.lang)));
        let time = duration(console.lang, begun.elapsed().as_secs_f64().ceil());
        let done =
            either!(console.lang, "L'étude est faite, en {time} : {page}", "The study is done, in {time}: {page}");
        let text = format!("{}{done}\n", told.collect::<String>());
        if !console.quiet {
            failures.note(console.print(text.as_bytes()));
        }
        failures.end(console)?;
        Ok(Done::Success)
    }

    /// The run of a question: from the folder if it is there, gone on with if it stopped on the way, else played. A
    /// tally that is damaged, or of another plan, is not believed, and played anew.
    fn played(
        &self,
        question: &Arc<dyn Experiment>,
        (deals, seed): (u64, Seed),
        folder: &Folder,
        console: &Console,
        bar: &StudyBar,
    ) -> Result<Run, Failure> {
        let plan = question.plan(seed, deals);
        let path = folder.tally(&file_name(&plan.experiment));
        let part = 0..plan.deals;
        let former = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stopped == Stopped::Deals => {
                bar.question(question.as_ref(), deals, 1.0);
                return Ok(run);
            }
            Ok((_, run)) if run.clone().under(plan.clone(), &part).is_some() => Former::Resume,
            _ => Former::Replace,
        };
        let nothing = Run::nothing(plan, question.layout());
        let (mut checkpoint, begun) = Checkpoint::open(&path, former, nothing, &part)?;
        bar.question(question.as_ref(), deals, begun.tally.deals as f64 / deals as f64);
        let run = saving(Some(&mut checkpoint), console, |tick| {
            let mut look = |progress: &Progress<'_>, run: &Run| {
                bar.tick(progress);
                tick(run);
            };
            play(question, (begun, part), self.threads, &mut look, console)
        })?;
        checkpoint.close(&run, console)?;
        Ok(run)
    }

    /// The command that makes this study again, with the options about intervals that are not the usual ones.
    fn command(&self, seed: Seed, lang: Lang) -> String {
        let (out, IntervalArgs { confidence, interval }) = (again::quoted(&self.out), self.intervals);
        let mut command = format!("pioche study --out {out} --scale {} --seed {} --lang {lang}", self.scale, seed.0);
        if confidence.level() != 0.95 {
            command.push_str(&format!(" --confidence {}", confidence.level()));
        }
        if interval == Method::Wilson {
            command.push_str(" --interval wilson");
        }
        command
    }
}
