//! The table of published results: `published.md` of a study compares each published number with ours, which is
//! computed by the command beside it.

use crate::answer_verbs::{option_values, parse_args, parsed_args};
use crate::args::SimulateArgs;
use crate::clap_command::{simulate_command, verb_command};
use crate::console::Console;
use clap::{ArgMatches, Command};
use minijinja::{Value, context};
use pioche_engine::sim::{Experiment, MeasureEstimate, Summary};
use pioche_engine::stats::{Confidence, Estimate, Interval};
use pioche_report::command::CommandLine;
use pioche_report::data_table::quantile_name;
use pioche_report::lang::{Lang, Problem, Text, problem};
use pioche_report::number::{PageNumber, decimals};
use pioche_study::page::render_document;
use pioche_topics::{StudyRuns, TOPICS, Topic, find_topic};
use serde_json::Value as JsonValue;
use std::collections::BTreeMap;

/// The published results, one a line, with tabs between the columns of its first line.
///
/// `published` is a number as the source has it, a range such as `440-445`, or a list of numbers. `sample` is the number
/// of games behind an estimate. `value` says which number of the command is compared: `json` with pointers into the JSON
/// of `solve`; `row`, `except` (1 minus the row), `mean`, or `q50`, `q95` and `q99` with a name, of `simulate`. `from_scale` is the
/// smallest scale of a study that computes it. A result that cannot be compared has no command; its note says why.
const TABLE: &str = include_str!("published.tsv");

const TEMPLATE: Text = Text::new(
    include_str!("published.fr.md"),
    include_str!("published.en.md"),
);

/// The number of standard errors by which two estimates that agree may differ.
const MAX_STANDARD_ERRORS: f64 = 3.0;

/// A published result, with our number once it is computed.
pub struct PublishedResult {
    topic: &'static Topic,
    source: &'static str,
    /// The rules in a phrase, and what was counted.
    rule: Text,
    published: &'static str,
    /// The number of games behind a published estimate.
    sample: Option<f64>,
    /// The command that gives our number; empty if the result cannot be compared.
    command: &'static str,
    value: &'static str,
    from_scale: f64,
    /// The reason why the numbers differ or cannot be compared, or what is known of the source.
    note: Text,
    /// `None` below the scale from which our number is computed.
    own: Option<ReproducedNumber>,
}

impl PublishedResult {
    /// Parses a line of the table.
    fn parse(line: &'static str) -> Option<Self> {
        let cells: Vec<&'static str> = line.split('\t').collect();
        let [
            topic,
            source,
            rule_fr,
            rule_en,
            published,
            sample,
            command,
            value,
            from_scale,
            note_fr,
            note_en,
        ] = cells.try_into().ok()?;
        Some(Self {
            topic: find_topic(topic)?,
            source,
            rule: Text::new(rule_fr, rule_en),
            published,
            sample: sample.parse().ok(),
            command,
            value,
            from_scale: from_scale.parse().unwrap_or(0.0),
            note: Text::new(note_fr, note_en),
            own: None,
        })
    }

    fn is_simulation(&self) -> bool {
        self.command.starts_with("pioche simulate ")
    }

    fn is_comparable(&self) -> bool {
        !self.command.is_empty()
    }

    fn verdict(&self) -> PublishedVerdict {
        if !self.is_comparable() {
            return PublishedVerdict::NotComparable;
        }
        let Some(reproduced) = &self.own else {
            return PublishedVerdict::NotComputed;
        };
        if agrees(self.published, self.sample, &reproduced.number) {
            PublishedVerdict::Agrees
        } else {
            PublishedVerdict::Differs
        }
    }
}

/// The outcome of the comparison of a published number with ours.
#[derive(Clone, Copy, PartialEq)]
enum PublishedVerdict {
    Agrees,
    Differs,
    /// The scale of the study is below the one from which our number is computed.
    NotComputed,
    /// The program does not play the rule of the source, or the source does not state its rule.
    NotComparable,
}

impl PublishedVerdict {
    /// Returns the name in the template of the page.
    fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::NotComputed => "not computed",
            Self::NotComparable => "not comparable",
        }
    }
}

/// Returns the published results about some topics, in the order of the table.
pub fn published_results(topics: &[&Topic]) -> Vec<PublishedResult> {
    TABLE
        .lines()
        .skip(1)
        .filter_map(PublishedResult::parse)
        .filter(|result| topics.iter().any(|topic| topic.name == result.topic.name))
        .collect()
}

