//! The topic of bataille (handout 003): the settings in words.

mod game;
mod picture;
mod show;

pub use show::read_value_deck;

use self::game::rounds_text;
use crate::OUTCOMES;
use crate::duel::{outcome_clause, outcome_phrase};
use crate::prelude::*;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{BatailleRules, LayingOrder, PickupOrder};
use show::show;

/// The topic. It has no `play` command, since players make no choices.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    alias: None,
    other_names: &["war", "battle", "guerre"],
    title: Text("Bataille"),
    question: FindingWords {
        main_row: |summary| {
            let game = summary.experiment_as::<Bataille>();
            let can_be_endless = game
                .is_some_and(|game| game.max_rounds.is_none() && game.order == LayingOrder::Fixed);
            if can_be_endless { "endless" } else { "player1" }.to_owned()
        },
        clause: outcome_clause,
        row_phrase: outcome_phrase,
        statistics: &[ROUNDS, PERIOD],
        handout: &[],
    },
    notes: |summaries| {
        let notes = [endless_note(summaries), unresolved_note(summaries)];
        notes.into_iter().flatten().collect()
    },
    adjust_picture: |_, _| {},
    simulate: Verb::new(
        Text("Bataille: who wins, in how many rounds, and how often the game is endless"),
        &[SETTINGS],
        (|settings| Ok(Box::new(Bataille::from_settings(settings)?))) as ExperimentFn,
    )
    .with_lists(),
    rows: OUTCOMES.list("player1,endless"),
    statistic: Some(
        statistic_words(&STATISTIC.accepting(Accepted::Words(&["rounds", "period"])))
            .labels(&[ROUNDS.label, PERIOD.label]),
    ),
    starts: single_start,
    show: Some(
        Verb::new(
            Text(
                "Bataille, round by round, to the end or to the first repeated state, or for at most --turns rounds",
            ),
            &[SETTINGS, &[EXPLAIN]],
            show as AnswerFn,
        )
        .with_deal(
            DealArg::Given,
            FileArg {
                help: Text(
                    "File with player 1's hand on the first line and player 2's on the second, top card first; `-` for the standard input; without a file, the deal of --seed and --deal",
                ),
                required: false,
            },
        )
        .with_conflicts(&[("file", &["seed", "deal", Bataille::SHUFFLE.key])]),
    ),
    solve: None,
    play: None,
    extra_verbs: &[],
};

const SETTINGS: &[Words] = &[
    VALUES.list("11..13"),
    FIRST_TO_LAY.list("fixed,alternating"),
    DECK_SHUFFLE.list("uniform,riffle:1..12"),
    MAX_ROUNDS,
    PICKUP.list("laid,winner-first"),
    FACE_DOWN.list("0..3"),
    OUT_OF_CARDS.list("count,last-card"),
];

/// Returns the reason of endless games, if a run has any and player 1 always lays first. It holds only for won cards that are
/// picked up in the order laid.
fn endless_note(summaries: &[Summary]) -> Option<String> {
    let is_picked_up_as_laid = |summary: &Summary| {
        let game = summary.experiment_as::<Bataille>();
        game.is_some_and(|game| game.pickup == PickupOrder::Laid)
    };
    if !summaries.iter().all(is_picked_up_as_laid) {
        return None;
    }
    let has_endless_games = |summary: &Summary| {
        let is_fixed = summary
            .experiment_as::<Bataille>()
            .is_some_and(|game| game.order == LayingOrder::Fixed);
        let endless = summary.proportion("endless");
        is_fixed && endless.is_some_and(|endless| endless.count > 0)
    };
    let note = summaries
        .iter()
        .any(has_endless_games)
        .then_some(ENDLESS_REASON)?;
    Some(note.translated().to_owned())
}

/// The reason of endless games.
const ENDLESS_REASON: Text = Text(
    "Endless: if player 1 always lays first, the order of won cards never varies; with --order alternating it does.",
);

/// Returns the meaning of endless and unresolved, if a run has an unresolved game.
fn unresolved_note(summaries: &[Summary]) -> Option<String> {
    let unresolved_games = |summary: &Summary| {
        let share = summary.proportion("unresolved");
        share.map_or(0, |share| share.count)
    };
    if summaries
        .iter()
        .all(|summary| unresolved_games(summary) == 0)
    {
        return None;
    }
    let rounds = rounds_text(BatailleRules::MAX_ROUNDS);
    Some(tr!(
        "Unresolved: neither an end nor a repeated state within {rounds}; endless games are those \
         in which a state is repeated within them.",
        rounds
    ))
}

