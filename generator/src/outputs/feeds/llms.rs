//! `llms.txt`: a summary of the site with links to its machine-readable files, one section for each language
//! (<https://llmstxt.org>).

use std::fmt::Write;

use super::{Feed, schema, spreadsheet};
use crate::outputs::markdown_alternate;
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;

pub(super) fn text_of_site(site: &Site) -> Result<String, StringsError> {
    let mut out = format!("# {}\n", site.config.name);
    for lang in site.config.languages {
        if let Some(home) = site.page(lang, "/").and_then(|page| page.source()) {
            let _ = write!(out, "\n> {}\n", one_line(&home.front.description));
        }
    }
    for lang in site.config.languages {
        let rate = site.config.highest_vat_percent();
        let note = Localized::new(site, lang).taxed("feeds.llms_note", rate, &[])?;
        let _ = write!(out, "\n{note}\n");
    }
    for lang in site.config.languages {
        let localized = Localized::new(site, lang);
        let _ = write!(out, "\n## {}\n\n", localized.text("feeds.llms_pages")?);
        pages(&mut out, localized);
        let _ = write!(out, "\n## {}\n\n", localized.text("feeds.llms_data")?);
        data(&mut out, localized)?;
    }
    Ok(out)
}

/// The content pages. The inventory links to those of units.
fn pages(out: &mut String, localized: Localized<'_>) {
    let Localized { site, lang, .. } = localized;
    for page in site.pages.iter().filter(|page| page.lang == lang) {
        let Some(source) = page.source().filter(|_| page.is_listed() && !page.is_error()) else {
            continue;
        };
        let address = markdown_alternate::url(site, page).unwrap_or_else(|| page.url.clone());
        let (title, description) = (&source.front.title, &source.front.description);
        item(out, title, &localized.absolute(&address), description);
    }
}

fn data(out: &mut String, localized: Localized<'_>) -> Result<(), StringsError> {
    let Localized { site, lang, .. } = localized;
    let said = |key: &str| localized.text(key);
    let mut add = |name: &str, path: &str, about: &str| item(out, name, &localized.absolute(path), about);
    add("inventory.json", "/data/inventory.json", &said("feeds.llms_json")?);
    add("inventory.schema.json", &format!("/{}", schema::PATH), &said("feeds.llms_schema")?);
    let sheet = spreadsheet::path(lang);
    let name = sheet.trim_start_matches("data/");
    let about_csv = localized.taxed("feeds.llms_csv", site.config.highest_vat_percent(), &[])?;
    add(name, &format!("/{sheet}"), &about_csv);
    for feed in Feed::ALL {
        let Some(path) = feed.url(site, lang) else {
            continue;
        };
        let title = localized.filled(feed.title_key(), &[("site", &site.config.name)])?;
        add(&title, &path, &said("feeds.llms_feed")?);
    }
    Ok(())
}

fn item(out: &mut String, name: &str, address: &str, about: &str) {
    let _ = writeln!(out, "- [{}]({address}): {}", one_line(name), one_line(about));
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
