//! Front histories as sets of pairs: how a letter is added, and which history contains which.

/// The end of a chain of blocks.
const END: u32 = u32::MAX;

/// A first letter and the second letters seen behind it.
#[derive(Clone, Copy, Debug)]
struct Block {
    seconds: u64,
    /// The number of the block to the right, or [`END`].
    next: u32,
    first: u8,
}

/// How a letter was added to a history of the suffix to its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It stays for ever.
    Stay,
    /// It goes when these are the first two letters to its right.
    Jump(u8, u8),
}

/// A history of the suffix that begins at some letter, and where it comes from.
///
/// The block of that letter stands here. The blocks to its right are a chain whose end many histories share.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// All first letters, with or without second letters.
    firsts: u64,
    /// The second letters behind the suffix's own letter.
    seconds: u64,
    rest: u32,
    /// The number of the history that the letter was added to.
    pub(super) origin: u32,
    pub(super) step: Step,
}

/// A letter to be added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) place: usize,
    pub(super) allies: u64,
    /// The letters that have an ally further left: no others need be remembered.
    pub(super) useful: u64,
}

/// The blocks of all histories of a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    /// Forgets everything, and gives the history of the last two letters of a word.
    pub(super) fn restart(&mut self, letters: usize) -> History {
        self.0.clear();
        let (firsts, seconds) = (1 << (letters - 2), 1 << (letters - 1));
        History { firsts, seconds, rest: END, origin: 0, step: Step::Stay }
    }

    fn get(&self, number: u32) -> Option<Block> {
        self.0.get(number as usize).copied()
    }

    /// The history in which `letter` stays before history `origin` of the suffix to its right.
    pub(super) fn stay(history: &History, origin: u32, letter: Letter) -> History {
        let Letter { place, useful, .. } = letter;
        History { firsts: 1 << place & useful, seconds: history.firsts & useful, rest: END, origin, step: Step::Stay }
    }

    /// Gives `keep` the histories in which `letter` goes, from its first chance to its last, those left out that have
    /// a larger sister. The answer is whether one of them is larger than the one in which it stays.
    ///
    /// `keep` tells whether it kept the history.
    #[inline]
    pub(super) fn jump(
        &mut self,
        history: &History,
        origin: u32,
        letter: Letter,
        mut keep: impl FnMut(&Self, History) -> bool,
    ) -> bool {
        let Letter { place, allies, useful } = letter;
        let mut block = Block { first: place as u8 + 1, seconds: history.seconds, next: history.rest };
        let all = history.firsts & useful;
        let mut longest = None;
        loop {
            let chances = block.seconds & allies;
            let seconds = all & up_to(block.first);
            // What a later chance has more is first letters seen before it; without any it is not worth the wait.
            if chances != 0 && longest != Some(seconds) {
                longest = Some(seconds);
                let second = chances.trailing_zeros() as u8;
                let firsts = (1 << place | history.firsts & from(block.first)) & useful;
                let before = self.0.len();
                let rest = self.tail(block, from(second) & useful);
                let step = Step::Jump(block.first, second);
                if !keep(self, History { firsts, seconds, rest, origin, step }) {
                    self.0.truncate(before);
                }
            }
            match self.get(block.next) {
                Some(next) => block = next,
                None => return longest == Some(all),
            }
        }
    }

    /// The chain that begins with what is `kept` of a block's second letters.
    #[inline]
    fn tail(&mut self, block: Block, kept: u64) -> u32 {
        let seconds = block.seconds & kept;
        if seconds == 0 {
            return block.next;
        }
        self.0.push(Block { seconds, ..block });
        (self.0.len() - 1) as u32
    }

    /// Whether all pairs of `small` are pairs of `large`, a history of the same suffix, useless letters aside.
    #[inline]
    pub(super) fn within(&self, small: &History, large: &History, useful: u64) -> bool {
        if small.firsts & !large.firsts != 0 || small.seconds & !large.seconds != 0 {
            return false;
        }
        let (mut left, mut right) = (small.rest, large.rest);
        while left != right
            && let Some(block) = self.get(left)
        {
            let seconds = block.seconds & useful;
            left = block.next;
            if seconds == 0 {
                continue;
            }
            match self.seek(right, block.first) {
                Some(other) if seconds & !other.seconds == 0 => right = other.next,
                _ => return false,
            }
        }
        true
    }

    /// The block of a first letter in the chain that begins at `number`.
    #[inline]
    fn seek(&self, mut number: u32, first: u8) -> Option<Block> {
        while let Some(block) = self.get(number)
            && block.first <= first
        {
            if block.first == first {
                return Some(block);
            }
            number = block.next;
        }
        None
    }
}

/// The letters from `letter` on.
const fn from(letter: u8) -> u64 {
    u64::MAX << letter
}

/// The letters up to `letter`.
const fn up_to(letter: u8) -> u64 {
    u64::MAX >> (63 - letter)
}
