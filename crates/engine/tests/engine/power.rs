//! The power of tests, against the exact power by enumeration of all counts.

use pioche_engine::stats::Proportion;
use pioche_engine::stats::compare::{
    binomial_p_value, equal_outcomes_p_value, two_sample_p_value, zero_estimate_p_value,
};
use pioche_engine::stats::power::DifferenceTest;
use pioche_engine::stats::{Confidence, Interval};

/// Returns the probabilities of 0 to `trials` successes, by the recurrence of the binomial coefficients.
fn binomial_law(trials: u64, probability: f64) -> Vec<f64> {
    let mut law = vec![1.0];
    for _ in 0..trials {
        let mut next = vec![0.0; law.len() + 1];
        for (count, mass) in law.iter().enumerate() {
            next[count] += mass * (1.0 - probability);
            next[count + 1] += mass * probability;
        }
        law = next;
    }
    law
}

/// Asserts that the detectable difference is found with a probability of 80 %, within 1 %.
fn check_detectable(test: DifferenceTest, level: f64, exact_power: impl Fn(f64) -> f64) {
    let difference = test.detectable_difference(level).expect("enough trials");
    let power = exact_power(difference);
    assert!(
        (0.79..0.81).contains(&power),
        "{test:?}: {difference} has power {power}"
    );
    assert!(
        (test.power(difference, level) - power).abs() < 1e-2,
        "{test:?}"
    );
}

#[test]
fn detectable_differences_of_two_outcomes_have_exact_power() {
    for (wins, losses, total, level) in [
        (52, 48, 100, 0.05),
        (300, 340, 1500, 0.05),
        (200, 180, 380, 0.05 / 149.0),
        (30, 20, 4000, 0.01),
    ] {
        let test = DifferenceTest::EqualOutcomes {
            one: Proportion::new(wins, total),
            other: Proportion::new(losses, total),
        };
        let decided = wins + losses;
        check_detectable(test, level, |difference| {
            let share = 0.5 + difference * total as f64 / decided as f64 / 2.0;
            let law = binomial_law(decided, share);
            let is_rejected = |count: u64| {
                let one = Proportion::new(count, total);
                let other = Proportion::new(decided - count, total);
                equal_outcomes_p_value(one, other) <= level
            };
            let counts = (0..).zip(law).filter(|(count, _)| is_rejected(*count));
            counts.map(|(_, mass)| mass).sum()
        });
    }
}

#[test]
fn detectable_differences_from_one_half_have_exact_power() {
    for (trials, level) in [(60, 0.05), (1000, 0.05), (1500, 0.05 / 100.0)] {
        let test = DifferenceTest::KnownProbability {
            trials,
            probability: 0.5,
        };
        check_detectable(test, level, |difference| {
            let law = binomial_law(trials, 0.5 + difference);
            let is_rejected =
                |count| binomial_p_value(Proportion::new(count, trials), 0.5) <= level;
            let counts = (0..).zip(law).filter(|(count, _)| is_rejected(*count));
            counts.map(|(_, mass)| mass).sum()
        });
    }
}

#[test]
fn detectable_differences_of_two_samples_have_exact_power() {
    for (one, other, total, level) in [
        (50, 60, 100, 0.05),
        (400, 420, 800, 0.05),
        (12, 9, 400, 0.05),
        (700, 690, 1000, 0.05 / 149.0),
    ] {
        let test = DifferenceTest::TwoSamples {
            one: Proportion::new(one, total),
            other: Proportion::new(other, total),
        };
        check_detectable(test, level, |difference| {
            let common_share = (one + other) as f64 / (2 * total) as f64;
            let lowest = (common_share - difference / 2.0).max(0.0);
            let laws = [lowest + difference, lowest].map(|share| binomial_law(total, share));
            let mut power = 0.0;
            for (first, first_mass) in (0..).zip(&laws[0]).filter(|(_, mass)| **mass > 1e-9) {
                for (second, mass) in (0..).zip(&laws[1]).filter(|(_, mass)| **mass > 1e-9) {
                    let one = Proportion::new(first, total);
                    let other = Proportion::new(second, total);
                    if two_sample_p_value(one, other) <= level {
                        power += first_mass * mass;
                    }
                }
            }
            power
        });
    }
}

#[test]
fn test_without_enough_trials_detects_nothing() {
    let test = DifferenceTest::EqualOutcomes {
        one: Proportion::new(2, 10),
        other: Proportion::new(1, 10),
    };
    assert_eq!(test.detectable_difference(0.05), None);
}

/// The interval of a difference excludes 0 exactly where its test finds one, for every pair of counts.
#[test]
fn intervals_exclude_zero_where_tests_find_differences() {
    let excludes_zero = |interval: Interval| interval.low > 0.0 || interval.high < 0.0;
    for level in [0.05, 0.01, 0.05 / 149.0] {
        for total in [7, 40, 300] {
            for wins in 0..=total {
                for losses in 0..=(total - wins) {
                    let one = Proportion::new(wins, total);
                    let other = Proportion::new(losses, total);
                    if wins + losses == 0 {
                        continue;
                    }
                    let test = DifferenceTest::EqualOutcomes { one, other };
                    let difference = test.difference(level).expect("a difference");
                    let p_value = equal_outcomes_p_value(one, other);
                    assert_eq!(
                        excludes_zero(difference.interval),
                        p_value <= level,
                        "{wins} and {losses} of {total}: p = {p_value}, {:?}",
                        difference.interval
                    );
                }
            }
        }
        for mean in [0.1, 1.5, 1.95, 1.97, 2.6, 4.1] {
            let test = DifferenceTest::Mean {
                mean,
                standard_error: 1.0,
            };
            let confidence = Confidence::new(1.0 - level).expect("a level");
            let difference = test.difference(level).expect("a mean");
            let p_value = zero_estimate_p_value(difference, confidence);
            assert_eq!(excludes_zero(difference.interval), p_value <= level);
        }
    }
}
