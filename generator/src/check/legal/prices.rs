//! Rules about prices on pages: the total, pesos first, until when, and what credit changes.

use platform::unit::Status;

use super::Demands;
use super::amounts::{Currency, amounts, pesos};
use super::shown::plain;
use crate::check::page::CheckedPage;
use model::site::PageKind;

/// A unit's page shows what a buyer pays in all, not folded away. Wherever else a net price stands, its own block says
/// that the tax is added, or has the total.
pub(super) fn total_price(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    let shown = &page.facts.shown;
    let on_page = pesos(&shown.text);
    let mut missing = Vec::new();
    if let PageKind::Unit(index) = page.page.kind {
        let unit = &demands.site.inventory.units[index];
        let total = demands.totals.get(&unit.price);
        missing.extend(
            total
                .filter(|total| {
                    let offers = [unit.price, **total]
                        .iter()
                        .any(|amount| on_page.contains(amount));
                    offers && !pesos(&shown.unfolded).contains(*total)
                })
                .map(|total| format!("the total of {}, {total}, is not shown", unit.code)),
        );
    }
    let says_net: Vec<String> = ["price.vat_suffix", "price.net"]
        .iter()
        .filter_map(|key| demands.string(key))
        .collect();
    for block in &shown.blocks {
        if says_net.iter().any(|words| block.contains(words.as_str())) {
            continue;
        }
        let amounts = pesos(block);
        let bare = amounts.iter().filter(|amount| {
            let total = demands.totals.get(*amount);
            total.is_some_and(|total| !amounts.contains(total)) && !demands.is_total(**amount, &on_page)
        });
        missing.extend(bare.map(|net| format!("{net} is a price before tax, and nothing beside it says so")));
    }
    missing
}

/// Where an amount in another currency stands, one in pesos stands before it.
pub(super) fn pesos_first(_: &Demands, page: &CheckedPage) -> Vec<String> {
    let blocks = page.facts.shown.blocks.iter();
    blocks.filter_map(|block| foreign_first(block)).collect()
}

pub(super) fn foreign_first(text: &str) -> Option<String> {
    let amounts = amounts(text);
    let foreign = amounts
        .iter()
        .find(|amount| amount.currency == Currency::Foreign)?;
    let is_first = !amounts
        .iter()
        .any(|amount| amount.currency == Currency::Pesos && amount.at < foreign.at);
    let number = text[foreign.at..].split(' ').next().unwrap_or_default();
    is_first.then(|| format!("the amount {number} in another currency has none in pesos before it"))
}

/// A page with prices says until when, or for how many units, they hold. What a sold unit was offered for is no offer.
pub(super) fn validity(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    let text = &page.facts.shown.text;
    let mut amounts = pesos(text);
    if let PageKind::Unit(index) = page.page.kind {
        let unit = &demands.site.inventory.units[index];
        if unit.status == Status::Sold {
            let total = demands.totals.get(&unit.price);
            amounts.retain(|amount| *amount != unit.price && Some(amount) != total);
        }
    }
    if amounts.iter().any(|amount| demands.is_price(*amount)) {
        no_validity(demands, text)
    } else {
        Vec::new()
    }
}

pub(super) fn no_validity(demands: &Demands, text: &str) -> Vec<String> {
    let is_said = demands.validity.iter().any(|sentence| text.contains(sentence));
    let message = "it shows prices, and neither their date of validity nor the number of units on offer";
    (!is_said).then(|| message.to_owned()).into_iter().collect()
}

/// A page with a payment plan says that a total on credit varies.
pub(super) fn credit_notice(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    let blocks = page.facts.shown.blocks.iter();
    if !blocks.into_iter().any(|block| is_plan(demands, block)) {
        return Vec::new();
    }
    no_credit_notice(demands, &page.facts.shown.text)
}

/// A payment plan: amounts for a down payment and for a balance.
pub(super) fn is_plan(demands: &Demands, text: &str) -> bool {
    let parts = ["payment.down_payment", "payment.balance"];
    parts.iter().all(|key| {
        let words = demands.string(key);
        words.is_some_and(|words| text.contains(&words))
    })
}

pub(super) fn no_credit_notice(demands: &Demands, text: &str) -> Vec<String> {
    let notice = demands.string("payment.credit").map(|words| plain(&words));
    let is_said = notice.is_some_and(|notice| text.contains(&notice));
    let message = "it shows a payment plan, and not that the total of a purchase on credit varies";
    (!is_said).then(|| message.to_owned()).into_iter().collect()
}
