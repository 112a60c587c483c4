//! La réussite des alliances (handout 000). Cards have the letters of the language: K Q J in English, R D V in French.

pub(crate) mod deck;
mod picture;
mod play;
mod show;

use crate::play::PlayFn;
use crate::prelude::*;
pub use deck::deck_of_line;
use deck::{
    DEALS, DECK_RIFFLES, IMPROVE_WITHOUT_NONE, ROW, check_deck, deal, given_pack, improve_deck,
    one_card_stock,
};
use pioche_engine::cards::deck::DeckLabels;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::GivenDecks;
use pioche_engine::experiments::{Alliances, Play};
use pioche_engine::games::alliances::PatienceState;
use pioche_report::lang::Lang;
use pioche_report::question::{AT_MOST, row_name};

/// The topic, which has all verbs, and the commands `deal`, `check` and `improve` of its own.
pub static TOPIC: Topic = Topic {
    name: "alliances",
    alias: Some("reussite"),
    title: Text("La réussite des alliances"),
    question: FindingWords {
        main_row: |summary| fewest_piles(summary).to_string(),
        clause: piles_clause,
        row_phrase: piles_phrase,
        statistics: STATISTICS,
        handout: &[(Alliances::CARDS.key, "32")],
    },
    notes: |summaries| {
        let mut notes = Vec::new();
        if summaries.iter().any(|summary| summary.estimate("unsolved").is_some()) {
            notes.push(tr!(
                "The intervals of shares allow for every possible result of an unsolved deal; the means exclude it."
            ));
        }
        notes
    },
    adjust_picture: |_, _| {},
    simulate: verb(
        Text(
            "La réussite des alliances (a patience): how many piles remain, and how much a small change of the stock gains",
        ),
        &[PACK, &[IMPROVE, PLAYER, ALLIANCE]],
        (|settings| Ok(Box::new(experiment(settings)?))) as ExperimentFn,
    )
    .with_lists(),
    rows: NB_TAS_MAX
        .help(Text("Show only the row of N piles allowed; --precision then applies to it alone"))
        .setting(&Alliances::MAX_PILES)
        .list("2..4,8"),
    starts: single_start,
    show: Some(
        verb(
            Text(
                "La réussite des alliances (a patience), as the handout prints it: the stock, then the row after each draw and each jump",
            ),
            &[PACK, &[ROW, PLAYER, ALLIANCE, FINAL_ROW, EXPLAIN, STYLE]],
            show::show as AnswerFn,
        )
        .with_deal(DealArg::Given, GAME_OR_DEAL)
        .with_conflicts(CONFLICTS),
    ),
    solve: Some(
        verb(
            Text(
                "La réussite des alliances (a patience): the fewest piles possible, jumps that reach them, and what the rule leaves",
            ),
            &[PACK, &[ROW, ALLIANCE]],
            show::solve as AnswerFn,
        )
        .with_lists()
        .with_deal(DealArg::Given, GAME_OR_DEAL)
        .with_conflicts(CONFLICTS),
    ),
    play: Some(
        verb(
            Text("La réussite des alliances (a patience): you draw the cards and make the jumps"),
            &[PACK, &[NB_TAS_MAX, ALLIANCE]],
            crate::play::play::<PatienceState> as PlayFn,
        )
        .with_deal(DealArg::Drawn, GAME_OR_DEAL)
        .with_conflicts(CONFLICTS),
    ),
    extra_verbs: &[
        (
            "deal",
            Verb {
                deal: DealArg::Drawn,
                has_json: false,
                ..verb(
                    Text("Print shuffled decks in the handout's format"),
                    &[PACK, &[DECK_RIFFLES, DEALS]],
                    deal as AnswerFn,
                )
            },
        ),
        (
            "check",
            verb(
                Text("Check that a deck is complete and without duplicates"),
                &[PACK],
                check_deck as AnswerFn,
            )
            .with_deal(DealArg::None, DECK_FILE),
        ),
        (
            "improve",
            verb(
                Text("Print a deck after the small change that leaves the fewest piles"),
                &[PACK, &[IMPROVE_WITHOUT_NONE, ALLIANCE]],
                improve_deck as AnswerFn,
            )
            .with_deal(DealArg::None, DECK_FILE),
        ),
    ],
};

