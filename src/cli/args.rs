//! The command line's grammar, shared by all verbs: values, groups of options, and what is wrong with them.

use crate::cards::Pack;
use crate::games::alliances::improve::Improvement;
use crate::games::bataille::{Order, Values};
use crate::lang::{Lang, Problem, Say};
use crate::report::csv::CsvStyle;
use crate::stats::{Confidence, Method};
use crate::topics::Shuffle;
use crate::topics::decks::ShuffleMethod;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// A [`Problem`] that a value parser hands through clap.
#[derive(Clone, Debug)]
pub struct Complaint(pub Problem);

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.en())
    }
}

impl std::error::Error for Complaint {}

/// The most deals of a run, and the largest number of a deal.
pub const MAX_DEALS: u64 = 1_000_000_000_000_000;
const MAX_THREADS: u64 = 1024;

/// A count such as `10M`, `1e6`, `1_000_000` or `250k`, between two bounds.
pub fn count(text: &str, least: u64, most: u64) -> Result<u64, Complaint> {
    let number = whole(text).ok_or_else(|| Complaint(Problem::NotACount { text: text.into() }))?;
    u64::try_from(number)
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| Complaint(Problem::CountOutOfRange { text: text.into(), least, most }))
}

/// The whole number that a text means, if it does; the largest one when it is beyond all bounds.
fn whole(text: &str) -> Option<u128> {
    let (number, zeros) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 3),
        (end, 'M') => (&text[..end], 6),
        (end, 'G') => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<u32>().ok()?),
            None => (text, 0),
        },
    };
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let digits: String = before.chars().chain(after.chars()).filter(|&sign| sign != '_').collect();
    let proper = before.starts_with(|sign: char| sign.is_ascii_digit()) && digits.chars().all(|d| d.is_ascii_digit());
    let decimals = u32::try_from(after.chars().filter(|&sign| sign != '_').count()).ok()?;
    if !proper || number.ends_with('.') || zeros < decimals {
        return None;
    }
    let scale = 10_u128.checked_pow(zeros - decimals);
    Some(digits.parse::<u128>().ok().zip(scale).and_then(|(d, s)| d.checked_mul(s)).unwrap_or(u128::MAX))
}

/// `--deals`.
pub fn deals(text: &str) -> Result<u64, Complaint> {
    count(text, 1, MAX_DEALS)
}

/// `--deal`.
pub fn deal_number(text: &str) -> Result<u64, Complaint> {
    count(text, 0, MAX_DEALS)
}

/// An inclusive range of whole numbers; a single one is a range of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRange {
    low: u64,
    high: u64,
}

impl CountRange {
    /// The numbers, in ascending order.
    pub fn numbers(self) -> impl Iterator<Item = u64> {
        self.low..=self.high
    }
}

/// A range such as `11..13`, between two bounds.
pub fn range(text: &str, least: u64, most: u64) -> Result<CountRange, Complaint> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let (low, high) = (count(low, least, most)?, count(high, least, most)?);
    if low > high { Err(Complaint(Problem::EmptyRange { text: text.into() })) } else { Ok(CountRange { low, high }) }
}

/// `--values` of bataille.
pub fn values(text: &str) -> Result<CountRange, Complaint> {
    range(text, 1, Values::MAX.get().into())
}

/// `--values` of one game of bataille.
pub fn one_pack_of_values(text: &str) -> Result<Values, Complaint> {
    let most = Values::MAX.get().into();
    let out_of_range = || Complaint(Problem::CountOutOfRange { text: text.into(), least: 1, most });
    count(text, 1, most).and_then(|values| Values::new(values).map_err(|_| out_of_range()))
}

/// `--riffles`.
pub fn riffles(text: &str) -> Result<CountRange, Complaint> {
    range(text, 0, ShuffleMethod::MAX_RIFFLES.into())
}

/// `--cards` of a shuffle.
pub fn deck_size(text: &str) -> Result<usize, Complaint> {
    count(text, 1, Shuffle::MAX_CARDS as u64).map(|cards| cards as usize)
}

