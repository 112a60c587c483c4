//! The commands `show` and `solve` of the patience. `show` gives one game state by state, automatic or perfect. `solve`
//! gives the fewest piles of a new or started game, and the jumps that lead to them.

use super::args::{
    ALLIANCE, DRAWN_ROW, FINAL_ROW_ONLY, PACK_SIZE, PERFECT_GAME, RANKS, ROW, STOCK, SUITS,
    parse_row_and_stock,
};
use super::deck::{self, FILE_OR_DEAL, PACK_OPTIONS};
use super::{card_label, cards_text, game_end_text, move_explanation, piles_text};
use crate::lang::{Lang, Problem, Text, either, problem};
use crate::topics::replay::{self, EXPLAIN, Narrator, StartAndMoves, play_returning_previous};
use crate::topics::setting::{CARD, MEMORY};
use crate::topics::verb::{CommandOutput, FileArg, ParsedArgs, VerbSpec};
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::perfect::{PerfectSolution, PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{PatienceEvent, PatienceMove, PatienceState, PileRow};
use serde_json::{Value, json};

pub const SHOW: VerbSpec = VerbSpec::with_deal_and_film(
    Text::new(
        "La réussite des alliances, telle que le sujet l'affiche : la pioche, puis la rangée de \
         tas après chaque carte tirée et chaque saut",
        "La réussite des alliances (a patience), as the handout prints it: the stock, then the \
         row after each draw and each jump",
    ),
    FILE_OR_DEAL,
    &[
        PACK_OPTIONS[0],
        PACK_OPTIONS[1],
        PACK_OPTIONS[2],
        DRAWN_ROW.conflicts_with(NEW_GAME_OPTIONS),
        STOCK.requires(&[ROW.key()]),
        PERFECT_GAME,
        ALLIANCE,
        MEMORY.requires(&["perfect"]),
        FINAL_ROW_ONLY,
        EXPLAIN,
    ],
    show,
);

fn show(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let (game, moves) = match saved_game(args)? {
        Some(game) => game,
        None => {
            let start = start_game(args)?;
            let moves = if args.has(&PERFECT_GAME) {
                perfect_moves(&start, args)?
            } else {
                automatic_moves(&start)
            };
            (start, moves)
        }
    };
    let lang = args.lang;
    let output = replay::narrate_game(game.clone(), &moves, args);
    Ok(output.with_film(move |request| super::film::film(&game, &moves, request, lang)))
}

fn saved_game(args: &ParsedArgs<'_>) -> Result<Option<StartAndMoves<PatienceState>>, Problem> {
    args.file
        .as_ref()
        .map(replay::read_saved_game)
        .transpose()
        .map(Option::flatten)
}

/// Returns the start of the game that is shown: the piles of `--row` with the stock, or a stock alone.
fn start_game(args: &ParsedArgs<'_>) -> Result<PatienceState, Problem> {
    let start = match parse_row_and_stock(args)? {
        Some((cards, row_size)) if args.has(&STOCK) => {
            let (tops, stock) = cards.split_at(row_size);
            PatienceState::with_laid_piles(tops, stock, 0)
        }
        Some((cards, _)) => PatienceState::new(&cards, 0),
        None => PatienceState::new(&deck::read_or_deal_cards(args)?, 0),
    };
    Ok(start.with_alliance(args.get(&ALLIANCE)?))
}

fn solve_row(row: &PileRow, args: &ParsedArgs<'_>) -> Result<PerfectSolution, Problem> {
    let mut solver = PerfectSolver::with_memory_limit(args.memory).with_alliance(row.alliance());
    require_proof(solver.solve(row.top_cards()))
}

/// Returns the moves of a perfect game; each jump is made as soon as its neighbours are on the table.
fn perfect_moves(
    start: &PatienceState,
    args: &ParsedArgs<'_>,
) -> Result<Vec<PatienceMove>, Problem> {
    let solution = solve_row(&start.row_after_giving_up(), args)?;
    Ok(solution.moves_with_draws(start.row().pile_count(), start.stock().len()))
}

pub fn automatic_moves(start: &PatienceState) -> Vec<PatienceMove> {
    let mut row = start.row().clone();
    let mut moves = Vec::new();
    for &card in start.stock() {
        row.draw_and_jump(card, &mut |event, _: &PileRow| {
            moves.push(match event {
                PatienceEvent::Drawn(_) => PatienceMove::Draw,
                PatienceEvent::Jumped(pile) => PatienceMove::Jump(pile),
            });
        });
    }
    moves
}

/// Writes the stock, then the row after each draw and each jump. `--explain` adds explanations and, if colours are on,
/// red suits in colour.
impl Narrator for PatienceState {
    type Event = PatienceMove;

    fn start_text(&self, args: &ParsedArgs<'_>) -> String {
        if args.has(&FINAL_ROW_ONLY) {
            return String::new();
        }
        let tops = self.row().top_cards();
        let lists = [self.stock(), tops];
        let laid_lists = if tops.is_empty() { &lists[..1] } else { &lists };
        let mut text = String::new();
        for cards in laid_lists {
            text += &if args.has(&EXPLAIN) {
                format!("{}\n", coloured_cards(cards, args))
            } else {
                format!("{}\n\n", cards_text(cards, args.lang))
            };
        }
        text
    }

    fn step_text(&mut self, mv: PatienceMove, args: &ParsedArgs<'_>) -> String {
        let explanation = move_explanation(self, mv, args.lang);
        play_returning_previous(self, mv);
        let tops = self.row().top_cards();
        if args.has(&FINAL_ROW_ONLY) {
            String::new()
        } else if args.has(&EXPLAIN) {
            format!(
                "\n{}\n{}\n",
                explanation.in_lang(args.lang),
                coloured_cards(tops, args)
            )
        } else {
            format!("{}\n\n", cards_text(tops, args.lang))
        }
    }

    fn end_text(&self, args: &ParsedArgs<'_>) -> String {
        let tops = self.row().top_cards();
        let lang = args.lang;
        if args.has(&FINAL_ROW_ONLY) {
            let piles = piles_text(tops.len(), lang);
            format!("{}\n{piles}\n", cards_text(tops, lang))
        } else if args.has(&EXPLAIN) && !tops.is_empty() {
            format!("\n{}\n", game_end_text(tops.len()).in_lang(lang))
        } else {
            String::new()
        }
    }

    fn game_json(&self, moves: &[PatienceMove]) -> Value {
        let jumped = |mv: &PatienceMove| {
            if let PatienceMove::Jump(pile) = mv {
                Some(*pile)
            } else {
                None
            }
        };
        let jumps: Vec<usize> = moves.iter().filter_map(jumped).collect();
        let tops: Vec<String> = self
            .row()
            .top_cards()
            .iter()
            .map(ToString::to_string)
            .collect();
        json!({ "piles": tops.len(), "tops": tops, "jumps": jumps })
    }
}

/// Formats a row, with red suits coloured if colours are on.
fn coloured_cards(row: &[Card], args: &ParsedArgs<'_>) -> String {
    let card_text = |card: &Card| {
        let text = cards_text(&[*card], args.lang);
        if args.use_colours && card.is_red() {
            format!("\u{1b}[31m{text}\u{1b}[0m")
        } else {
            text
        }
    };
    let texts: Vec<String> = row.iter().map(card_text).collect();
    texts.join(" ")
}

const NEW_GAME_OPTIONS: &[&str] = &[
    "file",
    "seed",
    "deal",
    PACK_SIZE.key(),
    SUITS.key(),
    RANKS.key(),
];

pub const SOLVE: VerbSpec = VerbSpec {
    has_film: false,
    ..VerbSpec::with_deal_and_film(
        Text::new(
            "La réussite des alliances : le moins de tas possible, des sauts qui y mènent, et ce \
             que laisse la règle",
            "La réussite des alliances (a patience): the fewest piles possible, jumps that reach \
             them, and what the rule leaves",
        ),
        FileArg {
            help: Text::new(
                "Fichier d'une pioche au format du sujet, ou d'une partie enregistrée par play \
                 --save ; « - » pour l'entrée standard ; sans fichier, la donne de --seed et \
                 --deal",
                "File with a deck in the handout's format, or with a game saved by `play --save`; \
                 `-` for the standard input; without a file, the deal of --seed and --deal",
            ),
            ..FILE_OR_DEAL
        },
        &[
            PACK_OPTIONS[0],
            PACK_OPTIONS[1],
            PACK_OPTIONS[2],
            ROW.conflicts_with(NEW_GAME_OPTIONS),
            ALLIANCE,
            MEMORY,
        ],
        solve,
    )
};

/// Returns the proved answer, or a problem with the bounds of the answer.
pub fn require_proof<T>(solution: Result<T, UnprovedBounds>) -> Result<T, Problem> {
    solution.map_err(
        |UnprovedBounds {
             low,
             high,
             histories,
         }| {
            let fr = Lang::Fr.integer(histories as u64);
            let en = Lang::En.integer(histories as u64);
            problem!(
                "la mémoire permise au solveur est pleine ({fr} états) : le mieux possible est \
                 entre {low} et {high} tas",
                "the solver's memory limit is reached ({en} states): the best possible is {low} \
                 to {high} piles"
            )
        },
    )
}

fn solve(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let alliance = args.get(&ALLIANCE)?;
    let new_row = |cards| PileRow::new(cards).with_alliance(alliance);
    // Jumps may be postponed, so drawing the whole stock first loses nothing; a started game is thus one row.
    let row = match (parse_row_and_stock(args)?, saved_game(args)?) {
        (Some((cards, _)), _) => new_row(cards),
        (None, Some((mut game, moves))) => {
            moves
                .iter()
                .for_each(|&mv| drop(play_returning_previous(&mut game, mv)));
            game.row_after_giving_up()
        }
        (None, None) => new_row(deck::read_or_deal_cards(args)?),
    };
    let cards = row.top_cards();
    let solution = solve_row(&row, args)?;
    let (steps, last) = replay_text(row.clone(), &solution, args.lang);
    let text = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let json = json!({
        "automatic": solution.automatic_piles,
        "best": solution.fewest_piles,
        "line": solution.jumps,
        "row": text(cards),
        "tops": text(last.top_cards()),
    });
    Ok(CommandOutput::from_text(format!(
        "{}\n\n{}\n{steps}",
        heading(&solution, cards.len(), args.lang),
        cards_text(cards, args.lang)
    ))
    .with_json(json))
}

fn heading(solution: &PerfectSolution, cards: usize, lang: Lang) -> String {
    let PerfectSolution {
        automatic_piles: automatic,
        fewest_piles: best,
        jumps: line,
    } = solution;
    let cards = lang.count(cards as u64, CARD);
    let piles = piles_text(*automatic, lang);
    let jumps = lang.translated_count(line.len() as u64, ["saut", "sauts"], ["jump", "jumps"]);
    let jumps = if line.is_empty() {
        either!(lang, "aucun saut n'est possible.", "no jump is possible.")
    } else {
        either!(
            lang,
            "puis {jumps} (tas numérotés à partir de 1) :",
            "then {jumps} (piles numbered from 1):"
        )
    };
    let better = if automatic == best {
        either!(lang, ", le minimum possible", ", the fewest possible")
    } else {
        either!(
            lang,
            " ; le minimum possible est {best}",
            "; {best} are possible"
        )
    };
    either!(
        lang,
        "{cards} : la règle (saut le plus à gauche) laisse {piles}{better}.\n\
         Toutes les cartes sont d'abord tirées ; {jumps}",
        "{cards}: the rule (leftmost jump first) leaves {piles}{better}.\n\
         All cards are drawn first; {jumps}"
    )
}

/// Writes each jump with its cards and the row after it. Also returns the last row.
fn replay_text(mut row: PileRow, solution: &PerfectSolution, lang: Lang) -> (String, PileRow) {
    let mut text = String::new();
    for &pile in &solution.jumps {
        let [onto, card, beside] =
            [pile - 1, pile, pile + 1].map(|pile| card_label(row.top_cards()[pile], lang));
        let jumped = row.jump(pile);
        debug_assert!(jumped.is_ok(), "a line is made of possible jumps");
        let number = pile + 1;
        let jump_text = either!(
            lang,
            "tas {number} : {card} saute sur {onto}, qui s'allie à {beside}",
            "pile {number} ({card}) jumps onto {onto}: {onto} and {beside} are allied"
        );
        text.push_str(&format!(
            "\n{jump_text}\n{}\n",
            cards_text(row.top_cards(), lang)
        ));
    }
    (text, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the message with bounds after the solver's memory limit.
    #[test]
    fn unproved_solution_reports_bounds() {
        let unproved = UnprovedBounds {
            low: 4,
            high: 7,
            histories: 1 << 20,
        };
        let problem = require_proof::<()>(Err(unproved)).unwrap_err();
        assert!(
            problem.0.en.ends_with("the best possible is 4 to 7 piles"),
            "{}",
            problem.0.en
        );
        assert!(
            problem
                .0
                .fr
                .ends_with("le mieux possible est entre 4 et 7 tas"),
            "{}",
            problem.0.fr
        );
        assert_eq!(require_proof(Ok(3)), Ok(3));
    }
}
