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
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, sentence};
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

    fn refusal_message(&self, refusal: &AlakRefusal) -> Sentence {
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
}

impl TwoPlayerTopic for AlakState {
    const TITLE: Text = Text::untranslated("Alak");
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
            "deux joueurs qui jouent au hasard, sur des plateaux de 3 à 12 cases",
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
            "compare alak table.csv",
            "un tableau de nombres et les valeurs exactes",
            "a table of numbers and the exact values",
        ),
    ];
    const SIMULATE_ABOUT: Text = Text::new(
        "Alak : qui gagne, et à quelle fréquence",
        "Alak: who wins, and how often",
    );
    const SHOW_ABOUT: Text = Text::new(
        "Alak : une partie enregistrée, ou une partie simulée, pion par pion",
        "Alak: a recorded game, or a simulated one, stone by stone",
    );
    const FILE_HELP: Text = Text::new(
        "Fichier des cases jouées, séparées par des espaces, tel que play --save l'écrit ; « - » \
         pour l'entrée standard",
        "File with the cells played, separated by spaces, such as `play --save` writes; `-` for \
         the standard input",
    );
    const SOLVE_ABOUT: Text = Text::new(
        "Alak : l'issue que chaque joueur peut imposer, et les meilleurs coups",
        "Alak: the outcome that each player can force, and the best moves",
    );

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

/// Returns a number of cells with its noun: `9 cells`.
pub fn cell_count_text(cells: u32, lang: Lang) -> String {
    lang.count(cells.into(), CELL)
}