/// The options of the pack, which is given by its size or by its suits and ranks.
const PACK: &[Words] = &[PACK_SIZE, SUITS, RANKS];
const PACK_CONFLICTS: (&str, &[&str]) = (PACK_SIZE.key(), &[SUITS.key(), RANKS.key()]);

/// The conflicts of commands about a deck or a game.
const FINAL_ROW: Words = Words::new(
    &Setting::flag("final"),
    "",
    Text("final"),
    Text("Print only the last row and the number of piles"),
);

const CONFLICTS: &[(&str, &[&str])] = &[
    PACK_CONFLICTS,
    ("file", &["seed", "deal"]),
    (
        ROW.key(),
        &[
            "file",
            "seed",
            "deal",
            PACK_SIZE.key(),
            SUITS.key(),
            RANKS.key(),
        ],
    ),
];

/// Creates a command with the options of [`PACK`].
const fn verb<F: Copy>(about: Text, settings: &'static [&'static [Words]], run: F) -> Verb<F> {
    Verb::new(about, settings, run)
        .with_conflicts(&[PACK_CONFLICTS])
        .with_requires(const { &[(SUITS.key(), RANKS.key()), (RANKS.key(), SUITS.key())] })
}

const DECK_FILE: FileArg = FileArg {
    help: Text("File with a deck in the handout's format, `-` for the standard input"),
    required: true,
};

const GAME_OR_DEAL: FileArg = FileArg {
    help: Text(
        "File with a deck in the handout's format, or with a game saved by `play --save`; `-` for the standard input; without a file, the deal of --seed and --deal",
    ),
    required: false,
};

/// Creates the experiment of one value of each setting.
pub fn experiment(settings: &[Field]) -> Result<Alliances, Problem> {
    let pack = given_pack(settings)?.unwrap_or(Pack::PIQUET);
    Alliances::new(pack, Play::from_settings(settings)?)
        .map_err(|_| Problem::for_argument("--improve", one_card_stock()))
}

/// The option `--decks`, a file of decks that are played instead of those of a seed.
pub const DECKS: Words = Words::new(
    &GivenDecks::DECKS,
    "FILE",
    Text("decks"),
    Text("Play the decks of FILE, one a line; `-`: the standard input"),
);

const PACK_SIZE: Words = Words::new(
    &Alliances::CARDS,
    "N",
    CARD,
    Text("Number of cards: 32 (7 to A), 36 (6 to A) or 52 [default: 32]"),
)
.list("32,36,52")
.parse(|text| {
    let size: Option<usize> = text.parse().ok();
    let pack = size.filter(|size| Pack::with_size(*size).is_ok());
    pack.map(FieldValue::from).ok_or_else(|| {
        problem!(
            "“{text}” is not 32, 36 or 52; for another pack, give --suits and --ranks",
            text
        )
    })
});

const SUIT: Text = Text("suit|suits");

const SUITS: Words = Words::new(
    &Alliances::SUITS,
    "S",
    SUIT,
    Text("Number of suits, from 1 to 8, with --ranks, for any other pack"),
)
.phrase(|suits| match suits.number() {
    Some(4) | None => String::new(),
    Some(suits) => quantity(suits, SUIT),
});

const RANKS: Words = Words::new(
    &Alliances::RANKS,
    "R",
    Text("ranks"),
    Text("Number of ranks, from 1 to 32, with --suits"),
)
.phrase(|ranks| match ranks.number() {
    Some(8 | 9 | 13) | None => String::new(),
    Some(ranks) => quantity(ranks, Text("rank|ranks")),
});

const IMPROVE: Words = Words::new(
    &Play::IMPROVE,
    "CHANGE",
    Text("change"),
    Text(
        "Change of each stock that leaves the fewest piles: exchange two neighbours, swap any two cards, or move one card",
    ),
)
.labels(&[
    Text("no change"),
    Text("adjacent exchange"),
    Text("swap of two cards"),
    Text("move of one card"),
])
.list("exchange,swap,move");

const PLAYER: Words = Words::new(
    &Play::PLAYER,
    "PLAYER",
    Text("player"),
    Text("Player: the rule (leftmost jump first), or perfect play, which knows the stock"),
)
.labels(&[Text("rule"), Text("perfect play")])
.list("leftmost,perfect");

