//! Filters that format numbers, dates and Markdown for visitors.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::{Environment, Error, ErrorKind, State, Value};
use platform::area::{Area, price_per_square_metre_text};
use platform::decimal::write_grouped;
use platform::money::Money;

use super::context::RenderContext;
use super::functions::add_functions;
use super::unit_value::UnitValue;
use formats::markdown;
use model::config::Month;
use model::dates;
use model::dollars::Dollars;

/// Hundredths in one square metre: [`Area`] counts in hundredths.
const HUNDREDTHS: f64 = 100.0;

/// Centavos in a hundredth of a million pesos.
const CENTAVOS_IN_10_000_PESOS: u64 = 1_000_000;

/// Adds every filter.
pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    add_functions! { environment.add_filter, context,
        fn area(square_metres: f64) => hundredths(square_metres).map(|area| context.localized().area(area));
        fn date(text: &str) => date(&context, text);
        fn dollars(cents: u64) => Dollars(cents).to_string();
        fn literal(text: &str) => literal(text);
        fn md(text: &str) => Ok::<_, Error>(context.html(shallow(text)?));
        fn md_inline(text: &str) => markdown_inline(&context, text);
        fn md_source(state: &State, text: &str) => markdown_source(&context, state, text);
        fn money(centavos: i64) => Money(centavos).to_string();
        fn number(value: &Value) => number(value);
        fn price_per_m2(unit: &UnitValue) => price_per_square_metre_text(unit.unit().price, unit.unit().area);
        fn short_money(centavos: i64) => short_money(&context, Money(centavos));
    }
}

/// The HTML of Markdown inside a paragraph.
fn markdown_inline(context: &RenderContext, text: &str) -> Result<Value, Error> {
    let html = markdown::render_inline(shallow(text)?, &|written| context.address(written));
    Ok(Value::from_safe_string(html))
}

/// The Markdown, unless it is nested too deeply. The loader checks the texts of pages; others come from the platform or from
/// a template.
fn shallow(markdown: &str) -> Result<&str, Error> {
    match markdown::too_deep(markdown) {
        None => Ok(markdown),
        Some(_) => {
            let message = format!("in this text {}: {}", markdown::TOO_DEEP, markdown::LESS_DEEP);
            Err(Error::new(ErrorKind::InvalidOperation, message))
        }
    }
}

/// Markdown source with absolute links, for Markdown alternates.
fn markdown_source(context: &RenderContext, state: &State, text: &str) -> Result<String, Error> {
    let page = state
        .lookup("page")
        .map(|page| page.get_attr("canonical"))
        .transpose()?
        .map(|canonical| canonical.to_string())
        .unwrap_or_default();
    Ok(markdown::with_addresses(shallow(text)?, &|written| context.localized().absolute_link(&page, written)))
}

/// Plain text with Markdown's special characters escaped, for Markdown alternates.
fn literal(text: &str) -> String {
    let escaped = |character: char| {
        let escape = r"\`*_[]<>|#".contains(character).then_some('\\');
        escape.into_iter().chain([character])
    };
    text.chars().flat_map(escaped).collect()
}

/// A price in millions, `$3.2 MD MXN` (specification, section 9), or in full where that would be another price.
fn short_money(context: &RenderContext, price: Money) -> Result<String, Error> {
    let Some(millions) = millions(price) else {
        return Ok(price.to_string());
    };
    let label = context.localized().filled("price.millions", &[("millions", &millions)]);
    label.map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
}

/// A price in millions of pesos, `3.2`; none when it is negative or has more than two decimals in millions.
fn millions(price: Money) -> Option<String> {
    let centavos = u64::try_from(price.centavos()).ok()?;
    if !centavos.is_multiple_of(CENTAVOS_IN_10_000_PESOS) {
        return None;
    }
    let hundredths = centavos / CENTAVOS_IN_10_000_PESOS;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

fn hundredths(square_metres: f64) -> Result<Area, Error> {
    let hundredths = (square_metres * HUNDREDTHS).round();
    if !(0.0..=f64::from(u32::MAX)).contains(&hundredths) {
        return Err(Error::new(
            ErrorKind::InvalidOperation,
            format!("`{square_metres}` is not an area in square metres"),
        ));
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    Ok(Area(hundredths as u32))
}

/// Formats a date (`2025-03-21`) or a month (`2022-10`) in the language of the page.
fn date(context: &RenderContext, text: &str) -> Result<String, Error> {
    let strings = context.strings();
    let label = match (text.parse::<Date>(), text.parse::<Month>()) {
        (Ok(date), _) => dates::long(strings, date),
        (_, Ok(month)) => dates::month(strings, month),
        _ => {
            let message = format!("`{text}` is not a date like 2025-03-21 or a month like 2025-03");
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
    };
    label.map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
}

/// A number with commas between thousands, as both languages of the site write it.
fn number(value: &Value) -> Result<String, Error> {
    let text = value.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let is_whole = whole.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = whole.parse().ok().filter(|_| is_whole) else {
        return Err(Error::new(ErrorKind::InvalidOperation, format!("`{text}` is not a number")));
    };
    let mut grouped = String::from(sign);
    // Writing to a String cannot fail.
    let _ = write_grouped(number, &mut grouped);
    match fraction {
        // minijinja prints the floating-point number two as 2.0.
        Some(fraction) if fraction.bytes().any(|byte| byte != b'0') => Ok(format!("{grouped}.{fraction}")),
        _ => Ok(grouped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_in_millions_is_never_rounded() {
        let shown = |pesos| millions(Money::from_pesos(pesos).unwrap());
        assert_eq!(shown(3_200_000).as_deref(), Some("3.2"));
        assert_eq!(shown(13_960_000).as_deref(), Some("13.96"));
        assert_eq!(shown(10_000_000).as_deref(), Some("10"));
        assert_eq!(shown(3_207_000), None);
        assert_eq!(shown(-3_200_000), None);
    }

    #[test]
    fn numbers_are_grouped() {
        let grouped = |value: Value| number(&value).unwrap();
        assert_eq!(grouped(Value::from(3_200_000)), "3,200,000");
        assert_eq!(grouped(Value::from(-1234.5)), "-1,234.5");
        assert_eq!(grouped(Value::from(62.0)), "62");
        assert!(number(&Value::from("x")).is_err());
    }
}
