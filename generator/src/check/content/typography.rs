//! Straight quotation marks and apostrophes, and breakable spaces between a number and its unit.

use super::{Finding, TextFile};
use formats::code::Code;

/// What follows a number without a line break between them.
const UNITS: [&str; 16] =
    ["km", "m²", "m", "cm", "mm", "ft²", "ft", "sq ft", "kg", "kW", "ha", "%", "°C", "MXN", "USD", "h"];

/// The findings of one file, in its order.
pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for range in &file.prose {
        for at in range.clone().filter(|at| file.text.is_char_boundary(*at)) {
            findings.extend(quote(file, at).or_else(|| space(file, at, range.end)));
        }
    }
    findings
}

/// A straight mark at an offset, with what escapes it: a backslash in JSON, a second apostrophe in YAML.
fn quote(file: &TextFile, at: usize) -> Option<Finding> {
    let rest = &file.text[at..];
    let (length, mark) = match rest.as_bytes() {
        [b'\\', b'"', ..] => (2, '"'),
        [b'"', ..] if !file.text[..at].ends_with('\\') => (1, '"'),
        [b'\'', b'\'', ..] => (2, '\''),
        [b'\'', ..] if !file.text[..at].ends_with('\'') => (1, '\''),
        _ => return None,
    };
    let before = file.text[..at].chars().next_back().unwrap_or(' ');
    // At the start of a quoted value of YAML or JSON the delimiter is before the text.
    let opens = before.is_whitespace() || "\"'([{«¿¡—–*_".contains(before);
    let curly = match (mark, opens) {
        ('"', true) => '“',
        ('"', false) => '”',
        (_, true) => '‘',
        (_, false) => '’',
    };
    let message = format!("`{mark}` is a straight quotation mark");
    let hint = format!("write `{curly}`");
    let end = at + length;
    Some(file.finding(Code::StraightQuote, at..end, message, hint, Some(curly.to_string())))
}

/// A space between a digit and a unit at an offset.
fn space(file: &TextFile, at: usize, end: usize) -> Option<Finding> {
    let (before, rest) = (&file.text[..at], file.text[at..end].strip_prefix(' ')?);
    before.ends_with(|last: char| last.is_ascii_digit()).then_some(())?;
    let is_whole = |unit: &&str| {
        let after = rest.strip_prefix(*unit).map(|after| after.chars().next());
        after.is_some_and(|next| !next.is_some_and(|next| next.is_alphanumeric() || next == '²'))
    };
    let unit = UNITS.into_iter().find(is_whole)?;
    let message = format!("a line may break between a number and `{unit}`");
    let hint = "write a no-break space (U+00A0)".to_owned();
    Some(file.finding(Code::BreakingSpace, at..at + 1, message, hint, Some("\u{a0}".to_owned())))
}
