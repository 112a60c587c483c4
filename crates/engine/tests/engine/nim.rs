//! Compares Nim with the handout's examples, and its values, periods and probabilities with a table and plain recursion.

use crate::common::generator;
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::nim::{
    LastTake, NimRefusal, NimRules, NimSolution, NimState, PlayStyle, TakeSet, handout_evaluation,
    handout_take, outcome_distribution, value_period,
};
use pioche_engine::games::{Evaluate, Game, MemoryLimit, Outcome, Player};
use pioche_engine::players::PlayerSpec;

fn nim(takes: &str, matches: u32) -> NimState {
    NimState::new(takes.parse().unwrap(), matches).unwrap()
}

fn both_rules(takes: &TakeSet) -> [NimRules; 2] {
    [LastTake::Wins, LastTake::Loses].map(|last_take| NimRules {
        takes: takes.clone(),
        last_take,
    })
}

#[test]
fn nim_matches_handout_examples() {
    // Two takes of 2 lead to any number of matches, with player 1 to move.
    let come_to = |matches: u32| {
        let mut game = nim("2,3", matches + 4);
        game.play(2).unwrap();
        game.play(2).unwrap();
        game
    };
    assert_eq!(
        come_to(13).to_string(),
        "||||| ||||| |||",
        "afficher_plateau"
    );
    assert_eq!(Player::One.opponent(), Player::Two, "changement_joueur");
    assert_eq!(come_to(13).matches(), 13, "nb_allumettes");
    for (matches, takes) in [(21, &[2, 3][..]), (2, &[2]), (3, &[2, 3]), (1, &[])] {
        assert_eq!(come_to(matches).legal_moves(), takes, "possibilites");
    }
    let mut game = come_to(17);
    game.play(3).unwrap();
    assert_eq!(game.matches(), 14, "etat_suivant");
    let won = Some(Outcome::Winner(Player::Two));
    for (matches, outcome) in [(10, None), (17, None), (1, Some(Outcome::Draw)), (0, won)] {
        assert_eq!(come_to(matches).outcome(), outcome, "jeu_fini, etat_bilan");
    }
    let evaluations =
        |matches| [Player::One, Player::Two].map(|player| handout_evaluation(matches, player));
    assert_eq!(
        [10, 9, 8].map(evaluations),
        [[-1, 1], [0, 0], [1, -1]],
        "evaluation"
    );
    let solution = NimSolution::new(&NimRules::default(), 200);
    for matches in 0..=200 {
        let sign = solution.value(matches).unwrap() as i64 - 1;
        assert_eq!(
            evaluations(matches),
            [sign, -sign],
            "it is exact: {matches}"
        );
    }
}

/// The value to the player to move, 1, 0 or -1, for each number of matches: a table without the engine's recurrence.
fn value_table(rules: &NimRules, most: u32) -> Vec<i64> {
    let mut table: Vec<i64> = Vec::new();
    for matches in 0..=most {
        let takes = rules
            .takes
            .as_slice()
            .iter()
            .filter(|&&take| take <= matches);
        let best = takes.map(|take| -table[(matches - take) as usize]).max();
        // The opponent took the last match; when no take is possible the game is a draw.
        let last = if rules.last_take == LastTake::Wins {
            -1
        } else {
            1
        };
        table.push(best.unwrap_or(if matches == 0 { last } else { 0 }));
    }
    table
}

/// Values, best takes, the least period, the general solver and, for consecutive takes, the evaluation and players that search
/// are those of the table, whoever wins with the last match.
#[test]
fn nim_values_match_brute_force_table() {
    let most = 2000;
    for takes in [
        "2,3", "1,2,3", "1,4", "2,5,6", "3", "1", "3,4,5,6", "4,9", "2,3,7", "3,7,8", "1,5,12",
        "4,6,9,13", "2,9,17",
    ] {
        let takes: TakeSet = takes.parse().unwrap();
        let is_consecutive =
            takes.max_take() - takes.min_take() + 1 == takes.as_slice().len() as u32;
        for rules in both_rules(&takes) {
            let table = value_table(&rules, most);
            let solution = NimSolution::new(&rules, most);
            for (matches, &value) in (0..).zip(&table) {
                assert_eq!(
                    solution.value(matches).unwrap() as i64 - 1,
                    value,
                    "{rules:?}, {matches}"
                );
                let mut best = takes.possible_takes(matches).to_vec();
                best.retain(|take| -table[(matches - take) as usize] == value);
                assert_eq!(solution.best_takes(matches), best, "{rules:?}, {matches}");
            }
            let period = value_period(&rules).unwrap();
            let repeats = |from: usize, length: usize| {
                (from..table.len() - length).all(|n| table[n] == table[n + length])
            };
            assert!(repeats(period.from, period.length), "{rules:?}");
            assert!(
                period.from == 0
                    || table[period.from - 1] != table[period.from - 1 + period.length],
                "{rules:?}"
            );
            assert!(
                (1..period.length).all(|shorter| !repeats(period.from, shorter)),
                "{rules:?}"
            );
            for matches in 2..=60 {
                let start = NimState::new(takes.clone(), matches)
                    .unwrap()
                    .with_last_take(rules.last_take);
                let value = table[matches as usize];
                if !is_consecutive || start.outcome().is_some() {
                    continue;
                }
                assert_eq!(
                    start.estimate_utility_for_player_one(),
                    1000 * value,
                    "{rules:?}, {matches}"
                );
                for player in ["minimax:1", "minimax:3", "perfect"] {
                    let player: PlayerSpec = player.parse().unwrap();
                    let strategy = player
                        .build_strategy(&start, MemoryLimit::default())
                        .unwrap();
                    let take = strategy.choose(&start, &mut generator(1)).unwrap();
                    assert!(
                        solution.best_takes(matches).contains(&take),
                        "{player}, {rules:?}, {matches}"
                    );
                }
            }
        }
    }
    let period = value_period(&NimRules::default()).unwrap();
    assert_eq!((period.from, period.length), (0, 5), "the handout's values");
}

