//! Remarks about single decks and deals, and about a run under way.

use super::{Lang, Say};

/// A remark.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum Remark {
    CompleteDeck { file: String, cards: usize },
    Stock,
    FinalPiles { piles: usize },
    Exchanged { first: String, second: String, place: usize },
    Swapped { first: String, second: String, places: (usize, usize) },
    Moved { card: String, from: usize, to: usize },
    Gain { before: usize, after: usize, gain: i32 },
    DrawnSeed { seed: u64 },
    Interrupted { done: u64, planned: u64 },
    InterruptedAtOnce,
    BestDeck { file: String, deal: u64, piles: u64 },
    Estimate { share: f64, low: f64, high: f64 },
    StudyDone { page: String },
}

impl Say for Remark {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::CompleteDeck { file, cards } => format!("{file} : {cards} cartes, complet et sans doublon"),
            Self::Stock => "Pioche :".into(),
            Self::FinalPiles { piles: 1 } => "1 tas".into(),
            Self::FinalPiles { piles } => format!("{piles} tas"),
            Self::Exchanged { first, second, place } => {
                format!("Échange de {first} et {second} (indices {place} et {})", place + 1)
            }
            Self::Swapped { first, second, places: (i, j) } => {
                format!("Échange de {first} et {second} (indices {i} et {j})")
            }
            Self::Moved { card, from, to } => format!("Déplacement de {card} de l'indice {from} à l'indice {to}"),
            Self::Gain { before, after, gain } => {
                format!("{before} tas avant, {after} après : gain {}", lang.decimal(f64::from(*gain), 0))
            }
            Self::DrawnSeed { seed } => format!("Graine tirée : {seed}"),
            Self::Interrupted { done, planned } => {
                format!("Interrompu après {} donnes sur {}.", lang.integer(*done), lang.integer(*planned))
            }
            Self::InterruptedAtOnce => "Interrompu avant la première donne : rien n'est écrit.".into(),
            Self::BestDeck { file, deal, piles } => {
                format!("{file} : la pioche de la donne {deal}, qui finit à {piles} tas")
            }
            Self::Estimate { share, low, high } => {
                format!("P = {} [{} ; {}]", lang.percent(*share, 3), lang.percent(*low, 3), lang.percent(*high, 3))
            }
            Self::StudyDone { page } => format!("L'étude est faite : {page}"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::CompleteDeck { file, cards } => format!("{file}: {cards} cards, complete and without doubles"),
            Self::Stock => "Stock:".into(),
            Self::FinalPiles { piles: 1 } => "1 pile".into(),
            Self::FinalPiles { piles } => format!("{piles} piles"),
            Self::Exchanged { first, second, place } => {
                format!("Exchanged {first} and {second} (indices {place} and {})", place + 1)
            }
            Self::Swapped { first, second, places: (i, j) } => {
                format!("Exchanged {first} and {second} (indices {i} and {j})")
            }
            Self::Moved { card, from, to } => format!("Moved {card} from index {from} to index {to}"),
            Self::Gain { before, after, gain } => {
                format!("{before} piles before, {after} after: gain {}", lang.decimal(f64::from(*gain), 0))
            }
            Self::DrawnSeed { seed } => format!("Seed drawn: {seed}"),
            Self::Interrupted { done, planned } => {
                format!("Interrupted after {} deals of {}.", lang.integer(*done), lang.integer(*planned))
            }
            Self::InterruptedAtOnce => "Interrupted before the first deal: nothing is written.".into(),
            Self::BestDeck { file, deal, piles } => {
                format!("{file}: the stock of deal {deal}, which ends with {piles} piles")
            }
            Self::Estimate { share, low, high } => {
                format!("P = {} [{}, {}]", lang.percent(*share, 3), lang.percent(*low, 3), lang.percent(*high, 3))
            }
            Self::StudyDone { page } => format!("The study is done: {page}"),
        }
    }
}
