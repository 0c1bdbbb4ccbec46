//! Filters that format numbers and dates for visitors.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::{Environment, Error, Value};
use platform::area::Area;
use platform::money::{Currency, Money};

use super::{SiteValues, add_functions, failed};
use model::dates;
use model::dates::Month;
use model::localized::Localized;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<SiteValues>) {
    add_functions! { environment.add_filter, context,
        fn amount(amount: i64) => context.localized().money_format().text(Money(amount));
        fn area(square_metres: f64) => hundredths(square_metres).map(|area| context.localized().area(area));
        fn date(text: &str) => date(&context, text);
        // With `?` for what the fonts of documents and share pictures lack.
        fn with_missing_letters_replaced(text: &str) => context.site.theme.with_missing_letters_replaced(text);
        // Plain text with Markdown's special characters escaped, for Markdown alternates.
        fn literal(text: &str) => {
            let escape = |letter| r"\`*_[]<>|#".contains(letter).then_some('\\');
            text.chars().flat_map(|letter| escape(letter).into_iter().chain([letter])).collect::<String>()
        };
        fn money(amount: i64) => context.localized().money(Money(amount));
        fn number(value: &Value) => number(&context, value);
        fn reference(amount: i64) => context.localized().reference(Money(amount));
        fn square_metres(square_metres: f64) =>
            hundredths(square_metres).map(|area| context.localized().square_metres(area));
    }
}

/// A price in millions, `$3.2 MD MXN` (specification, section 9), or in full where that would be another price.
pub(super) fn short_money(localized: Localized<'_>, price: Money) -> String {
    localized.in_both(price, |format, price| {
        let millions =
            millions(price, format.currency).map(|millions| format.numbers.number(&millions));
        let label = millions.and_then(|text| {
            localized
                .filled("price.millions", &[("millions", &text)])
                .ok()
        });
        label.map_or_else(
            || format.text(price),
            |label| format.around(&label).replace(' ', "\u{a0}"),
        )
    })
}

/// A price in millions, `3.2`; none when it is less than a million, or has more than two decimals in millions.
fn millions(price: Money, currency: Currency) -> Option<String> {
    // A hundredth of a million.
    let step = currency.whole(10_000)?.minor_units();
    let hundredths = price.minor_units() / step;
    if hundredths < 100 || price.minor_units() % step != 0 {
        return None;
    }
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

fn hundredths(square_metres: f64) -> Result<Area, Error> {
    let hundredths = (square_metres * 100.0).round();
    if !(0.0..=f64::from(u32::MAX)).contains(&hundredths) {
        return Err(failed(format!(
            "`{square_metres}` is not an area in square metres"
        )));
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked above"
    )]
    Ok(Area(hundredths as u32))
}

/// Formats a date (`2025-03-21`) or a month (`2022-10`) in the language of the page.
fn date(context: &SiteValues, text: &str) -> Result<String, Error> {
    match (text.parse::<Date>(), text.parse::<Month>()) {
        (Ok(date), _) => Ok(dates::long(context.lang, date)),
        (_, Ok(month)) => Ok(dates::month(context.lang, month)),
        _ => Err(failed(format!(
            "`{text}` is not a date like 2025-03-21 or a month like 2025-03"
        ))),
    }
}

fn number(context: &SiteValues, value: &Value) -> Result<String, Error> {
    let text = value.to_string();
    // minijinja prints the floating-point number two as 2.0.
    let plain = text.strip_suffix(".0").unwrap_or(&text);
    let digits = plain.trim_start_matches(['-', '+', '±']);
    let is_number = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.parse::<f64>().is_ok();
    let failed = || failed(format!("`{text}` is not a number"));
    is_number
        .then(|| context.localized().numbers().number(plain))
        .ok_or_else(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_in_millions_is_never_rounded() {
        let prices = [
            3_200_000, 13_960_000, 10_000_000, 3_207_000, 990_000, 0, -3_200_000,
        ];
        let shown =
            prices.map(|pesos| millions(Currency::MXN.whole(pesos).unwrap(), Currency::MXN));
        assert_eq!(
            shown.map(Option::unwrap_or_default),
            ["3.2", "13.96", "10", "", "", "", ""]
        );
        let yen = Currency::new("JPY", 0).unwrap();
        assert_eq!(millions(Money(45_500_000), yen).as_deref(), Some("45.5"));
    }
}
