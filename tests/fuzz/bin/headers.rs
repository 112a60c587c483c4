#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pioche_fuzz::headers(data));
