//! Compares the exact distribution of m riffles with the published table and with all riffles of small decks.

use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::cards::riffle::rising_sequences;
use pioche_engine::stats::exact::{
    RiffleLaw, cut_probabilities, cut_sup_norm_tail, eulerian_numbers, factorial, nearest_f64,
};
use std::collections::HashMap;

fn fraction(numerator: u64, denominator: u64) -> Ratio<BigUint> {
    Ratio::new(numerator.into(), denominator.into())
}

fn power_of_two(power: u32) -> BigUint {
    BigUint::from(1_u8) << power
}

#[test]
fn total_variation_matches_published_table() {
    // Bayer and Diaconis 1992, table 1 for 52 cards; its extension to other decks, in Diaconis 2003, table 1.
    let published = [
        (
            25,
            [
                1.000, 1.000, 0.999, 0.775, 0.437, 0.231, 0.114, 0.056, 0.028, 0.014,
            ],
        ),
        (
            32,
            [
                1.000, 1.000, 1.000, 0.929, 0.597, 0.322, 0.164, 0.084, 0.042, 0.021,
            ],
        ),
        (
            52,
            [
                1.000, 1.000, 1.000, 1.000, 0.924, 0.614, 0.334, 0.167, 0.085, 0.043,
            ],
        ),
    ];
    for (cards, row) in published {
        for (riffles, digits) in (1..).zip(row) {
            let exact = nearest_f64(&RiffleLaw::new(cards, riffles).total_variation_distance());
            assert_eq!(
                format!("{exact:.3}"),
                format!("{digits:.3}"),
                "{cards} cards, {riffles} riffles"
            );
        }
    }
}

#[test]
fn riffle_law_matches_python_fractions() {
    // Values of Python's `fractions.Fraction`, whose conversion to float rounds correctly.
    let made = [
        (
            52,
            7,
            0.33406099946815154,
            0.9999945572754529,
            24.71036763866841,
        ),
        (
            32,
            12,
            0.005256772070670063,
            0.11432513907827466,
            16.47851564484879,
        ),
        (
            52,
            12,
            0.010754893495669948,
            0.2775418921684036,
            26.443929178496678,
        ),
        (52, 1, 1.0, 1.0, 1.9999999999999882),
        (
            104,
            8,
            0.4538091347710452,
            0.9999999999771585,
            48.954775242461295,
        ),
    ];
    for (cards, riffles, variation, separation, mean) in made {
        let law = RiffleLaw::new(cards, riffles);
        assert_eq!(
            nearest_f64(&law.total_variation_distance()),
            variation,
            "{cards} cards, {riffles} riffles"
        );
        assert_eq!(
            nearest_f64(&law.separation_distance()),
            separation,
            "{cards} cards, {riffles} riffles"
        );
        assert_eq!(
            nearest_f64(&law.mean_rising_sequences()),
            mean,
            "{cards} cards, {riffles} riffles"
        );
    }
    let law = RiffleLaw::new(5, 2);
    assert_eq!(law.total_variation_distance(), fraction(929, 2560));
    assert_eq!(law.separation_distance(), fraction(1, 1));
    assert_eq!(law.mean_rising_sequences(), fraction(305, 128));
}

/// Returns the number of the 2^(m n) outcomes of m riffles that give each deck.
fn all_riffles(cards: usize, riffles: u32) -> HashMap<Vec<u8>, u64> {
    let mut ways = HashMap::from([((0..cards as u8).collect::<Vec<u8>>(), 1)]);
    for _ in 0..riffles {
        let mut next = HashMap::new();
        for (deck, count) in ways {
            for pattern in 0..1_u32 << cards {
                let (first, second) = deck.split_at(pattern.count_ones() as usize);
                let (mut first, mut second) = (first.iter(), second.iter());
                let fall = |place| {
                    if pattern >> place & 1 == 1 {
                        first.next()
                    } else {
                        second.next()
                    }
                };
                let riffled = (0..cards)
                    .map(fall)
                    .map(|card| *card.expect("a card falls"))
                    .collect();
                *next.entry(riffled).or_insert(0) += count;
            }
        }
        ways = next;
    }
    ways
}

