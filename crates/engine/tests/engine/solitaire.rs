//! Compares solitaire with the handout's tables and examples, and exact counts with plain recursion and the literature.

mod plain;

use pioche_engine::games::MemoryLimit;
use pioche_engine::games::solitaire::{
    Board, DrawingError, GameCounts, Jump, MAX_COUNTED_CELLS, SolitaireRefusal, SolitaireState,
    SolitaireStateError, UnfinishedSearch, first_solution, jumps_with_solution_counts,
};
use pioche_engine::games::{Game, Outcome};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn start(text: &str, hole: usize) -> SolitaireState {
    SolitaireState::new(board(text), hole).unwrap()
}

fn counts(state: &SolitaireState) -> GameCounts {
    GameCounts::new(state).expect("a small board")
}

fn list(jumps: &[Jump]) -> String {
    jumps
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The handout's table, unchanged; -1 for None.
const VOISINS: [[i8; 6]; 15] = [
    [1, 2, -1, -1, -1, -1],
    [3, 4, 2, 0, -1, -1],
    [4, 5, -1, -1, 0, 1],
    [6, 7, 4, 1, -1, -1],
    [7, 8, 5, 2, 1, 3],
    [8, 9, -1, -1, 2, 4],
    [10, 11, 7, 3, -1, -1],
    [11, 12, 8, 4, 3, 6],
    [12, 13, 9, 5, 4, 7],
    [13, 14, -1, -1, 5, 8],
    [-1, -1, 11, 6, -1, -1],
    [-1, -1, 12, 7, 6, 10],
    [-1, -1, 13, 8, 7, 11],
    [-1, -1, 14, 9, 8, 12],
    [-1, -1, -1, -1, 9, 13],
];

#[test]
fn the_triangle_has_the_handouts_neighbours_and_36_jumps() {
    let triangle = board("triangle:5");
    let mut expected = Vec::new();
    for (from, row) in VOISINS.iter().enumerate() {
        for (direction, &over) in row.iter().enumerate().filter(|(_, over)| **over >= 0) {
            let to = VOISINS[over as usize][direction];
            expected.extend((to >= 0).then_some((from, over as usize, to as usize)));
        }
    }
    assert!(triangle.jumps().eq(expected));
    assert_eq!(triangle.jumps().count(), 36);
    assert_eq!(board("english").jumps().count(), 76);
}

#[test]
fn boards_have_expected_cells_and_default_holes() {
    let facts = |text| {
        let board = board(text);
        (board.cell_count(), board.default_hole(), board.row_count())
    };
    assert_eq!(facts("triangle:3"), (6, 4, 3));
    assert_eq!(facts("triangle:5"), (15, 12, 5));
    assert_eq!(facts("triangle:10"), (55, 50, 10));
    assert_eq!(facts("english"), (33, 16, 7));
    assert_eq!(facts("european"), (37, 17, 7));
    for text in ["triangle:3", "triangle:8", "english", "european"] {
        assert_eq!(board(text).to_string(), text);
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
    assert_eq!(first.to_string(), FILLED);
    assert_eq!(first.handout_text(), OPEN);
    let last = SolitaireState::with_pegs(board("triangle:5"), [12]).unwrap();
    assert_eq!(last.to_string(), OPEN);
    assert_eq!(last.handout_text(), FILLED);
    assert!(
        start("triangle:6", 20)
            .to_string()
            .ends_with("⓯ ⓰ ⓱ ⓲ ⓳ ⑳ ")
    );
    let cross = start("english", 16).to_string();
    assert_eq!(cross.lines().next().unwrap(), "           ● 0  ● 1  ● 2 ");
    assert_eq!(
        cross.lines().nth(3).unwrap(),
        " ●13  ●14  ●15  ○16  ●17  ●18  ●19 "
    );
    let handout_cross = start("english", 16).handout_text();
    assert!(handout_cross.contains("○15  ●16  ○17"), "{handout_cross}");
}

#[test]
fn invalid_peg_positions_are_refused_with_reason() {
    let triangle = board("triangle:5");
    let state = SolitaireState::parse_pegs(triangle, " 3, 0,12").unwrap();
    assert_eq!(state.peg_cells().collect::<Vec<_>>(), [0, 3, 12]);
    let unknown = |cell: &str| SolitaireStateError::UnknownCell(cell.to_owned(), triangle);
    assert_eq!(
        SolitaireState::parse_pegs(triangle, "0,15"),
        Err(unknown("15"))
    );
    assert_eq!(
        SolitaireState::parse_pegs(triangle, "0,-1"),
        Err(unknown("-1"))
    );
    assert_eq!(
        SolitaireState::parse_pegs(triangle, "0,,1"),
        Err(unknown(""))
    );
    assert_eq!(
        SolitaireState::parse_pegs(triangle, "0,3,0"),
        Err(SolitaireStateError::DuplicateCell(0))
    );
    assert_eq!(
        SolitaireState::parse_pegs(triangle, ""),
        Err(SolitaireStateError::NoPeg),
        "the handout takes it for won"
    );
    assert_eq!(
        SolitaireState::new(triangle, 15),
        Err(SolitaireStateError::HoleOffBoard(15, triangle))
    );
}

#[test]
fn invalid_jumps_are_refused_with_handout_reasons() {
    let mut state = SolitaireState::parse_pegs(board("triangle:5"), "0,3,6").unwrap();
    let mut refuse = |text: &str| state.play(text.parse().unwrap()).unwrap_err();
    assert_eq!(refuse("1 6"), SolitaireRefusal::NoPeg(1));
    assert_eq!(refuse("0 3"), SolitaireRefusal::Occupied(3));
    assert_eq!(
        refuse("0 4"),
        SolitaireRefusal::NoJump(Jump { from: 0, to: 4 })
    );
    assert_eq!(refuse("0 5"), SolitaireRefusal::NothingBetween(2));
    assert_eq!(refuse("0 15"), SolitaireRefusal::OffBoard(15, 14));
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
        assert_eq!(
            text.parse::<Jump>(),
            Ok(Jump { from: 3, to: 12 }),
            "{text:?}"
        );
    }
}

/// Returns a row of `tests/data/triangle*.txt`.
fn row(hole: usize, counts: &GameCounts, jumps: &str) -> String {
    let GameCounts {
        solutions,
        complete_games: games,
        reachable_positions: reachable,
        winning_positions: winning,
        solutions_by_last_cell: by_finish,
        pegs_left_distribution: left_law,
    } = counts;
    let random_win = counts.random_win_probability();
    let pairs = |pairs: Vec<String>| pairs.join(",");
    let finish = pairs(
        by_finish
            .iter()
            .map(|(cell, count)| format!("{cell}:{count}"))
            .collect(),
    );
    let law = pairs(
        left_law
            .iter()
            .map(|(left, chance)| format!("{left}:{chance}"))
            .collect(),
    );
    format!(
        "{hole} {solutions} {games} {reachable} {winning} {random_win} | {finish} | {law} | {jumps}"
    )
}

#[test]
fn triangle_analysis_matches_python() {
    for (text, data) in [
        ("triangle:5", include_str!("../data/triangle5.txt")),
        ("triangle:6", include_str!("../data/triangle6.txt")),
    ] {
        for theirs in data.lines().filter(|line| !line.starts_with('#')) {
            let hole = theirs.split(' ').next().unwrap().parse().unwrap();
            let state = start(text, hole);
            let solution = first_solution(&state, MemoryLimit::default())
                .unwrap()
                .unwrap();
            assert_eq!(
                row(hole, &counts(&state), &list(&solution)),
                theirs,
                "{text}"
            );
        }
    }
}

/// The numbers of solutions and games in Bell, "Triangular peg solitaire unlimited", and other sources.
#[test]
fn triangle_solution_counts_match_literature() {
    let counts = |hole| {
        let count = counts(&start("triangle:5", hole));
        (count.solutions, count.complete_games)
    };
    for (hole, solutions, games) in [
        (0, 29_760, 568_630),
        (1, 14_880, 294_543),
        (3, 85_258, 1_149_568),
        (4, 1_550, 137_846),
    ] {
        assert_eq!(counts(hole), (solutions, games));
    }
}

#[test]
fn first_solution_equals_handout_recursion() {
    for (text, holes) in [("triangle:4", 10), ("triangle:5", 15)] {
        for hole in 0..holes {
            let state = start(text, hole);
            let ours = first_solution(&state, MemoryLimit::default()).unwrap();
            assert_eq!(ours, plain::first(&state), "{text} from {hole}");
        }
    }
}

/// Every position of the small triangle: solvability and counts.
#[test]
fn all_positions_of_side_4_agree_with_plain_recursion() {
    for pegs in 1..1_u64 << 10 {
        let state = SolitaireState::with_pegs(
            board("triangle:4"),
            (0..10).filter(|cell| pegs >> cell & 1 == 1),
        )
        .unwrap();
        let counts = compare(&state);
        let solution = first_solution(&state, MemoryLimit::default()).unwrap();
        assert_eq!(solution, plain::first(&state));
        assert_eq!(counts.solutions > 0, solution.is_some());
    }
}

/// A drawing of the English cross is that board: the same jumps in the same order, and the same picture. Margins and the
/// sign for no cell do not matter.
#[test]
fn drawn_cross_equals_the_english_board() {
    let english = board("english");
    let drawing = "\n    ooo  \n    ooo\n  ooooooo\n  oooxooo\n  ooooooo\n  ..ooo\n    ooo\n\n";
    let drawn = Board::from_drawing(drawing).unwrap();
    assert_eq!(
        drawn.to_string(),
        "rows:..ooo/..ooo/ooooooo/oooxooo/ooooooo/..ooo/..ooo"
    );
    assert_eq!(board(&drawn.to_string()), drawn);
    assert_eq!(drawn.default_hole(), english.default_hole());
    assert!(drawn.jumps().eq(english.jumps()));
    for cell in 0..english.cell_count() {
        let state = SolitaireState::new(drawn, cell).unwrap();
        assert_eq!(state.to_string(), start("english", cell).to_string());
    }
}

#[test]
fn drawings_give_cells_and_start() {
    let drawn = Board::from_drawing("xoo\r\n\r\n o.o").unwrap();
    assert_eq!(drawn.to_string(), "rows:xoo//.o.o");
    assert_eq!((drawn.row_count(), drawn.column_count()), (3, 4));
    let state = SolitaireState::new(drawn, 0).unwrap();
    assert_eq!(state.to_string(), "⓪ ➊ ➋ \n\n  ➌   ➍ ");
    let corner = SolitaireState::new(board("rows:xxo/oox"), 0).unwrap();
    assert_eq!(corner.pegs(), 0b01_1100);
    assert_eq!(
        SolitaireState::new(corner.board(), 1),
        Err(SolitaireStateError::OtherStart(corner.board()))
    );
    assert_eq!(board("rows:ooo/ooo/ooo").default_hole(), 4);
    let row = "o".repeat(32);
    assert!(Board::from_drawing(&format!("{row}\n{row}")).is_ok());
    let far = format!("o{}o", " ".repeat(63));
    for (drawing, error) in [
        ("oo\no0".to_owned(), DrawingError::Character(2, 2)),
        (format!("{row}\n{row}\n o"), DrawingError::Character(3, 2)),
        (far, DrawingError::Character(1, 65)),
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

/// Many positions of triangles and drawn boards, chosen by a fixed linear congruence.
#[test]
fn many_positions_agree_with_plain_recursion() {
    let mut word = 1_u64;
    for (text, number) in [
        ("triangle:5", 120),
        ("triangle:6", 6),
        ("rows:ooo.o/oxooo/.ooo//oo", 40),
        ("rows:.oo/oooo/oooo/oo", 40),
    ] {
        let board = board(text);
        for _ in 0..number {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut pegs = word >> (64 - board.cell_count());
            if text != "triangle:5" {
                // Few enough pegs for the plain recursion.
                pegs &= word.rotate_left(17);
            }
            let Ok(state) = SolitaireState::with_pegs(
                board,
                (0..board.cell_count()).filter(|cell| pegs >> cell & 1 == 1),
            ) else {
                continue;
            };
            // The parity test, which excludes many searches, is never wrong.
            assert_eq!(
                compare(&state).solutions > 0,
                first_solution(&state, MemoryLimit::default())
                    .unwrap()
                    .is_some(),
                "{state}"
            );
        }
    }
}

/// Compares the fast counts with the plain ones, and returns them.
fn compare(state: &SolitaireState) -> GameCounts {
    let slow = plain::games(state);
    let counts = counts(state);
    let root = &slow[&state.pegs()];
    let expected = GameCounts {
        solutions: root.by_finish.values().sum(),
        solutions_by_last_cell: root.by_finish.clone(),
        complete_games: root.games,
        reachable_positions: slow.len(),
        winning_positions: slow
            .values()
            .filter(|games| !games.by_finish.is_empty())
            .count(),
        pegs_left_distribution: root.law.clone(),
    };
    assert_eq!(counts, expected, "{state}");
    let hints = jumps_with_solution_counts(state).expect("a small board");
    let jumps: Vec<Jump> = hints.iter().map(|&(jump, _)| jump).collect();
    assert_eq!(jumps, state.legal_moves());
    for (jump, solutions) in hints {
        let mut after = *state;
        after.play(jump).unwrap();
        let expected: u128 = slow[&after.pegs()].by_finish.values().sum();
        assert_eq!(solutions, expected, "{jump} from {state}");
    }
    counts
}

#[test]
fn single_peg_is_solved_and_full_board_is_finished() {
    let one = SolitaireState::with_pegs(board("triangle:5"), [7]).unwrap();
    assert_eq!(
        first_solution(&one, MemoryLimit::default()),
        Ok(Some(Vec::new()))
    );
    assert_eq!(counts(&one).solutions, 1);
    let full = SolitaireState::with_pegs(board("triangle:5"), 0..15).unwrap();
    assert_eq!(full.outcome(), Some(Outcome::Remaining(15)));
    assert_eq!(first_solution(&full, MemoryLimit::default()), Ok(None));
    assert_eq!(counts(&full).solutions, 0);
    assert!(counts(&full).solutions_by_last_cell.is_empty());
}

/// On the European board three holes up to symmetry are solvable (Reiss); on the cross all holes are.
#[test]
fn crosses_are_solvable_from_holes_allowed_by_parity() {
    let solved = |text: &str| {
        let solved = |&hole: &usize| {
            let mut state = start(text, hole);
            let jumps = first_solution(&state, MemoryLimit::default()).unwrap();
            jumps.is_some_and(|jumps| {
                jumps.into_iter().for_each(|jump| state.play(jump).unwrap());
                state.is_won()
            })
        };
        (0..board(text).cell_count())
            .filter(solved)
            .collect::<Vec<usize>>()
    };
    assert_eq!(
        solved("european"),
        [0, 2, 5, 8, 11, 14, 16, 17, 19, 20, 22, 25, 28, 31, 34, 36]
    );
    assert_eq!(solved("english"), (0..33).collect::<Vec<_>>());
}

#[test]
fn large_boards_are_not_counted_and_searches_stop_at_the_memory_limit() {
    assert_eq!(MAX_COUNTED_CELLS, board("triangle:6").cell_count());
    for text in ["triangle:7", "english", "european"] {
        let state = SolitaireState::with_pegs(board(text), [0]).unwrap();
        assert_eq!(GameCounts::new(&state), None, "{text}");
        assert_eq!(jumps_with_solution_counts(&state), None, "{text}");
    }
    let small = MemoryLimit(3200);
    let error = first_solution(&start("triangle:9", 2), small).unwrap_err();
    let expected = UnfinishedSearch {
        dead_positions: 100,
        memory: small,
    };
    assert_eq!(error, expected);
    assert!(error.to_string().contains("fill the 3.1 KiB"), "{error}");
}
