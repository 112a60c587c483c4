//! `study`: runs every question of the handouts and writes a folder with the answers.
//!
//! The tallies stay in the folder ([`folder`]), so an interrupted study continues, and new texts or pictures need no
//! simulation.

mod artifacts;
pub mod folder;
mod published;

use super::args::{
    IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_study_scale,
};
use super::command_line::typed_command;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{
    Checkpoint, ExistingTally, display_name, read_tally, removal_remark, with_periodic_saves,
};
use super::outputs::file_stem;
use super::progress::{
    ProgressLine, ProgressStep, expected_seconds, milliseconds, run_position_text,
};
use super::runner::play_deals;
use super::signals;
use crate::lang::{duration, either, release_spaces};
use crate::report::command::CommandLine;
use crate::report::text_table::wrapped_paragraph;
use crate::topics::{Topic, scaled_deals};
use artifacts::{PageNotes, TopicSummaries, brief_file_name, html_file_name, write_study};
use clap::{ArgMatches, Command};
use folder::{ChapterSelection, StudyFolder, StudyIdentity, parse_chapters};
use pioche_engine::sim::{Experiment, Run, Seed, StopReason, Summary};
use published::{PublishedComparison, published_results, published_runs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest number of findings printed at the end.
const MAX_FINDINGS: usize = 5;

/// The time for writing the files of a chapter, in seconds, measured on two cores.
const CHAPTER_WRITING_SECONDS: f64 = 0.5;

/// Prints how many runs were done before a signal, and the command to continue.
fn report_interruption(
    command: &CommandLine,
    (run_count, planned_run_count): (usize, usize),
    console: &Console,
) -> CommandOutcome {
    console.remark(&either!(
        console.lang,
        "Interrompu après {run_count} simulations sur {planned_run_count}.",
        "Interrupted after {run_count} of {planned_run_count} runs."
    ));
    console.print_resume_command(command);
    CommandOutcome::Interrupted
}

options! {
    #[derive(Clone, Debug)]
    pub struct StudyArgs {
        seed: SeedArgs = flatten;
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "X",
            default_value = "1",
            value_parser = parse_study_scale,
            allow_hyphen_values = true,
        )]
        scale: f64 =
            "Multiplie tous les nombres de parties par X ; 1 prend moins d'une minute sur deux \
             cœurs",
            "Multiply every number of games by X; 1 takes less than a minute on two cores";
        threads: ThreadArgs = flatten;
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "NAMES",
            value_parser = parse_chapters,
        )]
        chapter: Option<ChapterSelection> =
            "Chapitres à produire, par les noms de leurs jeux, comme alliances,nim [par défaut : \
             tous]",
            "Chapters to make, by the names of their games, such as alliances,nim [default: all]";
        intervals: IntervalArgs = flatten;
        #[arg(help_heading = OUTPUT_HEADING, long)]
        brief: bool =
            "Écrit aussi une fiche à imprimer pour la classe, les questions d'abord, les réponses sur \
             des pages à part : brief.fr.html, en anglais brief.html",
            "Also write a sheet to print for a class, first the questions, then the answers on \
             separate pages: brief.html, in French brief.fr.html";
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "DIR", default_value = "study")]
        out: PathBuf =
            "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour",
            "Folder of the study: new, empty, or an earlier study to update";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace une étude dont la graine, l'échelle, le niveau, la méthode, le programme ou \
             les chapitres diffèrent",
            "Replace a study made with another seed, scale, level, method or program, or other \
             chapters";
    }
}

struct PlannedRun {
    experiment: Arc<dyn Experiment>,
    deals: u64,
    /// The expected duration, in seconds.
    duration_seconds: f64,
}

struct PlannedChapter {
    topic: &'static Topic,
    runs: Vec<PlannedRun>,
}

enum PlayedChapters {
    Complete(Vec<TopicSummaries>),
    /// A signal came after this many runs.
    Interrupted {
        run_count: usize,
    },
}

