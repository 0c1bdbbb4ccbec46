//! The formats of `site check`, among them SARIF 2.1.0 (OASIS Standard, 27 March 2020), and the explanations of `site explain`.

use std::collections::BTreeSet;

use clap::ValueEnum;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::console::count;
use formats::problem::{Code, Problem, Severity, did_you_mean};
use model::schema::ENGINE;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingsFormat {
    /// One line for each finding
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// A SARIF 2.1.0 log
    Sarif,
}

/// What a check found, sorted, as text. `pages` is `None` when the site cannot be built; `done` says whether the command succeeds.
pub(super) fn print(
    format: FindingsFormat,
    pages: Option<usize>,
    problems: &[Problem],
    done: bool,
) -> String {
    let line = match format {
        FindingsFormat::Json => {
            return json!({"done": done, "pages": pages, "problems": problems}).to_string();
        }
        FindingsFormat::Sarif => return sarif_log(problems).to_string(),
        FindingsFormat::Text => Problem::labelled,
        FindingsFormat::Github => annotation,
    };
    let lines: Vec<String> = problems
        .iter()
        .map(line)
        .chain([summary(pages, problems)])
        .collect();
    lines.join("\n")
}

fn summary(pages: Option<usize>, problems: &[Problem]) -> String {
    let of_level = |level| {
        problems
            .iter()
            .filter(|problem| problem.code.level() == level)
            .count()
    };
    let (errors, warnings) = (of_level(Severity::Error), of_level(Severity::Warning));
    let pages = match pages {
        Some(pages) => format!("{} checked", count(pages, "page", "pages")),
        None => "not built".to_owned(),
    };
    let warnings = (warnings > 0).then(|| format!(", {}", count(warnings, "warning", "warnings")));
    format!(
        "{pages}, {}{}",
        count(errors, "problem", "problems"),
        warnings.unwrap_or_default()
    )
}

/// The annotation of a finding: a workflow command like `::error file=a.md,line=1,col=2,title=code::message`.
fn annotation(problem: &Problem) -> String {
    let level: &str = problem.code.level().into();
    let escaped = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let properties = [
        ("file", Some(problem.file.clone())),
        ("line", problem.line.map(|line| line.to_string())),
        ("col", problem.column.map(|column| column.to_string())),
        ("title", Some(problem.code.to_string())),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("{name}={}", escaped(&value?))));
    format!(
        "::{level} {}::{}",
        properties.collect::<Vec<_>>().join(","),
        data(&problem.sentence())
    )
}

/// Escapes a message as the toolkit of GitHub Actions does (`@actions/core`, `escapeData`).
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The bytes of a path that a URI reference escapes (RFC 3986, section 3.3); a colon would look like a scheme.
const URI_PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The log with one run, whose rules are the codes that occur.
fn sarif_log(problems: &[Problem]) -> Value {
    let distinct: BTreeSet<Code> = problems.iter().map(|problem| problem.code).collect();
    let codes: Vec<Code> = distinct.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| sarif_rule(*code)).collect();
    let results: Vec<Value> = problems
        .iter()
        .map(|problem| sarif_result(problem, &codes))
        .collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "site", "version": ENGINE, "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn sarif_rule(code: Code) -> Value {
    let (what, details) = explanation(code).unwrap_or((code.as_str(), ""));
    json!({
        "id": code,
        "shortDescription": {"text": what},
        "help": {"text": details, "markdown": details},
        "defaultConfiguration": {"level": code.level()},
    })
}

