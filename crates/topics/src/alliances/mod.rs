//! The topic of la réussite des alliances (handout 000).
//!
//! Its messages are here, with cards in the letters of the language (K Q J in English, R D V in French), and
//! the parsing of typed moves: a draw, or a jump by its pile or card.

mod answers;
mod args;
pub(crate) mod deck;
mod deck_forms;
mod record;
mod show;

pub use answers::{has_only_rule_player, win_rows};
pub use args::{
    ALLIANCE, JUMP, NB_TAS_MAX, PACK_SIZE, alliance_suffix, parse_optional_pack, run_experiment,
};
pub use deck::{FILE, GAME_OR_DEAL, PACK_OPTIONS, read_game, read_or_deal_cards};
pub use show::{automatic_moves, game_output, shown_course};

use crate::setting::OptionSpec;
use crate::verb::SimulateVerb;
use crate::{STATISTIC, Topic, boxed_experiment, statistic_option};
use args::{
    EXCHANGED_PLACE, IMPROVE, PILES_LEFT, PILES_SAVED, PLAYER, one_card_stock_problem, parse_pack,
};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::CardLabel;
use pioche_engine::cards::deck::DeckLabels;
use pioche_engine::experiments::alliances::{Alliances, Play};
use pioche_engine::games::alliances::{PatienceMove, PatienceState};
use pioche_engine::sim::{Accepted, Experiment, Field};
use pioche_report::lang::help::HelpSection;
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, sentence};

const UNSOLVED_NOTE: Text = Text::new(
    "Les intervalles des parts admettent tous les résultats possibles d'une donne non résolue ; \
     les moyennes l'excluent.",
    "The intervals of shares allow for every possible result of an unsolved deal; the means \
     exclude it.",
);
/// The topic, which has all verbs, and the commands `deal` and `improve` of its own.
pub static TOPIC: Topic = Topic {
    name: "alliances",
    alias: Some("reussite"),
    other_names: &["patience", "alliance"],
    glossary: args::GLOSSARY,
    examples: &[],
    notes: |summaries, lang| {
        let unsolved = summaries
            .iter()
            .any(|summary| summary.estimate("unsolved").is_some());
        let note = unsolved.then(|| UNSOLVED_NOTE.in_lang(lang).to_owned());
        note.into_iter().collect()
    },
    adjust_picture: |_, _| {},
    simulate: SIMULATE,
    solve: Some(show::SOLVE),
    show: Some(show::SHOW),
    extra_verbs: &[
        ("deal", deck::DEAL_VERB),
        ("check", deck::CHECK_VERB),
        ("improve", deck::IMPROVE_VERB),
    ],
};

const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "La réussite des alliances : combien de tas restent, et combien fait gagner un petit \
         changement de la pioche",
        "La réussite des alliances (a patience): how many piles remain, and how much a small \
         change of the stock gains",
    ),
    options: &[
        PACK_OPTIONS[0].list("32,36,52"),
        PACK_OPTIONS[1],
        PACK_OPTIONS[2],
        IMPROVE.list("exchange,swap,move"),
        PLAYER.list("leftmost,perfect"),
        ALLIANCE.list("either,suit,rank"),
    ],
    row_option: PILES_ROW.list("2..4,8"),
    statistic_option: Some(statistic_option(
        &STATISTIC.accepting(Accepted::Words(&["nb_tas", "gain", "place"])),
        &[PILES_LEFT.label, PILES_SAVED.label, EXCHANGED_PLACE.label],
        &[Alliances::MAX_PILES.key],
    )),
    build_experiments: |settings| Ok(vec![build_experiment(settings)?]),
};

const PILES_ROW: OptionSpec = NB_TAS_MAX
    .help(
        "N'affiche que la ligne de N tas permis ; --precision ne porte alors que sur elle",
        "Show only the row of N piles allowed; --precision then applies to it alone",
    )
    .setting(&Alliances::MAX_PILES)
    .group(HelpSection::Output);

fn build_experiment(settings: &[Field]) -> Result<Box<dyn Experiment>, Problem> {
    let pack = parse_pack(settings)?;
    let play = Play::from_settings(settings)?;
    let experiment = Alliances::new(pack, play)
        .map_err(|_| Problem::for_argument("--improve", one_card_stock_problem()))?;
    Ok(boxed_experiment(experiment))
}

/// Returns cards separated by spaces, in the letters of the language: `R-K` or `K-H`.
pub fn cards_text(cards: &[Card], lang: Lang) -> String {
    let labels = DeckLabels(cards);
    either!(lang, "{labels}", "{labels:#}")
}

/// Returns a card in the letters of the language.
pub fn card_label(card: Card, lang: Lang) -> String {
    let label = CardLabel(card);
    either!(lang, "{label}", "{label:#}")
}

/// Describes a move.
pub fn move_explanation(before: &PatienceState, mv: PatienceMove) -> Sentence {
    let PatienceMove::Jump(pile) = mv else {
        return card_drawn_text(before.stock()[0]);
    };
    let tops = before.row().top_cards();
    Sentence::from_fn(|lang| {
        let [left, card, right] =
            [pile - 1, pile, pile + 1].map(|pile| card_label(tops[pile], lang));
        either!(
            lang,
            "{left} s'allie à {right} : {card} saute",
            "{left} and {right} are allied: {card} jumps"
        )
    })
}

/// States that a card is drawn from the stock.
pub fn card_drawn_text(card: Card) -> Sentence {
    Sentence::from_fn(|lang| {
        let card = card_label(card, lang);
        either!(
            lang,
            "On tire {card} de la pioche",
            "{card} is drawn from the stock"
        )
    })
}

/// States that a card has jumped.
pub fn card_jumped_text(card: Card) -> Sentence {
    let card = CardLabel(card);
    sentence!("{card} a sauté", "{card:#} has jumped")
}

/// States the end of a game with this number of piles.
pub fn game_end_text(count: usize) -> Sentence {
    Sentence::from_fn(|lang| either!(lang, "Fin : ", "The end: ") + &piles_text(count, lang))
}

/// Returns a number of piles with its noun: `2 piles`.
pub fn piles_text(count: usize, lang: Lang) -> String {
    lang.translated_count(count as u64, ["tas", "tas"], ["pile", "piles"])
}

/// Returns the refusal of a jump of a pile that is not in a row of so many piles; piles are numbered from 1.
pub fn no_pile_text(pile: usize, piles: usize) -> Sentence {
    let [fr, en] = match piles {
        0 => [
            "la rangée est vide".to_owned(),
            "the row is empty".to_owned(),
        ],
        _ => [
            format!("la rangée en a {piles}"),
            format!("the row has {piles}"),
        ],
    };
    sentence!(
        "Coup impossible : il n'y a pas de tas n° {pile} ; {fr}.",
        "Impossible: there is no pile {pile}; {en}."
    )
}
