//! The game of Alak as a topic: its settings, commands, texts and saved games. Texts are those of the handout (002) where it has one.

use super::{CELL, CELLS, LINE_OR_RING, OWN_GROUP, solve_command};
use crate::duel::game::{MAX_PLIES, PLAYERS, TwoPlayerTopic, from_saved_settings, saved_settings};
use crate::replay::{EXPLAIN, STYLE};
use crate::saved_game::{RecordedGame, SavedSettings};
use crate::setting::{MEMORY, OptionSpec};
use crate::verb::{CommandOutput, ParsedArgs};
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError};
use pioche_engine::games::alak::{AlakRefusal, AlakState};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use pioche_report::lang::help::CommandExample;
use pioche_report::lang::{Problem, Text, memory_size, quantity, tr};
impl RecordedGame for AlakState {
    const NAME: &'static str = "alak";
    const IS_TWO_PLAYER: bool = true;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        saved_settings(self)
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        from_saved_settings(settings)
    }

    fn repeated_state_index(course: &Course<Self>) -> Option<usize> {
        course.first_index_of_last_state()
    }

    fn refusal_message(&self, refusal: &AlakRefusal) -> String {
        match *refusal {
            AlakRefusal::OffBoard(cell, cells) => tr!(
                "There is no cell {cell}; cells are numbered from 1 to {cells}.",
                cell,
                cells
            ),
            AlakRefusal::Occupied(cell) => {
                tr!("Cell {cell} is occupied.", cell)
            }
            AlakRefusal::Forbidden(cell) => tr!(
                "Cell {cell} is forbidden this turn: one of your stones was just captured there.",
                cell
            ),
        }
    }
}

impl TwoPlayerTopic for AlakState {
    const TITLE: Text = Text("Alak");
    const SETTINGS: &'static [OptionSpec] = &[CELLS, LINE_OR_RING, OWN_GROUP];
    const SIMULATE_OPTIONS: &'static [OptionSpec] = &[
        CELLS.list("3..12"),
        LINE_OR_RING.list("line,ring"),
        OWN_GROUP.list("spared,captured"),
        PLAYERS,
        MAX_PLIES,
    ];
    const SHOW_OPTIONS: &'static [OptionSpec] = &[
        CELLS,
        LINE_OR_RING,
        OWN_GROUP,
        PLAYERS,
        MAX_PLIES,
        EXPLAIN,
        STYLE,
    ];
    const SOLVE_OPTIONS: &'static [OptionSpec] = &[
        CELLS.list("3..12"),
        LINE_OR_RING.list("line,ring"),
        OWN_GROUP.list("spared,captured"),
        MEMORY,
    ];
    const EXAMPLES: &'static [CommandExample] = &[
        (
            "simulate alak --cells 3..12",
            Text("two random players on boards of 3 to 12 cells"),
        ),
        (
            "simulate alak --players minimax:2,random --edge ring",
            Text("a player who looks two moves ahead"),
        ),
        (
            "play alak --players human,perfect --cells 9",
            Text("against the computer, which makes no mistake"),
        ),
        (
            "compare alak table.csv",
            Text("a table of numbers and the exact values"),
        ),
    ];
    const SIMULATE_ABOUT: Text = Text("Alak: who wins, and how often");
    const SHOW_ABOUT: Text = Text("Alak: a recorded game, or a simulated one, stone by stone");
    const FILE_HELP: Text = Text(
        "File with the cells played, separated by spaces, such as `play --save` writes; `-` for the standard input",
    );
    const SOLVE_ABOUT: Text =
        Text("Alak: the outcome that each player can force, and the best moves");

    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
        solve_command(args)
    }

    fn solve_error_text(error: &SearchLimitError) -> String {
        let (SearchLimitError::Cells(cells)
        | SearchLimitError::Memory { cells, .. }
        | SearchLimitError::Refused { cells, .. }) = *error;
        {
            let cells = cell_count_text(cells);
            match error {
                SearchLimitError::Cells(_) => tr!(
                    "{cells} are too many to be solved: at most {MAX_CELLS}",
                    cells,
                    MAX_CELLS
                ),
                SearchLimitError::Memory {
                    needed,
                    bound,
                    fits,
                    ..
                } => {
                    let [needed, bound] =
                        [needed, bound].map(|memory| memory_size(&memory.to_string()));
                    tr!(
                        "{cells} need about {needed}, more than the {bound} allowed; {fits} cells would fit",
                        cells,
                        needed,
                        bound,
                        fits
                    )
                }
                SearchLimitError::Refused { needed, .. } => {
                    let needed = memory_size(&needed.to_string());
                    tr!(
                        "{cells} need about {needed}, which the system does not grant",
                        cells,
                        needed
                    )
                }
            }
        }
    }

    /// The procedure `alak` of the handout: `display`, `select` and, at the end, `win`.
    fn handout_session(course: &Course<Self>) -> String {
        let mut session = String::new();
        let turn = |state: &Self| {
            let player = state.to_play().number();
            format!("{state}\n\nJoueur {player}\nChoisissez un nombre licite de carré : ")
        };
        course.for_each_step(|step| {
            session += &format!("{}{}\n\n", turn(&step.before), step.mv);
        });
        let last_state = course.last();
        session += &match last_state.outcome() {
            Some(Outcome::Winner(player)) => {
                format!("{last_state}\n\nGagnant : {}", player.number())
            }
            Some(_) => format!("{last_state}\n\nMatch nul"),
            None => turn(last_state),
        };
        session + "\n"
    }

    #[doc(alias = "win")]
    fn result_text(&self, outcome: Outcome) -> String {
        let [one, two] = [Player::One, Player::Two].map(|player| self.stones(player).count_ones());
        let loser_stones = one.min(two);
        {
            let stones = quantity(one.max(two).into(), Text("stone|stones"));
            match outcome {
                Outcome::Winner(player) => {
                    let winner = player.number();
                    tr!(
                        "Winner: {winner}\n({stones} to {loser_stones})",
                        winner,
                        stones,
                        loser_stones
                    )
                }
                Outcome::Draw | Outcome::Remaining(_) => tr!("Draw\n({stones} each)", stones),
            }
        }
    }

    fn move_explanation(step: &Step<Self>) -> String {
        let Step {
            before,
            mv: cell,
            after,
            ..
        } = step;
        let player = before.to_play().number();
        let captured = after.forbidden().count_ones().into();
        let play = tr!("Player {player} plays {cell}", player, cell);
        let [stones_before, stones_after] =
            [before, after].map(|state| state.stones(before.to_play()).count_ones());
        if stones_after <= stones_before {
            let own = u64::from(stones_before + 1 - stones_after);
            let stones = quantity(own, Text("stone|stones"));
            return tr!(
                "{play}: their own group ({stones}) is captured",
                play,
                stones
            );
        }
        if captured == 0 {
            return play;
        }
        let stones = quantity(captured, Text("stone|stones"));
        tr!("{play} and captures {stones}", play, stones)
    }
}

/// Returns a number of cells with its noun: `9 cells`.
pub fn cell_count_text(cells: u32) -> String {
    quantity(cells.into(), CELL)
}
