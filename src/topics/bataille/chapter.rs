//! The chapters of bataille: outcomes, length, riffles, and the advantage of player 1.

use crate::lang::{Heading, Lang, Paragraph, Say};
use crate::report::page::{picture, remade, share};
use crate::report::table::{Columns, decimals, percent_decimals};
use crate::sim::Summary;
use crate::sim::summary::{Cell, NamedProportion};

#[cfg(feature = "charts")]
use crate::{draw::Figure, report::figures};

const OUTCOMES: [&str; 4] = ["player1", "player2", "draw", "endless"];

fn uniform(summaries: &[Summary]) -> Vec<&Summary> {
    summaries.iter().filter(|summary| summary.setting("shuffle") == "uniform").collect()
}

/// The chapter, a paragraph an entry.
pub fn chapter(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let say = |paragraph: Paragraph| paragraph.say(lang);
    let uniform = uniform(summaries);
    let riffled = || summaries.iter().filter(|summary| summary.setting("shuffle") != "uniform");
    let mut parts = vec![say(Paragraph::BatailleTitle), say(Paragraph::BatailleRules)];
    parts.push(say(Paragraph::BatailleQuestion));
    parts.extend(notice(&uniform, lang));
    parts.push(picture(Paragraph::BatailleQuestion, "bataille-shares", lang));
    parts.push(outcomes(&uniform, lang).markdown());
    parts.push(say(Paragraph::Data { csv: "bataille.csv".into() }));
    parts.push(remade(uniform.iter().copied(), lang));
    parts.push(say(Paragraph::LengthQuestion));
    parts.push(say(Paragraph::LengthNote));
    parts.push(lengths(&uniform, lang).markdown());
    parts.push(picture(Paragraph::LengthQuestion, "bataille-rounds", lang));
    parts.push(say(Paragraph::RiffleQuestion));
    let answers = ["fixed", "alternating"].map(|order| riffle_answer(summaries, order, lang));
    parts.push(answers.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    parts.push(riffle_table(summaries, lang).markdown());
    parts.push(picture(Paragraph::RiffleQuestion, "bataille-riffles", lang));
    parts.push(remade(riffled(), lang));
    parts
}

/// The chapter's pictures.
#[cfg(feature = "charts")]
pub fn figures(summaries: &[Summary], lang: Lang) -> Vec<(String, Figure)> {
    let uniform: Vec<Summary> = uniform(summaries).into_iter().cloned().collect();
    let large: Vec<Summary> = summaries.iter().filter(|summary| summary.setting("values") == "13").cloned().collect();
    let drawn = [
        ("bataille-shares", figures::figure("shares", &uniform, lang)),
        ("bataille-rounds", figures::figure("rounds", &uniform, lang)),
        ("bataille-riffles", figures::figure("riffles", &large, lang)),
    ];
    drawn.into_iter().filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
}

/// The handout's "Que remarquez-vous ?".
fn notice(uniform: &[&Summary], lang: Lang) -> Option<String> {
    let of =
        |order: &str| uniform.iter().filter(|summary| summary.setting("order") == order).copied().collect::<Vec<_>>();
    let rate = |summary: &&&Summary| summary.proportion("endless").map_or(0.0, |named| named.proportion.estimate());
    let by_rate = |a: &&&Summary, b: &&&Summary| rate(a).total_cmp(&rate(b));
    let (fixed, alternating) = (of("fixed"), of("alternating"));
    let (lowest, highest) = (fixed.iter().min_by(by_rate)?, fixed.iter().max_by(by_rate)?);
    let most = alternating.iter().max_by(by_rate)?;
    let shown = |summary: &Summary| summary.proportion("endless").map(|named| shown(named, lang)).unwrap_or_default();
    let paragraph = Paragraph::BatailleNotice {
        lowest: shown(lowest),
        low_values: lowest.setting("values").to_owned(),
        highest: shown(highest),
        high_values: highest.setting("values").to_owned(),
        alternating: shown(most),
    };
    Some(paragraph.say(lang))
}

fn shown(named: &NamedProportion, lang: Lang) -> String {
    share(named.proportion.estimate(), named.interval, lang)
}

/// One row for each number of values and order.
fn outcomes(summaries: &[&Summary], lang: Lang) -> Columns {
    let mut headings = vec![Heading::word(lang, "values"), Heading::word(lang, "order"), Heading::Deals.say(lang)];
    headings.extend(OUTCOMES.map(|outcome| Heading::word(lang, outcome)));
    let rows = summaries.iter().map(|summary| {
        let mut row = vec![
            summary.setting("values").to_owned(),
            Heading::word(lang, summary.setting("order")),
            lang.integer(summary.deals),
        ];
        row.extend(
            OUTCOMES.map(|outcome| summary.proportion(outcome).map_or(String::new(), |named| shown(named, lang))),
        );
        row
    });
    Columns { rows: rows.collect(), headings }
}

fn lengths(summaries: &[&Summary], lang: Lang) -> Columns {
    let columns = [Heading::Mean, Heading::Deviation, Heading::Median, Heading::Maximum];
    let mut headings = vec![Heading::word(lang, "values"), Heading::word(lang, "order")];
    headings.extend(columns.map(|heading| heading.say(lang)));
    headings.extend(["pre_period", "period"].map(|name| Heading::word(lang, name)));
    let rows = summaries.iter().map(|summary| {
        let mut row = vec![summary.setting("values").to_owned(), Heading::word(lang, summary.setting("order"))];
        if let Some(rounds) = summary.quantity("rounds") {
            let moments = &rounds.moments;
            row.push(crate::report::page::number(moments.mean, rounds.interval, lang));
            row.push(lang.decimal(moments.standard_deviation, 1));
            row.push(lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)));
            row.push(lang.integer(moments.max.unsigned_abs()));
        }
        row.resize(6, String::new());
        for name in ["pre_period", "period"] {
            let mean = summary.quantity(name).map(|found| {
                let (moments, digits) = (&found.moments, decimals(found.interval.half_width()));
                let spread = format!(
                    "{}–{}",
                    lang.integer(moments.min.unsigned_abs()),
                    lang.integer(moments.max.unsigned_abs())
                );
                format!("{} ({spread})", lang.decimal(moments.mean, digits))
            });
            row.push(mean.unwrap_or_default());
        }
        row
    });
    Columns { rows: rows.collect(), headings }
}

