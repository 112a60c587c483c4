//! The dialogue of Alak. Texts are those of the handout (002) where it has one.

use super::{
    CELL, CELLS, FORBIDDEN_CELLS, LINE_OR_RING, OWN_GROUP, POSITION, TO_PLAY, chapter,
    solve_command, value_text,
};
use crate::lang::help::CommandExample;
use crate::lang::{Lang, Problem, Sentence, Text, either, join_list, sentence};
use crate::play::Session;
use crate::play::saved_game::SavedSettings;
use crate::report::page::ChapterDocument;
use crate::topics::duel::dialogue::start_with_size;
use crate::topics::duel::game;
use crate::topics::duel::game::{MAX_PLIES, PLAYERS, PLAYERS_OR_HUMAN, TwoPlayerTopic};
use crate::topics::replay::EXPLAIN;
use crate::topics::setting::{MEMORY, OptionSpec};
use crate::topics::verb::{CommandOutput, ParsedArgs};
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::alak::graph::{MAX_CELLS, SearchLimitError, max_solvable_cells};
use pioche_engine::games::alak::solve::AlakSolution;
use pioche_engine::games::alak::{
    AlakRefusal, AlakRules, AlakState, Cell, CellCount, Edge, OwnGroupRule,
};
use pioche_engine::games::{Game, MemoryLimit, Outcome, Player, Step};
use pioche_engine::players::PlayerSpec;
use std::num::NonZeroU32;

/// The memory limit of solving for a hint, which then takes a fraction of a second.
const HINT_MEMORY: MemoryLimit = MemoryLimit(96 << 20);
/// The number of trial games of a hint if the board is too large to be solved with [`HINT_MEMORY`].
const HINT_GAMES: NonZeroU32 = NonZeroU32::new(3000).expect("non-zero");

/// The legend below the board. Forbidden cells are listed in words, as in the handout.
const LEGEND: Text = Text::new("(x joueur 1, o joueur 2)", "(x player 1, o player 2)");

