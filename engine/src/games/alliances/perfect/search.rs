//! The search for the fewest letters, in the order of what has to stay; and from what becomes of each letter to the jumps
//! in their order.

use super::Word;
use super::history::{Blocks, History, Letter, Step};
use crate::cards::pack::MAX_CARDS;
use std::ops::Range;

/// A history is compared with so many of its layer, the newest. All would be right as well, but takes a time in
/// proportion to their square, and hardly finds more.
const COMPARED: usize = 16;

#[derive(Clone, Debug, Default)]
struct Layer {
    newest: Newest,
    /// Those to which the next letter has not been added yet, the most promising first. They were kept one after the
    /// other: when a layer gets new ones, all it had are opened.
    open: Range<u32>,
    /// Those whose next letter may stay, once another letter is allowed to.
    waiting: Vec<u32>,
}

/// The newest histories of a layer, in turns: what a history is compared with, side by side.
#[derive(Clone, Debug, Default)]
struct Newest {
    firsts: [u64; COMPARED],
    seconds: [u64; COMPARED],
    signs: [u64; COMPARED],
    rests: [u32; COMPARED],
    /// Histories that the layer has, old ones too.
    count: usize,
}

impl Newest {
    #[inline(always)]
    fn contain(&self, blocks: &Blocks, history: History, useful: u64) -> bool {
        let (firsts, seconds, sign) = (history.firsts & useful, history.seconds, blocks.sign(history.rest));
        for age in 1..=self.count.min(COMPARED) {
            let place = (self.count - age) % COMPARED;
            // One branch for all three: which of them differs is a toss. Then the pairs, which hardly ever differ.
            let more = firsts & !self.firsts[place] | seconds & !self.seconds[place] | sign & !self.signs[place];
            if more == 0 && blocks.within(history.rest, self.rests[place], useful) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn add(&mut self, blocks: &Blocks, history: History) {
        let place = self.count % COMPARED;
        self.firsts[place] = history.firsts;
        self.seconds[place] = history.seconds;
        self.signs[place] = blocks.sign(history.rest);
        self.rests[place] = history.rest;
        self.count += 1;
    }
}

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
    /// The histories of all layers, as they came.
    pub(super) kept: Vec<History>,
    blocks: Blocks,
    /// The layers with open histories.
    open: u64,
    /// The layers with waiting histories.
    waiting: u64,
    /// The letters allied with one to the left of each.
    useful: [u64; MAX_CARDS],
    most: usize,
}

impl Search {
    /// A search that keeps about so many histories at most.
    pub(super) fn new(most: usize) -> Self {
        Self {
            layers: vec![Layer::default(); MAX_CARDS],
            kept: Vec::new(),
            blocks: Blocks::new(),
            open: 0,
            waiting: 0,
            useful: [0; MAX_CARDS],
            // Histories and blocks are numbered in 32 bits.
            most: most.min(u32::MAX as usize / 2),
        }
    }

