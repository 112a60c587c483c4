//! The chapter of peg solitaire: exact results by hole, and random play.

use crate::page::values::{PageRun, optional, page_runs};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::{Value, context};
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::solitaire::{Board, GameCounts, SolitaireState, first_solution};
use pioche_engine::sim::Summary;
use pioche_report::figures::{NamedFigure, find_run};
use pioche_report::lang::Text;
use pioche_topics::solitaire;
use pioche_topics::solitaire::{board_figure, jumps_text, pegs_figure};

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &solitaire::TOPIC,
    page_order: 10,
    template: Text::new(
        include_str!("solitaire.fr.md"),
        include_str!("solitaire.en.md"),
    ),
    values,
    figures: &[
        NamedFigure {
            name: "solitaire-board",
            draw: board_figure,
        },
        NamedFigure {
            name: "solitaire-left",
            draw: pegs_figure,
        },
    ],
    extra_tables: Vec::new,
    further_commands: &["pioche solve solitaire --board triangle:5 --hole all --count"],
};

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    let handout = find_run(summaries, |run: &Solitaire| run.hole() == 12);
    let extremes = extreme_holes(summaries);
    let finding = extremes.map(|_| Finding {
        name: "random_play",
        rank: 70,
    });
    ChapterValues {
        values: context! {
            runs => page_runs(summaries),
            solution => handout_solution(),
            handout => optional(handout.map(PageRun::new)),
            worst => optional(extremes.map(|[worst, _]| PageRun::new(worst))),
            best => optional(extremes.map(|[_, best]| PageRun::new(best))),
        },
        findings: finding.into_iter().collect(),
    }
}

/// Returns the first solution of the handout's start, as the handout prints it, and the number of solutions.
fn handout_solution() -> Option<Value> {
    let board = Board::triangle(5).ok()?;
    let start = SolitaireState::new(board, board.default_hole()).ok()?;
    let jumps = first_solution(&start, MemoryLimit::default()).ok()??;
    let count = u64::try_from(GameCounts::new(&start)?.solutions).ok()?;
    Some(context! { jumps => jumps_text(jumps), count })
}

/// Returns the holes from which random play wins least and most often, by exact probability; the first one of equals.
fn extreme_holes(summaries: &[Summary]) -> Option<[&Summary; 2]> {
    let mut worst = summaries.first()?;
    let mut best = worst;
    for summary in summaries {
        if summary.exact_value("1")? < worst.exact_value("1")? {
            worst = summary;
        }
        if summary.exact_value("1")? > best.exact_value("1")? {
            best = summary;
        }
    }
    Some([worst, best])
}
