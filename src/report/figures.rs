//! Which figures a summary gives: the renderer of [`super::chart`] draws them.
//!
//! Curves of the same kind share a figure. Several subjects in one variant (three packs, say) share a panel; several
//! variants stand in a panel for each subject.

use super::chart::{
    Arrangement, Axis, ChartError, Content, Figure, Format, Kind as Drawn, Mark, NumberFormat, Panel, Plot, Point,
    Series, Style, png, svg,
};
use crate::experiments::Summary;
use crate::experiments::summary::{Curve, CurveKind};
use crate::lang::{Caption, Heading, Lang, Say};
use std::path::Path;

/// A file format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// For documents and screens, in print resolution.
    Png,
    /// For print at any size.
    Svg,
}

impl File {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Png, Self::Svg];

    /// The format that a path's ending asks for: SVG for `.svg`, else PNG.
    pub fn of(path: &Path) -> Self {
        if path.extension().is_some_and(|extension| extension == "svg") { Self::Svg } else { Self::Png }
    }

    /// `png` or `svg`.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// Draws a figure.
    ///
    /// # Errors
    /// When the renderer refuses it.
    pub fn draw(self, figure: &Figure) -> Result<Vec<u8>, ChartError> {
        match self {
            Self::Png => png(figure),
            Self::Svg => svg(figure).map(String::into_bytes),
        }
    }
}

/// The figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everything about a run in one picture.
    Overview,
    /// Probability of winning against the piles allowed.
    Win,
    /// Number of piles.
    Piles,
    /// Gain of the best change.
    Gain,
    /// Place of the best change.
    Place,
}

impl Kind {
    /// The figures that stand alone.
    pub const ALL: [Self; 4] = [Self::Win, Self::Piles, Self::Gain, Self::Place];

    /// The name of its file.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Win => "win",
            Self::Piles => "piles",
            Self::Gain => "gain",
            Self::Place => "place",
        }
    }

    fn curves(self) -> &'static [CurveKind] {
        match self {
            Self::Overview => {
                &[CurveKind::WinProbability, CurveKind::PilesLaw, CurveKind::GainLaw, CurveKind::BestPlace]
            }
            Self::Win => &[CurveKind::WinProbability],
            Self::Piles => &[CurveKind::PilesLaw],
            Self::Gain => &[CurveKind::GainLaw],
            Self::Place => &[CurveKind::BestPlace],
        }
    }
}

/// The figure of some runs, or `None` when they have nothing of its kind.
pub fn figure(kind: Kind, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let mut panels = Vec::new();
    for &curve_kind in kind.curves() {
        let lines = best_known(summaries, curve_kind);
        let mut found = panels_of(curve_kind, &lines, lang);
        if kind == Kind::Overview {
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
    let heading = match kind {
        Kind::Overview => {
            let pack = first.curves.first()?.subject.clone();
            format!("{} · {}", Caption::Patience.say(lang), Caption::Pack { pack }.say(lang))
        }
        _ => format!("{} · {}", Caption::Patience.say(lang), title(kind.curves()[0]).say(lang)),
    };
    let mut figure = Figure::new(heading, number_format(lang), panels);
    figure.subtitle = vec![subtitle(kind, summaries, lang)];
    if figure.panels.len() == 3 {
        figure.arrangement = Arrangement::Row;
    }
    Some(figure)
}

/// How a language writes the numbers on an axis.
pub fn number_format(lang: Lang) -> NumberFormat {
    let percent = lang.percent(0.0, 0).replace('0', "");
    NumberFormat { decimal: lang.decimal_sign(), group: Some(lang.group_sign()), percent }
}

fn title(kind: CurveKind) -> Caption {
    match kind {
        CurveKind::WinProbability => Caption::WinTitle,
        CurveKind::PilesLaw => Caption::PilesTitle,
        CurveKind::GainLaw => Caption::GainTitle,
        CurveKind::BestPlace => Caption::PlaceTitle,
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
        CurveKind::BestPlace if named.len() > 1 => (Caption::PlaceAxis, Caption::Share, Drawn::Line),
        CurveKind::BestPlace => (Caption::PlaceAxis, Caption::Share, Drawn::Bars),
    };
    let y_axis = Axis::new(y.say(lang), Format::Percent);
    let y_axis = if kind == CurveKind::WinProbability { y_axis.fixed(0.0, 1.0) } else { y_axis };
    let series = named.iter().enumerate().map(|(place, (label, curve))| {
        let points = curve.points.iter().map(|point| Point::between(point.x, point.y, point.low, point.high));
        Series::new(label.clone(), drawn, points.collect()).styled(Style::Index(match told {
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

/// Deals, seed, method and level; the deals by variant where they differ.
fn subtitle(kind: Kind, summaries: &[Summary], lang: Lang) -> String {
    let mut counted: Vec<(String, u64)> = Vec::new();
    for line in kind.curves().iter().flat_map(|&kind| best_known(summaries, kind)) {
        let variant = Heading::change(lang, &line.curve.variant);
        if !counted.contains(&(variant.clone(), line.deals)) {
            counted.push((variant, line.deals));
        }
    }
    let all_same = counted.iter().all(|(_, deals)| *deals == counted[0].1);
    let deals = match counted.first() {
        Some(&(_, deals)) if all_same => Caption::Deals { deals }.say(lang),
        _ => {
            let each = counted
                .iter()
                .map(|(subject, deals)| Caption::DealsOf { subject: subject.clone(), deals: *deals }.say(lang));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    let first = &summaries[0];
    let run =
        Caption::Run { deals, seed: first.seed, method: first.method.to_string(), level: first.confidence.level() };
    let partial =
        summaries.iter().any(|summary| super::stop_line(summary).is_some() && summary.deals < summary.planned);
    if partial && summaries.iter().any(|s| s.stopped == crate::experiments::summary::Stopped::Interrupted) {
        format!("{} · {}", run.say(lang), Caption::Partial.say(lang))
    } else {
        run.say(lang)
    }
}
