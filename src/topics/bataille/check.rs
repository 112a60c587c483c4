//! The check of printed games of bataille: hands, laid cards, tricks, numbers of cards and the result, in any selection.
//!
//! A statement may fit several positions of the game, for instance a card that is laid face down or face up, so the
//! positions that fit are followed together. With random orders of picking up, the order of the cards of a won trick is
//! open until they are laid or the hand is printed.

mod follow;
mod reasons;

use super::printed_line::{BatailleStatement, stated_bataille_lines};
use super::show::{hand_text, hands_problem, hands_text};
use super::{FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP};
use crate::lang::{Lang, Problem, Sentence, Text, sentence};
use crate::topics::printed::text::{Line, has_word};
use crate::topics::printed::{
    CheckedGame, PrintedGameCheck, StatedLine, missing_line, skipped_lines, statements_of,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::experiments::Bataille;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{Face, LaidPair, RoundEvent};
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
        statements_of(&lines)
            .take(6)
            .find_map(|statement| match statement {
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
    let settings = Bataille::from_settings(&args.settings)?;
    let rules = settings.rules();
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
        start: BatailleState::with_hands(&hands, played_rules),
        pickup: rules.pickup,
        face_down: rules.face_down,
        has_cards: has_laid_cards(&lines),
        shows_face_down: shows_face_down(&lines),
        round_offset: first_round_offset(&lines),
        max_rounds: settings.max_rounds,
        lang: args.lang,
        unlimited_outcome: OnceCell::new(),
        looked_at: Cell::new(0),
        fitting: Cell::new(0),
    };
    let mut verdict = game.compare(&lines);
    if let CheckedGame::Right { remarks, .. } = &mut verdict {
        remarks.extend(unequal_hands_remark(&hands));
    }
    Ok(Some(verdict))
}

/// States that the hands of a whole pack are unequal, as they are not when it is dealt.
fn unequal_hands_remark(hands: &Hands) -> Option<Sentence> {
    let [one, two] = [hands.player1_hand(), hands.player2_hand()].map(<[u8]>::len);
    let mut values: Vec<u8> = [hands.player1_hand(), hands.player2_hand()].concat();
    values.sort_unstable();
    let is_whole = values.chunk_by(|a, b| a == b).all(|cards| cards.len() == 4);
    (is_whole && one != two).then(|| {
        sentence!(
            "au début, les mains ont {one} et {two} cartes ; une distribution en donne autant à chacun",
            "at the start the hands have {one} and {two} cards; a deal gives both the same number"
        )
    })
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
        fitting: 0,
    })
}

/// Returns true if a text states cards that are laid, and not only hands, some of which may be of one card.
fn has_laid_cards(lines: &[BatailleLine]) -> bool {
    let mut hands = 0;
    let mut cards_or_hands = 0;
    for statement in statements_of(lines) {
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
    statements_of(lines).any(|statement| {
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
    let first = statements_of(lines).find_map(|statement| match *statement {
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

/// Sorts the cards of which the order among themselves is open.
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
        let mut state = before.state.clone();
        let mut events = Vec::new();
        if !state.is_over() {
            state.try_play_round_with_events(|event| events.push(event));
        }
        let is_random = pickup == PickupOrder::Random;
        let mut is_open: [Vec<bool>; 2] = Default::default();
        for player in PLAYERS {
            let laid_cards = cards_laid_by(player, &events);
            let mut is_open_below = before.is_open[player as usize][laid_cards..].to_vec();
            if let Some(top) = is_open_below.first_mut() {
                *top = false;
            }
            let taken_cards = state.hand_size(player) - is_open_below.len();
            is_open_below.extend((0..taken_cards).map(|place| is_random && place > 0));
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
    /// For each player, true if the card of the last pair was stated.
    stated: [bool; 2],
    /// For each player, true if the hand was stated since the last event.
    shown_hands: [bool; 2],
}

/// The values that distinguish positions: at the end of a round, its cards play no part any more.
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

    /// Returns the value of two equal cards, if they are the last ones that were laid face up.
    fn tied_value(&self) -> Option<u8> {
        let events = self.round.events[..self.done].iter().rev();
        let laid = events.copied().find_map(face_up_pair)?;
        let [one, two] = PLAYERS.map(|player| card_of(laid, player));
        one.filter(|_| one == two)
    }

    /// The cards of a player that were laid face up in this round.
    fn cards_up(&self, player: Player) -> Vec<u8> {
        let events = self.round.events[..self.done].iter().copied();
        let pairs = events.filter_map(face_up_pair);
        pairs.filter_map(|laid| card_of(laid, player)).collect()
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

    /// Returns the card that a player laid in the last pair, if only one of its two cards was stated.
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

fn face_up_pair(event: RoundEvent) -> Option<LaidPair> {
    match event {
        RoundEvent::PairLaid {
            laid,
            face: Face::Up,
        } => Some(laid),
        _ => None,
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
    /// The number of statements that fit up to now.
    fitting: Cell<usize>,
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
                self.fitting.update(|fitting| fitting + 1);
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
            fitting: self.fitting.get(),
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
}

/// Returns the positions without duplicates.
fn distinct(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut known_positions = HashSet::new();
    positions
        .filter(|position| known_positions.insert(position.clone()))
        .collect()
}
