//! What simulations of the patience found, in tables for people.

use super::args::{WORDS, change, of_cards};
use crate::lang::{Glossary, Heading, Lang, Say, Text, either};
use crate::report::View;
use crate::report::table::{Columns, paragraph, percent_decimals};
use pioche_engine::experiments::alliances::{PILES_CURVE, WIN_CURVE};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::{Cell, Curve};

const PLAYED: Text = Text::new("sans modification de la pioche", "stock unchanged");
const PILES: Text = Text::new("tas", "piles");
const EXACTLY: Text = Text::new("exactement", "exactly");
const UNSOLVED: Text = Text::new(
    "Une donne qui dépasse le solveur compte des deux façons dans les intervalles des parts ; les moyennes sont celles \
     des autres.",
    "A deal beyond the solver counts both ways in the intervals of shares; means are those of the others.",
);
const AT_MOST: Text = Text::new("au plus", "at most");

/// The text of some runs for a terminal, one after the other.
pub fn text(summaries: &[Summary], view: &View<'_>) -> String {
    summaries.iter().map(|summary| one(summary, view)).collect::<Vec<_>>().join("\n")
}

fn one(summary: &Summary, view: &View<'_>) -> String {
    let (lang, paint) = (view.lang, view.paint);
    let spread = crate::report::quantities(summary, lang, |name| quantity(summary, name, lang));
    let mut parts = vec![heading(summary, view), spread.terminal(), "\n".to_owned()];
    for curve in summary.curves_of(WIN_CURVE) {
        if summary.quantities.len() > 1 {
            parts.push(format!("{}\n", paint.heading(&variant(summary, &curve.variant, lang))));
        }
        parts.push(thresholds(summary, curve, lang).terminal());
        parts.push("\n".to_owned());
    }
    if summary.proportion("unsolved").is_some() {
        parts.push(format!("{}\n", paragraph(&UNSOLVED.say(lang))));
    }
    let note = Heading::IntervalNote { method: summary.method.to_string(), level: summary.confidence.level() };
    parts.push(format!("{}\n", paragraph(&note.say(lang))));
    parts.push(crate::report::examples(std::slice::from_ref(summary), view));
    parts.concat()
}

/// What the game of a curve is called.
fn variant(summary: &Summary, improve: &str, lang: Lang) -> String {
    let changed = change(lang, improve);
    match improve {
        _ if !summary.setting("player").is_empty() => changed,
        "none" => PLAYED.say(lang),
        _ => either!(lang, "après le meilleur changement ({changed})", "after the best change ({changed})"),
    }
}

fn heading(summary: &Summary, view: &View<'_>) -> String {
    let cards = summary.curves.first().map_or("", |curve| &curve.subject);
    let title = format!("{}, {}", view.title.of(view.lang), of_cards(view.lang, cards));
    let run = view.say(&Heading::Run { deals: summary.deals, seed: summary.seed });
    let mut text = format!("{} · {run}\n", view.paint.heading(&title));
    for stop in crate::report::stop_lines(summary) {
        text.push_str(&format!("{}\n", view.paint.heading(&view.say(&stop))));
    }
    text
}

/// What a quantity is called: the number of piles, of the game as dealt or after the change, and who played it.
fn quantity(summary: &Summary, name: &str, lang: Lang) -> String {
    let of = |variant: &str| format!("{}, {}", WORDS.word(lang, name), change(lang, variant));
    let (improve, player) = (summary.setting("improve"), summary.setting("player"));
    match name {
        "nb_tas" if !player.is_empty() => of("leftmost"),
        "nb_tas_improved" if !player.is_empty() => of(&format!("leftmost {improve}")),
        "nb_tas_player" => of(player),
        "nb_tas_player_improved" => of(&format!("{player} {improve}")),
        "nb_tas" => of("none"),
        "nb_tas_improved" => of(improve),
        other => WORDS.word(lang, other),
    }
}

/// A row for each number of piles: how often exactly, how often at most, and the interval of the latter.
fn thresholds(summary: &Summary, curve: &Curve, lang: Lang) -> Columns {
    let law =
        |curve: &&Curve, piles: f64| curve.points.iter().find(|point| point.x == piles).map_or(0.0, |point| point.y);
    let exactly = summary.curves_of(PILES_CURVE).find(|other| other.variant == curve.variant);
    let mut headings = [PILES, EXACTLY, AT_MOST].map(|heading| heading.say(lang)).to_vec();
    headings.push(Heading::Interval { level: summary.confidence.level() }.say(lang));
    let widest = curve.points.iter().map(|point| (point.high - point.low) / 2.0).fold(0.0, f64::max);
    let digits = percent_decimals(widest);
    let rows = curve.points.iter().map(|point| {
        let percent = |probability: f64| lang.percent(probability, digits);
        let mut row = vec![
            lang.decimal(point.x, 0),
            percent(exactly.as_ref().map_or(0.0, |curve| law(curve, point.x))),
            percent(point.y),
            Heading::Between { low: percent(point.low), high: percent(point.high) }.say(lang),
        ];
        row.extend(known(summary, &curve.variant, point.x).map(|exact| lang.percent(exact, 4)));
        row
    });
    let rows: Vec<Vec<String>> = rows.collect();
    headings.extend(rows.iter().any(|row| row.len() > headings.len()).then(|| WORDS.word(lang, "exact")));
    Columns { rows, headings }
}

/// The exact probability of at most so many piles in the game of a curve, where it is known.
fn known(summary: &Summary, variant: &str, piles: f64) -> Option<f64> {
    let place = |name: &str| summary.table.columns.iter().position(|column| *column == name);
    let is = |row: &[Cell], name: &str, cell: Cell| place(name).is_some_and(|place| row[place] == cell);
    let text = |word: &str| Cell::Text(word.to_owned());
    let player = if variant == "none" { "leftmost" } else { variant };
    let row = summary.table.rows.iter().find(|row| {
        is(row, "improve", text("none"))
            && is(row, "player", text(player))
            && is(row, "nb_tas_max", Cell::Count(piles as u64))
    })?;
    match row[place("exact")?] {
        Cell::Real(exact) => Some(exact),
        _ => None,
    }
}
