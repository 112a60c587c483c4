//! Where each sprite is at any time. A film says where things are in each frame; here this becomes motion.
//!
//! - A sprite that is in two frames running slides, or hops, from its old place to the new one.
//! - A sprite whose look changes on the way turns into the other one halfway; a card is turned over.
//! - What comes fades in and what goes fades out, while the others move. Words change when that has ended; marks go when
//!   it begins, and others come when it has ended.

use super::scene::{Film, Frame, Look, Sprite};
use std::collections::BTreeMap;

/// Pieces into which a motion is cut; each is straight.
const PIECES: u32 = 6;

/// A value that changes with time: straight between the keys, constant before the first and after the last.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track<const N: usize> {
    /// Times in milliseconds, never falling, and values. Two keys at the same time are a leap.
    pub keys: Vec<(f64, [f64; N])>,
}

impl<const N: usize> Track<N> {
    fn new(value: [f64; N]) -> Self {
        Self { keys: vec![(0.0, value)] }
    }

    pub fn last(&self) -> [f64; N] {
        self.keys[self.keys.len() - 1].1
    }

    fn push(&mut self, time: f64, value: [f64; N]) {
        if let [.., (_, before), last] = &mut self.keys[..]
            && *before == value
            && last.1 == value
        {
            last.0 = time;
        } else {
            self.keys.push((time, value));
        }
    }

    fn leap(&mut self, time: f64, value: [f64; N]) {
        self.go(time, time, value);
    }

    /// Goes from the last value to another, from one time to another.
    fn go(&mut self, begin: f64, end: f64, value: [f64; N]) {
        let last = self.last();
        if last != value {
            self.push(begin, last);
            self.push(end, value);
        }
    }

    /// The value at a time; at a leap, the one after it.
    pub fn at(&self, time: f64) -> [f64; N] {
        let after = self.keys.partition_point(|key| key.0 <= time);
        match (after.checked_sub(1).map(|before| self.keys[before]), self.keys.get(after)) {
            (Some((from, old)), Some(&(to, new))) => {
                let share = (time - from) / (to - from);
                std::array::from_fn(|i| old[i] + (new[i] - old[i]) * share)
            }
            (Some((_, value)), None) | (None, Some(&(_, value))) => value,
            (None, None) => [0.0; N],
        }
    }

    pub fn only_leaps(&self) -> bool {
        self.keys.windows(2).all(|pair| pair[0].1 == pair[1].1 || pair[0].0 == pair[1].0)
    }
}

/// A sprite in one look, throughout the film.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub look: Look,
    pub scale: u16,
    layer: u32,
    pub place: Track<2>,
    /// 1 when seen, 0 when not.
    pub seen: Track<1>,
    /// 1 when its whole width is seen, 0 when it stands on edge.
    pub wide: Track<1>,
}

/// All sprites of a film, those in front last.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    pub actors: Vec<Actor>,
    /// In milliseconds.
    pub duration: u64,
    /// For each frame: when motion begins, when it ends, when the frame ends.
    pub times: Vec<[f64; 3]>,
}

/// How a sprite comes and goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// It changes when the motion has ended.
    Word,
    /// It comes when the motion has ended, and goes when the next one begins.
    Mark,
    /// It fades during the motion.
    Thing,
}

const fn manner(look: &Look) -> Manner {
    match look {
        Look::Words(_) | Look::Veil { .. } => Manner::Word,
        Look::Ring | Look::Leftwards | Look::Halo | Look::Spot(_) | Look::Forbidden => Manner::Mark,
        _ => Manner::Thing,
    }
}

const fn is_card(look: &Look) -> bool {
    matches!(look, Look::Face { .. } | Look::Value { .. } | Look::Back)
}

/// What makes an actor: identity, look, size, layer.
type Role<'a> = (u32, &'a Look, u16, u32);

const fn role(sprite: &Sprite) -> Role<'_> {
    (sprite.id, &sprite.look, sprite.scale, sprite.layer)
}

impl Timeline {
    /// The timeline of a film that runs so many times faster.
    pub fn of(film: &Film, speed: f64) -> Self {
        let mut cast = Cast::default();
        let (mut times, mut now) = (Vec::new(), 0.0);
        for frame in &film.frames {
            let land = now + f64::from(frame.glide) / speed;
            let end = land + f64::from(frame.rest) / speed;
            cast.play(frame, now, land);
            times.push([now, land, end]);
            now = end;
        }
        let mut actors = cast.actors;
        actors.sort_by_key(|actor| actor.layer);
        Self { actors, duration: now.round() as u64, times }
    }
}

