//! The template value `uses`: what the units are, in the order of the site.

use minijinja::{Value, context};

use super::values;
use model::config::Use;
use model::localized::Localized;

/// Every use with its names, pages, pictures, tax and declared number of units.
pub(super) fn uses(localized: Localized<'_>) -> Value {
    let Localized { site, lang, .. } = localized;
    let config = &site.config;
    let one = |declared: &Use| {
        context! {
            key => declared.key.key(),
            label => declared.label.get(lang).as_str(),
            plural => declared.plural.get(lang).as_str(),
            heading => declared.heading(lang),
            note => declared.note.as_ref().map(|note| note.get(lang).as_str()),
            count => config.count_of(declared),
            page => declared.page.as_deref(),
            contact => site.contact_of(declared),
            form => declared.form(),
            pictures => values::from_serialize(&declared.pictures),
            vat_percent => config.vat_percent(declared.key),
        }
    };
    config.uses.iter().map(one).collect()
}
