//! A page as a value: headings, sentences, tables, figures and commands, written once and rendered as Markdown and as
//! HTML. No game is known here, and nothing is computed but the lengths of bars.
//!
//! Sentences carry the least of Markdown: `**strong**`, `` `code` `` and `[text](target)`.

mod html;
mod inline;
mod markdown;

use super::table::Columns;
use crate::draw::Figure;
use crate::lang::{Lang, Text};
use pioche_engine::sim::Summary;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Document {
    pub lang: Lang,
    pub title: String,
    /// What it is, in a sentence; for those who see a link to it, too.
    pub description: String,
    /// The same page in the other language, where there is one: its file and what it is called.
    pub other: Option<(String, String)>,
    pub blocks: Vec<Block>,
    /// The figures as SVG drawings, by their names; a page without pictures has none.
    pub drawings: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
pub enum Block {
    Chapter(String),
    Question(String),
    Answer(Vec<String>),
    Paragraph(String),
    /// What surprises, each with its command.
    Findings(Vec<Finding>),
    /// A table; one with a title folds away under it.
    Table {
        folded: Option<String>,
        columns: Columns,
    },
    /// A figure that is there as `file.svg` and `file.png`, and what it shows, for those who do not see it.
    Figure {
        picture: &'static Picture,
        alt: String,
    },
    /// The names of files with the data, after what they are called.
    Data {
        label: String,
        files: Vec<String>,
    },
    /// Commands, a line each, after a word about them.
    Commands {
        label: String,
        lines: Vec<String>,
    },
}

/// A picture of the study: what a page shows is drawn, and nothing else.
#[derive(Debug)]
pub struct Picture {
    pub file: &'static str,
    pub shows: Text,
    /// Draws it of the runs of its topic; `None` when they have nothing to draw in it.
    pub draw: fn(&[Summary], Lang) -> Option<Figure>,
}

impl Picture {
    pub const fn new(
        file: &'static str,
        fr: &'static str,
        en: &'static str,
        draw: fn(&[Summary], Lang) -> Option<Figure>,
    ) -> Self {
        Self { file, shows: Text::new(fr, en), draw }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How much, among all: the lowest most. The best of each topic is told whatever the others have.
    pub rank: u32,
    pub says: String,
    pub bars: Vec<Bar>,
    pub commands: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub label: String,
    /// Its length, in a unit that all bars of the chart share.
    pub value: f64,
    /// The interval of its length; both ends are the value where it is exact.
    pub between: (f64, f64),
    pub shown: String,
}

impl Finding {
    pub fn plain(&self) -> String {
        inline::plain(&self.says)
    }
}

impl Document {
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    pub fn html(&self) -> String {
        html::page(self)
    }
}
