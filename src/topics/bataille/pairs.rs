//! Bataille on paired deals (handout 003): is it an advantage to be player 1, or to lay first?

use super::{SHUFFLE, VALUES};
use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series};
use crate::lang::help::Example;
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::figures::{self, Figures, OVERVIEW, deals, distinct, subtitle_of};
use crate::report::page::*;
use crate::topics::setting::{Setting, Takes, Word};
use crate::topics::verb::Simulate;
use crate::topics::words::{OUTCOME, Words};
use crate::topics::{StudyRuns, Topic, boxed};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::Values;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Cell;
use pioche_engine::stats::compare::is_zero;
use pioche_engine::stats::{Confidence, Estimate, Interval};

/// Paired deals. There is no game of them to be shown or played but bataille's own.
pub static TOPIC: Topic = Topic {
    name: "bataille-pairs",
    alias: None,
    study,
    nanoseconds: |_| 18_000.0,
    words: WORDS,
    examples: EXAMPLES,
    says,
    note: |_| None,
    chapter: CHAPTER,
    figures: FIGURES,
    simulate: SIMULATE,
    solve: None,
    show: None,
    own: &[],
    play: None,
};

const EXAMPLES: &[Example] = &[(
    "simulate bataille-pairs --values 11..13",
    "s'il vaut mieux être le joueur 1",
    "whether it is better to be player 1",
)];

const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La bataille sur des donnes appariées : les deux ordres de pose, et les mains échangées",
        "Bataille on paired deals: both orders of laying, and the hands exchanged",
    ),
    options: &[VALUES.many("11..13"), SHUFFLE.many("uniform,riffle:7")],
    rows: &[COMPARISON.many("advantage_fixed,advantage_alternating"), OUTCOME.one()],
    question: |given| {
        let (values, shuffle) = (given.get(&VALUES)?, given.get(&SHUFFLE)?);
        Ok(vec![boxed(pioche_engine::experiments::pairs::Pairs { values, shuffle })])
    },
};

const COMPARISON: Setting = Setting::of("comparison", Text::new("comparaison", "comparison"), "X")
    .help(
        "N'affiche que les lignes de cette comparaison ; --precision ne vise alors qu'elles",
        "Show only the rows of this comparison; --precision then aims at them alone",
    )
    .takes(Takes::Word(&[
        Word::new("advantage_fixed", "avantage du joueur 1, ordre fixe"),
        Word::new("advantage_alternating", "avantage du joueur 1, ordre alterné"),
        Word::new("alternating-fixed", "ordre alterné moins ordre fixe"),
    ]));

/// Both orders and exchanged hands on the same deals.
fn study() -> StudyRuns {
    let pair = |values: u64| {
        let values = Values::new(values).unwrap_or_default();
        (boxed(pioche_engine::experiments::pairs::Pairs { values, shuffle: ShuffleMethod::Uniform }), 20_000)
    };
    (11..=13).map(pair).collect()
}

pub const CHAPTER: Chapter = Chapter::of(Some(Handout(3, 4)), page, |_, _| Vec::new());

const QUESTION: Text =
    Text::new("4.2 Est-ce un avantage d'être le joueur 1 ?", "4.2 Is it an advantage to be player 1?");
const PAIRED: Text = Text::new(
    "Chaque donne est jouée deux fois, les mains échangées : ce que l'un doit à ses cartes, l'autre le leur doit aussi, et \
     il reste ce que le joueur 1 doit à sa place. La différence compte les victoires du joueur 1 moins celles du joueur 2, par \
     partie.",
    "Each deal is played twice, the hands exchanged: what either owes to the cards cancels, and what player 1 owes to the seat \
     remains. The difference counts wins of player 1 less those of player 2, a game.",
);
const DIFFERENCES: Text = Text::new("Toutes les différences", "All differences");

/// The chapter. It has no picture: most of the differences are too small to be seen in one.
fn page(summaries: &[Summary], lang: Lang) -> Vec<Block> {
    let headings = WORDS.all(lang, ["values", "comparison", "outcome", "difference"]);
    let rows = differences(summaries).filter(|row| row.found.value != 0.0).map(|row| {
        vec![
            lang.integer(row.values),
            WORDS.word(lang, row.comparison),
            WORDS.word(lang, row.outcome),
            share_cell(row.found.value, row.found.interval, lang),
        ]
    });
    let mut blocks = vec![question(QUESTION, lang), told(PAIRED, lang)];
    let advantages = differences(summaries).filter(|row| row.comparison.starts_with("advantage"));
    blocks.extend(answer(advantages.map(|row| advantage(&row, lang))));
    blocks.push(folded(DIFFERENCES, table(headings, rows), lang));
    blocks.extend([data(&["bataille-pairs.csv"], lang), remade(summaries, &["values"], lang)]);
    blocks
}

/// A row of a run.
struct Difference<'a> {
    values: u64,
    deals: u64,
    comparison: &'a str,
    outcome: &'a str,
    found: Estimate,
    confidence: Confidence,
}

fn differences(summaries: &[Summary]) -> impl Iterator<Item = Difference<'_>> {
    let rows = summaries.iter().flat_map(|summary| summary.table.rows.iter().map(move |row| (row, summary.confidence)));
    rows.filter_map(|(row, confidence)| match row.as_slice() {
        [
            Cell::Count(values),
            _,
            Cell::Count(deals),
            Cell::Text(comparison),
            Cell::Text(outcome),
            Cell::Real(mean),
            Cell::Real(low),
            Cell::Real(high),
        ] => {
            let found = Estimate { value: *mean, interval: Interval { low: *low, high: *high } };
            Some(Difference { values: *values, deals: *deals, comparison, outcome, found, confidence })
        }
        _ => None,
    })
}

