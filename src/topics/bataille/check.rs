//! The check of printed games of bataille: hands, laid cards, tricks, numbers of cards and the result, in any selection.
//!
//! A statement may fit several positions of the game, for instance a card that is laid face down or face up, so the
//! positions that fit are followed together.

use super::game::{NO_WINNER, rounds_text};
use super::printed_line::{BatailleStatement, LineReader};
use super::show::{hand_text, hands_problem, hands_text};
use super::{FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP};
use crate::lang::{Lang, Sentence, Text, either, problem, sentence};
use crate::topics::printed::text::{Line, has_word, tokens};
use crate::topics::printed::{CheckedGame, Difference, GameCheck, PrintedGameCheck};
use crate::topics::setting::CARD;
use crate::topics::verb::ParsedArgs;
use pioche_engine::experiments::Bataille;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{Face, LaidPair, RoundEvent};
use pioche_engine::games::bataille::{BatailleOutcome, BatailleState, Hands, PickupOrder};
use std::cell::OnceCell;
use std::rc::Rc;

pub const PRINTED_GAME: PrintedGameCheck = PrintedGameCheck {
    options: &[FIRST_TO_LAY, MAX_ROUNDS, PICKUP, FACE_DOWN, OUT_OF_CARDS],
    game: Text::new("la bataille", "bataille"),
    expected: Text::new(
        "une partie de bataille commence par les mains des deux joueurs, « Joueur 1 : 3 1 2 » et \
         « Joueur 2 : 2 3 1 », puis affiche les cartes posées ou les mains après chaque pli",
        "a game of bataille begins with the hands of both players, “Player 1: 3 1 2” and “Player \
         2: 2 3 1”, and then shows the cards that are laid, or the hands after each round",
    ),
    check,
    is_about: |lines| {
        lines.iter().any(|line| {
            has_word(
                &tokens(&line.text),
                &["bataille", "battle", "war", "pli", "plis", "trick"],
            )
        })
    },
};

/// A statement with its line.
struct BatailleClaim {
    line: usize,
    text: String,
    statement: BatailleStatement,
}

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Option<GameCheck> {
    let mut reader = LineReader::default();
    let mut claims = Vec::new();
    let mut skipped_lines = 0;
    for line in lines {
        let statements = reader.statements(&line.text);
        skipped_lines += u64::from(statements.is_empty() && !line.text.trim().is_empty());
        claims.extend(statements.into_iter().map(|statement| BatailleClaim {
            line: line.number,
            text: line.text.trim().to_owned(),
            statement,
        }));
    }
    let hand = |player| {
        claims
            .iter()
            .take(6)
            .find_map(|claim| match &claim.statement {
                BatailleStatement::Hand(owner, values) if *owner == player => Some(values.clone()),
                _ => None,
            })
    };
    let hands = [hand(Player::One)?, hand(Player::Two)?];
    if hands[0].len() + hands[1].len() < 2 {
        return None;
    }
    Some(check_claims(hands, &claims, skipped_lines, args))
}

