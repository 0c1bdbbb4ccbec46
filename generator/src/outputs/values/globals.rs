//! The global variables of templates, which are the same on every page of a language.

use crate::catalogue::{reference_note, rent_reference_note};
use minijinja::{Value, context};
use platform::amenity::Amenity;

use super::calendar::calendar;
use super::{SiteValues, inventory_value};
use formats::templating::values::from_serialize;
use model::config::{LinkColumn, LinkTarget, MenuLink, Use};
use model::dates;
use model::localized::Localized;
use model::site::{slug, split_fragment};

pub(super) fn all(context: &SiteValues) -> Vec<(&'static str, Value)> {
    let (site, lang, localized) = (&context.site, context.lang, context.localized());
    let map = site.map.as_ref().map(|map| map.get(lang).for_page());
    let percent = localized.filled("documents.percent", &[("percent", "0")]);
    let inventory = inventory_value::inventory(localized, &context.units, &context.date_label);
    vec![
        ("lang", Value::from(lang.code())),
        ("locale", Value::from(lang.locale())),
        // Whether the language's string for a percentage has a space before the sign.
        (
            "spaced_percent",
            Value::from(percent.is_ok_and(|text| text.contains(char::is_whitespace))),
        ),
        // The public part of `site.yaml`, and `theme.yaml`.
        ("site", from_serialize(site.config.as_ref())),
        ("theme", from_serialize(site.theme.as_ref())),
        ("inventory", inventory),
        ("reference", reference(localized)),
        (
            "minor_units",
            Value::from(site.config.currency().minor_units()),
        ),
        (
            "highest_vat_percent",
            Value::from(site.config.highest_vat_percent()),
        ),
        ("vat_rates", Value::from(site.config.vat_rates())),
        ("declared_units", Value::from(site.config.declared_units())),
        ("uses", uses(localized)),
        // The links of the header.
        ("menu", Value::from(links(localized, &site.config.menu))),
        ("footer", Value::from(footer(localized))),
        ("amenities", amenities(localized)),
        ("map", Value::from(map.map(Value::from_safe_string))),
        ("progress", progress(context)),
        ("calendar", calendar(localized)),
    ]
}

/// `reference`: the label, the sentence and the currency of amounts in the second currency, and the sentence where only rents are
/// shown; none on a site without one.
fn reference(localized: Localized<'_>) -> Value {
    let texts = localized
        .reference_label()
        .ok()
        .zip(reference_note(localized).ok())
        .zip(localized.site.config.reference_format(localized.lang));
    let value = texts.map(|((label, note), format)| {
        let rent_note = rent_reference_note(localized);
        context! { label, note, rent_note, currency => format.currency.code() }
    });
    Value::from(value)
}

/// `uses`: what the units are, in the order of the site, with names, pages, pictures, tax and declared number of units.
fn uses(localized: Localized<'_>) -> Value {
    let Localized { site, lang, .. } = localized;
    let config = &site.config;
    let one = |declared: &Use| {
        context! {
            label => declared.label.get(lang).as_str(),
            plural => declared.plural.get(lang).as_str(),
            heading => declared.heading(lang),
            note => declared.note.as_ref().map(|note| note.get(lang).as_str()),
            count => config.count_of(declared),
            contact => site.contact_of(declared),
            form => declared.form(),
            vat_percent => config.vat(declared.key).percent,
            vat_share_percent => config.vat(declared.key).share_percent,
            ..from_serialize(declared)
        }
    };
    config.uses.iter().map(one).collect()
}

/// `footer`: its columns that have links.
fn footer(localized: Localized<'_>) -> Vec<Value> {
    let column = |column: &LinkColumn| {
        let links = links(localized, &column.links);
        // Resolve has found the strings of all titles and labels.
        let title = localized.text(&column.title).unwrap_or_default();
        (!links.is_empty()).then(|| context! { title, links })
    };
    localized
        .site
        .config
        .footer
        .iter()
        .filter_map(column)
        .collect()
}

/// The links to what is public, each with `label` and either `uses`, or `url` with the `slug` of the page or `new_tab`.
fn links(localized: Localized<'_>, links: &[MenuLink]) -> Vec<Value> {
    let Localized { site, lang, .. } = localized;
    let elsewhere = |label, url: &str| context! { label, url, new_tab => true, uses => false };
    let one = |link: &MenuLink| {
        let label = link
            .label
            .as_ref()
            .map(|label| localized.text(label).unwrap_or_default());
        match &link.to {
            LinkTarget::Uses => Some(context! { label, uses => true }),
            LinkTarget::Web(url) => Some(elsewhere(label, url)),
            LinkTarget::Developer => Some(elsewhere(label, &site.config.developer.as_ref()?.url)),
            LinkTarget::Page(page)
                if page.ends_with("#amenities") && site.inventory.amenities.is_empty() =>
            {
                None
            }
            LinkTarget::Page(page) => {
                let url = site.routes.path(lang, page)?;
                let slug = slug(split_fragment(page).0);
                Some(context! { label, url, slug, new_tab => false, uses => false })
            }
        }
    };
    links.iter().filter_map(one).collect()
}

/// `progress`: the months of construction progress (S11), newest first.
fn progress(context: &SiteValues) -> Value {
    let strings = context.strings();
    let months = context.site.progress.get(context.lang).iter().map(|month| {
        let entry = month.entry.as_ref();
        let front = entry.map(|entry| &entry.front);
        let stage =
            front.and_then(|front| strings.plain(&format!("progress.stage.{}", front.stage)));
        context! {
            month => month.month.to_string(),
            year => month.month.first_day().year(),
            label => dates::month(context.lang, month.month),
            short => dates::short_month(context.lang, month.month),
            stage => front.map(|front| front.stage.as_str()),
            stage_label => stage.as_deref(),
            title => front.map(|front| front.title.as_str()),
            body => entry.map(|entry| context.html(&entry.body)),
            source => entry.map(|entry| entry.body.as_str()),
            photographs => front.map_or_else(Vec::new, |front| front.photographs.clone()),
            video => front.and_then(|front| front.video.as_deref()),
            empty => entry.is_none(),
        }
    });
    context! { months => months.collect::<Vec<Value>>() }
}

/// `amenities`: names and descriptions come from the strings of this language, or else from the platform.
fn amenities(localized: Localized<'_>) -> Value {
    let amenity = |amenity: &Amenity| {
        context! {
            name => localized.amenity_text(amenity, "name", &amenity.name),
            description => localized.amenity_text(amenity, "description", &amenity.description),
            icon => localized.site.config.amenity_icons.get(&amenity.code).map(String::as_str),
            ..from_serialize(amenity)
        }
    };
    localized
        .site
        .inventory
        .amenities
        .iter()
        .map(amenity)
        .collect()
}
