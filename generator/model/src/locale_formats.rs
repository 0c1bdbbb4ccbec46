//! How a locale writes numbers and amounts of money, from the Unicode CLDR; the browser follows the form of texts written here.

use std::str::FromStr;

use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_experimental::dimension::currency::CurrencyType;
use icu_experimental::dimension::currency::formatter::{
    CurrencyFormatter, CurrencyFormatterPreferences,
};
use icu_experimental::dimension::currency::options::CurrencyFormatterOptions;
use icu_locale_core::Locale;
use platform::money::{Currency, Money};

/// The currency of a development's prices (`currency` of `site.yaml`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceCurrency(pub Currency);

impl FromStr for PriceCurrency {
    type Err = String;

    fn from_str(code: &str) -> Result<PriceCurrency, String> {
        let wrong = || {
            format!("`{code}` is not a currency: write its code of ISO 4217, like `MXN` or `USD`")
        };
        currency_with_code(code)
            .map(PriceCurrency)
            .ok_or_else(wrong)
    }
}

formats::read_as_text!(PriceCurrency, "^[A-Z]{3}$");

/// The currency with a code of ISO 4217 that is in use, with the decimals that CLDR gives it.
pub fn currency_with_code(code: &str) -> Option<Currency> {
    let name = currency_name("en", Currency::new(code, 0)?);
    // The names of currencies of the past have years; that of no currency is in brackets.
    let is_known =
        name != code && !name.starts_with('(') && !name.bytes().any(|byte| byte.is_ascii_digit());
    if !is_known {
        return None;
    }
    let zero = amount_of("en", code, 0, CurrencyFormatter::try_new_code);
    let digits = zero.bytes().filter(u8::is_ascii_digit).count();
    Currency::new(code, u8::try_from(digits).ok()?.checked_sub(1)?)
}

/// What a locale calls amounts of a currency in a sentence: `pesos mexicanos`; the code when it has no name for them.
pub fn currency_name(locale: &str, currency: Currency) -> String {
    // The plural of a number with many digits.
    let with_name = |locale, code, _| CurrencyFormatter::try_new_name(locale, code);
    let text = amount_of(locale, currency.code(), 1000, with_name);
    let name =
        text.trim_matches(|letter: char| !letter.is_alphabetic() && !matches!(letter, '(' | ')'));
    // CLDR begins the names of Brazil with a capital letter.
    let (first, rest) = name
        .split_at_checked(usize::from(locale.starts_with("pt")))
        .unwrap_or(("", name));
    first.to_lowercase() + rest
}

/// What a formatter makes of a whole number; empty when CLDR has no data for it.
fn amount_of<E>(
    locale: &str,
    code: &str,
    number: i64,
    formatter: impl Fn(
        CurrencyFormatterPreferences,
        CurrencyType,
        CurrencyFormatterOptions,
    ) -> Result<CurrencyFormatter<DecimalFormatter>, E>,
) -> String {
    let locale: Locale = locale.parse().unwrap_or(Locale::UNKNOWN);
    let code = CurrencyType::try_from_str(code).ok();
    let formatter =
        code.and_then(|code| formatter((&locale).into(), code, Default::default()).ok());
    formatter.map_or_else(String::new, |made| {
        made.format_fixed_decimal(&Decimal::from(number))
            .to_string()
    })
}

/// How a locale writes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    group: char,
    /// The sign before the decimals.
    pub decimal: char,
    /// Digits of each group but the last, which has three.
    group_length: usize,
    /// A number with fewer digits has no groups.
    grouped_from: usize,
}

/// Digits of the last group of whole digits, in every locale.
const LAST_GROUP: usize = 3;

/// The bytes of most amounts with their currency: a text with this capacity need not grow.
const LONGEST: usize = 32;

