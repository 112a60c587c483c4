//! The commands `show` and `solve` of the patience. `show` gives one game state by state, automatic or perfect. `solve`
//! gives the fewest piles of a new or started game, and the jumps that lead to them.

use super::args::{ALLIANCE, FINAL_ROW_ONLY, JUMP, PERFECT_GAME, STOCK, parse_row_and_stock};
use super::deck;
use super::{card_label, cards_text, game_end_text, move_explanation, picture, piles_text};
use crate::prelude::*;
use crate::replay::{self, has_handout_style};
use pioche_engine::cards::Card;
use pioche_engine::cards::deck::DeckLabels;
use pioche_engine::games::alliances::perfect::{PerfectSolution, PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{AutomaticGame, PatienceMove, PatienceState, PileRow};
use pioche_report::lang::capitalize;

pub fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    if let Some(pile) = args.get_optional::<usize>(&JUMP)? {
        return jump_answer(pile, args);
    }
    let course = shown_course(args)?;
    let (text, json) = game_output(&course, args);
    Ok(Answer {
        text,
        json,
        film: Some(picture::film(course)),
        ..Answer::default()
    })
}

/// Returns the game that `show` writes: the saved one, the perfect one or that of the rule.
///
/// # Errors
/// When the cards or the file are refused, or perfect play needs more memory than allowed.
fn shown_course(args: &ParsedArgs<'_>) -> Result<Course<PatienceState>, Problem> {
    if let Some((_, course)) = deck::read_game(args)? {
        return Ok(course);
    }
    let start = start_game(args)?;
    let moves = if args.has(&PERFECT_GAME) {
        perfect_moves(&start, args)?
    } else {
        automatic_moves(&start)
    };
    Ok(replay::course_of(start, moves))
}

/// Answers whether pile `number`, from 1, of a row can jump (handout 000, 4.4.2).
fn jump_answer(number: usize, args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let (cards, _) = parse_row_and_stock(args)?.unwrap_or_default();
    let before = PatienceState::with_laid_piles(&cards, &[], 0).with_alliance(args.get(&ALLIANCE)?);
    let mut after = before.clone();
    let jump = PatienceMove::Jump(number - 1);
    let result = after.play(jump);
    let reason = match &result {
        Ok(()) => move_explanation(&before, jump),
        Err(refusal) => refusal_reason(&before, refusal),
    };
    let row: Vec<String> = after
        .row()
        .top_cards()
        .iter()
        .map(ToString::to_string)
        .collect();
    let text = format!(
        "{}\n{}\n",
        capitalize(&reason),
        cards_text(after.row().top_cards())
    );
    let json = json!({ "jumped": result.is_ok(), "row": row, "reason": reason });
    Ok(Answer {
        text,
        json,
        is_no: result.is_err(),
        ..Answer::default()
    })
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
    let mut solver = PerfectSolver::with_memory_limit(args.memory()).with_alliance(row.alliance());
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

/// Returns the draws and jumps from a start to the end of the game by the rule of the leftmost jump.
pub fn automatic_moves(start: &PatienceState) -> Vec<PatienceMove> {
    let course = Course::play_forced(AutomaticGame::new(start.clone()), usize::MAX);
    course.moves().to_vec()
}

/// Writes the stock, then the row after each draw and each jump, then the number of piles. `--explain` adds explanations and, if colours are on,
/// red suits in colour. `--final` writes the last row and the number of piles alone.
fn game_output(course: &Course<PatienceState>, args: &ParsedArgs<'_>) -> (String, Value) {
    let last_tops = course.last().row().top_cards();
    let piles = piles_text(last_tops.len());
    let text = if has_handout_style(args) {
        handout_session(course)
    } else if args.has(&FINAL_ROW_ONLY) {
        format!("{}\n{piles}\n", cards_text(last_tops))
    } else if args.has(&EXPLAIN) {
        explained_text(course, args)
    } else {
        let start = course.start();
        let mut text = format!("{}\n\n", cards_text(start.stock()));
        if start.row().pile_count() > 0 {
            text += &format!("{}\n\n", cards_text(start.row().top_cards()));
        }
        course.for_each_step(|step| {
            text += &format!("{}\n\n", cards_text(step.after.row().top_cards()));
        });
        text + &format!("{piles}\n")
    };
    let jumps: Vec<usize> = course
        .moves()
        .iter()
        .filter_map(|mv| match mv {
            PatienceMove::Jump(pile) => Some(*pile),
            PatienceMove::Draw => None,
        })
        .collect();
    let card_texts = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let json = json!({
        "stock": card_texts(course.start().stock()),
        "piles": last_tops.len(),
        "tops": card_texts(last_tops),
        "jumps": jumps,
    });
    (text, json)
}

/// Returns what `reussite_mode_auto` of the handout prints: the stock, then the row after each draw and each jump.
pub fn handout_session(course: &Course<PatienceState>) -> String {
    let mut session = String::new();
    let mut show_cards = |cards: &[Card]| {
        // The handout's codes 9825 and 9826 are open symbols.
        let text = DeckLabels(cards).to_string();
        let text = text.replace('♥', "♡").replace('♦', "♢");
        session += &format!("{text}\n\n");
    };
    show_cards(course.start().stock());
    if course.start().row().pile_count() > 0 {
        show_cards(course.start().row().top_cards());
    }
    course.for_each_step(|step| show_cards(step.after.row().top_cards()));
    session
}

fn explained_text(course: &Course<PatienceState>, args: &ParsedArgs<'_>) -> String {
    let start = course.start();
    let mut text = format!("{}\n", coloured_cards(start.stock(), args));
    if start.row().pile_count() > 0 {
        text += &format!("{}\n", coloured_cards(start.row().top_cards(), args));
    }
    course.for_each_step(|step| {
        let explanation = move_explanation(&step.before, step.mv);
        let row = coloured_cards(step.after.row().top_cards(), args);
        text += &format!("\n{}\n{row}\n", explanation);
    });
    let piles = course.last().row().pile_count();
    if piles > 0 {
        text += &format!("\n{}\n", game_end_text(piles));
    }
    text
}

/// Formats a row, with red suits coloured if colours are on.
fn coloured_cards(row: &[Card], args: &ParsedArgs<'_>) -> String {
    let card_text = |card: &Card| {
        let text = cards_text(&[*card]);
        if args.use_colours && card.is_red() {
            format!("\u{1b}[31m{text}\u{1b}[0m")
        } else {
            text
        }
    };
    let texts: Vec<String> = row.iter().map(card_text).collect();
    texts.join(" ")
}

/// Returns the proved answer, or a problem with the bounds of the answer.
pub fn require_proof<T>(solution: Result<T, UnprovedBounds>) -> Result<T, Problem> {
    solution.map_err(
        |UnprovedBounds {
             low,
             high,
             histories,
         }| {
            problem!(
                "the solver's memory limit is reached ({states} states): the best possible is {low} to {high} piles",
                states = integer(histories as u64),
                low,
                high
            )
        },
    )
}

pub fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let alliance = args.get(&ALLIANCE)?;
    let new_row = |cards| PileRow::new(cards).with_alliance(alliance);
    // Jumps may be postponed, so drawing the whole stock first loses nothing; a started game is thus one row.
    let row = match (parse_row_and_stock(args)?, deck::read_game(args)?) {
        (Some((cards, _)), _) => new_row(cards),
        (None, Some((_, course))) => course.last().row_after_giving_up(),
        (None, None) => new_row(deck::read_or_deal_cards(args)?),
    };
    let cards = row.top_cards();
    let solution = solve_row(&row, args)?;
    let (steps, last) = replay_text(row.clone(), &solution);
    let text = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let json = json!({
        "automatic": solution.automatic_piles,
        "best": solution.fewest_piles,
        "line": solution.jumps,
        "row": text(cards),
        "tops": text(last.top_cards()),
    });
    Ok(Answer {
        text: format!(
            "{}\n\n{}\n{steps}",
            heading(&solution, cards.len()),
            cards_text(cards)
        ),
        json,
        row: Some(answer_row(&solution)),
        ..Answer::default()
    })
}

