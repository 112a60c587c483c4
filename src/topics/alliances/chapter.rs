//! The chapter of the patience.

use crate::lang::{Heading, Lang, Paragraph, Say};
use crate::report::page::{number, picture, remade, share};
use crate::report::table::Columns;
use crate::sim::Summary;
use crate::sim::summary::{Curve, CurveKind, Point};
use crate::stats::Interval;

#[cfg(feature = "charts")]
use crate::{draw::Figure, report::figures};

/// Thresholds of the table on the page; the CSV has them all.
const THRESHOLDS: [u64; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/// The chapter, a paragraph an entry.
pub fn chapter(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let say = |paragraph: Paragraph| paragraph.say(lang);
    let plain: Vec<&Summary> = summaries.iter().filter(|summary| variant(summary) == "none").collect();
    let changed: Vec<&Summary> = summaries.iter().filter(|summary| variant(summary) != "none").collect();
    let exchanged: Vec<&Summary> = changed.iter().copied().filter(|summary| variant(summary) == "exchange").collect();
    let mut parts = vec![say(Paragraph::AlliancesTitle), say(Paragraph::AlliancesRules)];
    parts.push(say(Paragraph::WinQuestion));
    parts.push(plain.iter().map(|summary| win_answer(summary, lang)).collect::<Vec<_>>().join("\n"));
    parts.push(win_table(&plain, lang).markdown());
    parts.push(picture(Paragraph::WinQuestion, "alliances-win", lang));
    parts.push(say(Paragraph::Data { csv: "alliances.csv".into() }));
    parts.push(remade(plain.iter().copied(), lang));
    parts.push(say(Paragraph::MeanQuestion));
    parts.push(mean_table(&plain, lang).markdown());
    parts.push(picture(Paragraph::MeanQuestion, "alliances-piles", lang));
    parts.push(say(Paragraph::CheatQuestion));
    parts.push(exchanged.iter().filter_map(|summary| cheat_answer(summary, lang)).collect::<Vec<_>>().join("\n"));
    parts.push(say(Paragraph::OtherChangesQuestion));
    parts.push(change_table(&changed, lang).markdown());
    parts.push(worse(&changed, lang));
    parts.push(picture(Paragraph::OtherChangesQuestion, "alliances-improved", lang));
    parts.push(picture(Paragraph::CheatQuestion, "alliances-gain", lang));
    parts.push(remade(changed.iter().copied(), lang));
    parts.push(say(Paragraph::PlaceQuestion));
    parts.push(exchanged.iter().filter_map(|summary| place_answer(summary, lang)).collect::<Vec<_>>().join("\n"));
    parts.push(picture(Paragraph::PlaceQuestion, "alliances-place", lang));
    parts
}

/// The chapter's pictures.
#[cfg(feature = "charts")]
pub fn figures(summaries: &[Summary], lang: Lang) -> Vec<(String, Figure)> {
    let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<Summary> {
        summaries.iter().filter(|summary| wanted(variant(summary))).cloned().collect()
    };
    let (plain, exchanged) = (of(&|name| name == "none"), of(&|name| name == "exchange"));
    let drawn = [
        ("alliances-win", figures::figure("win", &plain, lang)),
        ("alliances-piles", figures::figure("piles", &plain, lang)),
        ("alliances-improved", figures::figure("win", summaries, lang)),
        ("alliances-gain", figures::figure("gain", summaries, lang)),
        ("alliances-place", figures::figure("place", &exchanged, lang)),
    ];
    drawn.into_iter().filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
}

/// The change of the stock that a run allowed, or `none`.
fn variant(summary: &Summary) -> &str {
    summary.curves.last().map_or("none", |curve| &curve.variant)
}

fn pack(summary: &Summary) -> String {
    summary.curves.first().map(|curve| curve.subject.clone()).unwrap_or_default()
}

fn curve<'a>(summary: &'a Summary, kind: CurveKind, variant: &str) -> Option<&'a Curve> {
    summary.curves.iter().find(|curve| curve.kind == kind && curve.variant == variant)
}

/// The probability of at most `piles` piles.
fn win<'a>(summary: &'a Summary, variant: &str, piles: u64) -> Option<&'a Point> {
    curve(summary, CurveKind::WinProbability, variant)?.points.iter().find(|point| point.x == piles as f64)
}

fn share_of(point: &Point, lang: Lang) -> String {
    share(point.y, Interval { low: point.low, high: point.high }, lang)
}

