//! The chapters of the study: their questions, and what only their sentences and pictures need.

use crate::values::{number_value, row_number};
use crate::{Chapter, Deals, Question, QuestionAnswer, StudyRuns, localized};
use minijinja::{Value, context};
use pioche_engine::games::Player;
use pioche_engine::games::nim::{NimRules, NimSolution, handout_take};
use pioche_engine::sim::{FieldValue, RowSelection, Summary};
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::cut_sup_norm_tail;
use pioche_engine::stats::{Estimate, Interval};
use pioche_games::{alak, alliances, bataille, nim, shuffle, solitaire};
use pioche_report::answers::{answer_picture, answer_table};
use pioche_report::data_table::measure_table;
use pioche_report::lang::{Text, decimal, tr};
use pioche_report::number::PageNumber;
use pioche_report::picture::{List, ListRow, NumberFormat, Picture, PictureContent};
use pioche_report::table::{Cell, Table};

/// All chapters, in the order of the handouts.
pub static CHAPTERS: &[Chapter] = &[
    Chapter {
        topic: &alliances::TOPIC,
        template: localized!("chapters/alliances"),
        values: |_| context! {},
        questions: &[
            Question {
                name: "alliances-win",
                runs: &[UNCHANGED],
                picture: win_picture,
                ..Question::USUAL
            },
            Question {
                name: "alliances-piles",
                runs: &[UNCHANGED],
                picture: |_| None,
                table: |answer| measure_table(&answer.runs),
                ..Question::USUAL
            },
            Question {
                name: "alliances-exchange",
                runs: &[UNCHANGED, EXCHANGED],
                table: |answer| measure_table(&answer.runs),
                ..Question::USUAL
            },
            Question {
                name: "alliances-change",
                runs: &[
                    UNCHANGED,
                    EXCHANGED,
                    StudyRuns("cards=32,52 improve=swap,move", Deals::Scaled(50_000)),
                ],
                table: |answer| measure_table(&answer.runs),
                ..Question::USUAL
            },
        ],
    },
    Chapter {
        topic: &solitaire::TOPIC,
        template: localized!("chapters/solitaire"),
        values: |_| context! {},
        questions: &[Question {
            name: "solitaire-board",
            runs: &[StudyRuns("hole=all", Deals::Few)],
            solved: "hole=all count=yes",
            commands: &["pioche solve solitaire --board triangle:5 --hole all --count"],
            table: solved_table,
            ..Question::USUAL
        }],
    },
    Chapter {
        topic: &alak::TOPIC,
        template: localized!("chapters/alak"),
        values: |_| context! {},
        questions: &[
            Question {
                name: "alak-values",
                solved: "cells=1..12 edge=line,ring own_group=spared,captured",
                commands: &[
                    "pioche solve alak --cells 1..12 --edge line,ring --own-group spared,captured",
                ],
                picture: |answer| Some(answer_picture(&answer.solved, answer.topic)),
                table: solved_table,
                ..Question::USUAL
            },
            Question {
                name: "alak-shares",
                runs: &[StudyRuns(
                    "cells=2..9 edge=line,ring own_group=spared,captured",
                    Deals::Few,
                )],
                ..Question::USUAL
            },
        ],
    },
    Chapter {
        topic: &shuffle::TOPIC,
        template: localized!("chapters/shuffle"),
        values: |runs| context! { five_suspect => five_suspect_decks(runs) },
        questions: &[
            Question {
                name: "shuffle-cut",
                runs: &[SEVEN],
                picture: |_| Some(cut_picture()),
                table: |_| cut_table(),
                ..Question::USUAL
            },
            Question {
                name: "shuffle-distance",
                runs: &[StudyRuns("riffles=1..12", Deals::Few)],
                commands: &["pioche simulate shuffle --riffles 1..12"],
                ..Question::USUAL
            },
            Question {
                name: "shuffle-suspect",
                runs: &[StudyRuns("riffles=1..7", Deals::Few), SEVEN],
                picture: |answer| {
                    let suspect = (RowSelection::STATISTIC, "suspect_rate");
                    answer.topic.picture_of(suspect, &answer.runs)
                },
                ..Question::USUAL
            },
        ],
    },
    Chapter {
        topic: &bataille::TOPIC,
        template: localized!("chapters/bataille"),
        values: |runs| {
            let low_primes = low_primes(runs);
            let primes = (3..LARGEST_PACK).filter(|values| is_prime(*values));
            let are_primes_low = primes.eq(low_primes.iter().copied());
            context! { low_primes, are_primes_low }
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
                picture: endless_picture,
                ..Question::USUAL
            },
            Question {
                name: "bataille-primes",
                runs: &[StudyRuns(
                    "values=2..50 shuffle=uniform",
                    Deals::Untallied(1000),
                )],
                picture: prime_picture,
                proof: Some(("endless", localized!("chapters/endless"))),
                ..Question::USUAL
            },
        ],
    },
    Chapter {
        topic: &nim::TOPIC,
        template: localized!("chapters/nim"),
        values: |_| {
            let solution = NimSolution::new(&NimRules::default(), MAX_MATCHES);
            let rows = (2..=MAX_MATCHES).map(|matches| start_value(&solution, matches));
            context! { rows => Vec::from_iter(rows) }
        },
        questions: &[Question {
            name: "nim-values",
            runs: &[StudyRuns(
                "matches=2..25 players=perfect,perfect",
                Deals::Few,
            )],
            commands: &[
                "pioche solve nim --matches 2..25",
                "pioche simulate nim --matches 2..25 --players handout,perfect",
            ],
            ..Question::USUAL
        }],
    },
];