fn check_claims(
    [one, two]: [Vec<u8>; 2],
    claims: &[BatailleClaim],
    skipped_lines: u64,
    args: &ParsedArgs<'_>,
) -> GameCheck {
    let file = args.file.as_ref().map_or("", |file| &file.name);
    let hands = Hands::new(one, two).map_err(|error| hands_problem(file, error))?;
    if let Some((value, count)) = hands.overfull_values().first() {
        let hand = claims
            .iter()
            .find(|claim| matches!(claim.statement, BatailleStatement::Hand(..)));
        return Ok(Err(Difference {
            line: hand.map_or(1, |claim| claim.line),
            expected: String::new(),
            found: hands_text(
                [hands.player1_hand().into(), hands.player2_hand().into()],
                args.lang,
            )
            .replace('\n', " ; "),
            reason: sentence!(
                "la valeur {value} apparaît {count} fois ; un jeu n'en a que 4",
                "value {value} appears {count} times; a pack has only 4 cards of it"
            ),
        }));
    }
    let game = Bataille::from_settings(&args.settings)?;
    let rules = game.rules();
    if rules.pickup == PickupOrder::Random {
        return Err(problem!(
            "une partie dont les cartes gagnées sont mélangées ne peut pas être vérifiée",
            "a game in which won cards are shuffled cannot be checked"
        ));
    }
    let start = BatailleState::with_hands(&hands, rules.order).with_rules(rules);
    let printed_game = PrintedBataille {
        has_cards: has_laid_cards(claims),
        round_offset: first_round_offset(claims),
        max_rounds: game.max_rounds,
        lang: args.lang,
        pickup: rules.pickup,
        start,
        unlimited_outcome: OnceCell::new(),
    };
    Ok(printed_game.compare(claims, skipped_lines))
}

/// Returns true if a text states cards that are laid, and not only hands, some of which may be of one card.
fn has_laid_cards(claims: &[BatailleClaim]) -> bool {
    let mut hands = 0;
    let mut cards_or_hands = 0;
    for claim in claims {
        match claim.statement {
            BatailleStatement::Card {
                may_be_hand: false, ..
            } => return true,
            BatailleStatement::Card { .. } => cards_or_hands += 1,
            BatailleStatement::Hand(..) => hands += 1,
            _ => {}
        }
    }
    cards_or_hands > hands
}

/// Returns 1 if the text counts rounds from 0.
fn first_round_offset(claims: &[BatailleClaim]) -> u64 {
    let first = claims.iter().find_map(|claim| match claim.statement {
        BatailleStatement::Round(number) => Some(number),
        _ => None,
    });
    u64::from(first == Some(0))
}

/// A place in a game: the events of the current round up to one of them.
#[derive(Clone)]
struct Position {
    /// The number of rounds before the current one.
    rounds: u64,
    before: Rc<BatailleState>,
    /// The game after the current round.
    after: Rc<BatailleState>,
    events: Rc<[RoundEvent]>,
    /// The number of events that have happened.
    done: usize,
    /// The players whose card of the last pair was stated.
    stated: [bool; 2],
    /// The players whose hand was stated since the last event.
    shown_hands: [bool; 2],
}

impl Position {
    fn new(rounds: u64, before: BatailleState) -> Self {
        let mut after = before.clone();
        let mut events = Vec::new();
        if !after.is_over() {
            after.try_play_round_with_events(|event| events.push(event));
        }
        Self {
            rounds,
            before: before.into(),
            after: after.into(),
            events: events.into(),
            done: 0,
            stated: [true; 2],
            shown_hands: [false; 2],
        }
    }

    /// Returns the state between two rounds; `None` inside a round.
    fn state(&self) -> Option<&BatailleState> {
        if self.done == 0 {
            Some(&self.before)
        } else if self.done == self.events.len() {
            Some(&self.after)
        } else {
            None
        }
    }

    /// The number of completed or stopped rounds.
    fn played_rounds(&self) -> u64 {
        self.rounds + u64::from(self.done > 0 && self.done == self.events.len())
    }

    /// Returns the position with the next event done; at the end of a round, that before the next round.
    fn next(&self) -> Option<Self> {
        if self.done < self.events.len() {
            let mut next = self.clone();
            next.done += 1;
            next.shown_hands = [false; 2];
            next.stated = match self.events[self.done] {
                // There is nothing to state about a player without a card.
                RoundEvent::PairLaid { laid, .. } => {
                    [Player::One, Player::Two].map(|player| card_of(laid, player).is_none())
                }
                _ => [true; 2],
            };
            return Some(next);
        }
        (!self.events.is_empty()).then(|| Self::new(self.rounds + 1, (*self.after).clone()))
    }

