//! A table that numbers 64-bit keys in the order in which they come: where each was seen first.

/// Keys by number: open addressing over the numbers, 19 bytes a key at the most.
#[derive(Debug)]
pub(super) struct Index {
    pub keys: Vec<u64>,
    /// Number of the key + 1, or 0 for a free slot; as many slots as a power of two.
    slots: Vec<u32>,
}

impl Index {
    pub fn new() -> Self {
        Self { keys: Vec::new(), slots: vec![0; 1 << 10] }
    }

    /// The slot where `key` is, or the free one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let shift = 64 - self.slots.len().trailing_zeros();
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.keys[number as usize - 1] == key => return slot,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    pub fn find(&self, key: u64) -> Option<usize> {
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// The number of `key`, a new one if it was not there.
    pub fn insert(&mut self, key: u64) -> u32 {
        let mut slot = self.slot(key);
        if self.slots[slot] == 0 {
            if self.keys.len() >= self.slots.len() / 4 * 3 {
                self.grow();
                slot = self.slot(key);
            }
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
        }
        self.slots[slot] - 1
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for number in 0..self.keys.len() {
            let slot = self.slot(self.keys[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
