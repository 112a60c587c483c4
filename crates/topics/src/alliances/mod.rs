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
use pioche_report::lang::{Lang, Problem, Text, quantity, tr};

const UNSOLVED_NOTE: Text = Text(
    "The intervals of shares allow for every possible result of an unsolved deal; the means exclude it.",
);
/// The topic, which has all verbs, and the commands `deal` and `improve` of its own.
pub static TOPIC: Topic = Topic {
    name: "alliances",
    alias: Some("reussite"),
    other_names: &["patience", "alliance"],
    glossary: args::GLOSSARY,
    examples: &[],
    notes: |summaries| {
        let unsolved = summaries
            .iter()
            .any(|summary| summary.estimate("unsolved").is_some());
        let note = unsolved.then(|| UNSOLVED_NOTE.translated().to_owned());
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
    about: Text(
        "La réussite des alliances (a patience): how many piles remain, and how much a small change of the stock gains",
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
    .help("Show only the row of N piles allowed; --precision then applies to it alone")
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
pub fn cards_text(cards: &[Card]) -> String {
    let labels = DeckLabels(cards);
    match Lang::current() {
        Lang::Fr => labels.to_string(),
        Lang::En => format!("{labels:#}"),
    }
}

/// Returns a card in the letters of the language.
pub fn card_label(card: Card) -> String {
    let label = CardLabel(card);
    match Lang::current() {
        Lang::Fr => label.to_string(),
        Lang::En => format!("{label:#}"),
    }
}

/// Describes a move.
pub fn move_explanation(before: &PatienceState, mv: PatienceMove) -> String {
    let PatienceMove::Jump(pile) = mv else {
        return card_drawn_text(before.stock()[0]);
    };
    let tops = before.row().top_cards();
    {
        let [left, card, right] = [pile - 1, pile, pile + 1].map(|pile| card_label(tops[pile]));
        tr!(
            "{left} and {right} are allied: {card} jumps",
            left,
            right,
            card
        )
    }
}

/// States that a card is drawn from the stock.
pub fn card_drawn_text(card: Card) -> String {
    tr!("{card} is drawn from the stock", card = card_label(card))
}

/// States that a card has jumped.
pub fn card_jumped_text(card: Card) -> String {
    tr!("{card} has jumped", card = card_label(card))
}

/// States the end of a game with this number of piles.
pub fn game_end_text(count: usize) -> String {
    tr!("The end: ") + &piles_text(count)
}

/// Returns a number of piles with its noun: `2 piles`.
pub fn piles_text(count: usize) -> String {
    quantity(count as u64, Text("pile|piles"))
}

/// Returns the refusal of a jump of a pile that is not in a row of so many piles; piles are numbered from 1.
pub fn no_pile_text(pile: usize, piles: usize) -> String {
    let row = match piles {
        0 => tr!("the row is empty"),
        _ => tr!("the row has {piles}", piles),
    };
    tr!("Impossible: there is no pile {pile}; {row}.", pile, row)
}
