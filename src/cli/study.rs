//! `study`: plays every question of the handouts and writes a folder that answers them.
//!
//! The tallies stay in the folder: a study that was interrupted, or that only needs new words or pictures, plays
//! nothing twice.

use super::again;
use super::args::{IntervalArgs, SeedChoice, scale, seed, threads};
use super::checkpoint::{Checkpoint, Former, saving};
use super::console::{Console, Done, Failure, no_thread};
use super::deals::play;
use super::files::{Existing, Pending, make_folder, name, reason};
use super::outputs::{file_name, workbook};
use super::report::read_tally;
use super::seed::drawn;
use super::signals::{self, Patience};
use super::simulate::ended;
use crate::lang::{Problem, Remark};
use crate::report::csv::{CsvStyle, csv};
#[cfg(feature = "charts")]
use crate::report::figures::File;
use crate::report::json::pretty;
use crate::report::page::{Tables, page};
use crate::sim::{Question, Run, Seed, Stopped, Summary, VALUE_VERSION};
use crate::topics::{TOPICS, Topic, scaled};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The file that tells a study from any other folder.
const MARKER: &str = "study.json";

/// Time between two saves of a run under way.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// `study`.
#[derive(Clone, Debug, clap::Args)]
pub struct Study {
    /// Folder of the study: new, empty, or a study that is brought up to date
    #[arg(long, value_name = "DIR", default_value = "study")]
    out: PathBuf,
    /// Factor of all numbers of deals; 1 takes about a minute on two cores
    #[arg(long, value_name = "X", default_value = "1", value_parser = scale, allow_hyphen_values = true)]
    scale: f64,
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    seed: SeedChoice,
    /// Threads [default: all cores]; they change no result
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    intervals: IntervalArgs,
}

impl Study {
    /// Plays and writes the study.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        check_folder(&self.out)?;
        let seed = drawn(self.seed, console)?;
        signals::hold(Patience::Endless).map_err(|error| no_thread(&error))?;
        make_folder(&self.out.join("tallies"))?;
        self.write(MARKER, self.marker(seed).as_bytes())?;
        let mut findings = Vec::new();
        for &topic in TOPICS {
            let mut summaries = Vec::new();
            for (question, deals) in (topic.study)() {
                let question = question.into();
                let run = self.played(&question, scaled(deals, self.scale), seed, console)?;
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
        self.report(&findings, seed, console)?;
        console.remark(&Remark::StudyDone { page: name(&self.out.join("README.md")) });
        Ok(Done::Success)
    }

    /// The run of a question: from the folder if it is there, gone on with if it stopped on the way, else played. A
    /// tally that is damaged, or of another plan, is not believed, and played anew.
    fn played(&self, question: &Arc<dyn Question>, deals: u64, seed: Seed, console: &Console) -> Result<Run, Problem> {
        let plan = question.plan(seed, deals);
        let path = self.out.join(format!("tallies/{}.tally", file_name(&plan.experiment)));
        let part = 0..plan.deals;
        let former = match read_tally(&path) {
            Ok((_, run)) if run.plan == plan && run.stopped == Stopped::Deals => return Ok(run),
            Ok((_, run)) if run.clone().under(plan.clone(), &part).is_some() => Former::Resume,
            _ => Former::Replace,
        };
        let nothing = Run::nothing(plan, question.layout());
        let (mut checkpoint, begun) = Checkpoint::open(&path, former, nothing, &part)?;
        let run = saving(Some(&mut checkpoint), SAVE_EVERY, console, |tick| {
            play(question, begun, part, self.threads, &self.intervals, console, tick)
        })?;
        checkpoint.close(&run, &[])?;
        Ok(run)
    }

    /// Writes the tables of a topic; those besides the simulations' own are given back.
    fn tables(&self, topic: &Topic, summaries: &[Summary]) -> Result<Tables, Problem> {
        let table = summaries.iter().map(|summary| &summary.table);
        self.write(&format!("{}.csv", topic.name), &csv(table, CsvStyle::Plain))?;
        let tables = topic.faces.chapter.tables.map_or_else(Vec::new, |tables| tables());
        for (name, table) in &tables {
            self.write(&format!("{name}.csv"), &csv([table], CsvStyle::Plain))?;
        }
        Ok(tables)
    }

    /// Writes the pictures of a topic.
    #[cfg(feature = "charts")]
    fn pictures(
        &self,
        topic: &Topic,
        summaries: &[Summary],
        tables: &Tables,
        console: &Console,
    ) -> Result<(), Problem> {
        for (file, figure) in topic.pictures(summaries, tables, console.lang) {
            for format in File::ALL {
                let picture = super::outputs::drawn(&figure, format)?;
                self.write(&format!("{file}.{}", format.extension()), &picture)?;
            }
        }
        Ok(())
    }

    /// Writes the spreadsheet and the page.
    fn report(&self, findings: &[(&Topic, Vec<Summary>)], seed: Seed, console: &Console) -> Result<(), Problem> {
        for (topic, summaries) in findings {
            let tables = self.tables(topic, summaries)?;
            #[cfg(feature = "charts")]
            self.pictures(topic, summaries, &tables, console)?;
            #[cfg(not(feature = "charts"))]
            drop(tables);
        }
        let sheets: Vec<(String, &[Summary])> =
            findings.iter().map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice())).collect();
        self.write("study.xlsx", &workbook(&sheets)?)?;
        let chapters: Vec<_> =
            findings.iter().map(|(topic, summaries)| (topic.faces.chapter, summaries.as_slice())).collect();
        self.write("README.md", page(&chapters, &self.command(seed, console), console.lang).as_bytes())
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

    fn marker(&self, seed: Seed) -> String {
        pretty(&json!({
            "program": concat!("pioche ", env!("CARGO_PKG_VERSION")),
            "values": VALUE_VERSION,
            "scale": self.scale,
            "seed": seed.0,
        }))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), Problem> {
        Pending::open(&self.out.join(file), Existing::Replace)?.write(bytes)
    }
}

/// Refuses a folder that holds something else than a study.
fn check_folder(folder: &Path) -> Result<(), Problem> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Problem::CannotWrite { file: name(folder), reason: reason(&error) }),
    };
    let mut names: Vec<String> =
        entries.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    match names.first() {
        Some(stranger) if !names.iter().any(|name| name == MARKER) => {
            Err(Problem::ForeignFolder { folder: name(folder), stranger: stranger.clone() })
        }
        _ => Ok(()),
    }
}
