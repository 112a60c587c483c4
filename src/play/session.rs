//! What `play` asks of a game, and a game under way: seats, moves, taking back, ends. Nothing is printed here.

use super::record::{Origin, Record, Settings};
use crate::lang::{Lang, Sentence, SessionError, shown};
use pioche_engine::games::{Game, Memory, Outcome, Player};
use pioche_engine::players::{BoxedStrategy, PlayerSpec};
use pioche_engine::rng::{Purpose, Seed, stream};
use rand::Rng;

/// A game that can be played by lines, kept as text and gone on with.
pub trait Playable: Game<Move: Send> + Send + 'static {
    /// The name of the game in kept games and on the command line.
    const NAME: &'static str;
    const DUEL: bool;
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    const SLOW_TO_SOLVE: bool = false;

    /// What the start of a game was, as text: [`Playable::from_settings`] makes it again.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The start of a game from its settings. Fails with the setting that is missing, or not understood.
    fn from_settings(settings: &Settings) -> Result<Self, SessionError>;

    /// A game from this start between these players, before its first move. A game for one does not tell who plays.
    fn record(&self, players: [PlayerSpec; 2]) -> Record {
        let record = Record::of(Self::NAME, self.settings());
        if Self::DUEL { record.between(players) } else { record }
    }

    /// When this state is one of the earlier ones, which makes the game endless: which of them. The states of most
    /// games cannot come back.
    fn came_before(&self, _: &[Self]) -> Option<usize> {
        None
    }

    /// Whether [`Playable::seat`] will give a player, told without solving the game where that can be. Fails with those
    /// of [`Playable::seat`].
    fn check_seat(&self, _: PlayerSpec, _: Memory) -> Result<(), SessionError> {
        Err(SessionError::OnlyPeople)
    }

    /// A computer player for a game from this start, who takes so much memory at most to solve it. Games for one person
    /// have none. Fails when there is none of this kind for this game.
    fn seat(&self, _: PlayerSpec, _: Memory) -> Result<BoxedStrategy<Self>, SessionError> {
        Err(SessionError::OnlyPeople)
    }

    fn greeting(session: &Session<Self>) -> Sentence;
    /// The state, and what the player to move should see before he chooses.
    fn table(session: &Session<Self>, lang: Lang) -> String;
    /// The question when these lines of the present move have already been given.
    fn question(session: &Session<Self>, answers: &[String]) -> Sentence;
    /// The meaning of the lines of the present move, the last one new.
    fn understand(session: &Session<Self>, answers: &[String]) -> Understood<Self>;
    fn refusal(&self, refusal: &Self::Refusal) -> Sentence;
    /// The sentence about the last move, if there is one.
    fn moved(session: &Session<Self>) -> Option<Sentence>;
    fn moves(session: &Session<Self>) -> Sentence;
    fn hint(session: &Session<Self>) -> Sentence;
    fn rules(session: &Session<Self>) -> Sentence;
    fn conclusion(session: &Session<Self>, end: End) -> Vec<Sentence>;
    /// Whether the player is still asked although the game is over, so that he can take moves back.
    fn lingers(_: &Session<Self>) -> bool {
        false
    }
    /// The text when the player stops before the end, and how the conversation ends.
    fn leave(session: &Session<Self>, why: Leave, lang: Lang) -> (String, Ending);
}

pub enum Understood<G: Playable> {
    Move(G::Move),
    Half,
    Nonsense(Sentence),
    Leave(Leave),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The player has typed so, or the input has ended.
    Quit,
    /// `^C`, or a typed word: a solver may go on alone.
    HandOver,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Over(End),
    Left,
    /// The computer found how to end the game well.
    Solved,
    /// There is no way to end it well.
    NoWay,
    Undecided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Over(Outcome),
    /// The position after `again` moves is that after `first`: it would go round for ever.
    Endless {
        first: usize,
        again: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Over(End),
    Person(Player),
    Machine(Player),
}

/// Why a move was not made; the session is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError<R> {
    Refused(R),
    /// The game is endless, which the rules do not know.
    Ended,
}

