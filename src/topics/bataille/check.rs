//! The check of printed games of bataille: hands, laid cards, tricks, numbers of cards and the result, in any selection.
//!
//! A statement may fit several positions of the game, for instance a card that is laid face down or face up, so the
//! positions that fit are followed together. With random orders of picking up, the order of the cards of a won trick is
//! open until they are laid or the hand is printed.

use super::card_table::{DealtGame, NO_WINNER, RoundEvent, next_round_events, rounds_text};
use super::printed_line::{BatailleStatement, stated_bataille_lines};
use super::show::{hand_text, hands_problem, hands_text, rules};
use super::{FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP, max_rounds};
use crate::lang::{Lang, Problem, Sentence, Text, either, join_list, sentence};
use crate::topics::printed::text::{Line, has_word};
use crate::topics::printed::{
    CheckedGame, PrintedGameCheck, StatedLine, missing_line, skipped_lines,
};
use crate::topics::setting::CARD;
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{
    BatailleOutcome, BatailleRules, BatailleState, Hands, PickupOrder,
};
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
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
    is_about: |line| has_word(&line.tokens(), "bataille battle war pli plis trick"),
};

type BatailleLine = StatedLine<BatailleStatement>;

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

/// The largest number of positions that are looked at for one statement.
const MAX_POSITIONS: usize = 10_000;

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
    let lines = stated_bataille_lines(lines);
    let first_hand = |player| {
        let mut statements = lines.iter().flat_map(|line| &line.statements).take(6);
        statements.find_map(|statement| match statement {
            BatailleStatement::Hand(owner, values) if *owner == player => Some(values.clone()),
            _ => None,
        })
    };
    let [Some(one), Some(two)] = PLAYERS.map(first_hand) else {
        return Ok(None);
    };
    if one.len() + two.len() < 2 {
        return Ok(None);
    }
    let file = args.file.as_ref().map_or("", |file| &file.name);
    let hands = Hands::new(one, two).map_err(|error| hands_problem(file, error))?;
    if let Some(verdict) = overfull_verdict(&hands, &lines, args.lang) {
        return Ok(Some(verdict));
    }
    let rules = rules(args)?;
    let is_random = rules.pickup == PickupOrder::Random;
    // The order under a hand is open, so that of the rounds that are played here plays no part.
    let played_rules = BatailleRules {
        pickup: if is_random {
            PickupOrder::Laid
        } else {
            rules.pickup
        },
        ..rules
    };
    let game = PrintedBataille {
        start: BatailleState::with_hands(&hands, rules.order).with_rules(played_rules),
        pickup: rules.pickup,
        face_down: rules.face_down,
        has_cards: has_laid_cards(&lines),
        shows_face_down: shows_face_down(&lines),
        round_offset: first_round_offset(&lines),
        max_rounds: max_rounds(args)?,
        lang: args.lang,
        unlimited_outcome: OnceCell::new(),
        looked_at: Cell::new(0),
    };
    Ok(Some(game.compare(&lines)))
}

/// Refuses hands with more than four cards of a value.
fn overfull_verdict(hands: &Hands, lines: &[BatailleLine], lang: Lang) -> Option<CheckedGame> {
    let (value, count) = hands.overfull_values().into_iter().next()?;
    let is_hand = |statement: &BatailleStatement| matches!(statement, BatailleStatement::Hand(..));
    let line = lines
        .iter()
        .find(|line| line.statements.iter().any(is_hand));
    Some(CheckedGame::Wrong {
        line: line.map_or(1, |line| line.number),
        expected: String::new(),
        found: hands_text(
            [hands.player1_hand().into(), hands.player2_hand().into()],
            lang,
        )
        .replace('\n', " ; "),
        reason: sentence!(
            "la valeur {value} apparaît {count} fois ; un jeu n'en a que 4",
            "value {value} appears {count} times; a pack has only 4 cards of it"
        ),
    })
}