    /// The last event.
    fn last_event(&self) -> Option<RoundEvent> {
        self.done.checked_sub(1).map(|index| self.events[index])
    }

    /// True if both cards of the last pair were stated or neither was.
    fn is_settled(&self) -> bool {
        self.stated[0] == self.stated[1]
    }

    /// The position at the end of the round, if no pair face up is left to be laid; a pair face down may be left out.
    fn at_end_of_round(&self) -> Option<Self> {
        if self.done == 0 || self.done == self.events.len() {
            return Some(self.clone());
        }
        let is_up =
            |event: &RoundEvent| matches!(event, RoundEvent::PairLaid { face: Face::Up, .. });
        if self.events[self.done..].iter().any(is_up) {
            return None;
        }
        Some(self.after_whole_rest())
    }

    /// The position at the end of the current round, whatever is left of it.
    fn after_whole_rest(&self) -> Self {
        Self {
            done: self.events.len(),
            stated: [true; 2],
            shown_hands: [false; 2],
            ..self.clone()
        }
    }

    /// The position at the end of the round that follows, of which nothing was stated.
    fn after_whole_round(&self) -> Option<Self> {
        let mut position = self.at_end_of_round()?;
        if position.done > 0 {
            position = position.next()?;
        }
        if position.events.is_empty() {
            return None;
        }
        Some(position.after_whole_rest())
    }

    /// The positions at which the next pair of cards is laid; a pair face down may be left out.
    fn next_pairs(&self) -> Vec<Self> {
        let mut pairs = Vec::new();
        let mut position = self.clone();
        while let Some(next) = position.next() {
            position = next;
            if let Some(RoundEvent::PairLaid { face, .. }) = position.last_event()
                && position.done > 0
            {
                let is_up = face == Face::Up;
                pairs.push(position.clone());
                if is_up {
                    break;
                }
            }
        }
        pairs
    }

    /// The cards of the last pair that was laid, and its side.
    fn last_pair(&self) -> Option<(LaidPair, Face)> {
        self.events[..self.done]
            .iter()
            .rev()
            .find_map(|event| match event {
                RoundEvent::PairLaid { laid, face } => Some((*laid, *face)),
                _ => None,
            })
    }
}

/// Returns the card that a player laid.
fn card_of(laid: LaidPair, player: Player) -> Option<u8> {
    let mut cards = laid.into_iter().flatten();
    cards
        .find(|(owner, _)| *owner == player)
        .map(|(_, value)| value)
}

/// Returns the value of two equal cards.
fn tied_value(laid: LaidPair) -> Option<u8> {
    let [one, two] = [Player::One, Player::Two].map(|player| card_of(laid, player));
    one.filter(|_| one == two)
}

struct PrintedBataille {
    start: BatailleState,
    pickup: PickupOrder,
    /// True if the text states cards that are laid.
    has_cards: bool,
    round_offset: u64,
    max_rounds: Option<u64>,
    lang: Lang,
    /// The outcome without a limit of rounds, once it is known.
    unlimited_outcome: OnceCell<BatailleOutcome>,
}

impl PrintedBataille {
    fn compare(
        &self,
        claims: &[BatailleClaim],
        skipped_lines: u64,
    ) -> Result<CheckedGame, Difference> {
        let mut positions = vec![Position::new(0, self.start.clone())];
        let mut is_ended = false;
        for claim in claims {
            let mut following: Vec<Position> = Vec::new();
            for position in &positions {
                for next in self.follow(position, &claim.statement) {
                    let is_known = |known: &Position| {
                        (known.rounds, known.done, known.stated, known.shown_hands)
                            == (next.rounds, next.done, next.stated, next.shown_hands)
                    };
                    if !following.iter().any(is_known) {
                        following.push(next);
                    }
                }
            }
            if following.is_empty() {
                return Err(self.difference(&positions, claim));
            }
            positions = following;
            is_ended |= matches!(
                claim.statement,
                BatailleStatement::Stop
                    | BatailleStatement::Endless(_)
                    | BatailleStatement::CutOff { .. }
            );
        }
        let complete = positions
            .iter()
            .find(|position| is_ended || self.is_complete(position));
        match complete {
            Some(position) => Ok(CheckedGame {
                steps: position
                    .at_end_of_round()
                    .map_or(position.rounds, |end| end.played_rounds()),
                repeated_lines: 0,
                skipped_lines,
                remarks: Vec::new(),
            }),
            None => Err(self.missing_end(&positions[0], claims)),
        }
    }