fn sarif_result(problem: &Problem, codes: &[Code]) -> Value {
    let uri = utf8_percent_encode(&problem.file, URI_PATH).to_string();
    let mut physical = json!({"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}});
    if let Some(line) = problem.line {
        physical["region"]["startLine"] = json!(line);
        if let Some(column) = problem.column {
            physical["region"]["startColumn"] = json!(column);
        }
    }
    json!({
        "ruleId": problem.code,
        "ruleIndex": codes.binary_search(&problem.code).ok(),
        "level": problem.code.level(),
        "message": {"text": problem.sentence()},
        "locations": [{"physicalLocation": physical}],
    })
}

/// The document that explains every [`Code`].
const FINDINGS: &str = include_str!("../check/findings.md");
const HEADING: &str = "\n### ";

/// What a code means, in one sentence or two, and the list with `Why`, `Fix` and `Example`, as Markdown. A test checks that it is there.
fn explanation(code: Code) -> Option<(&'static str, &'static str)> {
    let start = FINDINGS.find(&format!("{HEADING}{code}\n"))?;
    let section = FINDINGS[start + HEADING.len()..].split("\n#").next()?;
    let (_, text) = section.split_once('\n')?;
    text.trim().split_once("\n\n")
}

/// The text for a code of a finding or of a refused inventory.
pub fn explain(name: &str) -> Result<String, String> {
    if let Some((what, details)) = name.parse().ok().and_then(explanation) {
        return Ok(format!("{name}\n\n{what}\n\n{details}"));
    }
    if let Some((meaning, remedy)) = refusal(name) {
        return Ok(format!("{name}\n\n{meaning}.\n\n- Fix: {remedy}."));
    }
    let names = Code::ALL.iter().map(|code| code.as_str());
    let hint =
        did_you_mean(name, names).unwrap_or_else(|| "`site explain` lists all codes".to_owned());
    Err(format!("unknown code `{name}`: {hint}"))
}

/// Every code with its first sentence, one on a line.
pub fn list_codes() -> String {
    let width = Code::ALL
        .iter()
        .map(|code| code.as_str().len())
        .max()
        .unwrap_or(0);
    let line = |code: &Code| {
        let what = explanation(*code).map_or("", |(what, _)| what);
        format!("{:width$}  {}", code.as_str(), what.replace('\n', " "))
    };
    let lines: Vec<String> = Code::ALL.iter().map(line).collect();
    lines.join("\n")
}

/// The row of a reason why an inventory is refused: what it means and what to do.
fn refusal(name: &str) -> Option<(&'static str, &'static str)> {
    let rows = include_str!("../../../docs/inventory.md")
        .lines()
        .filter(|line| line.starts_with("| `"));
    let mut cells = rows.map(|row| {
        row.trim_matches('|')
            .split(" | ")
            .map(str::trim)
            .collect::<Vec<_>>()
    });
    let row = cells.find(|cells| {
        cells.len() == 3
            && cells[0]
                .split(", ")
                .any(|code| code.trim_matches('`') == name)
    })?;
    Some((row[1], row[2].trim_end_matches(" |")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::problem::{Code, Place};

    #[test]
    fn signs_with_a_meaning_are_escaped() {
        let place = Place { line: 3, column: 7 };
        let problem = Problem::at(
            Code::MissingTranslation,
            "content/es/a,b:c%.md",
            place,
            "100 %\nx: y, z",
        )
        .hint("fix");
        assert_eq!(
            annotation(&problem),
            "::error file=content/es/a%2Cb%3Ac%25.md,line=3,col=7,title=missing-translation::100 %25%0Ax: y, z: fix"
        );
        let whole = Problem::in_file(Code::OverBudget, "site.yaml", "too large");
        assert_eq!(
            annotation(&whole),
            "::error file=site.yaml,title=over-budget::too large"
        );
    }

    #[test]
    fn each_code_has_a_section_with_all_parts_and_each_section_a_code() {
        for code in Code::ALL {
            let explanation = explanation(*code);
            let (_, details) =
                explanation.unwrap_or_else(|| panic!("findings.md does not explain {code}"));
            for part in ["- Why: ", "- Fix: ", "- Example: "] {
                assert!(details.contains(part), "{code} has no `{part}`");
            }
        }
        let sections = FINDINGS.split(HEADING).skip(1);
        let names: Vec<&str> = sections
            .filter_map(|section| section.lines().next())
            .collect();
        let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(
            names, codes,
            "the order of the document is that of the codes"
        );
    }

    #[test]
    fn codes_of_refused_inventories_are_explained_and_unknown_codes_corrected() {
        let text = super::explain("median_price_jump").unwrap();
        assert!(
            text.contains("since the last good pull") && text.contains("--accept-inventory"),
            "{text}"
        );
        assert_eq!(
            super::explain("missing-translaton"),
            Err(
                "unknown code `missing-translaton`: did you mean `missing-translation`?".to_owned()
            )
        );
    }
}
