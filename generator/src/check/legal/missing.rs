//! When a requirement applies, and the tests of those that are more than the search for a text.

use std::collections::{BTreeSet, HashMap};

use platform::money::{Currency, Money};
use platform::unit::{Status, Unit};
use serde_json::Value;

use super::RequiredTexts;
use super::checked_output::{CheckedOutput, OutputFormat};
use crate::check::visible_text::{Block, VisiblePicture, plain};
use model::fields::AmountKind;
use model::price::Price;
use model::site::template;

/// The width in a picture's file name has at least this many digits: `lobby-2` is the name of another picture.
const WIDTH_DIGITS: usize = 3;

/// Whether a price before tax or a total is shown.
pub(super) fn has_prices(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    let mut units = output.document_units.iter();
    units.any(|unit| unit["on_request"] != true)
        || !output.prices(required).is_empty()
        || shows_rents(output)
}

/// Whether a rent is shown where an element says so.
fn shows_rents(output: &CheckedOutput) -> bool {
    let mut amounts = output.visible.whole.amounts.iter();
    amounts.any(|shown| shown.kind == AmountKind::Rent)
}

/// The same; on the page of a sold unit its own price does not count.
pub(super) fn has_offers(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    let sold = output.unit.filter(|unit| unit.status == Status::Sold);
    let Some(own) = sold.and_then(|sold| required.site.config.price(sold)) else {
        return has_prices(required, output);
    };
    let mut prices = output.prices(required).iter();
    prices.any(|price| ![Some(own.net), Some(own.total)].contains(price))
}

/// Whether a payment plan is shown: where an element says so, or a down payment and a balance are in one block.
pub(super) fn has_payment_plan(required: &RequiredTexts, output: &CheckedOutput) -> bool {
    let visible = &output.visible;
    let mut amounts = visible.whole.amounts.iter();
    if amounts.any(|shown| shown.kind == AmountKind::Payments) {
        return true;
    }
    let parts = required.strings(&["payment.down_payment", "payment.balance"]);
    let has_plan = |block: &Block| parts.iter().all(|part| block.text.contains(part));
    parts.len() == 2 && visible.blocks.iter().any(has_plan)
}

/// The total of the page's unit, where it is not seen without opening a `<details>`.
pub(super) fn unit_total(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let Some(unit) = output.unit else {
        return Vec::new();
    };
    let mut missing = rent_total(required, output, unit);
    let Some(Price { net, total, .. }) = required.site.config.price(unit) else {
        return missing;
    };
    let prices = output.prices(required);
    let own = [Some(net), Some(total)];
    if !own.iter().any(|price| prices.contains(price)) || shows_total(required, output, total) {
        return missing;
    }
    missing.push(format!(
        "the total of {}, `{}`, is not shown",
        unit.code,
        required.money(total)
    ));
    missing
}

/// The rent of the page's unit for its period, tax included, where a rent is shown.
fn rent_total(required: &RequiredTexts, output: &CheckedOutput, unit: &Unit) -> Vec<String> {
    let config = &required.site.config;
    let (Some(rent), Some(format)) = (config.rent(unit), config.rent_format(required.lang)) else {
        return Vec::new();
    };
    let total = plain(&format.text(rent.price.total));
    let is_shown = || match output.format {
        OutputFormat::Page => {
            let mut amounts = output.visible.whole.amounts.iter();
            amounts.any(|shown| shown.kind == AmountKind::Rent && shown.text.contains(&total))
        }
        // A share picture of a unit that is also for sale has no place for it, and names the tax.
        OutputFormat::SharePicture if unit.price.is_some() => true,
        _ => output.visible.whole.text.contains(&total),
    };
    if is_shown() {
        return Vec::new();
    }
    vec![format!(
        "the rent of {} with its tax, `{total}`, is not shown",
        unit.code
    )]
}

/// Whether an element says that it shows this total. Markdown has no elements that say so.
fn shows_total(required: &RequiredTexts, output: &CheckedOutput, total: Money) -> bool {
    let whole = &output.visible.whole;
    if output.format == OutputFormat::Markdown {
        return required.reader.prices(&whole.text).contains(&total);
    }
    whole.amounts.iter().any(|shown| {
        shown.kind == AmountKind::Total
            && !shown.is_folded
            && required.reader.prices(&shown.text).contains(&total)
    })
}

