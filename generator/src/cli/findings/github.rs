//! Annotations of GitHub Actions: workflow commands like `::error file=a.md,line=1,col=2,title=code::message`.

use formats::problem::Problem;

/// The annotation of a finding.
pub(super) fn annotation(problem: &Problem) -> String {
    let level = problem.code.level().as_str();
    let mut properties = vec![("file", problem.file.clone())];
    properties.extend(problem.line.map(|line| ("line", line.to_string())));
    properties.extend(problem.column.map(|column| ("col", column.to_string())));
    properties.push(("title", problem.code.to_string()));
    let properties: Vec<String> =
        properties.into_iter().map(|(name, value)| format!("{name}={}", property(&value))).collect();
    format!("::{level} {}::{}", properties.join(","), data(&problem.sentence()))
}

/// Escapes a message as the toolkit of GitHub Actions does (`@actions/core`, `escapeData`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property (`escapeProperty`).
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::code::Code;
    use formats::problem::Place;

    #[test]
    fn signs_with_a_meaning_are_escaped() {
        let place = Place { line: 3, column: 7 };
        let problem = Problem::at(Code::MissingTranslation, "content/es/a,b:c%.md", place, "100 %\nx: y, z")
            .hint("fix");
        assert_eq!(
            annotation(&problem),
            "::error file=content/es/a%2Cb%3Ac%25.md,line=3,col=7,title=missing-translation::100 %25%0Ax: y, z: fix"
        );
        let whole = Problem::in_file(Code::OverBudget, "site.yaml", "too large");
        assert_eq!(annotation(&whole), "::error file=site.yaml,title=over-budget::too large");
    }
}
