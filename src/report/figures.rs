//! What every figure of a run has: a title, who played how much, points with their intervals. Which figures there are is
//! their topic's affair.

use crate::draw::{ChartError, Figure, Panel, Point, png, svg};
use crate::lang::{Caption, Lang, Say, Text};
use crate::sim::summary::Summary;
use crate::sim::summary::{Point as Measured, Stopped};
use std::collections::BTreeSet;
use std::path::Path;

/// The figures of a topic.
#[derive(Clone, Copy)]
pub struct Figures {
    /// Their names, each of which gives a file.
    pub names: &'static [&'static str],
    /// The figure of this name of some runs; `None` when they have nothing to draw in it. A topic knows [`OVERVIEW`],
    /// too.
    pub draw: fn(&str, &[Summary], Lang) -> Option<Figure>,
}

impl Figures {
    /// All figures that some runs give, with the names of their files.
    pub fn all(&self, topic: &str, summaries: &[Summary], lang: Lang) -> Vec<(String, Figure)> {
        let drawn = self.names.iter().map(|name| (format!("{topic}-{name}"), (self.draw)(name, summaries, lang)));
        drawn.filter_map(|(file, figure)| Some((file, figure?))).collect()
    }
}

/// What many an axis says.
pub const SHARE_OF_GAMES: Text = Text::new("Part des parties", "Share of games");

/// The figure that shows a whole run.
pub const OVERVIEW: &str = "overview";

/// A figure with the title `what · about`, under which stands who played how much.
pub fn figure(what: Text, about: &str, panels: Vec<Panel>, summaries: &[Summary], lang: Lang) -> Figure {
    titled(format!("{} · {about}", what.of(lang)), panels, summaries, lang)
}

/// A figure with this title, under which stands who played how much.
pub fn titled(title: String, panels: Vec<Panel>, summaries: &[Summary], lang: Lang) -> Figure {
    let mut figure = Figure::new(title, lang, panels);
    figure.subtitle = vec![subtitle(&deals(summaries, lang), summaries, lang)];
    figure
}

/// The values of a setting that occur in some runs, in the order in which they come.
pub fn occurring<'a>(summaries: &'a [Summary], setting: &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for summary in summaries {
        let value = summary.setting(setting);
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

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

/// Measured points with their intervals.
pub fn points(measured: &[Measured]) -> Vec<Point> {
    measured.iter().map(|point| Point::between(point.x, point.y, point.low, point.high)).collect()
}

/// The number of deals behind a figure, from the fewest to the most of its runs.
pub fn deals(summaries: &[Summary], lang: Lang) -> String {
    let all = || summaries.iter().map(|summary| summary.deals);
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let games = summaries.first().is_some_and(|summary| summary.unit == "games");
    if games { Caption::Games { least, most } } else { Caption::Deals { least, most } }.say(lang)
}

/// Deals, seeds, method and level, and whether the run was cut short.
pub fn subtitle(deals: &str, summaries: &[Summary], lang: Lang) -> String {
    let method = summaries.first().map(|first| first.method.to_string());
    subtitle_of(deals, &method.unwrap_or_default(), summaries, lang)
}

/// The same, of intervals made by another method than that of probabilities.
pub fn subtitle_of(deals: &str, method: &str, summaries: &[Summary], lang: Lang) -> String {
    let Some(first) = summaries.first() else { return String::new() };
    let seeds: BTreeSet<u64> =
        summaries.iter().flat_map(|summary| summary.pooled.iter().chain([&summary.seed])).copied().collect();
    let (deals, seeds) = (deals.to_owned(), seeds.into_iter().collect());
    let run = Caption::Run { deals, seeds, method: method.to_owned(), level: first.confidence.level() }.say(lang);
    if summaries.iter().any(|summary| matches!(summary.stopped, Stopped::Interrupted | Stopped::Part)) {
        format!("{run} · {}", Caption::Partial.say(lang))
    } else {
        run
    }
}
