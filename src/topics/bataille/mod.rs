//! The topic of bataille (handout 003).

mod answers;
pub mod chapter;
pub mod figures;
pub mod film;
pub mod show;
mod table;

use crate::lang::help::CommandExample;
use crate::lang::help::HelpSection;
use crate::lang::{Problem, Text};
use crate::topics::setting::{Said, Setting, Takes, Word};
use crate::topics::verb::Simulate;
use crate::topics::words::{OUTCOME, Words};
use crate::topics::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{LayingOrder, ValueCount};

/// The topic. It has no `play` command, since players make no choices.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    alias: None,
    study,
    words: WORDS,
    examples: EXAMPLES,
    says: answers::says,
    notes: |_, _, _| Vec::new(),
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    own: &[],
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
        "chacun pose en premier à son tour",
        "each player lays first in turn",
    ),
    ("show bataille --values 3 --seed 69 --animate bataille.gif", "le film d'une partie", "a film of a game"),
];

/// Returns the runs of the study: every number of values in both orders, and 13 values by number of riffles.
fn study() -> StudyRuns {
    let game = |values: u64, order, shuffle| {
        let values = ValueCount::new(values).unwrap_or_default();
        (boxed(Bataille { values, order, shuffle, max_rounds: None }), 100_000)
    };
    let mut runs = Vec::new();
    for order in LayingOrder::ALL {
        runs.extend((2..=13).map(|values| game(values, order, ShuffleMethod::Uniform)));
        runs.extend((1..=12).map(|riffles| game(13, order, ShuffleMethod::Riffle(riffles))));
    }
    runs
}

pub const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La bataille : qui gagne, en combien de plis, et quelle part des parties est infinie",
        "Bataille: who wins, in how many rounds, and how often the game is endless",
    ),
    options: &[VALUES.many("11..13"), ORDER.many("fixed,alternating"), SHUFFLE.many("uniform,riffle:7"), TURNS.one()],
    row: OUTCOME.many("player1,endless"),
    question: |given| {
        let (order, shuffle, max_rounds) = (given.get(&ORDER)?, given.get(&SHUFFLE)?, given.maybe(&TURNS)?);
        Ok(vec![boxed(Bataille { values: given.get(&VALUES)?, order, shuffle, max_rounds })])
    },
};

pub const WORDS: Words = Words {
    title: Text::new("La bataille", "Bataille"),
    own: &[
        ("deals", Text::new("parties", "games")),
        ("uniform", Text::new("uniforme", "uniform")),
        ("lowest", Text::new("La plus courte partie finie", "The shortest finite game")),
        ("median", Text::new("Une partie finie médiane", "A median finite game")),
        ("highest", Text::new("La plus longue partie finie", "The longest finite game")),
        ("ranked", Text::new("# pli|# plis", "# round|# rounds")),
        ("cycle", Text::new("période #", "period #")),
        ("endless_game", Text::new("Une partie infinie", "An endless game")),
        ("rounds", Text::new("plis (parties finies)", "rounds (finite games)")),
        ("period", Text::new("période (parties infinies)", "period (endless games)")),
        ("pre_period", Text::new("prépériode (parties infinies)", "pre-period (endless games)")),
    ],
    settings: &[VALUES.one(), ORDER.one(), SHUFFLE.one(), TURNS.one()],
};

#[doc(alias = "nbVals")]
pub const VALUES: Setting = Setting::of("values", Text::new("valeurs", "values"), "V")
    .said(Said::Counted(Text::new("valeur", "value"), Text::new("valeurs", "values")))
    .help("Nombre de valeurs, de quatre cartes chacune", "Number of values, of four cards each")
    .default("13")
    .takes(Takes::Count { least: 1, most: ValueCount::MAX.get() as u64 });

pub const ORDER: Setting = Setting::of("order", Text::new("ordre", "order"), "ORDER")
    .said(Said::As(|lang, order| match order {
        "fixed" => lang.either("le joueur 1 pose toujours en premier", "player 1 always lays first"),
        _ => lang.either("chacun pose en premier à son tour", "each player lays first in turn"),
    }))
    .help(
        "Joueur qui pose en premier : toujours le joueur 1 (fixed), ou chacun à son tour (alternating)",
        "Player who lays first: always player 1 (fixed), or each in turn (alternating)",
    )
    .default("fixed")
    .takes(Takes::Word(&[
        Word::called("fixed", "joueur 1 pose toujours en premier", "player 1 always lays first"),
        Word::called("alternating", "chacun pose en premier à son tour", "each lays first in turn"),
    ]));

pub const SHUFFLE: Setting = Setting::of("shuffle", Text::new("mélange", "shuffle"), "SHUFFLE")
    .said(Said::As(|lang, shuffle| match shuffle.strip_prefix("riffle:").and_then(|riffles| riffles.parse().ok()) {
        Some(riffles) => lang.translated_count(riffles, ["mélange américain", "mélanges américains"], ["riffle", "riffles"]),
        None => lang.either("mélange uniforme", "uniform shuffle"),
    }))
    .help(
        "Mélange du jeu trié : riffle:m pour m mélanges américains (0 à 1000), ou uniform (uniforme)",
        "Shuffle of the sorted deck: riffle:m for m riffles (0 to 1000), or uniform",
    )
    .default("riffle:7")
    .offers(&["riffle:7", "uniform"])
    .takes(Takes::Text(|text| {
        text.parse().map(|mixing: ShuffleMethod| mixing.to_string()).map_err(|_| {
            Problem::message(
                format!("« {text} » n'est ni « uniform » ni « riffle:m » avec m de 0 à 1000"),
                format!("“{text}” is neither “uniform” nor “riffle:m” with m from 0 to 1000"),
            )
        })
    }));

pub const TURNS: Setting = Setting::of("turns", Text::new("plis", "turns"), "N")
    .said(Said::Counted(Text::new("pli au plus", "round at most"), Text::new("plis au plus", "rounds at most")))
    .help(
        "Arrête une partie ni finie ni répétée après N plis et la compte comme indécise [défaut :\u{a0}sans limite]",
        "Stop a game that has neither ended nor repeated after N rounds and count it as unresolved [default: no limit]",
    )
    .group(HelpSection::Workload)
    .takes(Takes::Count { least: 1, most: 1_000_000_000_000_000 });

pub const STOP: Setting = Setting { help: Text::new("S'arrête après N plis", "Stop after N rounds"), ..TURNS };
