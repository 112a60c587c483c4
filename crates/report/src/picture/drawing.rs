//! A picture after layout, and the files that are written of it.

use super::sheet::{Letters, MARGIN, PAPER, Sheet};
use super::{Picture, PictureContent, PictureFormat, grid, list, plot};
use crate::draw::{DrawError, parse_svg_checked, render_png};
use resvg::tiny_skia::{Color, Transform};
use resvg::usvg;

/// Pixels per printed millimetre: 3250 for the 160 mm of a page, about 516 per inch.
const PIXELS_PER_MM: f64 = 3250.0 / 160.0;

/// The reason why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// There is no value, or a single one.
    #[error("nothing to draw")]
    Empty,
    /// A value that is not finite or beyond 10^15.
    #[error("{0} cannot be drawn")]
    InvalidValue(f64),
    /// The drawing could not become a picture.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

/// A picture after layout, from which all its files are written.
pub struct DrawnPicture {
    /// The SVG file, with letters as text, a title and a description.
    pub svg: String,
    /// The drawing with the places of its letters, from which PNG files are rendered.
    pub tree: usvg::Tree,
    /// The printed width in millimetres.
    pub width_mm: u16,
}

impl DrawnPicture {
    /// Returns the bytes of a file. PNG files have about 20 pixels per printed millimetre (3250 for a page of 160 mm).
    ///
    /// # Errors
    /// When there is no memory for the pixels.
    pub fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, PictureError> {
        if format == PictureFormat::Svg {
            return Ok(self.svg.clone().into_bytes());
        }
        let size = self.tree.size();
        let scale = f64::from(self.width_mm) * PIXELS_PER_MM / f64::from(size.width());
        let [width, height] =
            [size.width(), size.height()].map(|length| (f64::from(length) * scale).round() as u32);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        let background = Color::from_rgba8(PAPER.0, PAPER.1, PAPER.2, 255);
        let density = Some((PIXELS_PER_MM * 1000.0).round() as u32);
        let size = (width, height);
        Ok(render_png(
            &self.tree, size, transform, background, density,
        )?)
    }
}

impl Picture {
    /// Draws the picture.
    ///
    /// # Errors
    /// When there is nothing to draw, a value cannot be drawn, the font lacks a character, or a text would be missing.
    pub fn draw(&self) -> Result<DrawnPicture, PictureError> {
        self.content.check()?;
        let mut sheet = Sheet::new(self.width_mm);
        if self.has_heading {
            let (size, max_lines) = if sheet.is_narrow {
                (10.0, 4)
            } else {
                (12.0, 2)
            };
            sheet.bottom = MARGIN - 1.0;
            sheet.paragraph(&self.title, Letters::new(size).bold(), max_lines);
            sheet.bottom += 2.0;
            sheet.paragraph(&self.subtitle, Letters::grey(), 4);
            sheet.bottom += MARGIN;
        }
        match &self.content {
            PictureContent::List(content) => list::draw(&mut sheet, content),
            PictureContent::Plot(content) => plot::draw(&mut sheet, content),
            PictureContent::Strips(content) => grid::draw_strips(&mut sheet, content),
            PictureContent::Board(content) => grid::draw_board(&mut sheet, content),
        }
        if !self.note.is_empty() {
            sheet.bottom += 4.0;
            sheet.paragraph(&self.note, Letters::grey(), 3);
        }
        let description = format!("{} {}", self.subtitle, self.note);
        let svg = sheet.svg(&self.title, description.trim());
        Ok(DrawnPicture {
            tree: parse_svg_checked(&svg)?,
            svg,
            width_mm: self.width_mm,
        })
    }
}

impl PictureContent {
    /// Returns true for a content with fewer than two values, of which there is no picture.
    pub fn is_empty(&self) -> bool {
        let count = match self {
            Self::List(list) => list.rows.len(),
            Self::Plot(plot) => plot.lines.iter().map(|line| line.points.len()).sum(),
            Self::Strips(strips) => {
                let cells = strips.rows.iter().flat_map(|row| &row.cells);
                cells.flatten().count()
            }
            Self::Board(board) => board.holes.len(),
        };
        count < 2
    }

    /// Returns the numbers at places of an axis.
    fn numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        let mut add = |value: Option<f64>, interval: Option<(f64, f64)>| {
            numbers.extend(value);
            numbers.extend(interval.into_iter().flat_map(<[f64; 2]>::from));
        };
        match self {
            Self::List(list) => {
                for row in &list.rows {
                    add(row.value, row.interval);
                }
            }
            Self::Plot(plot) => {
                for point in plot.lines.iter().flat_map(|line| &line.points) {
                    add(Some(point.x), None);
                    add(Some(point.y), point.interval);
                }
            }
            Self::Strips(_) | Self::Board(_) => {}
        }
        numbers
    }

    /// Checks that there is something to draw and that it can be drawn.
    fn check(&self) -> Result<(), PictureError> {
        if self.is_empty() {
            return Err(PictureError::Empty);
        }
        let is_drawable = |number: &f64| number.abs() <= 1e15;
        match self
            .numbers()
            .into_iter()
            .find(|number| !is_drawable(number))
        {
            Some(number) => Err(PictureError::InvalidValue(number)),
            None => Ok(()),
        }
    }
}
