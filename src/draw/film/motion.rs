//! The pictures of a film: some for each motion between two frames, and one for each frame that stands still.
//!
//! A sprite in two successive frames slides, or hops, from one place to the other. What appears fades in and what
//! disappears fades out. Marks and words change at once: marks go when the motion begins, words when it has ended.

use super::scene::{Film, Look, Sprite};
use std::collections::HashMap;

/// The time between two pictures of a motion, in milliseconds.
const STEP: f64 = 60.0;

pub(super) struct Picture<'a> {
    /// The sprites, from the lowest layer to the highest.
    pub sprites: Vec<Placed<'a>>,
    /// The time for which it is shown, in milliseconds.
    pub milliseconds: f64,
}

/// A sprite at some moment of a motion.
#[derive(PartialEq)]
pub(super) struct Placed<'a> {
    pub id: u32,
    pub look: &'a Look,
    pub x: f64,
    pub y: f64,
    /// Width and height, as shares of the natural ones.
    pub scale: [f64; 2],
    pub opacity: f64,
    layer: u32,
}

impl<'a> Placed<'a> {
    fn new(sprite: &'a Sprite) -> Self {
        let scale = f64::from(sprite.scale) / 100.0;
        Self {
            id: sprite.id,
            look: &sprite.look,
            x: sprite.x,
            y: sprite.y,
            scale: [scale; 2],
            opacity: 1.0,
            layer: sprite.layer,
        }
    }

    fn faded(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

pub(super) fn pictures(film: &Film) -> impl Iterator<Item = Picture<'_>> {
    film.frames.iter().enumerate().flat_map(|(number, frame)| {
        let before = number.checked_sub(1).map_or(&[][..], |before| &film.frames[before].sprites);
        let glide = f64::from(frame.glide);
        let steps = (glide / STEP).round() as u32;
        let moving = (0..steps).map(move |step| Picture {
            sprites: between(before, &frame.sprites, (f64::from(step) + 0.5) / f64::from(steps)),
            milliseconds: glide / f64::from(steps),
        });
        let mut sprites: Vec<_> = frame.sprites.iter().map(Placed::new).collect();
        sprites.sort_by_key(|sprite| sprite.layer);
        moving.chain(std::iter::once(Picture { sprites, milliseconds: frame.rest.into() }))
    })
}

/// The sprites after a share (between 0 and 1) of the motion from one frame to the next.
fn between<'a>(before: &'a [Sprite], after: &'a [Sprite], share: f64) -> Vec<Placed<'a>> {
    let mut old: HashMap<u32, &Sprite> = before.iter().map(|sprite| (sprite.id, sprite)).collect();
    let mut placed = Vec::new();
    for new in after {
        match (old.remove(&new.id), kind(&new.look)) {
            (Some(old), Kind::Words) => placed.push(Placed::new(old)),
            (Some(old), Kind::Mark) if old == new => placed.push(Placed::new(new)),
            (_, Kind::Words | Kind::Mark) => {}
            (Some(old), Kind::Thing) => placed.push(moved(old, new, share)),
            (None, Kind::Thing) => placed.push(Placed::new(new).faded(share)),
        }
    }
    for gone in before.iter().filter(|sprite| old.contains_key(&sprite.id)) {
        match kind(&gone.look) {
            Kind::Words => placed.push(Placed::new(gone)),
            Kind::Thing => placed.push(Placed::new(gone).faded(1.0 - share)),
            Kind::Mark => {}
        }
    }
    placed.sort_by_key(|sprite| sprite.layer);
    placed
}

/// A sprite on its way, slower at both ends. A look that changes does so halfway; a card is turned over.
fn moved<'a>(old: &'a Sprite, new: &'a Sprite, share: f64) -> Placed<'a> {
    let eased = share * share * (3.0 - 2.0 * share);
    let hop = new.hop * 4.0 * share * (1.0 - share);
    let mut placed = Placed::new(new);
    if old.look != new.look {
        placed.look = if share < 0.5 { &old.look } else { &new.look };
        placed.scale[0] *= (2.0 * share - 1.0).abs();
    }
    placed.x = old.x + (new.x - old.x) * eased;
    placed.y = old.y + (new.y - old.y) * eased - hop;
    placed
}

/// The way in which a look appears and disappears.
enum Kind {
    /// Fades during the motion.
    Thing,
    /// Hidden during the motion.
    Mark,
    /// Changes when the motion has ended.
    Words,
}

const fn kind(look: &Look) -> Kind {
    match look {
        Look::Words(_) | Look::Veil { .. } => Kind::Words,
        Look::Ring | Look::Leftwards | Look::Halo | Look::Spot(_) | Look::Forbidden => Kind::Mark,
        _ => Kind::Thing,
    }
}
