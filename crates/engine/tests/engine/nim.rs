//! Compares Nim with the handout's examples, and its values, periods and probabilities with plain recursion.

use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::nim::{
    LastTake, NimRefusal, NimRules, NimSolution, NimState, NimValue, PlayStyle, TakeSet,
    handout_take, outcome_distribution, value_period,
};
use pioche_engine::games::search::ExhaustiveSolution;
use pioche_engine::games::{BestMoves, Evaluate, Game, MemoryLimit, Outcome, Player};
use pioche_engine::players::PlayerSpec;
use pioche_engine::stats::exact::nearest_f64;

fn values(rules: &NimRules, most: u32) -> Vec<NimValue> {
    let solution = NimSolution::new(rules, most);
    (0..=most)
        .map(|matches| solution.value(matches).unwrap())
        .collect()
}

fn nim(takes: &str, matches: u32) -> NimState {
    NimState::new(takes.parse().unwrap(), matches).unwrap()
}

/// Returns a game with this many matches left, possibly 0, and player 1 to move.
fn come_to(matches: u32) -> NimState {
    let mut game = nim("2,3", matches + 4);
    game.play(2).unwrap();
    game.play(2).unwrap();
    game
}

#[test]
fn nim_matches_handout_examples() {
    assert_eq!(
        come_to(13).to_string(),
        "||||| ||||| |||",
        "afficher_plateau"
    );
    assert!(
        come_to(10).outcome().is_none() && come_to(1).outcome().is_some(),
        "jeu_fini"
    );
    assert_eq!(Player::One.opponent(), Player::Two, "changement_joueur");
    assert_eq!(come_to(13).matches(), 13, "nb_allumettes");
    assert_eq!(come_to(21).legal_moves(), [2, 3], "possibilites");
    assert_eq!(come_to(2).legal_moves(), [2], "possibilites");
    assert_eq!(come_to(3).legal_moves(), [2, 3]);
    assert_eq!(come_to(1).legal_moves(), []);
    let mut game = come_to(17);
    game.play(3).unwrap();
    assert_eq!(game.matches(), 14, "etat_suivant");
    assert_eq!(come_to(1).outcome(), Some(Outcome::Draw), "etat_bilan");
    assert_eq!(come_to(17).outcome(), None, "etat_bilan");
    assert_eq!(
        come_to(0).outcome(),
        Some(Outcome::Winner(Player::Two)),
        "etat_bilan"
    );
}

/// Returns the handout's evaluation with this many matches left and `player` to move.
fn evaluation(matches: u32, player: Player) -> i8 {
    let mut heap = NimState::new(TakeSet::default(), matches + 5).unwrap();
    heap.play(3).unwrap();
    if player == Player::One {
        heap.play(2).unwrap();
    } else {
        heap = NimState::new(TakeSet::default(), matches + 3).unwrap();
        heap.play(3).unwrap();
    }
    assert_eq!((heap.matches(), heap.to_play()), (matches, player));
    (heap.estimate_utility_for_player_one() / 1000) as i8
}

#[test]
fn nim_evaluation_matches_handout() {
    let both = |matches| {
        (
            evaluation(matches, Player::One),
            evaluation(matches, Player::Two),
        )
    };
    assert_eq!(both(10), (-1, 1));
    assert_eq!(both(9), (0, 0));
    assert_eq!(both(8), (1, -1));
    let solution = NimSolution::new(&NimRules::default(), 200);
    for matches in 0..=200 {
        let sign = solution.value(matches).unwrap() as i8 - 1;
        assert_eq!(both(matches), (sign, -sign), "it is exact: {matches}");
    }
}

fn misere(takes: &str) -> NimRules {
    NimRules {
        takes: takes.parse().unwrap(),
        last_take: LastTake::Loses,
    }
}

fn misere_start(takes: &TakeSet, matches: u32) -> NimState {
    NimState::new(takes.clone(), matches)
        .unwrap()
        .with_last_take(LastTake::Loses)
}

/// The value to the player to move, 1, 0 or -1, for each number of matches of the misère game: a table without the
/// engine's recurrence.
fn misere_table(takes: &[u32], most: u32) -> Vec<i64> {
    let mut table: Vec<i64> = Vec::new();
    for matches in 0..=most {
        let possible = takes.iter().filter(|&&take| take <= matches);
        let best = possible.map(|take| -table[(matches - take) as usize]).max();
        // The opponent took the last match and lost; when no take is possible the game is a draw.
        table.push(best.unwrap_or(i64::from(matches == 0)));
    }
    table
}