#[derive(Default)]
struct Cast<'a> {
    actors: Vec<Actor>,
    roles: BTreeMap<Role<'a>, usize>,
    /// The sprites of the frame before, by identity.
    before: BTreeMap<u32, &'a Sprite>,
}

impl<'a> Cast<'a> {
    fn actor(&mut self, sprite: &'a Sprite) -> &mut Actor {
        let actors = &mut self.actors;
        let index = *self.roles.entry(role(sprite)).or_insert_with(|| {
            actors.push(Actor {
                look: sprite.look.clone(),
                scale: sprite.scale,
                layer: sprite.layer,
                place: Track::new([sprite.x, sprite.y]),
                seen: Track::new([0.0]),
                wide: Track::new([1.0]),
            });
            actors.len() - 1
        });
        &mut actors[index]
    }

    /// Goes from the frame before to this one.
    fn play(&mut self, frame: &'a Frame, begin: f64, land: f64) {
        let now = frame.sprites.iter().map(|sprite| (sprite.id, sprite)).collect();
        let before = std::mem::replace(&mut self.before, now);
        let moving = frame.glide > 0;
        for (id, &sprite) in &before {
            if !self.before.contains_key(id) {
                let actor = self.actor(sprite);
                match manner(&sprite.look) {
                    Manner::Thing if moving => actor.seen.go(begin, land, [0.0]),
                    Manner::Thing | Manner::Mark => actor.seen.leap(begin, [0.0]),
                    Manner::Word => actor.seen.leap(land, [0.0]),
                }
            }
        }
        for sprite in &frame.sprites {
            match before.get(&sprite.id) {
                None => self.enter(sprite, moving, begin, land),
                Some(old) if manner(&sprite.look) == Manner::Mark && old != &sprite => {
                    self.actor(old).seen.leap(begin, [0.0]);
                    self.enter(sprite, moving, begin, land);
                }
                Some(old) if role(old) == role(sprite) => {
                    travel(&mut self.actor(sprite).place, old, sprite, begin, land)
                }
                Some(old) => self.change(old, sprite, moving, begin, land),
            }
        }
    }

    fn enter(&mut self, sprite: &'a Sprite, moving: bool, begin: f64, land: f64) {
        let actor = self.actor(sprite);
        // Only what is hidden leaps unseen: a mark at the beginning, when the one before has gone.
        actor.place.leap(begin, [sprite.x, sprite.y]);
        match manner(&sprite.look) {
            Manner::Thing if moving => actor.seen.go(begin, land, [1.0]),
            Manner::Mark | Manner::Word => actor.seen.leap(land, [1.0]),
            Manner::Thing => actor.seen.leap(begin, [1.0]),
        }
    }

    /// One actor hands over to another one on the way.
    fn change(&mut self, old: &'a Sprite, new: &'a Sprite, moving: bool, begin: f64, land: f64) {
        let turns = moving && is_card(&old.look) && is_card(&new.look) && old.look != new.look;
        // A new layer matters from the beginning.
        let same = old.look == new.look && old.scale == new.scale;
        let at = match manner(&new.look) {
            Manner::Word => land,
            Manner::Mark | Manner::Thing if same => begin,
            Manner::Mark | Manner::Thing => f64::midpoint(begin, land),
        };
        let actor = self.actor(old);
        if at > begin {
            travel(&mut actor.place, old, new, begin, land);
        }
        actor.seen.leap(at, [0.0]);
        if turns {
            actor.wide.go(begin, at, [0.0]);
            actor.wide.leap(at, [1.0]);
        }
        let actor = self.actor(new);
        actor.place.leap(begin, [old.x, old.y]);
        travel(&mut actor.place, old, new, begin, land);
        actor.seen.leap(at, [1.0]);
        if turns {
            actor.wide.leap(at, [0.0]);
            actor.wide.go(at, land, [1.0]);
        }
    }
}

/// Moves from one place to another: slowly at both ends, and over a hop.
fn travel(place: &mut Track<2>, old: &Sprite, new: &Sprite, begin: f64, land: f64) {
    if land <= begin {
        place.leap(begin, [new.x, new.y]);
        return;
    }
    if (old.x, old.y) == (new.x, new.y) {
        return;
    }
    place.push(begin, [old.x, old.y]);
    for piece in 1..=PIECES {
        let share = f64::from(piece) / f64::from(PIECES);
        let eased = share * share * (3.0 - 2.0 * share);
        let hop = new.hop * 4.0 * share * (1.0 - share);
        let x = old.x + (new.x - old.x) * eased;
        let y = old.y + (new.y - old.y) * eased - hop;
        place.push(begin + (land - begin) * share, [x, y]);
    }
}
