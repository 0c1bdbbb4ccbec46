//! When a requirement applies, and the tests of those that are more than the search for a text.

use std::collections::BTreeSet;

use platform::money::{Currency, Money};
use platform::unit::Status;
use serde_json::Value;

use super::RequiredTexts;
use super::checked_output::CheckedOutput;
use crate::check::visible_text::{VisiblePicture, plain};
use model::payment::Schedule;
use model::price::{Price, Vat};
use model::site::template;

/// The width in a picture's file name has at least this many digits: `lobby-2` is the name of another picture.
const WIDTH_DIGITS: usize = 3;

/// Whether a net price or total of the inventory is shown.
pub(super) fn has_prices(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    has_prices_beside(None, required, output)
}

/// The same; on the page of a sold unit its own price does not count.
pub(super) fn has_offers(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    let sold = output.unit.filter(|unit| unit.status == Status::Sold);
    has_prices_beside(sold.map(|unit| &unit.price), required, output)
}

fn has_prices_beside(
    own: Option<&Money>,
    required: &RequiredTexts,
    output: &CheckedOutput,
) -> bool {
    let own = [own, own.and_then(|price| required.totals.get(price))];
    let is_price = |amount: &_| required.prices.contains(amount) && !own.contains(&Some(amount));
    let prices = output.prices(&required.reader);
    !output.document_units.is_empty() || prices.iter().any(is_price)
}

/// Whether a down payment and a balance are shown in one block.
pub(super) fn has_payment_plan(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    let parts = required.strings(&["payment.down_payment", "payment.balance"]);
    let has_plan = |block: &String| parts.iter().all(|part| block.contains(part));
    parts.len() == 2 && output.visible.blocks.iter().any(has_plan)
}

/// The total of the page's unit, where it is not seen without opening a `<details>`.
pub(super) fn unit_total(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let on_page = output.prices(&required.reader);
    let missing = output.unit.and_then(|unit| {
        let total = required.site.config.price(unit).total;
        let has_price = on_page.contains(&unit.price) || on_page.contains(&total);
        (has_price
            && !required
                .reader
                .prices(&output.visible.unfolded)
                .contains(&total))
        .then(|| {
            format!(
                "the total of {}, `{}`, is not shown",
                unit.code,
                required.money(total)
            )
        })
    });
    Vec::from_iter(missing)
}

/// Net prices whose block has neither their total nor the words for "plus tax".
pub(super) fn bare_net_prices(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    // The total of one unit can be the net price of another.
    let on_page = output
        .prices(&required.reader)
        .iter()
        .filter_map(|net| required.totals.get(net));
    let totals: BTreeSet<&Money> = on_page.collect();
    let plan_words = required.strings(&["payment.down_payment", "payment.balance", "payment.sum"]);
    let plus_tax = required.strings(&["price.vat_suffix", "price.net"]);
    let says_so = |block: &&String| plus_tax.iter().any(|words| block.contains(words));
    let mut missing = Vec::new();
    for block in output.visible.blocks.iter().filter(|block| !says_so(block)) {
        let amounts = required.reader.prices(block);
        let has_plan = plan_words.iter().any(|words| block.contains(words));
        let is_bare = |net: &&Money| {
            let total = required.totals.get(net);
            total.is_some_and(|total| !amounts.contains(total))
                && !totals.contains(net)
                && !(has_plan && is_part_of_a_plan(required, output, **net))
        };
        let message = |net: &Money| {
            format!(
                "`{}` is a price before tax, and its block does not say so",
                required.money(*net)
            )
        };
        missing.extend(amounts.iter().filter(is_bare).map(message));
    }
    missing
}

/// Whether an amount belongs to a payment plan of another price on the page: the part of one price can be another price.
fn is_part_of_a_plan(required: &RequiredTexts, output: &CheckedOutput, amount: Money) -> bool {
    let others = output
        .prices(&required.reader)
        .iter()
        .filter(|other| **other != amount);
    let vat = Vat::whole(required.site.config.facts.vat_percent);
    let plans = &required.site.payment_plans;
    let schedules = others
        .filter(|other| required.totals.contains_key(other))
        .flat_map(|price| plans.iter().map(|plan| Schedule::new(*price, vat, plan)));
    let is_part = |part: Price| [part.net, part.vat, part.total].contains(&amount);
    schedules.into_iter().any(|schedule| {
        is_part(schedule.price)
            || schedule
                .payments
                .iter()
                .any(|payment| is_part(payment.amount))
    })
}

