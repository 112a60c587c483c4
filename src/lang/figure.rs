//! Titles, labels and legends of charts.

use super::table::method_name;
use super::{Lang, Say};

/// A text on a chart.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Caption {
    Run { deals: String, seed: u64, method: String, level: f64 },
    Deals { least: u64, most: u64 },
    DealsOf { subject: String, deals: u64 },
    Partial,
    Mean { mean: f64 },
}

impl Say for Caption {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Run { deals, seed, method, level } => format!(
                "{deals} · graine {seed} · intervalles ponctuels à {} ({})",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } if least == most => format!("{} donnes", lang.integer(*most)),
            Self::Deals { least, most } => format!("{} à {} donnes", lang.integer(*least), lang.integer(*most)),
            Self::DealsOf { subject, deals } => format!("{subject} : {}", lang.integer(*deals)),
            Self::Partial => "simulation incomplète".into(),
            Self::Mean { mean } => format!("moyenne {}", lang.decimal(*mean, 2)),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Run { deals, seed, method, level } => format!(
                "{deals} · seed {seed} · pointwise {} intervals ({})",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } if least == most => format!("{} deals", lang.integer(*most)),
            Self::Deals { least, most } => format!("{} to {} deals", lang.integer(*least), lang.integer(*most)),
            Self::DealsOf { subject, deals } => format!("{subject}: {}", lang.integer(*deals)),
            Self::Partial => "run incomplete".into(),
            Self::Mean { mean } => format!("mean {}", lang.decimal(*mean, 2)),
        }
    }
}
