//! Films and pictures of games: a [`Film`] gives the bytes of a GIF, SVG or PNG file.
//!
//! A [`Picture`] is a list of [`Shape`]s, one picture for each state of a game. A shape in two successive pictures slides or
//! hops from one position to the other; new shapes fade in, and removed ones fade out. The module knows no game. The same
//! film gives the same bytes.

mod gif;
mod shape;

pub use gif::Animation;
pub use shape::{BoardShape, Caption, Point, Shape, ShapeId};

use pioche_engine::games::Player;
use pioche_report::draw::{
    Align, DrawError, FAMILY, escape_xml, outlined_svg, parse_svg_checked, render_png, svg_number,
};
use pioche_report::lang::{Text, integer, quantity, tr};
use resvg::tiny_skia::Transform;
use resvg::usvg;
use shape::{Appearance, TABLE, table_colour};

/// The pictures of a game, one for each of its states. Lengths are in points; a playing card is 64 wide and 90 high.
pub struct Film {
    /// The name of the game in files.
    pub title: Text,
    /// The width and the height of the pictures.
    pub size: (f64, f64),
    /// The number of states, including the start.
    pub state_count: usize,
    /// Draws the picture of a state.
    pub draw: Box<dyn Fn(usize) -> Picture>,
}

/// A picture of a film at rest, with the motion that leads to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes; no two have the same identity.
    pub shapes: Vec<Shape>,
    /// The duration of the motion from the picture before, in milliseconds: a multiple of 60; 0 for none.
    pub motion_ms: u32,
    /// The duration of the rest after the motion, in milliseconds. The first and the last picture of a film rest longer.
    pub hold_ms: u32,
    /// A whole SVG file in place of the shapes.
    pub svg: Option<String>,
}

impl Picture {
    pub(crate) fn new(shapes: Vec<Shape>, motion_ms: u32, hold_ms: u32) -> Self {
        Self {
            shapes,
            motion_ms,
            hold_ms,
            svg: None,
        }
    }

    pub(crate) fn duration_ms(&self) -> u32 {
        self.motion_ms + self.hold_ms
    }
}

/// The longest film, and the rests at its first picture, at its last one, and at the words that tell which states are left
/// out, in milliseconds.
const MAX_MS: u32 = 60_000;
const FIRST_HOLD_MS: u32 = 1100;
const LAST_HOLD_MS: u32 = 4000;
const OMISSION_MS: u32 = 1800;

/// The time between two frames of a motion, in milliseconds.
const STEP_MS: u32 = 60;

/// Pixels of a PNG file per point of the film.
const PNG_SCALE: f32 = 2.0;

impl Film {
    /// Draws the states of a game, each as a list of shapes. The more states, the faster they follow each other.
    pub(crate) fn new(
        title: Text,
        size: (f64, f64),
        state_count: usize,
        shapes: impl Fn(usize) -> Vec<Shape> + 'static,
    ) -> Self {
        let (motion_ms, hold_ms) = match state_count {
            0..16 => (720, 1500),
            16..32 => (480, 900),
            _ => (300, 240),
        };
        Self {
            title,
            size,
            state_count,
            draw: Box::new(move |state| Picture::new(shapes(state), motion_ms, hold_ms)),
        }
    }

    /// Returns a stand-alone SVG file of a state. Letters are outlines.
    ///
    /// # Errors
    /// When the font lacks a character.
    pub fn svg(&self, state: usize) -> Result<Vec<u8>, DrawError> {
        let picture = self.picture(state);
        match picture.svg {
            Some(svg) => Ok(svg.into_bytes()),
            None => Ok(outlined_svg(&self.tree(&picture)?).into_bytes()),
        }
    }

    /// Returns a PNG file of a state, two pixels per point.
    ///
    /// # Errors
    /// When the font lacks a character, or there is no memory for the pixels.
    pub fn png(&self, state: usize) -> Result<Vec<u8>, DrawError> {
        let (width, height) = self.size;
        let size = [width, height].map(|points| (points as f32 * PNG_SCALE).round() as u32);
        let scale = Transform::from_scale(PNG_SCALE, PNG_SCALE);
        let tree = self.tree(&self.picture(state))?;
        render_png(&tree, size.into(), scale, table_colour(), None)
    }