pub struct Session<G: Playable> {
    /// The start, then the state after each move.
    states: Vec<G>,
    plies: Vec<G::Move>,
    kinds: [PlayerSpec; 2],
    machines: [Option<BoxedStrategy<G>>; 2],
    origin: Option<Origin>,
    /// The memory that each solver may take.
    pub memory: Memory,
    repeat: Option<(usize, usize)>,
    taken_back: usize,
}

impl<G: Playable> Session<G> {
    /// A game from `start` between these players; a game for one has persons on both sides. `origin` is the deal it came
    /// from, if it was dealt, and decides what computer players draw. Fails when a computer player cannot play this game.
    pub fn new(start: G, kinds: [PlayerSpec; 2], origin: Option<Origin>, memory: Memory) -> Result<Self, SessionError> {
        let seat =
            |kind: PlayerSpec| if kind == PlayerSpec::Human { Ok(None) } else { start.seat(kind, memory).map(Some) };
        // Players of one kind are one and the same: they keep nothing from move to move, and solve a game once.
        let machines = [seat(kinds[0])?, if kinds[1] == kinds[0] { None } else { seat(kinds[1])? }];
        let states = vec![start];
        Ok(Self { states, plies: Vec::new(), kinds, machines, origin, memory, repeat: None, taken_back: 0 })
    }

    /// A game that was kept, after its last move. The error says what does not fit, and in which line.
    pub fn restore(record: &Record, memory: Memory) -> Result<Self, SessionError> {
        let (start, kinds) = seats(record)?;
        let mut session = Self::new(start, kinds, record.settings().origin()?, memory)?;
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

    /// The game so far, to be kept: [`Session::restore`] goes on with it.
    pub fn record(&self) -> Record {
        let mut record = self.start().record(self.kinds).dealt(self.origin);
        self.plies.iter().for_each(|mv| record.push(mv.to_string()));
        record
    }

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

    pub fn kind(&self, player: Player) -> PlayerSpec {
        self.kinds[usize::from(player == Player::Two)]
    }

    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }

    pub fn taken_back(&self) -> usize {
        self.taken_back
    }

    pub fn end(&self) -> Option<End> {
        let over = self.state().outcome().map(End::Over);
        over.or(self.repeat.map(|(first, again)| End::Endless { first, again }))
    }

    pub fn turn(&self) -> Turn {
        let player = self.state().to_play();
        match self.end() {
            Some(end) => Turn::Over(end),
            None if self.kind(player) == PlayerSpec::Human => Turn::Person(player),
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
        let mv = machine.choose(self.state(), &mut self.generator())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// The generator for the choice at hand: one for each deal and player, of which every choice has a stretch of its
    /// own. The same choice comes again whether the game was played on, taken back or loaded.
    pub fn generator(&self) -> impl Rng + use<G> {
        let Origin { seed, deal } = self.origin.unwrap_or(Origin { seed: 1, deal: 0 });
        let purpose = match self.state().to_play() {
            Player::One => Purpose::Player1,
            Player::Two => Purpose::Player2,
        };
        let mut generator = stream(Seed(seed), purpose, deal);
        generator.advance((self.plies.len() as u128) << 64);
        generator
    }

    /// Takes the last move of a person back, and the replies to it: how many moves; 0 when no person has moved.
    pub fn take_back(&mut self) -> usize {
        let persons = |ply: &usize| self.kind(self.states[*ply].to_play()) == PlayerSpec::Human;
        let Some(keep) = (0..self.plies.len()).rev().find(persons) else { return 0 };
        let taken = self.plies.len() - keep;
        self.plies.truncate(keep);
        self.states.truncate(keep + 1);
        self.repeat = None;
        self.taken_back += taken;
        taken
    }
}

/// The start of a kept game, and its players. Fails when it is of another game, or a setting is missing or not
/// understood.
pub fn seats<G: Playable>(record: &Record) -> Result<(G, [PlayerSpec; 2]), SessionError> {
    record.expect(G::NAME)?;
    let start = G::from_settings(record.settings())?;
    Ok((start, if G::DUEL { record.settings().players()? } else { [PlayerSpec::Human; 2] }))
}
