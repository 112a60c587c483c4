//! The check of a printed game: what its lines state, compared with the courses that the rules allow.
//!
//! A topic reads a text into [`Statement`]s, and [`compare`] follows them through the game. Several courses may fit a text
//! for a while, for instance when two moves lead to the same board; the first statement that fits none of them is the
//! difference.

mod cards;
pub mod letters;
pub mod text;

use super::setting::OptionSpec;
use super::verb::ParsedArgs;
use crate::lang::{Lang, Problem, Sentence, Text, sentence};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use text::{Line, Token, announced_outcome, announces_endless};

/// The check of a topic's printed games.
pub struct PrintedGameCheck {
    /// The settings of the game.
    pub options: &'static [OptionSpec],
    /// The name of the game in the answer, such as “Nim”.
    pub game: Text,
    /// The form of a printed game, with an example.
    pub expected: Text,
    /// Checks a text; `None` if it is not a printed game of the topic. An error is about an option or an unreadable line.
    pub check: fn(&[Line], &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem>,
    /// Returns true if a line of a text that cannot be read is about this game.
    pub is_about: fn(&Line) -> bool,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckedGame {
    /// The printed game follows the rules.
    Right {
        /// The number of moves or rounds.
        steps: u64,
        /// The number of lines with states that had been shown before.
        repeated_lines: u64,
        /// The number of lines that state nothing about the game, such as labels; empty lines do not count.
        skipped_lines: u64,
        /// The points that the text leaves open.
        remarks: Vec<Sentence>,
        /// The number of statements about the game.
        fitting: usize,
    },
    /// The first difference between the printed game and the rules.
    Wrong {
        /// The number of its line, from 1; behind the last line if something is missing.
        line: usize,
        /// The state or the move that the rules give; empty if the game is over.
        expected: String,
        /// The line of the file; empty if it is missing.
        found: String,
        /// The reason of the difference.
        reason: Sentence,
        /// The number of statements before it.
        fitting: usize,
    },
}

impl CheckedGame {
    /// Returns true if a text is a right game in this reading.
    pub fn is_right(&self) -> bool {
        matches!(self, Self::Right { .. })
    }

    /// The number of statements that fit the game.
    pub fn fitting(&self) -> usize {
        match self {
            Self::Right { fitting, .. } | Self::Wrong { fitting, .. } => *fitting,
        }
    }

    /// Returns the reading of a text in which it is right, else the one that fits longest, the first of equal ones.
    pub fn best_reading(readings: impl IntoIterator<Item = Self>) -> Option<Self> {
        let better = |best: Self, other: Self| {
            let key = |reading: &Self| (reading.is_right(), reading.fitting());
            if key(&other) > key(&best) {
                other
            } else {
                best
            }
        };
        readings.into_iter().reduce(better)
    }
}

/// Something that a line states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement<S, M> {
    /// The state now, or after the next move.
    State(S),
    /// The state now, or before the last move.
    Before(S),
    /// A part of the state now, such as a number of piles.
    Part(S),
    /// A typed move, which is made if it is legal, else refused; `None` if the entry is not a move.
    Entry(Option<M>),
    /// A move that is announced, by this player if it is named.
    Move(Option<Player>, M),
    /// The player to move.
    Turn(Player),
    /// The outcome of the game.
    Result(Outcome),
    /// The game never ends.
    Endless,
    /// The number of moves that are taken back.
    TakenBack(usize),
    /// The game is broken off.
    Stop,
}

/// A statement of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedLine<T> {
    /// The number of the line, from 1.
    pub number: usize,
    pub text: String,
    pub statements: Vec<T>,
}

/// Reads each line with `read`, which returns what it states.
pub fn stated_lines<T>(
    lines: &[Line],
    mut read: impl FnMut(&Line) -> Vec<T>,
) -> Vec<StatedLine<T>> {
    let stated_line = |line: &Line| StatedLine {
        number: line.number,
        text: line.printed.trim().to_owned(),
        statements: read(line),
    };
    lines.iter().map(stated_line).collect()
}

/// All statements of a text, in order.
pub fn statements_of<T>(lines: &[StatedLine<T>]) -> impl Iterator<Item = &T> {
    lines.iter().flat_map(|line| &line.statements)
}

/// Returns the number of lines that state nothing.
pub fn skipped_lines<T>(lines: &[StatedLine<T>]) -> u64 {
    let is_skipped = |line: &&StatedLine<T>| line.statements.is_empty() && !line.text.is_empty();
    lines.iter().filter(is_skipped).count() as u64
}

/// Returns the number of the line behind the last one that states something.
pub fn missing_line<T>(lines: &[StatedLine<T>]) -> usize {
    let mut last_lines = lines.iter().rev();
    let last = last_lines.find(|line| !line.statements.is_empty());
    last.map_or(1, |line| line.number + 1)
}

