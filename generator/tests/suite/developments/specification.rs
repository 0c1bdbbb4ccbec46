//! `docs/specification.md`: a row for each clause of the specification, in this development.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The last row of each clause; a clause without rows of its own is one.
const LAST_ROWS: [&str; 34] = [
    "S1.16", "S2.4", "S3.5", "S4.2", "S5a.2", "S5b.2", "S5c.1", "S5d.2", "S5e.4", "S5f.2", "S5g",
    "S6.7", "S7.7", "S8.4", "S9.4", "S10.6", "S11.3", "S12.2", "S13", "S14.2", "S15.2", "S16.3",
    "S17", "S18.7", "S19.2", "S20.6", "S21.3", "S22.3", "S23.2", "S24.8", "S25.13", "S26.4",
    "S27.10", "S28.12",
];

/// The endings of files with comments.
const ENDINGS: [&str; 8] = ["css", "html", "mjs", "rs", "ts", "tsx", "typ", "yaml"];

/// The clauses that a source names: `S6`, `S5g`, `S25.11`.
fn clauses(source: &str) -> impl Iterator<Item = String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let words =
        source.split(|letter: char| !letter.is_ascii_alphanumeric() && !"._".contains(letter));
    words.filter_map(move |word| {
        let mut parts = word.strip_prefix('S')?.split('.');
        let clause = parts.next()?;
        let number = clause
            .strip_suffix(|letter: char| letter.is_ascii_lowercase())
            .unwrap_or(clause);
        let row = parts
            .next()
            .filter(|row| is_number(row))
            .map_or(String::new(), |row| format!(".{row}"));
        is_number(number).then(|| format!("S{clause}{row}"))
    })
}

#[test]
fn every_clause_has_a_row_and_every_row_a_file() {
    let rows_of = |last: &str| match last.split_once('.') {
        None => vec![last.to_owned()],
        Some((clause, rows)) => (1..=rows.parse::<usize>().unwrap())
            .map(|row| format!("{clause}.{row}"))
            .collect(),
    };
    let expected: Vec<String> = LAST_ROWS.iter().flat_map(|last| rows_of(last)).collect();
    let document = fs::read_to_string(Path::new(ROOT).join("docs/specification.md")).unwrap();
    let mut numbers = Vec::new();
    for row in document.lines().filter(|line| line.starts_with("| S")) {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [number, _, place, state] = cells[..] else {
            panic!("{row}: not four cells")
        };
        assert!(
            Path::new(ROOT).join(place.trim_matches('`')).is_file(),
            "{number}: {place} is not a file"
        );
        let has_reason = state.starts_with(['=', '+']) || state.starts_with("≠ ");
        assert!(
            has_reason,
            "{number}: `{state}` is not a state with its reason"
        );
        numbers.push(number);
    }
    assert_eq!(
        numbers, expected,
        "the numbers of the clauses, in their order"
    );

    let mut named = Vec::new();
    for start in [
        "functions",
        "generator",
        "islands",
        "platform",
        "site.yaml",
        "templates",
        "theme.yaml",
    ] {
        let entries = WalkDir::new(Path::new(ROOT).join(start)).into_iter();
        let written = ["node_modules", "target", "test-results"];
        let entries =
            entries.filter_entry(|entry| !written.contains(&&*entry.file_name().to_string_lossy()));
        for path in entries.map(|entry| entry.unwrap().into_path()) {
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            // This file has numbers that are not clauses.
            let is_source = path.is_file() && ENDINGS.contains(&&*ending);
            if is_source && !path.ends_with("developments/specification.rs") {
                named.extend(clauses(&String::from_utf8_lossy(&fs::read(&path).unwrap())));
            }
        }
    }
    assert!(
        named.len() > 100,
        "only {} clauses are named: {named:?}",
        named.len()
    );
    let has_row = |clause: &String| {
        let mut rest = numbers
            .iter()
            .filter_map(|row| row.strip_prefix(clause.as_str()));
        rest.any(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    };
    let without: Vec<&String> = named.iter().filter(|clause| !has_row(clause)).collect();
    assert!(
        without.is_empty(),
        "named in the code, and without a row: {without:?}"
    );
}

/// Texts that the specification fixes for this development, with their spelling, their tone, or in another language than their page.
const FIXED: [(&str, &[&str]); 3] = [
    (
        "content/es/strings.json",
        &[
            "Correo envíado correctamente. Pronto nos contactaremos contigo",
            "Correo electrónico no valido",
        ],
    ),
    ("content/es/404.md", &["404 Not Found"]),
    ("content/es/500.md", &["An error occurred"]),
];

#[test]
fn fixed_texts_are_in_this_development_and_in_no_other() {
    for (file, texts) in FIXED {
        for text in texts {
            let has = |project: &str| {
                let path = Path::new(ROOT).join(project).join(file);
                fs::read_to_string(path).unwrap().contains(text)
            };
            assert!(has(""), "{file}: {text}");
            // New projects get the texts of the tower.
            assert!(!has("examples/torre"), "{file}: {text}");
            assert!(!has("examples/residencial"), "{file}: {text}");
        }
    }
}