#[test]
fn riffle_law_matches_enumeration_of_small_decks() {
    for cards in 0..=7_u32 {
        let orders: u64 = (1..=u64::from(cards)).product();
        for riffles in 0..=3 {
            let law = RiffleLaw::new(cards, riffles);
            let all = 1_u64 << (cards * riffles);
            let ways = all_riffles(cards as usize, riffles);
            let mut by_rising = vec![0; cards as usize + 1];
            for (deck, &count) in &ways {
                by_rising[rising_sequences(deck)] += count;
            }
            let distribution: Vec<Ratio<BigUint>> = by_rising
                .iter()
                .map(|&count| fraction(count, all))
                .collect();
            assert_eq!(law.rising_sequence_probabilities(), distribution);
            let mean = (0..).zip(&by_rising).map(|(r, count)| r * count).sum();
            assert_eq!(law.mean_rising_sequences(), fraction(mean, all));

            let missing = orders - ways.len() as u64;
            let differences: u64 = ways
                .values()
                .map(|count| (count * orders).abs_diff(all))
                .sum();
            assert_eq!(
                law.total_variation_distance(),
                fraction(differences + missing * all, 2 * all * orders)
            );
            let rarest = if missing > 0 {
                0
            } else {
                ways.values().copied().min().unwrap_or(0)
            };
            assert_eq!(
                law.separation_distance(),
                fraction(all - rarest * orders, all)
            );
        }
    }
}

#[test]
fn zero_riffles_give_law_of_sorted_deck() {
    let law = RiffleLaw::new(52, 0);
    let certain = |r| {
        if r == 1 {
            fraction(1, 1)
        } else {
            fraction(0, 1)
        }
    };
    assert_eq!(
        law.rising_sequence_probabilities(),
        (0..=52).map(certain).collect::<Vec<_>>()
    );
    assert_eq!(law.separation_distance(), fraction(1, 1));
    let missed = factorial(52) - 1_u8;
    assert_eq!(
        law.total_variation_distance(),
        Ratio::new(missed, factorial(52))
    );
}

#[test]
fn eulerian_numbers_match_published_tables() {
    let row = |n| {
        eulerian_numbers(n)
            .iter()
            .map(|count| u64::try_from(count).expect("small"))
            .collect::<Vec<_>>()
    };
    assert_eq!(row(0), [1]);
    assert_eq!(row(1), [0, 1]);
    assert_eq!(row(4), [0, 1, 11, 11, 1]);
    assert_eq!(row(6), [0, 1, 57, 302, 302, 57, 1]);
    for n in [52, 256] {
        let row = eulerian_numbers(n);
        assert_eq!(row.iter().sum::<BigUint>(), factorial(n));
        assert!(
            row[1..].iter().eq(row[1..].iter().rev()),
            "as many decks rise r times as fall r times"
        );
    }
}

#[test]
fn riffle_laws_sum_to_1_and_approach_uniform() {
    for cards in [1, 2, 31, 52, 256] {
        let mut last = (fraction(1, 1), fraction(1, 1));
        for riffles in 0..=12 {
            let law = RiffleLaw::new(cards, riffles);
            let all = BigUint::from(1_u8) << (cards * riffles);
            let scaled = |p: &Ratio<BigUint>| p.numer() * (&all / p.denom());
            assert_eq!(
                law.rising_sequence_probabilities()
                    .iter()
                    .map(scaled)
                    .sum::<BigUint>(),
                all
            );
            let now = (law.total_variation_distance(), law.separation_distance());
            assert!(
                now.0 <= last.0 && now.1 <= last.1,
                "{cards} cards, {riffles} riffles"
            );
            assert!(
                now.0 <= now.1,
                "the separation is never less than the total variation"
            );
            last = now;
        }
    }
}

#[test]
fn hundred_riffles_are_uniform_in_double_precision() {
    let law = RiffleLaw::new(52, 100);
    assert_eq!(nearest_f64(&law.mean_rising_sequences()), 26.5);
    assert!(nearest_f64(&law.total_variation_distance()) < 1e-25);
    assert!(law.total_variation_distance() > fraction(0, 1));
}

/// The largest distribution takes a short time.
#[test]
fn largest_riffle_law_is_computed_in_short_time() {
    let law = RiffleLaw::new(256, 1000);
    assert_eq!(nearest_f64(&law.mean_rising_sequences()), 128.5);
    assert!((0.0..1e-290).contains(&nearest_f64(&law.total_variation_distance())));
    assert!((1..256).contains(&law.max_likelier_rising_sequences()));
    // A uniform deck has probability 1/n!; the definition, on small packs.
    for (cards, riffles) in [(1, 0), (5, 2), (32, 7), (52, 3), (52, 7)] {
        let law = RiffleLaw::new(cards, riffles);
        let (law_of_r, decks) = (law.rising_sequence_probabilities(), eulerian_numbers(cards));
        let often = |r: &usize| law_of_r[*r] >= Ratio::new(decks[*r].clone(), factorial(cards));
        assert_eq!(
            law.max_likelier_rising_sequences(),
            (1..=cards as usize).filter(often).max().unwrap_or(0),
            "{cards}, {riffles}"
        );
    }
}