const UNCHANGED: StudyRuns = StudyRuns("cards=32,52", Deals::Scaled(100_000_000));
const EXCHANGED: StudyRuns = StudyRuns("cards=32,52 improve=exchange", Deals::Scaled(1_000_000));

/// The handout's shuffle. Its run has many deals, since about one deck in a million is suspect.
const SEVEN: StudyRuns = StudyRuns("riffles=7", Deals::Scaled(5_000_000));

const FIXED: StudyRuns = StudyRuns("values=2..13 order=fixed", Deals::Scaled(100_000));
const ALTERNATING: StudyRuns = StudyRuns("values=2..13 order=alternating", Deals::Scaled(100_000));

fn solved_table(answer: &QuestionAnswer) -> Table {
    answer_table(&answer.solved, answer.topic)
}

/// Draws the share of deals that end with at most n piles, with the number of 2 piles.
fn win_picture(answer: &QuestionAnswer) -> Option<Picture> {
    let piles = (RowSelection::STATISTIC, "nb_tas");
    let mut picture = answer.topic.picture_of(piles, &answer.runs)?;
    if let PictureContent::Plot(plot) = &mut picture.content {
        for (line, run) in plot.lines.iter_mut().zip(&answer.runs) {
            let point = line.points.iter_mut().find(|point| point.x == 2.0);
            if let (Some(point), Some(number)) = (point, row_number(run, "2")) {
                point.text = number.words();
                point.is_required = line.is_usual;
            }
        }
    }
    Some(picture)
}

/// The deviations of the table; the handout names the third one.
const CUT_DEVIATIONS: [f64; 5] = [0.0015, 0.002, 0.0025, 0.003, 0.0035];

/// Returns the probability that a share of 100,000 cuts of 52 cards deviates by more.
fn cut_tail(deviation: f64) -> f64 {
    cut_sup_norm_tail(52, 100_000, deviation)
}

