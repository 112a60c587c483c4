//! The GIF file: a few pictures for each motion, one for each rest, and of every picture only what has changed.

use super::quantise::{Counts, MAX, Palette};
use super::raster::{Area, Stamps};
use super::timeline::Timeline;
use crate::draw::render::DrawError;
use gif::{DisposalMethod, Encoder, Repeat};
use std::borrow::Cow;

/// How long one picture of a motion stands, in milliseconds, at best; then what is tried when the file grows too large,
/// before motions are given up.
const STEPS: [f64; 4] = [45.0, 65.0, 90.0, 130.0];
/// Bytes that a file may have before motions are shown in fewer pictures, at one pixel a point.
const BYTES: f64 = 1_800_000.0;
/// Times are in hundredths of a second; browsers show less than two of them as ten.
const LEAST: u64 = 2;
/// The number of the colour that means "as before".
const BEFORE: u8 = MAX as u8;
/// Pixels that are compared together: most often they are the same.
const BLOCK: usize = 64;
/// Pictures that are looked at for the palette.
const SAMPLES: usize = 48;

/// When a picture is taken, and when it begins and ends to be seen, in hundredths of a second.
#[derive(Clone, Copy)]
struct Shot {
    time: f64,
    begin: u64,
    end: u64,
}

fn shots(timeline: &Timeline, step: f64) -> Vec<Shot> {
    let hundredths = |time: f64| (time / 10.0).round() as u64;
    let mut shots: Vec<Shot> = Vec::new();
    let mut add = |time: f64, end: f64| {
        let begin = shots.last().map_or(0, |shot| shot.end);
        let end = hundredths(end);
        match shots.last_mut() {
            // Too short to be seen: the later picture takes the place of the one before.
            Some(last) if end < begin + LEAST => (last.time, last.end) = (time, end.max(last.end)),
            _ => shots.push(Shot { time, begin, end: end.max(begin + LEAST) }),
        }
    };
    for &[begin, land, end] in &timeline.times {
        let steps = ((land - begin) / step).round().max(1.0);
        for at in 1..steps as u32 {
            let time = begin + (land - begin) * f64::from(at) / steps;
            add(time, time);
        }
        // Marks come when the motion has ended.
        add(land, end);
    }
    shots
}

pub(super) fn gif(scale: f64, stamps: &Stamps<'_>, painted: &dyn Fn(usize, usize)) -> Result<Vec<u8>, DrawError> {
    let mut palette = palette(&shots(stamps.timeline, STEPS[0]), stamps);
    let most = (BYTES * scale.powi(2).max(1.0)) as usize;
    // Without motions, a file is as large as it has to be.
    let tries = STEPS.into_iter().map(|step| (step, most)).chain([(f64::INFINITY, usize::MAX)]);
    for (step, most) in tries {
        if let Some(made) = encoded(&shots(stamps.timeline, step), most, stamps, &mut palette, painted)? {
            return Ok(made);
        }
    }
    Ok(Vec::new())
}

fn palette(shots: &[Shot], stamps: &Stamps<'_>) -> Palette {
    let mut canvas = vec![0; 3 * stamps.whole().pixels()];
    let mut counts = Counts::new();
    for shot in shots.iter().step_by(shots.len().div_ceil(SAMPLES)).chain(shots.last()) {
        stamps.paint(shot.time, stamps.whole(), &mut canvas);
        counts.add(&canvas);
    }
    counts.palette()
}

/// The file with these pictures; `None` as soon as it has more than `most` bytes.
fn encoded(
    shots: &[Shot],
    most: usize,
    stamps: &Stamps<'_>,
    palette: &mut Palette,
    painted: &dyn Fn(usize, usize),
) -> Result<Option<Vec<u8>>, DrawError> {
    let fault = |error: gif::EncodingError| DrawError::Picture(error.to_string());
    let mut file = Vec::new();
    let (width, height) = (stamps.whole().right as u16, stamps.whole().bottom as u16);
    let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes()).map_err(fault)?;
    encoder.set_repeat(Repeat::Infinite).map_err(fault)?;
    let mut screen = Screen::new(stamps.whole());
    let mut waiting: Option<gif::Frame<'static>> = None;
    for (number, shot) in shots.iter().enumerate() {
        painted(number, shots.len());
        let stands = (shot.end - shot.begin).min(u64::from(u16::MAX)) as u16;
        match (screen.go(shot.time, stamps, palette), &mut waiting) {
            (None, Some(before)) => before.delay = before.delay.saturating_add(stands),
            (area, _) => {
                let picture = screen.picture(area.unwrap_or_default(), stands);
                if let Some(before) = waiting.replace(picture) {
                    encoder.write_lzw_pre_encoded_frame(&before).map_err(fault)?;
                }
                if encoder.get_ref().len() > most {
                    return Ok(None);
                }
            }
        }
    }
    if let Some(last) = waiting {
        encoder.write_lzw_pre_encoded_frame(&last).map_err(fault)?;
    }
    drop(encoder);
    Ok((file.len() <= most).then_some(file))
}

