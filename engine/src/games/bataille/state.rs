//! The state of a game between two rounds, and one round, without allocation.
//!
//! Each hand is a ring of 256 places, indexed by a `u8` that wraps around. Both players lay a card in every pair, so
//! the two top cards always have the same index, `top`. Cards on the table stay in the ring, just before `top`, until
//! the trick is taken; a ring has room for all 256 cards.

use super::{Hands, LayingOrder, MAX_CARDS, PickupOrder, TieRule, card_value};
use crate::games::Player;

/// The state of a game between two rounds.
#[derive(Clone, Debug)]
pub struct BatailleState {
    order: LayingOrder,
    pickup: PickupOrder,
    ties: TieRule,
    /// The player that lays first at the next pair.
    first: Player,
    /// The index of the top cards.
    top: u8,
    /// The number of cards in each hand, from `top` on.
    held: [u16; 2],
    rings: [[u8; MAX_CARDS]; 2],
}

/// An event of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatailleEvent {
    /// A player lays the top card of their hand.
    Laid {
        /// The player that lays it.
        player: Player,
        /// The value of the card, also if it is face down.
        value: u8,
        /// The side of the card that is up.
        face: Face,
    },
    /// The trick goes under the winner's hand.
    Taken {
        /// The winner of the trick.
        player: Player,
        /// The number of cards in the trick.
        cards: u16,
    },
    /// A player has no card for the next pair: the game is over, and neither player gets the cards on the table.
    OutOfCards {
        /// The number of cards on the table; 0 when the round could not begin.
        cards: u16,
    },
}

/// The side of a card that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The value is visible and compared.
    Up,
    /// The value is hidden and not compared.
    Down,
}

impl BatailleState {
    /// A game with two empty hands.
    pub const fn new(order: LayingOrder) -> Self {
        Self {
            order,
            pickup: PickupOrder::Laid,
            ties: TieRule::Battle,
            first: Player::One,
            top: 0,
            held: [0; 2],
            rings: [[0; MAX_CARDS]; 2],
        }
    }

    /// Sets the order in which the cards of a trick go under the winner's hand; [`PickupOrder::Laid`] unless it is set.
    #[must_use]
    pub const fn with_pickup(mut self, pickup: PickupOrder) -> Self {
        self.pickup = pickup;
        self
    }

    /// Sets the rule for equal cards; [`TieRule::Battle`] unless it is set.
    #[must_use]
    pub const fn with_ties(mut self, ties: TieRule) -> Self {
        self.ties = ties;
        self
    }

    /// The order in which the cards of a trick go under the winner's hand.
    pub const fn pickup(&self) -> PickupOrder {
        self.pickup
    }

    /// A game that begins with these hands.
    pub fn with_hands(hands: &Hands, order: LayingOrder) -> Self {
        let mut state = Self::new(order);
        for (index, hand) in [hands.player1_hand(), hands.player2_hand()]
            .into_iter()
            .enumerate()
        {
            state.rings[index][..hand.len()].copy_from_slice(hand);
            state.held[index] = hand.len() as u16;
        }
        state
    }

    /// Begins a new game: deals a deck of card numbers one at a time, top card first, player 1 first. Card k has value
    /// 1 + k / 4. The order of laying stays, and player 1 lays first.
    ///
    /// # Panics
    /// When the deck has more than [`MAX_CARDS`] cards.
    #[doc(alias = "Battle")]
    pub fn deal(&mut self, deck: &[u8]) {
        self.deal_values(deck.iter().map(|&card| card_value(card)));
    }

    /// Begins a new game as [`BatailleState::deal`] does, from the values of the cards.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`] cards.
    pub fn deal_values(&mut self, values: impl Iterator<Item = u8>) {
        (self.first, self.top, self.held) = (Player::One, 0, [0; 2]);
        for (card, value) in values.enumerate() {
            assert!(card < MAX_CARDS, "a game has at most {MAX_CARDS} cards");
            self.rings[card % 2][card / 2] = value;
            self.held[card % 2] += 1;
        }
    }

    /// The player that lays first at the next pair.
    pub const fn first_to_lay(&self) -> Player {
        self.first
    }

    /// The number of cards in a player's hand.
    pub const fn hand_size(&self, player: Player) -> usize {
        self.held[player as usize] as usize
    }

