//! The topic of bataille (handout 003): the settings in words.

mod game;
pub(crate) mod show;

pub use game::{LOOP_BEGINS, ShownGame, ending_text, event_text, round_text};
pub use show::{game_text, show_output, shown_game};

use self::game::rounds_text;
use crate::duel::game::{outcome_clause, outcome_phrase};
use crate::setting::OptionSpec;
use crate::verb::SimulateVerb;
use crate::{OUTCOME, STATISTIC, Topic, TopicGlossary, boxed_experiment, statistic_option};
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{BatailleRules, LayingOrder, PickupOrder};
use pioche_engine::sim::{Accepted, Column, SettingType, Summary};
use pioche_report::lang::help::CommandExample;
use pioche_report::lang::{Text, problem, quantity, tr};
use pioche_report::question::{CountDirection, Statistic};
use pioche_report::value_words::FindingWords;

/// The topic. It has no `play` command, since players make no choices.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    alias: None,
    other_names: &["war", "battle", "guerre"],
    glossary: GLOSSARY,
    examples: EXAMPLES,
    notes: |summaries| {
        let notes = [endless_note(summaries), unresolved_note(summaries)];
        notes.into_iter().flatten().collect()
    },
    adjust_picture: |_, _| {},
    simulate: SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    extra_verbs: &[],
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate bataille --outcome endless --precision 0.001",
        Text("the share of endless games, to within 0.001"),
    ),
    (
        "simulate bataille --order alternating --chart shares.svg",
        Text("the players take turns to lay first"),
    ),
    (
        "show bataille --values 3 --seed 69 --animate bataille.gif",
        Text("a film of a game"),
    ),
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

const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text("Bataille: who wins, in how many rounds, and how often the game is endless"),
    options: &[
        VALUES.list("11..13"),
        FIRST_TO_LAY.list("fixed,alternating"),
        DECK_SHUFFLE.list("uniform,riffle:1..12"),
        MAX_ROUNDS,
        PICKUP.list("laid,winner-first"),
        FACE_DOWN.list("0..3"),
        OUT_OF_CARDS.list("count,last-card"),
    ],
    row_option: OUTCOME.list("player1,endless"),
    statistic_option: Some(statistic_option(
        &STATISTIC.accepting(Accepted::Words(&["rounds", "period"])),
        &[ROUNDS.label, PERIOD.label],
        &[Column::OUTCOME.key],
    )),
    build_experiments: |settings| Ok(vec![boxed_experiment(Bataille::from_settings(settings)?)]),
};

const GLOSSARY: TopicGlossary = TopicGlossary {
    title: Text("Bataille"),
    own_terms: &[
        ("deals", Text("games")),
        ("uniform", Text("uniform")),
        ("lowest", Text("The shortest finite game")),
        ("median", Text("A median finite game")),
        ("highest", Text("The longest finite game")),
        ("ranked", Text("# round|# rounds")),
        ("cycle", Text("period #")),
        ("endless_game", Text("An endless game")),
        ("rounds", Text("rounds (finite games)")),
        ("rounds_played", Text("rounds played")),
        ("cut_off", Text("games cut off")),
        ("period", Text("period (endless games)")),
        ("pre_period", Text("pre-period (endless games)")),
    ],
    settings: SIMULATE.options,
    finding: FindingWords {
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
};

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
const VALUES: OptionSpec =
    OptionSpec::count(&Bataille::VALUES, VALUE, "V").help("Number of values, of four cards each");

/// The option `--order`: player 1 lays first in every round, or the players take turns.
pub const FIRST_TO_LAY: OptionSpec = OptionSpec::new(&Bataille::ORDER, Text("order"), "ORDER")
    .phrase(|order| match LayingOrder::from_value(order) {
        Some(LayingOrder::Fixed) => tr!("player 1 always lays first"),
        _ => tr!("the players take turns to lay first"),
    })
    .help("Player who lays first: always player 1 (fixed), or the players in turn (alternating)")
    .word_labels(&[Text("fixed order"), Text("alternating order")]);

const DECK_SHUFFLE: OptionSpec = OptionSpec::new(&Bataille::SHUFFLE, Text("shuffle"), "SHUFFLE")
    .phrase(|shuffle| match ShuffleMethod::from_value(shuffle) {
        Some(ShuffleMethod::Riffle(riffles)) => {
            quantity(riffles.into(), Text("riffle|riffles @shuffle"))
        }
        _ => tr!("uniform shuffle"),
    })
    .help("Shuffle of the sorted deck: riffle:m for m riffles (0 to 1000), or uniform")
    .completions(&["riffle:7", "uniform"])
    .parse_form(|text| {
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
pub const MAX_ROUNDS: OptionSpec = OptionSpec::new(
    &Bataille::MAX_ROUNDS,
    Text("rounds at most"),
    "N",
)
.phrase(|limit| match limit.number() {
    Some(limit) => quantity(limit, Text("round at most|rounds at most")),
    None => tr!("no limit"),
})
.help(
    "Play at most N rounds of a game, as game(turns) does; a game that is cut off is won by the \
     player who then has more cards, equal hands are a draw, and no game is endless; none: no \
     limit",
)
.completions(&["100", "none"]);

/// The option `--pickup`, the order in which the cards of a trick go under the winner's hand.
pub const PICKUP: OptionSpec = OptionSpec::new(&Bataille::PICKUP, Text("picking up"), "ORDER")
    .help(
        "Order in which the cards of a trick go under the winner's hand: as they were laid (laid), \
     the winner's own cards first (winner-first), the opponent's cards first (loser-first), or \
     shuffled (random)",
    )
    .word_labels(&[
        Text("picked up as laid"),
        Text("winner's cards first"),
        Text("loser's cards first"),
        Text("won cards shuffled"),
    ]);

/// The option `--face-down`, the number of cards that each player lays face down in a battle.
pub const FACE_DOWN: OptionSpec = OptionSpec::count(
    &Bataille::FACE_DOWN,
    Text("card face down|cards face down"),
    "N",
)
.help(
    "Number of cards that each player lays face down in a battle. Unless it is 1, a game without \
     --turns is endless if a state (both hands in order, and the player to lay first) is repeated \
     within 1,000,000 rounds, and unresolved if it neither ends nor repeats a state within \
     1,000,000 rounds",
);

/// The option `--out-of-cards`, the rule for a player with too few cards for a battle.
pub const OUT_OF_CARDS: OptionSpec = OptionSpec::new(
    &Bataille::OUT_OF_CARDS,
    Text("out of cards"),
    "RULE",
)
.help(
    "Rule when a player has too few cards for a battle: the game stops and the hands are counted \
     (count), or the player's last card is compared (last-card)",
)
.word_labels(&[Text("hands counted"), Text("the last card counts")]);