/// Returns the answer as a row: the piles of the rule, and the fewest piles.
fn answer_row(solution: &PerfectSolution) -> AnswerRow {
    let (colour, label) = if solution.automatic_piles == solution.fewest_piles {
        (0, Text("the rule is best"))
    } else {
        (1, Text("other jumps do better"))
    };
    let automatic = Text("piles left by the rule");
    let best = Text("fewest piles");
    AnswerRow {
        cells: vec![
            (
                AnswerHeading("automatic", automatic),
                Cell::from(solution.automatic_piles as u64),
            ),
            (
                AnswerHeading("best", best),
                Cell::from(solution.fewest_piles as u64),
            ),
        ],
        chart_text: solution.fewest_piles.to_string(),
        ..AnswerRow::new(colour, label.translated())
    }
}

fn heading(solution: &PerfectSolution, cards: usize) -> String {
    let PerfectSolution {
        automatic_piles: automatic,
        fewest_piles: best,
        jumps: line,
    } = solution;
    let cards = quantity(cards as u64, CARD);
    let piles = piles_text(*automatic);
    let jumps = quantity(line.len() as u64, Text("jump|jumps"));
    let jumps = if line.is_empty() {
        tr!("no jump is possible.")
    } else {
        tr!("then {jumps} (piles numbered from 1):", jumps)
    };
    let better = if automatic == best {
        tr!(", the fewest possible")
    } else {
        tr!("; {best} are possible", best)
    };
    tr!(
        "{cards}: the rule (leftmost jump first) leaves {piles}{better}.\nAll cards are drawn first; {jumps}",
        cards,
        piles,
        better,
        jumps
    )
}

/// Writes each jump with its cards and the row after it. Also returns the last row.
fn replay_text(mut row: PileRow, solution: &PerfectSolution) -> (String, PileRow) {
    let mut text = String::new();
    for &pile in &solution.jumps {
        let [onto, card, beside] =
            [pile - 1, pile, pile + 1].map(|pile| card_label(row.top_cards()[pile]));
        let jumped = row.jump(pile);
        debug_assert!(jumped.is_ok(), "a line is made of possible jumps");
        let number = pile + 1;
        let jump_text = tr!(
            "pile {number} ({card}) jumps onto {onto}: {onto} and {beside} are allied",
            number,
            card,
            onto,
            beside
        );
        text.push_str(&format!("\n{jump_text}\n{}\n", cards_text(row.top_cards())));
    }
    (text, row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pioche_report::lang::{Lang, in_language};

    /// Checks the message with bounds after the solver's memory limit.
    #[test]
    fn unproved_solution_reports_bounds() {
        let unproved = UnprovedBounds {
            low: 4,
            high: 7,
            histories: 1 << 20,
        };
        for (lang, ending) in [
            (Lang::En, "the best possible is 4 to 7 piles"),
            (Lang::Fr, "le mieux possible est entre 4 et 7 tas"),
        ] {
            let problem = in_language(lang, || require_proof::<()>(Err(unproved)));
            let message = problem.expect_err("an unproved answer").0;
            assert!(message.ends_with(ending), "{message}");
        }
        assert_eq!(require_proof(Ok(3)), Ok(3));
    }
}