impl StudyArgs {
    /// Runs the study; `command` is its clap definition, `matches` its parsed values.
    pub fn run(
        &self,
        (command, matches): (&Command, &ArgMatches),
        console: &Console,
    ) -> Result<CommandOutcome, Failure> {
        let start = Instant::now();
        let seed = self.seed.resolve(console)?;
        let command = typed_command(command, matches, seed, &[]);
        self.threads.warn_excess(console);
        let selection = self.chapter.clone().unwrap_or_else(ChapterSelection::all);
        let identity = self.identity(&selection, seed);
        let mut folder = StudyFolder::open(&self.out, identity, self.force)?;
        if let Some(remark) = removal_remark(&self.out, folder.removed_files(), console.lang) {
            console.remark(&remark);
        }
        signals::enable_polling();
        let chapters = self.planned_chapters(&selection);
        let writing_seconds = CHAPTER_WRITING_SECONDS * chapters.len() as f64;
        let run_count = chapters.iter().map(|chapter| chapter.runs.len()).sum();
        let run_seconds: f64 = chapters
            .iter()
            .flat_map(|chapter| &chapter.runs)
            .map(|run| run.duration_seconds)
            .sum();
        let line = ProgressLine::new(
            console,
            "",
            Some(milliseconds(run_seconds + writing_seconds)),
        );
        let result = self.play_chapters(&chapters, seed, &folder, console, &line)?;
        let results = match result {
            PlayedChapters::Complete(results) => results,
            PlayedChapters::Interrupted { run_count: count } => {
                drop(line);
                return Ok(report_interruption(&command, (count, run_count), console));
            }
        };
        line.set_title(&either!(
            console.lang,
            "résultats publiés",
            "published results"
        ));
        let step = ProgressStep {
            line: &line,
            start_seconds: run_seconds,
            duration_seconds: 0.0,
        };
        let published = self.published_comparison(&results, seed, &folder, console, &step)?;
        let Some(published) = published else {
            drop(line);
            return Ok(report_interruption(
                &command,
                (run_count, run_count),
                console,
            ));
        };
        line.set_title(&either!(
            console.lang,
            "tableaux, images et pages",
            "tables, pictures and pages"
        ));
        let mut failures = Failures::default();
        let step = ProgressStep {
            line: &line,
            start_seconds: run_seconds,
            duration_seconds: writing_seconds,
        };
        let findings = write_study(
            &results,
            Some(&published).filter(|published| !published.is_empty()),
            &mut folder,
            &self.page_notes(&command, &selection),
            (console, &|share| step.set_share(share)),
            &mut failures,
        )?;
        drop(line);
        let Some(findings) = findings else {
            return Ok(report_interruption(
                &command,
                (run_count, run_count),
                console,
            ));
        };
        if !console.quiet {
            let text = self.result_text(&findings, start.elapsed(), console);
            failures.record(console.print(text.as_bytes()));
        }
        failures.report_all_but_last(console)?;
        Ok(CommandOutcome::Success)
    }

    /// Returns the notes of a study; options that do not change its page are left out of its command.
    fn page_notes(&self, command: &CommandLine, selection: &ChapterSelection) -> PageNotes {
        let reproduce_command = command.filter_options(|id| {
            !["threads", "force", "brief", "lang", "color", "quiet"].contains(&id)
        });
        PageNotes {
            reproduce_command: reproduce_command.to_string(),
            selected_chapters: selection.selected_titles(),
            has_brief: self.brief,
        }
    }

    fn identity(&self, selection: &ChapterSelection, seed: Seed) -> StudyIdentity {
        StudyIdentity::new(
            selection,
            seed,
            self.scale,
            self.intervals.confidence.level(),
            &self.intervals.interval.to_string(),
        )
    }

    /// Returns the runs of all chapters, with the numbers of deals for the scale.
    fn planned_chapters(&self, selection: &ChapterSelection) -> Vec<PlannedChapter> {
        let planned_run = |(experiment, deals): (Box<dyn Experiment>, u64)| {
            let deals = scaled_deals(deals, self.scale);
            PlannedRun {
                duration_seconds: expected_seconds(
                    experiment.as_ref(),
                    deals,
                    self.threads.count(),
                ),
                experiment: experiment.into(),
                deals,
            }
        };
        selection
            .topics()
            .map(|topic| PlannedChapter {
                topic,
                runs: (topic.study_runs)().into_iter().map(planned_run).collect(),
            })
            .collect()
    }

