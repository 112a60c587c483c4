#![no_main]
#[path = "../targets.rs"]
#[allow(dead_code, reason = "each target is a program")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::screen(data));
