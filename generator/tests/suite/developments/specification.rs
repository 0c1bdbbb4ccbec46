//! `docs/specification.md`: a row for each clause of the specification, in this development.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The last row of each clause; a clause without rows of its own is one.
const LAST_ROWS: [&str; 34] = [
    "S1.16", "S2.4", "S3.5", "S4.2", "S5a.2", "S5b.2", "S5c.1", "S5d.2", "S5e.4", "S5f.2", "S5g", "S6.7",
    "S7.7", "S8.4", "S9.4", "S10.6", "S11.3", "S12.2", "S13", "S14.2", "S15.2", "S16.3", "S17", "S18.7",
    "S19.2", "S20.6", "S21.3", "S22.3", "S23.2", "S24.8", "S25.13", "S26.4", "S27.10", "S28.12",
];

/// The folders and files whose comments name clauses.
const NAMING: [&str; 7] =
    ["functions", "generator", "islands", "platform", "site.yaml", "templates", "theme.yaml"];

/// Folders below them that programs write.
const WRITTEN: [&str; 3] = ["node_modules", "target", "test-results"];

/// The endings of files with comments.
const ENDINGS: [&str; 8] = ["css", "html", "mjs", "rs", "ts", "tsx", "typ", "yaml"];

/// The number of every row, in their order.
fn expected() -> Vec<String> {
    let rows = |last: &&str| match last.split_once('.') {
        None => vec![(*last).to_owned()],
        Some((clause, rows)) => {
            (1..=rows.parse().unwrap()).map(|row: usize| format!("{clause}.{row}")).collect()
        }
    };
    LAST_ROWS.iter().flat_map(rows).collect()
}

/// What is wrong with the document, when the code names the clauses `named`.
fn problems(document: &str, named: &[String]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut numbers = Vec::new();
    for row in document.lines().filter(|line| line.starts_with("| S")) {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [number, _, place, state] = cells[..] else {
            problems.push(format!("{row}: not four cells"));
            continue;
        };
        numbers.push(number.to_owned());
        if !Path::new(ROOT).join(place.trim_matches('`')).is_file() {
            problems.push(format!("{number}: {place} is not a file"));
        }
        if !state.starts_with(['=', '+']) && !state.starts_with("≠ ") {
            problems.push(format!("{number}: `{state}` is not a state with its reason"));
        }
    }
    let expected = expected();
    if numbers != expected {
        let lacking: Vec<_> = expected.iter().filter(|number| !numbers.contains(number)).collect();
        let what = "the numbers are not those of the clauses, in their order";
        problems.push(format!("{what}; lacking: {lacking:?}"));
    }
    let is_part = |row: &String, clause: &str| {
        let rest = row.strip_prefix(clause);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    };
    let without = named.iter().filter(|clause| !numbers.iter().any(|row| is_part(row, clause)));
    problems.extend(without.map(|clause| format!("{clause} is named in the code and has no row")));
    problems
}

/// The clauses that a source names: `S6`, `S5g`, `S25.11`.
fn named(source: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let clause = |word: &str| {
        let rest = word.strip_prefix('S')?.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = word.len() - 1 - rest.len();
        let is_letter = rest.len() <= 1 && rest.chars().all(|letter| letter.is_ascii_lowercase());
        (digits > 0 && is_letter).then(|| word.to_owned())
    };
    let mut found = Vec::new();
    let words: Vec<&str> = source.split(|letter| !is_word(letter) && letter != '.').collect();
    for word in words {
        let mut parts = word.split('.');
        while let Some(part) = parts.next() {
            let Some(clause) = clause(part) else { continue };
            let next = parts.clone().next().filter(|next| !next.is_empty());
            let row = next.filter(|next| next.chars().all(|letter| letter.is_ascii_digit()));
            found.push(row.map_or(clause.clone(), |row| format!("{clause}.{row}")));
        }
    }
    found
}

fn document() -> String {
    fs::read_to_string(Path::new(ROOT).join("docs/specification.md")).unwrap()
}

#[test]
fn every_clause_has_a_row_and_every_row_a_file() {
    let mut found = Vec::new();
    for start in NAMING {
        let entries = WalkDir::new(Path::new(ROOT).join(start)).into_iter();
        let is_source = |name: &str| !WRITTEN.contains(&name);
        for entry in entries.filter_entry(|entry| is_source(&entry.file_name().to_string_lossy())) {
            let path = entry.unwrap().into_path();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            // This file has numbers that are not clauses.
            if path.is_file()
                && ENDINGS.contains(&&*ending)
                && !path.ends_with("developments/specification.rs")
            {
                found.extend(named(&String::from_utf8_lossy(&fs::read(&path).unwrap())));
            }
        }
    }
    assert!(found.len() > 100, "only {} clauses are named: {found:?}", found.len());
    let problems = problems(&document(), &found);
    assert!(problems.is_empty(), "docs/specification.md:\n{}", problems.join("\n"));
}
