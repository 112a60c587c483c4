//! Compares the counts of perfect play on the same deals with single games by their definitions.

mod exact;

use crate::alliances::deals;
use crate::patience;
use crate::perfect::plain;
use crate::summary;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer, SingleCardChange};
use pioche_engine::experiments::from_name;
use pioche_engine::games::alliances::automatic;
use pioche_engine::games::alliances::improve::{
    BestChange, Improvement, best_change, best_change_by,
};
use pioche_engine::games::alliances::{AllianceRule, PileRow};
use pioche_engine::rng::Seed;
use pioche_engine::sim::{
    Experiment, MeasureEstimate, RangeSet, Run, RunOptions, StopReason, tally_file,
};
use pioche_engine::stats::{Histogram, Tally};

const SEED: u64 = 7;

fn pack(suits: u8, ranks: u8) -> Pack {
    Pack::new(suits, ranks).unwrap()
}

fn run(question: &dyn Experiment, deals: u64, threads: usize) -> Run {
    let options = RunOptions {
        threads: Some(threads),
        ..RunOptions::default()
    };
    question
        .run(question.plan(Seed(SEED), deals), &options)
        .expect("threads can be started")
}

/// Returns the fewest piles of a deck, by their definition.
fn fewest_piles(deck: &[Card]) -> usize {
    plain::fewest(&PileRow::new(deck.to_vec()))
}

fn histogram(values: impl IntoIterator<Item = usize>) -> Histogram {
    let mut histogram = Histogram::default();
    values.into_iter().for_each(|value| histogram.add(value));
    histogram
}

fn found<'a>(run: &'a Run, name: &str) -> &'a Histogram {
    let place = run
        .tally
        .schema
        .histograms
        .iter()
        .position(|known| known.name == name);
    &run.tally.histograms[place.unwrap_or_else(|| panic!("nothing counts {name}"))]
}

#[test]
fn perfect_run_counts_equal_single_games() {
    for (pack, count) in [
        (pack(1, 1), 3),
        (pack(1, 2), 5),
        (pack(2, 4), 700),
        (pack(3, 3), 300),
        (pack(4, 4), 100),
    ] {
        let decks: Vec<Vec<Card>> = deals(pack, SEED, count).collect();
        let question = patience(pack, None, AlliancesPlayer::Perfect).unwrap();
        let run = run(&question, count, 2);
        let games: Vec<(usize, usize)> = decks
            .iter()
            .map(|deck| {
                let rule = automatic::automatic_pile_count(deck, AllianceRule::Either);
                (rule, fewest_piles(deck))
            })
            .collect();
        let shift = pack.size();
        let rule_piles = histogram(games.iter().map(|game| game.0));
        assert_eq!(found(&run, "piles"), &rule_piles, "{pack}");
        let perfect_piles = histogram(games.iter().map(|game| game.1));
        assert_eq!(found(&run, "played"), &perfect_piles, "{pack}");
        let leads = histogram(games.iter().map(|&(rule, own)| rule + shift - own));
        assert_eq!(found(&run, "lead"), &leads, "{pack}");
        let summary = summary(&question, &run);
        let share = |name: &str| summary.proportion(name).unwrap().count;
        let counted = |wanted: fn(&(usize, usize)) -> bool| {
            games.iter().filter(|game| wanted(game)).count() as u64
        };
        assert_eq!(share("as_good"), counted(|(rule, own)| rule == own));
        assert_eq!(share("player_better"), counted(|(rule, own)| own < rule));
        assert_eq!(counted(|(rule, own)| own > rule), 0);
        assert!(summary.estimate("player_worse").is_none());
        let own_piles = games.iter().map(|game| game.1 as u64);
        assert_eq!(
            run.tally.records[0].value_and_deal,
            own_piles.zip(0..).min(),
            "{pack}"
        );
    }
}

#[test]
fn best_changes_are_optimal_for_rule_and_perfect_play() {
    for (improve, pack, count) in [
        (Improvement::Exchange, pack(2, 4), 200),
        (Improvement::Exchange, pack(3, 4), 40),
        (Improvement::Move, pack(2, 4), 60),
    ] {
        let question = patience(pack, Some(improve), AlliancesPlayer::Perfect).unwrap();
        let run = run(&question, count, 1);
        let games: Vec<(BestChange, BestChange)> = deals(pack, SEED, count)
            .map(|deck| {
                let own = best_change_by(&deck, improve, fewest_piles).unwrap();
                (
                    best_change(&deck, improve, AllianceRule::Either).unwrap(),
                    own,
                )
            })
            .collect();
        let shift = pack.size();
        let expected = [
            (
                "piles",
                histogram(games.iter().map(|(rule, _)| rule.piles_before)),
            ),
            (
                "played",
                histogram(games.iter().map(|(_, own)| own.piles_before)),
            ),
            (
                "improved",
                histogram(games.iter().map(|(rule, _)| rule.piles_after)),
            ),
            (
                "played-improved",
                histogram(games.iter().map(|(_, own)| own.piles_after)),
            ),
            (
                "gain",
                histogram(
                    games
                        .iter()
                        .map(|(rule, _)| rule.piles_before + shift - rule.piles_after),
                ),
            ),
            (
                "played-gain",
                histogram(
                    games
                        .iter()
                        .map(|(_, own)| own.piles_before + shift - own.piles_after),
                ),
            ),
            (
                "both",
                histogram(
                    games
                        .iter()
                        .map(|(rule, own)| rule.piles_before + shift - own.piles_after),
                ),
            ),
        ];
        for (name, expected) in expected {
            assert_eq!(found(&run, name), &expected, "{improve}: {name}");
        }
        let (piles, deal) = run.tally.records[0].value_and_deal.unwrap();
        assert_eq!(games[deal as usize].1.piles_after as u64, piles);
    }
}

