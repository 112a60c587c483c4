//! Compares solitaire with the handout's tables and examples, and exact counts with plain recursion and the literature.

use crate::common::{cases, parse};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::solitaire::{
    Board, DrawingError, GameCounts, Jump, MAX_COUNTED_CELLS, SolitaireRefusal, SolitaireState,
    SolitaireStateError, UnfinishedSearch, first_solution,
};
use pioche_engine::games::{Game, MemoryLimit, Outcome};
use std::collections::{BTreeMap, HashMap};

fn board(text: &str) -> Board {
    parse(text)
}

fn start(text: &str, hole: usize) -> SolitaireState {
    SolitaireState::new(board(text), hole).unwrap()
}

fn counts(state: &SolitaireState) -> GameCounts {
    GameCounts::new(state).expect("a small board")
}

fn solution(state: &SolitaireState) -> Option<Vec<Jump>> {
    first_solution(state, MemoryLimit::default()).expect("enough memory")
}

/// The handout's table of neighbours gives the jumps of the triangle.
#[test]
fn the_triangle_has_the_handouts_neighbours_and_36_jumps() {
    let rows: Vec<[&str; 6]> = cases(include_str!("../data/triangle_neighbours.txt")).collect();
    let mut expected = Vec::new();
    for (from, row) in rows.iter().enumerate() {
        for (direction, over) in row.iter().enumerate().filter(|(_, over)| **over != "-") {
            let over: usize = parse(over);
            let to = rows[over][direction].parse();
            expected.extend(to.map(|to| (from, over, to)));
        }
    }
    assert!(board("triangle:5").jumps().eq(expected));
    let jump_counts = ["triangle:5", "english"].map(|text| board(text).jumps().count());
    assert_eq!(jump_counts, [36, 76]);
}

#[test]
fn boards_have_expected_cells_and_default_holes() {
    for (text, cells, hole, rows) in [
        ("triangle:3", 6, 4, 3),
        ("triangle:5", 15, 12, 5),
        ("triangle:10", 55, 50, 10),
        ("english", 33, 16, 7),
        ("european", 37, 17, 7),
        ("rows:ooo/ooo/ooo", 9, 4, 3),
    ] {
        let board = board(text);
        assert_eq!(
            (board.cell_count(), board.default_hole(), board.row_count()),
            (cells, hole, rows)
        );
        assert_eq!(board.to_string(), text);
    }
    for text in [
        "",
        "triangle",
        "triangle:",
        "triangle:x",
        "triangle:-5",
        "anglais",
        "triangle:2",
        "triangle:11",
    ] {
        assert!(text.parse::<Board>().is_err(), "{text}");
    }
}

/// A peg is a filled circle, as in diagrams; the handout's `affiche` prints the reverse.
#[test]
fn pegs_are_filled_and_in_the_handouts_text_open() {
    const FILLED: &str = "    ⓿ \n   ➊ ➋ \n  ➌ ➍ ➎ \n ➏ ➐ ➑ ➒ \n➓ ⓫ ⑫ ⓭ ⓮ ";
    const OPEN: &str = "    ⓪ \n   ① ② \n  ③ ④ ⑤ \n ⑥ ⑦ ⑧ ⑨ \n⑩ ⑪ ⓬ ⑬ ⑭ ";
    let first = start("triangle:5", 12);
    assert_eq!(
        (first.to_string(), first.handout_text()),
        (FILLED.to_owned(), OPEN.to_owned())
    );
    let last = SolitaireState::with_pegs(board("triangle:5"), [12]).unwrap();
    assert_eq!(
        (last.to_string(), last.handout_text()),
        (OPEN.to_owned(), FILLED.to_owned())
    );
    assert!(
        start("triangle:6", 20)
            .to_string()
            .ends_with("⓯ ⓰ ⓱ ⓲ ⓳ ⑳ ")
    );
    let cross = start("english", 16);
    let text = cross.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "           ● 0  ● 1  ● 2 ");
    assert_eq!(lines[3], " ●13  ●14  ●15  ○16  ●17  ●18  ●19 ");
    assert!(cross.handout_text().contains("○15  ●16  ○17"));
}

#[test]
fn invalid_peg_positions_are_refused_with_reason() {
    let triangle = board("triangle:5");
    let state = SolitaireState::parse_pegs(triangle, " 3, 0,12").unwrap();
    assert_eq!(state.peg_cells().collect::<Vec<_>>(), [0, 3, 12]);
    let unknown = |cell: &str| SolitaireStateError::UnknownCell(cell.to_owned(), triangle);
    for (text, error) in [
        ("0,15", unknown("15")),
        ("0,-1", unknown("-1")),
        ("0,,1", unknown("")),
        ("0,3,0", SolitaireStateError::DuplicateCell(0)),
        // The handout takes it for won.
        ("", SolitaireStateError::NoPeg),
    ] {
        assert_eq!(
            SolitaireState::parse_pegs(triangle, text),
            Err(error),
            "{text}"
        );
    }
    assert_eq!(
        SolitaireState::new(triangle, 15),
        Err(SolitaireStateError::HoleOffBoard(15, triangle))
    );
}

