//! A page as a value: headings, sentences, tables, figures and commands, rendered as Markdown and as HTML. The module
//! does not depend on any game, and computes nothing but the lengths of bars.
//!
//! Sentences may contain these marks of Markdown: `**strong**`, `` `code` `` and `[text](target)`.

mod html;
mod inline;
mod markdown;

use super::text_table::TextTable;
use crate::draw::Figure;
use crate::lang::{Lang, Text};
use pioche_engine::sim::Summary;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Document {
    pub lang: Lang,
    pub title: String,
    /// A description of the page in one sentence, which previews of links also show.
    pub description: String,
    /// The file and the title of the page in the other language, if it exists.
    pub translation_link: Option<(String, String)>,
    pub blocks: Vec<Block>,
    /// The drawings of the figures, by their file names; empty for a page without figures.
    pub drawings_by_file: BTreeMap<String, FigureDrawings>,
}

/// The SVG drawings of a figure.
#[derive(Clone, Debug)]
pub struct FigureDrawings {
    pub wide: String,
    /// A drawing with its panels one below another, for small screens.
    pub narrow: String,
}

#[derive(Clone, Debug)]
pub enum Block {
    Chapter(String),
    Question {
        title: String,
        /// The section of the handout that asks the question.
        handout_section: Option<&'static str>,
    },
    Answer(Vec<String>),
    Paragraph(String),
    /// The most surprising results, each with its command.
    Findings(Vec<Finding>),
    /// A table; one with a title is collapsed under it.
    Table {
        collapsed_title: Option<String>,
        text_table: TextTable,
    },
    /// A figure in the files `file.svg` and `file.png`, with a text alternative.
    Figure {
        study_figure: &'static StudyFigure,
        alt_text: String,
    },
    /// Links to data files, each with its name, after a label.
    Data {
        label: String,
        files: Vec<String>,
    },
    /// Commands, one per line, after a label.
    Commands {
        label: String,
        lines: Vec<String>,
    },
}

/// A figure of the study, drawn if a page includes it.
#[derive(Debug)]
pub struct StudyFigure {
    pub file_stem: &'static str,
    pub alt_text: Text,
    /// Draws the figure from the runs of its topic; `None` when they have no data for it.
    pub draw: fn(&[Summary], Lang) -> Option<Figure>,
}

impl StudyFigure {
    pub const fn new(
        file: &'static str,
        alt_fr: &'static str,
        alt_en: &'static str,
        draw: fn(&[Summary], Lang) -> Option<Figure>,
    ) -> Self {
        Self {
            file_stem: file,
            alt_text: Text::new(alt_fr, alt_en),
            draw,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rank among all findings; lower ranks come first. The best finding of each topic is always shown.
    pub rank: u32,
    pub statement: String,
    pub bars: Vec<Bar>,
    pub commands: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub label: String,
    /// The length of the bar, in a unit common to all bars of the chart.
    pub value: f64,
    /// The interval of the length; both ends equal the value if it is exact.
    pub interval: (f64, f64),
    pub value_label: String,
}

impl Finding {
    pub fn plain_text(&self) -> String {
        inline::plain_text(&self.statement)
    }
}

impl Document {
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Returns the number of each block that is a heading, such as 2 for a chapter and 2.1 for its first question; an
    /// empty text for other blocks.
    fn heading_numbers(&self) -> Vec<String> {
        let mut chapter = 0;
        let mut question = 0;
        let mut numbers = Vec::new();
        for block in &self.blocks {
            numbers.push(match block {
                Block::Chapter(_) => {
                    chapter += 1;
                    question = 0;
                    chapter.to_string()
                }
                Block::Question { .. } => {
                    question += 1;
                    format!("{chapter}.{question}")
                }
                _ => String::new(),
            });
        }
        numbers
    }
}
