//! The reasons of differences between printed games of bataille and the rules.

use super::{BatailleLine, PLAYERS, Position, PrintedBataille, card_of, last_pair};
use crate::lang::{Lang, Sentence, either, join_list, sentence};
use crate::topics::bataille::game::{NO_WINNER, rounds_text};
use crate::topics::bataille::printed_line::BatailleStatement;
use crate::topics::bataille::show::hands_text;
use crate::topics::printed::{CheckedGame, missing_line};
use crate::topics::setting::CARD;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{Face, RoundEvent};
use pioche_engine::games::bataille::{BatailleOutcome, PickupOrder};

impl PrintedBataille {
    /// Returns the difference of a statement that is true at no position. If the order of won cards is open, a reason
    /// is given only if it holds for all orders.
    pub(super) fn difference(
        &self,
        positions: &[Position],
        line: &BatailleLine,
        statement: &BatailleStatement,
    ) -> CheckedGame {
        let possible = match self.pickup {
            PickupOrder::Random => positions,
            _ => &positions[positions.len() - 1..],
        };
        let mut expected = Vec::new();
        let mut reasons = Vec::new();
        self.looked_at.set(0);
        for position in possible {
            for current in self.disputed_rounds(position, statement) {
                expected.extend(self.expected_texts(&current, statement));
                reasons.push(self.reason(possible, position, &current, statement));
            }
        }
        if self.is_undecided() {
            reasons.clear();
        }
        CheckedGame::Wrong {
            line: line.number,
            expected: common_value(expected).unwrap_or_default(),
            found: line.text.trim().to_owned(),
            reason: common_value(reasons).unwrap_or_else(|| {
                sentence!(
                    "aucun ordre des cartes gagnées ne mène à cette ligne",
                    "no order of the won cards leads to this line"
                )
            }),
            fitting: self.fitting.get(),
        }
    }

    /// Returns the positions in the round that a false statement is about: the next one if the current one has ended.
    fn disputed_rounds(&self, position: &Position, statement: &BatailleStatement) -> Vec<Position> {
        let has_one_shown_hand = position.shown_hands[0] != position.shown_hands[1];
        let mut rounds = match statement {
            // Of two hands, the other one was right.
            BatailleStatement::Hand(..) if has_one_shown_hand => Vec::new(),
            BatailleStatement::Hand(..) | BatailleStatement::Sizes(_) if self.has_cards => {
                self.round_ends(position)
            }
            BatailleStatement::Hand(..) | BatailleStatement::Sizes(_) => {
                self.unseen_round_ends(position)
            }
            BatailleStatement::Card { .. } if position.is_settled() => {
                let mut ends = self.round_ends(position);
                ends.retain(Position::is_end);
                ends.iter().flat_map(|end| self.next(end, None)).collect()
            }
            BatailleStatement::Taken(..) | BatailleStatement::Winner(_) if !position.is_end() => {
                self.next_round_ends(position)
            }
            _ => Vec::new(),
        };
        if rounds.is_empty() {
            rounds.push(position.clone());
        }
        rounds
    }

    /// Returns what the rules give instead of a statement.
    fn expected_texts(&self, current: &Position, statement: &BatailleStatement) -> Vec<String> {
        match statement {
            BatailleStatement::Hand(player, _) => {
                let hands = current.hands();
                hands
                    .map(|hands| hands.hand_text(*player, self.lang))
                    .into_iter()
                    .collect()
            }
            BatailleStatement::GameWinner(_)
            | BatailleStatement::RoundCount(_)
            | BatailleStatement::Endless(_)
            | BatailleStatement::Unresolved
            | BatailleStatement::CutOff { .. } => Vec::new(),
            _ => self.round_texts(current),
        }
    }

    /// Writes the current round as `show` does, for each order of the cards that are not laid yet.
    fn round_texts(&self, position: &Position) -> Vec<String> {
        if position.is_end() {
            return vec![round_text(position, self.lang)];
        }
        self.next_round_ends(position)
            .iter()
            .map(|end| round_text(end, self.lang))
            .collect()
    }