    /// A player's cards, from the top down.
    pub fn hand(&self, player: Player) -> impl Iterator<Item = u8> {
        let ring = &self.rings[player as usize];
        (0..self.held[player as usize])
            .map(|place| ring[usize::from(self.top.wrapping_add(place as u8))])
    }

    /// A hash of the state: equal states that are not over have equal fingerprints.
    #[inline(always)]
    pub(super) const fn fingerprint(&self) -> [u16; 3] {
        let top = self.top as usize;
        [
            self.held[0],
            self.rings[0][top] as u16,
            self.rings[1][top] as u16,
        ]
    }

    /// Both hands as lists.
    pub fn hands(&self) -> Hands {
        let [one, two] = [Player::One, Player::Two].map(|player| self.hand(player).collect());
        Hands::new(one, two).expect("a state holds no more cards than hands may")
    }

    /// Returns true if a player holds no card.
    #[doc(alias = "isOver")]
    pub const fn is_over(&self) -> bool {
        self.held[0] == 0 || self.held[1] == 0
    }

    /// The player with more cards, or `None` when both hold as many (the handout's 1, 2 and 0).
    pub const fn leader(&self) -> Option<Player> {
        match (self.held[0], self.held[1]) {
            (one, two) if one > two => Some(Player::One),
            (one, two) if one < two => Some(Player::Two),
            _ => None,
        }
    }

    /// Plays one round. Returns true if it was completed, and false if a player had no card to lay, at the start or
    /// inside a battle; the game is then over and the cards on the table are lost.
    #[doc(alias = "oneRound")]
    pub fn try_play_round(&mut self) -> bool {
        self.try_play_round_with_events(|_| ())
    }

    /// Plays one round as [`BatailleState::try_play_round`] does, and calls `on_event` with each event in order.
    #[inline(always)]
    pub fn try_play_round_with_events(&mut self, mut on_event: impl FnMut(BatailleEvent)) -> bool {
        if self.is_over() {
            on_event(BatailleEvent::OutOfCards { cards: 0 });
            return false;
        }
        self.try_complete_round_unchecked(on_event)
    }

    /// Plays one round of a game that is not over.
    #[inline(always)]
    pub(super) fn try_complete_round_unchecked(
        &mut self,
        mut on_event: impl FnMut(BatailleEvent),
    ) -> bool {
        let [one, two] = self.lay_pair(0, Face::Up, &mut on_event);
        if one == two {
            return self.resolve_battle(on_event);
        }
        // The common case. A branch on the winner would be mispredicted every other time.
        let winner = usize::from(two > one);
        let first_picked = if self.pickup == PickupOrder::Laid {
            self.first
        } else {
            self.first_picked(winner)
        };
        let trick = if first_picked == Player::One {
            [one, two]
        } else {
            [two, one]
        };
        let bottom = self.top.wrapping_add(self.held[winner] as u8);
        self.rings[winner][usize::from(bottom)] = trick[0];
        self.rings[winner][usize::from(bottom.wrapping_add(1))] = trick[1];
        let gain = if winner == 0 { 1 } else { u16::MAX };
        self.held = [
            self.held[0].wrapping_add(gain),
            self.held[1].wrapping_sub(gain),
        ];
        self.clear_table(1);
        on_event(BatailleEvent::Taken {
            player: PLAYERS[winner],
            cards: 2,
        });
        true
    }

    /// Returns the player whose card goes first under the winner's hand, in a trick of one pair that is not picked up as laid.
    #[cold]
    fn first_picked(&self, winner: usize) -> Player {
        if self.pickup.puts_second(PLAYERS[winner], PLAYERS[winner]) {
            PLAYERS[1 - winner]
        } else {
            PLAYERS[winner]
        }
    }

