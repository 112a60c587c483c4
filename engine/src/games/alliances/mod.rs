//! La réussite des alliances (handout 000): a patience in which allied neighbours let a pile jump.
//!
//! # Rules
//! The shuffled deck is the stock. Its cards are drawn one by one and laid side by side, from left to right. Two cards
//! are *allied* when they have the same suit or the same rank; under another [`AllianceRule`], only cards of the same
//! suit, or only cards of the same rank. When the visible cards on both sides of a pile are
//! allied, that pile *jumps* onto its left neighbour and covers its visible card: the row is one pile shorter. The
//! first and the last pile never jump. After a draw every possible jump is made, the leftmost first, before the next
//! card is drawn. When the stock is empty and nothing jumps any more, the piles are counted; the game is won when
//! there are at most `max_piles` of them. Only visible cards matter, so a row is the list of the piles' tops.
//!
//! # Points settled
//! - Index 0 of a deck is the first card drawn.
//! - After a draw only the last three piles can be newly allied; after a jump the search restarts from the left. The
//!   end is the same as "deal everything, then always make the leftmost jump" ([`automatic`] tests it).
//! - With three cards or more at least 2 piles remain; 1 pile remains only of a deck of one card.
//! - The same rules with 36 cards, won at 2 piles, are the Russian "Medici patience".
//! - Renaming suits or ranks, or exchanging the roles of suit and rank, never changes the number of piles.
//! - An improvement ([`improve`]) changes the stock exactly once, even if every change makes it worse: the gain can be
//!   negative. Among the best changes the one farthest in the stock is taken.
//! - A player that chooses its jumps loses nothing by drawing everything first; [`perfect`] finds the fewest piles.

pub mod automatic;
pub mod improve;
pub mod mistakes;
pub mod perfect;
pub mod policy;
pub mod state;

pub use policy::Policy;
pub use state::{AllianceRule, PatienceState, PileRow};
