//! Amounts of money in a text that visitors read: how much, in which currency, and where.

use platform::money::Money;

/// What an amount is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Currency {
    /// Mexican pesos, said so.
    Pesos,
    /// Any other, said so.
    Foreign,
}

/// An amount with its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// Where it begins in the text, in bytes.
    pub(super) at: usize,
    /// How much, in hundredths.
    pub(super) hundredths: Money,
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

/// Every amount whose currency is said, in order. A bare `$` says no currency.
pub(super) fn amounts(text: &str) -> Vec<Amount> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(|character: char| character.is_ascii_digit()) {
        let start = from + start;
        let is_part = |character: char| character.is_ascii_digit() || matches!(character, ',' | '.');
        let length = text[start..].find(|character| !is_part(character));
        let end = length.map_or(text.len(), |length| start + length);
        let number = text[start..end].trim_end_matches([',', '.']);
        found.extend(amount(text, start, number));
        from = end;
    }
    found
}

fn amount(text: &str, at: usize, number: &str) -> Option<Amount> {
    let before = text[..at].trim_end_matches([' ', '\u{a0}']);
    let after = text[at + number.len()..].trim_start_matches([' ', '\u{a0}']);
    let bare = before.trim_end_matches('$').trim_end();
    let mark = |is_here: &dyn Fn(&str) -> bool| {
        let mark = MARKS.iter().find(|(mark, _)| is_here(mark));
        mark.map(|(_, currency)| *currency)
    };
    // `301 USD 10`: the word belongs to the number that follows it, unless a sign stands before the first.
    let is_of_next = |mark: &str| {
        let next = after[mark.len()..].trim_start_matches([' ', '\u{a0}']);
        let is_number = next.starts_with(|character: char| character.is_ascii_digit() || character == '$');
        let is_mark = MARKS.iter().any(|(mark, _)| next.starts_with(mark));
        !before.ends_with('$') && (is_number || is_mark)
    };
    // `$3,200,000 MXN` says it behind; `US$3,200` and `USD 3,200` before.
    let currency = mark(&|mark| after.starts_with(mark) && !is_of_next(mark))
        .or_else(|| mark(&|mark| before.ends_with(mark)))
        .or_else(|| mark(&|mark| before.ends_with('$') && bare.ends_with(mark)))?;
    Some(Amount {
        at,
        hundredths: Money::parse(number).ok()?,
        currency,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<(i64, Currency)> {
        let amounts = amounts(text).into_iter();
        amounts
            .map(|amount| (amount.hundredths.centavos(), amount.currency))
            .collect()
    }

    #[test]
    fn currencies_are_read_before_and_after() {
        use Currency::{Foreign, Pesos};
        assert_eq!(read("Desde $3,200,000\u{a0}MXN + IVA"), [(320_000_000, Pesos)]);
        assert_eq!(
            read("aprox. US$173,612.50, o sea 3,200,000.5 MXN."),
            [(17_361_250, Foreign), (320_000_050, Pesos)]
        );
        assert_eq!(
            read("USD 10, USD $11, 12 USD, 13 €, MXN $14"),
            [
                (1000, Foreign),
                (1100, Foreign),
                (1200, Foreign),
                (1300, Foreign),
                (1400, Pesos)
            ]
        );
        assert_eq!(
            read("Oficina 301 USD US$5, $6 MXN 7 pagos"),
            [(500, Foreign), (600, Pesos)]
        );
        assert_eq!(read("46 oficinas, $5, 62.50 m², 2026"), []);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[$€0-9., \u{a0}MXNUSD]{0,40}|\\PC{0,40}") {
            for amount in amounts(&text) {
                prop_assert!(text.is_char_boundary(amount.at));
            }
        }
    }
}
