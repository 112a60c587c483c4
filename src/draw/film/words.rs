//! What a film says, in words.

use crate::draw::film::{Caption, Ended, Kind, Side};
use crate::lang::{Lang, Say, Subtitle};

/// The words of a caption.
pub(super) fn words(caption: &Caption, lang: Lang) -> String {
    subtitle(caption).say(lang)
}

/// The name of a game.
pub(super) fn title(kind: Kind, lang: Lang) -> String {
    match kind {
        Kind::Alliances => Subtitle::Patience,
        Kind::Solitaire => Subtitle::Solitaire,
        Kind::Alak => Subtitle::Alak,
        Kind::Nim => Subtitle::Nim,
        Kind::Bataille => Subtitle::Bataille,
    }
    .say(lang)
}

const fn number(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

fn subtitle(caption: &Caption) -> Subtitle {
    match *caption {
        Caption::Plain(ref text) => Subtitle::Plain { text: text.clone() },
        Caption::LeftOut(states) => Subtitle::LeftOut { states },
        Caption::Stock(cards) => Subtitle::Stock { cards },
        Caption::Piles(piles) => Subtitle::Piles { piles },
        Caption::Drawn { ref card } => Subtitle::CardDrawn { card: card.clone() },
        Caption::Allied { ref card, ref left, ref right } => {
            Subtitle::Allied { card: card.clone(), left: left.clone(), right: right.clone() }
        }
        Caption::Jumped { ref card } => Subtitle::Jumped { card: card.clone() },
        Caption::PatienceOver(piles) => Subtitle::PatienceOver { piles },
        Caption::Pegs(pegs) => Subtitle::Pegs { pegs },
        Caption::PegJumps { from, to } => Subtitle::PegJumps { from, to },
        Caption::PegsLeft(pegs) => Subtitle::PegsLeft { pegs },
        Caption::PegsGoOn => Subtitle::PegsGoOn,
        Caption::Stones(side, stones) => Subtitle::Stones { player: number(side), stones },
        Caption::Put { side, cell, captured } => Subtitle::Put { player: number(side), cell, captured },
        Caption::ToPlay(side) => Subtitle::ToPlay { player: number(side) },
        Caption::Over(Ended::Won(side)) => Subtitle::Won { player: number(side) },
        Caption::Over(Ended::Draw) => Subtitle::Drawn,
        Caption::Repeats { period } => Subtitle::Repeats { period },
        Caption::Matches(matches) => Subtitle::Matches { matches },
        Caption::Taken(side, matches) => Subtitle::Taken { player: number(side), matches },
        Caption::Takes { side, take } => Subtitle::Takes { player: number(side), matches: take },
        Caption::NoTake => Subtitle::NoTake,
        Caption::More(matches) => Subtitle::More { matches },
        Caption::Hand(side, cards) => Subtitle::Hand { player: number(side), cards },
        Caption::Round(round) => Subtitle::Round { round },
        Caption::Battle => Subtitle::Battle,
        Caption::FaceDown => Subtitle::FaceDown,
        Caption::TakesTrick { side, cards } => Subtitle::TakesTrick { player: number(side), cards },
        Caption::NoCard => Subtitle::NoCard,
        Caption::LoopBegins => Subtitle::LoopBegins,
        Caption::LoopCloses { period, pre_period } => Subtitle::LoopCloses { period, pre_period },
        Caption::Unresolved(rounds) => Subtitle::Unresolved { rounds },
    }
}