/// Under misère rules, values, best takes, period, distributions and rules of the game match a table of all numbers of
/// matches.
#[test]
fn misere_game_matches_brute_force_table() {
    for takes in ["2,3", "1,2,3", "1,4", "2,5,6", "3", "1", "3,4,5,6", "4,9"] {
        let rules = misere(takes);
        let table = misere_table(rules.takes.as_slice(), 400);
        let solution = NimSolution::new(&rules, 400);
        for (matches, &value) in (0..).zip(&table) {
            assert_eq!(
                solution.value(matches).unwrap() as i64 - 1,
                value,
                "{takes}, {matches}"
            );
            let mut best = rules.takes.possible_takes(matches).to_vec();
            best.retain(|take| -table[(matches - take) as usize] == value);
            assert_eq!(solution.best_takes(matches), best, "{takes}, {matches}");
        }
        let period = value_period(&rules).unwrap();
        let repeats = |n: usize| table[n] == table[n + period.length];
        assert!((period.from..400 - period.length).all(repeats), "{takes}");
        for matches in 2..=60 {
            let start = misere_start(&rules.takes, matches);
            let general = ExhaustiveSolution::new(&start, MemoryLimit::default()).unwrap();
            assert_eq!(
                general.value(&start).map(i64::signum),
                Some(table[matches as usize]),
                "{takes}, {matches}"
            );
        }
    }
}

/// Probabilities that player 1 wins, that player 2 wins and of a draw between random players of the misère game.
fn misere_chances(takes: &[u32], matches: u32) -> [f64; 3] {
    let possible: Vec<u32> = takes
        .iter()
        .copied()
        .filter(|take| *take <= matches)
        .collect();
    if matches == 0 {
        return [1.0, 0.0, 0.0];
    }
    if possible.is_empty() {
        return [0.0, 0.0, 1.0];
    }
    let mut chances = [0.0; 3];
    for take in &possible {
        let [mover, other, draw] = misere_chances(takes, matches - take);
        for (sum, chance) in chances.iter_mut().zip([other, mover, draw]) {
            *sum += chance / possible.len() as f64;
        }
    }
    chances
}

#[test]
fn misere_laws_match_recursion_over_all_games() {
    for (takes, most) in [("2,3", 30), ("1,2,3", 15), ("1,4", 20), ("2,5,6", 30)] {
        let rules = misere(takes);
        for matches in 1..=most {
            let law = outcome_distribution(&rules, matches, [PlayStyle::Random; 2]).unwrap();
            let expected = misere_chances(rules.takes.as_slice(), matches);
            for (chance, expected) in law.iter().zip(expected) {
                let chance = nearest_f64(chance);
                assert!((chance - expected).abs() < 1e-12, "{takes}, {matches}");
            }
            // A perfect player reaches at least the value against any player.
            let [_, loss, draw] =
                outcome_distribution(&rules, matches, [PlayStyle::Perfect, PlayStyle::Random])
                    .unwrap();
            let value = misere_table(rules.takes.as_slice(), matches)[matches as usize];
            let zero = Ratio::from(BigUint::from(0_u8));
            assert!(value < 0 || loss == zero, "{takes}, {matches}");
            assert!(value < 1 || draw == zero, "{takes}, {matches}");
        }
    }
}

/// The player that takes the last match loses; with one match left the game is still a draw.
#[test]
fn last_take_loses_the_misere_game() {
    let outcome = |moves: &[u32]| {
        let mut game = misere_start(&TakeSet::default(), 6);
        moves.iter().for_each(|&take| game.play(take).unwrap());
        game.outcome()
    };
    assert_eq!(outcome(&[3, 3]), Some(Outcome::Winner(Player::One)));
    assert_eq!(outcome(&[2, 2, 2]), Some(Outcome::Winner(Player::Two)));
    assert_eq!(outcome(&[2, 3]), Some(Outcome::Draw));
    assert_eq!(outcome(&[2, 2]), None);
}

