//! `study`: answers every question of the handouts and writes a folder with the answers.
//!
//! The tallies stay in the folder ([`folder`]), so an interrupted study continues, and new texts or pictures need no
//! simulation.

pub mod folder;

use super::args::{IntervalArgs, SeedArgs, ThreadArgs};
use super::command_line::{shell_quote, typed_command};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{Checkpoint, display_name, read_tally};
use super::progress::ProgressLine;
use super::runner::{play_deals, summary};
use super::signals;
use clap::Args;
use folder::{ChapterNames, StudyFolder, all_chapters, parse_chapters, study_settings, tally_name};
use pioche_engine::sim::{Experiment, Plan, Run, Seed, StopReason};
use pioche_report::command::CommandLine;
use pioche_report::lang::parse_number::parse_real;
use pioche_report::lang::{Lang, Problem, duration, in_language, problem, release_spaces, tr};
use pioche_study::CHAPTERS;
use pioche_study::page::{StudyChapter, page_file_names, render};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

#[derive(Args, Clone, Debug)]
pub struct StudyArgs {
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "X", default_value = "1", value_parser = parse_scale,
          help = tr!("Multiply the numbers of games by X; 1 takes less than a minute on two cores"))]
    scale: f64,
    #[arg(long, value_name = "NAMES", value_parser = parse_chapters,
          help = tr!("Chapters by the names of their games, such as alliances,nim; by default all"))]
    chapter: Option<ChapterNames>,
    #[arg(long, value_name = "DIR", default_value = "study",
          help = tr!("Folder of the study: new, empty, or an earlier study to update"))]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    intervals: IntervalArgs,
    #[arg(long,
          help = tr!("Replace a study made with another seed, scale, level or program, or other chapters"))]
    force: bool,
}

fn parse_scale(text: &str) -> Result<f64, Problem> {
    let scale = parse_real(text).filter(|scale| (0.001..=1e6).contains(scale));
    scale.ok_or_else(|| problem!("“{text}” is not a scale between 0.001 and 1e6", text))
}

/// A run of a study.
struct ChapterRun {
    /// The place of its chapter.
    chapter: usize,
    experiment: Arc<dyn Experiment>,
    plan: Plan,
    has_tally: bool,
}

impl StudyArgs {
    /// Runs the study; `words` are those of the command line.
    pub fn run(&self, words: &[OsString], console: &Console) -> Result<CommandOutcome, Failure> {
        let start = Instant::now();
        let seed = self.seed.resolve(console)?;
        let command = typed_command(words, seed, &[]);
        let names = self.chapter.clone().unwrap_or_else(all_chapters);
        let level = self.intervals.confidence.level();
        let settings = study_settings(&names, seed, self.scale, level);
        let folder = StudyFolder::open(&self.out, &settings, self.force)?;
        signals::enable_polling();
        let Some(chapters) = self.play(&names, seed, &folder, &command, console)? else {
            return Ok(CommandOutcome::Interrupted);
        };
        let page_command = self.page_command(&names, seed).to_string();
        for lang in [Lang::En, Lang::Fr] {
            if signals::acknowledge_stop_request() {
                console.print_resume_command(&command);
                return Ok(CommandOutcome::Interrupted);
            }
            for (name, bytes) in in_language(lang, || render(&chapters, &page_command))? {
                folder.output(&name)?.write(&bytes, console)?;
            }
        }
        if !console.quiet {
            let [_, html] = page_file_names(Lang::current());
            let page = release_spaces(&display_name(&self.out.join(html)));
            let time = duration(start.elapsed().as_secs_f64().ceil());
            let text = tr!("Study finished in {time}: {page}\n", time, page);
            console.print(text.as_bytes())?;
        }
        Ok(CommandOutcome::Success)
    }

    /// Returns the command that makes the page, without options that do not change it.
    fn page_command(&self, names: &[&str], seed: Seed) -> CommandLine {
        let mut command = CommandLine::new("pioche study");
        let level = self.intervals.confidence.level();
        for (name, value, default) in [
            ("seed", seed.to_string(), "1"),
            ("scale", self.scale.to_string(), "1"),
            ("chapter", names.join(","), &all_chapters().join(",")),
            ("out", shell_quote(&self.out), "study"),
            ("confidence", level.to_string(), "0.95"),
        ] {
            if value != default {
                command.add_option(name, Some(value));
            }
        }
        command
    }

    /// Plays the runs of the chapters; `None` after a signal.
    fn play(
        &self,
        names: &[&str],
        seed: Seed,
        folder: &StudyFolder,
        command: &str,
        console: &Console,
    ) -> Result<Option<Vec<StudyChapter>>, Failure> {
        let mut chapters: Vec<StudyChapter> = CHAPTERS
            .iter()
            .filter(|chapter| names.contains(&chapter.topic.name))
            .map(|chapter| StudyChapter {
                chapter,
                summaries: Vec::new(),
            })
            .collect();
        let runs = self.planned_runs(&chapters, seed);
        let line = ProgressLine::of_runs(console, runs.len());
        for (index, planned) in runs.iter().enumerate() {
            let run = self.play_or_resume(index, planned, folder, &line, console)?;
            if run.stop_reason == StopReason::Interrupted {
                drop(line);
                let run_count = runs.len();
                console.remark(&tr!(
                    "Interrupted after {index} of {run_count} runs.",
                    index,
                    run_count
                ));
                console.print_resume_command(command);
                return Ok(None);
            }
            let summary = summary(&planned.experiment, &run, self.intervals);
            chapters[planned.chapter].summaries.push(summary);
        }
        Ok(Some(chapters))
    }

    fn planned_runs(&self, chapters: &[StudyChapter], seed: Seed) -> Vec<ChapterRun> {
        let mut runs = Vec::new();
        for (chapter, study_chapter) in chapters.iter().enumerate() {
            for (experiment, deals) in study_chapter.chapter.runs() {
                runs.push(ChapterRun {
                    chapter,
                    plan: experiment.plan(seed, deals.at_scale(self.scale)),
                    experiment: experiment.into(),
                    has_tally: deals.has_tally(),
                });
            }
        }
        runs
    }

    /// Returns a run: complete from the folder, continued from its tally there, or new. A tally of another plan is
    /// replaced.
    fn play_or_resume(
        &self,
        index: usize,
        planned: &ChapterRun,
        folder: &StudyFolder,
        line: &ProgressLine,
        console: &Console,
    ) -> Result<Run, Failure> {
        let plan = &planned.plan;
        let deal_range = 0..plan.deals;
        let mut run = Run::empty(plan.clone(), planned.experiment.tally_schema());
        let mut checkpoint = None;
        if planned.has_tally {
            let tally = folder.output(&tally_name(&plan.experiment))?;
            if let Ok((_, earlier_run)) = read_tally(tally.path()) {
                if earlier_run.plan == *plan && earlier_run.stop_reason == StopReason::Deals {
                    return Ok(earlier_run);
                }
                run = earlier_run
                    .with_plan(plan.clone(), &deal_range)
                    .unwrap_or(run);
            }
            checkpoint = Some(Checkpoint::new(tally)?);
        }
        let experiment = planned.experiment.as_ref();
        line.start_run(index, experiment, Some(plan.deals), run.tally.deals);
        let mut on_progress = |run: &Run| {
            line.set_done(run.tally.deals);
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.save_if_due(run);
            }
        };
        let run = play_deals(
            &planned.experiment,
            (run, deal_range),
            self.threads.threads,
            &mut on_progress,
            console,
        )?;
        if let Some(checkpoint) = checkpoint {
            checkpoint.close(&run, console)?;
        }
        Ok(run)
    }
}
