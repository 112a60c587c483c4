//! Matches between two players, of any game that can be evaluated and solved: who wins, and how long it takes. Each
//! player has its own stream of choices. (Handouts 002 and 004.)

use crate::games::{Evaluate, Memory, Outcome, Player as Side, Solvable};
use crate::players::{Duel, Kind, Seat, SeatError, play_out};
use crate::processor::Processor;
use crate::sim::summary::Summary;
use crate::sim::{Experiment, Purpose, Ranking, Row, Run, Setting, Settings, Streams};
use crate::stats::{Audit, Contradiction, Direction, Layout, Moments, Proportion, Tally};
use foldhash::HashSet;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// A game of two players as a topic.
pub trait Contest: Evaluate + Solvable<Solution: 'static, TooHard: Send + Sync> + Hash + Send + Sync + 'static {
    /// Its name in commands, names and files.
    const TOPIC: &'static str;
    /// The columns of its table: its own settings, `players`, then those that all outcomes have.
    const COLUMNS: &'static [&'static str];
    /// After how many moves a game is left unresolved unless told otherwise; `None` when every game ends by itself, no
    /// position of it coming back.
    const MAX_PLIES: Option<u64>;
    /// Games in a chunk.
    const CHUNK: u64;

    /// How the start is described: the options of the command line, and columns of the table.
    fn start(&self) -> Vec<Setting>;

    /// The settings in the name of a match; `terms` are the players and, where it has them, the most moves.
    fn in_name(&self, terms: Vec<Setting>) -> Vec<Setting> {
        [self.start(), terms].concat()
    }

    /// No game from here has more moves.
    fn longest(&self) -> u64 {
        u64::MAX
    }

    /// The start with these settings.
    fn named(settings: &Settings<'_>) -> Option<Self>;

    /// The exact chances of player 1, of player 2 and of a draw between these players, where they are known.
    fn exact(&self, players: Pairing) -> Option<[f64; 3]>;
}

/// Who plays: `random,perfect`, player 1 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing(pub [Kind; 2]);

/// Random against random.
impl Default for Pairing {
    fn default() -> Self {
        Self([Kind::Random; 2])
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

/// Not two players with a comma between.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two players are random, greedy, perfect, minimax:d or mcts:n, with a comma between")]
pub struct UnknownPairing;

impl FromStr for Pairing {
    type Err = UnknownPairing;

    fn from_str(text: &str) -> Result<Self, UnknownPairing> {
        let (one, two) = text.split_once(',').ok_or(UnknownPairing)?;
        let kind = |name: &str| name.trim().parse().map_err(|_| UnknownPairing);
        Ok(Self([kind(one)?, kind(two)?]))
    }
}

/// Many games from one start between two players.
pub struct Match<G: Contest> {
    start: G,
    players: Pairing,
    max_plies: u64,
    memory: Memory,
    /// Taken with the first game: a perfect player solves the game then, which a report need not wait for. Left when the
    /// games are over, since what he knows is large.
    seats: Mutex<Option<Arc<Seats<G>>>>,
}

/// Players 1 and 2; one and the same where they are of one kind: they keep nothing from move to move.
struct Seats<G: Contest>(Seat<G>, Option<Seat<G>>);

const LONGEST: &[(&str, Direction)] = &[("longest", Direction::Highest)];
/// Of games that end by themselves.
const CLOSED: Layout = Layout { histograms: &["outcomes", "plies"], extremes: LONGEST };
/// Of games that may go on for ever: whether a position came back, too.
const OPEN: Layout = Layout { histograms: &["outcomes", "plies", "repetition"], extremes: LONGEST };
const REPETITION: usize = 2;
static OUTCOMES: [&str; 4] = ["player1", "player2", "draw", "unresolved"];
const UNRESOLVED: usize = 3;

impl<G: Contest> Match<G> {
    /// Games from `start`, each left unresolved after `max_plies` moves.
    ///
    /// # Errors
    /// Why a player cannot take its seat.
    pub fn new(start: G, players: Pairing, max_plies: Option<u64>) -> Result<Self, SeatError<G::TooHard>> {
        Self::within(start, players, max_plies, Memory::default())
    }

    /// The same, a perfect player taking so much memory at most.
    ///
    /// # Errors
    /// Why a player cannot take its seat.
    pub fn within(
        start: G,
        players: Pairing,
        max_plies: Option<u64>,
        memory: Memory,
    ) -> Result<Self, SeatError<G::TooHard>> {
        players.0.into_iter().try_for_each(|kind| kind.check_seat(&start, memory))?;
        let max_plies = max_plies.or(G::MAX_PLIES).unwrap_or(u64::MAX);
        Ok(Self { start, players, max_plies, memory, seats: Mutex::default() })
    }

    /// The match with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        let max_plies = match G::MAX_PLIES {
            Some(_) => Some(settings.get("max-plies")?),
            None => None,
        };
        // What was played on a larger machine can be read on any.
        Self::within(G::named(settings)?, settings.get("players")?, max_plies, Memory(u64::MAX)).ok()
    }