    fn is_complete(&self, position: &Position) -> bool {
        position.at_end_of_round().is_some_and(|end| {
            end.state().is_some_and(BatailleState::is_over)
                || self.max_rounds == Some(end.played_rounds())
        })
    }

    /// Returns the positions at which a statement is true, from a position at which those before were.
    fn follow(&self, position: &Position, statement: &BatailleStatement) -> Vec<Position> {
        match statement {
            BatailleStatement::Hand(player, values) => {
                let mut ways = self.states_where(position, |state| {
                    state.hand(*player).eq(values.iter().copied())
                });
                for way in &mut ways {
                    way.shown_hands[*player as usize] = true;
                }
                ways
            }
            BatailleStatement::Card {
                player,
                value,
                face,
                may_be_hand,
            } => {
                let mut ways = cards_laid(position, *player, *value, *face);
                if *may_be_hand {
                    ways.extend(
                        self.states_where(position, |state| state.hand(*player).eq([*value])),
                    );
                }
                ways
            }
            BatailleStatement::Taken(player, cards) => self.tricks_taken(position, *player, *cards),
            BatailleStatement::Winner(player) => {
                let mut ways = self.tricks_taken(position, *player, None);
                ways.extend(self.ends_where(position, |state| state.leader() == Some(*player)));
                ways
            }
            BatailleStatement::GameWinner(winner) => {
                self.ends_where(position, |state| state.leader() == *winner)
            }
            BatailleStatement::Sizes(sizes) => self.sizes_where(position, |found| found == *sizes),
            BatailleStatement::Size(player, size) => {
                self.sizes_where(position, |found| found[*player as usize] == *size)
            }
            BatailleStatement::Round(number) => self.rounds_numbered(position, *number),
            BatailleStatement::Tie => {
                let is_tie = position
                    .last_pair()
                    .is_some_and(|(laid, face)| face == Face::Up && tied_value(laid).is_some());
                let mut ways = self.ends_where(position, |state| state.leader().is_none());
                ways.extend(is_tie.then(|| position.clone()));
                ways
            }
            BatailleStatement::OutOfCards => {
                let ends = position.at_end_of_round().into_iter();
                ends.filter(|end| matches!(end.last_event(), Some(RoundEvent::OutOfCards)))
                    .collect()
            }
            BatailleStatement::RoundCount(count) => {
                let is_count = |end: &Position| {
                    let rounds = end.played_rounds();
                    let is_stopped = matches!(end.last_event(), Some(RoundEvent::OutOfCards));
                    rounds == *count || (is_stopped && rounds == count.saturating_add(1))
                };
                position
                    .at_end_of_round()
                    .into_iter()
                    .filter(is_count)
                    .collect()
            }
            BatailleStatement::Endless(numbers) => self.endless(position, numbers),
            BatailleStatement::CutOff { rounds, winner } => {
                let mut state = self.start.clone();
                state.play_to_end(*rounds);
                let leader = state.leader();
                let reached = position
                    .at_end_of_round()
                    .is_some_and(|end| end.played_rounds() == *rounds || self.is_repeating(&end));
                let is_true = reached && leader == *winner && !state.is_over();
                is_true
                    .then(|| Position::new(*rounds, state))
                    .into_iter()
                    .collect()
            }
            BatailleStatement::Repeats(_) | BatailleStatement::Stop => vec![position.clone()],
        }
    }

