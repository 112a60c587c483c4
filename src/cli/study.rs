//! `study`: plays every question of the handouts and writes a folder that answers them.
//!
//! The tallies stay in the folder ([`super::folder`]): a study that was interrupted, or that only needs new words or
//! pictures, plays nothing twice.

use super::again;
use super::args::{IntervalArgs, SeedChoice, scale, seed, threads};
use super::checkpoint::{Checkpoint, Former, saving};
use super::console::{Console, Done, Failure, no_thread};
use super::deals::play;
use super::files::name;
use super::folder::{Folder, Identity};
use super::outputs::{file_name, workbook};
use super::progress::Place;
use super::report::read_tally;
use super::seed::drawn;
use super::signals::{self, Patience};
use super::simulate::ended;
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::Remark;
use crate::report::csv::{CsvStyle, csv};
#[cfg(feature = "charts")]
use crate::report::figures::File;
use crate::report::page::{Tables, page};
use crate::report::tables::{facts, measures};
use crate::sim::{Question, Run, Seed, Stopped, Summary};
use crate::topics::{TOPICS, Topic, scaled};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The page.
const PAGE: &str = "README.md";

/// The spreadsheet.
const SHEETS: &str = "study.xlsx";

/// Time between two saves of a run under way.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// `study`.
#[derive(Clone, Debug, clap::Args)]
pub struct Study {
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    seed: SeedChoice,
    /// Factor of all numbers of deals; 1 takes about a minute on two cores
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

/// What is written about a topic besides its runs: tables, and pictures with the names of their files.
struct Drawn {
    tables: Tables,
    #[cfg(feature = "charts")]
    pictures: Vec<(String, Figure)>,
}

impl Study {
    /// Plays and writes the study.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let seed = drawn(self.seed, console)?;
        let identity =
            Identity::of(seed, self.scale, self.intervals.confidence.level(), &self.intervals.interval.to_string());
        let mut folder = Folder::open(&self.out, identity, self.force)?;
        signals::hold(Patience::Endless).map_err(|error| no_thread(&error))?;
        let mut findings = Vec::new();
        let runs: Vec<_> = TOPICS.iter().map(|&topic| (topic, (topic.study)())).collect();
        let (mut place, of) = (0, runs.iter().map(|(_, runs)| runs.len()).sum());
        for (topic, runs) in runs {
            let mut summaries = Vec::new();
            for (question, deals) in runs {
                place += 1;
                let (question, deals) = (question.into(), scaled(deals, self.scale));
                let run = self.played(&question, (deals, seed), (place, of), &folder, console)?;
                if run.stopped == Stopped::Interrupted {
                    let done = ended(&run, console);
                    console.remark(&Remark::GoOn { command: again::command(seed.0, &[]) });
                    return Ok(done);
                }
                summaries.push(question.summary(&run, self.intervals.confidence, self.intervals.interval));
            }
            findings.push((topic, summaries));
        }
        // All that was played is saved, and each file appears whole: whoever draws is not waited for.
        let (told, command) = (*console, again::command(seed.0, &[]));
        signals::will(move || told.remark(&Remark::GoOn { command }));
        signals::hold(Patience::None).map_err(|error| no_thread(&error))?;
        self.report(&findings, seed, &mut folder, console)?;
        console.remark(&Remark::StudyDone { page: name(&self.out.join(PAGE)) });
        Ok(Done::Success)
    }

