//! Bataille: outcomes against the number of values and against the number of riffles, and the length of games.

use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series, Style};
use crate::lang::{Caption, Heading, Lang, Say};
use crate::report::figures::points;
use crate::sim::Summary;
use crate::sim::summary::CurveKind;

/// The figures that stand alone.
pub const NAMES: &[&str] = &["shares", "rounds"];

/// The outcomes, from the bottom of a pile of bars to its top.
const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];

/// The figure of some runs.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, panels) = match name {
        "shares" => (Caption::SharesTitle, shares(summaries, lang)),
        "rounds" => (Caption::RoundsTitle, vec![rounds(summaries, lang)]),
        "riffles" => (Caption::EndlessTitle, riffles(summaries, lang)),
        crate::report::figures::OVERVIEW => {
            let mut panels = shares(summaries, lang);
            panels.push(rounds(summaries, lang));
            (Caption::SharesTitle, panels)
        }
        _ => return None,
    };
    let heading = format!("{} · {}", Caption::Bataille.say(lang), title.say(lang));
    Some(Figure::new(heading, lang, panels))
}

/// The orders of laying that occur, the handout's first.
fn orders(summaries: &[Summary]) -> Vec<&str> {
    let mut orders: Vec<&str> = summaries.iter().map(|summary| summary.setting("order")).collect();
    orders.sort_unstable_by_key(|order| *order != "fixed");
    orders.dedup();
    orders
}

/// A panel for each order: the shares of the outcomes, piled up for each number of values.
fn shares(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |order: &&str| {
        let own = || summaries.iter().filter(|summary| summary.setting("order") == *order);
        let series = OUTCOMES.iter().enumerate().filter_map(|(place, outcome)| {
            let bars = own().filter_map(|summary| {
                let share = summary.share(outcome)?.share;
                Some(Point::new(summary.setting("values").parse().ok()?, share.estimate()))
            });
            let bars: Vec<Point> = bars.collect();
            let seen = *outcome != "unresolved" || bars.iter().any(|bar| bar.y > 0.0);
            seen.then(|| Series::new(Heading::word(lang, outcome), Kind::Stacked, bars).styled(Style::Index(place)))
        });
        let x = Axis::new(Caption::ValuesAxis.say(lang), Format::Integer);
        let y = Axis::new(Caption::ShareOfGames.say(lang), Format::Percent).fixed(0.0, 1.0);
        Panel::new(Plot::new(x, y, series.collect())).titled(Heading::word(lang, order))
    };
    orders(summaries).iter().map(panel).collect()
}

/// The law of the number of rounds, one curve for each order (or number of values), logarithmic upwards.
fn rounds(summaries: &[Summary], lang: Lang) -> Panel {
    let several_orders = orders(summaries).len() > 1;
    let most = summaries.iter().filter_map(|summary| summary.setting("values").parse::<u64>().ok()).max();
    let shown = summaries.iter().filter(|summary| {
        // With two orders, the largest pack of each; else every pack.
        !several_orders || most.map(|most| most.to_string()).as_deref() == Some(summary.setting("values"))
    });
    let series = shown.filter_map(|summary| {
        let curve = summary.curves.iter().find(|curve| curve.kind == CurveKind::RoundsLaw)?;
        // Bars of a handful of games say nothing but their own chance: on a logarithmic axis they would fill the picture.
        let known = curve.points.iter().copied().filter(|point| point.y < 3.0 * point.low);
        let seen = points(&known.collect::<Vec<_>>());
        let label = if several_orders {
            Heading::word(lang, &curve.variant)
        } else {
            Caption::ValuesOf { values: curve.subject.clone() }.say(lang)
        };
        Some(Series::new(label, Kind::Line, seen))
    });
    let x = Axis::new(Caption::RoundsAxis.say(lang), Format::Integer);
    let y = Axis::new(Caption::ShareOfGames.say(lang), Format::Percent).log();
    let panel = Panel::new(Plot::new(x, y, series.collect()));
    match most {
        Some(most) if several_orders => panel.titled(Caption::ValuesOf { values: most.to_string() }.say(lang)),
        _ => panel,
    }
}

/// The shares against the number of riffles, with the uniform shuffle as a line across; a panel for each outcome that
/// the shuffle changes.
fn riffles(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |outcome: &&str| {
        let series = orders(summaries).into_iter().enumerate().map(|(place, order)| {
            let own = summaries.iter().filter(|summary| summary.setting("order") == order);
            let measured = own.filter_map(|summary| {
                let riffles = summary.setting("shuffle").strip_prefix("riffle:")?.parse().ok()?;
                let share = summary.share(outcome)?;
                Some(Point::between(riffles, share.share.estimate(), share.interval.low, share.interval.high))
            });
            Series::new(Heading::word(lang, order), Kind::Line, measured.collect()).styled(Style::Index(place))
        });
        let series: Vec<Series> = series.collect();
        let uniform = orders(summaries).into_iter().filter_map(|order| {
            let own = |summary: &&Summary| summary.setting("order") == order && summary.setting("shuffle") == "uniform";
            let estimate = summaries.iter().find(own)?.share(outcome)?.share.estimate();
            let ends = |series: &Series| Some((series.points.first()?.x, series.points.last()?.x));
            let (first, last) = ends(series.first()?)?;
            let line = vec![Point::new(first, estimate), Point::new(last, estimate)];
            Some(Series::new(Caption::Uniform.say(lang), Kind::Line, line).styled(Style::Muted))
        });
        let mut all: Vec<Series> = uniform.take(2).collect();
        all.extend(series);
        // One name for the two grey lines.
        if all.len() > 3 {
            all[1].label.clear();
        }
        let x = Axis::new(Caption::RiffleAxis.say(lang), Format::Integer);
        let y = Axis::new(Caption::ShareOfGames.say(lang), Format::Percent);
        Panel::new(Plot::new(x, y, all)).titled(Heading::word(lang, outcome))
    };
    ["player1", "endless"].iter().map(panel).collect()
}