fn win_answer(summary: &Summary, lang: Lang) -> String {
    let cards = pack(summary);
    let mut lines = Vec::new();
    if let Some(point) = win(summary, "none", 2) {
        let one_in = (1.0 / point.y).round() as u64;
        lines.push(
            Paragraph::WinAnswer { cards: cards.clone(), two: share_of(point, lang), one_in, deals: summary.deals }
                .say(lang),
        );
    }
    let all = curve(summary, CurveKind::WinProbability, "none").map_or(&[][..], |curve| &curve.points);
    if let Some(half) = all.iter().find(|point| point.y >= 0.5) {
        let paragraph = Paragraph::WinHalf { cards, threshold: half.x as u64, share: share_of(half, lang) };
        lines.push(paragraph.say(lang));
    }
    lines.join("\n")
}

fn win_table(plain: &[&Summary], lang: Lang) -> Columns {
    let mut headings = vec!["`nb_tas_max`".to_owned()];
    headings.extend(plain.iter().map(|summary| format!("{} {}", pack(summary), Heading::Cards.say(lang))));
    let rows = THRESHOLDS.map(|piles| {
        let mut row = vec![piles.to_string()];
        row.extend(
            plain.iter().map(|summary| win(summary, "none", piles).map_or(String::new(), |p| share_of(p, lang))),
        );
        row
    });
    Columns { headings, rows: rows.to_vec() }
}

fn mean_table(plain: &[&Summary], lang: Lang) -> Columns {
    let headings = [
        Heading::Cards,
        Heading::Deals,
        Heading::MeanPiles,
        Heading::Deviation,
        Heading::Minimum,
        Heading::Median,
        Heading::Mode,
        Heading::Maximum,
    ];
    let rows = plain.iter().filter_map(|summary| {
        let quantity = summary.quantity("nb_tas")?;
        let moments = &quantity.moments;
        Some(vec![
            pack(summary),
            lang.integer(summary.deals),
            number(moments.mean, quantity.interval, lang),
            lang.decimal(moments.standard_deviation, 3),
            moments.min.to_string(),
            lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)),
            moments.mode.to_string(),
            moments.max.to_string(),
        ])
    });
    Columns { headings: headings.map(|heading| heading.say(lang)).to_vec(), rows: rows.collect() }
}

fn change_table(changed: &[&Summary], lang: Lang) -> Columns {
    let headings = [
        Heading::Cards,
        Heading::Improvement,
        Heading::Deals,
        Heading::MeanGain,
        Heading::Improved,
        Heading::MeanPiles,
        Heading::WinAtTwo,
        Heading::WinAtTwoAfter,
    ];
    let rows = changed.iter().filter_map(|summary| {
        let (gain, after) = (summary.quantity("gain")?, summary.quantity("nb_tas_improved")?);
        let improved = summary.proportion("improved")?;
        Some(vec![
            pack(summary),
            Heading::change(lang, variant(summary)),
            lang.integer(summary.deals),
            number(gain.moments.mean, gain.interval, lang),
            share(improved.proportion.estimate(), improved.interval, lang),
            number(after.moments.mean, after.interval, lang),
            share_of(win(summary, "none", 2)?, lang),
            share_of(win(summary, variant(summary), 2)?, lang),
        ])
    });
    Columns { headings: headings.map(|heading| heading.say(lang)).to_vec(), rows: rows.collect() }
}

fn cheat_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let (gain, improved) = (summary.quantity("gain")?, summary.proportion("improved")?);
    let ratio = win(summary, variant(summary), 2)?.y / win(summary, "none", 2)?.y;
    let answer = Paragraph::CheatAnswer {
        cards: pack(summary),
        gain: number(gain.moments.mean, gain.interval, lang),
        improved: share(improved.proportion.estimate(), improved.interval, lang),
        ratio,
    };
    Some(answer.say(lang))
}

/// Whether a forced change was ever worse than none.
fn worse(changed: &[&Summary], lang: Lang) -> String {
    let sometimes: Vec<String> = changed
        .iter()
        .filter_map(|summary| {
            let worsened =
                summary.proportion("worsened").map(|named| named.proportion.count).filter(|&count| count > 0)?;
            let variant = Heading::change(lang, variant(summary));
            let paragraph = Paragraph::SometimesWorse { cards: pack(summary), variant, worsened, deals: summary.deals };
            Some(paragraph.say(lang))
        })
        .collect();
    if sometimes.is_empty() {
        let deals = changed.iter().map(|summary| summary.deals).sum();
        return Paragraph::NeverWorse { deals }.say(lang);
    }
    sometimes.join("\n")
}

/// How often the best exchange begins in the first half of the stock.
fn place_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let places = curve(summary, CurveKind::BestPlace, variant(summary))?;
    let half = places.points.iter().filter(|point| 2.0 * point.x + 2.0 <= last_place(places));
    let first_half = lang.percent(half.map(|point| point.y).sum(), 1);
    Some(Paragraph::PlaceAnswer { cards: pack(summary), first_half }.say(lang))
}

fn last_place(places: &Curve) -> f64 {
    places.points.last().map_or(0.0, |point| point.x + 2.0)
}
