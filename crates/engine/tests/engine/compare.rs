//! Compares tests of two samples with sums over all cases, and measures their error rates.

use pioche_engine::stats::Proportion;
use pioche_engine::stats::compare::{binomial_upper_tail, two_sample_p_value};

/// A tail that contains nearly the whole distribution is nearly 1; the sum of its terms cannot be truncated early.
#[test]
fn binomial_tail_containing_mean_is_nearly_1() {
    for (count, total, p) in [
        (1, 1_000_000, 0.5),
        (5, 1_000_000, 0.0007),
        (400, 1000, 0.9),
        (1, 1 << 50, 0.5),
    ] {
        let tail = binomial_upper_tail(count, total, p);
        assert!(
            tail > 1.0 - 1e-12 && tail <= 1.0,
            "{count} of {total} at {p}: {tail}"
        );
    }
    // The two tails of a count overlap in that count only.
    for p in [0.01, 0.3, 0.5, 0.97] {
        for count in 1..=50 {
            let (here, next) = (
                binomial_upper_tail(count, 50, p),
                binomial_upper_tail(count + 1, 50, p),
            );
            assert!(
                (0.0..=1.0).contains(&here) && next <= here,
                "{count} at {p}"
            );
        }
    }
}

/// Returns the hypergeometric probability of `count` marked items among `drawn` of `total`.
fn hypergeometric(count: u64, drawn: u64, marked: u64, total: u64) -> f64 {
    let choose = |n: u64, k: u64| {
        if k > n {
            0.0
        } else {
            (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
        }
    };
    choose(marked, count) * choose(total - marked, drawn - count) / choose(total, drawn)
}

#[test]
fn small_counts_are_compared_by_fisher_exact_test() {
    for (total_one, total_two) in [(12, 12), (10, 30), (40, 7), (1, 50)] {
        for events in 0..=total_one + total_two {
            let (n, total) = (total_one.min(total_two), total_one + total_two);
            let all: Vec<f64> = (0..=n.min(events))
                .map(|count| hypergeometric(count, n, events, total))
                .collect();
            for (count, single) in all.iter().enumerate().filter(|(_, single)| **single > 0.0) {
                let (small, large) = (
                    Proportion::new(count as u64, n),
                    Proportion::new(events - count as u64, total - n),
                );
                let (below, above) = (
                    all[..=count].iter().sum::<f64>(),
                    all[count..].iter().sum::<f64>(),
                );
                let wanted = (2.0 * below.min(above)).min(1.0);
                let found = two_sample_p_value(small, large);
                assert!(
                    (found - two_sample_p_value(large, small)).abs() < 1e-9,
                    "{small:?} {large:?}: not symmetric"
                );
                // At the mean both tails are above one half.
                assert!(
                    (found - wanted).abs() < 1e-9 || (found > 0.99 && wanted > 0.9),
                    "{single} {small:?} {large:?}"
                );
            }
        }
    }
}

/// Correct numbers are rejected in about 5 % of the cases at a level of 5 %, for few events in at most 5 %: over all
/// possible counts of the student's deals, with the reference at its mean.
#[test]
fn correct_numbers_are_rejected_at_nominal_rate() {
    for p in [0.0005, 0.0126, 0.0537, 0.11, 0.5, 0.93, 0.999] {
        for deals in [50_u64, 150, 1000, 3000] {
            let ours = Proportion::new((p * 1e7) as u64, 10_000_000);
            let wrong: f64 = (0..=deals)
                .filter(|&count| two_sample_p_value(ours, Proportion::new(count, deals)) <= 0.05)
                .map(|count| {
                    binomial_upper_tail(count, deals, p) - binomial_upper_tail(count + 1, deals, p)
                })
                .sum();
            let normal = deals as f64 * p.min(1.0 - p) >= 50.0;
            assert!(
                wrong <= if normal { 0.056 } else { 0.0501 },
                "p = {p}, {deals} deals: {wrong}"
            );
        }
    }
}
