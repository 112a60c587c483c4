//! A game under way, without a word printed: seats, moves, taking back, ends.

use super::record::{Record, Settings};
use super::words::shown;
use crate::games::{Game, Outcome, Player};
use crate::lang::dialogue::Misfit;
use crate::players::{Kind, Seat};
use rand::Rng;

/// What a session needs of a game beyond its rules.
pub trait Playable: Game {
    /// The name of the game in kept games and on the command line.
    const NAME: &'static str;
    /// Whether a computer may sit at the table.
    const DUEL: bool;

    /// What the start of a game was, as text: [`Playable::from_settings`] makes it again.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The start of a game from its settings.
    ///
    /// # Errors
    /// The setting that is missing, or not understood.
    fn from_settings(settings: &Settings) -> Result<Self, Misfit>;

    /// When this state is one of the earlier ones, which makes the game endless: which of them. A game whose states
    /// cannot come back says `None`.
    fn came_before(&self, earlier: &[Self]) -> Option<usize>;

    /// A computer player for a game from this start.
    ///
    /// # Errors
    /// When there is none of this kind for this game.
    fn seat(&self, kind: Kind) -> Result<Seat<Self>, Misfit>;
}

/// Which deal of which seed a session is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The master seed.
    pub seed: u64,
    /// The number of the deal, or of the game.
    pub deal: u64,
}

/// The generator for a choice of a player, after so many moves: the same choice again for the same game, whether it
/// was played on, taken back or loaded.
pub type Chance = fn(Origin, Player, usize) -> Box<dyn Rng>;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// The position after `again` moves is that after `first`: it would go round for ever.
    Endless {
        /// Moves before the position came first.
        first: usize,
        /// Moves before it came again.
        again: usize,
    },
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody's.
    Over(End),
    /// A person's.
    Person(Player),
    /// A computer player's.
    Machine(Player),
}

/// Why a move was not made; the session is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlayed<R> {
    /// The rules refuse it.
    Refused(R),
    /// The game is endless, which the rules do not know.
    Ended,
}

/// A game under way.
pub struct Session<G: Playable> {
    /// The start, then the state after each move.
    states: Vec<G>,
    plies: Vec<G::Move>,
    kinds: [Kind; 2],
    machines: [Option<Seat<G>>; 2],
    origin: Option<Origin>,
    chance: Chance,
    repeat: Option<(usize, usize)>,
    taken_back: usize,
}

/// A game for one is played by persons on both sides.
const PERSONS: [Kind; 2] = [Kind::Human; 2];

impl<G: Playable> Session<G> {
    /// A game from `start` between these players. `origin` is the deal it came from, if it was dealt, and decides what
    /// computer players draw.
    ///
    /// # Errors
    /// When a computer player cannot play this game.
    pub fn new(start: G, kinds: [Kind; 2], origin: Option<Origin>, chance: Chance) -> Result<Self, Misfit> {
        let seat = |kind: Kind| if kind == Kind::Human { Ok(None) } else { start.seat(kind).map(Some) };
        let machines = [seat(kinds[0])?, seat(kinds[1])?];
        Ok(Self {
            states: vec![start],
            plies: Vec::new(),
            kinds,
            machines,
            origin,
            chance,
            repeat: None,
            taken_back: 0,
        })
    }

    /// A game for one person.
    pub fn alone(start: G, origin: Option<Origin>, chance: Chance) -> Self {
        let (states, machines) = (vec![start], [None, None]);
        Self { states, plies: Vec::new(), kinds: PERSONS, machines, origin, chance, repeat: None, taken_back: 0 }
    }

    /// A game that was kept, after its last move.
    ///
    /// # Errors
    /// What does not fit, and in which line.
    pub fn restore(record: &Record, chance: Chance) -> Result<Self, Misfit> {
        record.expect(G::NAME)?;
        let settings = record.settings();
        let start = G::from_settings(settings)?;
        let kinds = if G::DUEL { settings.players()? } else { PERSONS };
        let mut session = Self::new(start, kinds, settings.origin()?, chance)?;
        for (line, text) in record.moves() {
            let misfit = |make: fn(usize, String) -> Misfit| make(*line, shown(text));
            let mv = text.parse().map_err(|_| misfit(|line, text| Misfit::NotAMove { line, text }))?;
            session.play(mv).map_err(|not| match not {
                NotPlayed::Refused(_) => misfit(|line, text| Misfit::RefusedMove { line, text }),
                NotPlayed::Ended => Misfit::MoveAfterEnd { line: *line },
            })?;
        }
        Ok(session)
    }

    /// Puts a game that was kept in the place of this one.
    ///
    /// # Errors
    /// As [`Session::restore`]; this game then goes on.
    pub fn resume(&mut self, record: &Record) -> Result<(), Misfit> {
        *self = Self::restore(record, self.chance)?;
        Ok(())
    }

    /// The game so far, to be kept: [`Session::restore`] goes on with it.
    pub fn record(&self) -> Record {
        let mut settings: Vec<(&str, String)> = self.start().settings();
        if G::DUEL {
            settings.push(("players", format!("{},{}", self.kinds[0], self.kinds[1])));
        }
        if let Some(Origin { seed, deal }) = self.origin {
            settings.extend([("seed", seed.to_string()), ("deal", deal.to_string())]);
        }
        Record::new(G::NAME, &settings, self.plies.iter().map(ToString::to_string))
    }

    /// The state before the first move.
    pub fn start(&self) -> &G {
        &self.states[0]
    }

    /// The state now.
    pub fn state(&self) -> &G {
        &self.states[self.plies.len()]
    }

    /// The moves so far.
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

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        let player = self.state().to_play();
        match self.end() {
            Some(end) => Turn::Over(end),
            None if self.kind(player) == Kind::Human => Turn::Person(player),
            None => Turn::Machine(player),
        }
    }

    /// Makes a move for whoever's turn it is.
    ///
    /// # Errors
    /// Why it was not made.
    pub fn play(&mut self, mv: G::Move) -> Result<(), NotPlayed<G::Refusal>> {
        if self.repeat.is_some() {
            return Err(NotPlayed::Ended);
        }
        let mut after = self.state().clone();
        after.play(mv).map_err(NotPlayed::Refused)?;
        self.repeat = after.came_before(&self.states).map(|first| (first, self.states.len()));
        self.states.push(after);
        self.plies.push(mv);
        Ok(())
    }

    /// Lets the computer player whose turn it is choose and make a move: which; `None` when it is not its turn.
    pub fn reply(&mut self) -> Option<G::Move> {
        let Turn::Machine(player) = self.turn() else { return None };
        let machine = self.machines[usize::from(player == Player::Two)].as_ref()?;
        let mv = machine.choose(self.state(), &mut *self.generator())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// The generator for the choice at hand.
    pub fn generator(&self) -> Box<dyn Rng> {
        let origin = self.origin.unwrap_or(Origin { seed: 1, deal: 0 });
        (self.chance)(origin, self.state().to_play(), self.plies.len())
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