/// For consecutive takes the misère evaluation is exact, so minimax players keep every value.
#[test]
fn misere_evaluation_is_exact_for_consecutive_takes() {
    for (a, b) in [(2, 3), (1, 1), (1, 5), (3, 3), (4, 9)] {
        let rules = NimRules {
            takes: TakeSet::new(a..=b).unwrap(),
            last_take: LastTake::Loses,
        };
        let table = misere_table(rules.takes.as_slice(), 100);
        for matches in 1..=100 {
            let start = misere_start(&rules.takes, matches);
            let value = table[matches as usize];
            assert_eq!(
                start.estimate_utility_for_player_one(),
                1000 * value,
                "{a}..{b}, {matches}"
            );
            for player in ["minimax:1", "minimax:3", "perfect"] {
                let spec: PlayerSpec = player.parse().unwrap();
                let strategy = spec.build_strategy(&start, MemoryLimit::default()).unwrap();
                if start.outcome().is_none() {
                    let take = strategy
                        .choose(&start, &mut crate::perfect::generator(1))
                        .unwrap();
                    let reached = -table[(matches - take) as usize];
                    assert_eq!(reached, value, "{player}, {a}..{b}, {matches}");
                }
            }
        }
    }
}

#[test]
fn invalid_nim_starts_and_takes_are_refused_with_reason() {
    assert_eq!(nim("2,3", 1).outcome(), Some(Outcome::Draw));
    for matches in [0, 1_000_001] {
        assert_eq!(
            NimState::new(TakeSet::default(), matches).unwrap_err().text,
            matches.to_string()
        );
    }
    for (text, take) in [
        ("", ""),
        ("2,0", "0"),
        ("1001", "1001"),
        ("2,-3", "-3"),
        ("2,,3", ""),
    ] {
        let refused = text.parse::<TakeSet>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("'{take}' is no list of takes from 1 to 1000, as 2,3 is")
        );
    }
    assert_eq!("3, 2,3".parse::<TakeSet>().unwrap(), TakeSet::default());
    assert_eq!(TakeSet::default().to_string(), "2,3");
    let mut game = nim("2,3", 3);
    assert_eq!(
        game.play(1),
        Err(NimRefusal::NotInTakeSet(1, TakeSet::default()))
    );
    game.play(2).unwrap();
    assert_eq!(game.play(2), Err(NimRefusal::NotEnoughMatches(2, 1)));
}

#[test]
fn nim_values_takes_and_probabilities_match_python() {
    let fraction = |text: &str| -> Ratio<BigUint> { text.parse().unwrap() };
    for line in include_str!("../data/nim.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let columns: Vec<&str> = line.split(' ').collect();
        let [takes, matches, value, best, laws @ ..] = &columns[..] else {
            panic!("{line}")
        };
        let rules = NimRules::from(takes.parse::<TakeSet>().unwrap());
        let matches: u32 = matches.parse().unwrap();
        let solution = NimSolution::new(&rules, matches);
        assert_eq!(
            solution.value(matches).unwrap().to_string(),
            *value,
            "{line}"
        );
        let ours: Vec<String> = solution
            .best_takes(matches)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(ours.join(","), best.replace('-', ""), "{line}");
        use PlayStyle::{Perfect, Random};
        let pairs = [
            [Random, Random],
            [Perfect, Random],
            [Random, Perfect],
            [Perfect, Perfect],
        ];
        assert_eq!(laws.len(), pairs.len());
        for (styles, theirs) in pairs.into_iter().zip(laws) {
            let ours = outcome_distribution(&rules, matches, styles).unwrap();
            let theirs: Vec<_> = theirs.split(',').map(fraction).collect();
            assert_eq!(ours, theirs[..], "{styles:?} {line}");
        }
    }
}

/// The general solver agrees with the recurrence, and fails above its memory limit.
#[test]
fn general_solver_agrees_with_nim_recurrence() {
    for (takes, matches) in [("2,3", 25), ("1,4", 30), ("2,5,6", 41), ("7", 3)] {
        let start = nim(takes, matches);
        let general = ExhaustiveSolution::new(&start, MemoryLimit::default()).unwrap();
        let solution = NimSolution::new(start.rules(), matches);
        let sign = solution.value(matches).unwrap() as i64 - 1;
        assert_eq!(
            general.value(&start).map(i64::signum),
            Some(sign),
            "{takes} {matches}"
        );
        assert_eq!(
            general.best_moves(&start),
            solution.best_moves(&start),
            "{takes} {matches}"
        );
    }
    assert!(ExhaustiveSolution::new(&nim("1", 1000), MemoryLimit(10_000)).is_err());
}

#[test]
fn the_period_of_the_handouts_values_is_5() {
    let found = value_period(&NimRules::default()).unwrap();
    assert_eq!((found.from, found.length), (0, 5));
    use NimValue::{Draw, Lose, Win};
    assert_eq!(
        values(&NimRules::default(), 4),
        [Lose, Draw, Win, Win, Draw]
    );
}