/// Returns true if a text states cards that are laid, and not only hands, some of which may be of one card.
fn has_laid_cards(lines: &[BatailleLine]) -> bool {
    let mut hands = 0;
    let mut cards_or_hands = 0;
    for statement in lines.iter().flat_map(|line| &line.statements) {
        match statement {
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

fn shows_face_down(lines: &[BatailleLine]) -> bool {
    let mut statements = lines.iter().flat_map(|line| &line.statements);
    statements.any(|statement| {
        matches!(
            statement,
            BatailleStatement::Card {
                face: Some(Face::Down),
                ..
            }
        )
    })
}

/// Returns 1 if the text counts rounds from 0.
fn first_round_offset(lines: &[BatailleLine]) -> u64 {
    let mut statements = lines.iter().flat_map(|line| &line.statements);
    let first = statements.find_map(|statement| match *statement {
        BatailleStatement::Round(number) => Some(number),
        _ => None,
    });
    u64::from(first == Some(0))
}

/// Both hands between two rounds.
#[derive(Clone, PartialEq, Eq)]
struct OpenHands {
    /// The hands, with cards in open order sorted.
    state: BatailleState,
    /// For each card from the top down, true if its order and that of the card above it are open.
    is_open: [Vec<bool>; 2],
}

impl OpenHands {
    fn cards(&self, player: Player) -> Vec<u8> {
        self.state.hand(player).collect()
    }

    fn sizes(&self) -> [usize; 2] {
        PLAYERS.map(|player| self.state.hand_size(player))
    }

    /// Returns the hands if a player's cards can have this order.
    fn with_hand(&self, player: Player, cards: &[u8]) -> Option<Self> {
        let is_open = &self.is_open[player as usize];
        if cards.len() != is_open.len() {
            return None;
        }
        let mut sorted = cards.to_vec();
        sort_open_runs(&mut sorted, is_open);
        if !self.state.hand(player).eq(sorted) {
            return None;
        }
        let mut hands = self.clone();
        hands.state = hands.state.with_hand(player, cards);
        hands.is_open[player as usize].fill(false);
        Some(hands)
    }

    /// Writes a hand from the top down, with cards in open order in braces.
    fn hand_text(&self, player: Player, lang: Lang) -> String {
        let is_open = &self.is_open[player as usize];
        let is_joined = |place: usize| is_open.get(place) == Some(&true);
        let cards = self.cards(player);
        if !is_open.contains(&true) {
            return hand_text(&cards, lang);
        }
        let words = cards.iter().enumerate().map(|(place, card)| {
            match (is_joined(place), is_joined(place + 1)) {
                (false, true) => format!("{{{card}"),
                (true, false) => format!("{card}}}"),
                _ => card.to_string(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Sorts the cards whose order among themselves is open.
fn sort_open_runs(cards: &mut [u8], is_open: &[bool]) {
    let mut start = 0;
    for end in 1..=cards.len() {
        if end == cards.len() || !is_open[end] {
            cards[start..end].sort_unstable();
            start = end;
        }
    }
}

impl Hash for OpenHands {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hands().hash(hasher);
        self.is_open.hash(hasher);
    }
}

/// A round that is played from open hands.
struct PlayedRound {
    before: OpenHands,
    events: Vec<RoundEvent>,
    after: OpenHands,
}

impl PlayedRound {
    fn new(before: OpenHands, pickup: PickupOrder) -> Self {
        let mut game = DealtGame::from(before.state.clone());
        let events = next_round_events(&mut game);
        let mut state = game.state;
        let is_random = pickup == PickupOrder::Random;
        let mut is_open: [Vec<bool>; 2] = Default::default();
        for player in PLAYERS {
            let laid = cards_laid_by(player, &events);
            let mut is_open_below = before.is_open[player as usize][laid..].to_vec();
            if let Some(top) = is_open_below.first_mut() {
                *top = false;
            }
            let taken = state.hand_size(player) - is_open_below.len();
            is_open_below.extend((0..taken).map(|place| is_random && place > 0));
            if is_random {
                let mut cards: Vec<u8> = state.hand(player).collect();
                sort_open_runs(&mut cards, &is_open_below);
                state = state.with_hand(player, &cards);
            }
            is_open[player as usize] = is_open_below;
        }
        Self {
            before,
            events,
            after: OpenHands { state, is_open },
        }
    }
}

/// Returns the number of cards that a player lays.
fn cards_laid_by(player: Player, events: &[RoundEvent]) -> usize {
    let is_laid = |event: &&RoundEvent| match event {
        RoundEvent::PairLaid { laid, .. } => card_of(*laid, player).is_some(),
        _ => false,
    };
    events.iter().filter(is_laid).count()
}

/// The cards of a pair with their players; a player without cards has none.
type LaidPair = [Option<(Player, u8)>; 2];

/// Returns the card that a player laid.
fn card_of(laid: LaidPair, player: Player) -> Option<u8> {
    let mut cards = laid.into_iter().flatten();
    cards
        .find(|(owner, _)| *owner == player)
        .map(|(_, value)| value)
}

/// A place in a game: the events of the current round up to one of them.
#[derive(Clone)]
struct Position {
    /// The number of rounds before the current one.
    rounds: u64,
    round: Rc<PlayedRound>,
    /// The number of events that have happened.
    done: usize,
    /// The players whose card of the last pair was stated.
    stated: [bool; 2],
    /// The players whose hand was stated since the last event.
    shown_hands: [bool; 2],
}

/// What distinguishes positions: at the end of a round, its cards play no part any more.
type PositionKey<'a> = (u64, usize, &'a OpenHands, Option<Player>, [[bool; 2]; 2]);

impl Position {
    fn new(rounds: u64, round: PlayedRound) -> Self {
        Self {
            rounds,
            round: Rc::new(round),
            done: 0,
            stated: [true; 2],
            shown_hands: [false; 2],
        }
    }

    fn key(&self) -> PositionKey<'_> {
        let flags = [self.stated, self.shown_hands];
        if self.is_end() {
            let winner = self.trick().map(|(winner, _)| winner);
            (self.rounds, usize::MAX, &self.round.after, winner, flags)
        } else {
            (self.rounds, self.done, &self.round.before, None, flags)
        }
    }

    /// Returns true after the last event of a round.
    fn is_end(&self) -> bool {
        self.done > 0 && self.done == self.round.events.len()
    }

    /// Returns the hands between two rounds; `None` inside a round.
    fn hands(&self) -> Option<&OpenHands> {
        if self.is_end() {
            Some(&self.round.after)
        } else {
            (self.done == 0).then_some(&self.round.before)
        }
    }

    /// Returns the hands between two rounds; inside a round, those after it.
    fn hands_or_next(&self) -> &OpenHands {
        self.hands().unwrap_or(&self.round.after)
    }

    /// Returns true if the game is over after the rounds before this position.
    fn is_over(&self) -> bool {
        self.hands().is_some_and(|hands| hands.state.is_over())
    }

    /// The number of completed or stopped rounds.
    fn played_rounds(&self) -> u64 {
        self.rounds + u64::from(self.is_end())
    }

    /// The last event.
    fn last_event(&self) -> Option<RoundEvent> {
        self.done
            .checked_sub(1)
            .map(|index| self.round.events[index])
    }

    /// Returns the pair that was laid last, if nothing has happened since, and its side.
    fn new_pair(&self) -> Option<(LaidPair, Face)> {
        match self.last_event()? {
            RoundEvent::PairLaid { laid, face } => Some((laid, face)),
            _ => None,
        }
    }

    fn is_new_pair_up(&self) -> bool {
        matches!(self.new_pair(), Some((_, Face::Up)))
    }

    /// The last pair of the round that was laid, and its side.
    fn last_pair(&self) -> Option<(LaidPair, Face)> {
        last_pair(&self.round.events[..self.done])
    }

    /// Returns the value of two equal cards that were laid last and face up.
    fn tied_value(&self) -> Option<u8> {
        let (laid, face) = self.last_pair()?;
        let [one, two] = PLAYERS.map(|player| card_of(laid, player));
        one.filter(|_| one == two && face == Face::Up)
    }

    /// Returns the winner of the trick that was just taken, and its number of cards.
    fn trick(&self) -> Option<(Player, u16)> {
        match self.last_event()? {
            RoundEvent::TrickTaken { player, cards } => Some((player, cards)),
            _ => None,
        }
    }

    /// Returns true if a player had no card left to lay in the round that has ended.
    fn is_stopped(&self) -> bool {
        matches!(self.last_event(), Some(RoundEvent::OutOfCards))
    }

    /// True if both cards of the last pair were stated or neither was.
    fn is_settled(&self) -> bool {
        self.stated[0] == self.stated[1]
    }

    /// Returns the card of a player whose card of the last pair was not stated, unlike the other one.
    fn unstated_card(&self, player: Player) -> Option<u8> {
        if self.is_settled() {
            return None;
        }
        card_of(self.last_pair()?.0, player)
    }

    /// Returns true if the player's card of the pair that was just laid is this one.
    fn lays(&self, player: Player, value: u8) -> bool {
        self.new_pair()
            .is_some_and(|(laid, _)| card_of(laid, player) == Some(value))
    }

    /// Returns the position between two rounds if a player's cards can have this order.
    fn with_hand(&self, player: Player, cards: &[u8], pickup: PickupOrder) -> Option<Self> {
        let hands = self.hands()?.with_hand(player, cards)?;
        let round = if self.done == 0 {
            PlayedRound::new(hands, pickup)
        } else {
            PlayedRound {
                before: self.round.before.clone(),
                events: self.round.events.clone(),
                after: hands,
            }
        };
        let mut position = self.clone();
        position.round = Rc::new(round);
        position.shown_hands[player as usize] = true;
        Some(position)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

/// Returns the last pair of some events, and its side.
fn last_pair(events: &[RoundEvent]) -> Option<(LaidPair, Face)> {
    events.iter().rev().find_map(|event| match event {
        RoundEvent::PairLaid { laid, face } => Some((*laid, *face)),
        _ => None,
    })
}

struct PrintedBataille {
    start: BatailleState,
    pickup: PickupOrder,
    /// The number of cards face down in a battle.
    face_down: u8,
    /// True if the text states cards that are laid.
    has_cards: bool,
    /// True if the text states cards face down as such.
    shows_face_down: bool,
    round_offset: u64,
    max_rounds: Option<u64>,
    lang: Lang,
    /// The outcome without a limit of rounds, once it is known.
    unlimited_outcome: OnceCell<BatailleOutcome>,
    /// The number of positions that were looked at for the current statement.
    looked_at: Cell<usize>,
}

impl PrintedBataille {
    /// Returns true if too many positions fit the text, or if it leaves out rounds that cannot be played.
    fn is_undecided(&self) -> bool {
        self.looked_at.get() > MAX_POSITIONS
    }

    fn compare(&self, lines: &[BatailleLine]) -> CheckedGame {
        let mut positions = vec![self.position(0, self.start.clone())];
        let mut is_ended = false;
        for line in lines {
            for statement in &line.statements {
                self.looked_at.set(0);
                let following = distinct(
                    positions
                        .iter()
                        .flat_map(|position| self.follow(position, statement)),
                );
                if self.is_undecided() {
                    return self.undecided_verdict(&positions[0], lines, line.number);
                }
                if following.is_empty() {
                    return self.difference(&positions, line, statement);
                }
                positions = following;
                is_ended |= matches!(
                    statement,
                    BatailleStatement::Stop
                        | BatailleStatement::Endless(_)
                        | BatailleStatement::CutOff { .. }
                        | BatailleStatement::Unresolved
                );
            }
        }
        self.looked_at.set(0);
        let complete = positions
            .iter()
            .find(|position| is_ended || self.is_complete(position));
        match complete {
            Some(position) => self.right_verdict(position, lines, Vec::new()),
            None if self.is_undecided() => {
                self.undecided_verdict(&positions[0], lines, missing_line(lines))
            }
            None => self.missing_end(&positions[0], lines),
        }
    }

    /// Accepts a text that shows too little from a line on.
    fn undecided_verdict(
        &self,
        position: &Position,
        lines: &[BatailleLine],
        line: usize,
    ) -> CheckedGame {
        let remark = sentence!(
            "à partir de la ligne {line}, l'affichage ne suffit pas à suivre l'ordre des cartes \
             gagnées : la suite n'est pas vérifiée",
            "from line {line} on, the text does not show enough to follow the order of the won \
             cards; the rest is not checked"
        );
        self.right_verdict(position, lines, vec![remark])
    }

    fn right_verdict(
        &self,
        position: &Position,
        lines: &[BatailleLine],
        remarks: Vec<Sentence>,
    ) -> CheckedGame {
        self.looked_at.set(0);
        let ends = self.round_ends(position);
        CheckedGame::Right {
            steps: ends
                .first()
                .map_or(position.rounds, Position::played_rounds),
            repeated_lines: 0,
            skipped_lines: skipped_lines(lines),
            remarks,
        }
    }

    /// Returns the position after a number of rounds.
    fn position(&self, rounds: u64, state: BatailleState) -> Position {
        let is_open = PLAYERS.map(|player| vec![false; state.hand_size(player)]);
        Position::new(
            rounds,
            PlayedRound::new(OpenHands { state, is_open }, self.pickup),
        )
    }

    /// Returns the positions with the next event done; at the end of a round, that before the next round. They are
    /// several if the order of the next cards is open. With a
    /// card, a pair face up has that card.
    fn next(&self, position: &Position, card: Option<(Player, u8)>) -> Vec<Position> {
        if position.is_end() {
            let before = position.round.after.clone();
            let round = PlayedRound::new(before, self.pickup);
            return vec![Position::new(position.rounds + 1, round)];
        }
        let Some(event) = position.round.events.get(position.done) else {
            return Vec::new();
        };
        let mut rounds = vec![Rc::clone(&position.round)];
        let mut stated = [true; 2];
        if let RoundEvent::PairLaid { laid, face } = event {
            for player in PLAYERS {
                // There is nothing to state about a player without a card.
                if card_of(*laid, player).is_none() {
                    continue;
                }
                stated[player as usize] = false;
                if self.pickup == PickupOrder::Random {
                    let is_wanted = |(owner, _): &(Player, u8)| *owner == player;
                    let wanted = card.filter(|card| *face == Face::Up && is_wanted(card));
                    let value = wanted.map(|(_, value)| value);
                    rounds = rounds
                        .iter()
                        .flat_map(|round| self.rounds_by_card(round, position.done, player, value))
                        .collect();
                }
            }
        }
        let next = |round| Position {
            rounds: position.rounds,
            round,
            done: position.done + 1,
            stated,
            shown_hands: [false; 2],
        };
        rounds.into_iter().map(next).collect()
    }

    /// Returns the round with each card that a player may lay next, or with this one.
    fn rounds_by_card(
        &self,
        round: &PlayedRound,
        done: usize,
        player: Player,
        wanted: Option<u8>,
    ) -> Vec<Rc<PlayedRound>> {
        let is_open = &round.before.is_open[player as usize];
        let cards = round.before.cards(player);
        let events = &round.events[..done];
        let next = cards_laid_by(player, events);
        let below = is_open[next + 1..].iter().take_while(|open| **open);
        let mut values = cards[next..=next + below.count()].to_vec();
        values.dedup();
        values.retain(|value| wanted.is_none_or(|wanted| wanted == *value));
        // The order of cards face down that have been laid makes no difference.
        let last_up = events
            .iter()
            .rposition(|event| matches!(event, RoundEvent::PairLaid { face: Face::Up, .. }));
        let visible = cards_laid_by(player, &events[..last_up.map_or(0, |last| last + 1)]);
        let with_value = |value| {
            let mut cards = cards.clone();
            let place = cards[next..].iter().position(|card| *card == value);
            let card = cards.remove(next + place.unwrap_or_default());
            sort_open_runs(&mut cards[visible..next], &is_open[visible..next]);
            cards.insert(next, card);
            let mut before = round.before.clone();
            before.state = before.state.with_hand(player, &cards);
            Rc::new(PlayedRound::new(before, self.pickup))
        };
        values.into_iter().map(with_value).collect()
    }

    /// Returns the wanted positions after a position, where those between may be passed. With a card, a pair face up has
    /// that card.
    fn reach(
        &self,
        position: &Position,
        card: Option<(Player, u8)>,
        is_wanted: impl Fn(&Position) -> bool,
        may_pass: impl Fn(&Position) -> bool,
    ) -> Vec<Position> {
        let mut found = Vec::new();
        let mut current = vec![position.clone()];
        while !current.is_empty() {
            let next = distinct(
                current
                    .iter()
                    .flat_map(|position| self.next(position, card)),
            );
            let looked_at = self.looked_at.get().saturating_add(next.len());
            self.looked_at.set(looked_at);
            if self.is_undecided() {
                return found;
            }
            found.extend(next.iter().filter(|next| is_wanted(next)).cloned());
            current = next.into_iter().filter(&may_pass).collect();
        }
        found
    }

    /// The positions at the end of the round, if no pair face up is left to be laid; a pair face down may be left out.
    fn round_ends(&self, position: &Position) -> Vec<Position> {
        if position.hands().is_some() {
            return vec![position.clone()];
        }
        let may_pass = |next: &Position| !next.is_end() && !next.is_new_pair_up();
        self.reach(position, None, Position::is_end, may_pass)
    }

    /// The positions at the end of the current round, whatever is left of it, or of the next round.
    fn next_round_ends(&self, position: &Position) -> Vec<Position> {
        self.reach(position, None, Position::is_end, |next| !next.is_end())
    }

    /// The positions at the end of the round that follows, of which nothing was stated.
    fn unseen_round_ends(&self, position: &Position) -> Vec<Position> {
        let ends = self.round_ends(position);
        ends.iter()
            .flat_map(|end| self.next_round_ends(end))
            .collect()
    }

    /// The positions at which the next pair of cards is laid; a pair face down may be left out. With a card, a pair face
    /// up has that card.
    fn next_pairs(&self, position: &Position, card: Option<(Player, u8)>) -> Vec<Position> {
        let is_pair = |next: &Position| next.new_pair().is_some();
        let is_random = self.pickup == PickupOrder::Random;
        // With random orders, too many cards could be left out.
        let may_pass = |next: &Position| match next.new_pair() {
            Some((_, Face::Down)) => !(is_random && self.shows_face_down),
            Some((_, Face::Up)) => false,
            None => true,
        };
        self.reach(position, card, is_pair, may_pass)
    }

    fn is_complete(&self, position: &Position) -> bool {
        self.round_ends(position)
            .iter()
            .any(|end| end.is_over() || self.max_rounds == Some(end.played_rounds()))
    }

    /// Returns the positions at which a statement is true, from a position at which those before were.
    fn follow(&self, position: &Position, statement: &BatailleStatement) -> Vec<Position> {
        match statement {
            BatailleStatement::Hand(player, values) => self.hands_shown(position, *player, values),
            BatailleStatement::Card {
                player,
                value,
                face,
                may_be_hand,
            } => {
                let mut ways = self.cards_laid(position, *player, *value, *face);
                if *may_be_hand {
                    ways.extend(self.hands_shown(position, *player, &[*value]));
                }
                ways
            }
            BatailleStatement::Taken(player, cards) => self.tricks_taken(position, *player, *cards),
            BatailleStatement::Winner(player) => {
                let mut ways = self.tricks_taken(position, *player, None);
                ways.extend(self.game_ends(position, Some(*player)));
                ways
            }
            BatailleStatement::GameWinner(winner) => self.game_ends(position, *winner),
            BatailleStatement::Sizes(sizes) => self.sizes_shown(position, *sizes),
            BatailleStatement::Round(number) => self.rounds_numbered(position, *number),
            BatailleStatement::Tie => {
                let mut ways = self.game_ends(position, None);
                // After the round, “draw” is the result.
                if !position.is_end() && position.tied_value().is_some() {
                    ways.push(position.clone());
                }
                ways
            }
            BatailleStatement::OutOfCards => {
                let mut ends = self.round_ends(position);
                ends.retain(Position::is_stopped);
                ends
            }
            BatailleStatement::RoundCount(count) => {
                let mut ends = self.round_ends(position);
                ends.retain(|end| {
                    let rounds = end.played_rounds();
                    rounds == *count || (end.is_stopped() && rounds == count.saturating_add(1))
                });
                ends
            }
            BatailleStatement::Endless(numbers) => self.endless(position, numbers),
            BatailleStatement::CutOff { rounds, winner } => {
                self.cut_off(position, *rounds, *winner)
            }
            BatailleStatement::Unresolved => self.unresolved(),
            BatailleStatement::Repeats | BatailleStatement::Stop => vec![position.clone()],
        }
    }

    /// Returns the current position between two rounds and, in a text without cards, that after the next round.
    fn shown_states(&self, position: &Position) -> Vec<Position> {
        let mut ways = self.round_ends(position);
        if !self.has_cards {
            ways.extend(self.unseen_round_ends(position));
        }
        ways
    }

    fn hands_shown(&self, position: &Position, player: Player, values: &[u8]) -> Vec<Position> {
        self.shown_states(position)
            .iter()
            .filter_map(|way| way.with_hand(player, values, self.pickup))
            .collect()
    }

    /// Returns the positions at which this card was laid: in the last pair, or in the next one.
    fn cards_laid(
        &self,
        position: &Position,
        player: Player,
        value: u8,
        face: Option<Face>,
    ) -> Vec<Position> {
        let mut ways = Vec::new();
        if !position.stated[player as usize] {
            ways.push(position.clone());
        }
        if position.is_settled() {
            ways.extend(self.next_pairs(position, Some((player, value))));
        }
        ways.retain(|way| {
            let is_side = |(_, side)| face.is_none_or(|face| face == side);
            way.lays(player, value) && way.new_pair().is_some_and(is_side)
        });
        for way in &mut ways {
            way.stated[player as usize] = true;
        }
        ways
    }

    /// Returns the positions at which the game is over and this player leads.
    fn game_ends(&self, position: &Position, leader: Option<Player>) -> Vec<Position> {
        let mut ways = self.shown_states(position);
        ways.retain(|way| way.hands_or_next().state.leader() == leader && self.is_complete(way));
        ways
    }

    fn sizes_shown(&self, position: &Position, sizes: [Option<usize>; 2]) -> Vec<Position> {
        let is_true = |found: [usize; 2]| {
            let mut pairs = sizes.into_iter().zip(found);
            pairs.all(|(size, found)| size.is_none_or(|size| size == found))
        };
        let mut ways = self.shown_states(position);
        ways.retain(|way| is_true(way.hands_or_next().sizes()));
        // The numbers of cards while a trick is on the table.
        let laid = position.round.events[..position.done]
            .iter()
            .filter(|event| matches!(event, RoundEvent::PairLaid { .. }))
            .count();
        let on_table = position.round.before.sizes();
        if ways.is_empty() && is_true(on_table.map(|size| size.saturating_sub(laid))) {
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
        let mut ways = vec![position.clone()];
        if position.is_settled() {
            ways.extend(self.next(position, None));
        }
        if !self.has_cards {
            ways.extend(self.unseen_round_ends(position));
        }
        ways.retain(|way| {
            way.trick().is_some_and(|(winner, taken)| {
                winner == player && cards.is_none_or(|cards| cards == taken)
            })
        });
        ways
    }

    /// Accepts the number of the current round, of that which has ended, or of the next one.
    fn rounds_numbered(&self, position: &Position, number: u64) -> Vec<Position> {
        let number = number.saturating_add(self.round_offset);
        let mut ways = Vec::new();
        if number == position.rounds + 1 || (position.done == 0 && number == position.rounds) {
            ways.push(position.clone());
        }
        for end in self.round_ends(position) {
            if end.is_end() && number == end.rounds + 2 {
                ways.extend(self.next(&end, None));
            }
        }
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

    /// Returns the outcome without a limit of rounds; unresolved with random orders of picking up.
    fn unlimited_outcome(&self) -> BatailleOutcome {
        if self.pickup == PickupOrder::Random {
            return BatailleOutcome::Unresolved;
        }
        let play = || self.start.clone().play_to_end(u64::MAX).outcome;
        *self.unlimited_outcome.get_or_init(play)
    }

    /// The numbers are those of the last round, the first state of the loop and the period, as `show` writes them, or
    /// fewer.
    fn endless(&self, position: &Position, numbers: &[u64]) -> Vec<Position> {
        let BatailleOutcome::Endless { period, pre_period } = self.unlimited_outcome() else {
            return Vec::new();
        };
        let mut ends = self.round_ends(position);
        ends.retain(|end| match numbers {
            [round, first, length] => {
                [*round, *first, *length] == [end.played_rounds(), pre_period, period]
            }
            _ => self.is_repeating(end),
        });
        ends
    }

    /// Returns the position after this number of rounds. The rounds of a game that repeats may be left out.
    fn cut_off(&self, position: &Position, rounds: u64, winner: Option<Player>) -> Vec<Position> {
        let mut ways = Vec::new();
        for end in self.round_ends(position) {
            if end.played_rounds() == rounds {
                ways.push(end);
            } else if self.is_repeating(&end) {
                let mut state = self.start.clone();
                state.play_to_end(rounds);
                ways.push(self.position(rounds, state));
            }
        }
        ways.retain(|way| {
            let state = &way.hands_or_next().state;
            state.leader() == winner && !state.is_over()
        });
        ways
    }

    /// Returns the position at which `show` stops an unresolved game; it leaves out most of the rounds.
    fn unresolved(&self) -> Vec<Position> {
        if self.pickup == PickupOrder::Random {
            self.looked_at.set(usize::MAX);
            return Vec::new();
        }
        let mut state = self.start.clone();
        let ending = state.play_to_end(u64::MAX);
        let is_true = ending.outcome == BatailleOutcome::Unresolved;
        let position = is_true.then(|| self.position(ending.rounds, state));
        position.into_iter().collect()
    }

    /// Returns the difference of a statement that is true at no position. If the order of won cards is open, a reason
    /// is given only if it holds for all orders.
    fn difference(
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
        let text = |lang| hands_text(hands.clone(), lang).replace('\n', " ; ");
        Sentence::new(
            format!("{} ; mains avant ce pli : {}", top_card.fr, text(Lang::Fr)),
            format!(
                "{}; hands before this round: {}",
                top_card.en,
                text(Lang::En)
            ),
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

    fn missing_end(&self, position: &Position, lines: &[BatailleLine]) -> CheckedGame {
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
        }
    }
}

/// Returns the positions without duplicates.
fn distinct(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut known = HashSet::new();
    positions
        .filter(|position| known.insert(position.clone()))
        .collect()
}

/// Returns the value of a list whose values are all the same.
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