/// The number of rounds of a game that ends.
const ROUNDS: Statistic = Statistic {
    name: "rounds",
    columns: &["rounds"],
    label: Text("rounds of the finite games"),
    heading: Text("rounds"),
    scope: Text(" of the finite games"),
    direction: CountDirection::MoreThan,
    curve_label: Text("Finite games still running after n rounds"),
    number_label: Text("n, rounds"),
    ..Statistic::NEW
};

/// The number of rounds after which the state of an endless game is repeated.
const PERIOD: Statistic = Statistic {
    name: "period",
    columns: &["period"],
    label: Text("period of the endless games"),
    curve_label: Text("Endless games with a period of at most n rounds"),
    number_label: Text("n, rounds"),
    ..Statistic::NEW
};

const VALUE: Text = Text("value|values");

#[doc(alias = "nbVals")]
const VALUES: Words = Words::new(
    &Bataille::VALUES,
    "V",
    VALUE,
    Text("Number of values, of four cards each"),
);

/// The option `--order`: player 1 lays first in every round, or the players take turns.
const FIRST_TO_LAY: Words = Words::new(
    &Bataille::ORDER,
    "ORDER",
    Text("order"),
    Text("Player who lays first: always player 1 (fixed), or the players in turn (alternating)"),
)
.phrase(|order| match LayingOrder::from_value(order) {
    Some(LayingOrder::Fixed) => tr!("player 1 always lays first"),
    _ => tr!("the players take turns to lay first"),
})
.labels(&[Text("fixed order"), Text("alternating order")]);

const DECK_SHUFFLE: Words = Words::new(
    &Bataille::SHUFFLE,
    "SHUFFLE",
    Text("shuffle"),
    Text("Shuffle of the sorted deck: riffle:m for m riffles (0 to 1000), or uniform"),
)
.phrase(|shuffle| match ShuffleMethod::from_value(shuffle) {
    Some(ShuffleMethod::Riffle(riffles)) => {
        quantity(riffles.into(), Text("riffle|riffles @shuffle"))
    }
    _ => tr!("uniform shuffle"),
})
.completions(&["riffle:7", "uniform"])
.parse(|text| {
    text.parse()
        .map(|shuffle: ShuffleMethod| shuffle.field_value())
        .map_err(|_| {
            problem!(
                "“{text}” is neither “uniform” nor “riffle:m” with m from 0 to 1000",
                text
            )
        })
});

/// The limit of rounds, the parameter `turns` of the handout's `game` (003, 3.3).
const MAX_ROUNDS: Words = Words::new(&Bataille::MAX_ROUNDS, "N", Text("rounds at most"), Text("Play at most N rounds of a game, as game(turns) does; a game that is cut off is won by the \
     player who then has more cards, equal hands are a draw, and no game is endless; none: no \
     limit"))
.phrase(|limit| match limit.number() {
    Some(limit) => quantity(limit, Text("round at most|rounds at most")),
    None => tr!("no limit"),
})
.completions(&["100", "none"]);

/// The option `--pickup`, the order in which the cards of a trick go under the winner's hand.
const PICKUP: Words = Words::new(
    &Bataille::PICKUP,
    "ORDER",
    Text("picking up"),
    Text(
        "Order in which the cards of a trick go under the winner's hand: as they were laid (laid), \
     the winner's own cards first (winner-first), the opponent's cards first (loser-first), or \
     shuffled (random)",
    ),
)
.labels(&[
    Text("picked up as laid"),
    Text("winner's cards first"),
    Text("loser's cards first"),
    Text("won cards shuffled"),
]);

/// The option `--face-down`, the number of cards that each player lays face down in a battle.
const FACE_DOWN: Words = Words::new(
    &Bataille::FACE_DOWN,
    "N",
    Text("card face down|cards face down"),
    Text(
        "Number of cards that each player lays face down in a battle. Unless it is 1, a game without \
     --turns is endless if a state (both hands in order, and the player to lay first) is repeated \
     within 1,000,000 rounds, and unresolved if it neither ends nor repeats a state within \
     1,000,000 rounds",
    ),
);

/// The option `--out-of-cards`, the rule for a player with too few cards for a battle.
const OUT_OF_CARDS: Words = Words::new(&Bataille::OUT_OF_CARDS, "RULE", Text("out of cards"), Text("Rule when a player has too few cards for a battle: the game stops and the hands are counted \
     (count), or the player's last card is compared (last-card)"))
.labels(&[Text("hands counted"), Text("the last card counts")]);
