//! What is said of a step of the patience, in films and beside the row.

use crate::lang::{Lang, Sentence};

/// A card is drawn.
pub fn drawn(card: &str) -> Sentence {
    Sentence::new(format!("{card} est tiré de la pioche"), format!("{card} is drawn from the stock"))
}

/// A pile jumps next, because its neighbours are allied.
pub fn allied(card: &str, left: &str, right: &str) -> Sentence {
    Sentence::new(
        format!("{left} et {right} sont alliés : {card} saute"),
        format!("{left} and {right} are allied: {card} jumps"),
    )
}

/// A pile has jumped.
pub fn jumped(card: &str) -> Sentence {
    Sentence::new(format!("{card} a sauté"), format!("{card} has jumped"))
}

/// The patience is over, with so many piles.
pub fn over(piles: usize) -> Sentence {
    Sentence::new(format!("Fin : {piles} tas"), format!("The end: {}", Lang::En.counted(piles as u64, "pile", "piles")))
}
