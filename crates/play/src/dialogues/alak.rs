//! The dialogue of Alak. Texts are those of the handout (002) where it has one.

use super::duel::{self, TwoPlayerDialogue, start_with_size};
use crate::Session;
use pioche_engine::games::alak::graph::max_solvable_cells;
use pioche_engine::games::alak::solve::AlakSolution;
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, CellCount, Edge, OwnGroupRule};
use pioche_engine::games::{Game, MemoryLimit, Step};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Text, join_list, tr};
use pioche_topics::alak::{CELLS, LINE_OR_RING, OWN_GROUP, cell_count_text, value_text};
use pioche_topics::duel::{PLAYERS_OR_HUMAN, best_moves_text};
use pioche_topics::setting::OptionSpec;

/// The memory limit of solving for a hint, which then takes a fraction of a second.
const HINT_MEMORY: MemoryLimit = MemoryLimit(96 << 20);

/// The legend below the board. Forbidden cells are listed in words, as in the handout.
const LEGEND: Text = Text("(x player 1, o player 2)");

impl TwoPlayerDialogue for AlakState {
    const PLAY_OPTIONS: &'static [OptionSpec] = &[CELLS, LINE_OR_RING, OWN_GROUP, PLAYERS_OR_HUMAN];

    const PLAY_ABOUT: Text = Text(
        "Alak: for two players, or against the computer; without options, the game asks for the settings",
    );

    const SIZE_QUESTION: Text =
        Text("Please enter the number of cells of the board (9 by default).\n");

    const MOVE_NAME: Text = Text("the number of a cell");

    const MOVE_SEPARATOR: &'static str = " ";

    const SLOW_TO_SOLVE: bool = true;

    fn size_refusal() -> String {
        let max_cells = CellCount::MAX;
        let start = start_with_size::<Self>("").expect("the defaults are a start");
        let solvable_cells = max_solvable_cells(start.rules(), MemoryLimit::default());
        tr!(
            "Type a number of cells: at most {max_cells}, or {solvable_cells} against the computer.",
            max_cells,
            solvable_cells
        )
    }

    fn greeting(&self) -> String {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = self.rules();
        let edge = match edge {
            Edge::Line => Text("on a line"),
            Edge::Ring => Text("in a ring"),
        };
        let group = match own_group {
            OwnGroupRule::Spared => Text(""),
            OwnGroupRule::Captured => Text(", without rule 3"),
        };
        let cells = cell_count_text(cells.get());
        format!("Alak, {cells} {edge}{group}.")
    }

    #[doc(alias = "display")]
    fn board_text(session: &Session<Self>, columns: usize) -> String {
        format!(
            "{}\n{}",
            numbered_board(session.state(), columns),
            LEGEND.translated()
        )
    }

    fn turn_text(&self, player: PlayerSpec) -> Option<String> {
        let turn = duel::turn_text(self.to_play(), player);
        let cells = self.forbidden_cells();
        let mut text = format!("\n{turn}");
        if !cells.is_empty() {
            text.push('\n');
            text.push_str(&forbidden_cells_text(&cells));
        }
        Some(text)
    }

    #[doc(alias = "select")]
    fn prompt(&self) -> String {
        tr!("Which cell? ")
    }

    /// Returns `None` for a human, since the typed cell is already visible after the question.
    fn dialogue_move_text(step: &Step<Self>, by: PlayerSpec) -> Option<String> {
        if by == PlayerSpec::Human {
            return None;
        }
        let cell = step.mv;
        Some(tr!("Cell chosen: {cell}", cell))
    }

    fn hint(session: &Session<Self>) -> Option<String> {
        let state = session.state();
        let solution = AlakSolution::new(state, HINT_MEMORY).ok()?;
        let solved = solution
            .solved_position(state)
            .filter(|solved| !solved.finishing_moves.is_empty())?;
        let moves = best_moves_text(&solved.finishing_moves);
        let value = value_text(solved.bounds);
        Some(format!("{moves}\n{value}"))
    }

    fn rules_text(&self) -> String {
        let AlakRules {
            edge, own_group, ..
        } = self.rules();
        let mut rules = vec![RULES];
        if own_group == OwnGroupRule::Captured {
            rules.push(OWN_GROUP_RULE);
        }
        if edge == Edge::Ring {
            rules.push(RING_RULE);
        }
        rules.push(INPUT_EXAMPLE);
        let lines: Vec<&str> = rules.into_iter().map(Text::translated).collect();
        lines.join("\n")
    }
}

fn forbidden_cells_text(cells: &[Cell]) -> String {
    let list = join_list(cells, &tr!("and"));
    match cells {
        [_] => tr!("Forbidden cell this turn: {list}", list),
        _ => tr!("Forbidden cells this turn: {list}", list),
    }
}

const INPUT_EXAMPLE: Text = Text("  4              place a stone on cell 4");

const RULES: Text = Text(
    "In turn, each player places a stone (x for player 1, o for player 2) on an empty\ncell. A \
     group of the opponent that touches this stone and has no empty\nneighbouring cell left is \
     captured; its cells are forbidden to the opponent on\nthe next turn. The game ends when the \
     player to move cannot place a stone; the\nplayer with more stones wins.",
);

const OWN_GROUP_RULE: Text =
    Text("If the group of the new stone then has no empty neighbour, it is captured too.");

const RING_RULE: Text = Text("The first and the last cell are neighbours.");

/// Formats the board with cell numbers below it, in as many pairs of lines as necessary.
fn numbered_board(state: &AlakState, columns: usize) -> String {
    let mut lines: Vec<[String; 2]> = vec![Default::default()];
    for (at, sign) in state.board_text().chars().enumerate() {
        let number = (at + 1).to_string();
        let width = number.len() + 1;
        if lines
            .last()
            .is_some_and(|[_, numbers]| numbers.len() + width > columns.saturating_sub(2))
        {
            lines.push(Default::default());
        }
        if let Some([signs, numbers]) = lines.last_mut() {
            signs.push_str(&format!("{sign:<width$}"));
            numbers.push_str(&format!("{number:<width$}"));
        }
    }
    let columns = lines
        .iter()
        .map(|[signs, numbers]| format!("{}\n{}", signs.trim_end(), numbers.trim_end()));
    columns.collect::<Vec<_>>().join("\n\n")
}
