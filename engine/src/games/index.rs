//! A hash set that numbers its keys in the order of insertion: one array of keys, one of slots.

/// A set of positions with consecutive numbers from 0.
///
/// At most three slots in four are taken, and a position takes at most 11 bytes besides its key.
#[derive(Clone, Debug)]
pub(super) struct IndexSet {
    keys: Vec<u64>,
    /// Open addressing with linear probing: 0 is free, else the number of a key plus 1.
    slots: Vec<u32>,
    shift: u32,
}

impl IndexSet {
    pub fn new() -> Self {
        Self {
            keys: Vec::new(),
            slots: vec![0; 16],
            shift: 60,
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The size in bytes.
    pub fn byte_size(&self) -> u64 {
        (8 * self.keys.capacity() + 4 * self.slots.len()) as u64
    }

    /// The keys alone; the slots are freed.
    pub fn into_keys(mut self) -> Vec<u64> {
        self.keys.shrink_to_fit();
        self.keys
    }

    /// The slot of a key, or the free one where it belongs.
    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let slot_mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.keys[number as usize - 1] == key => return slot,
                _ => slot = (slot + 1) & slot_mask,
            }
        }
    }

    #[inline]
    pub fn index_of(&self, key: u64) -> Option<usize> {
        (self.slots[self.find_slot(key)] as usize).checked_sub(1)
    }

    pub fn contains(&self, key: u64) -> bool {
        self.index_of(key).is_some()
    }

    /// Inserts a key if it is new, and returns its index.
    #[inline]
    pub fn insert(&mut self, key: u64) -> usize {
        let slot = self.find_slot(key);
        match self.slots[slot] {
            0 => {
                self.keys.push(key);
                self.slots[slot] = self.keys.len() as u32;
                if self.keys.len() > self.slots.len() / 4 * 3 {
                    self.grow();
                }
                self.keys.len() - 1
            }
            number => number as usize - 1,
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.shift -= 1;
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for number in 0..self.keys.len() {
            let slot = self.find_slot(self.keys[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