    fn reason(
        &self,
        positions: &[Position],
        position: &Position,
        current: &Position,
        statement: &BatailleStatement,
    ) -> Sentence {
        match statement {
            BatailleStatement::Card { player, value, .. } => self
                .left_out_reason(position, current, *player, *value)
                .unwrap_or_else(|| self.top_card_reason(positions, position, *player)),
            BatailleStatement::Hand(player, values) => self.hand_reason(current, *player, values),
            BatailleStatement::Sizes(_) => {
                let [one, two] = current.hands_or_next().sizes();
                let Sentence { fr, en } = self.trick_reason(current, current);
                sentence!(
                    "{fr} : le joueur 1 a {one}, le joueur 2 {two}",
                    "{en}: player 1 holds {one}, player 2 {two}"
                )
            }
            BatailleStatement::RoundCards(player, _) => {
                self.top_card_reason(positions, position, *player)
            }
            BatailleStatement::Taken(..) | BatailleStatement::Winner(_) => {
                self.trick_reason(position, current)
            }
            BatailleStatement::Tie if position.is_over() => over_reason(position),
            BatailleStatement::Tie => self.pair_reason(position),
            BatailleStatement::OutOfCards => {
                let [one, two] = position.round.before.sizes();
                sentence!(
                    "les joueurs ont encore des cartes à poser ({one} et {two})",
                    "the players still have cards to lay ({one} and {two})"
                )
            }
            BatailleStatement::Round(_) => {
                let number = position.rounds + 1 - self.round_offset.min(position.rounds + 1);
                sentence!("c'est le pli {number}", "this is round {number}")
            }
            BatailleStatement::RoundCount(_) => {
                let Sentence { fr, en } = self.rounds_shown(position);
                sentence!("la partie a duré {fr}", "the game took {en}")
            }
            BatailleStatement::Endless(_) | BatailleStatement::Unresolved => self.endless_reason(),
            BatailleStatement::CutOff { rounds, .. } => self.cut_off_reason(position, *rounds),
            BatailleStatement::GameWinner(_)
            | BatailleStatement::Repeats
            | BatailleStatement::Stop => self.winner_reason(position),
        }
    }

    /// Explains a card that is wrong because the game is over, or because a battle or a round is left out.
    fn left_out_reason(
        &self,
        position: &Position,
        current: &Position,
        player: Player,
        value: u8,
    ) -> Option<Sentence> {
        if current.is_over() {
            return Some(over_reason(current));
        }
        if position.unstated_card(player).is_some() {
            return None;
        }
        let pairs = self.next_pairs(position, None);
        let Some(pair) = pairs.first() else {
            return Some(over_reason(current));
        };
        if pair.done > 1 {
            let value = position.tied_value();
            return value.map(|value| battle_reason(value, self.face_down));
        }
        if self.pickup == PickupOrder::Random {
            return None;
        }
        let ends = self.next_round_ends(pair);
        let next_round = ends.iter().flat_map(|end| self.next(end, None));
        let is_in_next_round = next_round
            .flat_map(|start| self.next(&start, None))
            .any(|later| later.lays(player, value));
        let round = pair.rounds + 1;
        is_in_next_round.then(|| sentence!("le pli {round} manque", "round {round} is missing"))
    }

    /// States the card that a player lays here, or those that the player may lay.
    fn top_card_reason(
        &self,
        positions: &[Position],
        position: &Position,
        player: Player,
    ) -> Sentence {
        let mut cards = Vec::new();
        for position in positions {
            match position.unstated_card(player) {
                Some(card) => cards.push(card),
                None => {
                    let pairs = self.next_pairs(position, None);
                    let is_next = |pair: &&Position| pair.done == pairs[0].done;
                    let laid = pairs.iter().filter(is_next).filter_map(Position::new_pair);
                    cards.extend(laid.filter_map(|(laid, _)| card_of(laid, player)));
                }
            }
        }
        cards.sort_unstable();
        cards.dedup();
        let number = player.number();
        let fr = join_list(&cards, "ou");
        let en = join_list(&cards, "or");
        let top_card = sentence!(
            "la carte du dessus du joueur {number} est {fr}",
            "the top card of player {number} is {en}"
        );
        if position.unstated_card(player).is_some() || self.pickup == PickupOrder::Random {
            return top_card;
        }
        let pairs = self.next_pairs(position, None);
        let round = &pairs.first().unwrap_or(position).round;
        let hands = PLAYERS.map(|player| round.before.cards(player));
        let fr = hands_text(hands.clone(), Lang::Fr).replace('\n', " ; ");
        let en = hands_text(hands, Lang::En).replace('\n', "; ");
        Sentence::new(
            format!("{} ; mains avant ce pli : {fr}", top_card.fr),
            format!("{}; hands before this round: {en}", top_card.en),
        )
    }

