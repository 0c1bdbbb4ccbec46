//! Parses arbitrary text as a content file. Every position that it reports is in the file, and every error is one line.
#![no_main]

use formats::yaml::Step;
use model::lang::sample::ES;
use model::source::PageSource;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let lines = text.lines().count() + 1;
    match PageSource::parse("content/es/x.md", ES, "x", text) {
        Ok(page) => {
            let title = page.place(&[Step::Key("title".to_owned())]);
            let deep = page.place(&[Step::Key("data".to_owned()), Step::Index(1)]);
            let end = page.place_in_body(page.body.len());
            for place in [title, deep, end] {
                assert!((1..=lines).contains(&place.line) && place.column > 0, "{place:?} of {lines} lines");
            }
            assert!(text.ends_with(&page.body));
        }
        Err(problem) => {
            let is_inside = problem.line.is_some_and(|line| (1..=lines).contains(&line));
            assert!(is_inside, "{problem:?} of {lines} lines");
            assert!(!problem.to_string().contains(char::is_control), "{problem:?}");
        }
    }
});
