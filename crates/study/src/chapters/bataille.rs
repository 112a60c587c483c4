//! The chapter of bataille: outcomes and endless games, in both orders of laying, and why primes have few of them.

use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::sim::{FieldValue, Summary};
use pioche_games::Topic;
use pioche_games::bataille::TOPIC;
use pioche_report::lang::Text;
use pioche_report::picture::{Picture, PictureContent};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("bataille.fr.md"),
        en: include_str!("bataille.en.md"),
    },
    values: |summaries| {
        let is_uniform = |run: &&Summary| {
            let shuffle = run.setting("shuffle").map(FieldValue::to_string);
            shuffle.as_deref() == Some("uniform")
        };
        let uniform = Vec::from_iter(summaries.iter().filter(is_uniform));
        let low_primes = low_primes(&uniform);
        let primes = (3..LARGEST_PACK).filter(|values| is_prime(*values));
        let are_primes_low = primes.eq(low_primes.iter().copied());
        let packs: Value = [11, 12, 13].map(pack_value).into_iter().collect();
        context! { low_primes, are_primes_low, packs }
    },
    questions: &[
        Question {
            name: "bataille-fixed",
            runs: &[FIXED],
            ..Question::USUAL
        },
        Question {
            name: "bataille-alternating",
            runs: &[FIXED, ALTERNATING],
            picture: |topic, runs| topic.picture_of(("outcome", "endless"), runs),
            ..Question::USUAL
        },
        Question {
            name: "bataille-primes",
            runs: &[StudyRuns(
                "values=2..50 shuffle=uniform",
                Deals::Untallied(1000),
            )],
            picture: prime_picture,
            proof: Some((
                "endless",
                LocalizedFile {
                    fr: include_str!("endless.fr.md"),
                    en: include_str!("endless.en.md"),
                },
            )),
            ..Question::USUAL
        },
    ],
};

const FIXED: StudyRuns = StudyRuns("values=2..13 order=fixed", Deals::Scaled(100_000));
const ALTERNATING: StudyRuns = StudyRuns("values=2..13 order=alternating", Deals::Scaled(100_000));

/// The largest number of values in the picture of primes.
const LARGEST_PACK: u64 = 50;

fn is_prime(number: u64) -> bool {
    number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

/// Returns the prime numbers of values whose share of endless games lies below those of one value less and one more, with
/// intervals apart; the runs are in the order of their values.
fn low_primes(runs: &[&Summary]) -> Vec<u64> {
    let interval = |run: &Summary| run.estimate("endless")?.interval;
    let low_prime = |window: &[&Summary]| {
        let [before, run, after] = window else {
            return None;
        };
        let values = run.setting("values")?.number()?;
        let high = interval(run)?.high;
        let is_low = high < interval(before)?.low && high < interval(after)?.low;
        (is_low && is_prime(values)).then_some(values)
    };
    runs.windows(3).filter_map(low_prime).collect()
}

/// Returns the sums p + q that the theorem allows: the divisors of half the cards, and for an odd number of values not all of
/// them, as the cards of the middle value would be winners and losers.
fn pack_value(values: u64) -> Value {
    let half = 2 * values;
    let largest = if values % 2 == 1 { values } else { half };
    let sums = (2..=largest).filter(|sum| half.is_multiple_of(*sum));
    context! { values, sums => Vec::from_iter(sums) }
}

/// Draws the share of endless games as a line, with hollow marks and names at primes, and the name of 12.
fn prime_picture(topic: &Topic, runs: &[Summary]) -> Option<Picture> {
    let mut picture = topic.picture_of(("outcome", "endless"), runs)?;
    if let PictureContent::Plot(plot) = &mut picture.content {
        for point in plot.lines.iter_mut().flat_map(|line| &mut line.points) {
            point.is_hollow = is_prime(point.x as u64);
            let is_named = point.is_hollow || point.x == 12.0;
            point.is_required = point.x == 12.0;
            point.text = if is_named {
                point.x.to_string()
            } else {
                String::new()
            };
        }
        plot.x_label = Text("number of values (hollow: prime)")
            .translated()
            .to_owned();
    }
    Some(picture)
}
