//! A picture after layout, and the files that are written of it.

use super::sheet::{MARGIN, Sheet};
use super::{Picture, PictureContent, PictureFormat, Plot, grid, list, plot};
use crate::draw::{DrawError, Weight, parse_svg_checked, render_png};
use crate::picture::ListItem;
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
    /// A plot has more lines than can be told apart: their number.
    #[error("a plot has at most 4 lines, not {0}")]
    LineCount(usize),
    /// A value that is not finite or beyond 10^15, or an interval with its ends in the wrong order.
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
    background: Color,
}

impl DrawnPicture {
    /// Returns the bytes of a file. PNG files have about 20 pixels per printed millimetre (3250 for a page of 160 mm).
    ///
    /// # Errors
    /// When there is no memory for the pixels.
    pub fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, PictureError> {
        match format {
            PictureFormat::Svg => Ok(self.svg.clone().into_bytes()),
            PictureFormat::Png => self.png(),
        }
    }

    fn png(&self) -> Result<Vec<u8>, PictureError> {
        let size = self.tree.size();
        let scale = f64::from(self.width_mm) * PIXELS_PER_MM / f64::from(size.width());
        let pixels = |length: f32| (f64::from(length) * scale).round() as u32;
        let density = Some((PIXELS_PER_MM * 1000.0).round() as u32);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        let size = (pixels(size.width()), pixels(size.height()));
        Ok(render_png(
            &self.tree,
            size,
            transform,
            self.background,
            density,
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
        let mut sheet = Sheet::new(self);
        if self.has_heading {
            draw_heading(&mut sheet, self);
        }
        match &self.content {
            PictureContent::List(content) => list::draw(&mut sheet, content),
            PictureContent::Plot(content) => plot::draw(&mut sheet, content),
            PictureContent::Strips(content) => grid::draw_strips(&mut sheet, content),
            PictureContent::Board(content) => grid::draw_board(&mut sheet, content),
        }
        if !self.note.is_empty() {
            sheet.bottom += 4.0;
            sheet.paragraph(&self.note, sheet.grey_letters(), 3);
        }
        let description = [self.subtitle.as_str(), &self.note].join(" ");
        let svg = sheet.svg(&self.title, description.trim())?;
        let tree = parse_svg_checked(&svg)?;
        let paper = sheet.palette.paper;
        Ok(DrawnPicture {
            svg,
            tree,
            width_mm: self.width_mm,
            background: Color::from_rgba8(paper.0, paper.1, paper.2, 255),
        })
    }
}

/// Draws the title and the subtitle.
fn draw_heading(sheet: &mut Sheet, picture: &Picture) {
    let (size, max_lines) = if sheet.is_narrow {
        (10.0, 4)
    } else {
        (12.0, 2)
    };
    let mut letters = sheet.letters(size);
    letters.weight = Weight::Bold;
    sheet.bottom = MARGIN - 1.0;
    sheet.paragraph(&picture.title, letters, max_lines);
    sheet.bottom += 2.0;
    sheet.paragraph(&picture.subtitle, sheet.grey_letters(), 4);
    sheet.bottom += MARGIN;
}

impl PictureContent {
    /// Returns true for a content with fewer than two values, of which there is no picture.
    pub fn is_empty(&self) -> bool {
        matches!(self.check(), Err(PictureError::Empty))
    }

    /// Checks that there is something to draw and that it can be drawn.
    fn check(&self) -> Result<(), PictureError> {
        let values = match self {
            Self::List(list) => {
                let mut values = Vec::new();
                for item in &list.items {
                    if let ListItem::Row(row) = item {
                        values.push((row.value, row.interval));
                    }
                }
                values
            }
            Self::Plot(plot) => {
                if plot.lines.len() > Plot::MAX_LINES {
                    return Err(PictureError::LineCount(plot.lines.len()));
                }
                let mut values = Vec::new();
                for point in plot.lines.iter().flat_map(|line| &line.points) {
                    check_value(point.x)?;
                    values.push((Some(point.y), point.interval));
                }
                values
            }
            Self::Strips(strips) => {
                let cells = strips
                    .rows
                    .iter()
                    .flat_map(|row| row.cells.iter().flatten());
                cells.map(|cell| (Some(cell.shade), None)).collect()
            }
            Self::Board(board) => {
                let holes = board.holes.iter();
                holes.map(|hole| (Some(hole.cell.shade), None)).collect()
            }
        };
        if values.len() < 2 {
            return Err(PictureError::Empty);
        }
        for (value, interval) in values {
            value.map_or(Ok(()), check_value)?;
            if let Some((low, high)) = interval {
                check_value(low)?;
                check_value(high)?;
                if low > high {
                    return Err(PictureError::InvalidValue(low));
                }
            }
        }
        Ok(())
    }
}

fn check_value(value: f64) -> Result<(), PictureError> {
    const LARGEST: f64 = 1e15;
    if value.abs() <= LARGEST {
        Ok(())
    } else {
        Err(PictureError::InvalidValue(value))
    }
}