    /// Returns the current state and, in a text without cards, that after the next round, if they fulfil a condition.
    fn states_where(
        &self,
        position: &Position,
        is_true: impl Fn(&BatailleState) -> bool,
    ) -> Vec<Position> {
        let mut ways = Vec::new();
        ways.extend(position.at_end_of_round());
        if !self.has_cards {
            ways.extend(position.after_whole_round());
        }
        ways.retain(|way| way.state().is_some_and(&is_true));
        ways
    }

    fn ends_where(
        &self,
        position: &Position,
        is_true: impl Fn(&BatailleState) -> bool,
    ) -> Vec<Position> {
        let mut ways = self.states_where(position, is_true);
        ways.retain(|way| self.is_complete(way));
        ways
    }

    fn sizes_where(
        &self,
        position: &Position,
        is_true: impl Fn([usize; 2]) -> bool,
    ) -> Vec<Position> {
        let sizes = |state: &BatailleState| {
            [Player::One, Player::Two].map(|player| state.hand_size(player))
        };
        let mut ways = self.states_where(position, |state| is_true(sizes(state)));
        let pairs = position.events[..position.done]
            .iter()
            .filter(|event| matches!(event, RoundEvent::PairLaid { .. }));
        let laid = pairs.count();
        // The numbers of cards while a trick is on the table.
        if ways.is_empty() && is_true(sizes(&position.before).map(|size| size.saturating_sub(laid)))
        {
            ways.push(position.clone());
        }
        ways
    }

    fn tricks_taken(
        &self,
        position: &Position,
        player: Player,
        cards: Option<u16>,
    ) -> Vec<Position> {
        let is_taken = |way: &Position| match way.last_event() {
            Some(RoundEvent::TrickTaken {
                player: winner,
                cards: taken,
            }) => winner == player && cards.is_none_or(|cards| cards == taken),
            _ => false,
        };
        let mut ways = vec![position.clone()];
        if position.is_settled() {
            ways.extend(position.next());
        }
        if !self.has_cards {
            ways.extend(position.after_whole_round());
        }
        ways.retain(|way| way.done > 0 && is_taken(way));
        ways
    }

    /// Accepts the number of the current round, of that which has ended, or of the next one.
    fn rounds_numbered(&self, position: &Position, number: u64) -> Vec<Position> {
        let number = number.saturating_add(self.round_offset);
        let current = position.rounds + 1;
        let mut ways = Vec::new();
        if number == current || (position.done == 0 && number == position.rounds) {
            ways.push(position.clone());
        }
        let next = position
            .at_end_of_round()
            .filter(|end| end.done > 0)
            .and_then(|end| end.next());
        ways.extend(next.filter(|next| number == next.rounds + 1));
        ways
    }

    fn is_repeating(&self, position: &Position) -> bool {
        match self.unlimited_outcome() {
            BatailleOutcome::Endless { period, pre_period } => {
                position.played_rounds() >= period.max(pre_period)
            }
            _ => false,
        }
    }

    fn unlimited_outcome(&self) -> BatailleOutcome {
        let play = || self.start.clone().play_to_end(u64::MAX).outcome;
        *self.unlimited_outcome.get_or_init(play)
    }

    /// The numbers are those of the last round, the first state of the loop and the period, as `show` writes them, or
    /// fewer.
    fn endless(&self, position: &Position, numbers: &[u64]) -> Vec<Position> {
        let BatailleOutcome::Endless { period, pre_period } = self.unlimited_outcome() else {
            return Vec::new();
        };
        let Some(end) = position.at_end_of_round() else {
            return Vec::new();
        };
        let is_true = match numbers {
            [round, first, length] => {
                [*round, *first, *length] == [end.played_rounds(), pre_period, period]
            }
            _ => self.is_repeating(&end),
        };
        if is_true { vec![end] } else { Vec::new() }
    }