/// What player 1 owes to the seat, in either order.
fn says(summary: &Summary, lang: Lang) -> String {
    let all: Vec<Difference<'_>> = differences(std::slice::from_ref(summary)).collect();
    let of = |comparison: &str| {
        let row = all.iter().find(|row| row.comparison == comparison);
        row.map_or_else(String::new, |row| share_cell(row.found.value, row.found.interval, lang))
    };
    let [fixed, alternating] = ["advantage_fixed", "advantage_alternating"].map(of);
    either!(
        lang,
        "victoires du joueur 1 moins celles du joueur 2, les mains échangées : {fixed} des parties s'il pose toujours en \
         premier, {alternating} si chacun pose en premier à son tour.",
        "wins of player 1 less those of player 2, the hands exchanged: {fixed} of the games if he always lays first, \
         {alternating} if each lays first in turn."
    )
}

/// Whether player 1 has an advantage, said where the paired difference leaves no doubt.
fn advantage(row: &Difference<'_>, lang: Lang) -> String {
    let (values, deals) = (row.values, lang.integer(row.deals));
    let order = WORDS.word(lang, row.comparison);
    let apart = decided(is_zero(row.found, row.confidence), row.confidence);
    let verdict = match (apart, row.found.value > 0.0) {
        (true, true) => lang.either("oui", "yes"),
        (true, false) => lang.either("non, c'est un désavantage", "no, it is a disadvantage"),
        (false, _) => {
            let shows = would_show(row.found.error(row.confidence), row.confidence, lang);
            either!(lang, "aucune différence vue, alors qu'{shows}", "no difference seen, though {shows}")
        }
    };
    let difference = share(row.found.value, row.found.interval, lang);
    match lang {
        Lang::Fr => format!("**{values} valeurs, {order}** : {difference} sur {deals} paires ; {verdict}."),
        Lang::En => format!("**{values} values, {order}**: {difference} over {deals} pairs; {verdict}."),
    }
}

pub const FIGURES: Figures = Figures { names: &["differences"], draw: figure };

const TITLE: Text = Text::new("Différences sur les mêmes donnes", "Differences on the same deals");
const AXIS: Text = Text::new("Différence des parts", "Difference of shares");
const NUMBER: Text = Text::new("Nombre de valeurs", "Number of values");

/// What is compared: a panel for the advantage of player 1, one for the order of laying.
const PANELS: [(Text, &[&str]); 2] = [
    (Text::new("Être le joueur 1", "Being player 1"), &["advantage_fixed", "advantage_alternating"]),
    (Text::new("Ordre alterné moins ordre fixe", "Alternating order minus fixed order"), &["alternating-fixed"]),
];

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !FIGURES.names.contains(&name) && name != OVERVIEW {
        return None;
    }
    let panels = PANELS.map(|(title, comparisons)| {
        let series: Vec<Series> = comparisons.iter().flat_map(|other| compared(summaries, other, lang)).collect();
        let series = beside(series);
        let x = Axis::new(NUMBER.say(lang), Format::Integer);
        let y = Axis::new(AXIS.say(lang), Format::Percent).holding(0.0, 0.0);
        Panel::new(Plot::new(x, y, series)).titled(title.say(lang))
    });
    let mut figure = figures::figure(WORDS.title, TITLE.of(lang), panels.to_vec(), summaries, lang);
    figure.subtitle = vec![subtitle_of(&deals(summaries, lang), "score", &figure.panels, summaries, lang)];
    Some(figure)
}

/// Points of the same number of values side by side, so that their intervals can be told apart.
fn beside(mut series: Vec<Series>) -> Vec<Series> {
    let middle = (series.len() as f64 - 1.0) / 2.0;
    for (place, one) in series.iter_mut().enumerate() {
        one.points.iter_mut().for_each(|point| point.x += 0.12 * (place as f64 - middle));
    }
    series
}

/// The curves of one comparison: one for each outcome, or for the only difference that it has.
fn compared(summaries: &[Summary], comparison: &str, lang: Lang) -> Vec<Series> {
    let own = || differences(summaries).filter(|row| row.comparison == comparison);
    let outcomes = distinct(own().map(|row| row.outcome));
    let only = outcomes.len() == 1;
    let series = outcomes.into_iter().map(|outcome| {
        let points = own().filter(|row| row.outcome == outcome).map(|Difference { values, found, .. }| {
            Point::between(values as f64, found.value, found.interval.low, found.interval.high)
        });
        Series::new(WORDS.word(lang, if only { comparison } else { outcome }), Kind::Points, points.collect())
    });
    // What never differs in any run would only hide the axis.
    series.filter(|series| series.points.iter().any(|point| point.y != 0.0)).collect()
}

pub const WORDS: Words = Words {
    title: Text::new("La bataille, donnes appariées", "Bataille, paired deals"),
    own: &[
        ("uniform", Text::new("uniforme", "uniform")),
        ("comparison", Text::new("comparaison", "comparison")),
        ("difference", Text::new("différence", "difference")),
        ("advantage_fixed", Text::new("avantage, ordre fixe", "advantage, fixed order")),
        ("advantage_alternating", Text::new("avantage, ordre alterné", "advantage, alternating")),
        ("alternating-fixed", Text::new("alterné moins fixe", "alternating less fixed")),
        ("player1-player2", Text::new("joueur 1 moins 2", "player 1 less 2")),
    ],
    settings: &[VALUES, SHUFFLE],
};
