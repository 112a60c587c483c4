//! The patience: probability of winning, number of piles, gain and place of the best change.
//!
//! Curves of the same kind share a figure. Several subjects in one variant (three packs, say) share a panel; several
//! variants stand in a panel for each subject.

use crate::draw::{Arrangement, Axis, Content, Figure, Format, Kind as Drawn, Mark, Panel, Plot, Series, Style};
use crate::lang::{Caption, Heading, Lang, Say};
use crate::report::figures::{points, subtitle};
use crate::sim::Summary;
use crate::sim::summary::{Curve, CurveKind};

/// The figures that stand alone.
pub const NAMES: &[&str] = &["win", "piles", "gain", "place"];

/// The kinds of curves in a figure.
fn kinds(name: &str) -> &'static [CurveKind] {
    match name {
        "win" => &[CurveKind::WinProbability],
        "piles" => &[CurveKind::PilesLaw],
        "gain" => &[CurveKind::GainLaw],
        "place" => &[CurveKind::BestPlace],
        crate::report::figures::OVERVIEW => {
            &[CurveKind::WinProbability, CurveKind::PilesLaw, CurveKind::GainLaw, CurveKind::BestPlace]
        }
        _ => &[],
    }
}

/// The figure of some runs, or `None` when they have nothing of its kind.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let overview = name == crate::report::figures::OVERVIEW;
    let mut panels = Vec::new();
    for &curve_kind in kinds(name) {
        let lines = best_known(summaries, curve_kind);
        let mut found = panels_of(curve_kind, &lines, lang);
        if overview {
            for panel in &mut found {
                panel.title = Some(title(curve_kind).say(lang));
            }
        }
        panels.extend(found);
    }
    let first = summaries.first()?;
    if panels.is_empty() {
        return None;
    }
    let what = if overview { Caption::Pack { pack: first.setting("cards").to_owned() } } else { title(kinds(name)[0]) };
    let heading = format!("{} · {}", Caption::Patience.say(lang), what.say(lang));
    let mut figure = Figure::new(heading, lang, panels);
    figure.subtitle = vec![subtitle(&counted(name, summaries, lang), summaries, lang)];
    if figure.panels.len() == 3 {
        figure.arrangement = Arrangement::Row;
    }
    Some(figure)
}

fn title(kind: CurveKind) -> Caption {
    match kind {
        CurveKind::WinProbability => Caption::WinTitle,
        CurveKind::PilesLaw => Caption::PilesTitle,
        CurveKind::GainLaw => Caption::GainTitle,
        _ => Caption::PlaceTitle,
    }
}

/// A curve with the number of deals behind it.
struct Line<'a> {
    curve: &'a Curve,
    deals: u64,
}

/// The curves of a kind, each subject and variant once: the one that more deals stand behind.
fn best_known(summaries: &[Summary], kind: CurveKind) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for summary in summaries {
        for curve in summary.curves.iter().filter(|curve| curve.kind == kind) {
            let new = Line { curve, deals: summary.deals };
            let same = |line: &Line<'_>| line.curve.subject == curve.subject && line.curve.variant == curve.variant;
            match lines.iter_mut().find(|line| same(line)) {
                Some(line) if line.deals < new.deals => *line = new,
                Some(_) => {}
                None => lines.push(new),
            }
        }
    }
    lines
}

fn panels_of(kind: CurveKind, lines: &[Line<'_>], lang: Lang) -> Vec<Panel> {
    let mut subjects: Vec<&str> = Vec::new();
    for line in lines {
        if !subjects.contains(&line.curve.subject.as_str()) {
            subjects.push(&line.curve.subject);
        }
    }
    if subjects.is_empty() {
        return Vec::new();
    }
    let pack = |subject: &str| Caption::Pack { pack: subject.to_owned() }.say(lang);
    let variants_share = lines.len() > subjects.len();
    if !variants_share {
        let named: Vec<(String, &Curve)> = lines.iter().map(|line| (pack(&line.curve.subject), line.curve)).collect();
        return vec![panel(kind, &named, Told::BySubject, lang)];
    }
    subjects
        .iter()
        .map(|subject| {
            let own = lines.iter().filter(|line| line.curve.subject == *subject);
            let named: Vec<(String, &Curve)> =
                own.map(|line| (Heading::change(lang, &line.curve.variant), line.curve)).collect();
            let panel = panel(kind, &named, Told::ByVariant, lang);
            if subjects.len() > 1 { panel.titled(pack(subject)) } else { panel }
        })
        .collect()
}

/// What tells the curves of a panel apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    BySubject,
    ByVariant,
}

fn panel(kind: CurveKind, named: &[(String, &Curve)], told: Told, lang: Lang) -> Panel {
    let (x, y, drawn) = match kind {
        CurveKind::WinProbability => (Caption::Threshold, Caption::Win, Drawn::Line),
        CurveKind::PilesLaw if named.len() > 1 => (Caption::Piles, Caption::Share, Drawn::Line),
        CurveKind::PilesLaw => (Caption::Piles, Caption::Share, Drawn::Bars),
        CurveKind::GainLaw if named.len() > 1 => (Caption::GainAxis, Caption::Share, Drawn::Line),
        CurveKind::GainLaw => (Caption::GainAxis, Caption::Share, Drawn::Bars),
        _ if named.len() > 1 => (Caption::PlaceAxis, Caption::Share, Drawn::Line),
        _ => (Caption::PlaceAxis, Caption::Share, Drawn::Bars),
    };
    let y_axis = Axis::new(y.say(lang), Format::Percent);
    let y_axis = if kind == CurveKind::WinProbability { y_axis.fixed(0.0, 1.0) } else { y_axis };
    let series = named.iter().enumerate().map(|(place, (label, curve))| {
        Series::new(label.clone(), drawn, points(&curve.points)).styled(Style::Index(match told {
            Told::BySubject => place,
            Told::ByVariant => style(&curve.variant),
        }))
    });
    let mut plot = Plot::new(Axis::new(x.say(lang), Format::Integer), y_axis, series.collect());
    if let ([(_, curve)], CurveKind::PilesLaw | CurveKind::GainLaw) = (named, kind) {
        plot.marks.extend(curve.mean.map(|mean| Mark::x(mean, Caption::Mean { mean }.say(lang))));
    }
    Panel::new(Content::from(plot))
}

/// A change of the stock looks the same in every figure.
fn style(variant: &str) -> usize {
    match variant {
        "exchange" => 1,
        "swap" => 2,
        "move" => 3,
        _ => 0,
    }
}

/// The number of deals, by variant where they differ.
fn counted(name: &str, summaries: &[Summary], lang: Lang) -> String {
    let mut counted: Vec<(String, u64)> = Vec::new();
    for line in kinds(name).iter().flat_map(|&kind| best_known(summaries, kind)) {
        let variant = Heading::change(lang, &line.curve.variant);
        if !counted.contains(&(variant.clone(), line.deals)) {
            counted.push((variant, line.deals));
        }
    }
    match counted.first() {
        Some(&(_, deals)) if counted.iter().all(|(_, others)| *others == deals) => {
            Caption::Deals { least: deals, most: deals }.say(lang)
        }
        _ => {
            let each = counted
                .iter()
                .map(|(subject, deals)| Caption::DealsOf { subject: subject.clone(), deals: *deals }.say(lang));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}
