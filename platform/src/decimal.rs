//! Parses decimal text exactly, as people and platforms write it: `3,200,000.00`, `$3,200,000 MXN`, `45.5 m²`.
//! The result is an integer number of hundredths, without floating point arithmetic. A comma must separate thousands
//! and a point must start the decimals; everything else is an error.

/// Why a text cannot be parsed as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Nothing remains without the unit or currency.
    #[error("is empty")]
    Empty,
    /// A character that is not part of a number, or a wrong group of thousands.
    #[error("is not a number")]
    NotANumber,
    /// More decimals than the quantity has.
    #[error("has more than two decimals")]
    TooPrecise,
    /// Too large for the type.
    #[error("is too large")]
    TooLarge,
    /// Negative, but the quantity cannot be.
    #[error("is negative")]
    Negative,
}

/// How to handle more than two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExtraDecimals {
    /// An error unless they are zeros; for money.
    Reject,
    /// Round half away from zero; for measured areas.
    Round,
}

/// Most bytes of a number's text.
const MAX_LENGTH: usize = 64;

/// Parses the hundredths of `text` without one of `prefixes` and one of `suffixes` (compared without case).
pub(crate) fn hundredths(
    text: &str,
    prefixes: &[&str],
    suffixes: &[&str],
    extra_decimals: ExtraDecimals,
) -> Result<i64, DecimalError> {
    if text.len() > MAX_LENGTH {
        return Err(DecimalError::NotANumber);
    }
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let text = strip_suffix(strip_prefix(text, prefixes), suffixes);
    if text.is_empty() {
        return Err(DecimalError::Empty);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = grouped(whole)?;
    let (fraction, carry) = two_decimals(fraction, extra_decimals)?;
    let value = whole.checked_mul(100).and_then(|value| value.checked_add(fraction + carry));
    let value = value.ok_or(DecimalError::TooLarge)?;
    Ok(if negative { -value } else { value })
}

fn strip_prefix<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    let found = prefixes.iter().find_map(|prefix| {
        let head = text.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
    });
    found.unwrap_or(text).trim_start()
}

fn strip_suffix<'a>(text: &'a str, suffixes: &[&str]) -> &'a str {
    let found = suffixes.iter().find_map(|suffix| {
        let start = text.len().checked_sub(suffix.len())?;
        let tail = text.get(start..)?;
        tail.eq_ignore_ascii_case(suffix).then(|| &text[..start])
    });
    found.unwrap_or(text).trim_end()
}

/// Parses the whole part: plain digits, or thousands separated by commas.
fn grouped(text: &str) -> Result<i64, DecimalError> {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    if rest.peek().is_some() && first.len() > 3 {
        return Err(DecimalError::NotANumber);
    }
    let mut value = digits(first)?;
    for group in rest {
        if group.len() != 3 {
            return Err(DecimalError::NotANumber);
        }
        let group = digits(group)?;
        let grown = value.checked_mul(1000).and_then(|value| value.checked_add(group));
        value = grown.ok_or(DecimalError::TooLarge)?;
    }
    Ok(value)
}

fn digits(text: &str) -> Result<i64, DecimalError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    text.parse().map_err(|_| DecimalError::TooLarge)
}

/// The first two decimals as hundredths, and the carry from rounding the others.
fn two_decimals(text: &str, extra_decimals: ExtraDecimals) -> Result<(i64, i64), DecimalError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    let digit = |at: usize| text.as_bytes().get(at).map_or(0, |byte| i64::from(byte - b'0'));
    let carry = match extra_decimals {
        ExtraDecimals::Reject if text.bytes().skip(2).any(|byte| byte != b'0') => {
            return Err(DecimalError::TooPrecise);
        }
        ExtraDecimals::Reject => 0,
        ExtraDecimals::Round => i64::from(digit(2) >= 5),
    };
    Ok((digit(0) * 10 + digit(1), carry))
}

/// Writes `value` with commas between thousands: `3,200,000`.
///
/// # Errors
/// Those of `out`.
pub fn write_grouped(value: u64, out: &mut impl std::fmt::Write) -> std::fmt::Result {
    let digits = value.to_string();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.write_char(',')?;
        }
        out.write_char(digit)?;
    }
    Ok(())
}
