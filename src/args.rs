//! The declaration of options with their help, and the options that several verbs share.

use super::answer_verbs::{is_explicit, parse_args};
use super::console::Console;
use super::files::{OutputContent, is_stdio_path, output_path};
use crate::outputs::drawing_problem;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Command};
use pioche_engine::sim::{MAX_DEALS, Seed, max_useful_threads};
use pioche_engine::stats::Confidence;
use pioche_report::lang::help::HelpSection;
use pioche_report::lang::parse_number::{parse_count, parse_real};
use pioche_report::lang::{Problem, Text, problem, tr};
use pioche_report::picture::{DrawnPicture, Picture, PictureFormat};
use pioche_report::table::CsvStyle;
use rand::TryRng;
use std::path::PathBuf;

/// A struct of arguments with the help of each, declared by [`options!`].
pub trait OptionGroup: clap::Args {
    /// Returns the ids of the arguments and their help.
    fn help_texts() -> Vec<(&'static str, Text)>;

    /// Adds the arguments to a command, with their help in the current language.
    fn add_to(command: Command) -> Command {
        let mut command = Self::augment_args(command);
        for (id, help) in Self::help_texts() {
            command = command.mut_arg(id, |arg| arg.help(help.translated()));
        }
        command
    }
}

/// Declares a struct of arguments. A field has its attributes for clap and its help in French and in English:
/// `threads: usize = "Number of threads";`. A field `output: OutputArgs = flatten;`
/// holds the arguments of another struct.
macro_rules! options {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[$field_attribute:meta])*
                $field_visibility:vis $field:ident: $type:ty = $($help:literal)? $($group:ident)?;
            )*
        }
    ) => {
        #[derive(clap::Args)]
        $(#[$attribute])*
        $visibility struct $name {
            $(
                $(#[$field_attribute])*
                $(#[command($group)])?
                $field_visibility $field: $type,
            )*
        }

        impl $crate::args::OptionGroup for $name {
            fn help_texts() -> Vec<(&'static str, ::pioche_report::lang::Text)> {
                let mut help_texts = Vec::new();
                $(
                    $(help_texts.extend([(stringify!($field), ::pioche_report::lang::Text($help))]);)?
                    $(
                        let $group = <$type as $crate::args::OptionGroup>::help_texts();
                        help_texts.extend($group);
                    )?
                )*
                help_texts
            }
        }
    };
}
pub(crate) use options;

/// Headings of derived options in the help. Options without one are under the heading of the game.
pub const WORKLOAD_HEADING: &str = HelpSection::Workload.heading().0;
pub const CONFIDENCE_HEADING: &str = HelpSection::Confidence.heading().0;
pub const OUTPUT_HEADING: &str = HelpSection::Output.heading().0;
pub const GLOBAL_HEADING: &str = HelpSection::Global.heading().0;

pub fn parse_deals(text: &str) -> Result<u64, Problem> {
    parse_count(text, 1, MAX_DEALS)
}

fn parse_threads(text: &str) -> Result<usize, Problem> {
    parse_count(text, 1, pioche_engine::sim::MAX_THREADS as u64).map(|threads| threads as usize)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedChoice {
    Given(u64),
    Random,
}

fn parse_seed(text: &str) -> Result<SeedChoice, Problem> {
    match text {
        "random" => Ok(SeedChoice::Random),
        // The digits of seeds are grouped in files for spreadsheets.
        number => number
            .replace('_', "")
            .parse()
            .map(SeedChoice::Given)
            .map_err(|_| {
                problem!(
                    "“{text}” is neither a whole number from 0 to 2^64 − 1 nor “random”",
                    text
                )
            }),
    }
}

/// Parses a title, which SVG can hold.
fn parse_title(text: &str) -> Result<String, Problem> {
    let is_refused = |sign: char| sign.is_control() || ['\u{fffe}', '\u{ffff}'].contains(&sign);
    if text.contains(is_refused) {
        return Err(problem!("a title cannot contain a control character"));
    }
    Ok(text.to_owned())
}

pub fn parse_study_scale(text: &str) -> Result<f64, Problem> {
    let scale = parse_real(text).filter(|scale| (0.001..=1e6).contains(scale));
    scale.ok_or_else(|| problem!("“{text}” is not a scale between 0.001 and 1e6", text))
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

/// Parses the half-width of an interval, below 0.5. Fails below 1e-15, which the largest number of deals cannot reach.
fn parse_half_width(text: &str) -> Result<f64, Problem> {
    match parse_real(text).filter(|width| *width > 0.0 && *width < 0.5) {
        Some(width) if width >= 1e-15 => Ok(width),
        Some(_) => Err(problem!(
            "“{text}” is finer than 10^15 deals allow; the smallest half-width is 1e-15",
            text
        )),
        None => Err(problem!(
            "“{text}” is not a half-width strictly between 0 and 0.5, such as 0.001",
            text
        )),
    }
}

fn parse_confidence(text: &str) -> Result<Confidence, Problem> {
    let Some(level) = parse_real(text).filter(|level| *level > 0.0 && *level < 1.0) else {
        return Err(problem!(
            "“{text}” is not a confidence level strictly between 0 and 1, such as 0.95",
            text
        ));
    };
    Confidence::new(level).map_err(|_| {
        problem!(
            "“{text}” is too close to 0 or 1: it must differ from both by more than 1e-12",
            text
        )
    })
}

/// Parses the width of a chart in whole millimetres.
fn parse_chart_width(text: &str) -> Result<u16, Problem> {
    parse_count(text, 60, 300).map(|width| width as u16)
}

pub fn choice_parser<T: Copy + Send + Sync + 'static>(
    choices: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|(name, _)| PossibleValue::new(*name));
    PossibleValuesParser::new(values).map(move |text| {
        choices
            .iter()
            .find(|(name, _)| text == *name)
            .expect("a name of the list")
            .1
    })
}

options! {
    #[derive(Clone, Copy, Debug)]
    pub struct SeedArgs {
        #[arg(
            long,
            value_name = "S",
            default_value = "1",
            value_parser = parse_seed,
            allow_hyphen_values = true,
        )]
        seed: SeedChoice =
            "Seed of the random numbers, or `random` to draw one and print it";
    }
}

