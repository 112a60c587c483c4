//! A new two-player game, noughts and crosses: its rules, then a perfect player that knows no more.

use pioche_engine::games::{BestMoves, Evaluate, Game, MemoryLimit, Outcome, Player, Solvable};
use pioche_engine::players::{Perfect, Random, play_course};
use pioche_engine::rng::{Purpose, Seed, Streams};
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;

/// The cells of each player, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board([u16; 2]);

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("this cell is not free")]
struct Refused;

impl Game for Board {
    /// A cell, from 0.
    type Move = u8;
    type Refusal = Refused;

    fn to_play(&self) -> Player {
        if self.0[0].count_ones() == self.0[1].count_ones() {
            Player::One
        } else {
            Player::Two
        }
    }

    fn legal_moves(&self) -> Vec<u8> {
        let free = |cell: &u8| (self.0[0] | self.0[1]) >> cell & 1 == 0;
        if self.outcome().is_some() {
            Vec::new()
        } else {
            (0..9).filter(free).collect()
        }
    }

    fn play(&mut self, cell: u8) -> Result<(), Refused> {
        if !self.legal_moves().contains(&cell) {
            return Err(Refused);
        }
        self.0[self.to_play() as usize] |= 1 << cell;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let wins = |player: Player| {
            LINES
                .iter()
                .any(|line| self.0[player as usize] & line == *line)
        };
        let winner = [Player::One, Player::Two]
            .into_iter()
            .find(|player| wins(*player));
        let full = self.0[0] | self.0[1] == 0o777;
        winner
            .map(Outcome::Winner)
            .or(full.then_some(Outcome::Draw))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            let sign = if self.0[0] >> cell & 1 == 1 {
                'x'
            } else if self.0[1] >> cell & 1 == 1 {
                'o'
            } else {
                '.'
            };
            write!(f, "{sign}{}", if cell % 3 == 2 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

/// Players that look a few moves ahead see no difference between two boards before the end.
impl Evaluate for Board {}

/// The value of each board that can be reached: positive if player 1 wins, negative if player 2 wins, 0 for a draw.
struct Values(HashMap<Board, i64>);

impl Values {
    /// Adds a board and all that follow it. No board comes back, and there are few of them.
    fn add(&mut self, board: &Board) -> i64 {
        if let Some(&value) = self.0.get(board) {
            return value;
        }
        let next_values: Vec<i64> = successors(board).map(|(_, next)| self.add(&next)).collect();
        let best_value = match board.to_play() {
            Player::One => next_values.into_iter().max(),
            Player::Two => next_values.into_iter().min(),
        };
        let value = best_value.unwrap_or_else(|| match board.outcome() {
            Some(Outcome::Winner(Player::One)) => 1,
            Some(Outcome::Winner(Player::Two)) => -1,
            _ => 0,
        });
        self.0.insert(board.clone(), value);
        value
    }
}

fn successors(board: &Board) -> impl Iterator<Item = (u8, Board)> {
    board.legal_moves().into_iter().map(|cell| {
        let mut next = board.clone();
        next.play(cell).expect("a legal move");
        (cell, next)
    })
}

impl BestMoves<Board> for Values {
    fn best_moves(&self, board: &Board) -> Vec<u8> {
        successors(board)
            .filter(|(_, next)| self.0[next] == self.0[board])
            .map(|(cell, _)| cell)
            .collect()
    }
}

impl Solvable for Board {
    type Solution = Values;
    type SolveError = Infallible;

    fn solve_within(&self, _: MemoryLimit) -> Result<Values, Infallible> {
        let mut values = Values(HashMap::new());
        values.add(self);
        Ok(values)
    }
}

#[cfg_attr(test, test)]
fn main() {
    let start = Board([0; 2]);
    let perfect = Perfect(
        start
            .solve_within(MemoryLimit::default())
            .expect("few boards"),
    );
    let streams = Streams::new(Seed(1));
    for game in 0..20 {
        let mut choices =
            [Purpose::Player1, Purpose::Player2].map(|purpose| streams.stream(purpose, game));
        let [one, two] = &mut choices;
        let drawn = play_course(
            start.clone(),
            [&perfect, &perfect],
            [&mut *one, &mut *two],
            9,
        )
        .expect("legal moves");
        assert_eq!(
            drawn.last().outcome(),
            Some(Outcome::Draw),
            "perfect players draw"
        );
        let won =
            play_course(start.clone(), [&perfect, &Random], [one, two], 9).expect("legal moves");
        assert_ne!(
            won.last().outcome(),
            Some(Outcome::Winner(Player::Two)),
            "a perfect player does not lose to random moves"
        );
        if game == 0 {
            println!("{}", won.last());
        }
    }
}
