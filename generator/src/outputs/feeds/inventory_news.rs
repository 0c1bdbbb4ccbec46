//! News of the inventory: new units, units set aside or sold, prices. What happened and when is the history's; nothing
//! here knows a clock.

use platform::money::Money;
use platform::unit::Status;

use super::atom::{Entry, Feed, Text, authority};
use super::{Feed as Which, absolute, text};
use model::history::{Change, What};
use model::lang::Lang;
use model::price::Price;
use model::site::{Site, UNIT_PARENT};
use model::strings::StringsError;

/// How many entries a feed has: readers that ask each day miss nothing.
const LATEST: usize = 100;

pub(super) fn feed(site: &Site, lang: Lang) -> Result<Feed, StringsError> {
    let changes = &site.inventory.history.changes;
    let entries: Result<Vec<Entry>, StringsError> = changes
        .iter()
        .rev()
        .take(LATEST)
        .map(|change| entry(site, lang, change))
        .collect();
    let which = Which::Inventory;
    Ok(Feed {
        lang,
        address: absolute(site, &which.url(lang)),
        page: absolute(site, &lang.path(UNIT_PARENT)),
        title: text(site, lang, which.title_key(), &[("site", &site.config.name)])?,
        subtitle: text(site, lang, "feeds.inventory_subtitle", &[])?,
        utc_offset: site.config.utc_offset,
        author: site.config.name.clone(),
        updated: changes.last().map_or(site.inventory.date, |change| change.date),
        entries: entries?,
    })
}

fn entry(site: &Site, lang: Lang, change: &Change) -> Result<Entry, StringsError> {
    let name_key = format!("unit.{}_title", change.unit_use.key());
    let unit = text(site, lang, &name_key, &[("unit", &change.unit)])?;
    let label = |status: Status| text(site, lang, &format!("status.{}", status.key()), &[]);
    let titled = |key: &str| text(site, lang, key, &[("unit", &unit)]);
    let (title, said) = match change.what {
        What::Listed { price, status } => (
            titled("feeds.listed")?,
            sentences(&[label(status)?, cost(site, lang, price)?]),
        ),
        What::Returned { price, status } => (
            titled("feeds.returned")?,
            sentences(&[label(status)?, cost(site, lang, price)?]),
        ),
        What::Status { from, to } => {
            let (before, now) = (label(from)?, label(to)?);
            (
                text(site, lang, "feeds.status", &[("unit", &unit), ("status", &now)])?,
                text(
                    site,
                    lang,
                    "feeds.status_text",
                    &[("before", &before), ("status", &now)],
                )?,
            )
        }
        What::Price { from, to } => {
            let before = text(site, lang, "feeds.price_before", &[("price", &from.to_string())])?;
            (
                titled("feeds.price")?,
                sentences(&[cost(site, lang, to)?, before]),
            )
        }
        What::Gone {} => (titled("feeds.gone")?, text(site, lang, "feeds.gone_text", &[])?),
    };
    Ok(Entry {
        id: name(site, lang, change),
        title,
        date: change.date,
        page: absolute(site, &page(site, lang, change)),
        text: Text::Plain(said),
    })
}

/// What a unit costs, the amount to pay included (LFPC, article 7 bis).
fn cost(site: &Site, lang: Lang, net: Money) -> Result<String, StringsError> {
    match Price::of(net, site.config.facts.vat_percent) {
        Some(price) => text(
            site,
            lang,
            "feeds.price_text",
            &[
                ("price", &price.net.to_string()),
                ("total", &price.total.to_string()),
            ],
        ),
        None => Ok(String::new()),
    }
}

fn sentences(parts: &[String]) -> String {
    let said: Vec<String> = parts
        .iter()
        .filter(|part| !part.is_empty())
        .map(|part| format!("{}.", part.trim_end_matches('.')))
        .collect();
    said.join(" ")
}

/// The unit's page as long as it has one.
fn page(site: &Site, lang: Lang, change: &Change) -> String {
    let own = format!("{UNIT_PARENT}/{}", change.code);
    match site.routes.contains(&own) {
        true => lang.path(&own),
        false => lang.path(UNIT_PARENT),
    }
}

/// A name that no later build gives to anything else.
fn name(site: &Site, lang: Lang, change: &Change) -> String {
    format!(
        "tag:{},{}:{lang}{UNIT_PARENT}/{}/{}/{}",
        authority(&site.config.base_url),
        change.date,
        change.code,
        change.what.key(),
        change.number
    )
}
