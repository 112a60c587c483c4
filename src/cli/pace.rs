//! How long work will take, from what was done and how long that took.

use crate::topics::work;
use pioche_engine::sim::Experiment;

/// What a run takes besides its deals, in seconds: to begin, to end, and to be saved.
const EACH: f64 = 0.02;
/// What writing the files of a study takes.
pub const WRITING: f64 = 3.0;
/// Time after which something is known of this machine.
const SURE: f64 = 2.0;
/// The seconds that what was known before counts for.
const BEFORE: f64 = 0.5;

/// How far a study is, in seconds that it should take.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub all: f64,
    pub done: f64,
    /// What was there when this sitting met it.
    pub found: f64,
}

impl Work {
    /// The time left after so many seconds, at the pace of this sitting.
    pub fn left(&self, seconds: f64) -> Option<f64> {
        let pace = (seconds + BEFORE) / (self.done - self.found + BEFORE);
        (seconds >= SURE).then(|| (self.all - self.done).max(0.0) * pace)
    }
}

/// What a run should take, in seconds.
pub fn takes(question: &dyn Experiment, deals: u64, threads: f64) -> f64 {
    EACH + work(question, deals) / threads / 1e9
}

/// How fast something goes: as in its later half, because the first moments are slow.
#[derive(Debug, Default)]
pub struct Pace {
    /// A moment, and how much was done; the one from which is measured, and the one that takes its place.
    from: Option<(f64, f64)>,
    next: (f64, f64),
}

impl Pace {
    /// How much is done a second, once a second was watched.
    pub fn rate(&mut self, seconds: f64, done: f64) -> Option<f64> {
        let from = *self.from.get_or_insert_with(|| {
            self.next = (seconds, done);
            self.next
        });
        if seconds - self.next.0 >= self.next.0 - from.0 + 1.0 {
            (self.from, self.next) = (Some(self.next), (seconds, done));
        }
        (self.next.0 > from.0).then(|| (done - from.1).max(0.0) / (seconds - from.0))
    }
}
