//! Films as plain data, and their pictures: several for each motion between two frames, and one for each frame at rest.
//!
//! A [`Film`] is a list of [`Frame`]s, one for each state of a game; a frame is a list of [`Sprite`]s at positions. A
//! sprite keeps its number from frame to frame. A sprite in two successive frames slides or hops from one position to the
//! other. New sprites fade in, and removed ones fade out. Marks and words do not fade: marks are hidden during the motion,
//! and words change at its end.

use pioche_engine::games::Player;
use pioche_report::draw::{Align, Weight};
use pioche_report::lang::{Text, integer, tr};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The part of a game that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmRequest {
    /// A film of the whole game; of a longer game, states in the middle are left out.
    Film {
        /// The longest running time, in seconds.
        max_seconds: u32,
    },
    /// A picture of the state after this number of steps; `None` for the last state.
    Step(Option<u64>),
}

impl FilmRequest {
    /// The longest film without a request for another running time, in seconds.
    pub const DEFAULT_MAX_SECONDS: u32 = 60;
}

/// The states that a film leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedStates {
    /// The first and the last of these states.
    pub states: RangeInclusive<u64>,
    /// The rounds of these states, in a game of rounds.
    pub rounds: Option<RangeInclusive<u64>>,
}

impl OmittedStates {
    /// Names the states, as the subject of a sentence.
    pub fn text(&self) -> String {
        let (noun, range) = match &self.rounds {
            Some(rounds) => (Text("rounds"), rounds),
            None => (Text("steps"), &self.states),
        };
        let noun = noun.translated();
        let first = integer(*range.start());
        let last = integer(*range.end());
        tr!("{noun} {first} to {last}", noun, first, last)
    }
}

/// A film. Lengths are in points; a playing card is 64 wide and 90 high.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The number of states of the game, including the start.
    pub state_count: u64,
    /// The frames in the order of the game; a single one for a picture.
    pub frames: Vec<Frame>,
    /// The states that have no frame; `None` if the film shows the whole game.
    pub omitted: Option<OmittedStates>,
    /// The picture of a single frame as an SVG file, in place of its sprites.
    pub(crate) svg: Option<String>,
}

impl Film {
    /// Returns the running time in milliseconds.
    pub fn duration_ms(&self) -> u64 {
        self.frames
            .iter()
            .map(|frame| u64::from(frame.motion_ms) + u64::from(frame.hold_ms))
            .sum()
    }

    /// Adds a caption frame that says which states are left out. It is a copy of the last frame behind a veil.
    pub(super) fn add_omission_frame(&mut self, omitted: OmittedStates) {
        let caption = {
            let states = omitted.text();
            tr!("… {states} not shown …", states)
        };
        self.omitted = Some(omitted);
        let veil = SpriteKind::Veil {
            width: self.width as u16,
            height: self.height as u16,
        };
        let words = Caption::new(caption, 22, self.width as u16 - 60)
            .with_bold()
            .with_align(Align::Middle);
        let x = self.width / 2.0;
        let y = self.height / 2.0;
        let mut sprites = self
            .frames
            .last()
            .map_or_else(Vec::new, |frame| frame.sprites.clone());
        sprites.push(Sprite::new(("omission", 0), veil, (x, y)).with_layer(u32::MAX - 1));
        sprites.push(
            words
                .into_sprite(("omission", 1), (x, y + 7.0))
                .with_layer(u32::MAX),
        );
        self.frames.push(Frame {
            state_index: None,
            motion_ms: 0,
            hold_ms: OMISSION_MS,
            sprites,
        });
    }
}

/// The duration of the frame that says which states are left out, in milliseconds.
pub const OMISSION_MS: u32 = 1800;

/// A picture of a film at rest, with the motion that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The index of the state in the frame, from 0; `None` for a caption frame.
    pub state_index: Option<u64>,
    /// The duration of the motion from the frame before, in milliseconds; 0 for none.
    pub(crate) motion_ms: u32,
    /// The duration of the rest after the motion, in milliseconds.
    pub(crate) hold_ms: u32,
    /// The sprites; no two have the same `id`.
    pub(crate) sprites: Vec<Sprite>,
}