    /// Completes a round after a tie of its first pair.
    #[inline(never)]
    fn resolve_battle(&mut self, mut see: impl FnMut(BatailleEvent)) -> bool {
        let faces: &[Face] = match self.ties {
            TieRule::Battle => &[Face::Down, Face::Up],
            TieRule::FaceUpBattle => &[Face::Up],
            TieRule::Player1Wins => return self.win_tie(Player::One, see),
            TieRule::Player2Wins => return self.win_tie(Player::Two, see),
        };
        let mut pairs = 1;
        loop {
            let mut cards = [0; 2];
            for &face in faces {
                if self.held.contains(&pairs) {
                    self.held = self.held.map(|held| held - pairs);
                    self.clear_table(pairs);
                    see(BatailleEvent::OutOfCards { cards: 2 * pairs });
                    return false;
                }
                cards = self.lay_pair(pairs, face, &mut see);
                pairs += 1;
            }
            if cards[0] != cards[1] {
                let winner = usize::from(cards[1] > cards[0]);
                self.take_trick(winner, pairs);
                see(BatailleEvent::Taken {
                    player: PLAYERS[winner],
                    cards: 2 * pairs,
                });
                return true;
            }
        }
    }

    /// Completes a round of one pair, which `player` wins.
    fn win_tie(&mut self, player: Player, mut see: impl FnMut(BatailleEvent)) -> bool {
        self.take_trick(player as usize, 1);
        see(BatailleEvent::Taken { player, cards: 2 });
        true
    }

    /// Lays a pair on a trick that already has `pairs`; returns player 1's card and player 2's.
    #[inline(always)]
    fn lay_pair(&self, pairs: u16, face: Face, see: &mut impl FnMut(BatailleEvent)) -> [u8; 2] {
        let place = usize::from(self.top.wrapping_add(pairs as u8));
        let cards = [self.rings[0][place], self.rings[1][place]];
        for player in players_from(self.first_to_lay_at(pairs)) {
            see(BatailleEvent::Laid {
                player,
                value: cards[player as usize],
                face,
            });
        }
        cards
    }

    /// Moves a trick of `pairs` pairs under the winner's hand.
    ///
    /// The winner's ring may be so full that card t of the trick overwrites a card of the trick. With `held` at most
    /// 256 - pairs, that one is at most the (t - pairs)-th, of a pair not later than that of t, and already read.
    /// If one player's cards go before the other's, so do their reads.
    fn take_trick(&mut self, winner: usize, pairs: u16) {
        let bottom = self.top.wrapping_add(self.held[winner] as u8);
        if self.pickup == PickupOrder::Laid {
            self.pick_up(winner, pairs, bottom, |_| true);
        } else {
            let pickup = self.pickup;
            let is_second = |player| pickup.puts_second(player, PLAYERS[winner]);
            let second_bottom = bottom.wrapping_add(pairs as u8);
            self.pick_up(winner, pairs, bottom, |player| !is_second(player));
            self.pick_up(winner, pairs, second_bottom, is_second);
        }
        self.held[winner] += pairs;
        self.held[1 - winner] -= pairs;
        self.clear_table(pairs);
    }

    /// Copies the cards of the players that `is_picked` accepts to the winner's hand, from the place `bottom` on.
    #[inline(always)]
    fn pick_up(
        &mut self,
        winner: usize,
        pairs: u16,
        mut bottom: u8,
        is_picked: impl Fn(Player) -> bool,
    ) {
        for pair in 0..pairs {
            let place = usize::from(self.top.wrapping_add(pair as u8));
            let cards = [self.rings[0][place], self.rings[1][place]];
            for player in players_from(self.first_to_lay_at(pair)) {
                if is_picked(player) {
                    self.rings[winner][usize::from(bottom)] = cards[player as usize];
                    bottom = bottom.wrapping_add(1);
                }
            }
        }
    }

    const fn first_to_lay_at(&self, pair: u16) -> Player {
        match self.order {
            LayingOrder::Alternating if pair % 2 == 1 => self.first.opponent(),
            _ => self.first,
        }
    }

    #[inline(always)]
    const fn clear_table(&mut self, pairs: u16) {
        self.first = self.first_to_lay_at(pairs);
        self.top = self.top.wrapping_add(pairs as u8);
    }
}

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

const fn players_from(first: Player) -> [Player; 2] {
    [first, first.opponent()]
}

impl PartialEq for BatailleState {
    /// Returns true if the hands in order, the player to lay first and the rules are equal.
    fn eq(&self, other: &Self) -> bool {
        let same_hand = |player| self.hand(player).eq(other.hand(player));
        self.held == other.held
            && (self.first, self.order) == (other.first, other.order)
            && (self.pickup, self.ties) == (other.pickup, other.ties)
            && same_hand(Player::One)
            && same_hand(Player::Two)
    }
}

impl Eq for BatailleState {}