/// The period is a + b for consecutive takes a, …, b; other periods are checked on many values.
#[test]
fn nim_value_periods_are_valid_and_minimal() {
    for (a, b) in [(1, 1), (1, 3), (2, 5), (7, 7), (10, 40)] {
        let found = value_period(&TakeSet::new(a..=b).unwrap().into()).unwrap();
        assert_eq!(
            (found.from, found.length),
            (0, (a + b) as usize),
            "{a}..{b}"
        );
    }
    for text in ["1,4", "2,3,7", "3,7,8", "1,5,12", "4,6,9,13", "2,9,17"] {
        let rules = NimRules::from(text.parse::<TakeSet>().unwrap());
        let found = value_period(&rules).unwrap();
        let values = values(&rules, 20_000);
        let repeats = |from: usize, length: usize| {
            (from..values.len() - length).all(|n| values[n] == values[n + length])
        };
        assert!(repeats(found.from, found.length), "{text}");
        assert!(
            found.from == 0 || values[found.from - 1] != values[found.from - 1 + found.length],
            "{text}"
        );
        assert!(
            (1..found.length).all(|shorter| !repeats(found.from, shorter)),
            "{text}"
        );
    }
}

#[test]
fn too_long_exact_nim_fractions_are_refused_early() {
    let rules = NimRules::default();
    assert_eq!(
        outcome_distribution(&rules, 1_000_000, [PlayStyle::Random; 2]),
        None
    );
    let long = outcome_distribution(&rules, 3000, [PlayStyle::Random; 2]).unwrap();
    assert_eq!(
        long.into_iter().sum::<Ratio<_>>(),
        Ratio::from(BigUint::from(1_u8))
    );
}

/// The handout's `min_max`, with its error: value and choice for a computer that is `player` (1 or 2).
fn handouts_min_max(matches: u32, depth: u32, player: i64) -> (i64, u32) {
    let sign = if player == 1 { 1 } else { -1 };
    if matches < 2 || depth == 0 {
        let evaluation = evaluation(
            matches,
            if player == 1 {
                Player::One
            } else {
                Player::Two
            },
        );
        return (i64::from(evaluation) * sign, 0);
    }
    let takes = TakeSet::default();
    let options = takes.possible_takes(matches).iter().map(|&take| {
        (
            handouts_min_max(matches - take, depth - 1, 3 - player).0,
            take,
        )
    });
    if player == 1 {
        options.max().unwrap()
    } else {
        options.min().unwrap()
    }
}

/// Choices of player 1 and of player 2 with 2 to 60 matches: `min_max([PION[1]] * n, 1, player)[1]` of the handout's
/// `evaluation` and `min_max` as printed, run by Python with functions for version 1 that follow its examples.
const PRINTED_CHOICES: [(u32, &str); 2] = [
    (
        1,
        "22233322333223332233322333223332233322333223332233322333223",
    ),
    (
        2,
        "23322233222332223322233222332223322233222332223322233222332",
    ),
];

#[test]
fn handout_player_chooses_as_the_printed_min_max() {
    for (player, choices) in PRINTED_CHOICES {
        for (matches, choice) in (2..).zip(choices.chars()) {
            let role = if player == 1 {
                Player::One
            } else {
                Player::Two
            };
            assert_eq!(
                handout_take(matches, role),
                choice.to_digit(10),
                "player {player}, {matches} matches"
            );
            let take = handouts_min_max(matches, 1, i64::from(player)).1;
            assert_eq!(Some(take), choice.to_digit(10), "{matches} matches");
        }
        assert_eq!(choices.len(), 59);
    }
    assert_eq!(handout_take(1, Player::One), None);
}

/// Computers at the required depth 1 lose value from these sizes if they play first, and from none otherwise.
#[test]
fn handout_min_max_at_depth_1_errs_when_computer_begins() {
    let solution = NimSolution::new(&NimRules::default(), 30);
    let errs = |player| -> Vec<u32> {
        (2..=30)
            .filter(|&n| {
                !solution
                    .best_takes(n)
                    .contains(&handouts_min_max(n, 1, player).1)
            })
            .collect()
    };
    assert_eq!(
        errs(1),
        [
            3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29
        ]
    );
    assert!(errs(2).is_empty());
    let loses = |n: &u32| {
        let (_, take) = handouts_min_max(*n, 1, 1);
        solution.value(*n) != Some(NimValue::Lose)
            && solution.value(n - take) == Some(NimValue::Win)
    };
    assert_eq!(
        (2..=30).filter(loses).collect::<Vec<_>>(),
        [4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 29],
        "a draw thrown away"
    );
}
