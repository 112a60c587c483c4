//! Bataille: outcomes against the number of values and against the number of riffles, and the length of games.

use super::{SHUFFLE, WORDS};
use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series, Style};
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::figures::{self, Figures, OVERVIEW, SHARE_OF_GAMES, occurring};
use crate::topics::duel::chapter;
use pioche_engine::experiments::bataille::{BAR, ROUNDS_CURVE};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Curve;
use pioche_engine::stats::Proportion;
use std::ops::Range;

pub const FIGURES: Figures = Figures { names: &["shares", "rounds"], draw: figure };

const SHARES: Text = Text::new("Issues selon le nombre de valeurs", "Outcomes against the number of values");
const ROUNDS: Text = Text::new("Durée des parties finies", "Length of finite games");
const RIFFLES: Text = Text::new("Ce que le mélange change", "What the shuffle changes");

fn values(values: &str, lang: Lang) -> String {
    lang.number_of(values.parse().unwrap_or(0), ["valeur", "valeurs"], ["value", "values"])
}

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let (title, panels) = match name {
        "shares" => outcomes(summaries, lang),
        "rounds" => (ROUNDS, vec![rounds(summaries, lang)]),
        "riffles" => (RIFFLES, riffles(summaries, lang)),
        OVERVIEW => {
            let (title, mut panels) = outcomes(summaries, lang);
            let rounds = rounds(summaries, lang);
            let told = [Some(ROUNDS.say(lang)), rounds.title.clone()].into_iter().flatten().collect::<Vec<_>>();
            panels.push(rounds.titled(told.join(", ")));
            (title, panels)
        }
        _ => return None,
    };
    Some(figures::figure(WORDS.title, title.of(lang), panels, summaries, lang))
}

/// The orders of laying that occur, the handout's first.
fn orders(summaries: &[Summary]) -> Vec<&str> {
    let mut orders = occurring(summaries, "order");
    orders.sort_unstable_by_key(|order| *order != "fixed");
    orders
}

fn variants(summaries: &[Summary]) -> Vec<(&str, &str)> {
    let shuffles = occurring(summaries, "shuffle");
    let all = orders(summaries).into_iter().flat_map(|order| shuffles.iter().map(move |shuffle| (order, *shuffle)));
    all.filter(|variant| summaries.iter().any(|summary| is_of(summary, *variant))).collect()
}

fn is_of(summary: &Summary, (order, shuffle): (&str, &str)) -> bool {
    summary.setting("order") == order && summary.setting("shuffle") == shuffle
}

fn named(summaries: &[Summary], (order, shuffle): (&str, &str), lang: Lang) -> String {
    match occurring(summaries, "shuffle").len() {
        0 | 1 => WORDS.word(lang, order),
        _ => format!("{}, {}", WORDS.word(lang, order), SHUFFLE.phrase(lang, shuffle)),
    }
}

/// The outcomes against the number of values, or that of riffles where it is all that runs of one order differ in.
fn outcomes(summaries: &[Summary], lang: Lang) -> (Text, Vec<Panel>) {
    let riffled = occurring(summaries, "shuffle").iter().filter(|shuffle| **shuffle != "uniform").count();
    match riffled > 1 && occurring(summaries, "values").len() == 1 {
        true => (RIFFLES, riffles(summaries, lang)),
        false => (SHARES, shares(summaries, lang)),
    }
}

/// A panel for each variant: the shares of the outcomes, piled up for each number of values.
fn shares(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |variant: &(&str, &str)| {
        let own = summaries.iter().filter(|summary| is_of(summary, *variant));
        let own = own.filter_map(|summary| Some((summary.setting("values").parse().ok()?, summary)));
        let x = Text::new("Nombre de valeurs", "Number of values");
        let panel = chapter::shares(&x, &own.collect::<Vec<_>>(), summaries, &WORDS, lang);
        panel.titled(named(summaries, *variant, lang))
    };
    variants(summaries).iter().map(panel).collect()
}