/// The option `--alliance`, the rule by which two cards are allied.
const ALLIANCE: Words = Words::new(
    &Play::ALLIANCE,
    "RULE",
    Text("alliance"),
    Text("What allied cards share: suit or rank, the suit, or the rank"),
)
.labels(&[
    Text("same suit or rank"),
    Text("same suit only"),
    Text("same rank only"),
])
.list("either,suit,rank");

/// The option `--nb-tas-max`, the largest number of piles of a game that is won; 2 by default.
#[doc(alias = "nb_tas_max")]
const NB_TAS_MAX: Words = Words::new(
    &Alliances::MAX_PILES.with_default("2"),
    "N",
    Text("nb_tas_max"),
    Text("Largest number of piles that wins the game"),
)
.phrase(|piles| {
    format!(
        "{AT_MOST}{}",
        quantity(piles.number().unwrap_or_default(), PILE)
    )
});

const PILE: Text = Text("pile|piles");

/// The piles left, the piles that a change or a player saves, and the place of the first card that the best change moves.
const STATISTICS: &[Statistic] = &[
    Statistic {
        name: "nb_tas",
        columns: &[
            "nb_tas",
            "nb_tas_improved",
            "nb_tas_player",
            "nb_tas_player_improved",
        ],
        label: Text("piles left"),
        heading: Text("piles"),
        curve_label: Text("Deals that end with at most n piles"),
        number_label: Text("n, piles allowed (nb_tas_max)"),
        ..Statistic::NEW
    },
    Statistic {
        name: "gain",
        columns: &["gain_both", "gain", "gain_player"],
        label: Text("piles saved"),
        heading: Text("saved"),
        direction: CountDirection::AtLeast,
        curve_label: Text("Deals in which the change saves at least n piles"),
        number_label: Text("n, piles saved"),
        ..Statistic::NEW
    },
    Statistic {
        name: "place",
        columns: &["first_place"],
        label: Text("position in the stock of the first exchanged card"),
        text_offset: 1.0,
        curve_label: Text("Deals in which the first exchanged card is among the first n"),
        number_label: Text("n, position in the stock"),
        ..Statistic::NEW
    },
];

/// Returns the experiment of a run of this topic.
pub fn run_experiment(summary: &Summary) -> Alliances {
    summary.experiment_as().copied().unwrap_or_default()
}

fn fewest_piles(summary: &Summary) -> u64 {
    let experiment = run_experiment(summary);
    experiment.alliance().fewest_piles(experiment.pack()) as u64
}

/// Names a row: "2 piles", or "at most 8 piles" for a number that is not the fewest.
fn piles_phrase(summary: &Summary, name: &str) -> String {
    let piles = name.parse().unwrap_or_default();
    let phrase = quantity(piles, PILE);
    if piles > fewest_piles(summary) {
        format!("{AT_MOST}{phrase}")
    } else {
        phrase
    }
}

/// States the share of deals with at most as many piles as a row allows.
fn piles_clause(summary: &Summary, row: &Row, value: &ValueWords) -> String {
    tr!(
        "{games} {verb} with {piles}",
        games = value.games,
        verb = value.verb(Text("ends"), Text("end")),
        piles = piles_phrase(summary, &row_name(summary, row))
    )
}

/// Returns cards in columns of three characters, in the letters of the language: ` R♥` or ` K♥`.
fn cards_text(cards: &[Card]) -> String {
    let labels = DeckLabels(cards);
    match Lang::current() {
        Lang::Fr => labels.to_string(),
        Lang::En => format!("{labels:#}"),
    }
}

/// Returns cards in the handout's form.
fn card_names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn card_label(card: Card) -> String {
    cards_text(&[card]).trim_start().to_owned()
}

/// Returns the labels of the card of a pile that jumps, between those of its neighbours.
fn jump_cards(tops: &[Card], pile: usize) -> [String; 3] {
    [pile - 1, pile, pile + 1].map(|pile| card_label(tops[pile]))
}

fn piles_text(piles: usize) -> String {
    quantity(piles as u64, PILE)
}

fn game_end_text(piles: usize) -> String {
    tr!("The end: {piles}", piles = piles_text(piles))
}
