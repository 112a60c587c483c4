//! The outputs of a simulation: opened before it starts, written when it is done.

use super::args::{Format, OutputArgs};
use super::console::{Console, Failure};
use super::files::{Opener, Pending, make_folder};
use crate::lang::Problem;
use crate::report::csv::csv;
use crate::report::json::json;
use crate::report::xlsx::xlsx;
use crate::report::{self};
use crate::topics::{Question, Summary};
use std::path::Path;

/// The outputs of one command.
pub struct Outputs {
    format: Format,
    style: report::csv::CsvStyle,
    csv: Vec<Pending>,
    json: Vec<Pending>,
    xlsx: Vec<Pending>,
    tally: Vec<Pending>,
    #[cfg(feature = "charts")]
    charts: Vec<(String, report::figures::File, Pending)>,
}

impl Outputs {
    /// Opens everything that was asked for; the files in `--out` are named by the game and the questions.
    ///
    /// # Errors
    /// When one of them cannot be written.
    pub fn open(
        args: &OutputArgs,
        tally: Option<&Path>,
        questions: &[Box<dyn Question>],
        opener: &mut Opener,
    ) -> Result<Self, Problem> {
        let game = questions.first().map_or("", |question| question.game());
        let list = |pending: Option<Pending>| pending.into_iter().collect::<Vec<_>>();
        let mut outputs = Self {
            format: args.format,
            style: args.csv_style,
            csv: list(opener.open_some(args.csv.as_ref())?),
            json: list(opener.open_some(args.json.as_ref())?),
            xlsx: Vec::new(),
            tally: list(tally.map(|path| opener.open(path)).transpose()?),
            #[cfg(feature = "charts")]
            charts: Vec::new(),
        };
        #[cfg(feature = "charts")]
        if let Some(path) = &args.chart {
            let file = report::figures::File::of(path);
            outputs.charts.push((report::figures::OVERVIEW.to_owned(), file, opener.open(path)?));
        }
        if let Some(folder) = &args.out {
            make_folder(folder)?;
            let mut open = |file: String| opener.open(&folder.join(file));
            outputs.csv.push(open(format!("{game}.csv"))?);
            outputs.json.push(open(format!("{game}.json"))?);
            outputs.xlsx.push(open(format!("{game}.xlsx"))?);
            for question in questions {
                let name = if questions.len() == 1 { game.to_owned() } else { file_name(&question.name()) };
                outputs.tally.push(open(format!("{name}.tally"))?);
            }
            #[cfg(feature = "charts")]
            for name in report::figures::names(game) {
                for file in report::figures::File::ALL {
                    let pending = open(format!("{game}-{name}.{}", file.extension()))?;
                    outputs.charts.push(((*name).to_owned(), file, pending));
                }
            }
        }
        Ok(outputs)
    }

    /// Writes the files, then the answer on the standard output. Charts without anything to draw are left out.
    ///
    /// # Errors
    /// When a disk is full, or nobody reads the standard output any more.
    pub fn write(self, summaries: &[Summary], tallies: &[String], console: &Console) -> Result<(), Failure> {
        let tables = || summaries.iter().map(|summary| &summary.table);
        for pending in self.csv {
            pending.write(&csv(tables(), self.style))?;
        }
        for pending in self.json {
            pending.write(json(summaries).as_bytes())?;
        }
        for pending in self.xlsx {
            pending.write(&workbook(&[("pioche".to_owned(), summaries)])?)?;
        }
        for (pending, tally) in self.tally.into_iter().zip(tallies.iter().cycle()) {
            pending.write(tally.as_bytes())?;
        }
        #[cfg(feature = "charts")]
        for (name, file, pending) in self.charts {
            if let Some(figure) = report::figures::figure(&name, summaries, console.lang) {
                pending.write(&drawn(&figure, file)?)?;
            }
        }
        let answer = match self.format {
            Format::Csv => csv(tables(), self.style),
            Format::Json => json(summaries).into_bytes(),
            Format::Table => report::text(summaries, console.lang, console.paint).into_bytes(),
        };
        console.print(&answer)
    }
}

/// `alliances cards=32 improve=none` as the name of a file: `alliances-32-none`.
pub fn file_name(experiment: &str) -> String {
    let words = experiment.split(' ').map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    words.collect::<Vec<_>>().join("-").replace([':', ','], "-")
}

/// A spreadsheet with one sheet for each named group of summaries.
///
/// # Errors
/// When a sheet cannot hold them.
pub fn workbook(groups: &[(String, &[Summary])]) -> Result<Vec<u8>, Problem> {
    let sheets: Vec<_> = groups
        .iter()
        .map(|(name, summaries)| (name.clone(), summaries.iter().map(|summary| &summary.table).collect::<Vec<_>>()))
        .collect();
    xlsx(&sheets).map_err(|error| Problem::BadCommandLine { text: error.to_string() })
}

/// The bytes of a picture.
///
/// # Errors
/// When it cannot be drawn.
#[cfg(feature = "charts")]
pub fn drawn(figure: &crate::draw::Figure, file: report::figures::File) -> Result<Vec<u8>, Problem> {
    file.draw(figure).map_err(|error| Problem::ChartFailed { problem: error.to_string() })
}
