//! The chapter of the patience: piles left, and small changes of the stock.

use crate::values::{page_runs, row_number};
use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::context;
use pioche_engine::cards::Pack;
use pioche_engine::sim::{RowSelection, Summary};
use pioche_games::Topic;
use pioche_games::alliances::{TOPIC, run_experiment};
use pioche_report::data_table::measure_table;
use pioche_report::picture::{Picture, PictureContent};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("alliances.fr.md"),
        en: include_str!("alliances.en.md"),
    },
    values: |summaries| {
        let of_pack = |pack| page_runs(&runs_of_pack(summaries, pack));
        context! {
            piquet => of_pack(Pack::PIQUET),
            full => of_pack(Pack::FULL),
            median => summaries.first().and_then(median_piles),
        }
    },
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
            picture: |_, _| None,
            table: measure_table,
            ..Question::USUAL
        },
        Question {
            name: "alliances-exchange",
            runs: &[UNCHANGED, EXCHANGED],
            table: measure_table,
            ..Question::USUAL
        },
        Question {
            name: "alliances-change",
            runs: &[
                UNCHANGED,
                EXCHANGED,
                StudyRuns("cards=32,52 improve=swap,move", Deals::Scaled(50_000)),
            ],
            table: measure_table,
            ..Question::USUAL
        },
    ],
};

const UNCHANGED: StudyRuns = StudyRuns("cards=32,52", Deals::Scaled(100_000_000));
const EXCHANGED: StudyRuns = StudyRuns("cards=32,52 improve=exchange", Deals::Scaled(1_000_000));

/// Returns the runs with a pack: without a change of the stock, then with each change.
fn runs_of_pack(summaries: &[Summary], pack: Pack) -> Vec<Summary> {
    let is_of_pack = |summary: &&Summary| run_experiment(summary).pack() == pack;
    summaries.iter().filter(is_of_pack).cloned().collect()
}

/// Returns the median number of piles; `None` if the deals do not tell it.
fn median_piles(summary: &Summary) -> Option<usize> {
    let interval = |piles: usize| {
        row_number(summary, &piles.to_string()).map(|number| number.estimate.interval)
    };
    (3..=52).find(|&piles| {
        let [below, reached] = [piles - 1, piles].map(interval);
        below.is_some_and(|below| below.high < 0.5)
            && reached.is_some_and(|reached| reached.low > 0.5)
    })
}

/// Draws the share of deals that end with at most n piles, with the number of 2 piles.
fn win_picture(topic: &Topic, runs: &[Summary]) -> Option<Picture> {
    let mut picture = topic.picture_of((RowSelection::STATISTIC, "nb_tas"), runs)?;
    if let PictureContent::Plot(plot) = &mut picture.content {
        for (line, run) in plot.lines.iter_mut().zip(runs) {
            let point = line.points.iter_mut().find(|point| point.x == 2.0);
            if let (Some(point), Some(number)) = (point, row_number(run, "2")) {
                point.text = number.words();
                point.is_required = line.is_usual;
            }
        }
    }
    Some(picture)
}
