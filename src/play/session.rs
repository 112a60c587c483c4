//! A game under way, without a word printed: seats, moves, taking back, ends.

use super::playable::Playable;
use super::record::{Origin, Record};
use crate::lang::dialogue::Chair;
use crate::lang::{SessionError, shown};
use pioche_engine::games::{Memory, Outcome, Player};
use pioche_engine::players::{Kind, Seat};
use rand::Rng;

/// The generator for a choice of a player, after so many moves: the same choice again for the same game, whether it
/// was played on, taken back or loaded.
pub type Chance = fn(Origin, Player, usize) -> Box<dyn Rng>;

#[derive(Clone, Copy)]
pub struct Lent {
    /// What computer players draw.
    pub chance: Chance,
    pub memory: Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// The position after `again` moves is that after `first`: it would go round for ever.
    Endless { first: usize, again: usize },
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Over(End),
    Person(Player),
    Machine(Player),
}

/// Why a move was not made; the session is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError<R> {
    /// The rules refuse it.
    Refused(R),
    /// The game is endless, which the rules do not know.
    Ended,
}

pub struct Session<G: Playable> {
    /// The start, then the state after each move.
    states: Vec<G>,
    plies: Vec<G::Move>,
    kinds: [Kind; 2],
    machines: [Option<Seat<G>>; 2],
    origin: Option<Origin>,
    lent: Lent,
    repeat: Option<(usize, usize)>,
    taken_back: usize,
}

/// A game for one is played by persons on both sides.
const PERSONS: [Kind; 2] = [Kind::Human; 2];

impl<G: Playable> Session<G> {
    /// A game from `start` between these players. `origin` is the deal it came from, if it was dealt, and decides what
    /// computer players draw. Fails when a computer player cannot play this game.
    pub fn new(start: G, kinds: [Kind; 2], origin: Option<Origin>, lent: Lent) -> Result<Self, SessionError> {
        let seat = |kind: Kind| if kind == Kind::Human { Ok(None) } else { start.seat(kind, lent.memory).map(Some) };
        // Players of one kind are one and the same: they keep nothing from move to move, and solve a game once.
        let machines = [seat(kinds[0])?, if kinds[1] == kinds[0] { None } else { seat(kinds[1])? }];
        Ok(Self { kinds, machines, ..Self::alone(start, origin, lent) })
    }

    /// A game for one person.
    pub fn alone(start: G, origin: Option<Origin>, lent: Lent) -> Self {
        Self {
            states: vec![start],
            plies: Vec::new(),
            kinds: PERSONS,
            machines: [None, None],
            origin,
            lent,
            repeat: None,
            taken_back: 0,
        }
    }

    /// A game that was kept, after its last move. The error says what does not fit, and in which line.
    pub fn restore(record: &Record, lent: Lent) -> Result<Self, SessionError> {
        record.expect(G::NAME)?;
        let settings = record.settings();
        let start = G::from_settings(settings)?;
        let kinds = if G::DUEL { settings.players()? } else { PERSONS };
        let mut session = Self::new(start, kinds, settings.origin()?, lent)?;
        for (line, text) in record.moves() {
            let error = |make: fn(usize, String) -> SessionError| make(*line, shown(text));
            let mv = text.parse().map_err(|_| error(|line, text| SessionError::NotAMove { line, text }))?;
            session.play(mv).map_err(|not| match not {
                PlayError::Refused(_) => error(|line, text| SessionError::RefusedMove { line, text }),
                PlayError::Ended => SessionError::MoveAfterEnd { line: *line },
            })?;
        }
        Ok(session)
    }

    /// Puts a game that was kept in the place of this one. Fails as [`Session::restore`]; this game then goes on.
    pub fn resume(&mut self, record: &Record) -> Result<(), SessionError> {
        *self = Self::restore(record, self.lent)?;
        Ok(())
    }

    /// The game so far, to be kept: [`Session::restore`] goes on with it.
    pub fn record(&self) -> Record {
        let mut record = self.start().record(self.kinds).dealt(self.origin);
        self.plies.iter().for_each(|mv| record.push(mv.to_string()));
        record
    }

    pub fn memory(&self) -> Memory {
        self.lent.memory
    }

    /// The state before the first move.
    pub fn start(&self) -> &G {
        &self.states[0]
    }

    pub fn state(&self) -> &G {
        &self.states[self.plies.len()]
    }

    pub fn plies(&self) -> &[G::Move] {
        &self.plies
    }

    /// The last move, with the state before it.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        let mv = *self.plies.last()?;
        Some((&self.states[self.plies.len() - 1], mv))
    }

    /// Who sits on a side.
    pub fn kind(&self, player: Player) -> Kind {
        self.kinds[usize::from(player == Player::Two)]
    }

    /// Who sits on a side, as sentences name them.
    pub fn chair(&self, player: Player) -> Chair {
        match self.kind(player) {
            Kind::Human => Chair::Person,
            kind => Chair::Machine(kind.to_string()),
        }
    }

    /// The deal that the game came from, if it was dealt.
    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }

    /// How many moves were taken back so far.
    pub fn taken_back(&self) -> usize {
        self.taken_back
    }

    /// How the game ended, or `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        let over = self.state().outcome().map(End::Over);
        over.or(self.repeat.map(|(first, again)| End::Endless { first, again }))
    }

    pub fn turn(&self) -> Turn {
        let player = self.state().to_play();
        match self.end() {
            Some(end) => Turn::Over(end),
            None if self.kind(player) == Kind::Human => Turn::Person(player),
            None => Turn::Machine(player),
        }
    }

    /// Makes a move for whoever's turn it is. The error says why it was not made.
    pub fn play(&mut self, mv: G::Move) -> Result<(), PlayError<G::Refusal>> {
        if self.repeat.is_some() {
            return Err(PlayError::Ended);
        }
        let mut after = self.state().clone();
        after.play(mv).map_err(PlayError::Refused)?;
        self.repeat = after.came_before(&self.states).map(|first| (first, self.states.len()));
        self.states.push(after);
        self.plies.push(mv);
        Ok(())
    }

    /// Lets the computer player whose turn it is choose and make a move: which; `None` when it is not its turn.
    pub fn reply(&mut self) -> Option<G::Move> {
        let Turn::Machine(player) = self.turn() else { return None };
        let [first, second] = &self.machines;
        let machine = if player == Player::Two { second.as_ref().or(first.as_ref()) } else { first.as_ref() }?;
        let mv = machine.choose(self.state(), &mut *self.generator())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// The generator for the choice at hand.
    pub fn generator(&self) -> Box<dyn Rng> {
        let origin = self.origin.unwrap_or(Origin { seed: 1, deal: 0 });
        (self.lent.chance)(origin, self.state().to_play(), self.plies.len())
    }

    /// Takes the last move of a person back, and the replies to it: how many moves; 0 when no person has moved.
    pub fn take_back(&mut self) -> usize {
        let persons = |ply: &usize| self.kind(self.states[*ply].to_play()) == Kind::Human;
        let Some(keep) = (0..self.plies.len()).rev().find(persons) else { return 0 };
        let taken = self.plies.len() - keep;
        self.plies.truncate(keep);
        self.states.truncate(keep + 1);
        self.repeat = None;
        self.taken_back += taken;
        taken
    }
}