#[test]
fn fractions_round_to_the_nearest_double() {
    for (numerator, denominator) in [
        (1, 3),
        (2, 3),
        (1, 10),
        (7, 1),
        (355, 113),
        (0, 5),
        (123_456_789, 1 << 52),
    ] {
        // Numerator and denominator fit a double, so the processor's division also rounds correctly.
        assert_eq!(
            nearest_f64(&fraction(numerator, denominator)),
            numerator as f64 / denominator as f64
        );
    }
    // A tie between two doubles is rounded to the even one; a larger value up.
    let big = 1_u64 << 60;
    assert_eq!(
        nearest_f64(&fraction((1 << 53) + 1, 1)),
        9_007_199_254_740_992.0
    );
    assert_eq!(
        nearest_f64(&fraction((1 << 53) + 3, 1)),
        9_007_199_254_740_996.0
    );
    assert_eq!(
        nearest_f64(&fraction(((1 << 53) + 1) * 64 + 1, 64)),
        9_007_199_254_740_994.0
    );
    assert_eq!(nearest_f64(&fraction(big - 1, big)), 1.0);
}

#[test]
fn fractions_round_correctly_at_double_range_limits() {
    let tiny =
        |numerator: u8, power| nearest_f64(&Ratio::new(numerator.into(), power_of_two(power)));
    assert_eq!(tiny(1, 1022), f64::MIN_POSITIVE);
    assert_eq!(tiny(1, 1074), f64::from_bits(1));
    assert_eq!(tiny(1, 1075), 0.0);
    assert_eq!(tiny(3, 1075), f64::from_bits(2));
    assert_eq!(tiny(3, 1076), f64::from_bits(1));
    assert_eq!(tiny(1, 5000), 0.0);
    let huge = |numerator: BigUint| nearest_f64(&Ratio::from(numerator));
    assert_eq!(huge(power_of_two(1023)), 2_f64.powi(1023));
    assert_eq!(
        huge(power_of_two(1024) - power_of_two(970) - 1_u8),
        f64::MAX
    );
    assert_eq!(huge(power_of_two(1024) - power_of_two(970)), f64::INFINITY);
    assert_eq!(huge(power_of_two(2000)), f64::INFINITY);
}

/// Returns the probability of [`cut_sup_norm_tail`] by enumeration of all counts of the cuts.
fn enumerated_sup_norm_tail(cards: usize, cuts: u64, distance: f64) -> f64 {
    fn add_counts(laws: &[f64], remaining: u64, within: f64, cuts: f64, distance: f64) -> f64 {
        // The first cut has `count` of the remaining cuts, with C(remaining, count) choices.
        let Some((probability, next_laws)) = laws.split_first() else {
            return if remaining == 0 { within } else { 0.0 };
        };
        let mut sum = 0.0;
        let mut choices = 1.0;
        for count in 0..=remaining {
            if (count as f64 / cuts - probability).abs() <= distance {
                let weight = within * choices * probability.powi(count as i32);
                sum += add_counts(next_laws, remaining - count, weight, cuts, distance);
            }
            choices *= (remaining - count) as f64 / (count + 1) as f64;
        }
        sum
    }
    let laws = cut_probabilities(cards);
    1.0 - add_counts(&laws, cuts, 1.0, cuts as f64, distance)
}

#[test]
fn sup_norm_tail_of_cuts_matches_enumeration() {
    for (cards, cuts) in [(0, 3), (1, 1), (1, 9), (2, 8), (3, 11), (4, 12), (5, 10)] {
        for distance in [0.0003, 0.0503, 0.1203, 0.2203, 0.4903, 1.0] {
            let expected = enumerated_sup_norm_tail(cards, cuts, distance);
            let tail = cut_sup_norm_tail(cards, cuts as usize, distance);
            let message = format!("{cards} cards, {cuts} cuts, {distance}: {tail}, {expected}");
            assert!((tail - expected).abs() < 1e-8, "{message}");
        }
    }
}

/// The probability of the handout, and its value in 400,000 multinomial samples of NumPy: 0.0534 ± 0.0007.
#[test]
fn sup_norm_of_the_handout_rarely_exceeds_0_0025() {
    let tail = cut_sup_norm_tail(52, 100_000, 0.0025);
    assert!((tail - 0.053_385).abs() < 0.0011, "{tail}");
}
