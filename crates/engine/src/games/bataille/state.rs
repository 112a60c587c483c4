//! The state of a game between two rounds, and one round, without allocation.
//!
//! Each hand is a ring of 256 places, indexed by a `u8` that wraps around. Both players lay a card in every pair, so
//! the two top cards always have the same index, `top`. Cards on the table stay in the ring, just before `top`, until
//! the trick is taken; a ring has room for all 256 cards.

use super::pickup::PickupDraws;
use super::{BatailleRules, Hands, LayingOrder, MAX_CARDS, OutOfCards, PickupOrder, card_value};
use crate::games::Player;

/// The state of a game between two rounds.
#[derive(Clone, Debug)]
pub struct BatailleState {
    rules: BatailleRules,
    first: Player,
    top: u8,
    /// The number of cards in each hand, from `top` on.
    held: [u16; 2],
    rings: [[u8; MAX_CARDS]; 2],
}

/// An event of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEvent {
    /// The players lay the top cards of their hands, or one of them does.
    PairLaid {
        /// The cards, also if they are face down.
        laid: LaidPair,
        /// The side of the cards that is up.
        face: Face,
    },
    /// The trick goes under the winner's hand.
    TrickTaken {
        /// The winner of the trick.
        player: Player,
        /// The number of cards in the trick.
        cards: u16,
    },
    /// A player has no card for the next pair: the game is over, and neither player gets the cards on the table.
    OutOfCards,
}