/// `--turns`.
pub fn turns(text: &str) -> Result<u64, Complaint> {
    count(text, 1, MAX_DEALS)
}

/// `--order` of bataille.
pub fn order() -> impl TypedValueParser<Value = Order> {
    choice(&[("fixed", "fixe"), ("alternating", "alterne")], |name| name.parse().ok())
}

/// `--shuffle` of bataille.
pub fn mixing(text: &str) -> Result<ShuffleMethod, Complaint> {
    text.replace("uniforme", "uniform").parse().map_err(|_| Complaint(Problem::NotAMixing { text: text.into() }))
}

/// `--threads`.
pub fn threads(text: &str) -> Result<usize, Complaint> {
    count(text, 1, MAX_THREADS).map(|threads| threads as usize)
}

/// `--suits` and `--ranks`.
fn side(text: &str) -> Result<u8, Complaint> {
    count(text, 1, 64).map(|side| side as u8)
}

/// `--seed`: a number, or to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedChoice {
    /// This seed.
    Given(u64),
    /// One that the system draws.
    Random,
}

/// `--seed`.
pub fn seed(text: &str) -> Result<SeedChoice, Complaint> {
    match text {
        "random" => Ok(SeedChoice::Random),
        number => number.parse().map(SeedChoice::Given).map_err(|_| Complaint(Problem::NotASeed { text: text.into() })),
    }
}

fn cards(text: &str) -> Result<Pack, Complaint> {
    let known = text.parse().ok().and_then(|cards| Pack::of(cards).ok());
    known.ok_or_else(|| Complaint(Problem::NotACardCount { text: text.into() }))
}

/// `--scale`.
pub fn scale(text: &str) -> Result<f64, Complaint> {
    let scale = text.parse().ok().filter(|scale| (0.001..=1e6).contains(scale));
    scale.ok_or_else(|| Complaint(Problem::NotAScale { text: text.into() }))
}

fn half_width(text: &str) -> Result<f64, Complaint> {
    let width = text.parse().ok().filter(|width: &f64| *width > 0.0 && *width < 0.5);
    width.ok_or_else(|| Complaint(Problem::NotAWidth { text: text.into() }))
}

fn confidence(text: &str) -> Result<Confidence, Complaint> {
    let level = text.parse().ok().and_then(|level| Confidence::new(level).ok());
    level.ok_or_else(|| Complaint(Problem::NotAConfidence { text: text.into() }))
}

#[cfg(feature = "charts")]
fn chart_file(text: &str) -> Result<PathBuf, Complaint> {
    let path = PathBuf::from(text);
    let known = path.extension().is_some_and(|extension| extension == "png" || extension == "svg");
    if known { Ok(path) } else { Err(Complaint(Problem::NotAChartFile { text: text.into() })) }
}

/// A choice by name, with names in French besides.
pub fn choice<T: Clone + Send + Sync + 'static>(
    names: &'static [(&'static str, &'static str)],
    parse: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().map(|&(name, french)| match french {
        "" => clap::builder::PossibleValue::new(name),
        french => clap::builder::PossibleValue::new(name).alias(french),
    });
    PossibleValuesParser::new(values).map(move |text| {
        let name = names.iter().find(|&&(name, french)| text == name || text == french).map_or("", |names| names.0);
        parse(name).expect("every listed name has its value")
    })
}

/// Which cards a game is played with.
#[derive(Clone, Debug, clap::Args)]
pub struct PackArgs {
    /// Number of cards: 32 (7 to A), 36 (6 to A) or 52 [default: 32]
    #[arg(long, value_name = "N", value_parser = cards, conflicts_with_all = ["suits", "ranks"])]
    pub cards: Option<Pack>,
    /// Number of suits, with --ranks, for any other pack
    #[arg(long, value_name = "S", value_parser = side, requires = "ranks")]
    suits: Option<u8>,
    /// Number of ranks, with --suits
    #[arg(long, value_name = "R", value_parser = side, requires = "suits")]
    ranks: Option<u8>,
}

