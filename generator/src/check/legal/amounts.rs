//! Amounts of money in a text: how much, in which currency, and where.

use std::collections::BTreeSet;

use platform::money::Money;

/// The currency of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Currency {
    /// Mexican pesos.
    Pesos,
    /// Any other.
    Foreign,
}

/// An amount with its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount<'a> {
    /// The number as written.
    pub(super) number: &'a str,
    pub(super) money: Money,
    pub(super) currency: Currency,
}

/// How currencies are written before and after a number.
const MARKS: [(&str, Currency); 7] = [
    ("MXN", Currency::Pesos),
    ("MX$", Currency::Pesos),
    ("US$", Currency::Foreign),
    ("USD", Currency::Foreign),
    ("EUR", Currency::Foreign),
    ("CAD", Currency::Foreign),
    ("€", Currency::Foreign),
];

/// Every amount with a currency, in the text's order. A number with `$` alone has no currency.
pub(super) fn amounts(text: &str) -> Vec<Amount<'_>> {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b',' | b'.');
    let mut found = Vec::new();
    // Few texts name a currency, and this search is fast.
    if !MARKS.iter().any(|(mark, _)| text.contains(mark)) {
        return found;
    }
    // The mark of a number is not also the mark of the next one.
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| byte.is_ascii_digit()) {
        let before = rest[..start].trim_end_matches(SPACES);
        let end = rest.bytes().skip(start).position(|byte| !is_part(byte));
        let number = rest[start..][..end.unwrap_or(rest.len() - start)].trim_end_matches([',', '.']);
        let after = &rest[start + number.len()..];
        let mark = mark_after(before, after);
        rest = mark.map_or(after, |(_, rest)| rest);
        let currency = mark.map(|(currency, _)| currency).or_else(|| mark_before(before));
        if let (Some(currency), Ok(money)) = (currency, Money::parse(number)) {
            found.push(Amount { number, money, currency });
        }
    }
    found
}

/// The amounts in pesos of a text.
pub(super) fn pesos(text: &str) -> BTreeSet<Money> {
    let amounts = amounts(text).into_iter();
    amounts.filter(|amount| amount.currency == Currency::Pesos).map(|amount| amount.money).collect()
}

/// Characters between a number and its currency.
const SPACES: [char; 2] = [' ', '\u{a0}'];

/// The currency after a number, and the text after its mark: `3,200,000 MXN`.
fn mark_after<'a>(before: &str, after: &'a str) -> Option<(Currency, &'a str)> {
    let word = after.trim_start_matches(SPACES);
    let mut marks = MARKS.iter();
    let (currency, rest) = marks.find_map(|(mark, currency)| Some((*currency, word.strip_prefix(mark)?)))?;
    // In `301 USD 10` the mark belongs to the second number, unless a `$` precedes the first.
    let next = rest.trim_start_matches(SPACES);
    let is_number = next.starts_with(|character: char| character.is_ascii_digit() || character == '$');
    let is_mark = MARKS.iter().any(|(mark, _)| next.starts_with(mark));
    let is_ours = before.ends_with('$') || !(is_number || is_mark);
    is_ours.then_some((currency, rest))
}

/// The currency before a number: `US$3,200`, `USD 3,200`, `USD $3,200`.
fn mark_before(before: &str) -> Option<Currency> {
    let bare = before.trim_end_matches('$').trim_end_matches(SPACES);
    let mark = MARKS.iter().find(|(mark, _)| before.ends_with(mark) || bare.ends_with(mark));
    mark.map(|(_, currency)| *currency)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<(i64, Currency)> {
        let amounts = amounts(text).into_iter();
        amounts.map(|amount| (amount.money.centavos(), amount.currency)).collect()
    }

    #[test]
    fn a_currency_is_read_before_or_after_its_number() {
        use Currency::{Foreign, Pesos};
        assert_eq!(read("Desde $3,200,000\u{a0}MXN + IVA"), [(320_000_000, Pesos)]);
        assert_eq!(
            read("aprox. US$173,612.50, o sea 3,200,000.5 MXN."),
            [(17_361_250, Foreign), (320_000_050, Pesos)]
        );
        assert_eq!(
            read("USD 10, USD $11, 12 USD, 13 €, MXN $14"),
            [(1000, Foreign), (1100, Foreign), (1200, Foreign), (1300, Foreign), (1400, Pesos)]
        );
        assert_eq!(read("Oficina 301 USD US$5, $6 MXN 7 pagos"), [(500, Foreign), (600, Pesos)]);
        assert_eq!(read("46 oficinas, $5, 62.50 m², 2026"), []);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[$€0-9., \u{a0}MXNUSD]{0,40}|\\PC{0,40}") {
            for amount in amounts(&text) {
                prop_assert_eq!(Money::parse(amount.number), Ok(amount.money));
            }
        }
    }
}