/// The players that lay a card and its value, in the order of laying; `None` for a player without a card to lay.
pub type LaidPair = [Option<(Player, u8)>; 2];

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
    pub const fn new(rules: BatailleRules) -> Self {
        Self {
            rules,
            first: Player::One,
            top: 0,
            held: [0; 2],
            rings: [[0; MAX_CARDS]; 2],
        }
    }

    pub(super) fn rules(&self) -> &BatailleRules {
        &self.rules
    }

    /// True if tricks are picked up at random, so that equal states may differ later.
    pub(super) fn is_random(&self) -> bool {
        self.rules.pickup == PickupOrder::Random
    }

    /// True if every trick goes under the hand as it was laid, player 1's card of each pair first.
    pub(super) fn is_picked_up_by_player(&self) -> bool {
        self.rules.pickup == PickupOrder::Laid && self.rules.order == LayingOrder::Fixed
    }

    /// A game that begins with these hands.
    pub fn with_hands(hands: &Hands, rules: BatailleRules) -> Self {
        Self::before_pair(
            [hands.player1_hand(), hands.player2_hand()],
            Player::One,
            rules,
        )
    }

    /// A game with these hands, each from the top card down; `first` lays first at the next pair.
    pub(super) fn before_pair(hands: [&[u8]; 2], first: Player, rules: BatailleRules) -> Self {
        let mut state = Self::new(rules);
        state.first = first;
        for (player, hand) in hands.into_iter().enumerate() {
            state.rings[player][..hand.len()].copy_from_slice(hand);
            state.held[player] = hand.len() as u16;
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

    /// The number of pairs laid since the deal, and of steps in which only one player has laid a card, modulo 256.
    pub(super) fn pairs_laid(&self) -> u8 {
        self.top
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
    pub(super) fn fingerprint(&self) -> [u16; 3] {
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

    /// True if a player holds no card.
    #[doc(alias = "isOver")]
    pub const fn is_over(&self) -> bool {
        self.held[0] == 0 || self.held[1] == 0
    }

    /// The player with more cards, or `None` when both hold as many (the handout's 1, 2 and 0).
    pub fn leader(&self) -> Option<Player> {
        super::leader(self.held)
    }

    /// Plays one round with the draws of its game, and calls `on_event` with each event in order. Returns true if it was
    /// completed, and false if a player had no card to lay, at the start or inside a battle; the game is then over and the
    /// cards on the table are lost.
    #[doc(alias = "oneRound")]
    #[inline(always)]
    pub fn play_round(
        &mut self,
        draws: &mut PickupDraws,
        mut on_event: impl FnMut(RoundEvent),
    ) -> bool {
        if self.is_over() {
            on_event(RoundEvent::OutOfCards);
            return false;
        }
        if self.is_random() {
            self.play_round_with_cards::<true>(draws, on_event)
        } else {
            self.play_round_with_cards::<false>(draws, on_event)
        }
    }

    /// Plays one round of a game that is not over.
    #[inline(always)]
    pub(super) fn play_round_with_cards<const IS_RANDOM: bool>(
        &mut self,
        draws: &mut PickupDraws,
        mut on_event: impl FnMut(RoundEvent),
    ) -> bool {
        let swap = IS_RANDOM && draws.next_swap();
        let place = usize::from(self.top);
        let [one, two] = [self.rings[0][place], self.rings[1][place]];
        on_event(RoundEvent::PairLaid {
            laid: players_from(self.first)
                .map(|player| Some((player, [one, two][player as usize]))),
            face: Face::Up,
        });
        if one == two {
            return self.resolve_battle::<IS_RANDOM>(swap, draws, on_event);
        }
        // The common case. A branch on the winner would be mispredicted every other time.
        let winner = usize::from(two > one);
        let first_picked = if self.rules.pickup == PickupOrder::Laid {
            self.first
        } else {
            self.first_picked(winner, swap)
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
        on_event(RoundEvent::TrickTaken {
            player: PLAYERS[winner],
            cards: 2,
        });
        true
    }

    /// Plays at most `max_rounds` rounds, fewer if the game ends.
    #[doc(alias = "game")]
    pub fn play_rounds(&mut self, draws: &mut PickupDraws, max_rounds: u64) {
        let mut rounds = 0;
        while rounds < max_rounds && self.play_round(draws, |_| ()) {
            rounds += 1;
        }
    }

    /// The owner of the card that goes first under the winner's hand, in a trick of one pair not picked up as laid.
    #[inline(always)]
    fn first_picked(&self, winner: usize, swap: bool) -> Player {
        let is_player2 = match self.rules.pickup {
            PickupOrder::Random => swap,
            PickupOrder::LoserFirst => winner == 0,
            PickupOrder::Laid | PickupOrder::WinnerFirst => winner == 1,
        };
        PLAYERS[usize::from(is_player2)]
    }

    #[inline(never)]
    fn resolve_battle<const IS_RANDOM: bool>(
        &mut self,
        swap: bool,
        draws: &mut PickupDraws,
        mut see: impl FnMut(RoundEvent),
    ) -> bool {
        let mut table = Table {
            laid: [1; 2],
            steps: 1,
            swaps: swap.into(),
        };
        let winner = loop {
            for _ in 0..self.rules.face_down {
                if self.is_out_of_cards(&table) {
                    return self.stop_round(&table, see);
                }
                self.lay_face_down::<IS_RANDOM>(&mut table, draws, &mut see);
            }
            if self.is_out_of_cards(&table) {
                return self.stop_round(&table, see);
            }
            let [one, two] =
                self.lay_on_table::<IS_RANDOM>(&mut table, [true; 2], Face::Up, draws, &mut see);
            if one != two {
                break usize::from(two > one);
            }
        };
        self.take_trick(winner, &table, draws);
        see(RoundEvent::TrickTaken {
            player: PLAYERS[winner],
            cards: table.cards(),
        });
        true
    }

    fn is_out_of_cards(&self, table: &Table) -> bool {
        self.held[0] == table.laid[0] || self.held[1] == table.laid[1]
    }

    fn stop_round(&mut self, table: &Table, mut see: impl FnMut(RoundEvent)) -> bool {
        self.held = [self.held[0] - table.laid[0], self.held[1] - table.laid[1]];
        self.clear_table(table.steps);
        see(RoundEvent::OutOfCards);
        false
    }

    fn lay_face_down<const IS_RANDOM: bool>(
        &self,
        table: &mut Table,
        draws: &mut PickupDraws,
        see: &mut impl FnMut(RoundEvent),
    ) {
        let lays = match self.rules.out_of_cards {
            OutOfCards::Count => [true; 2],
            OutOfCards::LastCard => [0, 1].map(|player| self.held[player] - table.laid[player] > 1),
        };
        if lays != [false; 2] {
            self.lay_on_table::<IS_RANDOM>(table, lays, Face::Down, draws, see);
        }
    }

    /// Lays a card of each player that `lays` one; returns player 1's next card and player 2's.
    fn lay_on_table<const IS_RANDOM: bool>(
        &self,
        table: &mut Table,
        lays: [bool; 2],
        face: Face,
        draws: &mut PickupDraws,
        see: &mut impl FnMut(RoundEvent),
    ) -> [u8; 2] {
        let cards = [0, 1].map(|player| self.rings[player][self.place(table.laid[player])]);
        let laid = players_from(self.first_to_lay_at(table.steps)).map(|player| {
            let index = player as usize;
            lays[index].then_some((player, cards[index]))
        });
        see(RoundEvent::PairLaid { laid, face });
        table.swaps |= u128::from(IS_RANDOM && draws.next_swap()) << table.steps;
        table.steps += 1;
        for (laid, lays) in table.laid.iter_mut().zip(lays) {
            *laid += u16::from(lays);
        }
        cards
    }

    /// The place in the rings of the card that is `index` cards below the top.
    fn place(&self, index: u16) -> usize {
        self.top.wrapping_add(index as u8) as usize
    }

    fn take_trick(&mut self, winner: usize, table: &Table, draws: &mut PickupDraws) {
        if self.is_random() || table.laid[0] != table.laid[1] {
            return self.take_copied_trick(winner, table, draws);
        }
        let bottom = self.top.wrapping_add(self.held[winner] as u8);
        let pairs = table.steps;
        if self.rules.pickup == PickupOrder::Laid {
            self.pick_up(winner, pairs, bottom, |_| true);
        } else {
            let pickup = self.rules.pickup;
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
    ///
    /// The winner's ring may be so full that card t of the trick overwrites a card of the trick. With `held` at most
    /// 256 - pairs, that one is at most the (t - pairs)-th, of a pair not later than that of t, and already read.
    /// If one player's cards go before the other's, so do their reads.
    #[inline(always)]
    fn pick_up(
        &mut self,
        winner: usize,
        pairs: u16,
        mut bottom: u8,
        is_picked: impl Fn(Player) -> bool,
    ) {
        for pair in 0..pairs {
            let place = self.place(pair);
            let cards = [self.rings[0][place], self.rings[1][place]];
            for player in players_from(self.first_to_lay_at(pair)) {
                if is_picked(player) {
                    self.rings[winner][usize::from(bottom)] = cards[player as usize];
                    bottom = bottom.wrapping_add(1);
                }
            }
        }
    }

    /// Moves a trick of which the players laid different numbers of cards, or that is picked up at random.
    fn take_copied_trick(&mut self, winner: usize, table: &Table, draws: &mut PickupDraws) {
        let mut trick = [0; MAX_CARDS];
        let mut cards = 0;
        let mut add = |card| {
            trick[cards] = card;
            cards += 1;
        };
        if matches!(self.rules.pickup, PickupOrder::Laid | PickupOrder::Random) {
            self.for_each_card(table, |_, card| add(card));
        } else {
            for is_second in [false, true] {
                self.for_each_card(table, |player, card| {
                    if self.rules.pickup.puts_second(player, PLAYERS[winner]) == is_second {
                        add(card);
                    }
                });
            }
        }
        let trick = &mut trick[..cards];
        if self.is_random() && cards > 2 {
            draws.shuffle(trick);
        }
        self.held = [self.held[0] - table.laid[0], self.held[1] - table.laid[1]];
        // A player who has laid fewer cards than the other has none left, so both hands have their tops at the same place.
        self.clear_table(table.steps);
        for card in trick {
            let bottom = self.place(self.held[winner]);
            self.rings[winner][bottom] = *card;
            self.held[winner] += 1;
        }
    }

    /// Calls `on_card` with the cards on the table, in the order of laying, or of the draws if tricks are picked up at
    /// random.
    #[inline(always)]
    fn for_each_card(&self, table: &Table, mut on_card: impl FnMut(Player, u8)) {
        for step in 0..table.steps {
            let first = if self.is_random() {
                PLAYERS[usize::from(table.swaps >> step & 1 == 1)]
            } else {
                self.first_to_lay_at(step)
            };
            for player in players_from(first) {
                if let Some(index) = table.card_index(player, step) {
                    on_card(player, self.rings[player as usize][self.place(index)]);
                }
            }
        }
    }

    fn first_to_lay_at(&self, pair: u16) -> Player {
        match self.rules.order {
            LayingOrder::Alternating if pair % 2 == 1 => self.first.opponent(),
            _ => self.first,
        }
    }

    #[inline(always)]
    fn clear_table(&mut self, pairs: u16) {
        self.first = self.first_to_lay_at(pairs);
        self.top = self.top.wrapping_add(pairs as u8);
    }
}

struct Table {
    laid: [u16; 2],
    /// The number of pairs, and of steps in which only one player has laid a card.
    steps: u16,
    /// The swap of each step, from the lowest bit on, if tricks are picked up at random.
    swaps: u128,
}

impl Table {
    fn cards(&self) -> u16 {
        self.laid[0] + self.laid[1]
    }

    /// Returns which of the player's cards was laid in a step; `None` for none. In the last step of a battle both lay
    /// their last cards; before, one of them may have laid no card.
    fn card_index(&self, player: Player, step: u16) -> Option<u16> {
        let last = self.laid[player as usize] - 1;
        if step + 1 == self.steps {
            Some(last)
        } else {
            (step < last).then_some(step)
        }
    }
}

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

fn players_from(first: Player) -> [Player; 2] {
    [first, first.opponent()]
}

impl PartialEq for BatailleState {
    /// True if the hands in order, the player to lay first and the rules are equal.
    fn eq(&self, other: &Self) -> bool {
        let same_hand = |player| self.hand(player).eq(other.hand(player));
        self.held == other.held
            && self.first == other.first
            && self.rules == other.rules
            && same_hand(Player::One)
            && same_hand(Player::Two)
    }
}

impl Eq for BatailleState {}
