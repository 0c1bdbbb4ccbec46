//! The explanations of findings: the sections of `findings.md`, and for the codes of a refused inventory the rows of
//! `docs/inventory.md`. Both documents are part of the program, so that they and `site explain` cannot differ.

use formats::code::Code;
use formats::problem::did_you_mean;

/// The document that explains every [`Code`].
const FINDINGS: &str = include_str!("findings.md");
/// The document that explains why an inventory is refused.
const INVENTORY: &str = include_str!("../../../docs/inventory.md");
/// The start of a section's heading.
const HEADING: &str = "\n### ";

/// The explanation of one code.
#[derive(Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What is wrong, in one sentence or two.
    pub what: &'static str,
    /// The list with `Why`, `Fix` and `Example`, as Markdown.
    pub details: &'static str,
}

/// The explanation of a code; `None` when the document lacks it, which a test prevents.
pub fn explanation(code: Code) -> Option<Explanation> {
    let start = FINDINGS.find(&format!("{HEADING}{code}\n"))?;
    let section = FINDINGS[start + HEADING.len()..].split("\n#").next()?;
    let (_, text) = section.split_once('\n')?;
    let (what, details) = text.trim().split_once("\n\n")?;
    Some(Explanation { what, details })
}

/// The text for a code of a finding or of a refused inventory.
///
/// # Errors
/// What to write instead of an unknown code.
pub fn explain(name: &str) -> Result<String, String> {
    if let Some(Explanation { what, details }) = name.parse().ok().and_then(explanation) {
        return Ok(format!("{name}\n\n{what}\n\n{details}"));
    }
    if let Some((meaning, remedy)) = refusal(name) {
        return Ok(format!("{name}\n\n{meaning}.\n\n- Fix: {remedy}."));
    }
    let names = Code::ALL.iter().map(|code| code.as_str());
    let hint = did_you_mean(name, names).unwrap_or_else(|| "`site explain` lists all codes".to_owned());
    Err(format!("unknown code `{name}`: {hint}"))
}

/// Every code with its first sentence, one on a line.
pub fn list_codes() -> String {
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or(0);
    let line = |code: &Code| {
        let what = explanation(*code).map_or("", |explanation| explanation.what);
        format!("{:width$}  {}", code.as_str(), what.replace('\n', " "))
    };
    let lines: Vec<String> = Code::ALL.iter().map(line).collect();
    lines.join("\n")
}

/// The row of a reason why an inventory is refused: what it means and what to do.
fn refusal(name: &str) -> Option<(&'static str, &'static str)> {
    let rows = INVENTORY.lines().filter(|line| line.starts_with("| `"));
    let mut cells = rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    let row = cells
        .find(|cells| cells.len() == 3 && cells[0].split(", ").any(|code| code.trim_matches('`') == name))?;
    Some((row[1], row[2].trim_end_matches(" |")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_a_section_with_all_parts_and_each_section_a_code() {
        for code in Code::ALL {
            let explanation =
                explanation(*code).unwrap_or_else(|| panic!("findings.md does not explain {code}"));
            for part in ["- Why: ", "- Fix: ", "- Example: "] {
                assert!(explanation.details.contains(part), "{code} has no `{part}`");
            }
        }
        let sections = FINDINGS.split(HEADING).skip(1);
        let names: Vec<&str> = sections.filter_map(|section| section.lines().next()).collect();
        let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names, codes, "the order of the document is that of the codes");
    }

    #[test]
    fn codes_of_refused_inventories_are_explained_and_unknown_codes_corrected() {
        let text = super::explain("median_price_jump").unwrap();
        assert!(text.contains("since the last good pull") && text.contains("--accept-inventory"), "{text}");
        assert_eq!(
            super::explain("missing-translaton"),
            Err("unknown code `missing-translaton`: did you mean `missing-translation`?".to_owned())
        );
    }
}