impl TwoPlayerTopic for AlakState {
    const TITLE: Text = Text::untranslated("Alak");
    const SETTINGS: &'static [OptionSpec] = &[CELLS, LINE_OR_RING, OWN_GROUP];
    const SIMULATE_OPTIONS: &'static [OptionSpec] = &[
        CELLS.list("3..12"),
        LINE_OR_RING.list("line,ring"),
        OWN_GROUP.list("spared,captured"),
        PLAYERS,
        MAX_PLIES,
        MEMORY,
    ];
    const SHOW_OPTIONS: &'static [OptionSpec] =
        &[CELLS, LINE_OR_RING, OWN_GROUP, PLAYERS, MAX_PLIES, EXPLAIN];
    const PLAY_OPTIONS: &'static [OptionSpec] =
        &[CELLS, LINE_OR_RING, OWN_GROUP, PLAYERS_OR_HUMAN, MEMORY];
    const SOLVE_OPTIONS: &'static [OptionSpec] = &[
        CELLS.list("3..12"),
        LINE_OR_RING.list("line,ring"),
        OWN_GROUP.list("spared,captured"),
        POSITION,
        TO_PLAY.requires(&["position"]),
        FORBIDDEN_CELLS.requires(&["position"]),
        MEMORY,
    ];
    const EXAMPLES: &'static [CommandExample] = &[
        (
            "simulate alak --cells 3..12",
            "deux joueurs aléatoires, sur des plateaux de 3 à 12 cases",
            "two random players on boards of 3 to 12 cells",
        ),
        (
            "simulate alak --players minimax:2,random --edge ring",
            "un joueur qui calcule deux coups à l'avance",
            "a player who looks two moves ahead",
        ),
        (
            "play alak --players human,perfect --cells 9",
            "contre l'ordinateur, qui ne se trompe pas",
            "against the computer, which makes no mistake",
        ),
        (
            "check-solution alak student.csv --cells 9 --format json",
            "pour un programme",
            "for a program",
        ),
    ];
    const STUDY_RUNS: &'static [&'static str] = &[
        "edge=line own_group=spared cells=2..15",
        "edge=line own_group=captured cells=2..15",
        "edge=ring own_group=spared cells=2..15",
        "edge=ring own_group=captured cells=2..15",
    ];
    const CHAPTER: ChapterDocument = chapter::CHAPTER;

    const SIMULATE_ABOUT: Text = Text::new(
        "Alak : qui gagne, et à quelle fréquence",
        "Alak: who wins, and how often",
    );
    const SHOW_ABOUT: Text = Text::new(
        "Alak : une partie enregistrée, ou une partie simulée, pion par pion",
        "Alak: a recorded game, or a simulated one, stone by stone",
    );
    const SHOW_FILE_HELP: Text = Text::new(
        "Fichier des cases jouées, séparées par des espaces, « - » pour l'entrée standard, ou \
         partie enregistrée par play --save ; sans fichier, la partie --deal de la simulation",
        "File with the cells played, separated by spaces, `-` for the standard input, or a game \
         saved by `play --save`; without a file, game --deal of the simulation",
    );
    const PLAY_ABOUT: Text = Text::new(
        "Alak : à deux ou contre l'ordinateur ; sans option, le jeu demande les réglages",
        "Alak: for two players, or against the computer; without options, the game asks for the \
         settings",
    );
    const SOLVE_ABOUT: Text = Text::new(
        "Alak : l'issue que chaque joueur peut imposer, et les meilleurs coups",
        "Alak: the outcome that each player can force, and the best moves",
    );

    const SIZE_QUESTION: Text = Text::new(
        "Veuillez indiquer le nombre de cases du plateau (9 par défaut).\n",
        "Please enter the number of cells of the board (9 by default).\n",
    );
    const MOVE_NAME: Text = Text::new("le numéro d'une case", "the number of a cell");
    const MOVE_SEPARATOR: &'static str = " ";
    const SLOW_TO_SOLVE: bool = true;

    /// A saved game has the rules in one line, such as `9:line:spared`.
    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        vec![("rules", self.rules().to_string())]
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        settings.parse("rules").map(Self::new)
    }

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

    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
        solve_command(args)
    }

    fn solve_error_text(error: &SearchLimitError) -> Sentence {
        let (SearchLimitError::Cells(cells)
        | SearchLimitError::Memory { cells, .. }
        | SearchLimitError::Refused { cells, .. }) = *error;
        Sentence::from_fn(|lang| {
            let cells = cell_count_text(cells, lang);
            match error {
                SearchLimitError::Cells(_) => either!(
                    lang,
                    "{cells}, c'est trop pour résoudre le jeu : {MAX_CELLS} au plus",
                    "{cells} are too many to be solved: at most {MAX_CELLS}"
                ),
                SearchLimitError::Memory {
                    needed,
                    bound,
                    fits,
                    ..
                } => {
                    let [needed, bound] =
                        [needed, bound].map(|memory| lang.memory_size(&memory.to_string()));
                    either!(
                        lang,
                        "{cells} : il faudrait environ {needed}, plus que les {bound} permis ; \
                         {fits} cases tiendraient",
                        "{cells} need about {needed}, more than the {bound} allowed; {fits} cells \
                         would fit"
                    )
                }
                SearchLimitError::Refused { needed, .. } => {
                    let needed = lang.memory_size(&needed.to_string());
                    either!(
                        lang,
                        "{cells} : il faudrait environ {needed}, que le système n'accorde pas",
                        "{cells} need about {needed}, which the system does not grant"
                    )
                }
            }
        })
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
        let turn = game::turn_text(self.to_play(), player);
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

    fn refusal_text(&self, refusal: &AlakRefusal) -> Sentence {
        match *refusal {
            AlakRefusal::OffBoard(cell, cells) => sentence!(
                "La case {cell} n'existe pas ; les cases vont de 1 à {cells}.",
                "There is no cell {cell}; cells are numbered from 1 to {cells}."
            ),
            AlakRefusal::Occupied(cell) => {
                sentence!("La case {cell} est occupée.", "Cell {cell} is occupied.")
            }
            AlakRefusal::Forbidden(cell) => sentence!(
                "La case {cell} vous est interdite à ce tour : un de vos pions vient d'y être \
                 capturé.",
                "Cell {cell} is forbidden this turn: one of your stones was just captured there."
            ),
        }
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
        let Ok(solution) = AlakSolution::new(state, HINT_MEMORY) else {
            let search =
                TwoPlayerGame::new_strategy(state, PlayerSpec::Mcts(HINT_GAMES), HINT_MEMORY)
                    .ok()?;
            let cell = search.choose(state, &mut session.rng())?;
            return Some(sentence!(
                "Après {HINT_GAMES} parties d'essai, la case {cell} semble la meilleure.",
                "After {HINT_GAMES} trial games, cell {cell} looks best."
            ));
        };
        let solved = solution
            .solved_position(state)
            .filter(|solved| !solved.finishing_moves.is_empty())?;
        let moves = game::best_moves_text(&solved.finishing_moves);
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

    #[doc(alias = "win")]
    fn result_text(&self, outcome: Outcome) -> Sentence {
        let [one, two] = [Player::One, Player::Two].map(|player| self.stones(player).count_ones());
        let loser_stones = one.min(two);
        Sentence::from_fn(|lang| {
            let stones =
                lang.translated_count(one.max(two).into(), ["pion", "pions"], ["stone", "stones"]);
            match outcome {
                Outcome::Winner(player) => {
                    let winner = player.number();
                    either!(
                        lang,
                        "Gagnant : {winner}\n({stones} à {loser_stones})",
                        "Winner: {winner}\n({stones} to {loser_stones})"
                    )
                }
                Outcome::Draw | Outcome::Remaining(_) => either!(
                    lang,
                    "Partie nulle\n({stones} chacun)",
                    "Draw\n({stones} each)"
                ),
            }
        })
    }

    fn move_explanation(step: &Step<Self>) -> Sentence {
        let Step {
            before,
            mv: cell,
            after,
            ..
        } = step;
        let player = before.to_play().number();
        let captured = after.forbidden().count_ones().into();
        let fr = format!("Le joueur {player} joue en {cell}");
        let en = format!("Player {player} plays {cell}");
        let [stones_before, stones_after] =
            [before, after].map(|state| state.stones(before.to_play()).count_ones());
        if stones_after <= stones_before {
            let own = u64::from(stones_before + 1 - stones_after);
            return Sentence::new(
                format!(
                    "{fr} : son propre groupe ({}) est capturé",
                    Lang::Fr.count_with_noun(own, "pion", "pions")
                ),
                format!(
                    "{en}: their own group ({}) is captured",
                    Lang::En.count_with_noun(own, "stone", "stones")
                ),
            );
        }
        if captured == 0 {
            return Sentence::new(fr, en);
        }
        Sentence::new(
            format!(
                "{fr} et capture {}",
                Lang::Fr.count_with_noun(captured, "pion", "pions")
            ),
            format!(
                "{en} and captures {}",
                Lang::En.count_with_noun(captured, "stone", "stones")
            ),
        )
    }
}

fn cell_count_text(cells: u32, lang: Lang) -> String {
    lang.count(cells.into(), CELL)
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
