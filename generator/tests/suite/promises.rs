//! `SECURITY.md` and `docs/threat-model.md`: every test that they name exists, and every link leads to a file.

use std::fs;
use std::path::Path;

use crate::support::files::engine_file;

#[test]
fn every_promise_names_a_test_that_exists() {
    for (page, at_least) in [("SECURITY.md", 12), ("docs/threat-model.md", 15)] {
        let page = engine_file(page);
        let text = fs::read_to_string(&page).unwrap();
        assert_eq!(
            missing(&text, page.parent().unwrap()),
            Vec::<String>::new(),
            "{}",
            page.display()
        );
        assert!(text.matches("[`").count() >= at_least, "{}", page.display());
    }
}

#[test]
fn a_test_that_does_not_exist_is_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = "[`imports_run_downwards_only`](tests/suite/architecture.rs) \
                [`imports_run_upwards`](tests/suite/architecture.rs) [a page](no-such.md)";
    let expected = [
        "`imports_run_upwards` is no test of tests/suite/architecture.rs",
        "no-such.md is missing",
    ];
    assert_eq!(missing(text, folder), expected);
}

/// Links to files that are not there, and tests in backticks that the linked file does not have.
fn missing(text: &str, folder: &Path) -> Vec<String> {
    let parts: Vec<&str> = text.split("](").collect();
    let problem = |link: &[&str]| {
        let name = link[0].rsplit('[').next().unwrap();
        let path = link[1].split(')').next().unwrap();
        let Ok(source) = fs::read_to_string(folder.join(path)) else {
            return Some(format!("{path} is missing"));
        };
        let test = name.strip_prefix('`')?.strip_suffix('`')?;
        // A function in Rust, a title in TypeScript.
        let exists = source.contains(&format!("fn {test}(")) || source.contains(&format!("test(\"{test}\""));
        (!exists).then(|| format!("{name} is no test of {path}"))
    };
    parts.windows(2).filter_map(problem).collect()
}
