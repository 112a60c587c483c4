//! A deck of la réussite des alliances, solved: the fewest piles that any jumps leave, and a line of play to them.

use pioche_engine::cards::Pack;
use pioche_engine::cards::deck::{DeckLabels, DeckText, ParsedDeckText};
use pioche_engine::games::Game;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::perfect::PerfectSolver;

const DECK: &str = "A-C V-T 9-P A-T V-K 7-P R-K D-C 9-C 8-T 8-K R-T 10-T R-P D-K V-P 9-K 10-P 7-K 10-C A-P D-P 8-C \
                    8-P R-C 10-K A-K D-T 7-T V-C 9-T 7-C";

#[cfg_attr(test, test)]
fn main() {
    let deck = ParsedDeckText::new(DECK, 1)
        .deck(Pack::PIQUET)
        .expect("each card once");
    let solution = PerfectSolver::default()
        .solve(&deck)
        .expect("a deck of 32 cards takes little memory");
    println!("{}", DeckText(&deck));
    println!(
        "the rule leaves {} piles, perfect play {}",
        solution.automatic_piles, solution.fewest_piles
    );

    let mut game = PatienceState::new(&deck, 2);
    for mv in solution.moves_with_draws(0, deck.len()) {
        game.play(mv).expect("a line of legal moves");
    }
    println!("{}", DeckLabels(game.row().top_cards()));
    assert!(
        game.outcome().is_some()
            && game.row().pile_count() == solution.fewest_piles
            && solution.fewest_piles <= solution.automatic_piles
    );
}
