//! What another way of playing makes of the very same deals, perfect play among them: how many piles it leaves, and how
//! many fewer than the rule of the leftmost jump, deal by deal.
//!
//! With a change of the stock, the rule and the player each take the change that is best for them; so one run tells
//! what the change gains, what the player gains, and what both gain together.
//!
//! A game that is beyond the solver's memory is never counted as if it were known. It counts for the bounds between
//! which its piles certainly lie: a share of deals then has an interval that allows for both. Means and differences are
//! those of the games that were solved; the share of the others is told.

mod count;
mod hands;
mod player;

use super::found::{Found, fewest, game, place, rows};
use super::{Alliances, COLUMNS, PILES_CURVE, WIN_CURVE};
use crate::cards::Pack;
use crate::experiments::decks::{Decks, ShuffleMethod};
use crate::games::alliances::Way;
use crate::games::alliances::improve::{Best, Improvement};
use crate::processor::Processor;
use crate::sim::question::or_none;
use crate::sim::summary::{BestDeal, Summary};
use crate::sim::{Experiment, Purpose, Row, Run, Setting, Settings, Streams};
use crate::stats::{Contradiction, Layout, Moments, Proportion, Tally};
use count::{BOTH, CHANGED, GAIN, Known, LEAD, OWN, OWN_CHANGED, OWN_GAIN, PLAIN, RULE, RULE_CHANGED, shares, up_to};
pub use hands::Hands;
pub use player::Player;
use std::ops::Range;

/// The experiment: a pack, perhaps a change of each stock, and a player beside the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pack: Pack,
    improve: Option<Improvement>,
    player: Player,
}

impl Played {
    /// `None` when the player is the rule itself, or there is nothing to change, or no change is best since the player
    /// plays one stock now so, now otherwise.
    pub fn new(pack: Pack, improve: Option<Improvement>, player: Player) -> Option<Self> {
        let is_rule = player == Player::Way(Way::Leftmost);
        let best_is_known = improve.is_none() || player != Player::Way(Way::Random) && pack.size() > 1;
        (!is_rule && best_is_known).then_some(Self { pack, improve, player })
    }

    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Self::new(settings.get("cards")?, settings.maybe("improve")?, settings.get("player")?)
    }

    /// The change of a deal that is best for the player; `None` when there is none, or it could not be told.
    pub fn best_change(&self, streams: &Streams, deal: u64) -> Option<Best> {
        let deck = self.rule().deck(streams, deal);
        let choices = &mut streams.stream(Purpose::Player1, deal);
        let (best, proved) = Hands::default().best_change(self.player, self.improve?, &deck, choices);
        best.filter(|_| proved)
    }

    /// The same without the player.
    fn rule(&self) -> Alliances {
        Alliances { pack: self.pack, improve: self.improve }
    }

    /// The settings that the rows of a game have in common: the change, and the player.
    fn games(&self) -> Vec<(String, Player, &'static str, Known)> {
        let rule = Player::Way(Way::Leftmost);
        let changed = or_none(self.improve);
        let mut games =
            vec![("none".to_owned(), rule, "nb_tas", RULE), ("none".into(), self.player, "nb_tas_player", OWN)];
        if self.improve.is_some() {
            games.insert(1, (changed.clone(), rule, "nb_tas_improved", RULE_CHANGED));
            games.push((changed, self.player, "nb_tas_player_improved", OWN_CHANGED));
        }
        games
    }
}

impl Experiment for Played {
    const TOPIC: &'static str = Alliances::TOPIC;

    type Scratch = Hands;

    fn settings(&self) -> Vec<Setting> {
        let mut settings = self.rule().settings();
        settings.push(("player", self.player.to_string()));
        settings
    }

    fn options(&self) -> Vec<Setting> {
        let mut options = self.rule().options();
        options.push(("player", self.player.to_string()));
        options
    }

    fn layout(&self) -> Layout {
        if self.improve.is_some() { CHANGED } else { PLAIN }
    }

