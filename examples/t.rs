use pioche::cards::processor::*;
use pioche::cards::shuffle::Uniform;
use pioche::games::bataille::*;
use pioche::rng::*;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
        / 1e9
}
fn main() {
    let v: u64 = std::env::args().nth(1).map_or(13, |s| s.parse().unwrap());
    let n: u64 = std::env::args().nth(2).map_or(100_000, |s| s.parse().unwrap());
    let reps: u64 = std::env::args().nth(3).map_or(2, |s| s.parse().unwrap());
    let values = Values::new(v).unwrap();
    let sh = Uniform::new(values.cards());
    let fam = Streams::new(Seed(1)).family(Purpose::Reshuffle);
    let mut decks = vec![];
    let mut d = vec![];
    for k in 0..n {
        sh.deal(&mut fam.stream(k), &mut d);
        decks.push(d.clone());
    }
    for _ in 0..reps {
        for order in Order::ALL {
            let s = cpu();
            let mut state = State::new(order);
            let want: Vec<Ending> = if std::env::args().nth(4).is_some() {
                vec![]
            } else {
                decks
                    .iter()
                    .map(|d| {
                        state.deal(d);
                        state.game(u64::MAX)
                    })
                    .collect()
            };
            println!("{order} scalar {:.1} ns/game", (cpu() - s) / n as f64 * 1e9);
            for p in Processor::all() {
                if std::env::args().nth(5).is_some_and(|n| n != p.to_string()) {
                    continue;
                }
                if std::env::args().nth(6).is_some_and(|n| n != order.to_string()) {
                    continue;
                }
                let mut lanes = Lanes::new(Rules { values, order }, u64::MAX);
                let mut i = 0;
                let mut got = vec![None; decks.len()];
                let s = cpu();
                lanes.play(
                    p,
                    |deck| {
                        let k = i;
                        i += 1;
                        deck.clone_from(decks.get(k)?);
                        Some(k as u64)
                    },
                    |deal, e| got[deal as usize] = Some(e),
                );
                let e = cpu() - s;
                let bad = want.iter().zip(&got).filter(|(w, g)| Some(**w) != **g).count();
                println!("{order} {p} {:.1} ns/game, {bad} wrong", e / n as f64 * 1e9);
            }
        }
    }
}
