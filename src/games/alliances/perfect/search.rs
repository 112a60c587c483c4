//! The search for the fewest letters, in the order of what has to stay.

use super::history::{Blocks, History, Letter, Step};
use super::word::Word;
use crate::cards::pack::MAX_CARDS;

/// A history is compared with so many of its layer, the newest. All would be right as well, but takes a time in
/// proportion to their square, and hardly finds more.
const COMPARED: usize = 32;

/// What is known of the histories of one suffix.
#[derive(Clone, Debug, Default)]
struct Layer {
    kept: Vec<History>,
    /// Those to which the next letter has not been added yet, the most promising last.
    open: Vec<u32>,
    /// Those whose next letter may stay, once another letter is allowed to.
    waiting: Vec<u32>,
}

impl Layer {
    fn clear(&mut self) {
        self.kept.clear();
        self.open.clear();
        self.waiting.clear();
    }

    /// Keeps a history that no other makes needless. It will be opened after those from `place` on.
    #[inline]
    fn keep(&mut self, blocks: &Blocks, history: History, useful: u64, place: usize) -> bool {
        let newest = &self.kept[self.kept.len().saturating_sub(COMPARED)..];
        if newest.iter().rev().any(|other| blocks.within(&history, other, useful)) {
            return false;
        }
        self.open.insert(place, self.kept.len() as u32);
        self.kept.push(history);
        true
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Not fewer letters than the limit.
    AtLimit,
    /// So many letters.
    Reached(usize),
    /// The memory was used up before it was known whether so many letters can be reached; fewer cannot.
    Full(usize),
}

/// The memory of a search. A set of layers is a mask: the layer of the suffix from letter i on is bit i.
#[derive(Clone, Debug)]
pub(super) struct Search {
    layers: Vec<Layer>,
    blocks: Blocks,
    /// The layers with open histories.
    open: u64,
    /// The layers with waiting histories.
    waiting: u64,
    /// The letters allied with one to the left of each.
    useful: [u64; MAX_CARDS],
    histories: usize,
    most: usize,
}

impl Search {
    /// A search that keeps about so many histories at most.
    pub(super) fn new(most: usize) -> Self {
        Self {
            layers: vec![Layer::default(); MAX_CARDS],
            blocks: Blocks::default(),
            open: 0,
            waiting: 0,
            useful: [0; MAX_CARDS],
            histories: 0,
            // Histories and blocks are numbered in 32 bits.
            most: most.min(u32::MAX as usize / 2),
        }
    }

    /// The histories kept by the last search.
    pub(super) fn histories(&self) -> usize {
        self.histories
    }

    /// The fewest letters that can be left, if they are fewer than `limit`.
    pub(super) fn run(&mut self, word: &Word, limit: usize) -> End {
        self.histories = 0;
        if word.letters() < 3 {
            return End::AtLimit;
        }
        self.restart(word);
        for cost in 2..limit {
            self.let_stay(word);
            loop {
                if self.open & 1 != 0 {
                    return End::Reached(cost);
                }
                if self.histories >= self.most {
                    return End::Full(cost);
                }
                if self.open == 0 {
                    break;
                }
                self.let_jump(word);
            }
        }
        End::AtLimit
    }

    /// How each letter but the last two was treated, from letter 0 on, in the search that has just reached its end.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        let mut origin = 0;
        self.layers.iter().map_while(move |layer| {
            let history = layer.kept.get(origin as usize)?;
            origin = history.origin;
            Some(history.step)
        })
    }

    /// Nothing is known but the last two letters, which stay.
    fn restart(&mut self, word: &Word) {
        let letters = word.letters();
        self.layers[..letters].iter_mut().for_each(Layer::clear);
        for letter in 1..letters {
            self.useful[letter] = self.useful[letter - 1] | word.allies(letter - 1);
        }
        let last = letters - 2;
        self.layers[last].kept.push(self.blocks.restart(letters));
        self.layers[last].open.push(0);
        (self.open, self.waiting, self.histories) = (1 << last, 0, 1);
    }

    fn letter(&self, word: &Word, place: usize) -> Letter {
        Letter { place, allies: word.allies(place), useful: self.useful[place] }
    }

    /// Lets the next letter stay in all waiting histories, the shortest suffixes first, as far as memory goes.
    fn let_stay(&mut self, word: &Word) {
        while self.waiting != 0 && self.histories < self.most {
            let suffix = self.waiting.ilog2() as usize;
            self.waiting ^= 1 << suffix;
            let letter = self.letter(word, suffix - 1);
            let [layer, behind] = &mut self.layers[suffix - 1..=suffix] else { return };
            for origin in behind.waiting.drain(..).rev() {
                let history = Blocks::stay(&behind.kept[origin as usize], origin, letter);
                let place = layer.open.len();
                self.histories += usize::from(layer.keep(&self.blocks, history, letter.useful, place));
                if self.histories >= self.most {
                    return;
                }
            }
            self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        }
    }

    /// Opens the most promising history of the longest suffix: lets the next letter jump wherever it can.
    fn let_jump(&mut self, word: &Word) {
        let suffix = self.open.trailing_zeros() as usize;
        let letter = self.letter(word, suffix - 1);
        let [layer, behind] = &mut self.layers[suffix - 1..=suffix] else { return };
        let Some(origin) = behind.open.pop() else { return };
        self.open ^= u64::from(behind.open.is_empty()) << suffix;
        let place = layer.open.len();
        let history = behind.kept[origin as usize];
        let needless = self.blocks.jump(&history, origin, letter, |blocks, child| {
            let kept = layer.keep(blocks, child, letter.useful, place);
            self.histories += usize::from(kept);
            kept
        });
        self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        if !needless {
            behind.waiting.push(origin);
            self.waiting |= 1 << suffix;
        }
    }
}