    /// Draws a state, with its shapes from the lowest layer to the highest.
    fn picture(&self, state: usize) -> Picture {
        let mut picture = (self.draw)(state);
        picture.shapes.sort_by_key(|shape| shape.layer);
        if state + 1 == self.state_count {
            picture.hold_ms = LAST_HOLD_MS;
        } else if state == 0 {
            picture.hold_ms = FIRST_HOLD_MS;
        }
        if state == 0 {
            picture.motion_ms = 0;
        }
        picture
    }

    /// Returns the drawing of a picture.
    pub(crate) fn tree(&self, picture: &Picture) -> Result<usvg::Tree, DrawError> {
        if let Some(svg) = &picture.svg {
            let root = format!("<svg font-family='{FAMILY}'");
            return parse_svg_checked(&svg.replacen("<svg", &root, 1));
        }
        let width = svg_number(self.size.0);
        let height = svg_number(self.size.1);
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' \
             height='{height}'><title>{}</title>\
             <rect width='{width}' height='{height}' fill='{TABLE}'/>",
            escape_xml(self.title.translated()),
        );
        for shape in &picture.shapes {
            let x = svg_number(shape.position.0);
            let y = svg_number(shape.position.1);
            let drawing = &shape.drawing;
            svg += &format!("<g transform='translate({x} {y})'>{drawing}</g>");
        }
        parse_svg_checked(&(svg + "</svg>"))
    }

    /// Returns the pictures of a film of at most a minute, and the states that it leaves out in the middle of the game, as the
    /// subject of a sentence. The states before them take a quarter of the time.
    pub(crate) fn pictures(&self) -> (Vec<Picture>, Option<String>) {
        let states = 0..self.state_count;
        let all = self.pictures_within(MAX_MS, states.clone());
        if all.len() == self.state_count {
            return (all, None);
        }
        let room_ms = MAX_MS - OMISSION_MS;
        let mut pictures = self.pictures_within(room_ms / 4, states.clone());
        let used_ms: u32 = pictures.iter().map(Picture::duration_ms).sum();
        let mut last_pictures = self.pictures_within(room_ms - used_ms, states.rev());
        last_pictures.reverse();
        last_pictures[0].motion_ms = 0;
        let omitted_states = tr!(
            "steps {first} to {last}",
            first = integer(pictures.len() as u64),
            last = integer((self.state_count - last_pictures.len() - 1) as u64)
        );
        let (width, height) = self.size;
        let text = tr!("… {states} not shown …", states = omitted_states);
        let caption = Caption::new(22.0, width - 60.0).bold().align(Align::Middle);
        let words = caption.shape(("omission", 0), (width / 2.0, height / 2.0 + 7.0), &text);
        pictures.push(Picture::new(vec![words], 0, OMISSION_MS));
        pictures.extend(last_pictures);
        (pictures, Some(omitted_states))
    }

    /// Draws as many of these states as fit into a time.
    fn pictures_within(&self, room_ms: u32, states: impl Iterator<Item = usize>) -> Vec<Picture> {
        let mut used_ms = 0;
        let pictures = states.map(|state| self.picture(state));
        let fitting = pictures.take_while(|picture| {
            used_ms += picture.duration_ms();
            used_ms <= room_ms
        });
        fitting.collect()
    }
}

/// Returns the frames of a film: several of each motion between two pictures, and each picture at rest. Frames have no motion.
pub(crate) fn frames(pictures: &[Picture]) -> Vec<Picture> {
    let mut frames = Vec::new();
    let mut before: &[Shape] = &[];
    for picture in pictures {
        let steps = picture.motion_ms / STEP_MS;
        for step in 0..steps {
            let progress = (f64::from(step) + 0.5) / f64::from(steps);
            let shapes = shapes_in_motion(before, &picture.shapes, progress);
            frames.push(Picture::new(shapes, 0, STEP_MS));
        }
        frames.push(Picture::new(picture.shapes.clone(), 0, picture.hold_ms));
        before = &picture.shapes;
    }
    frames
}

