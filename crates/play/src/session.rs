//! The interface between `play` and a game, and sessions: players, moves, taking moves back, ends. Nothing is printed
//! here.

use pioche_engine::games::{Course, MemoryLimit, Outcome, Player};
use pioche_engine::players::{BoxedStrategy, PlayerSpec};
use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_report::lang::{Problem, Text};
use pioche_topics::saved_game::{DealOrigin, RecordedGame, SavedGame};
use rand::Rng;

pub const NO_COMPUTER_PLAYER: Text = Text("this game is for one person, without a computer player");

/// A game that can be played line by line.
pub trait Playable: RecordedGame {
    /// True if a perfect player solves so much at first that a message announces it.
    const IS_SLOW_TO_SOLVE: bool = false;

    /// Checks that [`Playable::computer_player`] will return a player, without solving the game if possible.
    ///
    /// # Errors
    /// Those of [`Playable::computer_player`].
    fn check_player(&self, _: PlayerSpec, _: MemoryLimit) -> Result<(), Problem> {
        Err(NO_COMPUTER_PLAYER.into())
    }

    /// Returns a computer player for a game from this start, which uses at most this much memory for solving. Games for
    /// one person have none.
    ///
    /// # Errors
    /// When the game has no player of this kind.
    fn computer_player(
        &self,
        _: PlayerSpec,
        _: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, Problem> {
        Err(NO_COMPUTER_PLAYER.into())
    }

    fn greeting(session: &Session<Self>) -> String;
    /// Returns the state as text in lines of `columns`, with everything that the player to move should see.
    fn state_text(session: &Session<Self>, columns: usize) -> String;
    /// Returns the question; `answers` are the lines already given for the current move.
    fn question(session: &Session<Self>, answers: &[String]) -> String;
    /// Interprets the lines given for the current move; the last one is new.
    fn parse_answers(session: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self>;
    /// Describes the last move; `None` before the first or when there is nothing to say.
    fn last_move_text(session: &Session<Self>) -> Option<String>;
    fn legal_moves_message(session: &Session<Self>) -> String;
    fn hint(session: &Session<Self>) -> String;
    fn rules(session: &Session<Self>) -> String;
    fn conclusion(session: &Session<Self>, end: GameEnd) -> Vec<String>;
    /// True if the player is still asked after the end of the game, to be able to take moves back.
    fn continues_after_end(_: &Session<Self>) -> bool {
        false
    }
    /// Returns the text for stopping before the end, and the kind of ending.
    fn stop_text_and_ending(
        session: &Session<Self>,
        reason: StopReason,

        columns: usize,
    ) -> (String, SessionEnding);
}

pub enum ParsedAnswer<G: Playable> {
    Move(G::Move),
    Partial,
    Invalid(String),
    Stop(StopReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The player asked to stop, or the input ended.
    Quit,
    /// `^C` or a typed word; a solver may finish the game.
    HandOverToSolver,
}

/// The state in which a conversation leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnding {
    /// The game has ended by its rules.
    Over(GameEnd),
    /// The player stopped before the end.
    Left,
    /// The computer found a winning end.
    Solved,
    /// The computer proved that there is no winning end.
    NoSolution,
    /// The computer gave up the search for a winning end, since there are too many positions.
    Undecided,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// No move is left, and the result is known.
    Over(Outcome),
    /// The state after `again` moves is the state after `first` moves, so the game would repeat for ever.
    Endless {
        /// The number of moves before the state appeared for the first time.
        first: usize,
        /// The number of moves before the state appeared for the second time.
        again: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Over(GameEnd),
    Person(Player),
    Computer(Player),
}

pub struct Session<G: Playable> {
    course: Course<G>,
    players: [PlayerSpec; 2],
    computer_players: [Option<BoxedStrategy<G>>; 2],
    origin: Option<DealOrigin>,
}

impl<G: Playable> Session<G> {
    /// Creates a session from `start`; a game for one person has humans on both sides. `origin` is the deal that the
    /// game came from, if any; it seeds the computer players.
    ///
    /// # Errors
    /// When a computer player cannot play this game.
    pub fn new(
        start: G,
        kinds: [PlayerSpec; 2],
        origin: Option<DealOrigin>,
        memory: MemoryLimit,
    ) -> Result<Self, Problem> {
        let seat = |kind: PlayerSpec| {
            if kind == PlayerSpec::Human {
                Ok(None)
            } else {
                start.computer_player(kind, memory).map(Some)
            }
        };
        // Two players of one kind share one strategy, since strategies keep no state between moves; the game is then
        // solved once.
        let machines = [
            seat(kinds[0])?,
            if kinds[1] == kinds[0] {
                None
            } else {
                seat(kinds[1])?
            },
        ];
        Ok(Self {
            course: Course::new(start),
            players: kinds,
            computer_players: machines,
            origin,
        })
    }

    /// Restores a saved game after its last move.
    ///
    /// # Errors
    /// The setting or the move that is refused, and the reason.
    pub fn restore(record: &SavedGame, memory: MemoryLimit) -> Result<Self, Problem> {
        let (start, kinds) = record.start_and_players()?;
        let mut session = Self::new(start, kinds, record.settings().origin()?, memory)?;
        session.course = record.course()?;
        Ok(session)
    }

    /// Returns the record of the game so far, for [`Session::restore`].
    pub fn saved_game(&self) -> SavedGame {
        let start = self.course.start();
        let mut record = start.new_saved_game(self.players).with_origin(self.origin);
        for mv in self.course.moves() {
            record.push_move(mv.to_string());
        }
        record
    }

    pub fn course(&self) -> &Course<G> {
        &self.course
    }

    pub fn state(&self) -> &G {
        self.course.last()
    }

    pub fn player_spec(&self, player: Player) -> PlayerSpec {
        self.players[usize::from(player == Player::Two)]
    }

    pub fn origin(&self) -> Option<DealOrigin> {
        self.origin
    }

    pub fn end(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.state().outcome() {
            return Some(GameEnd::Over(outcome));
        }
        let first = G::repeated_state_index(&self.course)?;
        Some(GameEnd::Endless {
            first,
            again: self.course.moves().len(),
        })
    }

    pub fn turn(&self) -> Turn {
        let player = self.state().to_play();
        match self.end() {
            Some(end) => Turn::Over(end),
            None if self.player_spec(player) == PlayerSpec::Human => Turn::Person(player),
            None => Turn::Computer(player),
        }
    }

    /// Makes a move for the player to move.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        self.course.push(mv)
    }

    /// Makes the move of the computer player to move, and returns it; `None` when it is not a computer player's turn.
    pub fn play_computer_move(&mut self) -> Option<G::Move> {
        let Turn::Computer(player) = self.turn() else {
            return None;
        };
        let [first, second] = &self.computer_players;
        let machine = if player == Player::Two {
            second.as_ref().or(first.as_ref())
        } else {
            first.as_ref()
        }?;
        let mv = machine.choose(self.state(), &mut self.rng())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// Returns the generator for the current choice. Each deal and player has one stream, and each choice a section of
    /// it, so a choice is the same after taking moves back or resuming.
    pub fn rng(&self) -> impl Rng + use<G> {
        let DealOrigin { seed, deal } = self.origin.unwrap_or(DealOrigin { seed: 1, deal: 0 });
        let purpose = match self.state().to_play() {
            Player::One => Purpose::Player1,
            Player::Two => Purpose::Player2,
        };
        let mut generator = stream(Seed(seed), purpose, deal);
        generator.advance((self.course.moves().len() as u128) << 64);
        generator
    }

    /// Takes back the last move of a person and the replies to it. Returns the number of moves; 0 when no person has
    /// moved.
    pub fn undo(&mut self) -> usize {
        let is_person =
            |ply: &usize| self.player_spec(self.course.state(*ply).to_play()) == PlayerSpec::Human;
        let Some(keep) = (0..self.course.moves().len()).rev().find(is_person) else {
            return 0;
        };
        let undone_moves = self.course.moves().len() - keep;
        self.course.truncate(keep);
        undone_moves
    }
}