/// Returns the simulations of some results, each once, with the numbers of deals for the scale 1.
pub fn published_runs(results: &[PublishedResult]) -> Result<StudyRuns, Problem> {
    let mut runs = StudyRuns::new();
    for result in results.iter().filter(|result| result.is_simulation()) {
        let matches = option_matches(result)?;
        let experiment = simulated_experiment(result.topic, &matches)?;
        let name = experiment.name();
        if runs.iter().all(|(known, _)| known.name() != name) {
            let args: SimulateArgs = parse_args(&matches)?;
            let deals = args.deals.unwrap_or(experiment.info().default_deals);
            runs.push((experiment, deals));
        }
    }
    Ok(runs)
}

/// Parses the command of a result; returns the options of its verb and topic.
fn option_matches(result: &PublishedResult) -> Result<ArgMatches, Problem> {
    let command = result.command;
    let invalid = |error: clap::Error| problem!("{command} : {error}", "{command}: {error}");
    let definition = match &result.topic.solve {
        Some(solve) if !result.is_simulation() => {
            verb_command(Command::new(result.topic.name), solve, &[], Lang::En)
        }
        _ => simulate_command(result.topic, Lang::En),
    };
    // The first words are the program and the verb.
    let words = command.split(' ').skip(2);
    definition.try_get_matches_from(words).map_err(invalid)
}

fn simulated_experiment(
    topic: &Topic,
    matches: &ArgMatches,
) -> Result<Box<dyn Experiment>, Problem> {
    let values = option_values(topic.simulate.options, matches);
    let experiments = topic.simulate.all_experiments(&values)?;
    let first = experiments.into_iter().next();
    first.ok_or_else(|| Problem::missing_argument("simulate"))
}

/// The number that a command gives.
#[derive(Clone, Debug, PartialEq)]
enum OwnNumber {
    /// Exact integers.
    Integers(Vec<String>),
    /// An exact number that is no integer.
    Exact(f64),
    Share(Estimate, Confidence),
    /// A mean or a quantile, and the number of its values.
    Mean(Estimate, Confidence, u64),
}

/// Our number with the command that reproduces it.
struct ReproducedNumber {
    number: OwnNumber,
    command: String,
}

/// Returns the JSON answer of a command that solves a game.
fn solved_json(result: &PublishedResult, console: &Console) -> Result<JsonValue, Problem> {
    let matches = option_matches(result)?;
    let verb = result.topic.solve.as_ref();
    let solve = verb.ok_or_else(|| Problem::missing_argument("solve"))?;
    let answer = (solve.run)(&parsed_args(solve, &matches, None, console))?;
    Ok(answer.json.unwrap_or_default())
}

/// Returns the integers of a JSON answer at the pointers of a result.
fn solved_integers(value: &str, json: &JsonValue) -> OwnNumber {
    let pointers = value.split(' ').skip(1);
    let integer = |pointer| {
        json.pointer(pointer)
            .map_or("?".to_owned(), ToString::to_string)
    };
    OwnNumber::Integers(pointers.map(integer).collect())
}

/// Returns the number of a simulation that a result names; `None` if the run has no such number.
fn simulated_number(value: &str, summary: &Summary) -> Option<OwnNumber> {
    let (kind, name) = value.split_once(' ')?;
    let confidence = summary.confidence;
    if let Some(mean) = summary.estimate(name)
        && let Some(moments) = mean.moments
    {
        let estimate = match kind {
            "mean" => mean.value_with_interval(),
            _ => quantile_estimate(mean, kind)?,
        };
        return Some(OwnNumber::Mean(estimate, confidence, moments.value_count));
    }
    let row = summary.row(name)?;
    if let Some(exact) = row.exact {
        return Some(OwnNumber::Exact(if kind == "except" {
            1.0 - exact
        } else {
            exact
        }));
    }
    let mut estimate = row.interval_estimate()?;
    if kind == "except" {
        estimate = complement(estimate);
    }
    Some(OwnNumber::Share(estimate, confidence))
}

/// Returns a quantile by its name in JSON, such as `q95`.
fn quantile_estimate(mean: &MeasureEstimate, name: &str) -> Option<Estimate> {
    let quantile = mean
        .quantiles
        .iter()
        .find(|quantile| quantile_name(quantile) == name)?;
    Some(Estimate {
        value: quantile.value,
        interval: quantile.interval?,
    })
}

fn complement(estimate: Estimate) -> Estimate {
    Estimate {
        value: 1.0 - estimate.value,
        interval: Interval {
            low: 1.0 - estimate.interval.high,
            high: 1.0 - estimate.interval.low,
        },
    }
}

/// A published number: the middle of the numbers that round to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PublishedNumber {
    value: f64,
    /// The largest difference from a number that rounds to it.
    rounding_error: f64,
    /// The number of decimals; of the percentage if it is one.
    decimals: usize,
    is_percentage: bool,
}

