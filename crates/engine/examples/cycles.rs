//! Endless games of bataille by the form of their cycle, for a number of values and of deals:
//! `cargo run --release -p pioche-engine --example cycles 13 100000`.

use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::cycle::BatailleCycle;
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::{BatailleOutcome, ValueCount};
use pioche_engine::sim::Seed;
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let values: u64 = args.next().ok_or("number of values")?.parse()?;
    let deals: u64 = args.next().ok_or("number of deals")?.parse()?;
    let game = Bataille {
        values: ValueCount::new(values)?,
        shuffle: ShuffleMethod::Uniform,
        ..Bataille::default()
    };
    // The number of classes and the larger number of the ratio, and the games; 0 and 0 for cycles with battles.
    let mut games: BTreeMap<[usize; 2], u64> = BTreeMap::new();
    for deal in 0..deals {
        let mut state = game.initial_state(Seed(1), deal);
        let outcome = state
            .play_to_end(&mut PickupDraws::default(), u64::MAX)
            .outcome;
        let BatailleOutcome::Endless { period, pre_period } = outcome else {
            continue;
        };
        let cycle = BatailleCycle::new(state, period, pre_period);
        if cycle.wheels.is_none() {
            println!("deal {deal}: {} battles, period {period}", cycle.battles);
        }
        let key = cycle.wheels.map_or([0; 2], |wheels| {
            let [p, q] = wheels.ratio();
            [wheels.class_count(), p.max(q)]
        });
        *games.entry(key).or_default() += 1;
    }
    println!("classes, ratio, games");
    for ([classes, p], count) in games.into_iter().rev() {
        let pairs = 2 * values as usize;
        let q = pairs.checked_div(classes).unwrap_or(0) - p;
        println!("{classes}, {p}:{q}, {count}");
    }
    Ok(())
}