impl SeedArgs {
    /// Returns the seed. A random one is drawn and printed. Fails when the system gives no random number.
    pub fn resolve(&self, console: &Console) -> Result<Seed, Problem> {
        let seed = self.seed.or_drawn()?;
        if self.seed == SeedChoice::Random {
            print_drawn(&tr!("Random seed: {seed}", seed), console);
        }
        Ok(Seed(seed))
    }
}

impl SeedChoice {
    /// Returns the seed, drawn if it is a random one. Fails when the system gives no random number.
    fn or_drawn(self) -> Result<u64, Problem> {
        match self {
            Self::Given(seed) => Ok(seed),
            Self::Random => rand::rngs::SysRng.try_next_u64().map_err(|_| {
                Problem::for_argument(
                    "--seed random",
                    problem!("the system gives no random number"),
                )
            }),
        }
    }
}

/// Prints a remark about a drawn seed, even with `--quiet`, since the run cannot be reproduced without it.
fn print_drawn(remark: &str, console: &Console) {
    let console = Console {
        quiet: false,
        ..*console
    };
    console.remark(remark);
}

/// A deal by its seed and its number.
#[derive(Clone, Copy, Debug)]
pub struct ChosenDeal {
    pub seed: u64,
    pub deal: u64,
    is_drawn: bool,
}

impl ChosenDeal {
    /// The deal of commands without deals.
    pub const NONE: Self = Self {
        seed: 0,
        deal: 0,
        is_drawn: false,
    };

    /// Returns the deal of a command. Where a seed is drawn unless it is given, the number of a deal alone is one of seed 1. Fails
    /// when the system gives no random number.
    pub fn new(matches: &ArgMatches) -> Result<Self, Problem> {
        let args: DealArgs = parse_args(matches)?;
        let choice = if !is_explicit(matches, "seed") && is_explicit(matches, "deal") {
            SeedChoice::Given(1)
        } else {
            args.seed.seed
        };
        Ok(Self {
            seed: choice.or_drawn()?,
            deal: args.deal,
            is_drawn: choice == SeedChoice::Random,
        })
    }