    /// Runs the experiments of all chapters in turn until a signal.
    fn play_chapters(
        &self,
        chapters: &[PlannedChapter],
        seed: Seed,
        folder: &StudyFolder,
        console: &Console,
        line: &ProgressLine,
    ) -> Result<PlayedChapters, Failure> {
        let planned_run_count = chapters.iter().map(|chapter| chapter.runs.len()).sum();
        let mut results = Vec::new();
        let mut run_count = 0;
        let mut start_seconds = 0.0;
        for (number, PlannedChapter { topic, runs }) in (1..).zip(chapters) {
            let title = topic.glossary.title.in_lang(console.lang);
            if line.is_hidden() {
                let count = chapters.len();
                console.remark(&either!(
                    console.lang,
                    "Chapitre {number} sur {count} : {title}",
                    "Chapter {number} of {count}: {title}"
                ));
            }
            let mut summaries = Vec::new();
            for planned in runs {
                let position = run_position_text(console, (run_count + 1, planned_run_count));
                line.set_title(&format!("{position} · {title}"));
                let step = ProgressStep {
                    line,
                    start_seconds,
                    duration_seconds: planned.duration_seconds,
                };
                let experiment = &planned.experiment;
                let run =
                    self.run_experiment(experiment, (planned.deals, seed), folder, console, &step)?;
                if run.stop_reason == StopReason::Interrupted {
                    return Ok(PlayedChapters::Interrupted { run_count });
                }
                summaries.push(Summary::new(
                    Arc::clone(experiment),
                    &run,
                    self.intervals.confidence,
                    self.intervals.interval,
                ));
                run_count += 1;
                start_seconds += planned.duration_seconds;
            }
            results.push((*topic, summaries));
        }
        Ok(PlayedChapters::Complete(results))
    }

    /// Compares the published results about the games of a study with ours; `None` after a signal. Simulations of the
    /// study are not repeated.
    fn published_comparison(
        &self,
        chapters: &[TopicSummaries],
        seed: Seed,
        folder: &StudyFolder,
        console: &Console,
        step: &ProgressStep<'_>,
    ) -> Result<Option<PublishedComparison>, Failure> {
        let topics: Vec<&Topic> = chapters.iter().map(|(topic, _)| *topic).collect();
        let results = published_results(&topics);
        let study_summaries = || chapters.iter().flat_map(|(_, summaries)| summaries);
        let mut further_summaries = Vec::new();
        for planned in published_runs(&results, self.scale)? {
            let name = planned.experiment.name();
            if study_summaries().any(|summary| summary.experiment.name() == name) {
                continue;
            }
            let experiment = &planned.experiment;
            let run =
                self.run_experiment(experiment, (planned.deals, seed), folder, console, step)?;
            if run.stop_reason == StopReason::Interrupted {
                return Ok(None);
            }
            further_summaries.push(Summary::new(
                Arc::clone(experiment),
                &run,
                self.intervals.confidence,
                self.intervals.interval,
            ));
        }
        let summaries: Vec<&Summary> = study_summaries().chain(&further_summaries).collect();
        let comparison = PublishedComparison::new(results, &summaries, self.scale, console)?;
        Ok(Some(comparison))
    }

    /// Returns the first findings, the time that the study took, and its page.
    fn result_text(&self, findings: &[String], elapsed: Duration, console: &Console) -> String {
        let mut text = String::new();
        for (finding, number) in findings.iter().take(MAX_FINDINGS).zip(1..) {
            text += &wrapped_paragraph(&format!("{number}. {finding}"), console.columns);
            text.push('\n');
        }
        let path = self.out.join(html_file_name(console.lang));
        let page = release_spaces(&display_name(&path));
        let time = duration(console.lang, elapsed.as_secs_f64().ceil());
        text += &either!(
            console.lang,
            "Étude terminée en {time} : {page}\n",
            "Study finished in {time}: {page}\n"
        );
        if self.brief {
            let path = self.out.join(brief_file_name(console.lang));
            let sheet = release_spaces(&display_name(&path));
            text += &either!(
                console.lang,
                "Fiche à imprimer : {sheet}\n",
                "Sheet to print: {sheet}\n"
            );
        }
        text
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
        let deal_range = 0..plan.deals;
        let existing = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stop_reason == StopReason::Deals => {
                step.set_initial_share(1.0);
                return Ok(run);
            }
            Ok((_, run)) if run.clone().with_plan(plan.clone(), &deal_range).is_some() => {
                ExistingTally::Resume
            }
            _ => ExistingTally::Replace,
        };
        let empty_run = Run::empty(plan, experiment.tally_layout());
        let (mut checkpoint, initial_run) =
            Checkpoint::open(&path, existing, empty_run, &deal_range)?;
        step.set_initial_share(initial_run.tally.deals as f64 / deals as f64);
        let run = with_periodic_saves(Some(&mut checkpoint), console, |save| {
            let mut on_progress = |run: &Run| {
                step.set_share(run.tally.deals as f64 / deals as f64);
                save(run);
            };
            play_deals(
                experiment,
                (initial_run, deal_range),
                self.threads.count(),
                &mut on_progress,
                console,
            )
        })?;
        checkpoint.close(&run, console)?;
        Ok(run)
    }
}
