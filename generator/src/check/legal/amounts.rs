//! Amounts of money in a text: how much, in which currency, and where.

use std::collections::BTreeSet;

use model::locale_formats::MoneyFormat;
use platform::money::Money;

/// How currencies are written before and after a number, besides those of the site.
const MARKS: [(&str, &str); 7] = [
    ("MXN", "MXN"),
    ("MX$", "MXN"),
    ("US$", "USD"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("CAD", "CAD"),
    ("€", "EUR"),
];

/// How texts of a language write amounts: in the development's currency, and in the second one.
#[derive(Clone, Debug)]
pub(super) struct AmountReader<'a> {
    own: &'a MoneyFormat,
    /// Marks with the codes that they stand for.
    marks: Vec<(&'a str, &'a str)>,
}

impl<'a> AmountReader<'a> {
    pub(super) fn new(
        own: &'a MoneyFormat,
        reference: Option<&'a MoneyFormat>,
    ) -> AmountReader<'a> {
        let codes = |format: &'a MoneyFormat| {
            let code = format.currency.code();
            [(format.sign(), code), (code, code)]
        };
        let of_site = [own].into_iter().chain(reference).flat_map(codes);
        let marks = of_site
            .chain(MARKS)
            .filter(|(mark, _)| !matches!(*mark, "" | "$"));
        AmountReader {
            own,
            marks: marks.collect(),
        }
    }

    /// Every amount with a currency, in the text's order: the number as written, and the code of the currency (ISO 4217). A number
    /// with `$` alone has no currency.
    pub(super) fn amounts(&'a self, text: &'a str) -> Vec<(&'a str, &'a str)> {
        let mut found = Vec::new();
        // Few texts name a currency, and this search is fast.
        if !self.marks.iter().any(|(mark, _)| text.contains(mark)) {
            return found;
        }
        // The mark of a number is not also the mark of the next one.
        let mut rest = text;
        while let Some((start, number)) = self.first_number(rest) {
            let before = rest[..start].trim_end_matches(SPACES);
            let after = &rest[start + number.len()..];
            let mark = self.mark_after(before, after);
            rest = mark.map_or(after, |(_, rest)| rest);
            let code = mark
                .map(|(code, _)| code)
                .or_else(|| self.mark_before(before));
            found.extend(code.map(|code| (number, code)));
        }
        found
    }

    /// The amounts of a text in the development's currency.
    pub(super) fn prices(&self, text: &str) -> BTreeSet<Money> {
        let amounts = self.amounts(text);
        let own = amounts
            .iter()
            .filter(|(_, code)| *code == self.own.currency.code());
        own.filter_map(|(number, _)| self.own.parse(number))
            .collect()
    }

    /// The first number of a text, and where it starts.
    fn first_number<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let start = text.find(|character: char| character.is_ascii_digit())?;
        let number = text[start..]
            .split(|character| !self.own.numbers.allows(character))
            .next()?;
        Some((
            start,
            number.trim_end_matches(|character: char| !character.is_ascii_digit()),
        ))
    }

    /// The currency after a number, and the text after its mark: `3,200,000 MXN`.
    fn mark_after(&self, before: &str, after: &'a str) -> Option<(&'a str, &'a str)> {
        let word = after.trim_start_matches(SPACES);
        let mut marks = self.marks.iter();
        let (code, rest) =
            marks.find_map(|(mark, code)| Some((*code, word.strip_prefix(mark)?)))?;
        // In `301 USD 10` the mark belongs to the second number, unless a `$` precedes the first.
        let next = rest.trim_start_matches(SPACES);
        let is_number =
            next.starts_with(|character: char| character.is_ascii_digit() || character == '$');
        let is_mark = self.marks.iter().any(|(mark, _)| next.starts_with(mark));
        let is_ours = before.ends_with('$') || !(is_number || is_mark);
        is_ours.then_some((code, rest))
    }

    /// The currency before a number: `US$3,200`, `USD 3,200`, `USD $3,200`.
    fn mark_before(&self, before: &str) -> Option<&'a str> {
        let bare = before.trim_end_matches('$').trim_end_matches(SPACES);
        let mark = self
            .marks
            .iter()
            .find(|(mark, _)| before.ends_with(mark) || bare.ends_with(mark));
        mark.map(|(_, code)| *code)
    }
}

/// Characters between a number and its currency.
const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

#[cfg(test)]
mod tests {
    use super::*;
    use platform::money::Currency;
    use proptest::prelude::*;

    fn read(locale: &str, text: &str) -> String {
        let own = MoneyFormat::new(locale, Currency::MXN);
        let reader = AmountReader::new(&own, None);
        let amounts = reader.amounts(text).into_iter();
        amounts
            .map(|(number, code)| format!("{number} {code}; "))
            .collect()
    }

    #[test]
    fn amounts_have_the_currency_beside_them() {
        for (locale, text, expected) in [
            (
                "es-MX",
                "Desde $3,200,000\u{a0}MXN + IVA",
                "3,200,000 MXN; ",
            ),
            (
                "es-MX",
                "aprox. US$173,612.50, o sea 3,200,000.5 MXN.",
                "173,612.50 USD; 3,200,000.5 MXN; ",
            ),
            (
                "es-MX",
                "USD 10, USD $11, 12 USD, 13 €, MXN $14",
                "10 USD; 11 USD; 12 USD; 13 EUR; 14 MXN; ",
            ),
            (
                "es-MX",
                "Oficina 301 USD US$5, $6 MXN 7 pagos",
                "5 USD; 6 MXN; ",
            ),
            ("es-MX", "$5, 7 oficinas, 2026", ""),
            (
                "fr-FR",
                "dès 3\u{a0}200\u{a0}000,50\u{a0}MXN.",
                "3\u{a0}200\u{a0}000,50 MXN; ",
            ),
        ] {
            assert_eq!(read(locale, text), expected, "{text}");
        }
    }

    #[test]
    fn a_currency_is_known_by_its_sign_in_the_language() {
        let currencies = "pt-BR BRL, cs-CZ CZK, ja-JP JPY, de-DE EUR, en-US USD, en-US GBP";
        for (locale, code) in currencies
            .split(", ")
            .filter_map(|pair| pair.split_once(' '))
        {
            let format = MoneyFormat::new(
                locale,
                model::locale_formats::currency_with_code(code).unwrap(),
            );
            let price = format.currency.whole(4_567_890).unwrap();
            let text = format!("9, {}; 7", format.text(price));
            let reader = AmountReader::new(&format, None);
            assert_eq!(reader.prices(&text), BTreeSet::from([price]), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[$€0-9., \u{a0}MXNUSD]{0,40}|\\PC{0,40}") {
            let own = MoneyFormat::new("es-MX", Currency::MXN);
            AmountReader::new(&own, None).prices(&text);
        }
    }
}
