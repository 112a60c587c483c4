//! The distances of a run of riffles, and what its picture has besides.

use super::TOTAL_VARIATION;
use pioche_engine::experiments::Shuffle;
use pioche_engine::sim::Summary;
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::lang::tr;
use pioche_report::picture::{Picture, PictureContent};
use pioche_report::question::Question;

/// Returns the exact total variation distance to the uniform distribution.
pub fn exact_distance(summary: &Summary) -> Option<Estimate> {
    summary.exact_value(TOTAL_VARIATION).map(exact_number)
}

fn exact_number(value: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval::exactly(value),
    }
}

/// Returns the run with this number of cards and riffles.
pub fn riffle_run(summaries: &[Summary], cards: usize, riffles: u32) -> Option<&Summary> {
    summaries.iter().find(|summary| {
        let run: Option<&Shuffle> = summary.experiment_as();
        run.is_some_and(|run| run.cards == cards && run.riffles == riffles)
    })
}

/// The number of riffles that the handout calls enough.
const ENOUGH: f64 = 7.0;

/// Adds the handout's number of riffles to a line of distances.
pub fn adjust_picture(question: &Question<'_>, picture: &mut Picture) {
    let PictureContent::Plot(plot) = &mut picture.content else {
        return;
    };
    if question.row_name() != Some(TOTAL_VARIATION) || plot.lines.iter().any(|line| line.is_curve) {
        return;
    }
    let points = || plot.lines.iter().flat_map(|line| &line.points);
    let has_more = points().any(|point| point.x > ENOUGH);
    if has_more && points().any(|point| point.x < ENOUGH) {
        let name = tr!("the handout: {ENOUGH} are enough", ENOUGH);
        plot.reference = Some((ENOUGH, name));
    }
    plot.y_label = tr!("Distance (1: not shuffled, 0: uniform)");
}