    /// Prints the options that give a drawn deal again.
    pub fn print_drawn(self, console: &Console) {
        if self.is_drawn {
            let Self { seed, deal, .. } = self;
            print_drawn(
                &tr!(
                    "For the same deal again: --seed {seed} --deal {deal}",
                    seed,
                    deal
                ),
                console,
            );
        }
    }
}

options! {
    #[derive(Clone, Copy, Debug)]
    pub struct ThreadArgs {
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "N",
            value_parser = parse_threads,
            allow_hyphen_values = true,
        )]
        threads: Option<usize> =
            "Number of threads; it does not change the results [default: one per core]";
    }
}

impl ThreadArgs {
    /// Returns the number of threads; `None` for one per core.
    pub fn count(&self) -> Option<usize> {
        self.threads
    }

    /// Warns that the number is larger than the useful one.
    pub fn warn_excess(&self, console: &Console) {
        let useful = max_useful_threads();
        if let Some(threads) = self.threads
            && threads > useful
        {
            console.remark(&tr!(
                "--threads {threads}: {useful} threads are enough, four per core.",
                threads,
                useful
            ));
        }
    }
}

options! {
    #[derive(Clone, Debug)]
    pub struct DealArgs {
        pub seed: SeedArgs = flatten;
        #[arg(
            long,
            value_name = "K",
            default_value = "0",
            value_parser = |text: &str| parse_count(text, 0, MAX_DEALS),
            allow_hyphen_values = true,
        )]
        pub deal: u64 =
            "Index of the deal or game, from 0 to 10^15";
    }
}

options! {
    #[derive(Clone, Copy, Debug)]
    #[command(next_help_heading = CONFIDENCE_HEADING)]
    pub struct IntervalArgs {
        #[arg(
            long,
            value_name = "C",
            default_value = "0.95",
            value_parser = parse_confidence,
            allow_hyphen_values = true,
        )]
        pub confidence: Confidence =
            "Level of the confidence intervals, between 0 and 1";
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerFormat {
    /// Table for the terminal
    #[default]
    Table,
    /// CSV, one row per result
    Csv,
    /// JSON
    Json,
}

options! {
    /// A table of results as a file.
    #[derive(Clone, Debug)]
    #[command(next_help_heading = OUTPUT_HEADING)]
    pub struct CsvArgs {
        #[arg(
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Csv),
        )]
        pub csv: Option<PathBuf> =
            "Write CSV, one row per result, to FILE, `-` for the standard output";
        #[arg(
            long,
            value_name = "STYLE",
            default_value = "plain",
            value_parser = choice_parser(&[
                ("plain", CsvStyle::Plain),
                ("excel-fr", CsvStyle::ExcelFr),
            ]),
        )]
        pub csv_style: CsvStyle =
            "Style of the CSV: plain, or excel-fr for French spreadsheets (semicolons, decimal \
             commas, French headings)";
    }
}

options! {
    /// A chart of results as a file.
    #[derive(Clone, Debug)]
    #[command(next_help_heading = OUTPUT_HEADING)]
    pub struct ChartArgs {
        #[arg(
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Chart),
        )]
        pub chart: Option<PathBuf> =
            "Draw a chart to FILE.png or FILE.svg, `-` for SVG on the standard output";
        #[arg(
            long,
            value_name = "MM",
            value_parser = parse_chart_width,
        )]
        pub width: Option<u16> =
            "Width of charts in millimetres, from 60 to 300, such as that of a column of text; \
             letters keep their size";
        #[arg(long, value_name = "TEXT", value_parser = parse_title)]
        pub title: Option<String> =
            "Title of charts instead of the finding; none: neither title nor subtitle";
    }
}

