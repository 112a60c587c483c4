//! The options that several verbs share, and the parsers of their values.

use super::answer_verbs::{is_explicit, parse_args};
use super::console::Console;
use super::files::path_with_ending;
use crate::outputs::drawing_problem;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, ValueEnum};
use pioche_engine::sim::{MAX_DEALS, MAX_THREADS, Seed};
use pioche_engine::stats::Confidence;
use pioche_report::lang::parse_number::{parse_count, parse_real};
use pioche_report::lang::{Problem, problem, tr};
use pioche_report::picture::{DrawnPicture, Picture, PictureFormat};
use pioche_report::table::CsvStyle;
use rand::TryRng;
use std::path::PathBuf;

pub fn parse_deals(text: &str) -> Result<u64, Problem> {
    parse_count(text, 1, MAX_DEALS)
}

fn parse_threads(text: &str) -> Result<usize, Problem> {
    parse_count(text, 1, MAX_THREADS as u64).map(|threads| threads as usize)
}

/// Parses a seed; `None` for a random one. The digits of seeds are grouped in files for spreadsheets.
fn parse_seed(text: &str) -> Result<Option<u64>, Problem> {
    if text == "random" {
        return Ok(None);
    }
    text.replace('_', "").parse().map(Some).map_err(|_| {
        problem!(
            "“{text}” is neither a whole number from 0 to 2^64 − 1 nor “random”",
            text
        )
    })
}

/// Parses a title, which SVG can hold.
fn parse_title(text: &str) -> Result<String, Problem> {
    let is_refused = |sign: char| sign.is_control() || ['\u{fffe}', '\u{ffff}'].contains(&sign);
    if text.contains(is_refused) {
        return Err(problem!("a title cannot contain a control character"));
    }
    Ok(text.to_owned())
}

/// Parses `K/N`: the number of a part, from 1, and the number of parts.
fn parse_shard(text: &str) -> Result<(u64, u64), Problem> {
    let parts = text
        .split_once('/')
        .and_then(|(number, parts)| number.parse().ok().zip(parts.parse().ok()));
    let shard = parts.filter(|(number, parts)| (1..=*parts).contains(number));
    shard.ok_or_else(|| {
        problem!(
            "“{text}” is not a part such as 3/8, the third of eight",
            text
        )
    })
}

/// Parses the half-width of an interval, which the largest number of deals can reach.
fn parse_half_width(text: &str) -> Result<f64, Problem> {
    let width = parse_real(text).filter(|width| *width >= 1e-15 && *width < 0.5);
    width.ok_or_else(|| {
        problem!(
            "“{text}” is not a half-width of at least 1e-15 and below 0.5, such as 0.001",
            text
        )
    })
}

fn parse_confidence(text: &str) -> Result<Confidence, Problem> {
    let level = parse_real(text).and_then(|level| Confidence::new(level).ok());
    level.ok_or_else(|| {
        problem!(
            "“{text}” is not a confidence level between 0 and 1, such as 0.95",
            text
        )
    })
}

/// Parses the width of a chart in whole millimetres.
fn parse_chart_width(text: &str) -> Result<u16, Problem> {
    parse_count(text, 60, 300).map(|width| width as u16)
}

#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArgs {
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seed,
          help = tr!("Seed of the random numbers; `random` draws one and prints it"))]
    seed: ParsedSeed,
}

/// A seed; `None` for a random one. Without this name, clap takes the type for that of an optional argument.
type ParsedSeed = Option<u64>;

/// A deal by its seed and its number.
#[derive(Args, Clone, Debug)]
pub struct DealArgs {
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "K", default_value = "0",
          value_parser = |text: &str| parse_count(text, 0, MAX_DEALS),
          help = tr!("Index of the deal or game, from 0 to 10^15"))]
    deal: u64,
}

impl SeedArgs {
    /// Returns the seed. A random one is drawn and printed. Fails when the system gives no random number.
    pub fn resolve(&self, console: &Console) -> Result<Seed, Problem> {
        let seed = seed_or_drawn(self.seed)?;
        if self.seed.is_none() {
            console.print_always(&tr!("Random seed: {seed}", seed));
        }
        Ok(Seed(seed))
    }
}

fn seed_or_drawn(seed: Option<u64>) -> Result<u64, Problem> {
    seed.map_or_else(|| rand::rngs::SysRng.try_next_u64(), Ok)
        .map_err(|_| problem!("--seed random: the system gives no random number"))
}

/// The deal of a command.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChosenDeal {
    pub seed: u64,
    pub deal: u64,
    is_drawn: bool,
}

impl ChosenDeal {
    /// Returns the deal of a command. Where a seed is drawn unless it is given, the number of a deal alone is one of seed 1. Fails
    /// when the system gives no random number.
    pub fn new(matches: &ArgMatches) -> Result<Self, Problem> {
        let args: DealArgs = parse_args(matches)?;
        let has_deal_alone = !is_explicit(matches, "seed") && is_explicit(matches, "deal");
        let seed = if has_deal_alone {
            Some(1)
        } else {
            args.seed.seed
        };
        Ok(Self {
            seed: seed_or_drawn(seed)?,
            deal: args.deal,
            is_drawn: seed.is_none(),
        })
    }