/// The identity of a thing in a film: its class and its number.
pub type SpriteId = (&'static str, u32);

#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The identity of the thing, the same in every frame.
    pub id: SpriteId,
    pub kind: SpriteKind,
    /// The horizontal position of the centre, from the left; for words, the anchor of their alignment.
    pub x: f64,
    /// The vertical position of the centre, from the top; for words, the base of the first line.
    pub y: f64,
    /// The size in percent of the natural one.
    pub scale_percent: u16,
    /// The layer; sprites of a higher layer hide those of a lower one.
    pub layer: u32,
    /// The height of the hop on the way to this frame, in points; 0 for a slide.
    pub hop_height: f64,
}

impl Sprite {
    /// Creates a sprite of natural size in the lowest layer.
    pub const fn new(id: SpriteId, kind: SpriteKind, (x, y): (f64, f64)) -> Self {
        Self {
            id,
            kind,
            x,
            y,
            scale_percent: 100,
            layer: 0,
            hop_height: 0.0,
        }
    }

    pub fn with_layer(self, layer: u32) -> Self {
        Self { layer, ..self }
    }

    pub fn with_scale(self, scale: u16) -> Self {
        Self {
            scale_percent: scale,
            ..self
        }
    }

    pub fn with_hop(self, hop: f64) -> Self {
        Self {
            hop_height: hop,
            ..self
        }
    }
}

/// The kind of a sprite, which determines its drawing. Natural sizes are in points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpriteKind {
    /// A playing card, 64 x 90: its suit (0 ♥, 1 ♦, 2 ♠, 3 ♣, then others), the symbol of the suit and the printed
    /// value.
    SuitedCard {
        suit: u8,
        symbol: char,
        rank: &'static str,
    },
    /// A card with a value and no suit, 64 x 90: its value, and the highest of the pack.
    ValueCard {
        value: u8,
        max_value: u8,
    },
    /// The back of a card, 64 x 90.
    CardBack,
    CardHighlight,
    /// A badge on a card that is about to jump to the left.
    JumpLeftBadge,
    /// A board of this width and height.
    Board {
        shape: BoardShape,
        width: u16,
        height: u16,
    },
    /// A hole in a board, 22 across.
    Hole,
    /// A peg, 38 across.
    Peg,
    /// A highlighting frame around a peg or a stone.
    PieceHighlight,
    /// A cell of a row or ring, 54 x 54.
    Cell,
    /// A stone, 46 across, of the first player (white) or the second (black).
    Stone(Player),
    /// A spot on the stone that was placed last.
    LastMoveSpot(Player),
    /// A cross on a cell where no stone may be placed now.
    ForbiddenCross,
    /// A match, 8 x 62.
    Match,
    /// A translucent shade behind words in front of everything else.
    Veil {
        width: u16,
        height: u16,
    },
    Caption(Caption),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoardShape {
    Rectangle,
    /// A rectangle with round corners, recessed into the table.
    Tray,
    /// A triangle on its base, with round corners.
    Triangle,
    /// A ring as thick as a cell.
    Ring,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Caption {
    pub text: String,
    /// The size of the letters in points.
    pub size: u16,
    pub align: Align,
    pub weight: Weight,
    /// The available width in points; longer text is broken or shrunk.
    pub max_width: u16,
    /// True for dark letters, which are for the wood of boards.
    pub is_on_wood: bool,
}

impl Caption {
    /// Creates a text on the table, in regular weight, which begins at its position.
    pub fn new(text: impl Into<String>, size: u16, max_width: u16) -> Self {
        Self {
            text: text.into(),
            size,
            align: Align::Start,
            weight: Weight::Regular,
            max_width,
            is_on_wood: false,
        }
    }

    pub fn with_bold(self) -> Self {
        Self {
            weight: Weight::Bold,
            ..self
        }
    }

    pub fn with_align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub fn on_wood(self) -> Self {
        Self {
            is_on_wood: true,
            ..self
        }
    }

    /// Places the text in front of other sprites.
    pub fn into_sprite(self, id: SpriteId, position: (f64, f64)) -> Sprite {
        Sprite::new(id, SpriteKind::Caption(self), position).with_layer(u32::MAX - 2)
    }
}

/// The intended time between two pictures of a motion, in milliseconds.
const STEP_MS: f64 = 60.0;

pub struct FilmPicture<'a> {
    /// The sprites, from the lowest layer to the highest.
    pub sprites: Vec<PlacedSprite<'a>>,
    pub duration_ms: f64,
}

/// A sprite at a moment of a motion.
#[derive(PartialEq)]
pub struct PlacedSprite<'a> {
    pub kind: &'a SpriteKind,
    pub x: f64,
    pub y: f64,
    /// The horizontal and the vertical scale; 1 is the natural size.
    pub scale: [f64; 2],
    pub opacity: f64,
    layer: u32,
}

