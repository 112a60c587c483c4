//! A summary goes in, bytes come out: tables, CSV, JSON, spreadsheets, charts and pages.
//!
//! Nothing is computed here that another program could want to know: numbers come from the summary, words from
//! [`crate::lang`].

pub mod csv;
#[cfg(feature = "charts")]
pub mod figures;
pub mod json;
pub mod page;
pub mod rows;
pub mod table;
pub mod xlsx;

use crate::lang::{Heading, Lang, Say};
use crate::sim::Summary;
use crate::sim::summary::Stopped;

/// What has to be said when a run did not play all its deals.
pub(crate) fn stop_line(summary: &Summary) -> Option<Heading> {
    let (done, planned) = (summary.deals, summary.planned);
    match summary.stopped {
        Stopped::Deals => None,
        Stopped::Precision => Some(Heading::Precise { done, planned }),
        Stopped::Interrupted => Some(Heading::Partial { done, planned }),
    }
}

/// The text of some runs of one game for a terminal.
pub fn text(summaries: &[Summary], lang: Lang, paint: table::Paint) -> String {
    if summaries.iter().all(|summary| summary.game == "alliances") {
        let texts = summaries.iter().map(|summary| crate::topics::alliances::table::text(summary, lang, paint));
        return texts.collect::<Vec<_>>().join("\n");
    }
    rows::text(summaries, lang, paint)
}

/// Mean and spread of each quantity of a run.
pub fn quantities(summary: &Summary, lang: Lang) -> table::Columns {
    let level = summary.confidence.level();
    let headings = [
        Heading::Quantity,
        Heading::Mean,
        Heading::Interval { level },
        Heading::Deviation,
        Heading::Minimum,
        Heading::Median,
        Heading::Mode,
        Heading::Maximum,
    ];
    let rows = summary.quantities.iter().map(|quantity| {
        let moments = &quantity.moments;
        let digits = table::decimals(quantity.interval.half_width());
        let decimal = |number: f64| lang.decimal(number, digits);
        let whole = |number: i64| lang.decimal(number as f64, 0);
        let between = Heading::Between { low: decimal(quantity.interval.low), high: decimal(quantity.interval.high) };
        vec![
            Heading::quantity(lang, quantity.name, summary.setting("improve")),
            decimal(moments.mean),
            between.say(lang),
            lang.decimal(moments.standard_deviation, 2),
            whole(moments.min),
            lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)),
            whole(moments.mode),
            whole(moments.max),
        ]
    });
    table::Columns { headings: headings.iter().map(|heading| heading.say(lang)).collect(), rows: rows.collect() }
}