    /// Prints the options that give a drawn deal again.
    pub fn print_drawn(self, console: &Console) {
        if self.is_drawn {
            let Self { seed, deal, .. } = self;
            console.print_always(&tr!(
                "For the same deal again: --seed {seed} --deal {deal}",
                seed,
                deal
            ));
        }
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = parse_threads,
          help = tr!("Number of threads, without effect on the results; by default one per core"))]
    pub threads: Option<usize>,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct IntervalArgs {
    #[arg(long, hide_short_help = true, value_name = "C", default_value = "0.95", value_parser = parse_confidence,
          help = tr!("Level of the confidence intervals, between 0 and 1"))]
    pub confidence: Confidence,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    #[default]
    Table,
    Csv,
    Json,
}

/// A table of results as a file.
#[derive(Args, Clone, Debug)]
pub struct CsvArgs {
    #[arg(long, value_name = "FILE",
          help = tr!("Write the results to a CSV file"))]
    pub csv: Option<PathBuf>,
    #[arg(long, value_name = "STYLE", default_value = "plain", hide_short_help = true,
          value_parser = PossibleValuesParser::new(["plain", "excel-fr"]).map(|style| {
              if style == "plain" { CsvStyle::Plain } else { CsvStyle::ExcelFr }
          }),
          help = tr!("Style of CSV; excel-fr: semicolons, decimal commas, French headings"))]
    pub csv_style: CsvStyle,
}

/// A chart of results as a file.
#[derive(Args, Clone, Debug)]
pub struct ChartArgs {
    #[arg(long, value_name = "FILE", value_parser = path_with_ending(&["png", "svg"]),
          help = tr!("Draw a chart to FILE.png or FILE.svg"))]
    pub chart: Option<PathBuf>,
    #[arg(long, hide_short_help = true, value_name = "MM", requires = "chart", value_parser = parse_chart_width,
          help = tr!("Width of the chart in millimetres, from 60 to 300; letters keep their size"))]
    pub width: Option<u16>,
    #[arg(long, hide_short_help = true, value_name = "TEXT", requires = "chart", value_parser = parse_title,
          help = tr!("Title of the chart instead of the finding; none: neither title nor subtitle"))]
    pub title: Option<String>,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct ForceArgs {
    #[arg(long, hide_short_help = true, help = tr!("Replace existing files"))]
    pub force: bool,
}

#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    #[arg(long, help = tr!("Print all rows, means and notes"))]
    pub all: bool,
    #[arg(long, hide_short_help = true, help = tr!("Also compare settings with independent deals, such as two packs"))]
    pub compare: bool,
    #[arg(long, value_name = "FORMAT", hide_short_help = true,
          help = tr!("Form of the printed answer, by default a table"))]
    pub format: Option<AnswerFormat>,
    #[command(flatten)]
    pub csv_args: CsvArgs,
    #[arg(long, hide_short_help = true, value_name = "FILE",
          help = tr!("Write the results to a JSON file"))]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub chart_args: ChartArgs,
    #[arg(long, hide_short_help = true, value_name = "DIR",
          help = tr!("Write CSV, JSON, chart and tally to a folder"))]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub force_args: ForceArgs,
}

impl ChartArgs {
    /// Draws a picture with the width and the title of the command.
    pub fn draw(&self, picture: Picture) -> Result<DrawnPicture, Problem> {
        let mut picture = Picture {
            width_mm: self.width.unwrap_or(picture.width_mm),
            ..picture
        };
        match self.title.as_deref() {
            Some("none") => picture.has_heading = false,
            Some(title) => picture.title = title.to_owned(),
            None => {}
        }
        picture.draw().map_err(drawing_problem)
    }

    /// Returns the format of the chart; SVG for the standard output.
    pub fn format(&self) -> PictureFormat {
        let path = self.chart.as_deref();
        path.map_or(PictureFormat::Svg, PictureFormat::from_path)
    }
}

#[derive(Args, Clone, Debug)]
pub struct SimulateArgs {
    #[arg(long, value_name = "N", value_parser = parse_deals,
          help = tr!("Number of deals or games, such as 10M, 1e6 or 250k"))]
    pub deals: Option<u64>,
    #[arg(long, value_name = "W", value_parser = parse_half_width,
          help = tr!(
              "Stop at intervals of this half-width, such as 0.001; --deals, if given, is an upper limit \
               (exit code 1 if it is reached first). The level of the intervals is then approximate (in \
               tests, 94.5% to 99.5% instead of 95%)"
          ))]
    pub precision: Option<f64>,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[arg(long, hide_short_help = true, value_name = "FILE",
          help = tr!(
              "Write a CSV file with a row for each deal, in order; the deals are played again at the end (at \
               most 100 million rows; with a precision, give --deals too; the parts of a sharded run have \
               headings in the first file only)"
          ))]
    pub each: Option<PathBuf>,
    #[arg(long, hide_short_help = true, value_name = "FILE",
          help = tr!(
              "Save the counts to FILE, for --resume, merge and report; every few seconds and at the end, to the \
               standard output at the end only"
          ))]
    pub tally: Option<PathBuf>,
    #[arg(long, hide_short_help = true,
          help = tr!("Continue the run saved by --tally or --out; more deals or another precision may be given"))]
    pub resume: bool,
    #[arg(long, hide_short_help = true, value_name = "K/N", value_parser = parse_shard,
          help = tr!("Play only part K of N; merge joins the parts"))]
    pub shard: Option<(u64, u64)>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub intervals: IntervalArgs,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct FormatArgs {
    #[arg(long, value_name = "FORMAT", hide_short_help = true,
          value_parser = PossibleValuesParser::new(["table", "json"]).map(|format| {
              if format == "json" { AnswerFormat::Json } else { AnswerFormat::Table }
          }),
          help = tr!("Form of the printed answer, by default a table"))]
    pub format: Option<AnswerFormat>,
}
