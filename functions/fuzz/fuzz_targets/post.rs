//! Any bytes as a body, JSON and form-encoded, through parsing and checking of every form.
#![no_main]

libfuzzer_sys::fuzz_target!(|body: &[u8]| functions::fuzzing::parse_and_check(body));