/// The law of the number of rounds, one curve for each variant (or number of values), logarithmic upwards.
fn rounds(summaries: &[Summary], lang: Lang) -> Panel {
    let several = variants(summaries).len() > 1;
    let most = summaries.iter().filter_map(|summary| summary.setting("values").parse::<u64>().ok()).max();
    let shown = summaries.iter().filter(|summary| {
        // With several variants, the largest pack of each; else every pack.
        !several || most.map(|most| most.to_string()).as_deref() == Some(summary.setting("values"))
    });
    let series = shown.filter_map(|summary| {
        let curve = summary.curves_of(ROUNDS_CURVE).next()?;
        let variant = (summary.setting("order"), summary.setting("shuffle"));
        let label = if several { named(summaries, variant, lang) } else { values(&curve.subject, lang) };
        Some(Series::new(label, Kind::Line, steps(summary, curve)))
    });
    let x = Axis::new(Text::new("Nombre de plis", "Number of rounds").say(lang), Format::Integer);
    let y = Axis::new(share_of_games(lang), Format::Percent);
    let panel = Panel::new(Plot::new(x, y, series.collect()).log());
    match most {
        Some(most) if several => panel.titled(values(&most.to_string(), lang)),
        _ => panel,
    }
}

fn share_of_games(lang: Lang) -> String {
    either!(lang, "Part des parties, pour {BAR} plis", "Share of games, per {BAR} rounds")
}

/// The law of the number of rounds as a flight of steps up to the longest game. A step is as wide as a bar; where too
/// few games ended in one it is twice as wide, from there on, and stands for their mean.
fn steps(summary: &Summary, curve: &Curve) -> Vec<Point> {
    /// Fewer games say nothing but their own chance: on a logarithmic axis they would fill the picture.
    const LEAST: u64 = 20;
    let counts = curve.points.iter().map(|bar| (bar.y * summary.deals as f64).round() as u64);
    let counts: Vec<u64> = counts.collect();
    let mut steps: Vec<Range<usize>> = Vec::new();
    let (mut from, mut wide) = (0, 1);
    while from < counts.len() {
        let to = (from + wide).min(counts.len());
        let few = counts[from..to].iter().sum::<u64>() < LEAST;
        match steps.last_mut() {
            _ if few && to < counts.len() => {
                wide *= 2;
                continue;
            }
            Some(last) if few => last.end = to,
            _ => steps.push(from..to),
        }
        from = to;
    }
    let points = steps.into_iter().flat_map(|step| {
        let half = BAR as f64 / 2.0;
        let (left, right) = (curve.points[step.start].x - half, curve.points[step.end - 1].x + half);
        let bars = step.len() as f64;
        let count = counts[step].iter().sum();
        let mean = summary.point(left, Proportion::new(count, summary.deals));
        [left, right].map(|x| Point::between(x, mean.y / bars, mean.low / bars, mean.high / bars))
    });
    points.collect()
}

/// The shares against the number of riffles, with the uniform shuffle as a line across; a panel for each outcome that
/// the shuffle changes.
fn riffles(summaries: &[Summary], lang: Lang) -> Vec<Panel> {
    let panel = |outcome: &&str| {
        let series = orders(summaries).into_iter().enumerate().map(|(place, order)| {
            let own = summaries.iter().filter(|summary| summary.setting("order") == order);
            let measured = own.filter_map(|summary| {
                let riffles = summary.setting("shuffle").strip_prefix("riffle:")?.parse().ok()?;
                let share = summary.proportion(outcome)?;
                Some(Point::between(riffles, share.proportion.estimate(), share.interval.low, share.interval.high))
            });
            let mut measured: Vec<Point> = measured.collect();
            measured.sort_by(|one, other| one.x.total_cmp(&other.x));
            Series::new(WORDS.word(lang, order), Kind::Line, measured).styled(Style::Index(place))
        });
        let series: Vec<Series> = series.collect();
        let uniform = orders(summaries).into_iter().filter_map(|order| {
            let own = |summary: &&Summary| is_of(summary, (order, "uniform"));
            let estimate = summaries.iter().find(own)?.proportion(outcome)?.proportion.estimate();
            let points = &series.first()?.points;
            let line = [points.first()?.x, points.last()?.x].map(|end| Point::new(end, estimate)).to_vec();
            Some(Series::new(Text::new("uniforme", "uniform").say(lang), Kind::Line, line).styled(Style::Muted))
        });
        let mut all: Vec<Series> = uniform.take(2).collect();
        all.extend(series);
        // One name for the two grey lines.
        if all.len() > 3 {
            all[1].label.clear();
        }
        let x = Axis::new(Text::new("Nombre de mélanges américains", "Number of riffles").say(lang), Format::Integer);
        let y = Axis::new(SHARE_OF_GAMES.say(lang), Format::Percent);
        Panel::new(Plot::new(x, y, all)).titled(WORDS.word(lang, outcome))
    };
    ["player1", "endless"].iter().map(panel).collect()
}
