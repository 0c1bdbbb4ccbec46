//! Parses arbitrary bytes as JSON and form-encoded bodies and checks them by the rules of every form.
#![no_main]

libfuzzer_sys::fuzz_target!(|body: &[u8]| functions::parse_and_check(body));