impl NumberFormat {
    /// The format of a locale like `es-MX`; that of American English when CLDR has none.
    pub fn new(locale: &str) -> NumberFormat {
        let locale: Locale = locale.parse().unwrap_or(Locale::UNKNOWN);
        let formatter = DecimalFormatter::try_new((&locale).into(), Default::default()).ok();
        let write = |number: &str| {
            let number = Decimal::from_str(number).unwrap_or_default();
            formatter.as_ref().map_or_else(String::new, |formatter| {
                formatter.format(&number).to_string()
            })
        };
        let sample = write("12345678.5");
        let mut signs = sample
            .char_indices()
            .filter(|(_, character)| !character.is_ascii_digit());
        let (first, second, decimal) = (signs.next(), signs.next(), signs.next_back());
        let group_length = first
            .zip(second)
            .map_or(LAST_GROUP, |((start, sign), (end, _))| {
                end - start - sign.len_utf8()
            });
        let has_group = write("1234").contains(|character: char| !character.is_ascii_digit());
        NumberFormat {
            // Few fonts have the narrow space of French.
            group: first.map_or(
                ',',
                |(_, sign)| if sign == '\u{202f}' { '\u{a0}' } else { sign },
            ),
            decimal: decimal.map_or('.', |(_, sign)| sign),
            group_length,
            grouped_from: if has_group { 4 } else { 5 },
        }
    }

    /// A number in plain notation, `-1234567.50`, as the locale writes it.
    pub fn number(&self, plain: &str) -> String {
        let mut text = String::with_capacity(LONGEST);
        self.write(plain, &mut text);
        text
    }

    /// Writes a number as [`NumberFormat::number`] does.
    fn write(&self, plain: &str, text: &mut String) {
        let (sign, digits) =
            plain.split_at(plain.len() - plain.trim_start_matches(['-', '+', '±']).len());
        let (whole, fraction) = digits
            .split_once('.')
            .map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
        text.push_str(sign);
        if whole.len() < self.grouped_from {
            text.push_str(whole);
        } else {
            for (index, digit) in whole.char_indices() {
                let rest = whole.len() - index;
                let is_start =
                    rest >= LAST_GROUP && (rest - LAST_GROUP).is_multiple_of(self.group_length);
                if index > 0 && is_start {
                    text.push(self.group);
                }
                text.push(digit);
            }
        }
        if let Some(fraction) = fraction {
            text.push(self.decimal);
            text.push_str(fraction);
        }
    }

    /// Whether a number may contain a character.
    pub fn allows(&self, character: char) -> bool {
        character.is_ascii_digit() || character == self.group || character == self.decimal
    }

    /// The plain notation of a number that the locale writes so. A number without groups is read, too.
    pub fn plain(&self, text: &str) -> Option<String> {
        let is_allowed = text.chars().all(|character| self.allows(character));
        let plain = text.replace(self.group, "").replace(self.decimal, ".");
        let is_number = plain
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_grouped = !text.contains(self.group) || self.number(&plain) == text;
        (is_allowed && is_number && is_grouped && plain.matches('.').count() < 2).then_some(plain)
    }
}

/// How a locale writes amounts of a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyFormat {
    /// How it writes numbers.
    pub numbers: NumberFormat,
    /// The currency.
    pub currency: Currency,
    before: String,
    after: String,
}

impl MoneyFormat {
    /// The format of amounts of a currency. Dollars and many pesos have the same sign: their amounts have the code as well,
    /// where the sign precedes the number (`$3,200,000 MXN`), or else instead of it (`3.200.000 MXN`).
    pub fn new(locale: &str, currency: Currency) -> MoneyFormat {
        let code = currency.code();
        let narrow = amount_of(locale, code, 1, CurrencyFormatter::try_new_symbol_narrow);
        let numbers = NumberFormat::new(locale);
        let around = |text: &str| {
            let start = text.find(char::is_numeric).unwrap_or(0);
            let end = text.rfind(char::is_numeric).map_or(0, |last| last + 1);
            (text[..start].to_owned(), text[end..].to_owned())
        };
        let (before, after) = match around(&narrow) {
            (sign, empty) if sign == "$" && empty.is_empty() => (sign, format!("\u{a0}{code}")),
            (before, after) if [before.trim(), after.trim()].contains(&"$") => {
                around(&amount_of(locale, code, 1, CurrencyFormatter::try_new_code))
            }
            _ => around(&amount_of(
                locale,
                code,
                1,
                CurrencyFormatter::try_new_symbol,
            )),
        };
        MoneyFormat {
            numbers,
            currency,
            before,
            after,
        }
    }