/// Net prices whose block has neither their total nor the words for "plus tax".
pub(super) fn bare_net_prices(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let plus_tax = required.strings(&["price.vat_suffix", "price.net"]);
    let mut missing = Vec::new();
    for block in &output.visible.blocks {
        if plus_tax.iter().any(|words| block.text.contains(words)) {
            continue;
        }
        let of_elements = bare_elements(required, block);
        let of_prose = bare_amounts(required, output, block);
        for price in of_elements.into_iter().chain(of_prose) {
            missing.push(format!(
                "`{price}` is a price before tax, and its block does not say so"
            ));
        }
    }
    missing
}

/// What the elements of a block show that say that it is a price before tax, without its total in the block. An element that says
/// "total" of a price before tax is one of them.
fn bare_elements(required: &RequiredTexts, block: &Block) -> BTreeSet<String> {
    let totals = block_totals(required, block);
    let mut bare = BTreeSet::new();
    for shown in &block.amounts {
        for amount in required.amounts_of(shown) {
            let total = amount.and_then(|amount| required.total_of.get(&amount));
            let is_net = match (shown.kind, amount) {
                (AmountKind::Net, _) => true,
                (AmountKind::Total, Some(amount)) => {
                    total.is_some() && !required.totals.contains(&amount)
                }
                _ => false,
            };
            let is_explained = match total {
                Some(total) => totals.contains(total) || amount == Some(*total),
                None => !required.has_tax,
            };
            if is_net && !is_explained {
                bare.insert(amount.map_or(shown.text.clone(), |amount| required.money(amount)));
            }
        }
    }
    bare
}

/// The totals of a block: of elements that say so, and all amounts outside of such elements.
fn block_totals(required: &RequiredTexts, block: &Block) -> BTreeSet<Money> {
    let mut totals = required.reader.prices(&block.prose);
    for shown in &block.amounts {
        if shown.kind == AmountKind::Total {
            totals.extend(required.reader.prices(&shown.text));
        }
    }
    totals
}

/// Amounts outside of elements that say what they show, where they are a unit's price before tax and their total is not in the block.
fn bare_amounts(
    required: &RequiredTexts,
    output: &CheckedOutput,
    block: &Block,
) -> BTreeSet<String> {
    // Markdown has no elements: the table of a payment plan is known by its words.
    let plan_words = required.strings(&["payment.down_payment", "payment.balance", "payment.sum"]);
    let is_plan = plan_words.iter().any(|words| block.text.contains(words));
    if is_plan && output.format == OutputFormat::Markdown {
        return BTreeSet::new();
    }
    // The total of one unit can be the price before tax of another.
    let shown = output.prices(required).iter().flatten();
    let shown_totals: BTreeSet<&Money> = shown
        .filter_map(|price| required.total_of.get(price))
        .collect();
    let totals = block_totals(required, block);
    let mut bare = BTreeSet::new();
    for amount in required.reader.prices(&block.prose) {
        let Some(total) = required.total_of.get(&amount) else {
            continue;
        };
        if !totals.contains(total) && !shown_totals.contains(&amount) {
            bare.insert(required.money(amount));
        }
    }
    bare
}

/// Units in a document whose total is not that of their view, in words and as a figure.
pub(super) fn document_totals(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    let config = &required.site.config;
    let format = config.money_format(required.lang);
    let units = required.site.inventory.units.iter();
    let by_address: HashMap<&str, &Unit> = units.map(|unit| (unit.code.address(), unit)).collect();
    let mut wrong = Vec::new();
    for shown in &output.document_units {
        // Templates of a project may have only the code.
        let address = shown["address"].as_str().or(shown["code"].as_str());
        let Some(&unit) = by_address.get(address.unwrap_or_default()) else {
            continue;
        };
        let Some(Price { total, .. }) = config.price(unit) else {
            continue;
        };
        let text = required.money(total);
        let is = |value: &Value, text: &str| {
            let shown = value.as_str().unwrap_or_default();
            plain(shown) == plain(text)
        };
        let figure = &shown["figures"]["total"];
        let is_right =
            is(&shown["total"], &text) && (figure.is_null() || is(figure, &format.figure(total)));
        if !is_right {
            wrong.push(format!(
                "the total of {}, `{text}`, is not shown",
                unit.code
            ));
        }
    }
    wrong
}

/// Amounts in another currency than pesos, in a block without an amount in pesos: before them where prices are in pesos.
pub(super) fn pesos_beside(required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
    // Rents in another currency are in pesos after them.
    let config = &required.site.config;
    let has_prices_in_pesos = config.currency() == Currency::MXN && !config.has_foreign_rents();
    let missing = |block: &Block| {
        let text = &block.text;
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
    let page = required.site.routes.with_template(template::PRIVACY);
    let full = required
        .site
        .routes
        .addresses
        .path(required.lang, page.unwrap_or_default());
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
        if !visible.whole.text.contains(&text) {
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