impl PackArgs {
    /// The pack that was asked for, if one was.
    ///
    /// # Errors
    /// When there is none of this shape.
    pub fn given(&self) -> Result<Option<Pack>, Problem> {
        match (self.suits, self.ranks) {
            (Some(suits), Some(ranks)) => Pack::new(suits, ranks).map(Some).map_err(|_| Problem::BadArgument {
                flag: "--suits, --ranks".into(),
                problem: Box::new(Problem::BadPackShape { suits: suits.into(), ranks: ranks.into() }),
            }),
            _ => Ok(self.cards),
        }
    }

    /// The pack that was asked for, or that of 32 cards.
    ///
    /// # Errors
    /// When there is none of this shape.
    pub fn pack(&self) -> Result<Pack, Problem> {
        Ok(self.given()?.unwrap_or(Pack::PIQUET))
    }
}

/// Which deal.
#[derive(Clone, Debug, clap::Args)]
pub struct DealArgs {
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    pub seed: SeedChoice,
    /// Number of the deal
    #[arg(long, value_name = "K", default_value = "0", value_parser = deal_number, allow_hyphen_values = true)]
    pub deal: u64,
}

/// How many deals, and on what.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    /// Number of deals, such as 10M, 1e6 or 250k [default: by the work of a deal]
    #[arg(long, value_name = "N", value_parser = deals, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// Stop as soon as the half-width of every interval is at most W; --deals is then the most
    #[arg(long, value_name = "W", value_parser = half_width, allow_hyphen_values = true)]
    pub precision: Option<f64>,
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    pub seed: SeedChoice,
    /// Threads [default: all cores]; they change no result
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

/// How probabilities are bounded.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct IntervalArgs {
    /// Confidence level of the intervals
    #[arg(long, value_name = "C", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    pub confidence: Confidence,
    /// Method of the intervals
    #[arg(long, value_name = "METHOD", default_value = "wilson",
          value_parser = choice(&[("wilson", ""), ("exact", "exacte")], |name| name.parse::<Method>().ok()))]
    pub interval: Method,
}

/// What is printed on the standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people
    #[value(alias = "tableau")]
    Table,
    /// Tidy CSV
    Csv,
    /// JSON
    Json,
}

/// Where results go.
#[derive(Clone, Debug, clap::Args)]
pub struct OutputArgs {
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Format,
    /// Write tidy CSV to FILE
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How CSV is written: plain, or excel-fr for French spreadsheets
    #[arg(long, value_name = "STYLE", default_value = "plain",
          value_parser = choice(&[("plain", ""), ("excel-fr", "")], |name| name.parse::<CsvStyle>().ok()))]
    pub csv_style: CsvStyle,
    /// Write JSON to FILE
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draw a chart in FILE.png or FILE.svg
    #[cfg(feature = "charts")]
    #[arg(long, value_name = "FILE", value_parser = chart_file)]
    pub chart: Option<PathBuf>,
    /// Write CSV, JSON, spreadsheet, charts and tally to DIR under plain names
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
}

/// An improvement or none, under a name that clap does not take for an optional argument.
pub type MaybeImprovement = Option<Improvement>;

/// The change of a stock, or none.
pub fn improvement_or_none() -> impl TypedValueParser<Value = MaybeImprovement> {
    choice(&[("none", "aucun"), ("exchange", "echange"), ("swap", "permutation"), ("move", "deplacement")], |name| {
        if name == "none" { Some(None) } else { name.parse().ok().map(Some) }
    })
}

/// The change of a stock.
pub fn improvement() -> impl TypedValueParser<Value = Improvement> {
    choice(&[("exchange", "echange"), ("swap", "permutation"), ("move", "deplacement")], |name| name.parse().ok())
}

/// `--lang`.
pub fn language() -> impl TypedValueParser<Value = Lang> {
    choice(&[("fr", ""), ("en", "")], |name| name.parse().ok())
}
