//! Front histories as sets of pairs: how a letter is added, and which history contains which.

/// The number of the block that ends every chain: no letter is as far right, and it has no second letters.
const END: u32 = 0;
const LAST: Block = Block { seconds: 0, any: 0, sign: 0, next: END, first: u64::BITS as u8 };

/// Turns the second letters behind each first letter elsewhere, so that few pairs share a bit of a sign.
const TURN: u32 = 11;

/// A first letter and the second letters seen behind it; and, without following the chain, what it has from here on.
#[derive(Clone, Copy, Debug)]
struct Block {
    seconds: u64,
    /// All second letters from here on.
    any: u64,
    /// A bit for each pair from here on: what lacks one of them does not contain this.
    sign: u64,
    /// The number of the block to the right.
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
    pub(super) firsts: u64,
    /// The second letters behind the suffix's own letter.
    pub(super) seconds: u64,
    /// The number of the first block to its right.
    pub(super) rest: u32,
    /// The number of the history that the letter was added to.
    pub(super) origin: u32,
    pub(super) step: Step,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) place: usize,
    pub(super) allies: u64,
    /// The letters that have an ally further left: no others need be remembered.
    pub(super) useful: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    pub(super) fn new() -> Self {
        Self(vec![LAST])
    }

    /// Forgets everything, and gives the history of the last two letters of a word.
    pub(super) fn restart(&mut self, letters: usize) -> History {
        self.0.truncate(1);
        let (firsts, seconds) = (1 << (letters - 2), 1 << (letters - 1));
        History { firsts, seconds, rest: END, origin: 0, step: Step::Stay }
    }

    #[inline]
    fn get(&self, number: u32) -> &Block {
        &self.0[number as usize]
    }

    #[inline(always)]
    pub(super) fn sign(&self, number: u32) -> u64 {
        self.get(number).sign
    }

    /// The history in which `letter` stays before history `origin` of the suffix to its right.
    #[inline]
    pub(super) fn stay(history: &History, origin: u32, letter: Letter) -> History {
        let Letter { place, useful, .. } = letter;
        History { firsts: 1 << place, seconds: history.firsts & useful, rest: END, origin, step: Step::Stay }
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
        let all = history.firsts & useful;
        let any = history.seconds | self.get(history.rest).any;
        let mut block = Block { seconds: history.seconds, any, sign: 0, next: history.rest, first: place as u8 + 1 };
        let mut longest = None;
        while block.any & allies != 0 {
            let chances = block.seconds & allies;
            let seconds = all & up_to(block.first);
            // What a later chance has more is first letters seen before it; without any it is not worth the wait.
            if chances != 0 && longest != Some(seconds) {
                longest = Some(seconds);
                let second = chances.trailing_zeros() as u8;
                let firsts = 1 << place | history.firsts & from(block.first);
                let before = self.0.len();
                let rest = self.tail(block, from(second) & useful);
                let step = Step::Jump(block.first, second);
                if !keep(self, History { firsts, seconds, rest, origin, step }) {
                    self.0.truncate(before);
                }
                if seconds == all {
                    return true;
                }
            }
            block = *self.get(block.next);
        }
        false
    }

    /// The chain that begins with what is `kept` of a block's second letters.
    #[inline]
    fn tail(&mut self, block: Block, kept: u64) -> u32 {
        let seconds = block.seconds & kept;
        if seconds == 0 {
            return block.next;
        }
        let Block { any, sign, .. } = *self.get(block.next);
        let own = seconds.rotate_left(u32::from(block.first) * TURN);
        self.0.push(Block { seconds, any: any | seconds, sign: sign | own, ..block });
        (self.0.len() - 1) as u32
    }

    /// Whether all pairs of a chain are pairs of another one, useless letters aside.
    #[inline]
    pub(super) fn within(&self, mut small: u32, mut large: u32, useful: u64) -> bool {
        while small != large && small != END {
            let block = self.get(small);
            small = block.next;
            let seconds = block.seconds & useful;
            if seconds == 0 {
                continue;
            }
            let mut other = self.get(large);
            while other.first < block.first {
                other = self.get(other.next);
            }
            if other.first != block.first || seconds & !other.seconds != 0 {
                return false;
            }
            large = other.next;
        }
        true
    }
}

const fn from(letter: u8) -> u64 {
    u64::MAX << letter
}

const fn up_to(letter: u8) -> u64 {
    u64::MAX >> (63 - letter)
}
