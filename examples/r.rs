use pioche::cards::{processor::*, riffle::*, riffle_lanes::*};
use pioche::rng::*;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
        / 1e9
}
fn main() {
    let fam = Streams::new(Seed(1)).family(Purpose::Riffle);
    for (n, m) in [(52usize, 7u32), (0, 3), (1, 3), (64, 9), (63, 2), (33, 5), (52, 0)] {
        let mut want = vec![];
        let mut r = Riffler::new();
        for d in 0..64u64 {
            let mut deck: Vec<u8> = (0..n as u8).collect();
            r.shuffle(&mut deck, m, &mut fam.stream(d));
            want.push(deck);
        }
        for p in Processor::all() {
            let x = Riffles::new(n, m).unwrap();
            for b in 0..2 {
                x.deal_block(
                    p,
                    0..BLOCK,
                    |l| fam.stream((b * BLOCK + l) as u64),
                    |l, deck| assert_eq!(deck, want[b * BLOCK + l], "{n} {m} {p}"),
                );
            }
        }
    }
    for _ in 0..3 {
        let n = 400_000u64;
        let mut sum = 0u64;
        let s = cpu();
        for d in 0..n {
            sum = sum.wrapping_add(std::hint::black_box(fam.stream(d)).clone_next());
        }
        println!("gen {:.1}", (cpu() - s) / n as f64 * 1e9);
        let s = cpu();
        let mut r = Riffler::new();
        let mut deck = vec![];
        for d in 0..n {
            deck.clear();
            deck.extend(0..52u8);
            r.shuffle(&mut deck, 7, &mut fam.stream(d));
            sum += deck[7] as u64;
        }
        println!("scalar {:.1}", (cpu() - s) / n as f64 * 1e9);
        for p in Processor::all() {
            let x = Riffles::new(52, 7).unwrap();
            let s = cpu();
            for b in 0..n / BLOCK as u64 {
                x.deal_block(p, 0..BLOCK, |l| fam.stream(b * BLOCK as u64 + l as u64), |_, deck| sum += deck[7] as u64);
            }
            println!("{p} {:.1}", (cpu() - s) / n as f64 * 1e9);
        }
        println!("{sum}");
    }
}
trait X {
    fn clone_next(self) -> u64;
}
impl X for Pcg64Dxsm {
    fn clone_next(mut self) -> u64 {
        use rand::Rng;
        (0..7).map(|_| self.next_u64()).fold(0, |a, b| a ^ b)
    }
}