    fn chunk(&self) -> u64 {
        if self.improve.is_some() { 64 } else { 64 * 16 }
    }

    fn scratch(&self, _: Processor) -> Hands {
        Hands::default()
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, hands: &mut Hands, tally: &mut Tally) {
        let choices = streams.family(Purpose::Player1);
        let mut decks = Decks::new(self.pack.size(), ShuffleMethod::Uniform, streams, deals);
        while let Some((deal, numbers)) = decks.next_deck() {
            let deck = self.pack.deck(numbers);
            let games = hands.play(self.player, self.improve, &deck, &mut choices.stream(deal));
            count::add(&games, deal, self.shift(), tally);
        }
    }

    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let cards = self.pack.size() as u64;
        // That perfect play is never worse than the rule is a theorem.
        let least = if self.player == Player::Perfect { cards } else { 0 };
        count::check(tally, &(fewest(self.pack) as u64..=cards), least..=2 * cards)
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let thresholds = fewest(self.pack)..self.pack.size();
        let games = self.games().into_iter();
        games.flat_map(|(.., known)| thresholds.clone().map(move |piles| up_to(tally, known, piles))).collect()
    }

    fn rows(&self) -> Vec<Row> {
        let games = self.games();
        rows(self.pack, games.iter().map(|(improve, player, ..)| (improve.as_str(), player.to_string())))
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        let (game, piles) = place(self.pack, row);
        let games = self.games();
        Some(up_to(tally, games[game].3, piles))
    }

    fn means(&self) -> Vec<&'static str> {
        let changed = ["gain", "gain_change_player", "gain_both"].into_iter().filter(|_| self.improve.is_some());
        self.games().iter().map(|(_, _, name, _)| *name).chain(["gain_player"]).chain(changed).collect()
    }

    fn shares(&self) -> Vec<&'static str> {
        let all = ["as_good", "player_better", "player_worse", "unsolved"];
        all.into_iter().filter(|name| self.estimated(name)).collect()
    }

    fn default_deals(&self) -> u64 {
        match (self.improve, self.player) {
            (None, Player::Way(Way::Lookahead)) | (Some(Improvement::Exchange), Player::Perfect) => 10_000,
            (None, _) => 100_000,
            (Some(_), _) => 1000,
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let tally = &run.tally;
        for (improve, player, name, known) in self.games() {
            let variant = if improve == "none" { player.to_string() } else { format!("{player} {improve}") };
            let found = Found {
                pack: self.pack,
                improve: &improve,
                player: player.to_string(),
                way: player.way().filter(|_| improve == "none"),
                curves: [WIN_CURVE, PILES_CURVE],
                variant,
            };
            let histogram = &tally.histograms[known.piles];
            game(&found, histogram, |piles| up_to(tally, known, piles), summary);
            summary.add_quantity(name, Moments::of(histogram, 0));
        }
        self.differences(tally, summary);
        summary.best = tally.extremes[0].get().map(|(reached, deal)| BestDeal { deal, reached });
    }
}

impl Played {
    /// Differences are counted from the worst that could be, so that no entry is negative.
    fn shift(&self) -> usize {
        self.pack.size()
    }

    /// What is gained by whom, deal by deal, and in how many deals the rule does as well.
    fn differences(&self, tally: &Tally, summary: &mut Summary) {
        let shift = -(self.shift() as i64);
        let mut quantity =
            |name, place: usize| summary.add_quantity(name, Moments::of(&tally.histograms[place], shift));
        quantity("gain_player", LEAD);
        if self.improve.is_some() {
            quantity("gain", GAIN);
            quantity("gain_change_player", OWN_GAIN);
            quantity("gain_both", BOTH);
        }
        for (name, share) in shares(tally, self.shift()).into_iter().filter(|(name, _)| self.estimated(name)) {
            summary.add_proportion(name, share);
        }
    }

    /// Whether a share is one that is estimated: that perfect play is never worse is a theorem.
    fn estimated(&self, share: &str) -> bool {
        self.player != Player::Perfect || share != "player_worse"
    }
}
