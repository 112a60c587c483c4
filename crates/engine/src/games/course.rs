//! The course of a game: its states and the moves between them.

use super::Game;

/// The states and the moves of one game, from its start.
///
/// A long course keeps only every k-th state and plays the moves between them again, so that its memory is bounded by
/// that of the moves. Games of up to 128 moves keep every state.
///
/// ```
/// use pioche_engine::games::{Course, nim::{NimState, TakeSet}};
///
/// let start = NimState::new(TakeSet::default(), 7)?;
/// let course = Course::play(start.clone(), [3, 2, 2]).unwrap();
/// assert_eq!(course.state(1).matches(), 4);
/// let mut heaps = Vec::new();
/// course.for_each_step(|step| heaps.push((step.before.matches(), step.after.matches())));
/// assert_eq!(heaps, [(7, 4), (4, 2), (2, 0)]);
/// // The second move of these is refused.
/// let (index, refusal) = Course::play(start, [3, 9]).unwrap_err();
/// assert_eq!((index, refusal.to_string()), (1, "9 cannot be taken: the takes are 2,3".to_owned()));
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course<G: Game> {
    /// The states 0, `spacing`, 2 `spacing`, … up to the last state.
    kept_states: Vec<G>,
    spacing: usize,
    last: G,
    moves: Vec<G::Move>,
}

/// A move with the states before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<G: Game> {
    /// The number of moves before this one.
    pub index: usize,
    /// The state before the move.
    pub before: G,
    /// The move.
    pub mv: G::Move,
    /// The state after the move.
    pub after: G,
}

/// The reason why a move is refused in a game in which each move is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForcedRefusal<M: std::fmt::Display> {
    /// The rules make this move.
    #[error("the rules make the move {0}")]
    OtherMove(M),
    /// No move follows.
    #[error("the game is over")]
    Over,
}

const MAX_KEPT_STATES: usize = 129;

impl<G: Game> Course<G> {
    /// The course of a game before its first move.
    pub fn new(start: G) -> Self {
        Self {
            kept_states: vec![start.clone()],
            spacing: 1,
            last: start,
            moves: Vec::new(),
        }
    }

    /// The course of these moves.
    ///
    /// # Errors
    /// The index of the first move that the rules refuse, and the reason.
    pub fn play(
        start: G,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<Self, (usize, G::Refusal)> {
        let mut course = Self::new(start);
        for (index, mv) in moves.into_iter().enumerate() {
            course.push(mv).map_err(|refusal| (index, refusal))?;
        }
        Ok(course)
    }

    /// The course of a game with forced moves, to its end or for `max_moves` moves. Of several legal moves, the
    /// first is made.
    pub fn play_forced(start: G, max_moves: usize) -> Self {
        let mut course = Self::new(start);
        while course.moves.len() < max_moves && course.push_forced() {}
        course
    }

    /// Adds the forced move, of several legal moves the first. Returns false if there is none.
    pub fn push_forced(&mut self) -> bool {
        let forced_move = self.last.legal_moves().first().copied();
        forced_move.is_some_and(|mv| self.push(mv).is_ok())
    }

    /// Adds a move.
    ///
    /// # Errors
    /// The reason why the rules refuse the move; the course is then unchanged.
    pub fn push(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        self.last.play(mv)?;
        self.moves.push(mv);
        if self.moves.len().is_multiple_of(self.spacing) {
            self.kept_states.push(self.last.clone());
            if self.kept_states.len() > MAX_KEPT_STATES {
                self.spacing *= 2;
                let mut index = 0;
                self.kept_states.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
            }
        }
        Ok(())
    }

    /// Takes back all moves but the first `move_count`.
    pub fn truncate(&mut self, move_count: usize) {
        if move_count < self.moves.len() {
            self.last = self.state(move_count);
            self.moves.truncate(move_count);
            self.kept_states.truncate(move_count / self.spacing + 1);
        }
    }

    /// The state before the first move.
    pub fn start(&self) -> &G {
        &self.kept_states[0]
    }

    /// The state after the last move.
    pub fn last(&self) -> &G {
        &self.last
    }

    /// The moves.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The state after `move_count` moves.
    ///
    /// # Panics
    /// When the course has fewer moves.
    pub fn state(&self, move_count: usize) -> G {
        let index = move_count / self.spacing;
        let mut state = self.kept_states[index].clone();
        for &mv in &self.moves[index * self.spacing..move_count] {
            let result = state.play(mv);
            debug_assert!(result.is_ok(), "the moves of a course are legal");
        }
        state
    }

    /// The last move, and the states around it; `None` before the first move.
    pub fn last_step(&self) -> Option<Step<G>> {
        let index = self.moves.len().checked_sub(1)?;
        Some(self.step(index))
    }

    /// The move after `index` moves, and the states around it.
    ///
    /// # Panics
    /// When the course has no such move.
    pub fn step(&self, index: usize) -> Step<G> {
        Step {
            index,
            before: self.state(index),
            mv: self.moves[index],
            after: self.state(index + 1),
        }
    }

    /// The index of the first state that equals the last one; `None` if the last one has not occurred before.
    pub fn first_index_of_last_state(&self) -> Option<usize> {
        self.states()
            .take(self.moves.len())
            .position(|state| state == self.last)
    }

    /// All states, from the start on.
    pub fn states(&self) -> impl Iterator<Item = G> {
        let mut state = self.start().clone();
        let later_states = self.moves.iter().map(move |&mv| {
            let result = state.play(mv);
            debug_assert!(result.is_ok(), "the moves of a course are legal");
            state.clone()
        });
        std::iter::once(self.start().clone()).chain(later_states)
    }

    /// Calls `visit` with each move and the states around it, in order. No state is copied from step to step.
    pub fn for_each_step(&self, mut visit: impl FnMut(&Step<G>)) {
        if self.moves.is_empty() {
            return;
        }
        let mut step = self.step(0);
        visit(&step);
        for (index, &mv) in self.moves.iter().enumerate().skip(1) {
            let results = [step.before.play(step.mv), step.after.play(mv)];
            debug_assert!(
                results.iter().all(Result::is_ok),
                "the moves of a course are legal"
            );
            step.index = index;
            step.mv = mv;
            visit(&step);
        }
    }
}
