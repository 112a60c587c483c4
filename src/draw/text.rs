//! Lines of text, broken or shrunk to fit a width. No text is ever cut.

use super::font::{FAMILY, Weight, text_width};
use super::render::{escape_xml, svg_number};

/// The distance between the baselines of two lines, in ems.
pub(in crate::draw) const LEADING: f64 = 1.28;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// Returns the SVG element of a line of text; `align` says which point of its base is at the position.
pub(in crate::draw) fn svg_text(
    line: &str,
    font: (f64, Weight),
    align: Align,
    (x, y): (f64, f64),
    colour: &str,
) -> String {
    let anchor = match align {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    };
    let weight = if font.1 == Weight::Bold {
        "bold"
    } else {
        "normal"
    };
    format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{FAMILY}\" font-size=\"{}\" font-weight=\"{weight}\" \
         text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
        svg_number(x),
        svg_number(y),
        svg_number(font.0),
        escape_xml(line)
    )
}

/// Returns a text for one line: runs of spaces and control characters become one space.
pub(in crate::draw) fn single_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    spaced
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::draw) struct TextBlock {
    pub lines: Vec<String>,
    pub size: f64,
    pub weight: Weight,
}

impl TextBlock {
    /// Fits a text into lines of width `max_width`. A long text is broken at spaces into at most `max_lines` lines,
    /// then shrunk down to 70 %, then given more lines, and broken inside words if necessary.
    pub fn wrap_or_shrink(
        text: &str,
        size: f64,
        weight: Weight,
        max_width: f64,
        preferred_max_lines: usize,
    ) -> Self {
        let text = single_line(text);
        let mut small = size;
        while small >= 0.7 * size {
            let lines = wrap(&text, small, weight, max_width);
            if lines.len() <= preferred_max_lines
                && lines
                    .iter()
                    .all(|line| text_width(line, small, weight) <= max_width)
            {
                return Self {
                    lines,
                    size: small,
                    weight,
                };
            }
            small -= 0.03 * size;
        }
        let small = 0.7 * size;
        let lines = wrap(&text, small, weight, max_width);
        Self {
            lines: lines
                .iter()
                .flat_map(|line| break_word(line, small, weight, max_width))
                .collect(),
            size: small,
            weight,
        }
    }

    /// Fits a heading into one line if it can be shrunk a little, otherwise into two lines of about the same length.
    pub fn shrinkable_heading(text: &str, size: f64, max_width: f64) -> Self {
        let text = single_line(text);
        let width = text_width(&text, size, Weight::Bold);
        if width <= max_width || width * 0.88 > max_width {
            return Self::balanced_heading(&text, size, max_width);
        }
        Self::wrap_or_shrink(
            &text,
            size * max_width / width,
            Weight::Bold,
            max_width * 1.001,
            1,
        )
    }

    /// Returns a heading of this size in one line, or in two lines of about the same length.
    pub fn balanced_heading(text: &str, size: f64, max_width: f64) -> Self {
        let mut fitted = Self::wrap_or_shrink(text, size, Weight::Bold, max_width, 2);
        if fitted.lines.len() == 2 {
            let text = single_line(text);
            let fits_two_lines = |max_width: &f64| {
                let lines = wrap(&text, fitted.size, Weight::Bold, *max_width);
                lines.len() == 2
                    && lines
                        .iter()
                        .all(|line| text_width(line, fitted.size, Weight::Bold) <= *max_width)
            };
            let narrower = (10..=20)
                .map(|i| max_width * f64::from(i) / 20.0)
                .find(fits_two_lines);
            if let Some(narrower) = narrower {
                fitted.lines = wrap(&text, fitted.size, Weight::Bold, narrower);
            }
        }
        fitted
    }

    /// Returns the width of the longest line.
    pub fn width(&self) -> f64 {
        self.lines
            .iter()
            .map(|line| text_width(line, self.size, self.weight))
            .fold(0.0, f64::max)
    }

    /// Returns the distance from the top of the first line to the bottom of the last.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LEADING
    }
}

/// Breaks a text at its ordinary spaces.
fn wrap(text: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, weight) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Breaks a word that is longer than a line into pieces.
fn break_word(word: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for letter in word.chars() {
        let line = &mut lines[..];
        let last = &mut line[line.len() - 1];
        if !last.is_empty() && text_width(&format!("{last}{letter}"), size, weight) > room {
            lines.push(letter.to_string());
        } else {
            last.push(letter);
        }
    }
    lines
}