options! {
    #[derive(Clone, Debug)]
    #[command(next_help_heading = OUTPUT_HEADING)]
    pub struct OutputArgs {
        #[arg(
            long,
            value_name = "FORMAT",
            value_parser = choice_parser(&[
                ("table", AnswerFormat::Table),
                ("csv", AnswerFormat::Csv),
                ("json", AnswerFormat::Json),
            ]),
        )]
        pub format: Option<AnswerFormat> =
            "Output format [default: table]";
        #[arg(long)]
        pub all: bool =
            "Print every row of the table, the means and all notes, instead of an overview";
        pub csv_args: CsvArgs = flatten;
        #[arg(
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Json),
        )]
        pub json: Option<PathBuf> =
            "Write JSON to FILE, `-` for the standard output";
        pub chart_args: ChartArgs = flatten;
        #[arg(
            long,
            value_name = "DIR",
            value_parser = output_path(OutputContent::Folder),
        )]
        pub out: Option<PathBuf> =
            "Write CSV, JSON, chart and tally to the folder DIR (several tallies: to DIR/tallies)";
        #[arg(long)]
        pub force: bool =
            "Replace existing files";
    }
}

impl ChartArgs {
    /// Fails when an option of charts is given without a chart; `needed` are the options that ask for one.
    pub fn check_chart(&self, has_chart: bool, needed: String) -> Result<(), Problem> {
        let options = [
            ("--width", self.width.is_some()),
            ("--title", self.title.is_some()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if !has_chart => Err(Problem::for_argument(name, Problem(needed))),
            _ => Ok(()),
        }
    }

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
        match &self.chart {
            Some(path) if !is_stdio_path(path) => PictureFormat::from_path(path),
            _ => PictureFormat::Svg,
        }
    }
}

impl OutputArgs {
    pub fn has_output_files(&self) -> bool {
        self.chart_args.chart.is_some()
            || [&self.csv_args.csv, &self.json, &self.out]
                .iter()
                .any(|file| file.is_some())
    }
}

options! {
    #[derive(Clone, Debug)]
    pub struct SimulateArgs {
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "N",
            value_parser = parse_deals,
            allow_hyphen_values = true,
        )]
        pub deals: Option<u64> =
            "Number of deals or games, such as 10M, 1e6 or 250k [default: depends on how long a \
             game takes]";
        #[arg(
            help_heading = CONFIDENCE_HEADING,
            long,
            value_name = "W",
            value_parser = parse_half_width,
            allow_hyphen_values = true,
        )]
        pub precision: Option<f64> =
            "Stop as soon as the half-width of every interval is at most W, such as 0.001; \
             --deals, if given, is an upper limit (exit code 1 if it is reached first). The level \
             of the intervals is then approximate (in tests, 94.5% to 99.5% instead of 95%)";
        #[arg(help_heading = CONFIDENCE_HEADING, long)]
        pub compare: bool =
            "Also compare settings with independent deals, such as two packs";
        pub seed: SeedArgs = flatten;
        pub threads: ThreadArgs = flatten;
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "K/N",
            value_parser = parse_shard,
            allow_hyphen_values = true,
        )]
        pub shard: Option<(u64, u64)> =
            "Play only part K of N; `merge` joins the parts";
        #[arg(help_heading = WORKLOAD_HEADING, long)]
        pub resume: bool =
            "Continue the run saved by `--tally` or `--out`; more deals or another precision may \
             be given";
        pub intervals: IntervalArgs = flatten;
        pub output: OutputArgs = flatten;
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Tally),
        )]
        pub tally: Option<PathBuf> =
            "Save the counts to FILE every few seconds and at the end, for `--resume`, `merge` \
             and `report`; `-` for the standard output, at the end only";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Csv),
        )]
        pub each: Option<PathBuf> =
            "Play the deals again at the end and write a CSV with one row per deal, in order, to \
             FILE, `-` for the standard output (at most 100 million rows; with a precision, give \
             `--deals` too; the parts of a sharded run have headings in the first file only)";
    }
}

options! {
    #[derive(Clone, Copy, Debug)]
    pub struct FormatArgs {
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FORMAT",
            value_parser = choice_parser(&[
                ("table", AnswerFormat::Table),
                ("json", AnswerFormat::Json),
            ]),
        )]
        pub format: Option<AnswerFormat> =
            "Output format [default: table]";
    }
}