    fn difference(&self, positions: &[Position], claim: &BatailleClaim) -> Difference {
        let position = &positions[positions.len() - 1];
        let current = self.disputed_round(position, &claim.statement);
        let reason = self.reason(position, &current, &claim.statement);
        let expected = match &claim.statement {
            BatailleStatement::Hand(player, _) => {
                current.state().map_or_else(String::new, |state| {
                    hand_text(&state.hand(*player).collect::<Vec<u8>>(), self.lang)
                })
            }
            BatailleStatement::GameWinner(_)
            | BatailleStatement::RoundCount(_)
            | BatailleStatement::Endless(_)
            | BatailleStatement::CutOff { .. } => String::new(),
            _ => self.round_text(&current),
        };
        Difference {
            line: claim.line,
            expected,
            found: claim.text.clone(),
            reason,
        }
    }

    /// Returns the position in the round that a false statement is about: the next one if the current one has ended.
    fn disputed_round(&self, position: &Position, statement: &BatailleStatement) -> Position {
        let is_state = matches!(
            statement,
            BatailleStatement::Hand(..) | BatailleStatement::Sizes(_) | BatailleStatement::Size(..)
        );
        if is_state {
            // Of two hands, the other one was right.
            if matches!(statement, BatailleStatement::Hand(..))
                && position.shown_hands != [false; 2]
                && position.shown_hands != [true; 2]
            {
                return position.clone();
            }
            let next = if self.has_cards {
                position.at_end_of_round()
            } else {
                position.after_whole_round()
            };
            return next.unwrap_or_else(|| position.clone());
        }
        let is_card = matches!(statement, BatailleStatement::Card { .. });
        match position.at_end_of_round() {
            Some(end) if is_card && position.is_settled() && end.done > 0 => {
                end.next().unwrap_or(end)
            }
            _ => position.clone(),
        }
    }