/// Returns the result of a game of two players that a line announces.
pub fn result_statement<S, M>(tokens: &[Token]) -> Option<Statement<S, M>> {
    match announced_outcome(tokens) {
        Some(outcome) => Some(Statement::Result(outcome)),
        None => announces_endless(tokens).then_some(Statement::Endless),
    }
}

/// A game as its printed form shows it, and its rules in words.
pub trait PrintedGame {
    type Game: Game;
    /// A printed state, or a part of one.
    type Shown;

    /// Returns true if a printed state is this one.
    fn shows(&self, state: &Self::Game, shown: &Self::Shown) -> bool;
    /// Writes a state as the file does.
    fn state_text(&self, state: &Self::Game, lang: Lang) -> String;
    /// Returns the reason why a move is refused.
    fn refusal_reason(
        &self,
        state: &Self::Game,
        refusal: &<Self::Game as Game>::Refusal,
    ) -> Sentence;
    /// Returns what a legal move does.
    fn move_reason(&self, step: &Step<Self::Game>) -> Sentence;
    /// Returns the state that should follow instead of `shown`, and the reason; no move was announced.
    fn other_state(
        &self,
        course: &Course<Self::Game>,
        shown: &Self::Shown,
    ) -> (Option<Self::Game>, Sentence);
    /// Returns the reason why a part of the state is another one.
    fn other_part(&self, state: &Self::Game, shown: &Self::Shown) -> Sentence;
    /// Returns the reason why the game is not over.
    fn unfinished_reason(&self, state: &Self::Game) -> Sentence;
    /// Returns the state of a game that is over as the reason of its result.
    fn result_reason(&self, state: &Self::Game) -> Sentence;
    /// Returns true if a printed state is the last one of a game that is broken off.
    fn shows_stopped(&self, _state: &Self::Game, _shown: &Self::Shown) -> bool {
        false
    }
    /// True if the last state may be printed as an empty line, so that the result follows the state before it.
    const LAST_STATE_MAY_BE_EMPTY: bool = false;
    /// Returns true if the game would repeat for ever, since its last state occurred before.
    fn is_endless(&self, _course: &Course<Self::Game>) -> bool {
        false
    }
}

type ShownOf<P> = <P as PrintedGame>::Shown;
type MoveOf<P> = <<P as PrintedGame>::Game as Game>::Move;
type StatementOf<P> = Statement<ShownOf<P>, MoveOf<P>>;

/// A course that fits the text up to now.
#[derive(Clone)]
struct Thread<G: Game> {
    course: Course<G>,
    /// True if the last move was typed or announced, and its state is not yet shown.
    is_pending: bool,
    /// True if the last move was announced.
    is_announced: bool,
}

/// A way in which a statement fits a course.
enum Continuation<M> {
    Stay,
    Play(M),
    TakeBack(usize),
}

/// Compares a printed game from `start` with the rules.
pub fn compare<P: PrintedGame>(
    game: &P,
    start: P::Game,
    lines: &[StatedLine<StatementOf<P>>],
    lang: Lang,
) -> CheckedGame {
    let mut threads = vec![Thread {
        course: Course::new(start),
        is_pending: false,
        is_announced: false,
    }];
    let mut repeated_lines = 0;
    let mut fitting = 0;
    let mut refused_entry = None;
    let mut is_stopped = false;
    let is_move = |statement: &StatementOf<P>| {
        matches!(statement, Statement::Entry(Some(_)) | Statement::Move(..))
    };
    let has_moves = statements_of(lines).any(is_move);
    for line in lines {
        for statement in &line.statements {
            let mut continuations: Vec<Vec<Continuation<MoveOf<P>>>> = threads
                .iter()
                .map(|thread| continuations(game, thread, statement, is_stopped))
                .collect();
            if P::LAST_STATE_MAY_BE_EMPTY && !has_moves {
                for (thread, ways) in threads.iter().zip(&mut continuations) {
                    ways.extend(unseen_last_moves(thread, statement));
                }
            }
            let is_unsaid_move = matches!(statement, Statement::State(_))
                && continuations.iter().flatten().all(is_move_way);
            if continuations.iter().all(Vec::is_empty)
                || (is_unsaid_move && refused_entry.is_some())
            {
                // What follows a refused entry is false if the program did not refuse it.
                let (line, statement) = refused_entry.unwrap_or((line, statement));
                return difference(game, &threads, line, statement, fitting, lang);
            }
            fitting += 1;
            refused_entry = match statement {
                Statement::Entry(Some(_)) if is_refused(&threads, &continuations) => {
                    Some((line, statement))
                }
                _ if is_played(&continuations) => None,
                _ => refused_entry,
            };
            let is_repeated = matches!(statement, Statement::State(_))
                && !threads[0].is_pending
                && !threads[0].course.moves().is_empty()
                && continuations[0]
                    .iter()
                    .any(|continuation| matches!(continuation, Continuation::Stay));
            repeated_lines += u64::from(is_repeated);
            let mut following = Vec::new();
            for (thread, ways) in threads.into_iter().zip(continuations) {
                follow(thread, ways, statement, &mut following);
            }
            threads = following;
            is_stopped |= matches!(statement, Statement::Stop);
        }
    }
    let is_complete = |thread: &&Thread<P::Game>| {
        is_stopped || thread.course.last().outcome().is_some() || game.is_endless(&thread.course)
    };
    match threads.iter().find(is_complete) {
        Some(thread) => CheckedGame::Right {
            steps: thread.course.moves().len() as u64,
            repeated_lines,
            skipped_lines: skipped_lines(lines),
            remarks: Vec::new(),
            fitting,
        },
        None => CheckedGame::Wrong {
            line: missing_line(lines),
            expected: next_state_text(game, threads[0].course.last(), lang),
            found: String::new(),
            reason: game.unfinished_reason(threads[0].course.last()),
            fitting,
        },
    }
}

