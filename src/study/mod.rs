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
    Checkpoint, OutputContent, OutputFolder, display_name, output_path, read_tally,
};
use super::progress::{ProgressLine, expected_seconds, run_position_text};
use super::runner::{play_deals, summary};
use super::signals;
use crate::clap_command::own_command;
use clap::{ArgMatches, Command};
use folder::{
    ChapterSelection, is_stale, open_study_folder, parse_chapters, study_settings, tally_name,
};
use pioche_engine::sim::{Experiment, Joint, Run, Seed, StopReason, Summary, tally_file};
use pioche_report::command::CommandLine;
use pioche_report::lang::{Lang, Text, duration, either, release_spaces};
use pioche_report::text_table::wrapped_paragraph;
use pioche_study::page::{ChapterDocument, html_file_name};
use pioche_topics::{StudyRuns, Topic, scaled_deals};
use published::{PublishedResult, compute_own_numbers, published_results, published_runs};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest number of findings printed at the end.
const MAX_FINDINGS: usize = 5;

/// The time for writing the files of a chapter, in seconds, measured on two cores.
const CHAPTER_WRITING_SECONDS: f64 = 0.5;

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
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "DIR",
            default_value = "study",
            value_parser = output_path(OutputContent::Folder),
        )]
        out: PathBuf =
            "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour",
            "Folder of the study: new, empty, or an earlier study to update";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace une étude dont la graine, l'échelle, le niveau, la méthode, le programme ou \
             les chapitres diffèrent, et les fichiers modifiés depuis ou qui ne sont pas de pioche",
            "Replace a study made with another seed, scale, level, method or program, or other \
             chapters, and files that were changed since or are not of pioche";
    }
}

/// Returns the file name of a printed sheet.
const fn brief_file_name(lang: Lang) -> &'static str {
    Text::new("brief.fr.html", "brief.html").in_lang(lang)
}

struct PlannedRun {
    experiment: Arc<dyn Experiment>,
    deals: u64,
    /// The expected duration, in seconds.
    duration_seconds: f64,
}

struct Chapter {
    document: &'static ChapterDocument,
    runs: Vec<PlannedRun>,
    /// The summaries of the runs that are done.
    summaries: Vec<Summary>,
}

const ABOUT: Text = Text::new(
    "Répond à toutes les questions des sujets : CSV, graphiques et une page",
    "Answer every question of the handouts: CSV, charts, and a page",
);

/// Defines `study`.
pub fn command(lang: Lang) -> Command {
    own_command::<StudyArgs>("study", ABOUT, lang)
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
        let settings = study_settings(
            &self.chapters(),
            seed,
            self.scale,
            self.intervals.confidence.level(),
        );
        let mut folder = open_study_folder(&self.out, settings, self.force)?;
        for name in self.names_of_every_study() {
            folder.check_replaceable(&name)?;
        }
        signals::enable_polling();
        let mut chapters = self.planned_chapters();
        let planned_run_count: usize = chapters.iter().map(|chapter| chapter.runs.len()).sum();
        let mut study = Study::new(self, seed, &command, folder, console, &chapters);
        let findings = study.complete(&mut chapters)?;
        let run_count = study.run_count;
        let mut folder = study.folder;
        // The progress line ends here.
        drop(study.line);
        let Some(findings) = findings else {
            folder.save_record()?;
            console.remark(&either!(
                console.lang,
                "Interrompu après {run_count} simulations sur {planned_run_count}.",
                "Interrupted after {run_count} of {planned_run_count} runs."
            ));
            console.print_resume_command(&command);
            return Ok(CommandOutcome::Interrupted);
        };
        let mut failures = Failures::default();
        let path = &self.out;
        let is_stale = |name: &str| self.force && is_stale(path, name, seed);
        failures.record(folder.finish(is_stale, console));
        if !console.quiet {
            let text = self.result_text(&findings, start.elapsed(), console);
            failures.record(console.print(text.as_bytes()));
        }
        failures.report_all_but_last(console)?;
        Ok(CommandOutcome::Success)
    }

    fn chapters(&self) -> ChapterSelection {
        self.chapter.clone().unwrap_or_else(ChapterSelection::all)
    }

    /// Returns the runs of all chapters, with the numbers of deals for the scale.
    fn planned_chapters(&self) -> Vec<Chapter> {
        self.chapters()
            .chapters()
            .map(|document| Chapter {
                document,
                runs: self.planned_runs((document.topic.study_runs)()),
                summaries: Vec::new(),
            })
            .collect()
    }

    /// Returns runs with the numbers of deals for the scale. Experiments with equally many of the same deals are simulated
    /// together.
    fn planned_runs(&self, study_runs: StudyRuns) -> Vec<PlannedRun> {
        let mut groups: Vec<(Vec<Arc<dyn Experiment>>, u64)> = Vec::new();
        for (experiment, deals) in study_runs {
            let deals = scaled_deals(deals, self.scale);
            let group = groups.iter_mut().find(|(members, group_deals)| {
                *group_deals == deals && members[0].stream_key() == experiment.stream_key()
            });
            match group {
                Some((members, _)) => members.push(experiment.into()),
                None => groups.push((vec![experiment.into()], deals)),
            }
        }
        let mut runs = Vec::new();
        for (members, deals) in groups {
            let experiments = match Joint::new(members.clone()) {
                Some(joint) => vec![Arc::new(joint) as Arc<dyn Experiment>],
                None => members,
            };
            runs.extend(experiments.into_iter().map(|experiment| PlannedRun {
                duration_seconds: expected_seconds(
                    experiment.as_ref(),
                    deals,
                    self.threads.count(),
                ),
                experiment,
                deals,
            }));
        }
        runs
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
}

