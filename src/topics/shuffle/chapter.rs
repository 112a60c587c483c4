//! The chapter of riffle shuffles: distance to uniform, and suspect decks.

use super::GLOSSARY;
use crate::draw::{Axis, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice};
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::figures::{self, FigureCatalog, OVERVIEW_FIGURE, chart_points, distinct};
use crate::report::page::*;
use pioche_engine::experiments::shuffle::{
    EXACT_SEPARATION_CURVE, EXACT_TOTAL_VARIATION_CURVE, Shuffle, TOTAL_VARIATION_CURVE,
};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::CurvePoint;
use pioche_engine::stats::Interval;
use pioche_engine::stats::compare::binomial_upper_tail;

pub const CHAPTER: Chapter = Chapter::new(Some(HandoutPart(3, 2)), page, |runs, _, lang| {
    finding(runs, lang).into_iter().collect()
});

const TITLE: Text = Text::new("Le mélange américain", "The riffle shuffle");
const TERMS: Text = Text::new(
    "Un **mélange américain** coupe le jeu vers le milieu (loi binomiale), puis entrelace les deux paquets obtenus : \
     la carte suivante vient de l'un ou de l'autre avec une probabilité proportionnelle au nombre de cartes qui y \
     restent. La **distance à la loi uniforme** (variation totale) est la plus grande différence de probabilité \
     qu'un événement puisse avoir entre ce mélange et un mélange parfait : 1 pour un jeu trié, 0 pour un jeu bien \
     battu. Sa formule exacte est due à Bayer et Diaconis.",
    "A **riffle** cuts the deck near its middle (binomial distribution), then interleaves the two packets: the next \
     card comes from either packet with a probability proportional to the cards left in it. The **distance** to \
     uniform (total variation) is the largest difference of probability that an event can have between this shuffle \
     and a perfect one: 1 for a sorted deck, 0 for a well-shuffled one. The exact formula is due to Bayer and \
     Diaconis.",
);
const QUESTION: Text = Text::new(
    "En pratique, 7 mélanges américains suffisent-ils à brasser convenablement un jeu de 52 cartes ?",
    "In practice, are 7 riffles enough to shuffle a pack of 52 cards well?",
);
const DISTANCE: StudyFigure = StudyFigure::new(
    "shuffle-distance",
    "Distance à la loi uniforme selon le nombre de mélanges : valeurs exactes et estimées, 52 et 32 cartes",
    "Distance to uniform by number of riffles: exact and estimated values, 52 and 32 cards",
    |summaries, lang| (FIGURES.draw)("distance", summaries, lang),
);
const DISTANCES: Text = Text::new(
    "Distances exactes et estimées",
    "Exact and estimated distances",
);
const SUSPECT_QUESTION: Text = Text::new(
    "Sur un million de mélanges, obtient-on rarement 5 paquets suspects ?",
    "Are 5 suspect decks in a million shuffles rare?",
);
const SUSPECT: Text = Text::new(
    "Deux cartes voisines de même valeur forment une **paire de jumeaux**. Un paquet est **suspect** s'il contient au \
     moins 14 paires de jumeaux, 3 quadruplés (quatre voisines de même valeur) ou 2 octuplés (huit voisines de deux valeurs \
     seulement).",
    "Two neighbouring cards of the same value form a **twin pair**. A deck is **suspect** if it holds at least 14 \
     twin pairs, 3 quadruplets (four neighbours of one value) or 2 octuplets (eight neighbours of only two values).",
);

fn page(summaries: &[Summary], _: &TestFamily, lang: Lang) -> Vec<Block> {
    let files = || data_links(&["shuffle.csv", "shuffle-summary.csv"], lang);
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(TERMS, lang),
        handout_question("2.3", QUESTION, lang),
    ];
    blocks.extend(answer(
        [52, 32]
            .into_iter()
            .filter_map(|cards| distance_answer(summaries, cards, lang)),
    ));
    blocks.push(figure_block(&DISTANCE, lang));
    blocks.push(collapsible_table(
        DISTANCES,
        distance_table(summaries, lang),
        lang,
    ));
    blocks.extend([
        files(),
        reproduction_commands(summaries, &["riffles"], lang),
        handout_question("2.3", SUSPECT_QUESTION, lang),
        paragraph(SUSPECT, lang),
    ]);
    blocks.extend(answer(
        riffle_run(summaries, 52, 7).and_then(|summary| suspect_answer(summary, lang)),
    ));
    blocks.extend([
        files(),
        reproduction_commands(riffle_run(summaries, 52, 7), &[], lang),
    ]);
    blocks
}

fn riffle_run(summaries: &[Summary], cards: usize, riffles: u32) -> Option<&Summary> {
    find_run(summaries, |run: &Shuffle| {
        run.cards() == cards && run.riffles() == riffles
    })
}