fn is_move_way<M>(way: &Continuation<M>) -> bool {
    !matches!(way, Continuation::Stay)
}

fn is_played<M>(continuations: &[Vec<Continuation<M>>]) -> bool {
    continuations.iter().flatten().any(is_move_way)
}

/// Returns true if an entry is refused while the game goes on.
fn is_refused<G: Game>(
    threads: &[Thread<G>],
    continuations: &[Vec<Continuation<G::Move>>],
) -> bool {
    threads[0].course.last().outcome().is_none() && !is_played(continuations)
}

/// Returns the state after the only legal move; empty if there are several.
fn next_state_text<P: PrintedGame>(game: &P, state: &P::Game, lang: Lang) -> String {
    let [mv] = state.legal_moves()[..] else {
        return String::new();
    };
    let mut after = state.clone();
    match after.play(mv) {
        Ok(()) => game.state_text(&after, lang),
        Err(_) => String::new(),
    }
}

/// Returns the moves that end the game with the result of a statement.
fn unseen_last_moves<G: Game, S>(
    thread: &Thread<G>,
    statement: &Statement<S, G::Move>,
) -> Vec<Continuation<G::Move>> {
    let Statement::Result(outcome) = statement else {
        return Vec::new();
    };
    let state = thread.course.last();
    let ends = |mv: &G::Move| {
        let mut after = state.clone();
        after.play(*mv).is_ok() && after.outcome() == Some(*outcome)
    };
    let moves = state.legal_moves().into_iter().filter(ends);
    moves.map(Continuation::Play).collect()
}

fn continuations<P: PrintedGame>(
    game: &P,
    thread: &Thread<P::Game>,
    statement: &StatementOf<P>,
    is_stopped: bool,
) -> Vec<Continuation<MoveOf<P>>> {
    let state = thread.course.last();
    let stay_if = |is_true: bool| {
        if is_true {
            vec![Continuation::Stay]
        } else {
            Vec::new()
        }
    };
    match statement {
        Statement::State(shown) => {
            let mut ways = stay_if(
                game.shows(state, shown) || (is_stopped && game.shows_stopped(state, shown)),
            );
            if !thread.is_pending {
                let leads_there = |mv: &MoveOf<P>| {
                    let mut after = state.clone();
                    after.play(*mv).is_ok() && game.shows(&after, shown)
                };
                let moves = state.legal_moves().into_iter().filter(leads_there);
                ways.extend(moves.map(Continuation::Play));
            }
            ways
        }
        Statement::Before(shown) => {
            let shows_before = |step: Step<P::Game>| game.shows(&step.before, shown);
            let last_step = thread.course.last_step();
            stay_if(game.shows(state, shown) || last_step.is_some_and(shows_before))
        }
        Statement::Part(shown) => {
            stay_if(game.shows(state, shown) || (is_stopped && game.shows_stopped(state, shown)))
        }
        Statement::Entry(mv) => match mv.filter(|mv| state.clone().play(*mv).is_ok()) {
            Some(mv) => vec![Continuation::Play(mv)],
            None => vec![Continuation::Stay],
        },
        Statement::Move(player, mv) => {
            let is_last = thread.course.last_step().is_some_and(|step| {
                step.mv == *mv && player.is_none_or(|player| player == step.before.to_play())
            });
            // A typed move may be announced, too, but not after its state.
            let mut ways = stay_if(is_last && (thread.is_pending || !thread.is_announced));
            if player.is_none_or(|player| player == state.to_play())
                && state.clone().play(*mv).is_ok()
            {
                ways.push(Continuation::Play(*mv));
            }
            ways
        }
        Statement::Turn(player) => stay_if(state.to_play() == *player || state.outcome().is_some()),
        Statement::Result(outcome) => stay_if(state.outcome() == Some(*outcome)),
        Statement::Endless => stay_if(game.is_endless(&thread.course)),
        Statement::TakenBack(moves) => vec![Continuation::TakeBack(*moves)],
        Statement::Stop => vec![Continuation::Stay],
    }
}

