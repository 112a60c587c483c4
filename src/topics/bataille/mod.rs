//! The topic of bataille (handout 003).

mod answers;
mod card_table;
pub mod chapter;
pub mod figures;
pub mod film;
pub mod show;

use crate::lang::help::CommandExample;
use crate::lang::help::HelpSection;
use crate::lang::{Problem, Text};
use crate::topics::setting::{Choice, Setting, TitleFormat, ValueKind};
use crate::topics::topic_glossary::{OUTCOME, TopicGlossary};
use crate::topics::verb::SimulateVerb;
use crate::topics::{StudyRuns, Topic, boxed_experiment};
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{LayingOrder, ValueCount};

/// The topic. It has no `play` command, since players make no choices.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    alias: None,
    study_runs,
    glossary: GLOSSARY,
    examples: EXAMPLES,
    summary_sentence: answers::summary_sentence,
    notes: |_, _, _| Vec::new(),
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    extra_verbs: &[],
    play: None,
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate bataille --outcome endless --precision 0.001",
        "la part des parties infinies, à 0,001 près",
        "the share of endless games, to within 0.001",
    ),
    (
        "simulate bataille --order alternating --chart shares.svg",
        "les joueurs posent en premier à tour de rôle",
        "the players take turns to lay first",
    ),
    (
        "show bataille --values 3 --seed 69 --animate bataille.gif",
        "le film d'une partie",
        "a film of a game",
    ),
];

/// Returns the runs of the study: every number of values in both orders, and 13 values by number of riffles.
fn study_runs() -> StudyRuns {
    let game = |values: u64, order, shuffle| {
        let values = ValueCount::new(values).unwrap_or_default();
        (
            boxed_experiment(Bataille {
                values,
                order,
                shuffle,
                max_rounds: None,
            }),
            100_000,
        )
    };
    let mut runs = Vec::new();
    for order in LayingOrder::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    runs
}

pub const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "La bataille : qui gagne, en combien de plis, et quelle part des parties est infinie",
        "Bataille: who wins, in how many rounds, and how often the game is endless",
    ),
    options: &[
        VALUES.list_option_spec("11..13"),
        FIRST_TO_LAY.list_option_spec("fixed,alternating"),
        SHUFFLE.list_option_spec("uniform,riffle:7"),
        MAX_ROUNDS.option_spec(),
    ],
    row_option: OUTCOME.list_option_spec("player1,endless"),
    build_experiments: |given| {
        let (order, shuffle, max_rounds) = (
            given.get(&FIRST_TO_LAY)?,
            given.get(&SHUFFLE)?,
            given.get_optional(&MAX_ROUNDS)?,
        );
        Ok(vec![boxed_experiment(Bataille {
            values: given.get(&VALUES)?,
            order,
            shuffle,
            max_rounds,
        })])
    },
};

pub const GLOSSARY: TopicGlossary = TopicGlossary {
    title: Text::new("La bataille", "Bataille"),
    own_terms: &[
        ("deals", Text::new("parties", "games")),
        ("uniform", Text::new("uniforme", "uniform")),
        (
            "lowest",
            Text::new("La plus courte partie finie", "The shortest finite game"),
        ),
        (
            "median",
            Text::new("Une partie finie médiane", "A median finite game"),
        ),
        (
            "highest",
            Text::new("La plus longue partie finie", "The longest finite game"),
        ),
        ("ranked", Text::new("# pli|# plis", "# round|# rounds")),
        ("cycle", Text::new("période #", "period #")),
        (
            "endless_game",
            Text::new("Une partie infinie", "An endless game"),
        ),
        (
            "rounds",
            Text::new("plis (parties finies)", "rounds (finite games)"),
        ),
        (
            "period",
            Text::new("période (parties infinies)", "period (endless games)"),
        ),
        (
            "pre_period",
            Text::new(
                "prépériode (parties infinies)",
                "pre-period (endless games)",
            ),
        ),
    ],
    settings: &[
        VALUES.option_spec(),
        FIRST_TO_LAY.option_spec(),
        SHUFFLE.option_spec(),
        MAX_ROUNDS.option_spec(),
    ],
};

#[doc(alias = "nbVals")]
pub const VALUES: Setting = Setting::new("values", Text::new("valeurs", "values"), "V")
    .title_format(TitleFormat::Counted(
        Text::new("valeur", "value"),
        Text::new("valeurs", "values"),
    ))
    .help(
        "Nombre de valeurs, de quatre cartes chacune",
        "Number of values, of four cards each",
    )
    .default("13")
    .value_kind(ValueKind::Count {
        least: 1,
        most: ValueCount::MAX.get() as u64,
    });

pub const FIRST_TO_LAY: Setting = Setting::new("order", Text::new("ordre", "order"), "ORDER")
    .title_format(TitleFormat::Custom(|lang, order| match order {
        "fixed" => lang.either("le joueur 1 pose toujours en premier", "player 1 always lays first"),
        _ => lang.either("les joueurs posent en premier à tour de rôle", "the players take turns to lay first"),
    }))
    .help(
        "Joueur qui pose en premier : toujours le joueur 1 (fixed), ou les joueurs à tour de rôle (alternating)",
        "Player who lays first: always player 1 (fixed), or the players in turn (alternating)",
    )
    .default("fixed")
    .value_kind(ValueKind::Choice(&[
        Choice::with_labels("fixed", "ordre fixe", "fixed order"),
        Choice::with_labels("alternating", "ordre alterné", "alternating order"),
    ]));

pub const SHUFFLE: Setting = Setting::new("shuffle", Text::new("mélange", "shuffle"), "SHUFFLE")
    .title_format(TitleFormat::Custom(|lang, shuffle| {
        match shuffle.strip_prefix("riffle:").and_then(|riffles| riffles.parse().ok()) {
            Some(riffles) => {
                lang.translated_count(riffles, ["mélange américain", "mélanges américains"], ["riffle", "riffles"])
            }
            None => lang.either("mélange uniforme", "uniform shuffle"),
        }
    }))
    .help(
        "Mélange du jeu trié : riffle:m pour m mélanges américains (0 à 1000), ou uniform (uniforme)",
        "Shuffle of the sorted deck: riffle:m for m riffles (0 to 1000), or uniform",
    )
    .default("riffle:7")
    .completions(&["riffle:7", "uniform"])
    .value_kind(ValueKind::Custom(|text| {
        text.parse().map(|mixing: ShuffleMethod| mixing.to_string()).map_err(|_| {
            Problem::message(
                format!("« {text} » n'est ni « uniform » ni « riffle:m » avec m de 0 à 1000"),
                format!("“{text}” is neither “uniform” nor “riffle:m” with m from 0 to 1000"),
            )
        })
    }));

pub const MAX_ROUNDS: Setting = Setting::new("turns", Text::new("plis", "turns"), "N")
    .title_format(TitleFormat::Counted(
        Text::new("pli au plus", "round at most"),
        Text::new("plis au plus", "rounds at most"),
    ))
    .help(
        "Arrête une partie ni finie ni répétée après N plis et la compte comme indécise [défaut :\u{a0}sans limite]",
        "Stop a game that has neither ended nor repeated after N rounds and count it as unresolved [default: no limit]",
    )
    .group(HelpSection::Workload)
    .value_kind(ValueKind::Count { least: 1, most: 1_000_000_000_000_000 });

pub const SHOW_MAX_ROUNDS: Setting = Setting {
    help: Text::new("S'arrête après N plis", "Stop after N rounds"),
    ..MAX_ROUNDS
};
