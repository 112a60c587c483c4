//! The counts that a test rejects, by binary search.

use std::ops::Range;

/// Returns the first number of a range with a property which all later ones have, too; the end of the range if none has
/// it.
pub(super) fn first_with(range: Range<u64>, has_property: impl Fn(u64) -> bool) -> u64 {
    let mut low = range.start;
    let mut high = range.end;
    while low < high {
        let middle = low.midpoint(high);
        if has_property(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}

/// The counts of some trials that a test rejects: those far below the middle, and those far above it.
pub(super) struct RejectedCounts {
    pub(super) largest_below: Option<u64>,
    pub(super) smallest_above: Option<u64>,
}

impl RejectedCounts {
    /// Finds the counts below the first and above the second of two counts in the middle; `None` where no count is
    /// rejected.
    pub(super) fn new(
        trials: u64,
        [low_middle, high_middle]: [u64; 2],
        is_rejected: impl Fn(u64) -> bool,
    ) -> Self {
        let smallest_above =
            is_rejected(trials).then(|| first_with(high_middle + 1..trials, &is_rejected));
        let largest_below = is_rejected(0)
            .then(|| first_with(1..low_middle.max(1), |count| !is_rejected(count)) - 1);
        Self {
            largest_below,
            smallest_above,
        }
    }
}
