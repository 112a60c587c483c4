//! Front histories as sets of pairs: adding a letter, and comparing two histories.

/// The number of the block that ends every chain; its first letter is beyond all others, and it has no second letters.
const END: u32 = 0;
const SENTINEL_BLOCK: PairBlock = PairBlock {
    seconds: 0,
    any: 0,
    signature: 0,
    next: END,
    first: u64::BITS as u8,
};

/// The rotation of the second letters for each first letter, so that few pairs share a bit of a signature.
const ROTATION: u32 = 11;

/// A first letter with the second letters seen behind it, and summaries of the rest of the chain.
#[derive(Clone, Copy, Debug)]
struct PairBlock {
    seconds: u64,
    /// The second letters of this block and all blocks to the right.
    any: u64,
    /// A signature of all pairs of this block and those to the right: a history without one of its bits does not
    /// contain them.
    signature: u64,
    /// The number of the block to the right.
    next: u32,
    first: u8,
}

/// The fate of a letter that is added to a history of the suffix to its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LetterFate {
    /// The letter is never struck out.
    Stay,
    /// The letter is struck out when these are the first two letters to its right.
    StrikeOut(u8, u8),
}

/// A history of the suffix that begins at some letter, and its origin.
///
/// The block of that letter is stored here. The blocks to its right are a chain; many histories share the end of a
/// chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrontHistory {
    /// All first letters, with or without second letters.
    pub(super) first_letters: u64,
    /// The second letters behind the suffix's own letter.
    pub(super) second_letters: u64,
    /// The number of the first block to its right.
    pub(super) first_block: u32,
    /// The number of the history that the letter was added to.
    pub(super) parent: u32,
    pub(super) fate: LetterFate,
}

/// The letter that is added to histories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) place: usize,
    pub(super) allies: u64,
    /// The letters that have an ally further left; the others need not be stored.
    pub(super) letters_with_left_ally: u64,
}

/// The blocks of all histories.
#[derive(Clone, Debug)]
pub(super) struct BlockArena(Vec<PairBlock>);

impl BlockArena {
    pub(super) fn new() -> Self {
        Self(vec![SENTINEL_BLOCK])
    }

    /// Removes all blocks; returns the history of the last two of `letters` letters.
    pub(super) fn reset(&mut self, letters: usize) -> FrontHistory {
        self.0.truncate(1);
        FrontHistory {
            first_letters: 1 << (letters - 2),
            second_letters: 1 << (letters - 1),
            first_block: END,
            parent: 0,
            fate: LetterFate::Stay,
        }
    }

    #[inline]
    fn get(&self, number: u32) -> &PairBlock {
        &self.0[number as usize]
    }

    #[inline(always)]
    pub(super) fn chain_superset_signature(&self, first_block: u32) -> u64 {
        self.get(first_block).signature
    }

    /// The history in which `letter` stays in front of history `origin`.
    #[inline]
    pub(super) fn history_if_letter_stays(
        history: &FrontHistory,
        origin: u32,
        letter: Letter,
    ) -> FrontHistory {
        FrontHistory {
            first_letters: 1 << letter.place,
            second_letters: history.first_letters & letter.letters_with_left_ally,
            first_block: END,
            parent: origin,
            fate: LetterFate::Stay,
        }
    }

    /// Calls `try_keep` with the histories in which `letter` is struck out, from its first chance to its last, without
    /// those that are contained in an earlier one.
    ///
    /// `try_keep` returns true if it kept the history. The result is true if one of the histories contains the one in which
    /// the letter stays.
    #[inline]
    pub(super) fn add_strike_histories(
        &mut self,
        history: &FrontHistory,
        origin: u32,
        letter: Letter,
        mut try_keep: impl FnMut(&Self, FrontHistory) -> bool,
    ) -> bool {
        let Letter {
            place,
            allies,
            letters_with_left_ally,
        } = letter;
        let stay_seconds = history.first_letters & letters_with_left_ally;
        let mut block = PairBlock {
            seconds: history.second_letters,
            any: history.second_letters | self.get(history.first_block).any,
            signature: 0,
            next: history.first_block,
            first: place as u8 + 1,
        };
        let mut longest_seconds = None;
        while block.any & allies != 0 {
            let chances = block.seconds & allies;
            let second_letters = stay_seconds & up_to(block.first);
            // A later chance is only better if there are more first letters before it.
            if chances != 0 && longest_seconds != Some(second_letters) {
                longest_seconds = Some(second_letters);
                let second = chances.trailing_zeros() as u8;
                let block_count = self.0.len();
                let strike_history = FrontHistory {
                    first_letters: 1 << place | history.first_letters & from(block.first),
                    second_letters,
                    first_block: self.push_chain(block, from(second) & letters_with_left_ally),
                    parent: origin,
                    fate: LetterFate::StrikeOut(block.first, second),
                };
                if !try_keep(self, strike_history) {
                    self.0.truncate(block_count);
                }
                if second_letters == stay_seconds {
                    return true;
                }
            }
            block = *self.get(block.next);
        }
        false
    }

    /// The chain that begins with a block reduced to the second letters in `letters`.
    #[inline]
    fn push_chain(&mut self, block: PairBlock, letters: u64) -> u32 {
        let seconds = block.seconds & letters;
        if seconds == 0 {
            return block.next;
        }
        let PairBlock { any, signature, .. } = *self.get(block.next);
        let block_signature = seconds.rotate_left(u32::from(block.first) * ROTATION);
        self.0.push(PairBlock {
            seconds,
            any: any | seconds,
            signature: signature | block_signature,
            ..block
        });
        (self.0.len() - 1) as u32
    }

    /// Returns true if the chain `chain` contains every pair of the chain `subchain` with a second letter that has an ally
    /// further left.
    #[inline]
    pub(super) fn contains_useful_pairs_of(
        &self,
        mut chain: u32,
        mut subchain: u32,
        letters_with_left_ally: u64,
    ) -> bool {
        while subchain != chain && subchain != END {
            let subchain_block = self.get(subchain);
            subchain = subchain_block.next;
            let seconds = subchain_block.seconds & letters_with_left_ally;
            if seconds == 0 {
                continue;
            }
            let mut block = self.get(chain);
            while block.first < subchain_block.first {
                block = self.get(block.next);
            }
            if block.first != subchain_block.first || seconds & !block.seconds != 0 {
                return false;
            }
            chain = block.next;
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
