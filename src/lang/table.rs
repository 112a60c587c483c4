//! Headings and notes of tables.

use super::{Lang, Say};

/// A heading, a label or a note of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Heading {
    Alliances { pack: String },
    Played,
    AfterChange { variant: String },
    Run { deals: u64, seed: u64 },
    Partial { done: u64, planned: u64 },
    Precise { done: u64, planned: u64 },
    Piles,
    Exactly,
    AtMost,
    Probability,
    Interval { level: f64 },
    Quantity,
    Mean,
    Deviation,
    Minimum,
    Median,
    Mode,
    Maximum,
    PilesOf { variant: String },
    Gain,
    Improved,
    Worsened,
    IntervalNote { method: String, level: f64 },
    Cards,
    Improvement,
    Deals,
    WinAtTwo,
    WinAtTwoAfter,
    MeanPiles,
    MeanGain,
    Between { low: String, high: String },
}

impl Heading {
    /// The name of a change of the stock: `none`, `exchange`, `swap`, `move`.
    pub fn change(lang: Lang, variant: &str) -> String {
        let words = match (lang, variant) {
            (Lang::Fr, "none") => "sans modification",
            (Lang::Fr, "exchange") => "échange de voisines",
            (Lang::Fr, "swap") => "échange de deux cartes",
            (Lang::Fr, "move") => "déplacement d'une carte",
            (Lang::En, "none") => "unchanged",
            (Lang::En, "exchange") => "exchange of neighbours",
            (Lang::En, "swap") => "exchange of any two cards",
            (Lang::En, "move") => "move of one card",
            (_, other) => other,
        };
        words.to_owned()
    }
}

/// The name of an interval's method.
pub(super) fn method_name(lang: Lang, method: &str) -> &str {
    match (lang, method) {
        (_, "wilson") => "Wilson",
        (Lang::Fr, "exact") => "Clopper-Pearson, exact",
        (Lang::En, "exact") => "Clopper-Pearson, exact",
        (_, other) => other,
    }
}

impl Say for Heading {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Alliances { pack } => format!("La réussite des alliances, {pack} cartes"),
            Self::Played => "sans modification de la pioche".into(),
            Self::AfterChange { variant } => format!("après le meilleur changement ({})", Self::change(lang, variant)),
            Self::Run { deals, seed } => format!("{} donnes, graine {seed}", lang.integer(*deals)),
            Self::Partial { done, planned } => {
                format!("INTERROMPU : {} donnes sur les {} prévues", lang.integer(*done), lang.integer(*planned))
            }
            Self::Precise { done, planned } => {
                format!("précision atteinte après {} donnes ({} au plus)", lang.integer(*done), lang.integer(*planned))
            }
            Self::Piles => "tas".into(),
            Self::Exactly => "exactement".into(),
            Self::AtMost => "au plus".into(),
            Self::Probability => "probabilité".into(),
            Self::Interval { level } => format!("intervalle à {}", lang.level(*level)),
            Self::Quantity => "grandeur".into(),
            Self::Mean => "moyenne".into(),
            Self::Deviation => "écart-type".into(),
            Self::Minimum => "min".into(),
            Self::Median => "médiane".into(),
            Self::Mode => "mode".into(),
            Self::Maximum => "max".into(),
            Self::PilesOf { variant } => format!("nombre de tas, {}", Self::change(lang, variant)),
            Self::Gain => "gain en tas".into(),
            Self::Improved => "donnes améliorées".into(),
            Self::Worsened => "donnes que tout changement empire".into(),
            Self::IntervalNote { method, level } => format!(
                "Intervalles ponctuels à {} ({} ; moyennes : loi normale).",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Cards => "cartes".into(),
            Self::Improvement => "changement".into(),
            Self::Deals => "donnes".into(),
            Self::WinAtTwo => "P(2 tas) avant".into(),
            Self::WinAtTwoAfter => "P(2 tas) après".into(),
            Self::MeanPiles => "tas en moyenne".into(),
            Self::MeanGain => "gain moyen".into(),
            Self::Between { low, high } => format!("[{low} ; {high}]"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Alliances { pack } => format!("La réussite des alliances, {pack} cards"),
            Self::Played => "stock unchanged".into(),
            Self::AfterChange { variant } => format!("after the best change ({})", Self::change(lang, variant)),
            Self::Run { deals, seed } => format!("{} deals, seed {seed}", lang.integer(*deals)),
            Self::Partial { done, planned } => {
                format!("INTERRUPTED: {} deals of the {} planned", lang.integer(*done), lang.integer(*planned))
            }
            Self::Precise { done, planned } => {
                format!("precision reached after {} deals ({} at most)", lang.integer(*done), lang.integer(*planned))
            }
            Self::Piles => "piles".into(),
            Self::Exactly => "exactly".into(),
            Self::AtMost => "at most".into(),
            Self::Probability => "probability".into(),
            Self::Interval { level } => format!("{} interval", lang.level(*level)),
            Self::Quantity => "quantity".into(),
            Self::Mean => "mean".into(),
            Self::Deviation => "std dev".into(),
            Self::Minimum => "min".into(),
            Self::Median => "median".into(),
            Self::Mode => "mode".into(),
            Self::Maximum => "max".into(),
            Self::PilesOf { variant } => format!("piles, {}", Self::change(lang, variant)),
            Self::Gain => "gain in piles".into(),
            Self::Improved => "deals improved".into(),
            Self::Worsened => "deals that every change worsens".into(),
            Self::IntervalNote { method, level } => format!(
                "Pointwise {} intervals ({}; means: normal law).",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Cards => "cards".into(),
            Self::Improvement => "change".into(),
            Self::Deals => "deals".into(),
            Self::WinAtTwo => "P(2 piles) before".into(),
            Self::WinAtTwoAfter => "P(2 piles) after".into(),
            Self::MeanPiles => "mean piles".into(),
            Self::MeanGain => "mean gain".into(),
            Self::Between { low, high } => format!("[{low}, {high}]"),
        }
    }
}