#[test]
fn invalid_jumps_are_refused_with_handout_reasons() {
    let mut state = SolitaireState::parse_pegs(board("triangle:5"), "0,3,6").unwrap();
    for (text, refusal) in [
        ("1 6", SolitaireRefusal::NoPeg(1)),
        ("0 3", SolitaireRefusal::Occupied(3)),
        ("0 4", SolitaireRefusal::NoJump(Jump { from: 0, to: 4 })),
        ("0 5", SolitaireRefusal::NothingBetween(2)),
        ("0 15", SolitaireRefusal::OffBoard(15, 14)),
    ] {
        assert_eq!(state.play(text.parse().unwrap()), Err(refusal), "{text}");
    }
    assert_eq!(state.play("6 1".parse().unwrap()), Ok(()));
    assert_eq!(
        state,
        SolitaireState::parse_pegs(board("triangle:5"), "0,1").unwrap()
    );
    for text in [
        "-1 3", "3 -1", "(3, 12", "3", "3;12", "3, 300", "", "( , )", "+3 4",
    ] {
        assert!(text.parse::<Jump>().is_err(), "{text:?}");
    }
    for text in ["(3, 12)", "3 12", "3,12", " 3  12 "] {
        assert_eq!(text.parse(), Ok(Jump { from: 3, to: 12 }), "{text:?}");
    }
}

/// The handout's recursion, unchanged: every jump is tried in the order of play, and no position is remembered.
fn first_by_recursion(state: &SolitaireState) -> Option<Vec<Jump>> {
    if state.is_won() {
        return Some(Vec::new());
    }
    for jump in state.possible_jumps() {
        let mut after = *state;
        if after.play(jump).is_ok()
            && let Some(rest) = first_by_recursion(&after)
        {
            return Some(std::iter::once(jump).chain(rest).collect());
        }
    }
    None
}

/// The results of all games from a position: the number of sequences of jumps, that of those which end with one peg by its
/// cell, and a random player's distribution of pegs left.
#[derive(Clone, Default)]
struct Games {
    games: u128,
    by_finish: BTreeMap<usize, u128>,
    law: BTreeMap<u32, Ratio<BigUint>>,
}

fn follow_games(state: &SolitaireState, known: &mut HashMap<u64, Games>) -> Games {
    if let Some(games) = known.get(&state.pegs()) {
        return games.clone();
    }
    let jumps = state.legal_moves();
    let mut games = Games::default();
    let chance = Ratio::new(1_u8.into(), BigUint::from(jumps.len().max(1)));
    if jumps.is_empty() {
        games.games = 1;
        games.law.insert(state.peg_count(), chance.clone());
        if state.is_won() {
            games.by_finish = state.peg_cells().map(|cell| (cell, 1)).collect();
        }
    }
    for jump in jumps {
        let mut after = *state;
        after.play(jump).expect("a legal jump");
        let later = follow_games(&after, known);
        games.games += later.games;
        for (cell, count) in later.by_finish {
            *games.by_finish.entry(cell).or_default() += count;
        }
        for (left, share) in later.law {
            *games.law.entry(left).or_insert(Ratio::from(BigUint::ZERO)) += share * &chance;
        }
    }
    known.insert(state.pegs(), games.clone());
    games
}

/// Compares the counts and solutions of a position with plain recursion. The parity test, which excludes many searches, is
/// never wrong.
fn compare(state: &SolitaireState) {
    let mut slow = HashMap::new();
    let root = follow_games(state, &mut slow);
    let expected = GameCounts {
        solutions: root.by_finish.values().sum(),
        solutions_by_last_cell: root.by_finish,
        complete_games: root.games,
        reachable_positions: slow.len(),
        winning_positions: slow
            .values()
            .filter(|games| !games.by_finish.is_empty())
            .count(),
        pegs_left_distribution: root.law,
    };
    assert_eq!(counts(state), expected, "{state}");
    let first = solution(state);
    assert_eq!(first.is_some(), expected.solutions > 0, "{state}");
    assert!(
        state.peg_count() > 9 || first == first_by_recursion(state),
        "{state}"
    );
}