/// States the distance to uniform after 5 and 7 riffles, and the number of riffles after which it is below 0.1.
fn distance_answer(summaries: &[Summary], cards: usize, lang: Lang) -> Option<String> {
    let exact = |riffles: u32| {
        Some(
            first_point(
                riffle_run(summaries, cards, riffles)?,
                EXACT_TOTAL_VARIATION_CURVE,
            )?
            .y,
        )
    };
    let near = (0..=12).find(|&riffles| exact(riffles).is_some_and(|distance| distance < 0.1))?;
    let decimal = |distance: f64| lang.decimal(distance, decimals_for_three_digits(distance));
    let (after_seven, after_five, after_near) = (
        decimal(exact(7)?),
        decimal(exact(5)?),
        decimal(exact(near)?),
    );
    let (found, interval) = measured_distance(riffle_run(summaries, cards, 7)?)?;
    let found = estimate_text(found, interval, lang);
    Some(either!(
        lang,
        "**{cards} cartes** : après 7 mélanges la distance exacte est encore {after_seven} (estimée : {found}) ; elle \
         valait {after_five} après 5, et ne passe sous 0,1 qu'après {near} mélanges ({after_near}).",
        "**{cards} cards**: after 7 riffles the exact distance is still {after_seven} (estimated: {found}); it was \
         {after_five} after 5, and falls below 0.1 only after {near} riffles ({after_near})."
    ))
}

fn measured_distance(summary: &Summary) -> Option<(f64, Interval)> {
    first_point(summary, TOTAL_VARIATION_CURVE).map(|found| {
        (
            found.y,
            Interval {
                low: found.low,
                high: found.high,
            },
        )
    })
}

fn finding(summaries: &[Summary], lang: Lang) -> Option<Finding> {
    let exact = |riffles: u32| {
        Some(
            first_point(
                riffle_run(summaries, 52, riffles)?,
                EXACT_TOTAL_VARIATION_CURVE,
            )?
            .y,
        )
    };
    let bars = [5, 7, 9, 11].into_iter().filter_map(|riffles| {
        let distance = exact(riffles)?;
        let label = either!(lang, "{riffles} mélanges", "{riffles} riffles");
        let shown = lang.decimal(distance, decimals_for_three_digits(distance));
        Some(Bar {
            label,
            value: distance,
            interval: (distance, distance),
            value_label: shown,
        })
    });
    let run = riffle_run(summaries, 52, 7)?;
    let (found, interval) = measured_distance(run)?;
    let (seven, found) = (
        lang.decimal(exact(7)?, 3),
        estimate_text(found, interval, lang),
    );
    let says = either!(
        lang,
        "**Sept mélanges américains ne suffisent pas** : la distance entre un paquet de 52 cartes mélangé 7 fois et un \
         paquet bien battu est encore {seven} (valeur exacte ; estimée : {found}).",
        "**Seven riffles are not enough**: the distance between a deck of 52 cards riffled 7 times and a well-shuffled \
         one is still {seven} (exact; estimated: {found})."
    );
    Some(Finding {
        rank: 50,
        statement: says,
        bars: bars.collect(),
        commands: distinct_commands([run]),
    })
}

pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let exact = first_point(summary, EXACT_TOTAL_VARIATION_CURVE)
        .map_or_else(String::new, |point| lang.decimal(point.y, 4));
    let suspect = proportion_cell(summary.named_proportion("suspect"), lang);
    either!(
        lang,
        "variation totale {exact} (exacte) ; paquets suspects : {suspect}.",
        "total variation {exact} (exact); suspect decks: {suspect}."
    )
}

fn suspect_answer(summary: &Summary, lang: Lang) -> Option<String> {
    const MILLION: u64 = 1_000_000;
    let suspect = summary.named_proportion("suspect")?;
    let (estimate, Interval { low, high }) = (suspect.proportion.estimate(), suspect.interval);
    let share = proportion_text(Some(suspect), lang);
    let decks = lang.integer(summary.deals);
    let among = |of: f64| of * MILLION as f64;
    let expected = estimate_text(
        among(estimate),
        Interval {
            low: among(low),
            high: among(high),
        },
        lang,
    );
    let [five, least, most] =
        [estimate, low, high].map(|share| binomial_upper_tail(5, MILLION, share));
    let sure = most - least < 0.5;
    let five = probability_text(
        five,
        Interval {
            low: least,
            high: most,
        },
        lang,
    );
    let more = match sure {
        false => lang
            .either(
                " C'est trop peu de paquets pour dire si 5 sur un million sont rares.",
                " These are too few decks to say whether 5 in a million are rare.",
            )
            .to_owned(),
        true => either!(
            lang,
            " Sur un million de paquets, on en attend {expected} ; la probabilité d'en trouver au moins 5 est de \
             {five}.",
            " In a million decks {expected} are expected; the probability of at least 5 is {five}."
        ),
    };
    Some(either!(
        lang,
        "Paquets suspects après 7 mélanges : {share} ({decks} paquets de 52 cartes).{more}",
        "Suspect decks after 7 riffles: {share} ({decks} decks of 52 cards).{more}"
    ))
}