    fn seats(&self) -> Arc<Seats<G>> {
        let seat =
            |kind: Kind| kind.seat_within(&self.start, self.memory).expect("a player that was checked sits down");
        let Pairing([first, second]) = self.players;
        let sit = || Arc::new(Seats(seat(first), (second != first).then(|| seat(second))));
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(seats.get_or_insert_with(sit))
    }

    /// The game of this number, move by move.
    ///
    /// # Panics
    /// When a player makes a move that is not legal.
    pub fn game(&self, streams: &Streams, deal: u64) -> Duel<G> {
        let generator = |purpose| streams.family(purpose).stream(deal);
        let (mut first, mut second) = (generator(Purpose::Player1), generator(Purpose::Player2));
        let seats = self.seats();
        let players = [seats.0.as_ref() as _, seats.1.as_ref().unwrap_or(&seats.0).as_ref() as _];
        let game = Duel::play(self.start.clone(), players, [&mut first, &mut second], self.max_plies);
        game.expect("players make legal moves")
    }

    /// The start of its games.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Who plays.
    pub fn players(&self) -> Pairing {
        self.players
    }

    /// A game that always ends has no unresolved games.
    fn outcomes(&self) -> &'static [&'static str] {
        if G::MAX_PLIES.is_some() { &OUTCOMES } else { &OUTCOMES[..UNRESOLVED] }
    }

    /// The players and, where games may go on for ever, the most moves.
    fn terms(&self) -> Vec<Setting> {
        let plies = G::MAX_PLIES.map(|_| ("max-plies", self.max_plies.to_string()));
        std::iter::once(("players", self.players.to_string())).chain(plies).collect()
    }
}

fn index(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Winner(Side::One)) => 0,
        Some(Outcome::Winner(Side::Two)) => 1,
        Some(Outcome::Draw | Outcome::Left(_)) => 2,
        None => UNRESOLVED,
    }
}

impl<G: Contest> Experiment for Match<G> {
    const TOPIC: &'static str = G::TOPIC;
    const UNIT: &'static str = "games";

    /// The positions that a game has met.
    type Scratch = HashSet<G>;

    fn settings(&self) -> Vec<Setting> {
        self.start.in_name(self.terms())
    }

    fn options(&self) -> Vec<Setting> {
        [self.start.start(), self.terms()].concat()
    }

    fn layout(&self) -> Layout {
        if G::MAX_PLIES.is_some() { OPEN } else { CLOSED }
    }

    fn chunk(&self) -> u64 {
        G::CHUNK
    }

    fn scratch(&self, _: Processor) -> HashSet<G> {
        HashSet::default()
    }

