//! The topic of la réussite des alliances (handout 000).
//!
//! Its messages are here, with cards in the letters of the language (K Q J in English, R D V in French), and
//! the parsing of typed moves: a draw, or a jump by its pile or card.

mod answers;
mod args;
pub(crate) mod deck;
mod deck_forms;
mod picture;
mod play;
mod show;

pub use answers::{has_only_rule_player, win_rows};
pub use args::run_experiment;

use crate::play::resume;
use crate::prelude::*;
use args::{
    ALLIANCE, DRAWN_ROW, EXCHANGED_PLACE, FINAL_ROW_ONLY, IMPROVE, IMPROVE_WITHOUT_NONE, JUMP,
    NB_TAS_MAX, PACK_SIZE, PERFECT_GAME, PILES_LEFT, PILES_SAVED, PLAYER, QUESTION, RANKS, ROW,
    STOCK, SUITS, one_card_stock_problem, parse_pack,
};
use deck::{DECK_RIFFLES, check_deck, deal, improve_deck};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::CardLabel;
use pioche_engine::cards::deck::DeckLabels;
use pioche_engine::experiments::alliances::{Alliances, Play};
use pioche_engine::games::alliances::{PatienceMove, PatienceState};
use pioche_engine::sim::Experiment;
use pioche_report::lang::Lang;

const UNSOLVED_NOTE: Text = Text(
    "The intervals of shares allow for every possible result of an unsolved deal; the means exclude it.",
);
/// The topic, which has all verbs, and the commands `deal`, `check` and `improve` of its own.
pub static TOPIC: Topic = Topic {
    name: "alliances",
    alias: Some("reussite"),
    other_names: &["patience", "alliance"],
    title: Text("La réussite des alliances"),
    question: QUESTION,
    notes: |summaries| {
        let unsolved = summaries
            .iter()
            .any(|summary| summary.estimate("unsolved").is_some());
        let note = unsolved.then(|| UNSOLVED_NOTE.to_string());
        note.into_iter().collect()
    },
    adjust_picture: |_, _| {},
    simulate: Verb::new(
        Text(
            "La réussite des alliances (a patience): how many piles remain, and how much a small change of the stock gains",
        ),
        &[
            PACK,
            &[
                IMPROVE.list("exchange,swap,move"),
                PLAYER.list("leftmost,perfect"),
                ALLIANCE,
            ],
        ],
        build_experiment as ExperimentFn,
    )
    .with_lists()
    .with_conflicts(&[PACK_CONFLICTS])
    .with_requires(PACK_REQUIRES),
    rows: NB_TAS_MAX
        .help(Text("Show only the row of N piles allowed; --precision then applies to it alone"))
        .setting(&Alliances::MAX_PILES)
        .section(HelpSection::Output)
        .list("2..4,8"),
    statistic: Some(
        statistic_words(&STATISTIC.accepting(Accepted::Words(&["nb_tas", "gain", "place"])))
            .labels(&[PILES_LEFT.label, PILES_SAVED.label, EXCHANGED_PLACE.label]),
    ),
    starts: single_start,
    show: Some(
        Verb::new(
            Text(
                "La réussite des alliances (a patience), as the handout prints it: the stock, then the row after each draw and each jump",
            ),
            &[
                PACK,
                &[
                    DRAWN_ROW,
                    STOCK,
                    JUMP,
                    PERFECT_GAME,
                    ALLIANCE,
                    FINAL_ROW_ONLY,
                    EXPLAIN,
                    STYLE,
                ],
            ],
            show::show as AnswerFn,
        )
        .with_deal(DealArg::Given, GAME_OR_DEAL)
        .with_conflicts(&[
            PACK_CONFLICTS,
            FILE_CONFLICTS,
            ROW_CONFLICTS,
            (
                JUMP.key(),
                &[
                    STOCK.key(),
                    PERFECT_GAME.key(),
                    FINAL_ROW_ONLY.key(),
                    "animate",
                    "image",
                ],
            ),
        ])
        .with_requires(
            const {
                &[
                    PACK_REQUIRES[0],
                    PACK_REQUIRES[1],
                    (STOCK.key(), ROW.key()),
                    (JUMP.key(), ROW.key()),
                ]
            },
        ),
    ),
    solve: Some(
        Verb::new(
            Text(
                "La réussite des alliances (a patience): the fewest piles possible, jumps that reach them, and what the rule leaves",
            ),
            &[PACK, &[ROW, ALLIANCE, MEMORY]],
            show::solve as AnswerFn,
        )
        .with_lists()
        .with_deal(DealArg::Given, GAME_OR_DEAL)
        .with_conflicts(&[PACK_CONFLICTS, FILE_CONFLICTS, ROW_CONFLICTS])
        .with_requires(PACK_REQUIRES),
    ),
    play: Some(
        Verb::new(
            Text("La réussite des alliances (a patience): you draw the cards and make the jumps"),
            &[PACK, &[NB_TAS_MAX, ALLIANCE]],
            crate::play::Play {
                questions: None,
                saved_game: play::saved_game,
                resume: resume::<PatienceState>,
            },
        )
        .with_deal(DealArg::Drawn, GAME_OR_DEAL)
        .with_conflicts(&[PACK_CONFLICTS, FILE_CONFLICTS])
        .with_requires(PACK_REQUIRES),
    ),
    extra_verbs: &[
        ("deal", DEAL),
        (
            "check",
            Verb::new(
                Text("Check that a deck is complete and without duplicates"),
                &[PACK],
                check_deck as AnswerFn,
            )
            .with_deal(DealArg::None, DECK_FILE)
            .with_conflicts(&[PACK_CONFLICTS])
            .with_requires(PACK_REQUIRES),
        ),
        (
            "improve",
            Verb::new(
                Text("Print a deck after the small change that leaves the fewest piles"),
                &[PACK, &[IMPROVE_WITHOUT_NONE, ALLIANCE]],
                improve_deck as AnswerFn,
            )
            .with_deal(DealArg::None, DECK_FILE)
            .with_conflicts(&[PACK_CONFLICTS])
            .with_requires(PACK_REQUIRES),
        ),
    ],
};

