//! The chapter of the riffle shuffle.

use crate::lang::{Heading, Lang, Paragraph, Say};
use crate::report::page::{picture, remade};
use crate::report::table::{Columns, decimals};
use crate::sim::Summary;
use crate::sim::summary::{CurveKind, Point};

#[cfg(feature = "charts")]
use crate::{draw::Figure, report::figures};

/// The chapter, a paragraph an entry.
pub fn chapter(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let mut parts = vec![Paragraph::ShuffleTitle.say(lang), Paragraph::ShuffleQuestion.say(lang)];
    let seven = |cards: &str| summaries.iter().find(|s| s.setting("cards") == cards && s.setting("riffles") == "7");
    let answers = ["52", "32"].into_iter().filter_map(|cards| {
        let exact = point(seven(cards)?, CurveKind::ExactTotalVariation)?.y;
        Some(Paragraph::ShuffleAnswer { cards: cards.into(), seven: lang.decimal(exact, 4) }.say(lang))
    });
    parts.push(answers.collect::<Vec<_>>().join("\n"));
    parts.extend(seven("52").and_then(|summary| {
        let suspect = summary.proportion("suspect")?.proportion;
        Some(Paragraph::ShuffleSuspect { count: suspect.count, deals: suspect.total }.say(lang))
    }));
    parts.push(table(summaries, lang).markdown());
    parts.push(picture(Paragraph::ShuffleQuestion, "shuffle-distance", lang));
    parts.push(Paragraph::Data { csv: "shuffle.csv".into() }.say(lang));
    parts.push(remade(summaries.iter().filter(|summary| summary.setting("riffles") == "7"), lang));
    parts
}

/// The chapter's picture.
#[cfg(feature = "charts")]
pub fn figures(summaries: &[Summary], lang: Lang) -> Vec<(String, Figure)> {
    let figure = figures::figure("distance", summaries, lang);
    figure.map(|figure| ("shuffle-distance".to_owned(), figure)).into_iter().collect()
}

fn point(summary: &Summary, kind: CurveKind) -> Option<Point> {
    summary.curves.iter().find(|curve| curve.kind == kind)?.points.first().copied()
}

/// The exact distances and their estimates.
fn table(summaries: &[Summary], lang: Lang) -> Columns {
    let mut headings = ["cards", "riffles"].map(|name| Heading::word(lang, name)).to_vec();
    let distance = Heading::word(lang, "total_variation");
    headings.push(format!("{distance}, {}", Heading::word(lang, "exact")));
    headings.push(format!("{distance}, {}", Heading::word(lang, "estimate")));
    headings.extend(["separation", "twins_mean"].map(|name| Heading::word(lang, name)));
    let rows = summaries.iter().filter_map(|summary| {
        let exact = point(summary, CurveKind::ExactTotalVariation)?.y;
        let separation = point(summary, CurveKind::ExactSeparation)?.y;
        let found = point(summary, CurveKind::TotalVariation)?;
        let digits = decimals((found.high - found.low) / 2.0);
        let decimal = |number: f64| lang.decimal(number, digits);
        let between = Heading::Between { low: decimal(found.low), high: decimal(found.high) }.say(lang);
        let twins = summary.quantity("twins")?;
        Some(vec![
            summary.setting("cards").to_owned(),
            summary.setting("riffles").to_owned(),
            lang.decimal(exact, 6),
            format!("{} {between}", decimal(found.y)),
            lang.decimal(separation, 6),
            crate::report::page::number(twins.moments.mean, twins.interval, lang),
        ])
    });
    Columns { rows: rows.collect(), headings }
}
