//! News as Atom feeds: the data of `atom.xml`, from the history, the months of construction and pages of news, never from the clock.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::{AutoEscape, Error, Output, State, Value, context};

use super::{Feed, FeedPictures};
use crate::catalogue::rent_text;
use crate::outputs::values::SiteValues;
use building::Plan;
use formats::escape::escape_html;
use formats::markdown;
use formats::templating::values::{from_serialize, write_value};
use model::history::{Change, ChangeKind};
use model::site::template;

/// How many entries a feed has. A reader that polls each day misses none.
const LATEST: usize = 100;

/// The feed as XML; `page` is the path of the page that it belongs to, without language, `address` its own path.
pub(super) fn xml(
    values: &Arc<SiteValues>,
    feed: Feed,
    page: &str,
    address: &str,
    pictures: FeedPictures<'_>,
) -> Result<String, Error> {
    let (site, localized) = (&values.site, values.localized());
    let page_address = localized.absolute(&site.routes.addresses.path(values.lang, page));
    let (subtitle, (entries, updated)) = match feed {
        Feed::Inventory => ("feeds.inventory_subtitle", changes(values)),
        Feed::Progress => (
            "feeds.progress_subtitle",
            months(values, page, &page_address),
        ),
        Feed::News => ("feeds.news_subtitle", news(values, page, pictures)),
    };
    let mut environment = values.environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(write_xml);
    let feed = context! {
        address => localized.absolute(address),
        page => page_address,
        title => values.text(feed.title_key(), &[("site", &site.config.name)])?,
        subtitle => values.text(subtitle, &[])?,
        updated => site.config.time_zone.midnight(updated),
        entries,
    };
    environment.render_named_str("atom.xml", include_str!("atom.xml"), feed)
}

/// The latest changes of the inventory, and the date of the last one.
fn changes(values: &SiteValues) -> (Vec<Value>, Date) {
    let inventory = &values.site.inventory;
    let changes = &inventory.history.changes;
    let latest = changes
        .iter()
        .rev()
        .take(LATEST)
        .map(|change| of_change(values, change));
    (
        latest.collect(),
        changes.last().map_or(inventory.date, |change| change.date),
    )
}

fn of_change(values: &SiteValues, change: &Change) -> Value {
    let (site, lang, localized) = (&values.site, values.lang, values.localized());
    let code = change.code.address();
    let unit = localized
        .unit_title(change.unit_use, change.code.spelling())
        .unwrap_or_default();
    // A unit that is gone is still drawn.
    let is_there = |plan: &&Plan| plan.units.iter().any(|drawn| drawn.code == code);
    let place = site
        .plans
        .iter()
        .find(is_there)
        .map_or("", |plan| &plan.building);
    let listed = site
        .inventory
        .units
        .iter()
        .find(|unit| unit.code == change.code);
    let own = site.routes.unit(&change.code);
    // The unit's page, or the inventory when the unit has no page any more.
    let inventory = site
        .routes
        .with_template(template::INVENTORY)
        .unwrap_or("/");
    let page = if site.routes.contains(&own) {
        &own
    } else {
        inventory
    };
    let price = match change.kind {
        ChangeKind::Listed { price, .. } | ChangeKind::Returned { price, .. } => price,
        ChangeKind::Price { to, .. } => to,
        ChangeKind::Status { .. } | ChangeKind::Rent { .. } | ChangeKind::Gone {} => None,
    };
    let rent = match change.kind {
        ChangeKind::Rent { to: Some(rent), .. } => rent_text(localized, change.unit_use, rent),
        _ => None,
    };
    let total = price.map(|price| site.config.price_of(change.unit_use, price));
    context! {
        // No later build gives it to another entry.
        id => format!("{}{own}/{}/{}", tag(values, change.date), change.kind.key(), change.number),
        unit => localized.in_building(unit, listed.map_or(place, |listed| listed.building())),
        day => site.config.time_zone.midnight(change.date),
        page => localized.absolute(&site.routes.addresses.path(lang, page)),
        vat_percent => site.config.vat(change.unit_use).percent,
        only_rent => listed.is_some_and(|listed| !listed.is_for_sale()),
        rent => rent,
        total => total.map(|price| price.total.minor_units()),
        ..from_serialize(&change.kind)
    }
}