    /// The fewest letters that can be left, if they are fewer than `limit`.
    pub(super) fn run(&mut self, word: &Word, limit: usize) -> End {
        self.kept.clear();
        if word.letters < 3 {
            return End::AtLimit;
        }
        self.restart(word);
        for cost in 2..limit {
            self.let_stay(word);
            loop {
                if self.open & 1 != 0 {
                    return End::Reached(cost);
                }
                if self.kept.len() >= self.most {
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
        let history = |number: u32| self.kept[number as usize];
        // History 0 is that of the last two letters.
        let origins = move |&number: &u32| Some(history(number).origin).filter(|&origin| origin != 0);
        std::iter::successors(Some(self.layers[0].open.start), origins).map(move |number| history(number).step)
    }

    fn restart(&mut self, word: &Word) {
        let letters = word.letters;
        for layer in &mut self.layers[..letters] {
            layer.newest.count = 0;
            layer.open = 0..0;
            layer.waiting.clear();
        }
        for letter in 1..letters {
            self.useful[letter] = self.useful[letter - 1] | word.allies[letter - 1];
        }
        let last = letters - 2;
        self.kept.push(self.blocks.restart(letters));
        self.layers[last].open = 0..1;
        (self.open, self.waiting) = (1 << last, 0);
    }

    #[inline]
    fn letter(&self, word: &Word, place: usize) -> Letter {
        Letter { place, allies: word.allies[place], useful: self.useful[place] }
    }

    /// Lets the next letter stay in all waiting histories, the shortest suffixes first, as far as memory goes.
    fn let_stay(&mut self, word: &Word) {
        while self.waiting != 0 && self.kept.len() < self.most {
            let suffix = self.waiting.ilog2() as usize;
            self.waiting ^= 1 << suffix;
            let letter = self.letter(word, suffix - 1);
            let [layer, behind] = &mut self.layers[suffix - 1..=suffix] else { return };
            layer.open.start = self.kept.len() as u32;
            for origin in behind.waiting.drain(..) {
                let history = Blocks::stay(&self.kept[origin as usize], origin, letter);
                if !layer.newest.contain(&self.blocks, history, letter.useful) {
                    layer.newest.add(&self.blocks, history);
                    self.kept.push(history);
                }
                if self.kept.len() >= self.most {
                    return;
                }
            }
            layer.open.end = self.kept.len() as u32;
            self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        }
    }

    /// Opens the most promising history of the longest suffix: lets the next letter jump wherever it can.
    fn let_jump(&mut self, word: &Word) {
        let suffix = self.open.trailing_zeros() as usize;
        let letter = self.letter(word, suffix - 1);
        let [layer, behind] = &mut self.layers[suffix - 1..=suffix] else { return };
        let Some(origin) = behind.open.next() else { return };
        self.open ^= u64::from(behind.open.is_empty()) << suffix;
        let history = self.kept[origin as usize];
        layer.open.start = self.kept.len() as u32;
        let needless = self.blocks.jump(&history, origin, letter, |blocks, child| {
            let new = !layer.newest.contain(blocks, child, letter.useful);
            if new {
                layer.newest.add(blocks, child);
                self.kept.push(child);
            }
            new
        });
        layer.open.end = self.kept.len() as u32;
        self.open |= u64::from(!layer.open.is_empty()) << letter.place;
        if !needless {
            behind.waiting.push(origin);
            self.waiting |= 1 << suffix;
        }
    }
}

/// The letters in an order in which they can be struck out, by what `steps` says of each.
///
/// From right to left: each letter that goes is put into the game on the letters to its right, at the first moment at
/// which its pair stands in front.
pub(super) fn struck(letters: usize, steps: &[Step]) -> Vec<usize> {
    let mut order = Vec::new();
    for (letter, step) in steps.iter().enumerate().rev() {
        if let Step::Jump(first, second) = *step {
            let suffix = below(letters) & !below(letter + 1);
            let moment = moment(suffix, &order, (first.into(), second.into()));
            order.insert(moment, letter);
        }
    }
    order
}

/// The number of letters of `order` that are struck out of a suffix before this pair stands in front, which it does:
/// a history holds no other pairs.
fn moment(mut suffix: u64, order: &[usize], pair: (u32, u32)) -> usize {
    let mut gone = 0;
    while (suffix.trailing_zeros(), (suffix & (suffix - 1)).trailing_zeros()) != pair {
        suffix ^= 1 << order[gone];
        gone += 1;
    }
    gone
}

/// The piles that jump when these letters are struck out: each time, the pile to the right of the letter.
pub(super) fn piles(struck: &[usize]) -> Vec<usize> {
    let mut left = u64::MAX;
    let jump = |&letter: &usize| {
        left ^= 1 << letter;
        (left & below(letter)).count_ones() as usize + 1
    };
    struck.iter().map(jump).collect()
}

const fn below(place: usize) -> u64 {
    if place < MAX_CARDS { (1 << place) - 1 } else { u64::MAX }
}
