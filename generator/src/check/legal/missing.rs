//! When a rule applies, and the tests of those rules that are more than the search for a text.

use std::collections::BTreeSet;

use platform::money::Money;
use platform::unit::Status;
use serde_json::Value;

use super::amounts::{Currency, amounts, pesos};
use super::expected::Expected;
use super::rules::When;
use super::shown::plain;
use super::subject::Subject;

/// The page of the full privacy notice.
const FULL_NOTICE: &str = "/aviso-de-privacidad";

/// The width in a picture's file name has at least this many digits: `lobby-2` is the name of another picture.
const WIDTH_DIGITS: usize = 3;

impl When {
    pub(super) fn applies(self, expected: &Expected, subject: &Subject) -> bool {
        let shows_price_but = |excluded: &[Money]| {
            let amounts = pesos(&subject.shown.text);
            let mut prices = amounts.iter().filter(|amount| expected.prices.contains(amount));
            !subject.document_units.is_empty() || prices.any(|price| !excluded.contains(price))
        };
        match self {
            When::Always => true,
            When::Prices => shows_price_but(&[]),
            When::Offers => match subject.unit.filter(|unit| unit.status == Status::Sold) {
                Some(sold) => {
                    let total = expected.totals.get(&sold.price).unwrap_or(&sold.price);
                    shows_price_but(&[sold.price, *total])
                }
                None => shows_price_but(&[]),
            },
            When::PaymentPlan => {
                let parts = expected.strings(&["payment.down_payment", "payment.balance"]);
                let has_plan = |block: &String| parts.iter().all(|part| block.contains(part));
                parts.len() == 2 && subject.shown.blocks.iter().any(has_plan)
            }
        }
    }
}

/// The total of the page's unit, where it is not seen without opening a `<details>`.
pub(super) fn unit_total(expected: &Expected, subject: &Subject) -> Vec<String> {
    let Some(unit) = subject.unit else {
        return Vec::new();
    };
    let on_page = pesos(&subject.shown.text);
    let total = expected.totals.get(&unit.price).filter(|total| {
        let has_price = on_page.contains(&unit.price) || on_page.contains(*total);
        has_price && !pesos(&subject.shown.unfolded).contains(*total)
    });
    let message = total.map(|total| format!("the total of {}, `{total}`, is not shown", unit.code));
    message.into_iter().collect()
}

/// Net prices whose block has neither their total nor the words for "plus tax".
pub(super) fn bare_net_prices(expected: &Expected, subject: &Subject) -> Vec<String> {
    // The total of one unit can be the net price of another.
    let on_page = pesos(&subject.shown.text);
    let totals: BTreeSet<&Money> = on_page
        .iter()
        .filter_map(|net| expected.totals.get(net))
        .collect();
    let plus_tax = expected.strings(&["price.vat_suffix", "price.net"]);
    let blocks = subject.shown.blocks.iter();
    let blocks = blocks.filter(|block| !plus_tax.iter().any(|words| block.contains(words)));
    let bare = blocks.flat_map(|block| {
        let amounts = pesos(block);
        let is_bare = |net: &Money| {
            let total = expected.totals.get(net);
            total.is_some_and(|total| !amounts.contains(total)) && !totals.contains(net)
        };
        amounts.iter().copied().filter(is_bare).collect::<Vec<_>>()
    });
    bare.map(|net| format!("`{net}` is a price before tax, and its block does not say so"))
        .collect()
}

/// Totals of units in a document that differ from the inventory's.
pub(super) fn document_totals(expected: &Expected, subject: &Subject) -> Vec<String> {
    let amount = |value: &Value| value.as_str().and_then(|text| Money::parse(text).ok());
    let wrong = subject.document_units.iter().filter_map(|unit| {
        let total = expected.totals.get(&amount(&unit["net"])?)?;
        let figure = &unit["figures"]["total"];
        let is_shown = |value: &Value| amount(value) == Some(*total);
        let code = unit["code"].as_str().unwrap_or_default();
        (!is_shown(&unit["total"]) || !(figure.is_null() || is_shown(figure)))
            .then(|| format!("the total of {code}, `{total}`, is not shown"))
    });
    wrong.collect()
}

