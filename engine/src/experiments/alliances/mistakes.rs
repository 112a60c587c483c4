//! Mistakes in programs that play the patience.

use super::counts::AlliancesHistogram::{RuleChangedPiles, RulePiles};
use super::{Alliances, AlliancesPlayer};
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::improve::best_change_by;
use crate::games::alliances::mistakes::GameMistake;
use crate::games::alliances::{AllianceRule, Policy};
use crate::sim::mistake::ValuesFn;
use crate::sim::{AlteredExperiment, Experiment, Mistake, Streams};
use crate::stats::Tally;
use std::ops::Range;

/// Numbers of piles that are counted instead of "at most n piles".
const COUNT_MISTAKES: [(&str, ValuesFn); 3] = [
    ("exactly_n", |values| *values.end()..=*values.end()),
    ("fewer_than_n", |values| 0..=values.end().saturating_sub(1)),
    ("at_least_n", |values| *values.end()..=usize::MAX),
];

/// The approximate time of a game with a mistake, of 32 cards.
const NANOSECONDS_PER_GAME: f64 = 1500.0;

impl Alliances {
    /// Returns the mistakes of reading and, for the rule of the leftmost jump, those of playing.
    pub(super) fn program_mistakes(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        for (key, values) in COUNT_MISTAKES {
            mistakes.push(Mistake {
                key,
                experiment: AlteredExperiment::with_share_values(Box::new(*self), values),
            });
        }
        if self.player != AlliancesPlayer::RULE {
            return mistakes;
        }
        if self.improvement.is_some() {
            mistakes.push(Mistake {
                key: "change_not_applied",
                experiment: Box::new(Self {
                    improvement: None,
                    ..*self
                }),
            });
        }
        mistakes.push(Mistake {
            key: "rightmost_jump",
            experiment: Box::new(Self {
                player: AlliancesPlayer::Policy(Policy::Rightmost),
                ..*self
            }),
        });
        for (key, alliance) in [
            ("either_suit_or_rank", AllianceRule::Either),
            ("suit_alone", AllianceRule::Suit),
            ("rank_alone", AllianceRule::Rank),
        ] {
            if alliance != self.alliance {
                mistakes.push(Mistake {
                    key,
                    experiment: Box::new(self.with_alliance(alliance)),
                });
            }
        }
        for mistake in GameMistake::ALL {
            mistakes.push(Mistake {
                key: mistake.name(),
                experiment: self.with_game_mistake(mistake),
            });
        }
        mistakes
    }

    fn with_game_mistake(&self, mistake: GameMistake) -> Box<dyn Experiment> {
        let experiment = *self;
        let cards = self.pack.size();
        let games = self
            .improvement
            .map_or(1, |improvement| 1 + improvement.changes(cards).count());
        let nanoseconds = NANOSECONDS_PER_GAME * (cards as f64 / 32.0).powi(2) * games as f64;
        AlteredExperiment::with_games(experiment, nanoseconds, move |streams, deals, tally| {
            experiment.play_with_mistake(mistake, streams, deals, tally);
        })
    }

    fn play_with_mistake(
        &self,
        mistake: GameMistake,
        streams: &Streams,
        deals: Range<u64>,
        tally: &mut Tally,
    ) {
        let mut decks =
            ShuffledDecks::new(self.pack.size(), ShuffleMethod::Uniform, streams, deals);
        while let Some((_, numbers)) = decks.next_deck() {
            let deck = self.pack.deck(numbers);
            let pile_count = |stock: &[_]| mistake.pile_count(stock, self.alliance);
            let mut piles = pile_count(&deck);
            let change = self
                .improvement
                .and_then(|improvement| best_change_by(&deck, improvement, pile_count));
            if let Some(best) = change {
                piles = best.piles_before;
                let changed_piles = self.index(RuleChangedPiles);
                tally.histograms[changed_piles].add(best.piles_after);
            }
            tally.histograms[self.index(RulePiles)].add(piles);
        }
    }
}