    /// Writes a round as `show` does.
    fn round_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for event in position.events.iter() {
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
                    text += &either!(self.lang, "→ joueur {number}", "→ player {number}");
                }
                RoundEvent::OutOfCards => text += &format!("→ {}", NO_WINNER.in_lang(self.lang)),
            }
        }
        text
    }

    fn reason(
        &self,
        position: &Position,
        current: &Position,
        statement: &BatailleStatement,
    ) -> Sentence {
        match statement {
            BatailleStatement::Card { player, value, .. } => {
                self.card_reason(position, current, *player, *value)
            }
            BatailleStatement::Hand(player, values) => self.hand_reason(current, *player, values),
            BatailleStatement::Sizes(_) | BatailleStatement::Size(..) => self.sizes_reason(current),
            BatailleStatement::Taken(..) | BatailleStatement::Winner(_) => {
                self.trick_reason(position)
            }
            BatailleStatement::Tie => pair_reason(position),
            BatailleStatement::OutOfCards => {
                let [one, two] = self.sizes_text(&position.before);
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
                let rounds = position
                    .at_end_of_round()
                    .map_or(0, |end| end.played_rounds());
                let fr = rounds_text(Lang::Fr, rounds);
                let en = rounds_text(Lang::En, rounds);
                sentence!("la partie a duré {fr}", "the game took {en}")
            }
            BatailleStatement::Endless(_) => self.endless_reason(),
            BatailleStatement::CutOff { rounds, .. } => self.cut_off_reason(position, *rounds),
            BatailleStatement::GameWinner(_)
            | BatailleStatement::Repeats(_)
            | BatailleStatement::Stop => self.winner_reason(position),
        }
    }

    fn card_reason(
        &self,
        position: &Position,
        current: &Position,
        player: Player,
        value: u8,
    ) -> Sentence {
        if current.state().is_some_and(BatailleState::is_over) {
            return over_reason(current);
        }
        let number = player.number();
        if !position.is_settled()
            && let Some((laid, _)) = position.last_pair()
            && let Some(card) = card_of(laid, player)
        {
            return sentence!(
                "la carte du dessus du joueur {number} est {card}",
                "the top card of player {number} is {card}"
            );
        }
        let Some(pair) = position.next_pairs().into_iter().next() else {
            return over_reason(current);
        };
        if pair.done > 1
            && let Some((laid, Face::Up)) = position.last_pair()
            && let Some(value) = tied_value(laid)
        {
            return battle_reason(value);
        }
        let is_later = |later: &Position| {
            later
                .last_pair()
                .is_some_and(|(laid, _)| card_of(laid, player) == Some(value))
        };
        let next_round = pair.after_whole_rest().next();
        let is_skipped = next_round
            .and_then(|round| round.next())
            .is_some_and(|later| is_later(&later));
        let round = pair.rounds + 1;
        if is_skipped && pair.done == 1 {
            return sentence!("le pli {round} manque", "round {round} is missing");
        }
        let card = pair
            .last_pair()
            .and_then(|(laid, _)| card_of(laid, player))
            .unwrap_or_default();
        let hands =
            [Player::One, Player::Two].map(|player| pair.before.hand(player).collect::<Vec<u8>>());
        let [fr, en] =
            [Lang::Fr, Lang::En].map(|lang| hands_text(hands.clone(), lang).replace('\n', " ; "));
        sentence!(
            "la carte du dessus du joueur {number} est {card} ; mains avant ce pli : {fr}",
            "the top card of player {number} is {card}; hands before this round: {en}"
        )
    }

    fn hand_reason(&self, current: &Position, player: Player, values: &[u8]) -> Sentence {
        let Some(state) = current.state() else {
            return pair_reason(current);
        };
        let Sentence { fr, en } = self.trick_reason(current);
        let mut expected: Vec<u8> = state.hand(player).collect();
        let mut found = values.to_vec();
        let is_reordered = expected != found && {
            expected.sort_unstable();
            found.sort_unstable();
            expected == found
        };
        if !is_reordered {
            return sentence!("{fr}", "{en}");
        }
        match self.pickup {
            PickupOrder::Laid => sentence!(
                "{fr}, sous sa main, dans l'ordre où les cartes ont été posées",
                "{en}, under the hand, in the order in which the cards were laid"
            ),
            _ => sentence!(
                "{fr}, sous sa main, dans l'ordre de --pickup",
                "{en}, under the hand, in the order of --pickup"
            ),
        }
    }

    /// Explains the taking of the trick of a round.
    fn trick_reason(&self, position: &Position) -> Sentence {
        let pairs = position.events.iter().rev().find_map(|event| match event {
            RoundEvent::PairLaid { laid, .. } => Some(*laid),
            _ => None,
        });
        let Some(laid) = pairs else {
            return over_reason(position);
        };
        let is_inside = position.events[position.done..]
            .iter()
            .any(|event| matches!(event, RoundEvent::PairLaid { .. }));
        if let Some((laid, Face::Up)) = position.last_pair()
            && is_inside
            && let Some(value) = tied_value(laid)
        {
            return battle_reason(value);
        }
        match position.events.last() {
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

    fn sizes_reason(&self, current: &Position) -> Sentence {
        let state = current.state().unwrap_or(&current.after);
        let [one, two] = self.sizes_text(state);
        let Sentence { fr, en } = self.trick_reason(current);
        sentence!(
            "{fr} : le joueur 1 a {one}, le joueur 2 {two}",
            "{en}: player 1 holds {one}, player 2 {two}"
        )
    }

    fn sizes_text(&self, state: &BatailleState) -> [usize; 2] {
        [Player::One, Player::Two].map(|player| state.hand_size(player))
    }

    fn winner_reason(&self, position: &Position) -> Sentence {
        let end = position
            .at_end_of_round()
            .unwrap_or_else(|| position.clone());
        let state = end.state().unwrap_or(&end.after);
        let [one, two] = self.sizes_text(state);
        if state.is_over() {
            return over_reason(&end);
        }
        sentence!(
            "la partie n'est pas finie : les joueurs ont {one} et {two} cartes (avec une limite de \
             plis, donnez --turns)",
            "the game is not over: the players hold {one} and {two} cards (with a limit of rounds, \
             give --turns)"
        )
    }

    fn endless_reason(&self) -> Sentence {
        let ending = self.start.clone().play_to_end(u64::MAX);
        match ending.outcome {
            BatailleOutcome::Endless { period, pre_period } => sentence!(
                "la situation d'après le pli {pre_period} revient avec la période {period}",
                "the state after round {pre_period} returns with period {period}"
            ),
            _ => {
                let fr = rounds_text(Lang::Fr, ending.rounds);
                let en = rounds_text(Lang::En, ending.rounds);
                sentence!("la partie finit après {fr}", "the game ends after {en}")
            }
        }
    }

    fn cut_off_reason(&self, position: &Position, rounds: u64) -> Sentence {
        let mut state = self.start.clone();
        state.play_to_end(rounds);
        let played = position
            .at_end_of_round()
            .map_or(0, |end| end.played_rounds());
        if played != rounds && !state.is_over() {
            let fr = rounds_text(Lang::Fr, played);
            let en = rounds_text(Lang::En, played);
            return sentence!("{fr} sont affichés", "the text has {en}");
        }
        over_reason(&Position::new(rounds, state))
    }

    fn missing_end(&self, position: &Position, claims: &[BatailleClaim]) -> Difference {
        let next = position.next_pairs().into_iter().next();
        Difference {
            line: claims.last().map_or(1, |claim| claim.line + 1),
            expected: next.map_or_else(String::new, |next| self.round_text(&next)),
            found: String::new(),
            reason: self.winner_reason(position),
        }
    }
}

/// Returns the positions at which this card was laid: in the last pair, or in the next one.
fn cards_laid(position: &Position, player: Player, value: u8, face: Option<Face>) -> Vec<Position> {
    let is_laid = |way: &Position| match way.last_event() {
        Some(RoundEvent::PairLaid { laid, face: side }) => {
            card_of(laid, player) == Some(value) && face.is_none_or(|face| face == side)
        }
        _ => false,
    };
    let mut ways = Vec::new();
    if !position.stated[player as usize] && position.done > 0 {
        ways.push(position.clone());
    }
    if position.is_settled() {
        ways.extend(position.next_pairs());
    }
    ways.retain(is_laid);
    for way in &mut ways {
        way.stated[player as usize] = true;
    }
    ways
}

fn battle_reason(value: u8) -> Sentence {
    sentence!(
        "deux {value} : bataille, chacun pose une carte cachée, puis une carte visible",
        "both cards are {value}: a battle, each player lays a card face down, then one face up"
    )
}

/// Explains that the last pair is a battle or none.
fn pair_reason(position: &Position) -> Sentence {
    match position.last_pair() {
        Some(([Some((_, one)), Some((_, two))], Face::Up)) if one == two => battle_reason(one),
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

/// States the numbers of cards at the end of a game.
fn over_reason(position: &Position) -> Sentence {
    let state = position.state().unwrap_or(&position.after);
    let [one, two] = [Player::One, Player::Two].map(|player| state.hand_size(player));
    let Sentence { fr, en } = match state.leader().map(Player::number) {
        Some(number) => sentence!("le joueur {number} gagne", "player {number} wins"),
        None => sentence!("la partie est nulle", "the game is a draw"),
    };
    sentence!(
        "fin de la partie, avec {one} cartes pour le joueur 1 et {two} pour le joueur 2 : {fr}",
        "the end of the game, with {one} cards for player 1 and {two} for player 2: {en}"
    )
}
