//! The one file format of runs: checkpoint, part, merge input and report input.
//!
//! Plain text, a line an item: a header that fixes all values, then the counts, then a checksum of every byte before
//! it, which nothing follows. No machine and no clock has a place in it: runs in one piece, gone on with or merged from
//! parts are the same bytes. Reading and writing files is the caller's affair; here are only the texts.
//!
//! ```text
//! pioche tally 2
//! program 0.1.0
//! values 1
//! experiment alliances cards=32 improve=none
//! seed 1
//! deals 1000000
//! precision none
//! stopped deals
//! ranges 0..1000000
//! histogram piles 0 0 7512 19377 …
//! record fewest 2 40
//! end
//! checksum 5d1c7f0e9ab2c634
//! ```
//!
//! `precision` is what could end the run before, such as `0.001 0.95 wilson`, or `0.001 0.95 wilson nb_tas_max=2,4`
//! where these rows count alone, and `stopped` what did: `deals`, `precision`, `interrupted` or `part`.
//!
//! `ranges` lists the deals that were played, in ascending order with gaps between them, or says `none`. The checksum is
//! 64-bit FNV-1a of the bytes up to and with the line feed after `end`: one byte changed in place always changes it.
//! Format 1 had no checksum; what cannot be told from a damaged file is not read, so it is refused by its name. A
//! checksum does not make counts true: they are held to the experiment's own [`check`](super::Experiment::check)
//! besides, so that a file made by hand cannot contradict itself.

mod read;

pub use crate::rng::fnv as checksum;
pub use read::{TallyError, TallyErrorKind, read};

use super::VALUE_VERSION;
use super::run::Run;
use crate::stats::Direction;
use std::fmt::Write;

const FORMAT: &str = "pioche tally 2";
/// The version before checksums.
const UNGUARDED: &str = "pioche tally 1";

/// No tally is longer, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;
/// No histogram has more entries: what is made of them costs some hundred times their memory.
const MAX_BINS: usize = 1 << 20;

/// The text of a run's tally.
pub fn write(run: &Run) -> String {
    let Run { plan, done, tally, stopped } = run;
    let precision = plan.precision.as_ref().map_or_else(|| "none".to_owned(), |precision| precision.to_string());
    let mut text = format!(
        "{FORMAT}\nprogram {}\nvalues {VALUE_VERSION}\nexperiment {}\nseed {}\ndeals {}\nprecision {precision}\n\
         stopped {}\nranges {done}\n",
        env!("CARGO_PKG_VERSION"),
        plan.experiment,
        plan.seed,
        plan.deals,
        stopped.word(),
    );
    for (name, histogram) in tally.layout.histograms.iter().zip(&tally.histograms) {
        let _ = write!(text, "histogram {name}");
        for count in histogram.counts() {
            let _ = write!(text, " {count}");
        }
        text.push('\n');
    }
    for ((name, direction), extreme) in tally.layout.extremes.iter().zip(&tally.extremes) {
        let _ = match extreme.held {
            Some((value, deal)) => writeln!(text, "record {name} {} {deal}", coded(*direction, value)),
            None => writeln!(text, "record {name} none"),
        };
    }
    text.push_str("end\n");
    let _ = writeln!(text, "checksum {:016x}", checksum(text.as_bytes()));
    text
}

/// The number that stands for a value in the file, and the value that a number stands for: what the file holds is the
/// lowest of its kind in every case.
const fn coded(direction: Direction, value: u64) -> u64 {
    match direction {
        Direction::Lowest => value,
        Direction::Highest => u64::MAX - value,
    }
}
