//! Sets of deal numbers: ranges in ascending order that neither touch nor overlap.

use crate::parse::ParseValueError;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A set of deal numbers, held as the fewest possible ranges.
///
/// ```
/// use pioche_engine::sim::RangeSet;
///
/// let done = RangeSet::from(0..64).disjoint_union(&RangeSet::from(128..192)).expect("disjoint");
/// assert_eq!(done.to_string(), "0..64 128..192");
/// assert_eq!(done.deal_count(), 128);
/// assert_eq!(done.gaps(200).to_string(), "64..128 192..200");
/// assert_eq!("0..64 128..192".parse(), Ok(done.clone()));
/// assert_eq!(done.disjoint_union(&RangeSet::from(150..160)), Err(150));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeSet(Vec<Range<u64>>);

impl RangeSet {
    /// Returns the number of deals.
    pub fn deal_count(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// True if the set holds this deal.
    pub fn contains(&self, deal: u64) -> bool {
        self.0.iter().any(|range| range.contains(&deal))
    }

    /// Returns the number after the last deal; 0 for the empty set.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |range| range.end)
    }

    /// Returns the number after the last deal if the set consists of the first deals of `part`; `None` for any other
    /// set. The empty set gives the start of `part`.
    pub fn end_if_prefix_of(&self, part: &Range<u64>) -> Option<u64> {
        match &self.0[..] {
            [] => Some(part.start),
            [range] if range.start == part.start && range.end <= part.end => Some(range.end),
            _ => None,
        }
    }

    /// Returns the ranges, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &Range<u64>> {
        self.0.iter()
    }

    /// Returns the deals below `end` that are not in the set.
    pub fn gaps(&self, end: u64) -> Self {
        let starts = std::iter::once(0).chain(self.0.iter().map(|range| range.end));
        let ends = self.0.iter().map(|range| range.start).chain([end]);
        let gaps = starts
            .zip(ends)
            .map(|(gap_start, gap_end)| gap_start..gap_end.min(end));
        Self(gaps.filter(|gap| !gap.is_empty()).collect())
    }

    /// Returns the union of two disjoint sets.
    ///
    /// # Errors
    /// The start of the first range that overlaps another.
    pub fn disjoint_union(&self, other: &Self) -> Result<Self, u64> {
        let mut ranges: Vec<Range<u64>> = self.0.iter().chain(&other.0).cloned().collect();
        ranges.sort_by_key(|range| range.start);
        let mut union: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match union.last_mut() {
                Some(last) if range.start < last.end => return Err(range.start),
                Some(last) if range.start == last.end => last.end = range.end,
                _ => union.push(range),
            }
        }
        Ok(Self(union))
    }
}

impl From<Range<u64>> for RangeSet {
    fn from(range: Range<u64>) -> Self {
        Self(
            Some(range)
                .into_iter()
                .filter(|range| !range.is_empty())
                .collect(),
        )
    }
}

fn parse_ranges(text: &str) -> Option<Vec<Range<u64>>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    if text == "none" {
        return Some(ranges);
    }
    for word in text.split(' ') {
        let (start, end) = word.split_once("..")?;
        let range = start.parse().ok()?..end.parse().ok()?;
        if range.is_empty() || ranges.last().is_some_and(|last| range.start <= last.end) {
            return None;
        }
        ranges.push(range);
    }
    Some(ranges)
}

/// Writes `0..64 128..192`, or `none`.
impl fmt::Display for RangeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (index, range) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(f, "{gap}{}..{}", range.start, range.end)?;
        }
        Ok(())
    }
}

impl FromStr for RangeSet {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        parse_ranges(text).map(Self).ok_or_else(|| {
            let expected = "list of ranges in ascending order, with deals left out between them";
            ParseValueError::new(text, expected)
        })
    }
}