/// Every position of the small triangle, and many of triangles and drawn boards, chosen by a fixed linear congruence.
#[test]
fn positions_agree_with_plain_recursion() {
    let position = |board: Board, pegs: u64| {
        let cells = (0..board.cell_count()).filter(|cell| pegs >> cell & 1 == 1);
        if let Ok(state) = SolitaireState::with_pegs(board, cells) {
            compare(&state);
        }
    };
    (1..1 << 10).for_each(|pegs| position(board("triangle:4"), pegs));
    let mut word = 1_u64;
    for (text, number) in [
        ("triangle:5", 60),
        ("triangle:6", 6),
        ("rows:ooo.o/oxooo/.ooo//oo", 40),
        ("rows:.oo/oooo/oooo/oo", 40),
    ] {
        let board = board(text);
        for _ in 0..number {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let pegs = word >> (64 - board.cell_count());
            // Few enough pegs for the plain recursion.
            let other = if text == "triangle:5" {
                u64::MAX
            } else {
                word.rotate_left(17)
            };
            position(board, pegs & other);
        }
    }
    // The holes up to symmetry, with the numbers of solutions and games in Bell, "Triangular peg solitaire unlimited".
    for (hole, solutions, games) in [
        (0, 29_760, 568_630),
        (1, 14_880, 294_543),
        (3, 85_258, 1_149_568),
        (4, 1_550, 137_846),
    ] {
        let state = start("triangle:5", hole);
        compare(&state);
        assert_eq!(solution(&state), first_by_recursion(&state), "{hole}");
        let counts = counts(&state);
        assert_eq!(
            (counts.solutions, counts.complete_games),
            (solutions, games)
        );
    }
    let full = SolitaireState::with_pegs(board("triangle:5"), 0..15).unwrap();
    assert_eq!(
        (full.outcome(), solution(&full)),
        (Some(Outcome::Remaining(15)), None)
    );
    assert_eq!(counts(&full).solutions_by_last_cell, BTreeMap::new());
}

/// A drawing of the English cross is that board: the same jumps in the same order, and the same picture. Margins and the sign
/// for no cell do not matter.
#[test]
fn drawings_give_cells_and_start() {
    let english = board("english");
    let drawing = "\n    ooo  \n    ooo\n  ooooooo\n  oooxooo\n  ooooooo\n  ..ooo\n    ooo\n\n";
    let drawn = Board::from_drawing(drawing).unwrap();
    assert_eq!(
        drawn.to_string(),
        "rows:..ooo/..ooo/ooooooo/oooxooo/ooooooo/..ooo/..ooo"
    );
    assert_eq!(
        (board(&drawn.to_string()), drawn.default_hole()),
        (drawn, english.default_hole())
    );
    assert!(drawn.jumps().eq(english.jumps()));
    for cell in 0..english.cell_count() {
        assert_eq!(
            SolitaireState::new(drawn, cell).unwrap().to_string(),
            start("english", cell).to_string()
        );
    }
    let drawn = Board::from_drawing("xoo\r\n\r\n o.o").unwrap();
    assert_eq!(
        (
            drawn.to_string().as_str(),
            drawn.row_count(),
            drawn.column_count()
        ),
        ("rows:xoo//.o.o", 3, 4)
    );
    assert_eq!(
        SolitaireState::new(drawn, 0).unwrap().to_string(),
        "⓪ ➊ ➋ \n\n  ➌   ➍ "
    );
    let corner = start("rows:xxo/oox", 0);
    assert_eq!(corner.pegs(), 0b01_1100);
    assert_eq!(
        SolitaireState::new(corner.board(), 1),
        Err(SolitaireStateError::OtherStart(corner.board()))
    );
    let row = "o".repeat(32);
    assert!(Board::from_drawing(&format!("{row}\n{row}")).is_ok());
    for (drawing, error) in [
        ("oo\no0".to_owned(), DrawingError::Character(2, 2)),
        (format!("{row}\n{row}\n o"), DrawingError::Character(3, 2)),
        (
            format!("o{}o", " ".repeat(63)),
            DrawingError::Character(1, 65),
        ),
        (
            format!("o{}o", "\n".repeat(64)),
            DrawingError::Character(65, 1),
        ),
        ("x x".to_owned(), DrawingError::NoPeg),
        (String::new(), DrawingError::NoPeg),
    ] {
        assert_eq!(Board::from_drawing(&drawing), Err(error), "{drawing:?}");
    }
}

/// On the European board three holes up to symmetry are solvable (Reiss); on the cross all holes are.
#[test]
fn crosses_are_solvable_from_holes_allowed_by_parity() {
    for (text, holes) in [
        (
            "european",
            vec![0, 2, 5, 8, 11, 14, 16, 17, 19, 20, 22, 25, 28, 31, 34, 36],
        ),
        ("english", (0..33).collect()),
    ] {
        for hole in 0..board(text).cell_count() {
            let mut state = start(text, hole);
            let jumps = solution(&state);
            assert_eq!(jumps.is_some(), holes.contains(&hole), "{text}, {hole}");
            jumps
                .iter()
                .flatten()
                .for_each(|&jump| state.play(jump).unwrap());
            assert!(jumps.is_none() || state.is_won(), "{text}, {hole}");
        }
    }
}

#[test]
fn large_boards_are_not_counted_and_searches_stop_at_the_memory_limit() {
    assert_eq!(MAX_COUNTED_CELLS, board("triangle:6").cell_count());
    for text in ["triangle:7", "english", "european"] {
        let state = SolitaireState::with_pegs(board(text), [0]).unwrap();
        assert_eq!(GameCounts::new(&state), None, "{text}");
    }
    let memory = MemoryLimit(3200);
    let error = first_solution(&start("triangle:9", 2), memory).unwrap_err();
    assert_eq!(
        error,
        UnfinishedSearch {
            dead_positions: 100,
            memory
        }
    );
    assert!(error.to_string().contains("fill the 3.1 KiB"), "{error}");
}
