//! The commands `show` and `solve` of the patience.

use super::{FINAL_ROW, PLAYER, card_names, cards_text, game_end_text, jump_cards, piles_text};
use crate::prelude::*;
use pioche_engine::cards::Card;
use pioche_engine::experiments::alliances::AlliancesPlayer;
use pioche_engine::games::alliances::perfect::{PerfectSolution, PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{AutomaticGame, PatienceMove, PatienceState, PileRow};

/// Shows the saved game, or that of the rule or of the perfect player: the stock, then the row after each draw and each
/// jump.
pub fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let mut course = PatienceState::load(args)?.course;
    if course.moves().is_empty() {
        let start = course.start().clone();
        let moves = match args.get(&PLAYER)? {
            AlliancesPlayer::Leftmost => {
                let game = AutomaticGame::new(start.clone());
                Course::play_forced(game, usize::MAX).moves().to_vec()
            }
            AlliancesPlayer::Perfect => {
                solve_row(&start.row_after_giving_up())?.moves_with_draws(0, start.stock().len())
            }
        };
        course = Course::play(start, moves).expect("the players make legal moves");
    }
    let tops = course.last().row().top_cards();
    let piles = tops.len();
    let result = if args.has(&EXPLAIN) {
        game_end_text(piles)
    } else {
        piles_text(piles)
    };
    let jumps = course.moves().iter().filter_map(|mv| match mv {
        PatienceMove::Jump(pile) => Some(*pile),
        PatienceMove::Draw => None,
    });
    let replay = Replay {
        moves: vec![String::new(); course.moves().len()],
        result,
        json: json!({
            "stock": card_names(course.start().stock()),
            "piles": piles,
            "tops": card_names(tops),
            "jumps": jumps.collect::<Vec<_>>(),
        }),
        ..Replay::new(course.clone(), args)
    };
    let mut answer = replay.answer(args);
    if args.has(&FINAL_ROW) {
        answer.text = format!("{}\n{}\n", course.last().board(), piles_text(piles));
    }
    Ok(answer)
}

/// Returns the stock before the first draw, and then the row.
pub fn shown_cards(state: &PatienceState) -> &[Card] {
    match state.row().top_cards() {
        [] => state.stock(),
        tops => tops,
    }
}

fn solve_row(row: &PileRow) -> Result<PerfectSolution, Problem> {
    let mut solver =
        PerfectSolver::with_memory_limit(MemoryLimit::default()).with_alliance(row.alliance());
    solver.solve(row.top_cards()).map_err(unproved_problem)
}

fn unproved_problem(bounds: UnprovedBounds) -> Problem {
    let problem = problem!(
        "the solver's memory limit is reached ({states} states): the best possible is {low} to {high} piles",
        states = integer(bounds.histories as u64),
        low = bounds.low,
        high = bounds.high
    );
    problem.caused_by(bounds)
}

/// Finds the fewest piles of a new or started game, and the jumps that leave them. Jumps may be postponed, so drawing the
/// whole stock first loses nothing.
pub fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let course = PatienceState::load(args)?.course;
    let row = course.last().row_after_giving_up();
    let solution = solve_row(&row)?;
    let mut text = solution_text(&solution, row.pile_count());
    text += &format!("\n{}\n", cards_text(row.top_cards()));
    let mut last_row = row.clone();
    for &pile in &solution.jumps {
        let [onto, card, beside] = jump_cards(last_row.top_cards(), pile);
        last_row
            .jump(pile)
            .expect("a solution is made of possible jumps");
        let jump = tr!(
            "pile {number} ({card}) jumps onto {onto}: {onto} and {beside} are allied",
            number = pile + 1,
            card,
            onto,
            beside
        );
        text += &format!("\n{jump}\n{}\n", cards_text(last_row.top_cards()));
    }
    Ok(Answer {
        text,
        json: json!({
            "automatic": solution.automatic_piles,
            "best": solution.fewest_piles,
            "line": solution.jumps,
            "row": card_names(row.top_cards()),
            "tops": card_names(last_row.top_cards()),
        }),
        row: Some(answer_row(&solution)),
        ..Answer::default()
    })
}

/// States the piles that the rule leaves, the fewest piles, and the number of jumps.
fn solution_text(solution: &PerfectSolution, card_count: usize) -> String {
    let cards = quantity(card_count as u64, CARD);
    let piles = piles_text(solution.automatic_piles);
    let finding = if solution.automatic_piles == solution.fewest_piles {
        tr!(
            "{cards}: the rule (leftmost jump first) leaves {piles}, the fewest possible.",
            cards,
            piles
        )
    } else {
        tr!(
            "{cards}: the rule (leftmost jump first) leaves {piles}; {best} are possible.",
            cards,
            piles,
            best = solution.fewest_piles
        )
    };
    let way = match solution.jumps.len() {
        0 => tr!("All cards are drawn first; no jump is possible."),
        jumps => tr!(
            "All cards are drawn first; then {jumps} (piles numbered from 1):",
            jumps = quantity(jumps as u64, Text("jump|jumps"))
        ),
    };
    format!("{finding}\n{way}\n")
}

/// Returns the answer as a row: the piles of the rule, and the fewest piles.
fn answer_row(solution: &PerfectSolution) -> AnswerRow {
    let (colour, label) = if solution.automatic_piles == solution.fewest_piles {
        (0, Text("the rule is best"))
    } else {
        (1, Text("other jumps do better"))
    };
    let cell =
        |name, heading, piles: usize| (AnswerHeading(name, heading), Cell::from(piles as u64));
    AnswerRow {
        cells: vec![
            cell(
                "automatic",
                Text("piles left by the rule"),
                solution.automatic_piles,
            ),
            cell("best", Text("fewest piles"), solution.fewest_piles),
        ],
        chart_text: solution.fewest_piles.to_string(),
        ..AnswerRow::new(colour, label.translated())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unproved_solution_reports_bounds() {
        let problem = unproved_problem(UnprovedBounds {
            low: 4,
            high: 7,
            histories: 1 << 20,
        });
        assert!(
            problem
                .to_string()
                .ends_with("the best possible is 4 to 7 piles"),
            "{problem:?}"
        );
    }
}