impl PublishedNumber {
    /// Parses a number, such as `0.775` or `12.3%`, or a range of integers, such as `440-445`.
    fn parse(text: &str) -> Option<Self> {
        if let Some((low, high)) = text.split_once('-') {
            let min: f64 = low.parse().ok()?;
            let max: f64 = high.parse().ok()?;
            return Some(Self {
                value: (min + max) / 2.0,
                rounding_error: (max - min) / 2.0,
                decimals: 0,
                is_percentage: false,
            });
        }
        let digits = text.trim_end_matches('%');
        let is_percentage = digits != text;
        let unit = if is_percentage { 0.01 } else { 1.0 };
        let decimals = digits
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let number: f64 = digits.parse().ok()?;
        Some(Self {
            value: unit * number,
            rounding_error: unit * 0.5 * 10_f64.powi(-(decimals as i32)),
            decimals,
            is_percentage,
        })
    }

    /// Formats a number with the decimals of this one and `more_decimals`.
    fn format_like(self, number: f64, more_decimals: usize, lang: Lang) -> String {
        let decimals = self.decimals + more_decimals;
        if self.is_percentage {
            lang.percent(number, decimals)
        } else {
            lang.decimal(number, decimals)
        }
    }
}

/// Returns true if a published number, of a `sample` of games if it is an estimate, agrees with our number.
fn agrees(published: &str, sample: Option<f64>, own: &OwnNumber) -> bool {
    // Some room for the rounding of the published number in binary.
    const EPSILON: f64 = 1e-12;
    if let OwnNumber::Integers(integers) = own {
        return integers.join(", ") == published;
    }
    let Some(number) = PublishedNumber::parse(published) else {
        return false;
    };
    // The published numbers without a number of games are taken as exact.
    let games = sample.unwrap_or(f64::INFINITY);
    let share_error = (number.value * (1.0 - number.value) / games)
        .max(0.0)
        .sqrt();
    let (value, standard_errors) = match own {
        OwnNumber::Share(estimate, confidence) => {
            let own_error = estimate.standard_error(*confidence);
            (estimate.value, [own_error, share_error])
        }
        OwnNumber::Mean(estimate, confidence, value_count) => {
            let own_error = estimate.standard_error(*confidence);
            let error_of_source = own_error * (*value_count as f64 / games).sqrt();
            (estimate.value, [own_error, error_of_source])
        }
        OwnNumber::Exact(value) => (*value, [0.0, share_error]),
        OwnNumber::Integers(_) => return false,
    };
    let [own_error, error_of_source] = standard_errors;
    let allowed =
        number.rounding_error + MAX_STANDARD_ERRORS * own_error.hypot(error_of_source) + EPSILON;
    (value - number.value).abs() <= allowed
}

/// Formats a published number; a list of integers, each with separators.
fn published_text(published: &str, lang: Lang) -> String {
    let is_integer = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let items: Vec<&str> = published.split(", ").collect();
    if items.iter().copied().all(is_integer) {
        let texts: Vec<String> = items.iter().map(|item| lang.big_integer(item)).collect();
        return texts.join(Text::new(" ; ", "; ").in_lang(lang));
    }
    match PublishedNumber::parse(published) {
        Some(number) if !published.contains('-') => number.format_like(number.value, 0, lang),
        _ => published.replace('-', "–"),
    }
}

fn own_text(published: &str, own: &OwnNumber, lang: Lang) -> String {
    let like = PublishedNumber::parse(published);
    match (own, like) {
        (OwnNumber::Integers(integers), _) => published_text(&integers.join(", "), lang),
        (OwnNumber::Exact(value), Some(like)) => like.format_like(*value, 2, lang),
        (OwnNumber::Exact(value), None) => lang.decimal(*value, decimals(*value)),
        (OwnNumber::Share(estimate, _), Some(like)) if like.is_percentage => {
            PageNumber::Probability(*estimate).cell_text(lang)
        }
        (OwnNumber::Share(estimate, _) | OwnNumber::Mean(estimate, ..), _) => {
            PageNumber::Estimate(*estimate).cell_text(lang)
        }
    }
}

