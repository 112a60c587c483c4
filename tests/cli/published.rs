//! The published results: the test runs the command beside each and compares our number with it. With
//! `PIOCHE_GOLDEN=write` it writes `results/published.md`.

use crate::program::{folder, json};
use pioche_testing::assert_golden;
use serde_json::Value;
use std::collections::BTreeMap;

/// The results, one a line, with tabs between the columns of the first line.
///
/// `published` is a number as the source has it, a range such as `440-445`, or a list of numbers; `sample` is the number of
/// games behind an estimate. `value` says which number of the command is compared: `json` with pointers into its JSON, a
/// `row`, a `mean`, or a quantile such as `q95` of a mean. A result that cannot be compared has no command.
const TABLE: &str = include_str!("../data/published.tsv");

/// The number of standard errors by which two estimates that agree may differ.
const MAX_STANDARD_ERRORS: f64 = 3.0;

/// Our number: an estimate with its standard error, 0 for an exact number, and the number of its values.
struct OwnNumber {
    value: f64,
    standard_error: f64,
    count: f64,
}

impl OwnNumber {
    /// Reads a number of the JSON of a simulation.
    fn of(answer: &Value, value: &str) -> Self {
        let (kind, name) = value.split_once(' ').expect("a kind and a name");
        let rows = answer["rows"].as_array().expect("rows");
        let is_named = |row: &&Value| {
            let columns = ["nb_tas_max", "statistic"].iter();
            columns
                .map(|column| row[column].to_string())
                .any(|text| text.trim_matches('"') == name)
        };
        let mean = &answer["runs"][0]["summary"][name];
        let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{name}: {value}"));
        let (value, ends) = match kind {
            "mean" => (&mean["mean"], mean),
            "row" => {
                let row = rows.iter().find(is_named).expect("the row is there");
                if let Some(value) = row["exact"].as_f64() {
                    return Self {
                        value,
                        standard_error: 0.0,
                        count: f64::INFINITY,
                    };
                }
                (&row["probability"], row)
            }
            quantile => (&mean[quantile]["value"], &mean[quantile]),
        };
        Self {
            value: number(value),
            standard_error: (number(&ends["ci_high"]) - number(&ends["ci_low"])) / (2.0 * 1.96),
            count: mean["count"].as_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// Returns true if a published number, of a sample of games if it is an estimate, agrees with this one.
    fn agrees(&self, published: &str, sample: Option<f64>) -> bool {
        let (value, rounding_error) = published_number(published);
        let games = sample.unwrap_or(f64::INFINITY);
        let source_error = if self.count.is_finite() {
            self.standard_error * (self.count / games).sqrt()
        } else {
            (value * (1.0 - value) / games).max(0.0).sqrt()
        };
        let allowed = MAX_STANDARD_ERRORS * self.standard_error.hypot(source_error);
        (self.value - value).abs() <= rounding_error + allowed + 1e-12
    }

    /// Formats the number with a digit more than the published one, with its standard error.
    fn text(&self, published: &str) -> String {
        let digits = published.trim_end_matches('%');
        let sign = &published[digits.len()..];
        let unit = if sign.is_empty() { 1.0 } else { 100.0 };
        let decimals = decimals(digits) + 1;
        let value = format!("{:.decimals$}{sign}", unit * self.value);
        if self.standard_error == 0.0 {
            return value;
        }
        format!("{value} ± {:.decimals$}{sign}", unit * self.standard_error)
    }
}

fn decimals(digits: &str) -> usize {
    digits
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

/// Returns the middle of the numbers that a published number stands for, and their largest difference from it.
fn published_number(text: &str) -> (f64, f64) {
    let parse = |text: &str| text.parse::<f64>().expect("a number");
    if let Some((low, high)) = text.split_once('-') {
        let [low, high] = [low, high].map(parse);
        return ((low + high) / 2.0, (high - low) / 2.0);
    }
    let digits = text.trim_end_matches('%');
    let unit = if digits == text { 1.0 } else { 0.01 };
    let place_value = 10_f64.powi(-(decimals(digits) as i32));
    (unit * parse(digits), unit * 0.5 * place_value)
}

/// Compares a result with our number. Returns our number as text, and the verdict.
fn compare(result: &BTreeMap<&str, &str>, answer: &Value) -> (String, &'static str) {
    let (published, value) = (result["published"], result["value"]);
    let (own, agrees) = if let Some(pointers) = value.strip_prefix("json ") {
        let integer = |pointer| answer.pointer(pointer).expect("a number").to_string();
        let integers = Vec::from_iter(pointers.split(' ').map(integer)).join(", ");
        let agrees = integers == published;
        (integers, agrees)
    } else {
        let own = OwnNumber::of(answer, value);
        (
            own.text(published),
            own.agrees(published, result["sample"].parse().ok()),
        )
    };
    (own, if agrees { "agrees" } else { "differs" })
}

#[test]
fn published_results_agree_as_the_table_says() {
    let folder = folder();
    let mut lines = TABLE.lines().map(|line| line.split('\t'));
    let columns = Vec::from_iter(lines.next().expect("a line of names"));
    let mut answers: BTreeMap<&str, Value> = BTreeMap::new();
    let mut text = String::from(
        "# Published results beside ours\n\nAn estimate is followed by its standard error. Two estimates agree if they differ by \
         at most three standard errors, exact numbers if ours rounds to the published one. A test runs each command, and writes \
         this file.\n",
    );
    let mut topic = "";
    for cells in lines {
        let result: BTreeMap<&str, &str> = columns.iter().copied().zip(cells).collect();
        if result["topic"] != topic {
            topic = result["topic"];
            text += &format!(
                "\n## {topic}\n\n| source | what | published | ours | verdict | command |\n| :-- | :-- | --: | --: | :-- | :-- |\n"
            );
        }
        let mut own = "–".to_owned();
        let mut command = "–".to_owned();
        if let Some(arguments) = result["command"].strip_prefix("pioche ") {
            let answer = answers
                .entry(arguments)
                .or_insert_with(|| json(folder.path(), arguments));
            let (number, verdict) = compare(&result, answer);
            assert_eq!(verdict, result["verdict"], "{result:?}: {number}");
            own = number;
            command = format!("`pioche {arguments}`");
        } else {
            assert_eq!(result["verdict"], "not comparable", "{result:?}");
        }
        let verdict = match result["note"] {
            "" => result["verdict"].to_owned(),
            note => format!("{}: {note}", result["verdict"]),
        };
        let [source, rule, published] =
            ["source", "rule", "published"].map(|column| result[column]);
        text += &format!("| {source} | {rule} | {published} | {own} | {verdict} | {command} |\n");
    }
    assert_golden("../../results/published.md", &text);
}