    fn hand_reason(&self, current: &Position, player: Player, values: &[u8]) -> Sentence {
        let Some(hands) = current.hands() else {
            return self.pair_reason(current);
        };
        let Sentence { fr, en } = self.trick_reason(current, current);
        let mut expected = hands.cards(player);
        let mut found = values.to_vec();
        let is_other_order = expected != found && {
            expected.sort_unstable();
            found.sort_unstable();
            expected == found
        };
        if !is_other_order {
            return sentence!("{fr}", "{en}");
        }
        match self.pickup {
            PickupOrder::Laid => sentence!(
                "{fr}, sous sa main, dans l'ordre où les cartes ont été posées",
                "{en}, under the hand, in the order in which the cards were laid"
            ),
            PickupOrder::Random => sentence!(
                "{fr}, sous sa main, dans un ordre quelconque",
                "{en}, under the hand, in any order"
            ),
            _ => sentence!(
                "{fr}, sous sa main, dans l'ordre de --pickup",
                "{en}, under the hand, in the order of --pickup"
            ),
        }
    }

    /// Explains that the last pair is a battle or none.
    fn pair_reason(&self, position: &Position) -> Sentence {
        if let Some(value) = position.tied_value() {
            return battle_reason(value, self.face_down);
        }
        match position.last_pair() {
            Some(([Some((_, one)), Some((_, two))], Face::Up)) => {
                let high = one.max(two);
                let low = one.min(two);
                sentence!(
                    "{high} bat {low} : il n'y a pas bataille",
                    "{high} beats {low}: there is no battle"
                )
            }
            _ => sentence!(
                "aucune paire visible n'est posée",
                "no pair is laid face up"
            ),
        }
    }

    /// Explains the taking of the trick of a round, from a position in it; `current` is in the same round.
    fn trick_reason(&self, position: &Position, current: &Position) -> Sentence {
        let events = &current.round.events;
        let Some((laid, _)) = last_pair(events) else {
            return over_reason(current);
        };
        let is_inside = last_pair(&position.round.events[position.done..]).is_some();
        if is_inside && let Some(value) = position.tied_value() {
            return battle_reason(value, self.face_down);
        }
        match events.last() {
            Some(RoundEvent::TrickTaken { player, cards }) => {
                let number = player.number();
                let [card, beaten] = [*player, player.opponent()]
                    .map(|player| card_of(laid, player).unwrap_or_default());
                let fr = Lang::Fr.count((*cards).into(), CARD);
                let en = Lang::En.count((*cards).into(), CARD);
                sentence!(
                    "le {card} du joueur {number} bat {beaten}, et les {fr} du pli vont au joueur \
                     {number}",
                    "player {number}'s {card} beats {beaten}, and the trick ({en}) goes to player \
                     {number}"
                )
            }
            _ => NO_WINNER.into(),
        }
    }

    /// States the number of rounds that the text shows.
    fn rounds_shown(&self, position: &Position) -> Sentence {
        let ends = self.round_ends(position);
        let rounds = ends.first().map_or(0, Position::played_rounds);
        rounds_sentence(rounds)
    }

    fn winner_reason(&self, position: &Position) -> Sentence {
        let ends = self.round_ends(position);
        let end = ends.first().unwrap_or(position);
        if end.hands_or_next().state.is_over() {
            return over_reason(end);
        }
        let [one, two] = end.hands_or_next().sizes();
        sentence!(
            "la partie n'est pas finie : les joueurs ont {one} et {two} cartes (avec une limite de \
             plis, donnez --turns)",
            "the game is not over: the players hold {one} and {two} cards (with a limit of rounds, \
             give --turns)"
        )
    }

