//! What a film says, in no language.

use super::Side;

/// Which game a film shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// La réussite des alliances.
    Alliances,
    /// Solitaire.
    Solitaire,
    /// Alak.
    Alak,
    /// Nim.
    Nim,
    /// Bataille.
    Bataille,
}

/// How a game of two has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ended {
    /// A player wins.
    Won(Side),
    /// Nobody does.
    Draw,
}

/// Something that a film says. Cards are given as they are written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Caption {
    /// The number of a cell, a sign.
    Plain(String),
    /// So many states are not shown.
    LeftOut(u64),
    /// Cards left in the stock.
    Stock(usize),
    /// Piles in the row.
    Piles(usize),
    /// A card is drawn.
    Drawn {
        /// The card.
        card: String,
    },
    /// A pile jumps next, because its neighbours are allied.
    Allied {
        /// The visible card of the pile.
        card: String,
        /// Its left neighbour.
        left: String,
        /// Its right neighbour.
        right: String,
    },
    /// A pile has jumped.
    Jumped {
        /// Its visible card.
        card: String,
    },
    /// The patience is over, with so many piles.
    PatienceOver(usize),
    /// Pegs on the board.
    Pegs(u32),
    /// A peg jumps next.
    PegJumps {
        /// The cell that it leaves.
        from: usize,
        /// The cell where it lands.
        to: usize,
    },
    /// No peg can jump; so many are left.
    PegsLeft(u32),
    /// The film ends, and pegs could still jump.
    PegsGoOn,
    /// A player, and how many stones he has.
    Stones(Side, u32),
    /// A player puts a stone.
    Put {
        /// Who.
        side: Side,
        /// The cell.
        cell: u32,
        /// Stones captured.
        captured: u32,
    },
    /// A player is to move.
    ToPlay(Side),
    /// The game of two is over.
    Over(Ended),
    /// A position came a second time.
    Repeats {
        /// Turns until it comes again.
        period: u64,
    },
    /// Matches on the table.
    Matches(u32),
    /// A player, and the matches that he has taken.
    Taken(Side, u32),
    /// A player takes matches.
    Takes {
        /// Who.
        side: Side,
        /// How many.
        take: u32,
    },
    /// Too few matches are left to take any.
    NoTake,
    /// More matches than are drawn.
    More(u32),
    /// A player, and the cards that he holds.
    Hand(Side, usize),
    /// The number of a round, from 1.
    Round(u64),
    /// The cards tie.
    Battle,
    /// A card is laid face down.
    FaceDown,
    /// A player takes the trick.
    TakesTrick {
        /// Who.
        side: Side,
        /// How many cards.
        cards: u16,
    },
    /// A player has no card to lay.
    NoCard,
    /// From here on the game repeats.
    LoopBegins,
    /// The game is back where it was.
    LoopCloses {
        /// Rounds that come again and again.
        period: u64,
        /// Rounds before the first of them.
        pre_period: u64,
    },
    /// Neither end nor repeat within so many rounds.
    Unresolved(u64),
}
