//! Mistakes in programs that play bataille.

use super::Bataille;
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::bataille::{BatailleOutcome, BatailleState, LayingOrder, PickupOrder, TieRule};
use crate::sim::{AlteredExperiment, Experiment, Mistake, Streams};
use crate::stats::Tally;
use std::ops::Range;

/// The mistakes in the rule for equal cards.
const TIE_MISTAKES: [(&str, TieRule); 3] = [
    ("no_face_down_card", TieRule::FaceUpBattle),
    ("player1_wins_ties", TieRule::Player1Wins),
    ("player2_wins_ties", TieRule::Player2Wins),
];

/// The number of rounds after which a game without a limit counts as endless. Without a face-down card, a game of 13 values
/// and a fixed order neither ends nor returns to a state for a very long time.
const MAX_ROUNDS: u64 = 10_000;

/// The approximate time of a game, which mostly reaches [`MAX_ROUNDS`].
const NANOSECONDS_PER_GAME: f64 = 50_000.0;

impl Bataille {
    /// Returns the mistakes: another setting than that of the experiment, or another rule for equal cards.
    pub(super) fn program_mistakes(&self) -> Vec<Mistake> {
        let mut variants = Vec::new();
        for (key, pickup) in [
            ("picked_up_as_laid", PickupOrder::Laid),
            ("winner_first", PickupOrder::WinnerFirst),
            ("loser_first", PickupOrder::LoserFirst),
        ] {
            variants.push((key, Self { pickup, ..*self }));
        }
        for (key, order) in [
            ("fixed_order", LayingOrder::Fixed),
            ("alternating_order", LayingOrder::Alternating),
        ] {
            variants.push((key, Self { order, ..*self }));
        }
        for (key, riffles) in [("not_shuffled", 0), ("riffled_once", 1)] {
            let shuffle = ShuffleMethod::Riffle(riffles);
            variants.push((key, Self { shuffle, ..*self }));
        }
        variants.retain(|(_, variant)| variant != self);
        let settings = variants.into_iter().map(|(key, variant)| Mistake {
            key,
            experiment: Box::new(variant),
        });
        let ties = TIE_MISTAKES.into_iter().map(|(key, ties)| Mistake {
            key,
            experiment: self.with_ties(ties),
        });
        settings.chain(ties).collect()
    }

    fn with_ties(&self, ties: TieRule) -> Box<dyn Experiment> {
        let experiment = *self;
        AlteredExperiment::with_games(
            experiment,
            NANOSECONDS_PER_GAME,
            move |streams, deals, tally| {
                experiment.play_with_ties(ties, streams, deals, tally);
            },
        )
    }

    fn play_with_ties(
        &self,
        ties: TieRule,
        streams: &Streams,
        deals: Range<u64>,
        tally: &mut Tally,
    ) {
        let mut state = BatailleState::new(self.order)
            .with_pickup(self.pickup)
            .with_ties(ties);
        let cards = self.values.card_count();
        let mut decks = ShuffledDecks::new(cards, self.shuffle, streams, deals);
        while let Some((deal, deck)) = decks.next_deck() {
            state.deal(deck);
            let mut ending = state.play_to_end(self.max_rounds.unwrap_or(MAX_ROUNDS));
            if self.max_rounds.is_none() && matches!(ending.outcome, BatailleOutcome::CutOff { .. })
            {
                ending.outcome = BatailleOutcome::Endless {
                    period: MAX_ROUNDS,
                    pre_period: 0,
                };
            }
            self.add_game(deal, ending, tally);
        }
    }
}