/// A study that is being made.
struct Study<'a> {
    args: &'a StudyArgs,
    seed: Seed,
    /// The command that reproduces the study, without its language.
    reproduce_command: CommandLine,
    folder: OutputFolder,
    console: &'a Console,
    line: ProgressLine,
    /// The expected duration of the runs that are done, in seconds.
    done_seconds: f64,
    /// The number of runs of the chapters that are done.
    run_count: usize,
}

impl<'a> Study<'a> {
    fn new(
        args: &'a StudyArgs,
        seed: Seed,
        command: &CommandLine,
        folder: OutputFolder,
        console: &'a Console,
        chapters: &[Chapter],
    ) -> Self {
        // Options that do not change the page are left out of its command.
        let reproduce_command = command.filter_options(|id| {
            !["threads", "force", "brief", "lang", "color", "quiet"].contains(&id)
        });
        let runs = chapters.iter().flat_map(|chapter| &chapter.runs);
        let run_seconds: f64 = runs.map(|run| run.duration_seconds).sum();
        let writing_seconds = CHAPTER_WRITING_SECONDS * chapters.len() as f64;
        Self {
            args,
            seed,
            reproduce_command,
            folder,
            console,
            line: ProgressLine::with_seconds(console, run_seconds + writing_seconds),
            done_seconds: 0.0,
            run_count: 0,
        }
    }

    /// Plays the runs and writes the files. Returns the findings as plain text, or `None` after a signal.
    fn complete(&mut self, chapters: &mut [Chapter]) -> Result<Option<Vec<String>>, Failure> {
        let lang = self.console.lang;
        if !self.play_chapters(chapters)? {
            return Ok(None);
        }
        self.line
            .set_title(&either!(lang, "résultats publiés", "published results"));
        let Some(published) = self.compare_published(chapters)? else {
            return Ok(None);
        };
        self.line.set_title(&either!(
            lang,
            "tableaux, images et pages",
            "tables, pictures and pages"
        ));
        self.write_files(chapters, &published)
    }

    /// Runs the experiments of all chapters in turn. Returns false after a signal.
    fn play_chapters(&mut self, chapters: &mut [Chapter]) -> Result<bool, Failure> {
        let lang = self.console.lang;
        let chapter_count = chapters.len();
        let planned_run_count = chapters.iter().map(|chapter| chapter.runs.len()).sum();
        for (number, chapter) in (1..).zip(chapters) {
            let title = chapter.document.topic.glossary.title.in_lang(lang);
            if self.line.is_hidden() {
                self.console.remark(&either!(
                    lang,
                    "Chapitre {number} sur {chapter_count} : {title}",
                    "Chapter {number} of {chapter_count}: {title}"
                ));
            }
            for run in &chapter.runs {
                let position = run_position_text(lang, (self.run_count + 1, planned_run_count));
                self.line.set_title(&format!("{position} · {title}"));
                let Some(summaries) = self.play(run, run.duration_seconds)? else {
                    return Ok(false);
                };
                chapter.summaries.extend(summaries);
                self.run_count += 1;
                self.done_seconds += run.duration_seconds;
            }
            let study_runs = (chapter.document.topic.study_runs)();
            chapter.summaries.sort_by_key(|summary| {
                study_runs
                    .iter()
                    .position(|(experiment, _)| experiment.name() == summary.name())
            });
        }
        Ok(true)
    }

