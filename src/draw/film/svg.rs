//! The SVG file: drawings once in its head, then each sprite with its way through the film as SMIL animations.

use super::art::art;
use super::card::suits;
use super::letters::Letters;
use super::palette::TABLE;
use super::scene::{Film, Frame, Look, Resolution};
use super::timeline::{Actor, Timeline, Track};
use crate::draw::render::{escaped, number};
use crate::lang::Say;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The drawings of a file by look and size, numbered.
pub(super) struct Gallery<'a> {
    pub numbers: BTreeMap<(&'a Look, u16), usize>,
}

impl<'a> Gallery<'a> {
    pub fn of(looks: impl Iterator<Item = (&'a Look, u16)>) -> Self {
        let mut numbers: BTreeMap<_, _> = looks.map(|look| (look, 0)).collect();
        numbers.values_mut().enumerate().for_each(|(number, place)| *place = number);
        Self { numbers }
    }

    pub fn number(&self, look: &'a Look, scale: u16) -> usize {
        self.numbers.get(&(look, scale)).copied().unwrap_or_default()
    }

    fn defs(&self, letters: &Letters) -> String {
        let mut defs = format!("<defs>{}{}", suits(), letters.defs());
        for (&(look, scale), place) in &self.numbers {
            let size = number(f64::from(scale) / 100.0);
            let size = if scale == 100 { String::new() } else { format!(" transform=\"scale({size})\"") };
            let _ = write!(defs, "<g id=\"d{place}\"{size}>{}</g>", art(look, letters));
        }
        defs + "</defs>"
    }
}

/// The beginning of a file, with its drawings, up to the table.
fn head(film: &Film, resolution: Resolution, gallery: &Gallery<'_>, letters: &Letters) -> String {
    let (width, height) = (number(film.width), number(film.height));
    let name = escaped(&film.title.say(letters.lang));
    // A little larger, so that no edge is left where the size in pixels is rounded.
    let (wide, high) = (number(film.width + 8.0), number(film.height + 8.0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{name}\"><title>{name}</title>{}\
         <rect x=\"-4\" y=\"-4\" width=\"{wide}\" height=\"{high}\" fill=\"{TABLE}\"/>",
        resolution.width,
        resolution.height,
        gallery.defs(letters)
    )
}

pub(super) fn still(film: &Film, frame: &Frame, resolution: Resolution, letters: &Letters) -> String {
    let gallery = Gallery::of(frame.sprites.iter().map(|sprite| (&sprite.look, sprite.scale)));
    let mut file = head(film, resolution, &gallery, letters);
    let mut sprites: Vec<_> = frame.sprites.iter().collect();
    sprites.sort_by_key(|sprite| sprite.layer);
    for sprite in sprites {
        let (drawing, x, y) = (gallery.number(&sprite.look, sprite.scale), number(sprite.x), number(sprite.y));
        let _ = write!(file, "<use href=\"#d{drawing}\" transform=\"translate({x} {y})\"/>");
    }
    file + "</svg>\n"
}

/// A file that plays. Without animation it shows the last frame.
pub(super) fn moving(film: &Film, resolution: Resolution, timeline: &Timeline, letters: &Letters) -> String {
    let gallery = Gallery::of(timeline.actors.iter().map(|actor| (&actor.look, actor.scale)));
    let mut file = head(film, resolution, &gallery, letters);
    let clock = Clock::of(timeline);
    for actor in &timeline.actors {
        write_actor(&mut file, actor, gallery.number(&actor.look, actor.scale), &clock);
    }
    file + "</svg>\n"
}

/// How time stands in the file.
struct Clock {
    end: f64,
    attributes: String,
}

impl Clock {
    fn of(timeline: &Timeline) -> Self {
        let end = timeline.times.last().map_or(1.0, |times| times[2]).max(1.0);
        Self { end, attributes: format!("dur=\"{}ms\" repeatCount=\"indefinite\"", number(end.round())) }
    }

    /// An element that follows a track: its keys as lists of times and values, the first at the beginning, and the last
    /// at the end unless the value only leaps.
    fn animated<const N: usize>(&self, element: &str, track: &Track<N>) -> String {
        let (mut times, mut values) = (String::new(), String::new());
        let leaps = track.only_leaps();
        let mut keys = track.keys.clone();
        if leaps {
            keys.dedup_by(|later, earlier| {
                let same = later.1 == earlier.1;
                if !same && later.0 == earlier.0 {
                    // The value before the leap stands in an earlier key already, or was never seen.
                    earlier.1 = later.1;
                    return true;
                }
                same
            });
        } else {
            keys.push((self.end, track.last()));
        }
        for (at, (time, value)) in keys.iter().enumerate() {
            let gap = if at == 0 { "" } else { ";" };
            let share = format!("{:.5}", (time / self.end).min(1.0));
            let share = share.trim_end_matches('0').trim_end_matches('.');
            let _ = write!(times, "{gap}{share}");
            let value: Vec<String> = value.iter().map(|&value| number((value * 100.0).round() / 100.0)).collect();
            let _ = write!(values, "{gap}{}", value.join(" "));
        }
        let mode = if leaps { " calcMode=\"discrete\"" } else { "" };
        format!("<{element}{mode} {} keyTimes=\"{times}\" values=\"{values}\"/>", self.attributes)
    }
}

fn write_actor(file: &mut String, actor: &Actor, drawing: usize, clock: &Clock) {
    let ([x, y], [seen]) = (actor.place.last(), actor.seen.last());
    let _ = write!(file, "<g transform=\"translate({} {})\"", number(x), number(y));
    if seen < 1.0 {
        let _ = write!(file, " opacity=\"{}\"", number(seen));
    }
    file.push('>');
    if actor.place.keys.len() > 1 {
        file.push_str(&clock.animated(&moves("translate"), &actor.place));
    }
    if actor.seen.keys.len() > 1 {
        file.push_str(&clock.animated("animate attributeName=\"opacity\"", &actor.seen));
    }
    if actor.wide.keys.len() > 1 {
        // The height stays: a second number, always 1.
        let keys = actor.wide.keys.iter().map(|&(time, [wide])| (time, [wide, 1.0])).collect();
        let turn = clock.animated(&moves("scale"), &Track { keys });
        let _ = write!(file, "<use href=\"#d{drawing}\">{turn}</use></g>");
    } else {
        let _ = write!(file, "<use href=\"#d{drawing}\"/></g>");
    }
}

fn moves(kind: &str) -> String {
    format!("animateTransform attributeName=\"transform\" type=\"{kind}\"")
}