    /// The run of a question: from the folder if it is there, gone on with if it stopped on the way, else played. A
    /// tally that is damaged, or of another plan, is not believed, and played anew.
    fn played(
        &self,
        question: &Arc<dyn Question>,
        (deals, seed): (u64, Seed),
        place: Place,
        folder: &Folder,
        console: &Console,
    ) -> Result<Run, Failure> {
        let plan = question.plan(seed, deals);
        let path = folder.tally(&file_name(&plan.experiment));
        let part = 0..plan.deals;
        let former = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stopped == Stopped::Deals => return Ok(run),
            Ok((_, run)) if run.clone().under(plan.clone(), &part).is_some() => Former::Resume,
            _ => Former::Replace,
        };
        let nothing = Run::nothing(plan, question.layout());
        let (mut checkpoint, begun) = Checkpoint::open(&path, former, nothing, &part)?;
        let run = saving(Some(&mut checkpoint), SAVE_EVERY, console, |tick| {
            play(question, (begun, part), place, (self.threads, tick), &self.intervals, console)
        })?;
        checkpoint.close(&run, &[], console)?;
        Ok(run)
    }

    /// Writes tables, pictures, the spreadsheet and the page.
    fn report(
        &self,
        findings: &[(&'static Topic, Vec<Summary>)],
        seed: Seed,
        folder: &mut Folder,
        console: &Console,
    ) -> Result<(), Failure> {
        let drawn: Vec<Drawn> = findings.iter().map(|(topic, summaries)| draw(topic, summaries, console)).collect();
        let named = findings.iter().zip(&drawn).flat_map(|((topic, _), drawn)| names(topic, drawn));
        folder.announce(named.chain([SHEETS.to_owned(), PAGE.to_owned()]))?;
        for ((topic, summaries), drawn) in findings.iter().zip(&drawn) {
            folder.write(&format!("{}.csv", topic.name), &csv(&facts(summaries), CsvStyle::Plain), console)?;
            folder.write(
                &format!("{}-summary.csv", topic.name),
                &csv(&measures(summaries), CsvStyle::Plain),
                console,
            )?;
            for (name, table) in &drawn.tables {
                folder.write(&format!("{name}.csv"), &csv(table, CsvStyle::Plain), console)?;
            }
            #[cfg(feature = "charts")]
            for (file, figure) in &drawn.pictures {
                for format in File::ALL {
                    let picture = super::outputs::drawn(figure, format)?;
                    folder.write(&format!("{file}.{}", format.extension()), &picture, console)?;
                }
            }
        }
        let sheets: Vec<(String, &[Summary])> =
            findings.iter().map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice())).collect();
        folder.write(SHEETS, &workbook(&sheets)?, console)?;
        let chapters: Vec<_> =
            findings.iter().map(|(topic, summaries)| (topic.faces.chapter, summaries.as_slice())).collect();
        folder.write(PAGE, page(&chapters, &self.command(seed, console), console.lang).as_bytes(), console)
    }

    /// The command that makes this study again.
    fn command(&self, seed: Seed, console: &Console) -> String {
        let (out, lang) = (name(&self.out), console.lang);
        format!("pioche study --out {out} --scale {} --seed {} --lang {lang}{}", self.scale, seed.0, self.levels())
    }

    /// The options about intervals that are not the usual ones.
    fn levels(&self) -> String {
        let IntervalArgs { confidence, interval } = self.intervals;
        let level =
            if confidence.level() == 0.95 { String::new() } else { format!(" --confidence {}", confidence.level()) };
        let method = match interval {
            crate::stats::Method::Wilson => "",
            crate::stats::Method::Exact => " --interval exact",
        };
        level + method
    }
}

/// The tables and pictures of a topic.
fn draw(topic: &Topic, summaries: &[Summary], console: &Console) -> Drawn {
    let tables = topic.faces.chapter.tables.map_or_else(Vec::new, |tables| tables());
    #[cfg(feature = "charts")]
    let pictures = topic.pictures(summaries, &tables, console.lang);
    #[cfg(not(feature = "charts"))]
    let _ = (summaries, console);
    Drawn {
        tables,
        #[cfg(feature = "charts")]
        pictures,
    }
}

/// The files of a topic.
fn names(topic: &Topic, drawn: &Drawn) -> Vec<String> {
    let own = [topic.name.to_owned(), format!("{}-summary", topic.name)];
    let tables = own.into_iter().chain(drawn.tables.iter().map(|(name, _)| (*name).to_owned()));
    let tables = tables.map(|name| format!("{name}.csv"));
    #[cfg(feature = "charts")]
    let pictures =
        drawn.pictures.iter().flat_map(|(file, _)| File::ALL.map(|format| format!("{file}.{}", format.extension())));
    #[cfg(not(feature = "charts"))]
    let pictures = std::iter::empty();
    tables.chain(pictures).collect()
}
