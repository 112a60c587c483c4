//! The uniform shuffle of [`super::shuffle`], 64 decks at once. Holds no list of cards, and knows no game.
//!
//! Its decks are bit planes, see [`super::planes`]: each is built by insertions without ever being a list. (Words of 16 bits
//! for the first 16 of them were tried, and slower.)

use super::Pack;
use super::draws::Draws;
use super::planes::{Places, Planes, empty, group, insert, put};
use super::shuffle::BLOCK;

/// Bits of a suit in a card's code; the rank's follow.
const SUIT_BITS: usize = 3;

/// Which bits of the cards' codes a pack needs: `S` planes of the suit among `P` planes.
const fn code_bit<const S: usize>(plane: usize) -> usize {
    if plane < S { plane } else { SUIT_BITS + plane - S }
}

/// Deals 64 decks at once. Holds its memory from deal to deal.
#[derive(Clone, Debug)]
pub struct Dealer {
    pack: Pack,
    codes: Vec<u8>,
    /// Where the cards are inserted.
    pub draws: Draws,
}

impl Dealer {
    /// A dealer of this pack.
    pub fn new(pack: Pack) -> Self {
        let code = |number| (number / pack.ranks()) | ((number % pack.ranks()) << SUIT_BITS);
        Self { pack, codes: (0..pack.size() as u8).map(code).collect(), draws: Draws::new(pack.size()) }
    }

    /// The pack.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// The decks of the block. `S` of the `P` planes are the suit's: enough for the pack's suits, the others for its
    /// ranks; `W` has a place for each card. `WIDE` and `NARROW` are those of [`Job::run`](crate::processor::Job::run).
    #[inline(always)]
    pub fn planes<W: Places, const S: usize, const P: usize, const WIDE: usize, const NARROW: usize>(
        &self,
    ) -> Planes<W, P, BLOCK> {
        let mut planes = empty::<W, P, BLOCK>();
        for first in (0..BLOCK).step_by(NARROW) {
            let mut begun = empty::<u32, P, NARROW>();
            self.insert_all::<_, S, P, NARROW>(first, 0..self.codes.len().min(u32::MAX_PLACES), &mut begun);
            for (plane, begun) in planes.iter_mut().zip(begun.iter()) {
                for (set, &begun) in plane[first..first + NARROW].iter_mut().zip(begun) {
                    *set = W::of(begun.into());
                }
            }
        }
        if W::MAX_PLACES > u32::MAX_PLACES {
            for first in (0..BLOCK).step_by(NARROW) {
                let mut group = group::<W, P, NARROW>(&planes, first);
                self.insert_all::<W, S, P, NARROW>(
                    first,
                    u32::MAX_PLACES.min(self.codes.len())..self.codes.len(),
                    &mut group,
                );
                put(group, &mut planes, first);
            }
        }
        planes
    }

    /// Inserts some cards, one after the other, in the decks of the lanes from `first` on.
    #[inline(always)]
    fn insert_all<W: Places, const S: usize, const P: usize, const L: usize>(
        &self,
        first: usize,
        cards: std::ops::Range<usize>,
        planes: &mut Planes<W, P, L>,
    ) {
        for (draws, &code) in self.draws.places()[cards.clone()].iter().zip(&self.codes[cards]) {
            let own: [W; P] =
                std::array::from_fn(|plane| W::of(u64::from(code >> code_bit::<S>(plane) & 1).wrapping_neg()));
            for (lane, &place) in draws[first..first + L].iter().enumerate() {
                insert(planes, lane, place, &own);
            }
        }
    }
}
