//! What a chart shows, described without any game or statistics: the caller brings every string and number.

mod plot;
mod shaded;

pub use plot::{Axis, Format, Kind, Mark, Plot, Point, Scale, Series, Style};
pub use shaded::{Board, Cell, Grid, Hole, Shade};

use crate::lang::Lang;

/// A whole picture: a heading and one to four panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The heading, wrapped when it is long.
    pub title: String,
    /// Grey lines under the title: number of deals, seed, level of the intervals.
    pub subtitle: Vec<String>,
    /// One to four panels: up to three side by side, four two by two.
    pub panels: Vec<Panel>,
    /// For what it is drawn.
    pub size: Size,
    /// The language of the numbers on the axes.
    pub lang: Lang,
}

impl Figure {
    /// A figure for a page, without subtitle.
    pub fn new(title: impl Into<String>, lang: Lang, panels: Vec<Panel>) -> Self {
        Self { title: title.into(), subtitle: Vec::new(), panels, size: Size::Page, lang }
    }
}

/// For what a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// 160 mm wide, as high as it needs to be.
    #[default]
    Page,
    /// Sixteen to nine, with larger letters: a slide, or a picture beside a post.
    Social,
}

/// One drawing of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// A heading of its own.
    pub title: Option<String>,
    /// What is drawn.
    pub content: Content,
}

impl Panel {
    /// A panel without heading.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { title: None, content: content.into() }
    }

    /// The same panel with a heading.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }
}

/// The kinds of drawings.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Series against two axes.
    Plot(Plot),
    /// A table of coloured cells.
    Grid(Grid),
    /// Circles at given places.
    Board(Board),
}

impl From<Plot> for Content {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}
