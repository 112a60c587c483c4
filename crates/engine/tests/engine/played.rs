//! Compares the counts of other players on the same deals with single games by their definitions.

mod exact;

use crate::alliances::deals;
use crate::patience;
use crate::perfect::plain;
use crate::summary;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::{Alliances, AlliancesError, AlliancesPlayer};
use pioche_engine::experiments::from_name;
use pioche_engine::games::alliances::automatic;
use pioche_engine::games::alliances::improve::{
    BestChange, Improvement, best_change, best_change_by,
};
use pioche_engine::games::alliances::{AllianceRule, PileRow, Policy};
use pioche_engine::rng::{Purpose, Seed};
use pioche_engine::sim::{
    Experiment, MeasureEstimate, RangeSet, Run, RunOptions, StopReason, tally_file,
};
use pioche_engine::stats::{Histogram, Tally};

const SEED: u64 = 7;

fn pack(suits: u8, ranks: u8) -> Pack {
    Pack::new(suits, ranks).unwrap()
}

fn players() -> impl Iterator<Item = AlliancesPlayer> {
    let ways = Policy::ALL
        .into_iter()
        .filter(|way| *way != Policy::Leftmost)
        .map(AlliancesPlayer::Policy);
    std::iter::once(AlliancesPlayer::Perfect).chain(ways)
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

/// Returns the number of piles that a player leaves, by its definition.
fn piles(question: &Alliances, player: AlliancesPlayer, deck: &[Card], deal: u64) -> usize {
    match player {
        AlliancesPlayer::Perfect => plain::fewest(&PileRow::new(deck.to_vec())),
        AlliancesPlayer::Policy(way) => way.pile_count(
            deck,
            AllianceRule::Either,
            &mut question
                .deal_streams(Seed(SEED))
                .stream(Purpose::Player1, deal),
        ),
    }
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
fn player_run_counts_equal_single_games() {
    for (pack, count) in [
        (pack(1, 1), 3),
        (pack(1, 2), 5),
        (pack(2, 4), 700),
        (pack(3, 3), 300),
        (pack(4, 4), 100),
    ] {
        let decks: Vec<Vec<Card>> = deals(pack, SEED, count).collect();
        for player in players() {
            let question = patience(pack, None, player).unwrap();
            let run = run(&question, count, 2);
            let games: Vec<(usize, usize)> = decks
                .iter()
                .zip(0..)
                .map(|(deck, deal)| {
                    (
                        automatic::automatic_pile_count(deck, AllianceRule::Either),
                        piles(&question, player, deck, deal),
                    )
                })
                .collect();
            let shift = pack.size();
            assert_eq!(
                found(&run, "piles"),
                &histogram(games.iter().map(|game| game.0)),
                "{player}"
            );
            assert_eq!(
                found(&run, "played"),
                &histogram(games.iter().map(|game| game.1)),
                "{player}"
            );
            let leads = games.iter().map(|&(rule, own)| rule + shift - own);
            assert_eq!(found(&run, "lead"), &histogram(leads), "{player}");
            let summary = summary(&question, &run);
            let share = |name: &str| summary.proportion(name).unwrap().count;
            let counted = |wanted: fn(&(usize, usize)) -> bool| {
                games.iter().filter(|game| wanted(game)).count() as u64
            };
            assert_eq!(
                share("as_good"),
                counted(|(rule, own)| rule == own),
                "{player}"
            );
            assert_eq!(
                share("player_better"),
                counted(|(rule, own)| own < rule),
                "{player}"
            );
            let worse = counted(|(rule, own)| own > rule);
            match player {
                AlliancesPlayer::Perfect => {
                    assert_eq!(
                        (worse, summary.estimate("player_worse").is_none()),
                        (0, true)
                    )
                }
                AlliancesPlayer::Policy(_) => assert_eq!(share("player_worse"), worse, "{player}"),
            }
            let fewest = games
                .iter()
                .map(|game| game.1 as u64)
                .zip(0..)
                .min()
                .unwrap();
            assert_eq!(
                summary.best_record().unwrap().value_and_deal,
                Some(fewest),
                "{player}"
            );
        }
    }
}

#[test]
fn best_changes_are_optimal_for_each_player() {
    for (player, improve, pack, count) in [
        (
            AlliancesPlayer::Perfect,
            Improvement::Exchange,
            pack(2, 4),
            200,
        ),
        (
            AlliancesPlayer::Perfect,
            Improvement::Exchange,
            pack(3, 4),
            40,
        ),
        (AlliancesPlayer::Perfect, Improvement::Move, pack(2, 4), 60),
        (
            AlliancesPlayer::Policy(Policy::Rightmost),
            Improvement::Swap,
            pack(2, 4),
            60,
        ),
        (
            AlliancesPlayer::Policy(Policy::Greedy),
            Improvement::Exchange,
            pack(4, 4),
            30,
        ),
    ] {
        let question = patience(pack, Some(improve), player).unwrap();
        let run = run(&question, count, 1);
        let games: Vec<(BestChange, BestChange)> = deals(pack, SEED, count)
            .zip(0..)
            .map(|(deck, deal)| {
                let own = best_change_by(&deck, improve, |stock| {
                    piles(&question, player, stock, deal)
                })
                .unwrap();
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
            assert_eq!(found(&run, name), &expected, "{player} {improve}: {name}");
        }
        let best = summary(&question, &run).best_record().unwrap();
        let (piles, deal) = best.value_and_deal.unwrap();
        assert_eq!(games[deal as usize].1.piles_after as u64, piles);
    }
}

/// Threads and ranges do not change the results, and saved runs load under their names.
#[test]
fn player_runs_are_reproducible_and_reloadable() {
    for player in players() {
        let question = patience(Pack::PIQUET, None, player).unwrap();
        let [one, two] = [1, 2].map(|threads| run(&question, 1100, threads));
        assert_eq!(one, two, "{player}");
        assert_eq!(
            question.name(),
            format!("alliances cards=32 improve=none player={player}")
        );
        let text = tally_file::to_text(&one);
        let read = tally_file::parse(&text, from_name).map(|(_, run)| run);
        assert_eq!(read, Ok(one), "{player}");
    }
    assert!(
        from_name("alliances cards=32 improve=none player=leftmost").is_none(),
        "the rule has a name already"
    );
    assert!(from_name("alliances cards=32 improve=exchange player=random").is_none());
    assert!(from_name("alliances cards=32 improve=none player=nobody").is_none());
    assert!(from_name("alliances cards=32 improve=none").is_some());
}

/// A single card has no change, and a random player no best change: neither by settings nor by name.
#[test]
fn changes_without_a_best_are_refused() {
    let exchange = Some(Improvement::Exchange);
    let random = AlliancesPlayer::Policy(Policy::Random);
    for (pack, player, error, name) in [
        (
            pack(1, 1),
            AlliancesPlayer::RULE,
            AlliancesError::SingleCardChange,
            "alliances suits=1 ranks=1 improve=exchange",
        ),
        (
            pack(1, 1),
            AlliancesPlayer::Perfect,
            AlliancesError::SingleCardChange,
            "alliances suits=1 ranks=1 improve=exchange player=perfect",
        ),
        (
            pack(1, 2),
            random,
            AlliancesError::RandomPlayerChange,
            "alliances suits=1 ranks=2 improve=exchange player=random",
        ),
    ] {
        assert_eq!(patience(pack, exchange, player), Err(error), "{name}");
        assert!(from_name(name).is_none(), "{name}");
        let unchanged = patience(pack, None, player).map(|experiment| experiment.name());
        let unchanged_name = name.replace("exchange", "none");
        assert_eq!(unchanged.as_ref(), Ok(&unchanged_name));
        assert!(from_name(&unchanged_name).is_some(), "{unchanged_name}");
    }
}

/// The last variant of a run is the experiment; the others are the rule and the unchanged stocks, each once.
#[test]
fn variants_end_with_the_experiment() {
    let exchange = Some(Improvement::Exchange);
    let experiment = |improvement, player| patience(Pack::PIQUET, improvement, player).unwrap();
    let rule = AlliancesPlayer::RULE;
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
