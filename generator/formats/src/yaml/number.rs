//! Decimal numbers without rounding.

/// An unsigned decimal number as an integer, multiplied by 10 to the power of `decimals`. `None` for other text and
/// for numbers with more decimals.
pub fn scaled(text: &str, decimals: usize) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || fraction.len() > decimals {
        return None;
    }
    format!("{whole}{fraction:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_integers() {
        assert_eq!(scaled("18.4321", 4), Some(184_321));
        assert_eq!(scaled("30", 2), Some(3000));
        assert_eq!(scaled("0.5", 2), Some(50));
        assert_eq!(scaled("0.5000", 2), Some(50));
        for wrong in ["", ".5", "1,5", "1.234", "-1", "1e3", "99999999999999999999"] {
            assert_eq!(scaled(wrong, 2), None, "{wrong}");
        }
    }
}
