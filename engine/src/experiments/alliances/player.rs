//! Who plays the patience.

use crate::games::alliances::Way;
use crate::games::alliances::ways::UnknownWay;
use std::fmt;
use std::str::FromStr;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Who knows the whole stock and leaves the fewest piles that any jumps can leave.
    Perfect,
    /// Who does not look into the stock.
    Way(Way),
}

impl Player {
    /// How he plays without looking into the stock.
    pub fn way(self) -> Option<Way> {
        match self {
            Self::Perfect => None,
            Self::Way(way) => Some(way),
        }
    }
}

/// `perfect`, or the name of a way of playing.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Way(way) => way.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = UnknownWay;

    fn from_str(text: &str) -> Result<Self, UnknownWay> {
        if text == "perfect" { Ok(Self::Perfect) } else { text.parse().map(Self::Way) }
    }
}
