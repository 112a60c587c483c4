use std::hint::black_box;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
        / 1e9
}
#[inline(never)]
fn two(r: &mut [u8; 65536], a: &[u16; 64], b: &[u16; 64], p: &[u8; 64]) {
    for l in 0..64 {
        r[a[l] as usize] = p[l];
        r[b[l] as usize] = p[l];
    }
}
#[inline(never)]
fn one(r: &mut [u8; 65536], a: &[u16; 64], p: &[u8; 64]) {
    for l in 0..64 {
        r[a[l] as usize] = p[l];
    }
}
#[inline(never)]
fn twou8(r: &mut [[[u8; 64]; 256]; 2], a: &[u8; 64], b: &[u8; 64], p: &[u8; 64]) {
    let [r0, r1] = r;
    for l in 0..64 {
        r0[a[l] as usize][l] = p[l];
        r1[b[l] as usize][l] = p[l];
    }
}
fn main() {
    let mut x = 1u64;
    let s = cpu();
    for i in 0..2_000_000_000u64 {
        x = black_box(x.wrapping_add(i));
    } // store-forward latency
    let e = cpu() - s;
    println!("bb {e} {x}");
    let s = cpu();
    let mut y = 3u64;
    for _ in 0..500_000_000u64 {
        y = y.wrapping_mul(0x9e3779b97f4a7c15) | 1;
    }
    println!("mul chain {:.3} ns per (4 cycles: 3 mul + 1 or) {y}", (cpu() - s) / 0.5);
    let mut r = Box::new([0u8; 65536]);
    let mut a = [0u16; 64];
    let mut b = [0u16; 64];
    let p = [1u8; 64];
    for spread in [0u32, 1] {
        for l in 0..64 {
            let z = (l as u32).wrapping_mul(2654435761) >> 16;
            a[l] = ((z % 26) * 64 * spread + l as u32) as u16;
            b[l] = (((z >> 5) % 26) * 64 * spread + 2048 + l as u32) as u16;
        }
        let n = 10_000_000;
        let s = cpu();
        for _ in 0..n {
            two(black_box(&mut r), black_box(&a), black_box(&b), black_box(&p));
        }
        println!("spread {spread} two: {:.3} ns per lane", (cpu() - s) / n as f64 / 64.0 * 1e9);
        let s = cpu();
        for _ in 0..n {
            one(black_box(&mut r), black_box(&a), black_box(&p));
        }
        println!("one: {:.3} ns per lane", (cpu() - s) / n as f64 / 64.0 * 1e9);
        let mut q = Box::new([[[0u8; 64]; 256]; 2]);
        let a8 = a.map(|v| (v / 64) as u8);
        let b8 = b.map(|v| ((v - 2048) / 64) as u8);
        let s = cpu();
        for _ in 0..n {
            twou8(black_box(&mut q), black_box(&a8), black_box(&b8), black_box(&p));
        }
        println!("twou8: {:.3} ns per lane", (cpu() - s) / n as f64 / 64.0 * 1e9);
    }
}
