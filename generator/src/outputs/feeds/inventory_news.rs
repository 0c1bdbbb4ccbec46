//! News of the inventory: new units, reserved and sold units, changed prices. Events and their dates come from the
//! history, never from the clock.

use building::Plan;
use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, UnitUse};

use super::atom::{AtomEntry, EntryText, authority};
use model::history::{Change, ChangeKind};
use model::localized::Localized;
use model::site::template;
use model::strings::StringsError;

/// How many entries a feed has. A reader that polls each day misses none.
const LATEST: usize = 100;

/// The latest changes, and the date of the last one.
pub(super) fn entries(localized: Localized<'_>) -> Result<(Vec<AtomEntry>, Date), StringsError> {
    let inventory = &localized.site.inventory;
    let changes = &inventory.history.changes;
    let latest = changes.iter().rev().take(LATEST);
    let entries: Result<_, _> = latest.map(|change| entry(localized, change)).collect();
    Ok((entries?, changes.last().map_or(inventory.date, |change| change.date)))
}

fn entry(localized: Localized<'_>, change: &Change) -> Result<AtomEntry, StringsError> {
    let unit = localized.unit_title(change.unit_use, change.code.as_str())?;
    let code = change.code.as_str();
    // A unit that is gone is still drawn.
    let is_there = |plan: &&Plan| plan.units.iter().any(|drawn| drawn.code == code);
    let place = localized.site.plans.iter().find(is_there).map_or("", |plan| &plan.building);
    let listed = localized.site.inventory.units.iter().find(|unit| unit.code == change.code);
    let unit = localized.in_building(unit, listed.map_or(place, |listed| listed.building()));
    let label = |status: Status| localized.status(status);
    let titled = |key: &str| localized.filled(key, &[("unit", &unit)]);
    let offered = |status, price| Ok(sentences(&[label(status)?, cost(localized, change.unit_use, price)?]));
    let (title, said) = match change.kind {
        ChangeKind::Listed { price, status } => (titled("feeds.listed")?, offered(status, price)?),
        ChangeKind::Returned { price, status } => (titled("feeds.returned")?, offered(status, price)?),
        ChangeKind::Status { from, to } => {
            let (before, now) = (label(from)?, label(to)?);
            (
                localized.filled("feeds.status", &[("unit", &unit), ("status", &now)])?,
                localized.filled("feeds.status_text", &[("before", &before), ("status", &now)])?,
            )
        }
        ChangeKind::Price { from, to } => {
            let rate = localized.site.config.vat_percent(change.unit_use);
            let before = localized.taxed("feeds.price_before", rate, &[("price", &localized.money(from))])?;
            (titled("feeds.price")?, sentences(&[cost(localized, change.unit_use, to)?, before]))
        }
        ChangeKind::Gone {} => (titled("feeds.gone")?, localized.text("feeds.gone_text")?),
    };
    Ok(AtomEntry {
        id: name(localized, change),
        title,
        date: change.date,
        page: localized.absolute(&page(localized, change)),
        text: EntryText::Plain(said),
    })
}

/// The price of a unit with its total, tax included (LFPC, article 7 bis).
fn cost(localized: Localized<'_>, unit_use: UnitUse, net: Money) -> Result<String, StringsError> {
    let config = &localized.site.config;
    let Some(price) = config.price_of(unit_use, net) else {
        return Ok(String::new());
    };
    let [net, total] = [price.net, price.total].map(|money| localized.money(money));
    let values = [("price", net.as_str()), ("total", &total)];
    localized.taxed("feeds.price_text", config.vat_percent(unit_use), &values)
}

fn sentences(parts: &[String]) -> String {
    let said: Vec<String> = parts
        .iter()
        .filter(|part| !part.is_empty())
        .map(|part| format!("{}.", part.trim_end_matches('.')))
        .collect();
    said.join(" ")
}

/// The unit's page, or the inventory when the unit has no page any more.
fn page(localized: Localized<'_>, change: &Change) -> String {
    let Localized { site, lang, .. } = localized;
    let own = site.routes.unit(&change.code);
    let inventory = site.routes.with_template(template::INVENTORY);
    let path = if site.routes.contains(&own) { &own } else { inventory.unwrap_or("/") };
    site.routes.addresses.path(lang, path)
}

/// The id of an entry, which no later build gives to another entry.
fn name(localized: Localized<'_>, change: &Change) -> String {
    let Localized { site, lang, .. } = localized;
    format!(
        "tag:{},{}:{lang}{}/{}/{}",
        authority(&site.config.base_url),
        change.date,
        site.routes.unit(&change.code),
        change.kind.key(),
        change.number
    )
}