    /// An amount: `$3,200,000 MXN`; decimals only when they are not zero.
    pub fn text(&self, amount: Money) -> String {
        let mut text = self.figure(amount);
        text.push_str(&self.after);
        text
    }

    /// An amount without what follows its number, for columns whose header names the currency: `$3,200,000`.
    pub fn figure(&self, amount: Money) -> String {
        let size = Money(amount.0.saturating_abs());
        let plain = match self.currency.split(size) {
            (whole, 0) => whole.to_string(),
            _ => self.currency.plain(size),
        };
        let mut text = String::with_capacity(LONGEST);
        if amount.0 < 0 {
            text.push('-');
        }
        text.push_str(&self.before);
        self.numbers.write(&plain, &mut text);
        text
    }

    /// An amount whose number is written so; `None` when the text is not a number of the locale, or too precise.
    pub fn parse(&self, number: &str) -> Option<Money> {
        self.currency.parse(&self.numbers.plain(number)?).ok()
    }

    /// The sign or code beside the number.
    pub fn sign(&self) -> &str {
        if self.before.is_empty() {
            self.after.trim()
        } else {
            self.before.trim()
        }
    }

    /// The text of an amount with this text in the place of its number: `$3.2 million MXN`.
    pub fn around(&self, number: &str) -> String {
        format!("{}{number}{}", self.before, self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::known_locales;
    use proptest::prelude::*;

    fn currency(code: &str) -> Currency {
        currency_with_code(code).unwrap()
    }

    /// A number and the amounts of MXN, USD, EUR and the country's currency.
    fn line(locale: &str, code: &str) -> String {
        let number = NumberFormat::new(locale).number("-1234567.50");
        let amounts = ["MXN", "USD", "EUR", code].map(|code| {
            let format = MoneyFormat::new(locale, currency(code));
            format.text(format.currency.whole(3_200_000).unwrap())
        });
        format!("{number} | {}", amounts.join(" | ")).replace('\u{a0}', "_")
    }

    #[test]
    fn amounts_are_written_as_in_the_locale() {
        for (locale, code, expected) in [
            (
                "es-MX",
                "MXN",
                "-1,234,567.50 | $3,200,000_MXN | $3,200,000_USD | €3,200,000 | $3,200,000_MXN",
            ),
            (
                "es-ES",
                "EUR",
                "-1.234.567,50 | 3.200.000_MXN | 3.200.000_USD | 3.200.000_€ | 3.200.000_€",
            ),
            (
                "en-US",
                "USD",
                "-1,234,567.50 | $3,200,000_MXN | $3,200,000_USD | €3,200,000 | $3,200,000_USD",
            ),
            (
                "pt-BR",
                "BRL",
                "-1.234.567,50 | MXN_3.200.000 | USD_3.200.000 | €_3.200.000 | R$_3.200.000",
            ),
            (
                "de-DE",
                "EUR",
                "-1.234.567,50 | 3.200.000_MXN | 3.200.000_USD | 3.200.000_€ | 3.200.000_€",
            ),
            (
                "fr-FR",
                "EUR",
                "-1_234_567,50 | 3_200_000_MXN | 3_200_000_USD | 3_200_000_€ | 3_200_000_€",
            ),
            (
                "cs-CZ",
                "CZK",
                "-1_234_567,50 | 3_200_000_MXN | 3_200_000_USD | 3_200_000_€ | 3_200_000_Kč",
            ),
            (
                "ja-JP",
                "JPY",
                "-1,234,567.50 | $3,200,000_MXN | $3,200,000_USD | €3,200,000 | ￥3,200,000",
            ),
            (
                "en-IN",
                "INR",
                "-12,34,567.50 | $32,00,000_MXN | $32,00,000_USD | €32,00,000 | ₹32,00,000",
            ),
            (
                "de-CH",
                "CHF",
                "-1'234'567.50 | MXN_3'200'000 | USD_3'200'000 | €_3'200'000 | CHF_3'200'000",
            ),
        ] {
            assert_eq!(line(locale, code), expected, "{locale}");
        }
        let short =
            ["es-ES", "es-MX", "pl-PL"].map(|locale| NumberFormat::new(locale).number("4321"));
        assert_eq!(short, ["4321", "4,321", "4321"]);
    }

    #[test]
    fn decimals_are_those_of_the_currency_and_shown_when_they_are_not_zero() {
        let text = |locale: &str, code: &str, amount| {
            MoneyFormat::new(locale, currency(code))
                .text(Money(amount))
                .replace('\u{a0}', "_")
        };
        assert_eq!(text("es-MX", "MXN", 320_000_050), "$3,200,000.50_MXN");
        assert_eq!(text("es-MX", "MXN", -101), "-$1.01_MXN");
        assert_eq!(text("de-DE", "EUR", -450_005), "-4.500,05_€");
        assert_eq!(text("ja-JP", "JPY", 4_500), "￥4,500");
        assert_eq!(text("en-US", "KWD", 4_500_005), "KWD_4,500.005");
        assert_eq!(text("en-US", "KWD", 4_500_000), "KWD_4,500");
    }

    #[test]
    fn codes_are_those_of_currencies() {
        for (code, decimals) in [
            ("MXN", 2),
            ("JPY", 0),
            ("KWD", 3),
            ("CLP", 0),
            ("CLF", 4),
            ("EUR", 2),
        ] {
            assert_eq!(currency(code).decimals(), decimals, "{code}");
        }
        for wrong in [
            "", "mxn", "MX", "ABC", "ZZZ", "XXX", "MXP", "DOLLAR", "$", "M\u{c9}X",
        ] {
            assert_eq!(currency_with_code(wrong), None, "{wrong}");
        }
        assert!(
            PriceCurrency::from_str("UDS")
                .unwrap_err()
                .contains("ISO 4217")
        );
    }

    #[test]
    fn a_currency_has_a_name_in_each_language() {
        let named = [
            ("es-MX", "MXN"),
            ("en-US", "MXN"),
            ("pt-BR", "MXN"),
            ("de-DE", "EUR"),
        ]
        .map(|(locale, code)| currency_name(locale, currency(code)));
        assert_eq!(
            named,
            [
                "pesos mexicanos",
                "Mexican pesos",
                "pesos mexicanos",
                "Euro"
            ]
        );
        for locale in known_locales() {
            let name = currency_name(locale, currency("USD"));
            assert!(
                name.chars().count() > 1 && !name.contains(char::is_numeric),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_not_a_number_is_not_read() {
        let french = NumberFormat::new("fr-FR");
        for wrong in [
            "",
            "1.5",
            "1,2,3",
            "12\u{a0}34",
            "1\u{a0}2",
            "\u{a0}123",
            ",5",
            "a",
        ] {
            assert_eq!(french.plain(wrong), None, "{wrong:?}");
        }
        assert_eq!(french.plain("1234567,5").as_deref(), Some("1234567.5"));
    }

    proptest! {
        #[test]
        fn every_amount_is_read_back_in_every_locale(amount in 0..=i64::MAX, code in "MXN|USD|JPY|KWD|CHF|CZK") {
            for locale in known_locales() {
                let format = MoneyFormat::new(locale, currency(&code));
                let text = format.text(Money(amount));
                let number = text.trim_matches(|character: char| !character.is_ascii_digit());
                prop_assert_eq!(format.parse(number), Some(Money(amount)), "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,40}|[-+.0-9,\u{a0}]{0,20}") {
            let format = NumberFormat::new("cs-CZ");
            let _ = (format.plain(&text), format.number(&text));
        }
    }
}