    fn endless_reason(&self) -> Sentence {
        if self.pickup == PickupOrder::Random {
            return sentence!(
                "les cartes gagnées sont mélangées : la partie n'est jamais infinie",
                "won cards are shuffled: the game is never endless"
            );
        }
        let ending = self.start.clone().play_to_end(u64::MAX);
        match ending.outcome {
            BatailleOutcome::Endless { period, pre_period } => sentence!(
                "la situation d'après le pli {pre_period} revient avec la période {period}",
                "the state after round {pre_period} returns with period {period}"
            ),
            _ => {
                let Sentence { fr, en } = rounds_sentence(ending.rounds);
                sentence!("la partie finit après {fr}", "the game ends after {en}")
            }
        }
    }

    fn cut_off_reason(&self, position: &Position, rounds: u64) -> Sentence {
        let mut limit = position.clone();
        if self.pickup != PickupOrder::Random {
            let mut state = self.start.clone();
            state.play_to_end(rounds);
            limit = self.position(rounds, state);
        }
        let ends = self.round_ends(position);
        let played = ends.first().map_or(0, Position::played_rounds);
        if played != rounds && !limit.hands_or_next().state.is_over() {
            let Sentence { fr, en } = rounds_sentence(played);
            return sentence!("{fr} sont affichés", "the text has {en}");
        }
        over_reason(&limit)
    }

    pub(super) fn missing_end(&self, position: &Position, lines: &[BatailleLine]) -> CheckedGame {
        let next = self.next_pairs(position, None);
        let expected = next
            .iter()
            .flat_map(|next| self.round_texts(next))
            .collect();
        CheckedGame::Wrong {
            line: missing_line(lines),
            expected: common_value(expected).unwrap_or_default(),
            found: String::new(),
            reason: self.winner_reason(position),
            fitting: self.fitting.get(),
        }
    }
}

/// Returns the value of a list of equal values.
fn common_value<T: PartialEq>(mut values: Vec<T>) -> Option<T> {
    let last = values.pop()?;
    values.iter().all(|value| *value == last).then_some(last)
}

/// Writes a round as `show` does.
fn round_text(position: &Position, lang: Lang) -> String {
    let mut text = String::new();
    for event in &position.round.events {
        match event {
            RoundEvent::PairLaid { laid, face } => {
                for (player, value) in laid.iter().flatten() {
                    let number = player.number();
                    text += &match face {
                        Face::Up => format!("{number}:{value} "),
                        Face::Down => format!("{number}:({value}) "),
                    };
                }
            }
            RoundEvent::TrickTaken { player, .. } => {
                let number = player.number();
                text += &either!(lang, "→ joueur {number}", "→ player {number}");
            }
            RoundEvent::OutOfCards => text += &format!("→ {}", NO_WINNER.in_lang(lang)),
        }
    }
    text
}

fn rounds_sentence(rounds: u64) -> Sentence {
    Sentence::from_fn(|lang| rounds_text(lang, rounds))
}

/// Explains a battle, with this number of cards face down.
fn battle_reason(value: u8, face_down: u8) -> Sentence {
    match face_down {
        0 => sentence!(
            "deux {value} : bataille, chacun pose une autre carte visible",
            "both cards are {value}: a battle, each player lays another card face up"
        ),
        1 => sentence!(
            "deux {value} : bataille, chacun pose une carte cachée, puis une carte visible",
            "both cards are {value}: a battle, each player lays a card face down, then one face up"
        ),
        _ => sentence!(
            "deux {value} : bataille, chacun pose {face_down} cartes cachées, puis une carte visible",
            "both cards are {value}: a battle, each player lays {face_down} cards face down, then \
             one face up"
        ),
    }
}

/// States the numbers of cards at the end of a game.
fn over_reason(position: &Position) -> Sentence {
    let hands = position.hands_or_next();
    let [one, two] = hands.sizes();
    let Sentence { fr, en } = match hands.state.leader().map(Player::number) {
        Some(number) => sentence!("le joueur {number} gagne", "player {number} wins"),
        None => sentence!("la partie est nulle", "the game is a draw"),
    };
    sentence!(
        "fin de la partie, avec {one} cartes pour le joueur 1 et {two} pour le joueur 2 : {fr}",
        "the end of the game, with {one} cards for player 1 and {two} for player 2: {en}"
    )
}
