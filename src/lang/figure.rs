//! Titles, labels and legends of charts.

use super::table::method_name;
use super::{Heading, Lang, Say};

/// A text on a chart.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Caption {
    Patience,
    WinTitle,
    PilesTitle,
    GainTitle,
    PlaceTitle,
    Run { deals: String, seed: u64, method: String, level: f64 },
    Deals { least: u64, most: u64 },
    DealsOf { subject: String, deals: u64 },
    Partial,
    Threshold,
    Win,
    Piles,
    Share,
    GainAxis,
    PlaceAxis,
    Mean { mean: f64 },
    Pack { pack: String },
    Bataille,
    SharesTitle,
    RoundsTitle,
    EndlessTitle,
    ValuesAxis,
    RiffleAxis,
    RoundsAxis,
    ShareOfGames,
    OrderOf { order: String },
    ValuesOf { values: String },
    DistanceTitle,
    Distance,
    ExactDistance { cards: String },
    Separation { cards: String },
    Estimated { cards: String },
    Uniform,
}

impl Say for Caption {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Patience => "La réussite des alliances".into(),
            Self::WinTitle => "Probabilité de gagner selon le nombre de tas permis".into(),
            Self::PilesTitle => "Nombre de tas à la fin de la partie".into(),
            Self::GainTitle => "Gain du meilleur changement de la pioche".into(),
            Self::PlaceTitle => "Où se trouve le meilleur changement".into(),
            Self::Run { deals, seed, method, level } => format!(
                "{deals} · graine {seed} · intervalles ponctuels à {} ({})",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } if least == most => format!("{} donnes", lang.integer(*most)),
            Self::Deals { least, most } => format!("{} à {} donnes", lang.integer(*least), lang.integer(*most)),
            Self::DealsOf { subject, deals } => format!("{subject} : {}", lang.integer(*deals)),
            Self::Partial => "simulation interrompue".into(),
            Self::Threshold => "Nombre de tas permis (nb_tas_max)".into(),
            Self::Win => "Probabilité de gagner".into(),
            Self::Piles => "Nombre de tas".into(),
            Self::Share => "Part des donnes".into(),
            Self::GainAxis => "Tas gagnés".into(),
            Self::PlaceAxis => "Indice de la première carte changée".into(),
            Self::Mean { mean } => format!("moyenne {}", lang.decimal(*mean, 2)),
            Self::Pack { pack } => format!("{pack} cartes"),
            Self::Bataille => "La bataille".into(),
            Self::SharesTitle => "Issues selon le nombre de valeurs".into(),
            Self::RoundsTitle => "Durée des parties finies".into(),
            Self::EndlessTitle => "Ce que le mélange change".into(),
            Self::ValuesAxis => "Nombre de valeurs".into(),
            Self::RiffleAxis => "Nombre de mélanges américains".into(),
            Self::RoundsAxis => "Nombre de plis".into(),
            Self::ShareOfGames => "Part des parties".into(),
            Self::OrderOf { order } => Heading::word(lang, order),
            Self::ValuesOf { values } => format!("{values} valeurs"),
            Self::DistanceTitle => "Distance à l'uniforme selon le nombre de mélanges américains".into(),
            Self::Distance => "Distance".into(),
            Self::ExactDistance { cards } => format!("variation totale, {cards} cartes, exacte"),
            Self::Separation { cards } => format!("séparation, {cards} cartes, exacte"),
            Self::Estimated { cards } => format!("variation totale, {cards} cartes, simulée"),
            Self::Uniform => "uniforme".into(),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Patience => "La réussite des alliances".into(),
            Self::WinTitle => "Probability of winning against the piles allowed".into(),
            Self::PilesTitle => "Number of piles at the end of the game".into(),
            Self::GainTitle => "Gain of the best change of the stock".into(),
            Self::PlaceTitle => "Where the best change lies".into(),
            Self::Run { deals, seed, method, level } => format!(
                "{deals} · seed {seed} · pointwise {} intervals ({})",
                lang.level(*level),
                method_name(lang, method)
            ),
            Self::Deals { least, most } if least == most => format!("{} deals", lang.integer(*most)),
            Self::Deals { least, most } => format!("{} to {} deals", lang.integer(*least), lang.integer(*most)),
            Self::DealsOf { subject, deals } => format!("{subject}: {}", lang.integer(*deals)),
            Self::Partial => "run interrupted".into(),
            Self::Threshold => "Piles allowed (nb_tas_max)".into(),
            Self::Win => "Probability of winning".into(),
            Self::Piles => "Number of piles".into(),
            Self::Share => "Share of deals".into(),
            Self::GainAxis => "Piles gained".into(),
            Self::PlaceAxis => "Index of the first card changed".into(),
            Self::Mean { mean } => format!("mean {}", lang.decimal(*mean, 2)),
            Self::Pack { pack } => format!("{pack} cards"),
            Self::Bataille => "Bataille".into(),
            Self::SharesTitle => "Outcomes against the number of values".into(),
            Self::RoundsTitle => "Length of finite games".into(),
            Self::EndlessTitle => "What the shuffle changes".into(),
            Self::ValuesAxis => "Number of values".into(),
            Self::RiffleAxis => "Number of riffles".into(),
            Self::RoundsAxis => "Number of rounds".into(),
            Self::ShareOfGames => "Share of games".into(),
            Self::OrderOf { order } => Heading::word(lang, order),
            Self::ValuesOf { values } => format!("{values} values"),
            Self::DistanceTitle => "Distance to uniform against the number of riffles".into(),
            Self::Distance => "Distance".into(),
            Self::ExactDistance { cards } => format!("total variation, {cards} cards, exact"),
            Self::Separation { cards } => format!("separation, {cards} cards, exact"),
            Self::Estimated { cards } => format!("total variation, {cards} cards, simulated"),
            Self::Uniform => "uniform".into(),
        }
    }
}