const DEAL: Verb = Verb {
    deal: DealArg::Drawn,
    has_json: false,
    ..Verb::new(
        Text("Print one shuffled deck in the handout's format"),
        &[PACK, &[DECK_RIFFLES]],
        deal as AnswerFn,
    )
    .with_conflicts(&[PACK_CONFLICTS])
    .with_requires(PACK_REQUIRES)
};

/// The options of the pack, which is given by its size or by its suits and ranks.
const PACK: &[Words] = &[PACK_SIZE.list("32,36,52"), SUITS, RANKS];
const PACK_CONFLICTS: (&str, &[&str]) = (PACK_SIZE.key(), &[SUITS.key(), RANKS.key()]);
const PACK_REQUIRES: &[(&str, &str)] = &[(SUITS.key(), RANKS.key()), (RANKS.key(), SUITS.key())];
const FILE_CONFLICTS: (&str, &[&str]) = ("file", &["seed", "deal"]);
const ROW_CONFLICTS: (&str, &[&str]) = (
    ROW.key(),
    &[
        "file",
        "seed",
        "deal",
        PACK_SIZE.key(),
        SUITS.key(),
        RANKS.key(),
    ],
);

/// The file argument of commands that need a deck.
const DECK_FILE: FileArg = FileArg {
    help: Text("File with a deck in the handout's format, `-` for the standard input"),
    required: true,
};

/// The file of the verbs that take a deck or a game.
const GAME_OR_DEAL: FileArg = FileArg {
    help: Text(
        "File with a deck in the handout's format, or with a game saved by `play --save`; `-` for the standard input; without a file, the deal of --seed and --deal",
    ),
    required: false,
};

fn build_experiment(settings: &[Field]) -> Result<Box<dyn Experiment>, Problem> {
    let pack = parse_pack(settings)?;
    let play = Play::from_settings(settings)?;
    let experiment = Alliances::new(pack, play)
        .map_err(|_| Problem::for_argument("--improve", one_card_stock_problem()))?;
    Ok(Box::new(experiment))
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
