//! Bataille on paired deals (handout 003): is it an advantage to be player 1, or to lay first?

pub mod chapter;
pub mod figures;
pub mod words;

use super::args::{SHUFFLE, VALUES};
use crate::lang::Text;
use crate::topics::rows::{ASKING, OUTCOME};
use crate::topics::setting::{Said, Setting, Takes, Word};
use crate::topics::verb::Simulate;
use crate::topics::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::Values;

/// Paired deals. There is no game of them to be shown or played but bataille's own.
pub static TOPIC: Topic = Topic {
    name: "bataille-pairs",
    study,
    nanoseconds: |_| 18_000.0,
    words: words::WORDS,
    table: None,
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: None,
    own: &[],
    play: None,
};

const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La bataille sur des donnes appariées : les deux ordres de pose, et les mains échangées",
        "Bataille on paired deals: both orders of laying, and the hands exchanged",
    ),
    options: &[VALUES.range("11..13"), SHUFFLE.one()],
    row: &[COMPARISON.one().with(ASKING), COMPARED.one().with(ASKING)],
    questions: |given| {
        let shuffle = given.get(&SHUFFLE)?;
        let packs: Vec<Values> = given.range(&VALUES)?;
        Ok(packs
            .into_iter()
            .map(|values| boxed(pioche_engine::experiments::pairs::Pairs { values, shuffle }))
            .collect())
    },
};

const COMPARISON: Setting = Setting {
    key: "comparison",
    label: Text::new("comparaison", "comparison"),
    value: Text::same("X"),
    said: Said::Named,
    help: Text::new(
        "Avec --digits : la comparaison voulue (advantage_fixed, advantage_alternating, alternating-fixed)",
        "With --digits: the comparison that is wanted (advantage_fixed, advantage_alternating, alternating-fixed)",
    ),
    default: Some("advantage_fixed"),
    takes: Takes::Word(&[
        Word::new("advantage_fixed", &["avantage_fixe"], "avantage du joueur 1, ordre fixe"),
        Word::new("advantage_alternating", &["avantage_alterné"], "avantage du joueur 1, ordre alterné"),
        Word::new("alternating-fixed", &["alterné-fixe"], "ordre alterné moins ordre fixe"),
    ]),
};

/// The outcome of the games that are compared.
const COMPARED: Setting = Setting {
    help: Text::new(
        "Avec --digits et --comparison alternating-fixed : l'issue voulue (player1, player2, draw, endless)",
        "With --digits and --comparison alternating-fixed: the outcome that is wanted (player1, player2, draw, endless)",
    ),
    default: None,
    ..OUTCOME
};

/// Both orders and exchanged hands on the same deals.
fn study() -> StudyRuns {
    let pair = |values: u64| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(pioche_engine::experiments::pairs::Pairs { values, shuffle: ShuffleMethod::Uniform }), 20_000)
    };
    (11..=13).map(pair).collect()
}
