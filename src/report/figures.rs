//! Which figures a game's summaries give: the renderer of [`super::chart`] draws them. A file a game.

use crate::topics::{
    alliances::figures as alliances, bataille::figures as bataille, duel::figures as boards,
    shuffle::figures as shuffle,
};
pub use boards::values;

use crate::draw::{ChartError, Figure, Point, png, svg};
use crate::lang::{Caption, Lang, Say};
use crate::sim::Summary;
use crate::sim::summary::{Point as Measured, Stopped};
use std::path::Path;

/// The figure that shows a whole run.
pub const OVERVIEW: &str = "overview";

/// The names of a game's figures besides [`OVERVIEW`].
pub fn names(game: &str) -> &'static [&'static str] {
    match game {
        "alliances" => alliances::NAMES,
        "bataille" => bataille::NAMES,
        "shuffle" => shuffle::NAMES,
        "solitaire" => boards::SOLITAIRE,
        "alak" | "nim" => boards::DUEL,
        _ => &[],
    }
}

/// The figure of this name of some runs of a game, or `None` when they have nothing to draw in it.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let mut figure = match summaries.first()?.game {
        "alliances" => alliances::figure(name, summaries, lang),
        "bataille" => bataille::figure(name, summaries, lang),
        "shuffle" => shuffle::figure(name, summaries, lang),
        "solitaire" => boards::solitaire(name, summaries, lang),
        "alak" | "nim" => boards::duel(name, summaries, lang),
        _ => None,
    }?;
    if figure.subtitle.is_empty() {
        figure.subtitle = vec![subtitle(&deals(summaries, lang), summaries, lang)];
    }
    Some(figure)
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
fn deals(summaries: &[Summary], lang: Lang) -> String {
    let all = || summaries.iter().map(|summary| summary.deals);
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    Caption::Deals { least, most }.say(lang)
}

/// Deals, seed, method and level, and whether the run was cut short.
pub fn subtitle(deals: &str, summaries: &[Summary], lang: Lang) -> String {
    let Some(first) = summaries.first() else { return String::new() };
    let (method, level) = (first.method.to_string(), first.confidence.level());
    let run = Caption::Run { deals: deals.to_owned(), seed: first.seed, method, level }.say(lang);
    if summaries.iter().any(|summary| summary.stopped == Stopped::Interrupted) {
        format!("{run} · {}", Caption::Partial.say(lang))
    } else {
        run
    }
}
