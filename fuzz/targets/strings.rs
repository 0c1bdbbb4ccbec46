//! Parses arbitrary text as a strings file: what is accepted is what another JSON parser reads, equals itself, and fills
//! its placeholders.
#![no_main]

use model::lang::sample::ES;
use model::strings::{Strings, compare};

libfuzzer_sys::fuzz_target!(|text: &str| {
    match Strings::parse(ES, "strings.json", text) {
        Ok(strings) => {
            let tree: serde_json::Value = serde_json::from_str(text).expect("another parser reads it");
            assert!(tree.is_object());
            for problem in compare(&strings, &strings) {
                assert!(problem.message.contains("has no form"), "{problem}");
            }
            for (key, message) in strings.messages() {
                let filled = strings.text(key, None, &|_| Some("{{x}}".to_owned())).expect("filled");
                assert_eq!(filled.matches("{{").count(), message.source().matches("{{").count());
            }
        }
        Err(problems) => {
            let lines = text.split('\n').count();
            for problem in problems {
                let is_inside = problem.line.is_some_and(|line| (1..=lines).contains(&line));
                assert!(is_inside, "{problem:?} of {lines} lines");
                assert!(!problem.to_string().contains(char::is_control), "{problem:?}");
            }
        }
    }
});
