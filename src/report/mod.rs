//! A summary goes in, bytes come out: tables, CSV, JSON, spreadsheets, charts and pages.
//!
//! Nothing is computed here that another program could want to know: numbers come from the summary, words from
//! [`crate::lang`].

pub mod alliances;
#[cfg(feature = "charts")]
pub mod animation;
#[cfg(feature = "charts")]
pub mod chart;
pub mod csv;
#[cfg(feature = "charts")]
pub mod figures;
pub mod json;
pub mod study;
pub mod table;
pub mod xlsx;

use crate::experiments::Summary;
use crate::experiments::summary::Stopped;
use crate::lang::{Heading, Lang};

/// What has to be said when a run did not play all its deals.
pub(crate) fn stop_line(summary: &Summary) -> Option<Heading> {
    let (done, planned) = (summary.deals, summary.planned);
    match summary.stopped {
        Stopped::Deals => None,
        Stopped::Precision => Some(Heading::Precise { done, planned }),
        Stopped::Interrupted => Some(Heading::Partial { done, planned }),
    }
}

/// The text of a run for a terminal.
pub fn text(summary: &Summary, lang: Lang, paint: table::Paint) -> String {
    alliances::text(summary, lang, paint)
}