/// The months of construction with a note, newest first, with the whole text that the page shows; and the date of the newest.
fn months(values: &SiteValues, path: &str, page: &str) -> (Vec<Value>, Date) {
    let (site, localized) = (&values.site, values.localized());
    let months = site.progress.get(values.lang).iter();
    let written: Vec<_> = months
        .filter_map(|month| Some((month.month, month.entry.as_ref()?)))
        .collect();
    let entries = written.iter().map(|(month, source)| {
        // Never later than the note about the month.
        let date = month.first_day();
        context! {
            id => format!("{}{path}/{month}", tag(values, date)),
            title => format!("{}: {}", localized.month(*month), source.front.title),
            day => site.config.time_zone.midnight(date),
            page => format!("{page}#m{month}"),
            kind => (),
            text => {
                let link = |written: &str| localized.absolute_link(page, written);
                markdown::render(&source.body, &link, &markdown::without_picture).html
            },
        }
    });
    let first = site
        .config
        .facts
        .progress
        .map(|months| months.from.first_day());
    let newest = written.first().map(|(month, _)| month.first_day());
    (
        entries.collect(),
        newest.or(first).unwrap_or(site.inventory.date),
    )
}

/// The latest dated pages below the path of a list of news, with their whole text, and the date of the newest.
fn news(values: &SiteValues, path: &str, pictures: FeedPictures<'_>) -> (Vec<Value>, Date) {
    let (site, localized) = (&values.site, values.localized());
    let pages = site.pages_below(values.lang, path);
    let dated: Vec<_> = pages
        .into_iter()
        .filter_map(|page| Some((page, page.source()?, page.date()?)))
        .take(LATEST)
        .collect();
    let entries = dated.iter().map(|(page, source, date)| {
        let address = site.config.absolute(&page.url);
        let link = |written: &str| localized.absolute_link(&address, written);
        let picture = |name: &str, alt: &str| {
            figure(values, pictures, name, alt)
                .unwrap_or_else(|| markdown::without_picture(name, alt))
        };
        let text = markdown::render(&source.body, &link, &picture);
        let own = source.front.image.as_deref().and_then(|name| {
            let alt = values.text(&format!("images.{name}.alt"), &[]).ok()?;
            figure(values, pictures, name, &alt)
        });
        context! {
            id => format!("{}{}", tag(values, *date), page.neutral),
            title => source.front.title.as_str(),
            day => site.config.time_zone.midnight(*date),
            page => address,
            kind => (),
            text => own.unwrap_or_default() + &text.html,
        }
    });
    let newest = dated.first().map(|(.., date)| *date);
    (entries.collect(), newest.unwrap_or(site.inventory.date))
}

/// A picture with an absolute address, of one size: readers choose none.
fn figure(
    values: &SiteValues,
    pictures: FeedPictures<'_>,
    name: &str,
    alt: &str,
) -> Option<String> {
    let (address, width, height) = pictures(name)?;
    let caption = values.caption(name, None).ok()?;
    let caption = caption.map(|text| format!("<figcaption>{}</figcaption>", escape_html(&text)));
    let (address, alt) = (escape_html(&address), escape_html(alt));
    let img =
        format!("<img src=\"{address}\" width=\"{width}\" height=\"{height}\" alt=\"{alt}\">");
    Some(format!(
        "<figure>{img}{}</figure>\n",
        caption.unwrap_or_default()
    ))
}

/// The beginning of a tag URI of a day (RFC 4151), with the host of the site as its authority.
fn tag(values: &SiteValues, date: Date) -> String {
    let base_url = &values.site.config.base_url;
    let host = base_url
        .split_once("://")
        .map_or(&**base_url, |(_, host)| host);
    let authority = host.split(':').next().unwrap_or(host);
    format!("tag:{authority},{date}:{}", values.lang)
}

/// Writes a value for XML, without the characters that it cannot hold.
fn write_xml(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let is_xml = |character: &char| {
        matches!(character, '\t' | '\n')
            || *character >= ' ' && !matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    match value
        .as_str()
        .filter(|text| !text.chars().all(|character| is_xml(&character)))
    {
        Some(text) if !value.is_safe() => write_value(
            out,
            state,
            &Value::from(text.chars().filter(is_xml).collect::<String>()),
        ),
        _ => write_value(out, state, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::Environment;
    use proptest::prelude::*;
    use roxmltree::Document;

    proptest! {
        #[test]
        fn any_text_is_well_formed_xml(text in "\\PC*|[<>&\"'\u{0}-\u{1f}\u{fffe}a]*") {
            let mut environment = Environment::new();
            environment.set_auto_escape_callback(|_| AutoEscape::Html);
            environment.set_formatter(write_xml);
            let xml = environment.render_str("<a b=\"{{ text }}\">{{ text }}</a>", context! { text => &text }).unwrap();
            let document = Document::parse(&xml).unwrap();
            let kept: String = text
                .chars()
                .filter(|c| (*c >= ' ' || matches!(c, '\t' | '\n')) && !matches!(c, '\u{fffe}' | '\u{ffff}'))
                .collect();
            prop_assert_eq!(document.root_element().text().unwrap_or_default(), kept);
        }
    }
}