/// Computes our numbers from the simulations in `summaries`, and by solving.
pub fn compute_own_numbers(
    results: &mut [PublishedResult],
    summaries: &[&Summary],
    scale: f64,
    console: &Console,
) -> Result<(), Problem> {
    let quiet_console = Console {
        quiet: true,
        ..*console
    };
    // Several results are numbers of one command.
    let mut solved_commands = BTreeMap::new();
    for result in results {
        if scale < result.from_scale || !result.is_comparable() {
            continue;
        }
        if result.is_simulation() {
            let matches = option_matches(result)?;
            let name = simulated_experiment(result.topic, &matches)?.name();
            let summary = summaries
                .iter()
                .find(|summary| summary.experiment.name() == name);
            result.own = summary.and_then(|summary| {
                Some(ReproducedNumber {
                    number: simulated_number(result.value, summary)?,
                    command: CommandLine::reproducing(summary).to_string(),
                })
            });
        } else {
            if !solved_commands.contains_key(result.command) {
                solved_commands.insert(result.command, solved_json(result, &quiet_console)?);
            }
            result.own = Some(ReproducedNumber {
                number: solved_integers(result.value, &solved_commands[result.command]),
                command: result.command.to_owned(),
            });
        }
    }
    Ok(())
}

/// Renders `published.md`; `selected_chapters` are the titles of the chapters, empty if there are all.
pub fn render_published(
    results: &[PublishedResult],
    selected_chapters: &[Text],
    lang: Lang,
) -> Result<String, Problem> {
    let mut games = Vec::new();
    for topic in TOPICS {
        let rows: Vec<Value> = results
            .iter()
            .filter(|result| result.topic.name == topic.name)
            .map(|result| row_value(result, lang))
            .collect();
        if !rows.is_empty() {
            games.push(context! { title => topic.glossary.title.in_lang(lang), rows });
        }
    }
    let verdicts: Vec<PublishedVerdict> = results.iter().map(PublishedResult::verdict).collect();
    let count = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
    let agreeing = count(PublishedVerdict::Agrees);
    let titles: Vec<&str> = selected_chapters
        .iter()
        .map(|title| title.in_lang(lang))
        .collect();
    let values = context! {
        games,
        agreeing,
        computed => agreeing + count(PublishedVerdict::Differs),
        not_comparable => count(PublishedVerdict::NotComparable),
        selected_chapters => titles,
    };
    render_document(TEMPLATE, values, lang)
}

fn row_value(result: &PublishedResult, lang: Lang) -> Value {
    let own_cell = match &result.own {
        None => "–".to_owned(),
        Some(own) => own_text(result.published, &own.number, lang),
    };
    let command = match &result.own {
        None => result.command,
        Some(own) => &own.command,
    };
    context! {
        source => result.source,
        rule => result.rule.in_lang(lang),
        published => published_text(result.published, lang),
        own => own_cell,
        verdict => result.verdict().name(),
        note => result.note.in_lang(lang),
        from_scale => result.from_scale as u64,
        command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_parsed() {
        let results = published_results(TOPICS);
        assert_eq!(results.len(), TABLE.lines().count() - 1);
        assert!(results.len() >= 30, "{}", results.len());
        for result in &results {
            let is_list = result.published.split(", ").count() > 1;
            assert!(
                is_list || PublishedNumber::parse(result.published).is_some(),
                "{}",
                result.published
            );
            if result.is_comparable() {
                assert!(option_matches(result).is_ok(), "{}", result.command);
            } else {
                assert!(
                    !result.note.in_lang(Lang::En).is_empty(),
                    "{}",
                    result.source
                );
            }
        }
    }

    #[test]
    fn numbers_agree_after_rounding_and_within_three_standard_errors() {
        let exact = OwnNumber::Exact(0.7754);
        assert!(agrees("0.775", None, &exact));
        assert!(!agrees("0.776", None, &exact));
        let estimate = |value: f64, half_width: f64| {
            let interval = Interval {
                low: value - half_width,
                high: value + half_width,
            };
            OwnNumber::Share(Estimate { value, interval }, Confidence::default())
        };
        // The standard errors of a share of 60 % of 1000 games are 1.5 %, the rounding error 0.5 %.
        assert!(agrees("60%", Some(1000.0), &estimate(0.56, 0.0001)));
        assert!(!agrees("60%", Some(1000.0), &estimate(0.54, 0.0001)));
        assert!(agrees("440-445", None, &estimate(446.0, 1.0)));
        assert!(!agrees("440-445", None, &estimate(447.0, 1.0)));
        // A mean of 10,000 games with a standard error of about 1 has one of about 2 for 2500 games.
        let interval = Interval {
            low: 448.0,
            high: 452.0,
        };
        let mean = Estimate {
            value: 450.0,
            interval,
        };
        let mean = OwnNumber::Mean(mean, Confidence::default(), 10_000);
        assert!(agrees("444", Some(2500.0), &mean));
        assert!(!agrees("444", None, &mean));
        assert!(!agrees("442", Some(2500.0), &mean));
        let integers = OwnNumber::Integers(vec!["2".to_owned(), "8".to_owned()]);
        assert!(agrees("2, 8", None, &integers));
        assert!(!agrees("2, 9", None, &integers));
    }
}