/// Totals of units in a document that differ from the inventory's.
pub(super) fn document_totals(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let amount = |value: &Value| value.as_str().and_then(|text| required.reader.price(text));
    let wrong = output.document_units.iter().filter_map(|unit| {
        let code = unit["code"].as_str().unwrap_or_default();
        let config = &required.site.config;
        let mut units = required.site.inventory.units.iter();
        let total = config
            .price(units.find(|unit| unit.code.as_str() == code)?)
            .total;
        let figure = &unit["figures"]["total"];
        let is_shown = |value: &Value| amount(value) == Some(total);
        (!is_shown(&unit["total"]) || !(figure.is_null() || is_shown(figure))).then(|| {
            format!(
                "the total of {code}, `{}`, is not shown",
                required.money(total)
            )
        })
    });
    wrong.collect()
}

/// Amounts in another currency than pesos, in a block without an amount in pesos: before them where prices are in pesos.
pub(super) fn pesos_beside(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let has_prices_in_pesos = required.site.config.currency() == Currency::MXN;
    let missing = |text: &String| {
        let amounts = required.reader.amounts(text);
        let is_foreign = |(_, code): &&(&str, &str)| *code != Currency::MXN.code();
        let (foreign, _) = amounts.iter().find(is_foreign)?;
        let (before, place) = if has_prices_in_pesos {
            (&amounts[..1], "before")
        } else {
            (&amounts[..], "beside")
        };
        // Short amounts have a word between number and currency: `2.36 million MXN`.
        let is_short = !has_prices_in_pesos && text.contains(Currency::MXN.code());
        let is_missing = !is_short && before.iter().all(|amount| is_foreign(&amount));
        is_missing.then(|| {
            format!("the amount `{foreign}` in another currency has no amount in pesos {place} it")
        })
    };
    output.visible.blocks.iter().filter_map(missing).collect()
}

/// Pictures that are not photographs and have no caption that says so.
pub(super) fn captions(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let words = required.strings(&["legal.illustrative"]);
    let photographs = &required.site.config.legal.photographs;
    let pictures = output.visible.pictures.iter().filter(|picture| {
        let is_photograph = photographs
            .iter()
            .any(|name| is_file_of(&picture.source, name));
        let has_caption = words.iter().any(|words| picture.caption.contains(words));
        !is_photograph && !has_caption
    });
    let message = |picture: &VisiblePicture| {
        format!(
            "the picture `{}` has no caption that calls it illustrative",
            picture.source
        )
    };
    pictures.map(message).collect()
}

/// Whether a file is a size of the picture `name`: `lobby-1280-f0dc2a43a1.avif` and `lobby-800.webp` of `lobby`.
fn is_file_of(source: &str, name: &str) -> bool {
    let file = source.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let Some(rest) = stem.strip_prefix(name) else {
        return false;
    };
    let is_width = |width: &str| {
        width.len() >= WIDTH_DIGITS && width.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_hash =
        |hash: &str| !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    match rest.split('-').collect::<Vec<_>>()[..] {
        [""] => true,
        ["", width] => is_width(width),
        ["", width, hash] => is_width(width) && is_hash(hash),
        _ => false,
    }
}

/// What a page with a form for personal data lacks.
pub(super) fn privacy_notice(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let visible = &output.visible;
    if visible.forms.is_empty() {
        return Vec::new();
    }
    let notice = required.strings(&["form.notice"]);
    let full = required.site.routes.with_template(template::PRIVACY);
    let full = required
        .site
        .routes
        .addresses
        .path(required.lang, full.unwrap_or_default());
    let mut missing = Vec::new();
    for form in &visible.forms {
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
    let config = &required.site.config;
    for text in [&config.legal.responsible, &config.showroom.address.street].map(|text| plain(text))
    {
        if !visible.text.contains(&text) {
            let message =
                "the page has a form and does not show who is responsible for the data and where";
            missing.push(format!("{message}: `{text}` is missing"));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_adds_a_width_and_maybe_a_hash_to_the_name_of_its_picture() {
        for file in
            "/a/lobby.jpg lobby-800.webp /lobby-1280-f0dc2a43a1.avif lobby-390-0123456789.webp"
                .split(' ')
        {
            assert!(is_file_of(file, "lobby"), "{file}");
        }
        for other in
            "lobby-2.jpg lobby-2-1280-f0dc2a43a1.avif lobby-dusk.jpg lobby-800-.jpg lob.jpg"
                .split(' ')
        {
            assert!(!is_file_of(other, "lobby"), "{other}");
        }
    }
}
