//! The pictures of a film: several for each motion between two frames, and one for each frame at rest.
//!
//! A sprite in two successive frames slides or hops from one position to the other. New sprites fade in, and removed
//! ones fade out. Marks and words do not fade: marks are hidden during the motion, and words change at its end.

use super::scene::{Film, Sprite, SpriteKind};
use std::collections::HashMap;

/// The intended time between two pictures of a motion, in milliseconds.
const STEP_MS: f64 = 60.0;

pub(super) struct FilmPicture<'a> {
    /// The sprites, from the lowest layer to the highest.
    pub sprites: Vec<PlacedSprite<'a>>,
    /// The time for which the picture is shown, in milliseconds.
    pub duration_ms: f64,
}

/// A sprite at a moment of a motion.
#[derive(PartialEq)]
pub(super) struct PlacedSprite<'a> {
    pub id: u32,
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
            id: sprite.id,
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

pub(super) fn film_pictures(film: &Film) -> impl Iterator<Item = FilmPicture<'_>> {
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
    let mut old: HashMap<u32, &Sprite> = before.iter().map(|sprite| (sprite.id, sprite)).collect();
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
