//! The search for the fewest letters, by increasing cost, and the conversion of the letters' fates to a sequence of
//! jumps. Front histories are sets of pairs, to which letters are added, and which are compared.

use super::AllianceGraph;
use crate::cards::card::MAX_CARDS;
use std::ops::Range;

/// The number of histories of its layer, the newest ones, with which a history is compared. A comparison with all takes
/// a time in proportion to their square, and hardly finds more.
const COMPARED_HISTORIES: usize = 16;

#[derive(Clone, Debug, Default)]
struct Layer {
    newest: RecentHistories,
    /// The histories to which the next letter has not been added yet, the most promising first. Their numbers are
    /// consecutive, since a layer only gets new ones when it has none left.
    open: Range<u32>,
    /// The histories to which the next letter can be added as staying, at the next cost.
    waiting: Vec<u32>,
}

/// A ring of the newest histories of a layer, for comparisons; a structure of arrays.
#[derive(Clone, Debug, Default)]
struct RecentHistories {
    firsts: [u64; COMPARED_HISTORIES],
    seconds: [u64; COMPARED_HISTORIES],
    signatures: [u64; COMPARED_HISTORIES],
    first_blocks: [u32; COMPARED_HISTORIES],
    count: usize,
}

impl RecentHistories {
    #[inline(always)]
    fn contains_superset(
        &self,
        blocks: &BlockArena,
        history: FrontHistory,
        letters_with_left_ally: u64,
    ) -> bool {
        let firsts = history.first_letters & letters_with_left_ally;
        let seconds = history.second_letters;
        let signature = blocks.get(history.first_block).signature;
        for age in 1..=self.count.min(COMPARED_HISTORIES) {
            let place = (self.count - age) % COMPARED_HISTORIES;
            // The three tests are combined because each is unpredictable; the comparison of the pairs hardly ever
            // fails.
            let excess = firsts & !self.firsts[place]
                | seconds & !self.seconds[place]
                | signature & !self.signatures[place];
            if excess == 0
                && blocks.contains_useful_pairs_of(
                    self.first_blocks[place],
                    history.first_block,
                    letters_with_left_ally,
                )
            {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn add(&mut self, blocks: &BlockArena, history: FrontHistory) {
        let place = self.count % COMPARED_HISTORIES;
        self.firsts[place] = history.first_letters;
        self.seconds[place] = history.second_letters;
        self.signatures[place] = blocks.get(history.first_block).signature;
        self.first_blocks[place] = history.first_block;
        self.count += 1;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    NoneBelowLimit,
    Found(usize),
    /// The memory was full while this number of letters was tried; fewer are impossible.
    MemoryFullAtCost(usize),
}

/// A search and its buffers. A set of layers is a mask: the layer of the suffix from letter i on is bit i.
#[derive(Clone, Debug)]
pub struct HistorySearch {
    suffix_layers: Vec<Layer>,
    pub histories: Vec<FrontHistory>,
    blocks: BlockArena,
    open: u64,
    waiting: u64,
    letters_with_left_ally: [u64; MAX_CARDS],
    max_histories: usize,
}

impl HistorySearch {
    /// A search that keeps about `max_histories` histories at most.
    pub fn new(max_histories: usize) -> Self {
        Self {
            suffix_layers: vec![Layer::default(); MAX_CARDS],
            histories: Vec::new(),
            blocks: BlockArena::new(),
            open: 0,
            waiting: 0,
            letters_with_left_ally: [0; MAX_CARDS],
            // Histories and blocks are numbered in 32 bits.
            max_histories: max_histories.min(u32::MAX as usize / 2),
        }
    }

    /// Finds the fewest letters that can be left, if they are fewer than `limit`.
    pub fn find_fewest(&mut self, graph: &AllianceGraph, limit: usize) -> SearchOutcome {
        self.histories.clear();
        if graph.card_count < 3 {
            return SearchOutcome::NoneBelowLimit;
        }
        self.restart(graph);
        for cost in 2..limit {
            self.extend_by_staying(graph);
            loop {
                if self.open & 1 != 0 {
                    return SearchOutcome::Found(cost);
                }
                if self.histories.len() >= self.max_histories {
                    return SearchOutcome::MemoryFullAtCost(cost);
                }
                if self.open == 0 {
                    break;
                }
                self.extend_by_striking(graph);
            }
        }
        SearchOutcome::NoneBelowLimit
    }

    /// The fate of each letter but the last two, from letter 0 on, in the solution that was found last.
    pub fn solution_card_fates(&self) -> impl Iterator<Item = LetterFate> {
        let history = |number: u32| self.histories[number as usize];
        // History 0 is that of the last two letters.
        let origins =
            move |&number: &u32| Some(history(number).parent).filter(|&origin| origin != 0);
        std::iter::successors(Some(self.suffix_layers[0].open.start), origins)
            .map(move |number| history(number).fate)
    }

    fn restart(&mut self, graph: &AllianceGraph) {
        let letters = graph.card_count;
        for layer in &mut self.suffix_layers[..letters] {
            layer.newest.count = 0;
            layer.open = 0..0;
            layer.waiting.clear();
        }
        for letter in 1..letters {
            self.letters_with_left_ally[letter] =
                self.letters_with_left_ally[letter - 1] | graph.allies[letter - 1];
        }
        let first_suffix = letters - 2;
        self.histories.push(self.blocks.reset(letters));
        self.suffix_layers[first_suffix].open = 0..1;
        self.open = 1 << first_suffix;
        self.waiting = 0;
    }

    #[inline]
    fn letter(&self, graph: &AllianceGraph, place: usize) -> Letter {
        Letter {
            place,
            allies: graph.allies[place],
            letters_with_left_ally: self.letters_with_left_ally[place],
        }
    }

    /// Adds the next letter as staying to all waiting histories, the shortest suffixes first, as far as memory allows.
    fn extend_by_staying(&mut self, graph: &AllianceGraph) {
        while self.waiting != 0 && self.histories.len() < self.max_histories {
            let suffix = self.waiting.ilog2() as usize;
            self.waiting ^= 1 << suffix;
            let letter = self.letter(graph, suffix - 1);
            let [layer, shorter_layer] = &mut self.suffix_layers[suffix - 1..=suffix] else {
                return;
            };
            layer.open.start = self.histories.len() as u32;
            for origin in shorter_layer.waiting.drain(..) {
                let history = BlockArena::history_if_letter_stays(
                    &self.histories[origin as usize],
                    origin,
                    letter,
                );
                if !layer.newest.contains_superset(
                    &self.blocks,
                    history,
                    letter.letters_with_left_ally,
                ) {
                    layer.newest.add(&self.blocks, history);
                    self.histories.push(history);
                }
                if self.histories.len() >= self.max_histories {
                    return;
                }
            }
            layer.open.end = self.histories.len() as u32;
            self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        }
    }

    /// Adds the next letter as struck out, at each of its chances, to the most promising history of the longest suffix.
    fn extend_by_striking(&mut self, graph: &AllianceGraph) {
        let suffix = self.open.trailing_zeros() as usize;
        let letter = self.letter(graph, suffix - 1);
        let [layer, shorter_layer] = &mut self.suffix_layers[suffix - 1..=suffix] else {
            return;
        };
        let Some(origin) = shorter_layer.open.next() else {
            return;
        };
        self.open ^= u64::from(shorter_layer.open.is_empty()) << suffix;
        let history = self.histories[origin as usize];
        layer.open.start = self.histories.len() as u32;
        let is_contained =
            self.blocks
                .add_strike_histories(&history, origin, letter, |blocks, child| {
                    let is_new = !layer.newest.contains_superset(
                        blocks,
                        child,
                        letter.letters_with_left_ally,
                    );
                    if is_new {
                        layer.newest.add(blocks, child);
                        self.histories.push(child);
                    }
                    is_new
                });
        layer.open.end = self.histories.len() as u32;
        self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        if !is_contained {
            shorter_layer.waiting.push(origin);
            self.waiting |= 1 << suffix;
        }
    }
}

/// An order in which the letters can be struck out, from the fates of the letters.
///
/// From right to left, each letter is inserted into the order of the letters to its right, at the first moment at which
/// its pair is in front.
pub fn strike_order(letters: usize, fates: &[LetterFate]) -> Vec<usize> {
    let mut order = Vec::new();
    for (letter, fate) in fates.iter().enumerate().rev() {
        if let LetterFate::StrikeOut(first, second) = *fate {
            let suffix = bits_below(letters) & !bits_below(letter + 1);
            let moment = strikes_before_pair(suffix, &order, (first.into(), second.into()));
            order.insert(moment, letter);
        }
    }
    order
}

/// The number of letters of `order` that are struck out of a suffix before `pair` is in front.
///
/// The pair is in front at some moment, since it is from a history.
fn strikes_before_pair(mut suffix: u64, order: &[usize], pair: (u32, u32)) -> usize {
    let mut strikes = 0;
    while (
        suffix.trailing_zeros(),
        (suffix & (suffix - 1)).trailing_zeros(),
    ) != pair
    {
        suffix ^= 1 << order[strikes];
        strikes += 1;
    }
    strikes
}

pub fn jumping_piles(strike_order: &[usize]) -> Vec<usize> {
    let mut row = u64::MAX;
    let mut piles = Vec::with_capacity(strike_order.len());
    for &letter in strike_order {
        row ^= 1 << letter;
        piles.push((row & bits_below(letter)).count_ones() as usize + 1);
    }
    piles
}

fn bits_below(place: usize) -> u64 {
    if place < MAX_CARDS {
        (1 << place) - 1
    } else {
        u64::MAX
    }
}

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
    any: u64,
    /// A signature of all pairs of this block and those to the right: a history without one of its bits does not
    /// contain them.
    signature: u64,
    next: u32,
    first: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterFate {
    Stay,
    StrikeOut(u8, u8),
}

/// A history of the suffix that begins at some letter, and its origin.
///
/// The block of that letter is stored here. The blocks to its right are a chain; many histories share the end of a
/// chain.
#[derive(Clone, Copy, Debug)]
pub struct FrontHistory {
    pub first_letters: u64,
    pub second_letters: u64,
    pub first_block: u32,
    pub parent: u32,
    pub fate: LetterFate,
}

#[derive(Clone, Copy, Debug)]
pub struct Letter {
    pub place: usize,
    pub allies: u64,
    /// The letters that have an ally further left; the others need not be stored.
    pub letters_with_left_ally: u64,
}

#[derive(Clone, Debug)]
pub struct BlockArena(Vec<PairBlock>);

impl BlockArena {
    pub fn new() -> Self {
        Self(vec![SENTINEL_BLOCK])
    }

    /// Removes all blocks; returns the history of the last two of `letters` letters.
    pub fn reset(&mut self, letters: usize) -> FrontHistory {
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

    /// The history in which `letter` stays in front of history `origin`.
    #[inline]
    pub fn history_if_letter_stays(
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
    pub fn add_strike_histories(
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

    /// True if the chain `chain` contains every pair of the chain `subchain` with a second letter that has an ally
    /// further left.
    #[inline]
    pub fn contains_useful_pairs_of(
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

fn from(letter: u8) -> u64 {
    u64::MAX << letter
}

fn up_to(letter: u8) -> u64 {
    u64::MAX >> (63 - letter)
}
