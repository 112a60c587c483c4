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
    Game { game: String },
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

    /// The name of a quantity; `improve` is the change of the stock that a patience allowed.
    pub fn quantity(lang: Lang, name: &str, improve: &str) -> String {
        match name {
            "nb_tas" => Self::PilesOf { variant: "none".into() }.say(lang),
            "nb_tas_improved" => Self::PilesOf { variant: improve.into() }.say(lang),
            "gain" => Self::Gain.say(lang),
            other => Self::word(lang, other),
        }
    }

    /// A word of the tables' columns and cells, which programs read in English, for people. Numbers stay as they are.
    pub fn word(lang: Lang, word: &str) -> String {
        let words = match (lang, word) {
            (Lang::Fr, "player1") => "joueur 1",
            (Lang::Fr, "player2") => "joueur 2",
            (Lang::Fr, "draw") => "nulle",
            (Lang::Fr, "endless") => "infinie",
            (Lang::Fr, "unresolved") => "indécise",
            (Lang::Fr, "values") => "valeurs",
            (Lang::Fr, "order") => "ordre",
            (Lang::Fr, "shuffle") => "mélange",
            (Lang::Fr, "outcome") => "issue",
            (Lang::Fr, "count") => "nombre",
            (Lang::Fr, "probability") => "probabilité",
            (Lang::Fr, "fixed") => "joueur 1 pose toujours en premier",
            (Lang::Fr, "alternating") => "chacun pose en premier à son tour",
            (Lang::Fr, "uniform") => "uniforme",
            (Lang::Fr, "cards") => "cartes",
            (Lang::Fr, "riffles") => "mélanges",
            (Lang::Fr, "statistic") => "statistique",
            (Lang::Fr, "estimate") => "estimation",
            (Lang::Fr, "exact") => "exact",
            (Lang::Fr, "comparison") => "comparaison",
            (Lang::Fr, "difference") => "différence",
            (Lang::Fr, "total_variation") => "variation totale",
            (Lang::Fr, "separation") => "séparation, exacte",
            (Lang::En, "separation") => "separation, exact",
            (Lang::Fr, "twins_mean") => "jumeaux en moyenne",
            (Lang::Fr, "suspect_rate") => "part de paquets suspects",
            (Lang::Fr, "rising_sequences_mean") => "suites croissantes en moyenne",
            (Lang::Fr, "cut_sup_norm") => "norme sup de la coupe",
            (Lang::Fr, "advantage_fixed") => "avantage du joueur 1, ordre fixe",
            (Lang::Fr, "advantage_alternating") => "avantage du joueur 1, ordre alterné",
            (Lang::Fr, "alternating-fixed") => "ordre alterné moins ordre fixe",
            (Lang::Fr, "player1-player2") => "joueur 1 moins joueur 2",
            (Lang::Fr, "rounds") => "plis (parties finies)",
            (Lang::Fr, "period") => "période (parties infinies)",
            (Lang::Fr, "pre_period") => "prépériode (parties infinies)",
            (Lang::Fr, "rising_sequences") => "suites croissantes",
            (Lang::Fr, "twins") => "jumeaux",
            (Lang::Fr, "win") => "gagné",
            (Lang::Fr, "lose") => "perdu",
            (Lang::Fr, "board") => "plateau",
            (Lang::Fr, "hole") => "trou",
            (Lang::Fr, "cells") => "cases",
            (Lang::Fr, "edge") => "bord",
            (Lang::Fr, "line") => "ligne",
            (Lang::Fr, "ring") => "tore",
            (Lang::Fr, "own_group") => "groupe à soi",
            (Lang::Fr, "spared") => "épargné",
            (Lang::Fr, "captured") => "capturé",
            (Lang::Fr, "players") => "joueurs",
            (Lang::Fr, "matches") => "allumettes",
            (Lang::Fr, "takes") => "prises",
            (Lang::Fr, "left") => "pions restants",
            (Lang::Fr, "plies") => "coups",
            (Lang::Fr, "random_win") => "gain d'un joueur au hasard",
            (Lang::En, "random_win") => "a random player wins",
            (Lang::En, "own_group") => "own group",
            (Lang::En, "left") => "pegs left",
            (Lang::En, "player1") => "player 1",
            (Lang::En, "player2") => "player 2",
            (Lang::En, "fixed") => "player 1 always lays first",
            (Lang::En, "alternating") => "each lays first in turn",
            (Lang::En, "total_variation") => "total variation",
            (Lang::En, "twins_mean") => "mean twins",
            (Lang::En, "suspect_rate") => "share of suspect decks",
            (Lang::En, "rising_sequences_mean") => "mean rising sequences",
            (Lang::En, "cut_sup_norm") => "sup-norm of the cut",
            (Lang::En, "advantage_fixed") => "advantage of player 1, fixed order",
            (Lang::En, "advantage_alternating") => "advantage of player 1, alternating order",
            (Lang::En, "alternating-fixed") => "alternating order minus fixed order",
            (Lang::En, "player1-player2") => "player 1 minus player 2",
            (Lang::En, "rounds") => "rounds (finite games)",
            (Lang::En, "period") => "period (endless games)",
            (Lang::En, "pre_period") => "pre-period (endless games)",
            (Lang::En, "rising_sequences") => "rising sequences",
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
            Self::Game { game } => match game.as_str() {
                "bataille" => "La bataille",
                "bataille-pairs" => "La bataille, donnes appariées",
                "shuffle" => "Le mélange américain",
                "solitaire" => "Le solitaire",
                "alak" => "Alak",
                "nim" => "Le jeu de Nim",
                other => other,
            }
            .into(),
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
            Self::Game { game } => match game.as_str() {
                "bataille" => "Bataille",
                "bataille-pairs" => "Bataille, paired deals",
                "shuffle" => "The riffle shuffle",
                "solitaire" => "Peg solitaire",
                "alak" => "Alak",
                "nim" => "Nim",
                other => other,
            }
            .into(),
            Self::Between { low, high } => format!("[{low}, {high}]"),
        }
    }
}