    /// A game goes on when a position comes back, since players who draw lots may leave the loop; but it is counted.
    fn play(&self, streams: &Streams, deals: Range<u64>, met: &mut HashSet<G>, tally: &mut Tally) {
        let families = [Purpose::Player1, Purpose::Player2].map(|purpose| streams.family(purpose));
        let seats = self.seats();
        let players = [seats.0.as_ref() as _, seats.1.as_ref().unwrap_or(&seats.0).as_ref() as _];
        for deal in deals {
            let [mut first, mut second] = families.map(|family| family.stream(deal));
            let (mut state, mut plies) = (self.start.clone(), 0);
            met.clear();
            met.insert(state.clone());
            let mut came_back = false;
            let each = |_, state: &G| {
                plies += 1;
                came_back |= G::MAX_PLIES.is_some() && !came_back && !met.insert(state.clone());
            };
            let outcome = play_out(&mut state, players, [&mut first, &mut second], self.max_plies, each);
            let outcome = outcome.expect("players make legal moves");
            if let Some(repetition) = tally.histograms.get_mut(REPETITION) {
                repetition.add(usize::from(came_back));
            }
            tally.histograms[0].add(index(outcome));
            if outcome.is_some() {
                tally.histograms[1].add(plies);
                tally.extremes[0].offer(plies as u64, deal);
            }
        }
    }

    fn rest(&self) {
        *self.seats.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Games that have ended have their length; where every game ends by itself, none is left unresolved.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let audit = Audit::of(tally);
        let last = if G::MAX_PLIES.is_some() { UNRESOLVED } else { UNRESOLVED - 1 };
        audit.counts(0, tally.deals, 0..=last as u64)?;
        let ended = tally.deals - audit.histogram(0).count(UNRESOLVED);
        audit.counts(1, ended, 0..=self.max_plies.min(self.start.longest()))?;
        if G::MAX_PLIES.is_some() {
            audit.counts(REPETITION, tally.deals, 0..=1)?;
        }
        audit.record(0, audit.histogram(1).highest())
    }

    /// Unresolved games have no length.
    fn ranking(&self) -> Option<Ranking> {
        // Those who solve the game, or look ahead, take their time for each move.
        let quick = self.players.0.iter().all(|kind| matches!(kind, Kind::Random | Kind::Greedy));
        let again = if quick { 1 << 10 } else { 0 };
        Some(Ranking { histogram: 1, kept: Direction::Highest, again, options: Experiment::options(self) })
    }

    /// Unresolved games may have had any other outcome.
    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let outcomes = &tally.histograms[0];
        let undecided = |index| if index == UNRESOLVED { 0 } else { outcomes.count(UNRESOLVED) };
        let share =
            |index| Proportion { count: outcomes.count(index), undecided: undecided(index), total: tally.deals };
        (0..OUTCOMES.len()).map(share).collect()
    }

    fn rows(&self) -> Vec<Row> {
        self.outcomes().iter().map(|outcome| self.setting_row().and("outcome", outcome)).collect()
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        self.proportions(tally).get(row).copied()
    }

    fn means(&self) -> Vec<&'static str> {
        vec!["plies"]
    }

    fn shares(&self) -> Vec<&'static str> {
        let repetition = G::MAX_PLIES.map(|_| "repetition");
        self.outcomes().iter().copied().chain(repetition).collect()
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        G::COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let exact = self.start.exact(self.players);
        let shares = self.proportions(&run.tally);
        for (index, (&name, share)) in self.outcomes().iter().zip(shares).enumerate() {
            let exact = exact.and_then(|exact| exact.get(index).copied());
            summary.add_outcome(name, share, exact);
            summary.add_proportion(name, share);
        }
        summary.add_quantity("plies", Moments::of(&run.tally.histograms[1], 0));
        if let Some(repetition) = run.tally.histograms.get(REPETITION) {
            summary.add_proportion("repetition", Proportion::of(repetition.count(1), run.tally.deals));
        }
    }
}
