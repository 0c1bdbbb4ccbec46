//! Parses decimal text exactly, as people and platforms write it: `3,200,000.00`, `$3,200,000 MXN`, `45.5 m²`. A comma, space or
//! apostrophe must separate thousands and a point must start the decimals; everything else is an error.

pub(crate) const NOT_A_NUMBER: &str = "is not a number like 1,234.50";
pub(crate) const TOO_PRECISE: &str = "has more decimals than the currency";
pub(crate) const TOO_LARGE: &str = "is too large";
pub(crate) const NEGATIVE: &str = "is negative";
pub(crate) const EMPTY: &str = "is empty";

/// How to handle more decimals than the quantity has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtraDecimals {
    /// An error unless they are zeros; for money.
    Reject,
    /// Round half away from zero; for measured areas.
    Round,
}

const MAX_LENGTH: usize = 64;

/// Parses `text`, without a prefix and a suffix (in any case), as a number with these decimals, and returns it without its point.
pub fn scaled(
    text: &str,
    prefixes: &[&str],
    suffixes: &[&str],
    decimals: usize,
    extra_decimals: ExtraDecimals,
) -> Result<i64, &'static str> {
    if text.len() > MAX_LENGTH {
        return Err(NOT_A_NUMBER);
    }
    let text = text.trim();
    if is_dash(strip_suffix(strip_prefix(text, prefixes), suffixes)) {
        return Ok(0);
    }
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let text = strip_suffix(strip_prefix(text, prefixes), suffixes);
    if text.is_empty() {
        return Err(EMPTY);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !is_grouped(whole) || !is_digits(fraction) {
        return Err(NOT_A_NUMBER);
    }
    let (own, extra) = fraction.split_at(decimals.min(fraction.len()));
    // `911.000` is 911 thousand for some, and no amount has one decimal too many.
    let is_ambiguous = whole.len() <= 3 && fraction.len() == 3 && decimals < 3;
    let carry = match extra_decimals {
        ExtraDecimals::Reject if is_ambiguous || extra.bytes().any(|byte| byte != b'0') => {
            return Err(TOO_PRECISE);
        }
        ExtraDecimals::Reject => 0,
        ExtraDecimals::Round => i64::from(extra.starts_with(['5', '6', '7', '8', '9'])),
    };
    let digits = format!(
        "{}{own:0<decimals$}",
        whole.replace(|sign: char| !sign.is_ascii_digit(), "")
    );
    let value = digits
        .parse()
        .ok()
        .and_then(|value: i64| value.checked_add(carry))
        .ok_or(TOO_LARGE)?;
    Ok(if negative { -value } else { value })
}

/// Whether a text is a dash alone, as which the accounting formats of spreadsheets show zero.
pub(crate) fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "\u{2010}" | "\u{2012}" | "–" | "—" | "\u{2212}")
}

fn strip_prefix<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    let rest = |prefix: &&str| {
        let (head, rest) = text.split_at_checked(prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then_some(rest)
    };
    prefixes.iter().find_map(rest).unwrap_or(text).trim_start()
}

fn strip_suffix<'a>(text: &'a str, suffixes: &[&str]) -> &'a str {
    let rest = |suffix: &&str| {
        let (rest, tail) = text.split_at_checked(text.len().checked_sub(suffix.len())?)?;
        tail.eq_ignore_ascii_case(suffix).then_some(rest)
    };
    suffixes.iter().find_map(rest).unwrap_or(text).trim_end()
}

/// Whether a text is plain digits, or thousands separated by one of the usual signs.
fn is_grouped(text: &str) -> bool {
    const SEPARATORS: [char; 6] = [',', ' ', '\u{a0}', '\u{202f}', '\'', '’'];
    let separator = text
        .chars()
        .find(|sign| SEPARATORS.contains(sign))
        .unwrap_or(',');
    let mut groups = text.split(separator);
    let first = groups.next().unwrap_or_default();
    let is_group = |group: &str| group.len() == 3 && is_digits(group);
    is_digits(first) && (first.len() <= 3 || !text.contains(separator)) && groups.all(is_group)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