/// Returns the probabilities that the player to move wins, that the other one does, and of a draw between two players, the
/// first one to move, by following all games.
fn followed_chances(
    rules: &NimRules,
    table: &[i64],
    matches: u32,
    [mover, other]: [PlayStyle; 2],
) -> [Ratio<BigUint>; 3] {
    let mut takes = rules.takes.possible_takes(matches).to_vec();
    let mut chances = [0_u8; 3].map(|none| Ratio::from(BigUint::from(none)));
    if takes.is_empty() {
        let outcome = match table[matches as usize] {
            1 => 0,
            -1 => 1,
            _ => 2,
        };
        chances[outcome] += BigUint::from(1_u8);
        return chances;
    }
    if mover == PlayStyle::Perfect {
        takes.retain(|take| -table[(matches - take) as usize] == table[matches as usize]);
    }
    for take in &takes {
        let [loss, win, draw] = followed_chances(rules, table, matches - take, [other, mover]);
        for (sum, chance) in chances.iter_mut().zip([win, loss, draw]) {
            *sum += chance / BigUint::from(takes.len());
        }
    }
    chances
}

const STYLES: [[PlayStyle; 2]; 4] = {
    use PlayStyle::{Perfect, Random};
    [
        [Random, Random],
        [Perfect, Random],
        [Random, Perfect],
        [Perfect, Perfect],
    ]
};

#[test]
fn nim_laws_match_recursion_over_all_games() {
    for (takes, most) in [("2,3", 25), ("1,2,3", 12), ("1,4", 15), ("2,5,6", 25)] {
        for rules in both_rules(&takes.parse().unwrap()) {
            let table = value_table(&rules, most);
            for (matches, styles) in
                (1..=most).flat_map(|matches| STYLES.map(|styles| (matches, styles)))
            {
                let law = outcome_distribution(&rules, matches, styles).unwrap();
                let expected = followed_chances(&rules, &table, matches, styles);
                assert_eq!(law, expected, "{rules:?}, {matches}, {styles:?}");
            }
        }
    }
    let rules = NimRules::default();
    assert_eq!(
        outcome_distribution(&rules, 1_000_000, STYLES[0]),
        None,
        "too long fractions"
    );
    let long = outcome_distribution(&rules, 3000, STYLES[0]).unwrap();
    assert_eq!(
        long.into_iter().sum::<Ratio<_>>(),
        Ratio::from(BigUint::from(1_u8))
    );
}

/// The player that takes the last match loses the misère game; with one match left it is still a draw.
#[test]
fn last_take_loses_the_misere_game() {
    for (moves, outcome) in [
        (&[3, 3][..], Some(Outcome::Winner(Player::One))),
        (&[2, 2, 2], Some(Outcome::Winner(Player::Two))),
        (&[2, 3], Some(Outcome::Draw)),
        (&[2, 2], None),
    ] {
        let mut game = nim("2,3", 6).with_last_take(LastTake::Loses);
        moves.iter().for_each(|&take| game.play(take).unwrap());
        assert_eq!(game.outcome(), outcome, "{moves:?}");
    }
}

#[test]
fn invalid_nim_starts_and_takes_are_refused_with_reason() {
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
    let mut game = nim("2,3", 3);
    assert_eq!(
        game.play(1),
        Err(NimRefusal::NotInTakeSet(1, TakeSet::default()))
    );
    game.play(2).unwrap();
    assert_eq!(game.play(2), Err(NimRefusal::NotEnoughMatches(2, 1)));
}

/// Choices with 2 to 60 matches: `min_max([PION[1]] * n, 1, player)[1]` of the handout's `evaluation` and `min_max` as printed,
/// run by Python with functions for version 1 that follow its examples. A computer that begins loses value from these sizes,
/// and the other one from none.
#[test]
fn handout_player_chooses_as_the_printed_min_max() {
    let solution = NimSolution::new(&NimRules::default(), 60);
    for (player, choices) in [
        (
            Player::One,
            "22233322333223332233322333223332233322333223332233322333223",
        ),
        (
            Player::Two,
            "23322233222332223322233222332223322233222332223322233222332",
        ),
    ] {
        for (matches, choice) in (2..=60).zip(choices.chars()) {
            let take = handout_take(matches, player).unwrap();
            assert_eq!(choice.to_digit(10), Some(take), "{player:?}, {matches}");
            let is_best = solution.best_takes(matches).contains(&take);
            let errs = player == Player::One && matches > 2 && matches % 5 != 0;
            assert_eq!(is_best, !errs, "{player:?}, {matches}");
        }
    }
    assert_eq!(handout_take(1, Player::One), None);
}