/// Draws the probability of a deviation above each of [`CUT_DEVIATIONS`].
fn cut_picture() -> Picture {
    let row = |deviation| {
        let tail = cut_tail(deviation);
        ListRow {
            name: decimal(deviation, 4),
            value: Some(tail),
            cells: vec![PageNumber::exact(tail).words()],
            ..ListRow::default()
        }
    };
    let list = List {
        axis_label: tr!("Probability of a larger difference"),
        format: NumberFormat::Percent,
        columns: vec![String::new()],
        rows: CUT_DEVIATIONS.map(row).into(),
    };
    let subtitle = tr!("52 cards, exact values");
    Picture {
        subtitle,
        ..Picture::new("", list)
    }
}

fn cut_table() -> Table {
    let row = |deviation| {
        vec![
            Cell::Real(deviation),
            Cell::Probability(cut_tail(deviation)),
        ]
    };
    let columns = ["deviation", "probability"];
    Table::new(&columns, CUT_DEVIATIONS.map(row).into())
}

/// Returns the probability that at least 5 of a million decks are suspect after 7 riffles.
fn five_suspect_decks(runs: &[Summary]) -> Option<Value> {
    let riffles = |run: &Summary| run.setting("riffles")?.number();
    let run = runs.iter().find(|run| riffles(run) == Some(7))?;
    let suspect = run.estimate("suspect")?;
    let Interval { low, high } = suspect.interval?;
    let at_least_five = |share| binomial_upper_tail(5, 1_000_000, share);
    let estimate = Estimate {
        value: at_least_five(suspect.value),
        interval: Interval {
            low: at_least_five(low),
            high: at_least_five(high),
        },
    };
    Some(number_value(PageNumber::probability(estimate)))
}

/// The largest number of values in the picture of primes.
const LARGEST_PACK: u64 = 50;

fn is_prime(number: u64) -> bool {
    number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

/// Returns the prime numbers of values whose share of endless games lies below those of one value less and one more, with
/// intervals apart; the runs are in the order of their values.
fn low_primes(runs: &[Summary]) -> Vec<u64> {
    let is_uniform = |run: &&Summary| {
        let shuffle = run.setting("shuffle").map(FieldValue::to_string);
        shuffle.as_deref() == Some("uniform")
    };
    let uniform = Vec::from_iter(runs.iter().filter(is_uniform));
    let interval = |run: &Summary| run.estimate("endless")?.interval;
    let low_prime = |[before, run, after]: &[&Summary; 3]| {
        let values = run.setting("values")?.number()?;
        let high = interval(run)?.high;
        let is_low = high < interval(before)?.low && high < interval(after)?.low;
        (is_low && is_prime(values)).then_some(values)
    };
    uniform.array_windows().filter_map(low_prime).collect()
}

fn endless_picture(answer: &QuestionAnswer) -> Option<Picture> {
    let endless = ("outcome", "endless");
    answer.topic.picture_of(endless, &answer.runs)
}

/// Draws the share of endless games as a line, with hollow marks and names at primes, and the name of 12.
fn prime_picture(answer: &QuestionAnswer) -> Option<Picture> {
    let mut picture = endless_picture(answer)?;
    if let PictureContent::Plot(plot) = &mut picture.content {
        for point in plot.lines.iter_mut().flat_map(|line| &mut line.points) {
            point.is_hollow = is_prime(point.x as u64);
            point.is_required = point.x == 12.0;
            point.text.clear();
            if point.is_hollow || point.is_required {
                point.text = point.x.to_string();
            }
        }
        plot.x_label = Text("number of values (hollow: prime)")
            .translated()
            .to_owned();
    }
    Some(picture)
}

const MAX_MATCHES: u32 = 25;

/// Returns the value and the best takes of a start, and what the handout's computer takes as player 1.
fn start_value(solution: &NimSolution, matches: u32) -> Value {
    let best_takes = solution.best_takes(matches);
    let handout_take = handout_take(matches, Player::One);
    let is_error = handout_take.is_some_and(|take| !best_takes.contains(&take));
    let value = solution.value(matches).map(|value| value.name());
    context! { matches, value, best_takes, handout_take, is_error }
}