/// What is seen now, and what was seen before.
struct Screen {
    whole: Area,
    time: Option<f64>,
    canvas: Vec<u8>,
    /// The number of each pixel's colour.
    now: Vec<u8>,
    before: Vec<u8>,
}

impl Screen {
    fn new(whole: Area) -> Self {
        let pixels = whole.pixels();
        Self { whole, time: None, canvas: vec![0; 3 * pixels], now: vec![0; pixels], before: Vec::new() }
    }

    /// Goes on to another time; returns the part that has changed.
    fn go(&mut self, time: f64, stamps: &Stamps<'_>, palette: &mut Palette) -> Option<Area> {
        let area = self.time.map_or(self.whole, |before| stamps.touched(before, time));
        stamps.paint(time, area, &mut self.canvas);
        if self.time.replace(time).is_some() {
            self.before.clone_from(&self.now);
        }
        for y in area.top..area.bottom {
            let row = self.row(area, y);
            palette.number(&self.canvas[3 * row.start..3 * row.end], &mut self.now[row]);
        }
        self.changed(area)
    }

    fn row(&self, area: Area, y: i32) -> std::ops::Range<usize> {
        let start = y as usize * self.whole.right as usize;
        start + area.left as usize..start + area.right as usize
    }

    /// The part of an area in which the picture differs from the one before.
    fn changed(&self, area: Area) -> Option<Area> {
        if self.before.is_empty() {
            return Some(area);
        }
        let mut changed = Area::default();
        for y in area.top..area.bottom {
            let row = self.row(area, y);
            let (now, before) = (&self.now[row.clone()], &self.before[row]);
            if let Some((first, last)) = differing(now, before) {
                let (left, right) = (area.left + first as i32, area.left + last as i32 + 1);
                changed = changed.with(Area { left, top: y, right, bottom: y + 1 });
            }
        }
        (!changed.is_empty()).then_some(changed)
    }

    /// One picture of the file: a part of the screen, written in the shorter of two ways.
    fn picture(&self, area: Area, delay: u16) -> gif::Frame<'static> {
        let make = |buffer: Vec<u8>, transparent: Option<u8>| {
            let mut made = gif::Frame {
                delay,
                dispose: DisposalMethod::Keep,
                transparent,
                left: area.left as u16,
                top: area.top as u16,
                width: (area.right - area.left) as u16,
                height: (area.bottom - area.top) as u16,
                buffer: Cow::Owned(buffer),
                ..gif::Frame::default()
            };
            made.make_lzw_pre_encoded();
            made
        };
        let rows = (area.top..area.bottom).map(|y| self.row(area, y));
        let plain = make(rows.clone().map(|row| &self.now[row]).collect::<Vec<_>>().concat(), None);
        if self.before.is_empty() {
            return plain;
        }
        let mut sparse = vec![BEFORE; plain.width as usize * plain.height as usize];
        for (row, sparse) in rows.zip(sparse.chunks_mut((plain.width as usize).max(1))) {
            let blocks = self.now[row.clone()].chunks(BLOCK).zip(self.before[row].chunks(BLOCK));
            for ((now, before), sparse) in
                blocks.zip(sparse.chunks_mut(BLOCK)).filter(|((now, before), _)| now != before)
            {
                for place in (0..now.len()).filter(|&place| now[place] != before[place]) {
                    sparse[place] = now[place];
                }
            }
        }
        let sparse = make(sparse, Some(BEFORE));
        if sparse.buffer.len() < plain.buffer.len() { sparse } else { plain }
    }
}

/// The first and the last place at which two rows differ.
fn differing(now: &[u8], before: &[u8]) -> Option<(usize, usize)> {
    let blocks = || now.chunks(BLOCK).zip(before.chunks(BLOCK));
    let (first, last) =
        (blocks().position(|(now, before)| now != before)?, blocks().rposition(|(now, before)| now != before)?);
    let differs = |place: &usize| now[*place] != before[*place];
    let (first, last) =
        ((BLOCK * first..now.len()).find(differs), (0..now.len().min(BLOCK * (last + 1))).rfind(differs));
    first.zip(last)
}
