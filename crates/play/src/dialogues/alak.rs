//! The dialogue of Alak. Texts are those of the handout (002) where it has one.

use super::duel::{self, TwoPlayerDialogue, start_with_size};
use crate::Session;
use pioche_engine::games::alak::graph::max_solvable_cells;
use pioche_engine::games::alak::solve::AlakSolution;
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, CellCount, Edge, OwnGroupRule};
use pioche_engine::games::{Game, MemoryLimit, Step};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Lang, Sentence, Text, join_list, sentence};
use pioche_topics::alak::{CELLS, LINE_OR_RING, OWN_GROUP, cell_count_text, value_text};
use pioche_topics::duel::{PLAYERS_OR_HUMAN, best_moves_text};
use pioche_topics::setting::OptionSpec;

/// The memory limit of solving for a hint, which then takes a fraction of a second.
const HINT_MEMORY: MemoryLimit = MemoryLimit(96 << 20);

/// The legend below the board. Forbidden cells are listed in words, as in the handout.
const LEGEND: Text = Text::new("(x joueur 1, o joueur 2)", "(x player 1, o player 2)");

impl TwoPlayerDialogue for AlakState {
    const PLAY_OPTIONS: &'static [OptionSpec] = &[CELLS, LINE_OR_RING, OWN_GROUP, PLAYERS_OR_HUMAN];

    const PLAY_ABOUT: Text = Text::new(
        "Alak : à deux ou contre l'ordinateur ; sans option, le jeu demande les réglages",
        "Alak: for two players, or against the computer; without options, the game asks for the \
         settings",
    );

    const SIZE_QUESTION: Text = Text::new(
        "Veuillez indiquer le nombre de cases du plateau (9 par défaut).\n",
        "Please enter the number of cells of the board (9 by default).\n",
    );

    const MOVE_NAME: Text = Text::new("le numéro d'une case", "the number of a cell");

    const MOVE_SEPARATOR: &'static str = " ";

    const SLOW_TO_SOLVE: bool = true;

    fn size_refusal() -> Sentence {
        let max_cells = CellCount::MAX;
        let start = start_with_size::<Self>("").expect("the defaults are a start");
        let solvable_cells = max_solvable_cells(start.rules(), MemoryLimit::default());
        sentence!(
            "Tapez un nombre de cases : {max_cells} au plus, ou {solvable_cells} contre \
             l'ordinateur.",
            "Type a number of cells: at most {max_cells}, or {solvable_cells} against the computer."
        )
    }

    fn greeting(&self) -> Sentence {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = self.rules();
        let edge = match edge {
            Edge::Line => Text::new("en ligne", "on a line"),
            Edge::Ring => Text::new("en anneau", "in a ring"),
        };
        let group = match own_group {
            OwnGroupRule::Spared => Text::untranslated(""),
            OwnGroupRule::Captured => Text::new(", sans la règle 3", ", without rule 3"),
        };
        Sentence::from_fn(|lang| {
            let cells = cell_count_text(cells.get(), lang);
            format!(
                "Alak, {cells} {}{}.",
                edge.in_lang(lang),
                group.in_lang(lang)
            )
        })
    }

    #[doc(alias = "display")]
    fn board_text(session: &Session<Self>, lang: Lang, columns: usize) -> String {
        format!(
            "{}\n{}",
            numbered_board(session.state(), columns),
            LEGEND.in_lang(lang)
        )
    }

    fn turn_text(&self, player: PlayerSpec) -> Option<Sentence> {
        let turn = duel::turn_text(self.to_play(), player);
        let cells = self.forbidden_cells();
        Some(Sentence::from_fn(|lang| {
            let mut text = format!("\n{}", turn.in_lang(lang));
            if !cells.is_empty() {
                text.push('\n');
                text.push_str(&forbidden_cells_text(&cells, lang));
            }
            text
        }))
    }

    #[doc(alias = "select")]
    fn prompt(&self) -> Sentence {
        sentence!("Choisissez le numéro d'une case permise : ", "Which cell? ")
    }

    /// Returns `None` for a human, since the typed cell is already visible after the question.
    fn dialogue_move_text(step: &Step<Self>, by: PlayerSpec) -> Option<Sentence> {
        if by == PlayerSpec::Human {
            return None;
        }
        let cell = step.mv;
        Some(sentence!("Case choisie : {cell}", "Cell chosen: {cell}"))
    }

    fn hint(session: &Session<Self>) -> Option<Sentence> {
        let state = session.state();
        let solution = AlakSolution::new(state, HINT_MEMORY).ok()?;
        let solved = solution
            .solved_position(state)
            .filter(|solved| !solved.finishing_moves.is_empty())?;
        let moves = best_moves_text(&solved.finishing_moves);
        let value = value_text(solved.bounds);
        Some(Sentence::from_fn(|lang| {
            format!("{}\n{}", moves.in_lang(lang), value.in_lang(lang))
        }))
    }

    fn rules_text(&self) -> Sentence {
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
        Sentence::from_fn(|lang| {
            let lines: Vec<&str> = rules.iter().map(|rule| rule.in_lang(lang)).collect();
            lines.join("\n")
        })
    }
}

fn forbidden_cells_text(cells: &[Cell], lang: Lang) -> String {
    let count = cells.len() as u64;
    match lang {
        Lang::Fr => format!(
            "{} à ce tour : {}",
            lang.plural_form(count, "Case interdite", "Cases interdites"),
            join_list(cells, "et")
        ),
        Lang::En => format!(
            "{} this turn: {}",
            lang.plural_form(count, "Forbidden cell", "Forbidden cells"),
            join_list(cells, "and")
        ),
    }
}

const INPUT_EXAMPLE: Text = Text::new(
    "  4              poser un pion sur la case 4",
    "  4              place a stone on cell 4",
);

const RULES: Text = Text::new(
    "À tour de rôle, chacun pose un pion (x pour le joueur 1, o pour le joueur 2)
sur une case vide. Un groupe adverse qui touche ce pion et n'a plus de case vide
voisine est capturé ; ses cases sont interdites à l'adversaire au tour suivant.
La partie finit quand le joueur qui doit jouer ne le peut pas ; le joueur qui a
le plus de pions gagne.",
    "In turn, each player places a stone (x for player 1, o for player 2) on an empty
cell. A group of the opponent that touches this stone and has no empty
neighbouring cell left is captured; its cells are forbidden to the opponent on
the next turn. The game ends when the player to move cannot place a stone; the
player with more stones wins.",
);

const OWN_GROUP_RULE: Text = Text::new(
    "Si le groupe du pion posé n'a alors pas de case vide voisine, il est capturé aussi.",
    "If the group of the new stone then has no empty neighbour, it is captured too.",
);

const RING_RULE: Text = Text::new(
    "La première et la dernière case sont voisines.",
    "The first and the last cell are neighbours.",
);

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