/// Returns the shapes after a share (0 to 1) of the motion from one picture to the next, from the lowest layer to the highest.
fn shapes_in_motion(before: &[Shape], after: &[Shape], progress: f64) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for new in after {
        let old = before.iter().find(|shape| shape.id == new.id);
        shapes.extend(match (new.appearance, old) {
            (Appearance::Fade, Some(old)) => Some(moving_shape(old, new, progress)),
            (Appearance::Fade, None) => Some(faded(new, progress)),
            (Appearance::Hold, old) => old.cloned(),
            (Appearance::Hide, old) => old.filter(|old| *old == new).cloned(),
        });
    }
    for old in before {
        if after.iter().any(|shape| shape.id == old.id) {
            continue;
        }
        match old.appearance {
            Appearance::Fade => shapes.push(faded(old, 1.0 - progress)),
            Appearance::Hold => shapes.push(old.clone()),
            Appearance::Hide => {}
        }
    }
    shapes.sort_by_key(|shape| shape.layer);
    shapes
}

fn faded(shape: &Shape, opacity: f64) -> Shape {
    shape
        .clone()
        .with_attribute(&format!("opacity='{opacity:.2}'"))
}

/// Interpolates between two states of a shape, more slowly at both ends. A change of the drawing happens halfway; the shape
/// narrows and widens like a card that is turned over.
fn moving_shape(old: &Shape, new: &Shape, progress: f64) -> Shape {
    let eased = progress * progress * (3.0 - 2.0 * progress);
    let hop = new.hop_height * 4.0 * progress * (1.0 - progress);
    let mut moving = new.clone();
    if old.drawing != new.drawing {
        if progress < 0.5 {
            moving.drawing = old.drawing.clone();
        }
        // A drawing without width would have no text.
        let width = (2.0 * progress - 1.0).abs().max(0.02);
        moving = moving.with_attribute(&format!("transform='scale({width:.2} 1)'"));
    }
    moving.position = (
        old.position.0 + (new.position.0 - old.position.0) * eased,
        old.position.1 + (new.position.1 - old.position.1) * eased - hop,
    );
    moving
}

/// The distance of captions from the edges of a picture, in points.
pub(crate) const MARGIN: f64 = 18.0;

/// Draws a line at the top of a picture: a count in bold letters, and what happens.
pub(crate) fn header(width: f64, count: &str, status: &str) -> [Shape; 2] {
    let room = width - 2.0 * MARGIN;
    let bold = Caption::new(17.0, 0.4 * room).bold();
    let at_end = Caption::new(15.0, 0.6 * room).align(Align::End);
    [
        bold.shape(("header", 0), (MARGIN, 34.0), count),
        at_end.shape(("header", 1), (width - MARGIN, 34.0), status),
    ]
}

/// Draws a face-down pile, from its lowest card to the top, on an empty place. `number` tells the piles of a picture apart.
pub(crate) fn stock(
    cards: impl IntoIterator<Item = u32>,
    (x, y): Point,
    pack_size: usize,
    number: u32,
) -> Vec<Shape> {
    // The height of a whole pack, and of a card, as a shift to the upper left.
    let shift = (12.0 / pack_size as f64).min(0.4);
    let place = Shape::board(("place", number), BoardShape::Tray, (64.0, 90.0), (x, y));
    let mut shapes = vec![place];
    for (height, card) in cards.into_iter().enumerate() {
        let shift = shift * height as f64;
        let back = Shape::new(("card", card), "card-back", (x - shift, y - shift));
        shapes.push(back.with_layer(1 + height as u32));
    }
    shapes
}

/// Returns a player with a number of things: `Player 1: 26 cards`.
pub(crate) fn player_count_text(player: Player, count: usize, noun: Text) -> String {
    let number = player.number();
    tr!(
        "Player {number}: {count}",
        number,
        count = quantity(count as u64, noun)
    )
}