fn first_point(summary: &Summary, kind: &'static str) -> Option<CurvePoint> {
    summary.curves_of_kind(kind).next()?.points.first().copied()
}

fn distance_table(summaries: &[Summary], lang: Lang) -> Block {
    let word = |word| GLOSSARY.translate(lang, word);
    let distance = |how| format!("{}, {}", word("total_variation"), word(how));
    let exact = |summary, curve| {
        first_point(summary, curve).map_or_else(String::new, |point| lang.decimal(point.y, 6))
    };
    table_of_runs(
        summaries,
        &[
            (word("cards"), &|summary| {
                summary
                    .experiment_as()
                    .map_or(0, Shuffle::cards)
                    .to_string()
            }),
            (word("riffles"), &|summary| {
                summary
                    .experiment_as()
                    .map_or(0, Shuffle::riffles)
                    .to_string()
            }),
            (distance("exact_value"), &|summary| {
                exact(summary, EXACT_TOTAL_VARIATION_CURVE)
            }),
            (distance("estimate"), &|summary| {
                measured_distance(summary).map_or_else(String::new, |(found, within)| {
                    estimate_cell(found, within, lang)
                })
            }),
            (word("separation"), &|summary| {
                exact(summary, EXACT_SEPARATION_CURVE)
            }),
            (word("twins_mean"), &|summary| {
                mean_cell(summary.named_mean("twins"), lang)
            }),
        ],
    )
}

pub const FIGURES: FigureCatalog = FigureCatalog {
    names: &["distance"],
    draw: figure,
};

const FIGURE_TITLE: Text = Text::new(
    "Distance à la loi uniforme selon le nombre de mélanges américains",
    "Distance to uniform by number of riffles",
);
const RIFFLES: Text = Text::new("Nombre de mélanges américains", "Number of riffles");

fn curve_label(curve: &str, cards: usize, lang: Lang) -> String {
    let what = match curve {
        EXACT_SEPARATION_CURVE => lang.either("séparation", "separation"),
        _ => lang.either("variation totale", "total variation"),
    };
    let [fr, en] = if curve == TOTAL_VARIATION_CURVE {
        ["estimée", "estimated"]
    } else {
        ["exacte", "exact"]
    };
    either!(
        lang,
        "{what}, {cards} cartes, {fr}",
        "{what}, {cards} cards, {en}"
    )
}

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !FIGURES.names.contains(&name) && name != OVERVIEW_FIGURE {
        return None;
    }
    let mut series = Vec::new();
    for (place, cards) in
        distinct(runs_of_experiment(summaries).map(|(run, _): (&Shuffle, _)| run.cards()))
            .into_iter()
            .enumerate()
    {
        let drawn = |curve, kind, style| {
            Series::new(
                curve_label(curve, cards, lang),
                kind,
                chart_points(&curve_points(summaries, cards, curve)),
            )
            .with_style(StyleChoice::Index(style))
        };
        series.push(drawn(
            EXACT_SEPARATION_CURVE,
            SeriesKind::Line,
            2 * place + 1,
        ));
        series.push(drawn(
            EXACT_TOTAL_VARIATION_CURVE,
            SeriesKind::Line,
            2 * place,
        ));
        series.push(drawn(TOTAL_VARIATION_CURVE, SeriesKind::Points, 2 * place));
    }
    let x = Axis::new(RIFFLES.say(lang), NumberFormat::Integer);
    let y = Axis::new("Distance", NumberFormat::Decimal).with_required_range(0.0, 1.0);
    let panel = Panel::new(Plot::new(x, y, series));
    Some(figures::figure_with_title(
        FIGURE_TITLE.say(lang),
        vec![panel],
        summaries,
        lang,
    ))
}

/// Returns the points of a curve for decks of one size, by ascending number of riffles.
fn curve_points(summaries: &[Summary], cards: usize, curve: &'static str) -> Vec<CurvePoint> {
    let own = runs_of_experiment(summaries).filter(|(run, _): &(&Shuffle, _)| run.cards() == cards);
    let mut found: Vec<CurvePoint> = own
        .flat_map(|(_, summary)| summary.curves_of_kind(curve))
        .flat_map(|curve| curve.points.clone())
        .collect();
    found.sort_by(|a, b| a.x.total_cmp(&b.x));
    found
}
