//! The file format of runs, for checkpoints, parts, merges and reports.
//!
//! A tally file is plain text with one item per line: a header that fixes all values, the counts, and a checksum of
//! every byte before it, which is the last line. It holds nothing about the machine or the time, so a run in one piece,
//! a resumed run and merged parts give the same bytes. This module converts texts; the caller reads and writes the
//! files.
//!
//! ```text
//! pioche tally 2
//! program 0.1.0
//! values 2
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
//! `precision` is the stop rule: a half-width, a level and a method such as `0.001 0.95 wilson`, then perhaps the rows
//! to which it applies, such as `nb_tas_max=2,4`. `stopped` is the reason why the run ended: `deals`, `precision`,
//! `interrupted` or `part`.
//!
//! `ranges` lists the simulated deals in ascending order with gaps between them, or is `none`. The checksum is 64-bit
//! FNV-1a of the bytes up to and including the line feed after `end`; it detects every change of a single byte. Format
//! 1 had no checksum. It is refused, since it cannot be told from a damaged file.
//!
//! A checksum does not prove that counts are true. They are also checked by the experiment
//! ([`check`](super::Experiment::check_tally)), so that a file made by hand cannot contradict itself.
//!
//! ```
//! use pioche_engine::experiments::{Experiment, Shuffle, from_name};
//! use pioche_engine::sim::{RunOptions, Seed, tally_file};
//!
//! let experiment = Shuffle::new(32, 3);
//! let run = experiment.run(experiment.plan(Seed(1), 1000), &RunOptions::default())?;
//! let text = tally_file::to_text(&run);
//! let (experiment, read) = tally_file::parse(&text, from_name).expect("a tally");
//! assert_eq!((experiment.name(), read), ("shuffle cards=32 riffles=3".to_owned(), run));
//! let error = tally_file::parse(&text.replace("seed 1", "seed 2"), from_name).expect_err("another checksum");
//! assert_eq!(error.what, tally_file::TallyFileErrorKind::ChecksumMismatch);
//! # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
//! ```

mod read;

pub use crate::rng::fnv1a_64 as checksum;
pub use read::{TallyFileError, TallyFileErrorKind, parse};

use super::VALUE_VERSION;
use super::run::Run;
use crate::stats::ExtremeKind;
use std::fmt::Write;

const FORMAT: &str = "pioche tally 2";
/// The first line of the format without checksums.
const FORMAT_WITHOUT_CHECKSUM: &str = "pioche tally 1";

/// The largest length of a tally file, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;
/// The largest number of entries of a histogram. A summary takes some hundred times their memory.
const MAX_BINS: usize = 1 << 20;

/// Returns the text of a tally file.
pub fn to_text(run: &Run) -> String {
    let Run {
        plan,
        done,
        tally,
        stop_reason: stopped,
    } = run;
    let precision = plan
        .stop_rule
        .as_ref()
        .map_or_else(|| "none".to_owned(), |precision| precision.to_string());
    let mut text = format!(
        "{FORMAT}\nprogram {}\nvalues {VALUE_VERSION}\nexperiment {}\nseed {}\ndeals {}\nprecision {precision}\n\
         stopped {}\nranges {done}\n",
        env!("CARGO_PKG_VERSION"),
        plan.experiment,
        plan.seed,
        plan.deals,
        stopped.name(),
    );
    for (name, histogram) in tally.layout.histograms.iter().zip(&tally.histograms) {
        let _ = write!(text, "histogram {name}");
        for count in histogram.counts() {
            let _ = write!(text, " {count}");
        }
        text.push('\n');
    }
    for ((name, direction), extreme) in tally.layout.extremes.iter().zip(&tally.extremes) {
        let _ = match extreme.value_and_deal {
            Some((value, deal)) => writeln!(
                text,
                "record {name} {} {deal}",
                record_code(*direction, value)
            ),
            None => writeln!(text, "record {name} none"),
        };
    }
    text.push_str("end\n");
    let _ = writeln!(text, "checksum {:016x}", checksum(text.as_bytes()));
    text
}

/// Maps a value to the number in the file, and back. In the file, the best value has the lowest number in both
/// directions.
const fn record_code(direction: ExtremeKind, value: u64) -> u64 {
    match direction {
        ExtremeKind::Lowest => value,
        ExtremeKind::Highest => u64::MAX - value,
    }
}
