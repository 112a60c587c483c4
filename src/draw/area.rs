//! Rectangles, in points or in pixels.

/// A rectangle by its edges. In pixels, the right and the lower edge are outside of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::draw) struct Area<T> {
    pub left: T,
    pub top: T,
    pub right: T,
    pub bottom: T,
}

impl Area<i32> {
    /// Whether there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// The smallest part that holds both.
    pub fn with(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                left: self.left.min(other.left),
                top: self.top.min(other.top),
                right: self.right.max(other.right),
                bottom: self.bottom.max(other.bottom),
            },
        }
    }

    /// The part of it in another one; empty when there is none.
    pub fn within(self, other: Self) -> Self {
        let part = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        if part.is_empty() { Self::default() } else { part }
    }
}
