//! The topic of riffle shuffles (handout 003, part 2).

pub mod chapter;
pub mod show;

use crate::lang::help::{CommandExample, HelpSection};
use crate::lang::{CARD, Noun, Text};
use crate::topics::setting::{Choice, Setting, TitleFormat, ValueKind};
use crate::topics::verb::SimulateVerb;
use crate::topics::{StudyRuns, Topic, TopicGlossary, boxed_experiment};
use pioche_engine::experiments::shuffle::Shuffle;

/// The topic. It has no `play` and no `solve`, since a shuffle is not a game.
pub static TOPIC: Topic = Topic {
    name: "shuffle",
    alias: None,
    study_runs,
    glossary: GLOSSARY,
    examples: EXAMPLES,
    mistakes: &[],
    summary_sentence: chapter::summary_sentence,
    notes: |_, _, _| Vec::new(),
    chapter: chapter::CHAPTER,
    figures: chapter::FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: Some(show::SHOW),
    extra_verbs: &[],
    play: None,
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate shuffle --riffles 1..12",
        "combien de mélanges suffisent",
        "how many riffles are enough",
    ),
    (
        "simulate shuffle --cards 32 --chart riffles.png",
        "de même pour 32 cartes, en image",
        "the same for 32 cards, as a picture",
    ),
    (
        "show shuffle --riffles 3",
        "trois mélanges d'un jeu neuf",
        "three riffles of a new deck",
    ),
    (
        "check-solution shuffle student.csv --cards 52",
        "52 cartes, 1 à 12 mélanges",
        "52 cards, 1 to 12 riffles",
    ),
];

const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "Le mélange américain : à quelle distance de la loi uniforme est le jeu de cartes ?",
        "The riffle shuffle: how far from uniform is the deck?",
    ),
    options: &[
        CARDS.list_option_spec("32,52"),
        RIFFLES.list_option_spec("1..12"),
    ],
    row_option: STATISTIC.list_option_spec("total_variation,twins_mean"),
    build_experiments: |given| {
        Ok(vec![boxed_experiment(Shuffle::new(
            given.get(&CARDS)?,
            given.get(&RIFFLES)?,
        ))])
    },
};

/// Returns the runs of the study. That of 7 riffles has more deals, since about one deck in a million is suspect.
fn study_runs() -> StudyRuns {
    let run = |cards, riffles| {
        let deals = if (cards, riffles) == (52, 7) {
            5_000_000
        } else {
            100_000
        };
        (boxed_experiment(Shuffle::new(cards, riffles)), deals)
    };
    let riffles = |cards| (0..=12).map(move |riffles| run(cards, riffles));
    riffles(52).chain(riffles(32)).collect()
}

pub const GLOSSARY: TopicGlossary = TopicGlossary {
    title: Text::new("Le mélange américain", "The riffle shuffle"),
    own_terms: &[
        (
            "separation",
            Text::new("séparation, valeur exacte", "separation, exact"),
        ),
        ("suspect", Text::new("paquets suspects", "suspect decks")),
        (
            "rising_sequences",
            Text::new("suites croissantes", "rising sequences"),
        ),
        ("twins", Text::new("paires de jumeaux", "twin pairs")),
        ("quadruplets", Text::new("quadruplés", "quadruplets")),
        ("octuplets", Text::new("octuplés", "octuplets")),
    ],
    settings: &[
        CARDS.option_spec(),
        RIFFLES.option_spec(),
        STATISTIC.option_spec(),
    ],
};

pub const CARDS: Setting = Setting::declared(&Shuffle::CARDS, CARD.plural, "N")
    .title_format(TitleFormat::Counted(CARD))
    .help(
        "Nombre de cartes, de 1 à 256",
        "Number of cards, from 1 to 256",
    );

const RIFFLE: Noun = Noun::new(["mélange", "mélanges"], ["riffle", "riffles"]);

pub const RIFFLES: Setting = Setting::declared(&Shuffle::RIFFLES, RIFFLE.plural, "M")
    .title_format(TitleFormat::Counted(RIFFLE))
    .help(
        "Nombre de mélanges ; 0 est le jeu trié",
        "Number of riffles; 0 is the sorted deck",
    )
    .default("1..12");

pub const STATISTIC: Setting =
    Setting::new("statistic", Text::new("statistique", "statistic"), "X")
        .help(
            "N'affiche que la ligne de cette grandeur ; --precision ne porte alors que sur elle",
            "Show only the row of this statistic; --precision then applies to it alone",
        )
        .group(HelpSection::Output)
        .value_kind(ValueKind::Choice(&[
            Choice::with_labels("total_variation", "variation totale", "total variation"),
            Choice::with_labels(
                "twins_mean",
                "paires de jumeaux en moyenne",
                "mean twin pairs",
            ),
            Choice::with_labels(
                "suspect_rate",
                "part de paquets suspects",
                "share of suspect decks",
            ),
            Choice::with_labels(
                "rising_sequences_mean",
                "suites croissantes en moyenne",
                "mean rising sequences",
            ),
            Choice::with_labels(
                "cut_sup_norm",
                "norme sup de la coupe",
                "sup-norm of the cut",
            ),
        ]));