    /// Compares the published results about the games of a study with ours; `None` after a signal. Simulations of the
    /// study are not repeated.
    fn compare_published(
        &mut self,
        chapters: &[Chapter],
    ) -> Result<Option<Vec<PublishedResult>>, Failure> {
        let topics: Vec<&Topic> = chapters
            .iter()
            .map(|chapter| chapter.document.topic)
            .collect();
        let mut results = published_results(&topics);
        let study_summaries = || chapters.iter().flat_map(|chapter| &chapter.summaries);
        let mut further_summaries = Vec::new();
        let mut further_runs = published_runs(&results)?;
        further_runs.retain(|(experiment, _)| {
            let name = experiment.name();
            !study_summaries().any(|summary| summary.name() == name)
        });
        for run in self.args.planned_runs(further_runs) {
            // The line measures the runs of the chapters only.
            let Some(summaries) = self.play(&run, 0.0)? else {
                return Ok(None);
            };
            further_summaries.extend(summaries);
        }
        let summaries: Vec<&Summary> = study_summaries().chain(&further_summaries).collect();
        compute_own_numbers(&mut results, &summaries, self.args.scale, self.console)?;
        Ok(Some(results))
    }

    /// Returns the summaries of a run, which takes `line_seconds` of the line; `None` after a signal.
    fn play(
        &mut self,
        planned: &PlannedRun,
        line_seconds: f64,
    ) -> Result<Option<Vec<Summary>>, Failure> {
        let deals = planned.deals;
        let seconds = self.done_seconds..self.done_seconds + line_seconds;
        self.line.start_step(seconds, deals);
        let run = self.play_or_resume(&planned.experiment, deals)?;
        if run.stop_reason == StopReason::Interrupted {
            return Ok(None);
        }
        let summaries = summary(&planned.experiment, &run, self.args.intervals).of_members();
        if summaries.len() > 1 {
            self.save_members(&summaries)?;
        }
        Ok(Some(summaries))
    }

    /// Writes the tallies of the members of a joint run that the folder does not have yet.
    fn save_members(&mut self, members: &[Summary]) -> Result<(), Failure> {
        let mut files = Vec::new();
        for member in members {
            let name = tally_name(member.name());
            let bytes = tally_file::to_text(&member.run).into_bytes();
            let path = self.folder.path().join(&name);
            if fs::read(path).is_ok_and(|saved| saved == bytes) {
                self.folder.record_written(&name, &bytes);
            } else {
                files.push((name, bytes));
            }
        }
        self.folder.write(&files, self.console)
    }

    /// Returns the run of an experiment: complete from the folder, continued from a partial tally, or new. A tally of
    /// another plan is replaced if pioche wrote it; any other file is replaced with `--force` only.
    fn play_or_resume(
        &mut self,
        experiment: &Arc<dyn Experiment>,
        deals: u64,
    ) -> Result<Run, Failure> {
        let plan = experiment.plan(self.seed, deals);
        let name = tally_name(&plan.experiment);
        let deal_range = 0..plan.deals;
        self.folder.check_no_link(&name)?;
        let earlier_run = read_tally(&self.folder.path().join(&name))
            .ok()
            .map(|(_, run)| run);
        if let Some(run) = &earlier_run
            && run.plan == plan
            && run.stop_reason == StopReason::Deals
        {
            self.line.set_initial_done(deals);
            self.folder
                .record_written(&name, tally_file::to_text(run).as_bytes());
            return Ok(run.clone());
        }
        let is_resumable =
            earlier_run.is_some_and(|run| run.with_plan(plan.clone(), &deal_range).is_some());
        let empty_run = Run::empty(plan, experiment.tally_schema());
        let (mut checkpoint, initial_run) = if is_resumable {
            let tally = self.folder.plan_continued(&name)?;
            Checkpoint::resume(&tally, empty_run, &deal_range)?
        } else {
            let tally = self.folder.plan_replacing(&name)?;
            (Checkpoint::create(&tally)?, empty_run)
        };
        self.line.set_initial_done(initial_run.tally.deals);
        let mut on_progress = |run: &Run| {
            self.line.set_done(run.tally.deals);
            checkpoint.save_if_due(run, self.console);
            true
        };
        let run = play_deals(
            experiment,
            (initial_run, deal_range),
            self.args.threads.count(),
            &mut on_progress,
            self.console,
        )?;
        checkpoint.close(&run, self.console)?;
        self.folder
            .record_written(&name, tally_file::to_text(&run).as_bytes());
        Ok(run)
    }
}
