//! prototype: time of one slot (two pairs) for L lanes; finite games only.
use pioche::cards::processor::*;
use pioche::cards::shuffle::Uniform;
use pioche::rng::*;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
        / 1e9
}

const CAP: usize = 65536;
struct Table<const L: usize> {
    rings: [Box<[u8; CAP]>; 2],
    tails: [[u8; L]; 2],
    laid: [u8; L],
    over: [u8; L],
    won: [u8; L],
    codes: [u8; L],
}
#[inline(always)]
fn row<const L: usize>(ring: &[u8; CAP], slot: usize) -> [u8; L] {
    let mut r = [0; L];
    r.copy_from_slice(&ring[slot * L..slot * L + L]);
    r
}
#[inline(always)]
fn step<const L: usize>(t: &mut Table<L>, slots: u8, one: &[u8; L], two: &[u8; L], pair: &[u8; L]) {
    let mut places = [[0u16; L]; 2];
    for p in 0..2 {
        for l in 0..L {
            let at = t.tails[p][l].wrapping_add(t.laid[l]);
            let at = at.min(at.wrapping_sub(slots));
            places[p][l] = u16::from(at) * L as u16 + l as u16;
        }
    }
    let [r0, r1] = &mut t.rings;
    for l in 0..L {
        r0[usize::from(places[0][l])] = pair[l];
    }
    for l in 0..L {
        let live = !t.over[l];
        let compared = (t.laid[l] & 1).wrapping_sub(1) & live; // FF when compare phase
        let w1 = if one[l] > two[l] { 0xff } else { 0 } & compared;
        let w2 = if one[l] < two[l] { 0xff } else { 0 } & compared;
        let decided = w1 | w2;
        let k = t.laid[l].wrapping_sub(live); // +1 if live
        t.tails[0][l] = t.tails[0][l].wrapping_add(k & w1);
        t.tails[1][l] = t.tails[1][l].wrapping_add(k & w2);
        t.laid[l] = k & !decided;
        t.won[l] = t.won[l].wrapping_sub(decided);
        t.codes[l] = (t.codes[l] << 2) | (w1 & 1) | (w2 & 2);
    }
}
impl<const L: usize> Table<L> {
    #[inline(always)]
    fn slot<const ALT: bool>(&mut self, slots: u8, slot: usize) {
        let a: [u8; L] = row(&self.rings[0], slot);
        let b: [u8; L] = row(&self.rings[1], slot);
        for l in 0..L {
            let e = (self.tails[0][l] == slot as u8) | (self.tails[1][l] == slot as u8);
            self.over[l] |= if e { 0xff } else { 0 };
        }
        let (mut lo1, mut lo2, mut p0, mut hi1, mut hi2, mut p1) = ([0; L], [0; L], [0; L], [0; L], [0; L], [0; L]);
        for l in 0..L {
            lo1[l] = a[l] & 15;
            lo2[l] = b[l] & 15;
            p0[l] = lo1[l] | (b[l] << 4);
            hi1[l] = a[l] & 0xf0;
            hi2[l] = b[l] & 0xf0;
            p1[l] = if ALT { hi1[l] | (b[l] >> 4) } else { (a[l] >> 4) | hi2[l] };
        }
        step(self, slots, &lo1, &lo2, &p0);
        step(self, slots, &hi1, &hi2, &p1);
    }
}
struct Run<'a, const ALT: bool>(&'a mut dyn FnMut(&mut Vec<u8>) -> bool, &'a mut [u64; 4]);
impl<const ALT: bool> Job for Run<'_, ALT> {
    type Answer = ();
    #[inline(always)]
    fn run<const L32: usize, const L64: usize>(self) {
        go::<LANES, ALT>(self.0, self.1)
    }
}
const LANES: usize = match option_env!("L") {
    Some(s) => {
        let b = s.as_bytes();
        let mut n = 0;
        let mut i = 0;
        while i < b.len() {
            n = n * 10 + (b[i] - 48) as usize;
            i += 1;
        }
        n
    }
    None => 64,
};
#[inline(always)]
fn go<const L: usize, const ALT: bool>(next: &mut dyn FnMut(&mut Vec<u8>) -> bool, count: &mut [u64; 4]) {
    let slots = 26u8;
    let mut t: Box<Table<L>> = Box::new(Table {
        rings: [Box::new([0; CAP]), Box::new([0; CAP])],
        tails: [[0; L]; 2],
        laid: [0; L],
        over: [0xff; L],
        won: [0; L],
        codes: [0; L],
    });
    let mut deck = Vec::new();
    let mut rounds = [0u64; L];
    let mut live = 0usize;
    let mut running = [false; L];
    let mut more = true;
    loop {
        for row in 0..13usize {
            // refill
            let any = t.over.iter().fold(0, |a, b| a | b) != 0;
            if any {
                for l in 0..L {
                    if t.over[l] != 0 {
                        if running[l] {
                            rounds[l] += u64::from(t.won[l]) + u64::from(t.laid[l] > 0);
                            count[0] += 1;
                            count[1] += rounds[l];
                            count[2] += u64::from(t.tails[0][l] > t.tails[1][l]);
                            running[l] = false;
                            live -= 1;
                        }
                        if more {
                            more = next(&mut deck);
                        }
                        if more {
                            for j in 0..13 {
                                let s = (2 * row + j) % 26;
                                t.rings[0][s * L + l] = (deck[4 * j] / 4) | (deck[4 * j + 2] / 4) << 4;
                                t.rings[1][s * L + l] = (deck[4 * j + 1] / 4) | (deck[4 * j + 3] / 4) << 4;
                            }
                            t.tails[0][l] = 2 * row as u8 + 13;
                            t.tails[1][l] = 2 * row as u8 + 13;
                            t.laid[l] = 0;
                            t.over[l] = 0;
                            rounds[l] = 0;
                            t.won[l] = 0;
                            running[l] = true;
                            live += 1;
                        }
                    }
                }
                if live == 0 {
                    return;
                }
            }
            t.slot::<ALT>(slots, 2 * row);
            t.slot::<ALT>(slots, 2 * row + 1);
            count[3] += 1;
        }
        for l in 0..L {
            t.tails[0][l] = t.tails[0][l].wrapping_sub(26);
            t.tails[1][l] = t.tails[1][l].wrapping_sub(26);
            rounds[l] += u64::from(t.won[l]);
            t.won[l] = 0;
        }
        if !ALT {
            for l in 0..L {
                if rounds[l] > 4000 {
                    t.over[l] = 0xff;
                }
            }
        }
    }
}
fn main() {
    let sh = Uniform::new(52);
    let fam = Streams::new(Seed(1)).family(Purpose::Reshuffle);
    let mut decks = vec![];
    let mut d = vec![];
    for k in 0..200_000u64 {
        sh.deal(&mut fam.stream(k), &mut d);
        decks.push(d.clone());
    }
    for rep in 0..3 {
        for alt in [true] {
            for p in Processor::all() {
                let mut i = 0;
                let mut c = [0u64; 4];
                let mut next = |v: &mut Vec<u8>| {
                    if i < decks.len() {
                        v.clear();
                        v.extend_from_slice(&decks[i]);
                        i += 1;
                        true
                    } else {
                        false
                    }
                };
                let s = cpu();
                if alt {
                    p.run(Run::<true>(&mut next, &mut c));
                } else {
                    p.run(Run::<false>(&mut next, &mut c));
                }
                let e = cpu() - s;
                println!(
                    "{rep} alt={alt} {p} L={LANES}: {:.1} ns/game, mean {:.2} rounds, p1 {:.4}, {:.2} ns/lane-pair, steps4 {}",
                    e * 1e9 / c[0] as f64,
                    c[1] as f64 / c[0] as f64,
                    c[2] as f64 / c[0] as f64,
                    e * 1e9 / (c[3] as f64 * 4.0 * LANES as f64),
                    c[3]
                );
            }
        }
    }
}
