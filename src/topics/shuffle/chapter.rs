//! The chapter of the riffle shuffle.

use super::experiment::{DISTANCE_CURVE, EXACT_CURVE, SEPARATION_CURVE};
use super::words::WORDS;
use crate::lang::{Glossary, Heading, Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, mean, picture, remade, table};
use crate::report::table::decimals;
use crate::sim::Summary;
use crate::sim::summary::Point;

/// The chapter of the riffle shuffle.
pub const CHAPTER: Chapter = Chapter::of(page);

const TITLE: Text = Text::new("## Le mélange américain", "## The riffle shuffle");
const QUESTION: Text = Text::new(
    "### Après combien de mélanges le paquet est-il bien battu ? (2.3)",
    "### After how many riffles is the deck well shuffled? (2.3)",
);

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let mut parts = vec![TITLE.say(lang), QUESTION.say(lang)];
    let seven = |cards: &str| summaries.iter().find(|s| s.setting("cards") == cards && s.setting("riffles") == "7");
    let answers = ["52", "32"].into_iter().filter_map(|cards| answer(seven(cards)?, cards, lang));
    parts.push(answers.collect::<Vec<_>>().join("\n"));
    parts.extend(seven("52").and_then(|summary| suspects(summary, lang)));
    parts.push(distances(summaries, lang));
    parts.push(picture(QUESTION, "shuffle-distance", lang));
    parts.push(Paragraph::Data { csv: "shuffle.csv".into() }.say(lang));
    parts.push(remade(summaries.iter().filter(|summary| summary.setting("riffles") == "7"), lang));
    parts
}

fn answer(summary: &Summary, cards: &str, lang: Lang) -> Option<String> {
    let seven = lang.decimal(point(summary, EXACT_CURVE)?.y, 4);
    Some(match lang {
        Lang::Fr => format!(
            "- **{cards} cartes** : après 7 mélanges, la distance (variation totale) à l'uniforme est encore {seven} ; \
             elle tombe brusquement entre 5 et 8 mélanges, puis de moitié environ à chaque mélange."
        ),
        Lang::En => format!(
            "- **{cards} cards**: after 7 riffles the (total variation) distance to uniform is still {seven}; it falls \
             abruptly between 5 and 8 riffles, then by about half with each riffle."
        ),
    })
}

fn suspects(summary: &Summary, lang: Lang) -> Option<String> {
    let suspect = summary.proportion("suspect")?.proportion;
    let (count, decks) = (lang.integer(suspect.count), lang.integer(suspect.total));
    Some(match lang {
        Lang::Fr => format!("Paquets suspects (2.3) parmi {decks} paquets de 52 cartes mélangés 7 fois : {count}."),
        Lang::En => format!("Suspect decks (2.3) among {decks} decks of 52 cards riffled 7 times: {count}."),
    })
}

fn point(summary: &Summary, kind: &'static str) -> Option<Point> {
    summary.curves_of(kind).next()?.points.first().copied()
}

/// The exact distances and their estimates.
fn distances(summaries: &[Summary], lang: Lang) -> String {
    let mut headings = WORDS.all(lang, ["cards", "riffles"]);
    let distance = WORDS.word(lang, "total_variation");
    headings.push(format!("{distance}, {}", WORDS.word(lang, "exact")));
    headings.push(format!("{distance}, {}", WORDS.word(lang, "estimate")));
    headings.extend(WORDS.all(lang, ["separation", "twins_mean"]));
    let rows = summaries.iter().filter_map(|summary| {
        let exact = point(summary, EXACT_CURVE)?.y;
        let separation = point(summary, SEPARATION_CURVE)?.y;
        let found = point(summary, DISTANCE_CURVE)?;
        let digits = decimals((found.high - found.low) / 2.0);
        let decimal = |number: f64| lang.decimal(number, digits);
        let between = Heading::Between { low: decimal(found.low), high: decimal(found.high) }.say(lang);
        Some(vec![
            summary.setting("cards").to_owned(),
            summary.setting("riffles").to_owned(),
            lang.decimal(exact, 6),
            format!("{} {between}", decimal(found.y)),
            lang.decimal(separation, 6),
            mean(summary.quantity("twins"), lang),
        ])
    });
    table(headings, rows)
}