/// Threads and ranges do not change the results, and saved runs load under their names.
#[test]
fn player_runs_are_reproducible_and_reloadable() {
    let question = patience(Pack::PIQUET, None, AlliancesPlayer::Perfect).unwrap();
    let [one, two] = [1, 2].map(|threads| run(&question, 1100, threads));
    assert_eq!(one, two);
    assert_eq!(
        question.name(),
        "alliances cards=32 improve=none player=perfect"
    );
    let text = tally_file::to_text(&one);
    let read = tally_file::parse(&text, from_name).map(|(_, run)| run);
    assert_eq!(read, Ok(one));
    assert!(
        from_name("alliances cards=32 improve=none player=leftmost").is_none(),
        "the rule has a name already"
    );
    assert!(from_name("alliances cards=32 improve=none player=nobody").is_none());
    assert!(from_name("alliances cards=32 improve=none").is_some());
}

/// A single card has no change: neither by settings nor by name.
#[test]
fn change_of_a_single_card_is_refused() {
    for player in AlliancesPlayer::ALL {
        let change = patience(pack(1, 1), Some(Improvement::Exchange), player);
        assert_eq!(change, Err(SingleCardChange), "{player}");
        let unchanged_name = patience(pack(1, 1), None, player).unwrap().name();
        assert!(from_name(&unchanged_name).is_some(), "{unchanged_name}");
        let changed_name = unchanged_name.replace("none", "exchange");
        assert!(from_name(&changed_name).is_none(), "{changed_name}");
    }
}

/// The last variant of a run is the experiment; the others are the rule and the unchanged stocks, each once.
#[test]
fn variants_end_with_the_experiment() {
    let exchange = Some(Improvement::Exchange);
    let experiment = |improvement, player| patience(Pack::PIQUET, improvement, player).unwrap();
    let rule = AlliancesPlayer::Leftmost;
    let perfect = AlliancesPlayer::Perfect;
    let unchanged = Alliances::automatic(Pack::PIQUET);
    assert_eq!(unchanged.variants(), [unchanged]);
    let changed = experiment(exchange, rule);
    assert_eq!(changed.variants(), [unchanged, changed]);
    let played = experiment(None, perfect);
    assert_eq!(played.variants(), [unchanged, played]);
    let both = experiment(exchange, perfect);
    assert_eq!(both.variants(), [unchanged, changed, played, both]);
}

/// An unsolved game counts both ways in the interval of a share, and in no mean.
#[test]
fn unsolved_games_count_both_ways_in_shares() {
    let question = patience(Pack::PIQUET, None, AlliancesPlayer::Perfect).unwrap();
    let mut tally = Tally::empty(question.tally_schema());
    tally.deals = 1000;
    let mut count = |name: &str, value: usize, times: u64| {
        let place = tally
            .schema
            .histograms
            .iter()
            .position(|known| known.name == name)
            .unwrap();
        tally.histograms[place].add_many(value, times);
    };
    count("piles", 6, 1000);
    count("played", 4, 900);
    count("lead", 32 + 2, 900);
    count("played-least", 3, 100);
    count("played-most", 5, 100);
    tally.records[0].update(4, 7);
    assert_eq!(tally.first_contradiction(), None);
    let (plan, done) = (question.plan(Seed(1), 1000), RangeSet::from(0..1000));
    let run = Run {
        plan,
        done,
        tally,
        stop_reason: StopReason::Deals,
    };
    let summary = summary(&question, &run);
    let interval = |piles: u64| {
        let is_player_row = |row: &&MeasureEstimate| {
            row.field("player") == Some(&"perfect".into())
                && row.field("nb_tas_max") == Some(&piles.into())
        };
        let row = summary.rows().find(is_player_row).unwrap();
        row.interval.unwrap()
    };
    assert!(
        interval(2).high < 0.01 && interval(5).low > 0.99,
        "certain on both sides of the bounds"
    );
    assert!(
        interval(3).low == 0.0 && interval(3).high > 0.1,
        "perhaps 100 of 1000: {:?}",
        interval(3)
    );
    assert!(
        interval(4).low < 0.9 && interval(4).high > 0.999,
        "900 to 1000 of 1000: {:?}",
        interval(4)
    );
    let better = summary.estimate("player_better").unwrap();
    let better_interval = better.interval.unwrap();
    assert!(
        better_interval.low < 0.9 && better_interval.high > 0.999,
        "{better:?}"
    );
    let piles = summary.estimate("nb_tas_player").unwrap();
    assert_eq!(piles.moments.unwrap().value_count, 900);
    assert_eq!(summary.proportion("unsolved").unwrap().count, 100);
}