/// Amounts in another currency, in a block without an amount in pesos before them.
pub(super) fn pesos_first(_: &Expected, subject: &Subject) -> Vec<String> {
    let first_is_foreign = |text: &String| {
        let first = amounts(text).into_iter().next()?;
        let number = text[first.at..].split(' ').next().unwrap_or_default();
        let message = format!("the amount `{number}` in another currency has no amount in pesos before it");
        (first.currency == Currency::Foreign).then_some(message)
    };
    subject.shown.blocks.iter().filter_map(first_is_foreign).collect()
}

/// Pictures that are no photographs and have no caption that says so.
pub(super) fn captions(expected: &Expected, subject: &Subject) -> Vec<String> {
    let words = expected.strings(&["legal.illustrative"]);
    let photographs = &expected.legal().photographs;
    let pictures = subject.shown.pictures.iter().filter(|picture| {
        let is_photograph = photographs.iter().any(|name| is_file_of(&picture.source, name));
        let has_caption = words.iter().any(|words| picture.caption.contains(words));
        !is_photograph && !has_caption
    });
    let sources = pictures.map(|picture| &picture.source);
    sources
        .map(|source| format!("the picture `{source}` has no caption that calls it illustrative"))
        .collect()
}

/// Whether a file is a size of the picture `name`: `lobby-1280-f0dc2a43a1.avif` and `lobby-800.webp` of `lobby`.
fn is_file_of(source: &str, name: &str) -> bool {
    let file = source.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let rest = stem
        .strip_prefix(name)
        .map(|rest| rest.strip_prefix('-').ok_or(rest));
    rest.is_some_and(|rest| match rest {
        Ok(size) => {
            let (width, hash) = size.split_once('-').unwrap_or((size, "0"));
            let is_width = width.len() >= WIDTH_DIGITS && width.bytes().all(|byte| byte.is_ascii_digit());
            is_width && !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        Err(rest) => rest.is_empty(),
    })
}

/// What a page with a form for personal data lacks.
pub(super) fn privacy_notice(expected: &Expected, subject: &Subject) -> Vec<String> {
    let notice = expected.strings(&["form.notice"]);
    let full = expected.lang.path(FULL_NOTICE);
    let mut missing = Vec::new();
    for form in &subject.shown.forms {
        if !notice.iter().any(|notice| form.text.contains(notice)) {
            missing.push("the form does not show the simplified privacy notice".to_owned());
        }
        if !form
            .links
            .iter()
            .any(|link| link.split('#').next() == Some(&full))
        {
            missing.push(format!(
                "the form does not link to the full privacy notice `{full}`"
            ));
        }
    }
    if !subject.shown.forms.is_empty() {
        let config = &expected.site.config;
        let responsible =
            [&config.legal.responsible, &config.showroom.address.street].map(|text| plain(text));
        let absent = responsible
            .iter()
            .filter(|text| !subject.shown.text.contains(*text));
        let message = "the page has a form and does not show who is responsible for the data and where";
        missing.extend(absent.map(|text| format!("{message}: `{text}` is missing")));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_adds_a_width_and_maybe_a_hash_to_the_name_of_its_picture() {
        for file in [
            "/a/lobby.jpg",
            "lobby-800.webp",
            "/lobby-1280-f0dc2a43a1.avif",
            "lobby-390-0123456789.webp",
        ] {
            assert!(is_file_of(file, "lobby"), "{file}");
        }
        for other in [
            "lobby-2.jpg",
            "lobby-2-1280-f0dc2a43a1.avif",
            "lobby-dusk.jpg",
            "lobby-800-.jpg",
            "lob.jpg",
        ] {
            assert!(!is_file_of(other, "lobby"), "{other}");
        }
    }
}
