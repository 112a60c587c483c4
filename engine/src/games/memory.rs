//! How much memory a search may take, or is expected to take.

use std::fmt;

/// An amount of memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory(pub u64);

impl Memory {
    /// So many bytes, or the largest amount there is when they are more.
    pub(super) fn saturating(bytes: u128) -> Self {
        Self(u64::try_from(bytes).unwrap_or(u64::MAX))
    }
}

/// 6 GiB: what a search may take where nobody knows the machine.
impl Default for Memory {
    fn default() -> Self {
        Self(6 << 30)
    }
}

/// In GiB, MiB or KiB, with one decimal.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["GiB", "MiB", "KiB"];
        let unit = (0..2).find(|&unit| self.0 >= 1 << (30 - 10 * unit)).unwrap_or(2);
        let tenths = (u128::from(self.0) * 10) >> (30 - 10 * unit);
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}
