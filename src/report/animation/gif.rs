//! The GIF file: a few pictures for each motion, one for each rest, and of every picture only what has changed.

use super::quantise::{Counts, MOST};
use super::raster::Stamps;
use super::timeline::Timeline;
use super::{AnimationError, Frame};
use crate::report::chart::ChartError;
use gif::{DisposalMethod, Encoder, Repeat};
use std::borrow::Cow;

/// About how long one picture of a motion stands, in milliseconds.
const STEP: f64 = 45.0;
/// Times are in hundredths of a second; browsers show less than two of them as ten.
const LEAST: u64 = 2;
/// The number of the colour that means "as before".
const BEFORE: u8 = MOST as u8;
/// Pictures that are looked at for the palette.
const SAMPLES: usize = 48;

/// When a picture is taken, and when it begins and ends to be seen, in hundredths of a second.
#[derive(Clone, Copy)]
struct Shot {
    time: f64,
    begin: u64,
    end: u64,
}

/// The moments at which pictures are taken.
fn shots(timeline: &Timeline) -> Vec<Shot> {
    let hundredths = |time: f64| (time / 10.0).round() as u64;
    let mut shots: Vec<Shot> = Vec::new();
    let mut add = |time: f64, end: f64| {
        let begin = shots.last().map_or(0, |shot| shot.end);
        let end = hundredths(end);
        match shots.last_mut() {
            // Too short to be seen: the picture before it stays, or is replaced by the later one.
            Some(last) if end < begin + LEAST => (last.time, last.end) = (time, end.max(last.end)),
            _ => shots.push(Shot { time, begin, end: end.max(begin + LEAST) }),
        }
    };
    for &[begin, land, end] in &timeline.times {
        let steps = ((land - begin) / STEP).round().max(1.0);
        for step in 1..steps as u32 {
            let at = |step: u32| begin + (land - begin) * f64::from(step) / steps;
            add(at(step), at(step));
        }
        // Marks come when the motion has ended.
        add(land, end);
    }
    shots
}

/// The file, and the number of its pictures.
pub(super) fn gif(frame: Frame, timeline: &Timeline, stamps: &Stamps) -> Result<(Vec<u8>, usize), AnimationError> {
    let shots = shots(timeline);
    let mut canvas = Vec::new();
    let mut counts = Counts::default();
    for shot in shots.iter().step_by(shots.len().div_ceil(SAMPLES)).chain(shots.last()) {
        stamps.paint(timeline, shot.time, &mut canvas);
        counts.add(&canvas);
    }
    let mut palette = counts.palette();
    let fault = |error: gif::EncodingError| ChartError::Picture(error.to_string());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, frame.width, frame.height, &palette.bytes()).map_err(fault)?;
    encoder.set_repeat(Repeat::Infinite).map_err(fault)?;
    let (mut numbers, mut shown) = (Vec::new(), Vec::new());
    let mut waiting: Option<gif::Frame<'static>> = None;
    let mut pictures = 0;
    for shot in shots {
        stamps.paint(timeline, shot.time, &mut canvas);
        palette.numbers(&canvas, &mut numbers);
        let stands = (shot.end - shot.begin).min(u64::from(u16::MAX)) as u16;
        match (changed(&numbers, &shown, frame), &mut waiting) {
            (None, Some(before)) => before.delay = before.delay.saturating_add(stands),
            (area, _) => {
                if let Some(before) = waiting.take() {
                    encoder.write_lzw_pre_encoded_frame(&before).map_err(fault)?;
                    pictures += 1;
                }
                waiting = Some(picture(&numbers, &shown, area.unwrap_or_default(), frame, stands));
                std::mem::swap(&mut numbers, &mut shown);
            }
        }
    }
    if let Some(last) = waiting {
        encoder.write_lzw_pre_encoded_frame(&last).map_err(fault)?;
        pictures += 1;
    }
    drop(encoder);
    Ok((file, pictures))
}

/// A part of a picture: left, top, right and bottom, the last two outside of it.
#[derive(Clone, Copy, Default)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// The part in which two pictures differ; all of it when there is none before.
fn changed(now: &[u8], before: &[u8], frame: Frame) -> Option<Area> {
    let (width, height) = (usize::from(frame.width), usize::from(frame.height));
    if before.is_empty() {
        return Some(Area { left: 0, top: 0, right: width, bottom: height });
    }
    let mut area: Option<Area> = None;
    for (row, (now, before)) in now.chunks_exact(width).zip(before.chunks_exact(width)).enumerate() {
        let differs = |column: &usize| now[*column] != before[*column];
        if let (Some(first), Some(last)) = ((0..width).find(differs), (0..width).rev().find(differs)) {
            let area = area.get_or_insert(Area { left: first, top: row, right: 0, bottom: 0 });
            area.left = area.left.min(first);
            area.right = area.right.max(last + 1);
            area.bottom = row + 1;
        }
    }
    area
}

/// One picture of the file: the changed part, written in the shorter of two ways.
fn picture(now: &[u8], before: &[u8], area: Area, frame: Frame, delay: u16) -> gif::Frame<'static> {
    let width = usize::from(frame.width);
    let rows = (area.top..area.bottom).map(|row| row * width + area.left..row * width + area.right);
    let plain: Vec<u8> = rows.clone().flat_map(|row| &now[row]).copied().collect();
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
    if before.is_empty() {
        return make(plain, None);
    }
    let kept = rows.flat_map(|row| now[row.clone()].iter().zip(&before[row]));
    let sparse = kept.map(|(now, before)| if now == before { BEFORE } else { *now }).collect();
    let (plain, sparse) = (make(plain, None), make(sparse, Some(BEFORE)));
    if sparse.buffer.len() < plain.buffer.len() { sparse } else { plain }
}
