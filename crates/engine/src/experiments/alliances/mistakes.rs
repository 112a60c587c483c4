//! The mistakes of programs that play the patience.

use super::histograms::AlliancesHistogram::{RuleChangedPiles, RulePiles};
use super::{Alliances, AlliancesPlayer, Play};
use crate::cards::Pack;
use crate::cards::shuffle::random_below;
use crate::experiments::MistakenProgram;
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::automatic::{self, GameMistake};
use crate::games::alliances::improve::best_change_by;
use crate::games::alliances::{AllianceRule, Policy};
use crate::sim::{AlteredExperiment, Experiment, Purpose, Streams};
use crate::stats::Tally;
use std::ops::{Range, RangeInclusive};

/// A function that returns the numbers of piles that a row counts.
type ValuesFn = fn(RangeInclusive<usize>) -> RangeInclusive<usize>;

/// Numbers of piles that are counted instead of "at most n piles".
const COUNT_MISTAKES: [(&str, ValuesFn); 5] = [
    ("exactly_n", |values| *values.end()..=*values.end()),
    ("fewer_than_n", |values| 0..=values.end().saturating_sub(1)),
    ("at_least_n", |values| *values.end()..=usize::MAX),
    ("at_most_n_plus_1", |values| 0..=values.end() + 1),
    ("more_than_n", |values| values.end() + 1..=usize::MAX),
];

/// The approximate time of a game with a mistake, of 32 cards.
const NANOSECONDS_PER_GAME: f64 = 1500.0;

impl Alliances {
    /// Returns the mistakes of reading and, for the rule of the leftmost jump, those of playing.
    pub(in crate::experiments) fn mistaken_programs(&self) -> Vec<MistakenProgram> {
        let mut mistakes: Vec<MistakenProgram> = Vec::new();
        for (key, values) in COUNT_MISTAKES {
            let program = AlteredExperiment::with_share_values(Box::new(*self), values);
            mistakes.push((key, program));
        }
        if self.play.player != AlliancesPlayer::RULE {
            return mistakes;
        }
        if self.play.improve.is_some() {
            mistakes.push(("change_not_applied", Box::new(self.rule_variant())));
        }
        let rightmost_player = AlliancesPlayer::Policy(Policy::Rightmost);
        let rightmost = self.variant(self.play.improve, rightmost_player);
        mistakes.push(("rightmost_jump", Box::new(rightmost)));
        for (key, alliance) in [
            ("either_suit_or_rank", AllianceRule::Either),
            ("suit_alone", AllianceRule::Suit),
            ("rank_alone", AllianceRule::Rank),
        ] {
            if alliance != self.play.alliance {
                let play = Play {
                    alliance,
                    ..self.play
                };
                mistakes.push((key, Box::new(Self { play, ..*self })));
            }
        }
        for (key, pack) in [
            ("numbers_of_32_cards", Pack::PIQUET),
            ("numbers_of_36_cards", Pack::SIX_TO_ACE),
            ("numbers_of_52_cards", Pack::FULL),
        ] {
            if pack != self.pack {
                mistakes.push((key, Box::new(Self { pack, ..*self })));
            }
        }
        if self.play.improve.is_none() {
            mistakes.push(("cards_put_back", self.cards_put_back()));
        }
        for mistake in GameMistake::ALL {
            mistakes.push((mistake.name(), self.game_mistake(mistake)));
        }
        mistakes
    }

    /// Returns the mistake of drawing each card from the whole pack.
    fn cards_put_back(&self) -> Box<dyn Experiment> {
        let experiment = *self;
        let pack = self.pack;
        AlteredExperiment::with_games(
            experiment,
            NANOSECONDS_PER_GAME,
            move |streams, deals, tally| {
                let deal_streams = streams.for_purpose(Purpose::Shuffle);
                for deal in deals {
                    let mut generator = deal_streams.stream(deal);
                    let mut draw = |_| random_below(pack.size() as u64, &mut generator) as u8;
                    let numbers: Vec<u8> = (0..pack.size()).map(&mut draw).collect();
                    let piles = automatic::automatic_pile_count(
                        &pack.deck(&numbers),
                        experiment.play.alliance,
                    );
                    tally.histograms[experiment.index(RulePiles)].add(piles);
                }
            },
        )
    }

    fn game_mistake(&self, mistake: GameMistake) -> Box<dyn Experiment> {
        let experiment = *self;
        let cards = self.pack.size();
        let games = self
            .play
            .improve
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
            let pile_count = |stock: &[_]| mistake.pile_count(stock, self.play.alliance);
            let mut piles = pile_count(&deck);
            let change = self
                .play
                .improve
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