/// Adds the courses that continue a thread; the last one takes over its states.
fn follow<G: Game, S>(
    thread: Thread<G>,
    mut ways: Vec<Continuation<G::Move>>,
    statement: &Statement<S, G::Move>,
    following: &mut Vec<Thread<G>>,
) {
    let is_shown = matches!(statement, Statement::State(_));
    let is_announcement = matches!(statement, Statement::Move(..));
    let Some(last) = ways.pop() else {
        return;
    };
    let mut add = |mut thread: Thread<G>, way: Continuation<G::Move>| {
        match way {
            Continuation::Stay => {
                thread.is_pending &= !is_shown;
                thread.is_announced |= is_announcement;
            }
            Continuation::Play(mv) => {
                let result = thread.course.push(mv);
                debug_assert!(result.is_ok(), "the move is legal");
                thread.is_pending = !is_shown;
                thread.is_announced = is_announcement;
            }
            Continuation::TakeBack(moves) => {
                let move_count = thread.course.moves().len().saturating_sub(moves);
                thread.course.truncate(move_count);
                thread.is_pending = false;
                thread.is_announced = false;
            }
        }
        // Courses with the same state have the same future.
        let is_known = |known: &Thread<G>| {
            known.course.last() == thread.course.last()
                && known.is_pending == thread.is_pending
                && known.is_announced == thread.is_announced
        };
        if !following.iter().any(is_known) {
            following.push(thread);
        }
    };
    for way in ways {
        add(thread.clone(), way);
    }
    add(thread, last);
}

/// Returns the difference of a statement that fits no course.
fn difference<P: PrintedGame>(
    game: &P,
    threads: &[Thread<P::Game>],
    line: &StatedLine<StatementOf<P>>,
    statement: &StatementOf<P>,
    fitting: usize,
    lang: Lang,
) -> CheckedGame {
    let thread = &threads[0];
    let state = thread.course.last();
    let mut expected = game.state_text(state, lang);
    let reason = match statement {
        Statement::State(shown) => match thread.course.last_step().filter(|_| thread.is_pending) {
            Some(step) => game.move_reason(&step),
            None if state.outcome().is_some() => {
                expected.clear();
                sentence!("la partie est finie", "the game is over")
            }
            None => {
                let (next, reason) = game.other_state(&thread.course, shown);
                expected = next.map_or_else(String::new, |next| game.state_text(&next, lang));
                reason
            }
        },
        Statement::Before(shown) => game.other_state(&thread.course, shown).1,
        Statement::Part(shown) => game.other_part(state, shown),
        Statement::Move(Some(player), _) if *player != state.to_play() => turn_reason(state),
        Statement::Move(_, mv) | Statement::Entry(Some(mv)) => match state.clone().play(*mv) {
            Err(refusal) => game.refusal_reason(state, &refusal),
            Ok(()) => game.unfinished_reason(state),
        },
        Statement::Turn(_) => turn_reason(state),
        Statement::Result(_) | Statement::Endless if state.outcome().is_some() => {
            game.result_reason(state)
        }
        Statement::Endless => sentence!(
            "aucune position ne s'est répétée",
            "no position was repeated"
        ),
        Statement::Result(_)
        | Statement::Entry(None)
        | Statement::TakenBack(_)
        | Statement::Stop => game.unfinished_reason(state),
    };
    CheckedGame::Wrong {
        line: line.number,
        expected,
        found: line.text.clone(),
        reason,
        fitting,
    }
}

fn turn_reason<G: Game>(state: &G) -> Sentence {
    if state.outcome().is_some() {
        return sentence!("la partie est finie", "the game is over");
    }
    let player = state.to_play().number();
    sentence!(
        "c'est au joueur {player} de jouer",
        "player {player} is to move"
    )
}

/// States the winner, as the end of a reason.
pub fn winner_text(outcome: Option<Outcome>) -> Sentence {
    match outcome {
        Some(Outcome::Winner(player)) => {
            let number = player.number();
            sentence!("le joueur {number} gagne", "player {number} wins")
        }
        _ => sentence!("la partie est nulle", "the game is a draw"),
    }
}