/// From how many riffles on no outcome can be told from the uniform shuffle.
fn riffle_answer(summaries: &[Summary], order: &str, lang: Lang) -> Option<String> {
    let own = || summaries.iter().filter(|s| s.setting("values") == "13" && s.setting("order") == order);
    let uniform = own().find(|summary| summary.setting("shuffle") == "uniform")?;
    let alike = |summary: &Summary| {
        OUTCOMES.iter().all(|outcome| match (summary.proportion(outcome), uniform.proportion(outcome)) {
            (Some(a), Some(b)) => a.interval.low <= b.interval.high && b.interval.low <= a.interval.high,
            _ => false,
        })
    };
    let riffles = |summary: &Summary| summary.setting("shuffle").strip_prefix("riffle:")?.parse::<u64>().ok();
    let mut counts: Vec<(u64, bool)> = own().filter_map(|summary| Some((riffles(summary)?, alike(summary)))).collect();
    counts.sort_unstable();
    let from = counts.iter().rev().take_while(|(_, alike)| *alike).last().map(|(count, _)| *count);
    let order = Heading::word(lang, order);
    let paragraph = match from {
        Some(from) => Paragraph::RiffleAnswer { order, from },
        None => Paragraph::RiffleNever { order },
    };
    Some(paragraph.say(lang))
}

/// One row for each number of riffles: endless games and player 1's wins in both orders.
fn riffle_table(summaries: &[Summary], lang: Lang) -> Columns {
    let large: Vec<&Summary> = summaries.iter().filter(|summary| summary.setting("values") == "13").collect();
    let mut shuffles: Vec<&str> = large.iter().map(|summary| summary.setting("shuffle")).collect();
    let riffles =
        |shuffle: &str| shuffle.strip_prefix("riffle:").and_then(|m| m.parse::<u32>().ok()).unwrap_or(u32::MAX);
    shuffles.sort_unstable_by_key(|shuffle| riffles(shuffle));
    shuffles.dedup();
    let mut headings = vec![Heading::word(lang, "shuffle")];
    for order in ["fixed", "alternating"] {
        for outcome in ["player1", "endless"] {
            headings.push(format!("{} ({})", Heading::word(lang, outcome), Heading::word(lang, order)));
        }
        headings.push(format!("{} ({})", Heading::word(lang, "rounds"), Heading::word(lang, order)));
    }
    let rows =
        shuffles.into_iter().map(|shuffle| {
            let mut row = vec![Heading::word(lang, shuffle)];
            for order in ["fixed", "alternating"] {
                let own = large.iter().find(|s| s.setting("shuffle") == shuffle && s.setting("order") == order);
                for outcome in ["player1", "endless"] {
                    let found = own.and_then(|summary| summary.proportion(outcome));
                    row.push(found.map_or(String::new(), |named| shown(named, lang)));
                }
                let rounds = own.and_then(|summary| summary.quantity("rounds"));
                row.push(rounds.map_or(String::new(), |found| {
                    crate::report::page::number(found.moments.mean, found.interval, lang)
                }));
            }
            row
        });
    Columns { rows: rows.collect(), headings }
}

/// The chapter of paired deals.
pub fn pairs(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let headings = ["values", "comparison", "outcome", "difference"].map(|name| Heading::word(lang, name)).to_vec();
    let rows = summaries.iter().flat_map(|summary| &summary.table.rows).filter_map(|row| {
        let text = |column: usize| match &row[column] {
            Cell::Text(text) => Heading::word(lang, text),
            Cell::Count(count) => lang.integer(*count),
            _ => String::new(),
        };
        let [Cell::Real(mean), Cell::Real(low), Cell::Real(high)] = &row[5..8] else { return None };
        let digits = percent_decimals((high - low) / 2.0);
        let percent = |share: f64| lang.percent(share, digits);
        let between = Heading::Between { low: percent(*low), high: percent(*high) }.say(lang);
        (*mean != 0.0).then(|| vec![text(0), text(3), text(4), format!("{} {between}", percent(*mean))])
    });
    vec![
        Paragraph::AdvantageQuestion.say(lang),
        Columns { rows: rows.collect(), headings }.markdown(),
        Paragraph::Data { csv: "bataille-pairs.csv".into() }.say(lang),
        remade(summaries, lang),
    ]
}