impl<'a> PlacedSprite<'a> {
    fn new(sprite: &'a Sprite) -> Self {
        let scale = f64::from(sprite.scale_percent) / 100.0;
        Self {
            kind: &sprite.kind,
            x: sprite.x,
            y: sprite.y,
            scale: [scale; 2],
            opacity: 1.0,
            layer: sprite.layer,
        }
    }

    fn with_opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

pub fn film_pictures(film: &Film) -> impl Iterator<Item = FilmPicture<'_>> {
    film.frames.iter().enumerate().flat_map(|(number, frame)| {
        let before = number
            .checked_sub(1)
            .map_or(&[][..], |before| &film.frames[before].sprites);
        let glide = f64::from(frame.motion_ms);
        let steps = (glide / STEP_MS).round() as u32;
        let moving = (0..steps).map(move |step| FilmPicture {
            sprites: transition(
                before,
                &frame.sprites,
                (f64::from(step) + 0.5) / f64::from(steps),
            ),
            duration_ms: glide / f64::from(steps),
        });
        let mut sprites: Vec<_> = frame.sprites.iter().map(PlacedSprite::new).collect();
        sprites.sort_by_key(|sprite| sprite.layer);
        moving.chain(std::iter::once(FilmPicture {
            sprites,
            duration_ms: frame.hold_ms.into(),
        }))
    })
}

/// Returns the sprites after a share (0 to 1) of the motion from one frame to the next.
fn transition<'a>(
    before: &'a [Sprite],
    after: &'a [Sprite],
    progress: f64,
) -> Vec<PlacedSprite<'a>> {
    let mut old: HashMap<SpriteId, &Sprite> =
        before.iter().map(|sprite| (sprite.id, sprite)).collect();
    let mut placed = Vec::new();
    for new in after {
        match (old.remove(&new.id), appearance(&new.kind)) {
            (Some(old), Appearance::Hold) => placed.push(PlacedSprite::new(old)),
            (Some(old), Appearance::Hide) if old == new => placed.push(PlacedSprite::new(new)),
            (_, Appearance::Hold | Appearance::Hide) => {}
            (Some(old), Appearance::Fade) => placed.push(interpolate(old, new, progress)),
            (None, Appearance::Fade) => placed.push(PlacedSprite::new(new).with_opacity(progress)),
        }
    }
    for gone in before.iter().filter(|sprite| old.contains_key(&sprite.id)) {
        match appearance(&gone.kind) {
            Appearance::Hold => placed.push(PlacedSprite::new(gone)),
            Appearance::Fade => placed.push(PlacedSprite::new(gone).with_opacity(1.0 - progress)),
            Appearance::Hide => {}
        }
    }
    placed.sort_by_key(|sprite| sprite.layer);
    placed
}

/// Interpolates between two states of a sprite, more slowly at both ends. A change of kind happens halfway; the sprite
/// narrows and widens like a card that is turned over.
fn interpolate<'a>(old: &'a Sprite, new: &'a Sprite, progress: f64) -> PlacedSprite<'a> {
    let eased = progress * progress * (3.0 - 2.0 * progress);
    let hop = new.hop_height * 4.0 * progress * (1.0 - progress);
    let mut placed = PlacedSprite::new(new);
    if old.kind != new.kind {
        placed.kind = if progress < 0.5 { &old.kind } else { &new.kind };
        placed.scale[0] *= (2.0 * progress - 1.0).abs();
    }
    placed.x = old.x + (new.x - old.x) * eased;
    placed.y = old.y + (new.y - old.y) * eased - hop;
    placed
}

/// The way in which a sprite appears and disappears.
enum Appearance {
    /// Fades during the motion.
    Fade,
    /// Hidden during the motion.
    Hide,
    /// Changes when the motion has ended.
    Hold,
}

const fn appearance(kind: &SpriteKind) -> Appearance {
    match kind {
        SpriteKind::Caption(_) | SpriteKind::Veil { .. } => Appearance::Hold,
        SpriteKind::CardHighlight
        | SpriteKind::JumpLeftBadge
        | SpriteKind::PieceHighlight
        | SpriteKind::LastMoveSpot(_)
        | SpriteKind::ForbiddenCross => Appearance::Hide,
        _ => Appearance::Fade,
    }
}
