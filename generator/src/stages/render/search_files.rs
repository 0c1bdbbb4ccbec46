//! Files for crawlers: the sitemap, `robots.txt`, the keys by which search engines recognize the publisher, `security.txt`, and
//! the listing feed of advertisements.

use std::fmt::Write as _;
use std::sync::Arc;

use jiff::ToSpan as _;
use jiff::civil::Date;
use minijinja::context;
use platform::unit::Status;

use super::PageFingerprints;
use super::environment::RenderContext;
use crate::outputs::render_text;
use crate::outputs::share::SharePictures;
use formats::escape::escape_html;
use formats::problem::{Bug, Problem};
use model::config::Crawlers;
use model::lang::{Lang, Languages};
use model::output::OutputFile;
use model::site::{Page, PageKind, Site};

/// The file that `robots.txt` names.
pub(super) const INDEX: &str = "sitemap.xml";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The values of `hreflang`, with the language of each page that they link; none for a site in one language.
pub(super) fn alternates(languages: &Languages) -> impl Iterator<Item = (&str, Lang)> {
    let own = languages
        .as_slice()
        .iter()
        .map(|lang| (lang.locale(), *lang));
    own.chain([("x-default", languages.first())])
        .filter(move |_| languages.count() > 1)
}

/// The most addresses in one file (sitemaps.org, "Sitemap file location").
const MOST_ADDRESSES: usize = 50_000;

/// `sitemap.xml`, by its path; for more addresses than one file may have, an index of `sitemap-1.xml` and so on, and these.
/// A page has the day since when it says what it says, where that is known and not after `today`.
pub(super) fn sitemaps(
    site: &Site,
    share: &SharePictures,
    page_fingerprints: &PageFingerprints,
    today: Date,
) -> Vec<(String, String)> {
    let changed_on = |page: &Page| {
        page_fingerprints
            .get(&page.url)?
            .changed_on
            .filter(|day| *day <= today)
    };
    let pages: Vec<_> = site
        .pages
        .iter()
        .enumerate()
        .filter(|(_, page)| page.is_listed())
        .map(|(index, page)| (index, page, changed_on(page)))
        .collect();
    files(&site.config.base_url, &pages, MOST_ADDRESSES, |part| {
        sitemap(site, share, part)
    })
}

fn files<T>(
    base_url: &str,
    pages: &[T],
    most: usize,
    write: impl Fn(&[T]) -> String,
) -> Vec<(String, String)> {
    if pages.len() <= most {
        return vec![(INDEX.to_owned(), write(pages))];
    }
    let base = escape_html(base_url);
    let parts: Vec<(String, String)> = pages
        .chunks(most)
        .zip(1..)
        .map(|(part, number)| (format!("sitemap-{number}.xml"), write(part)))
        .collect();
    let mut index = format!("{DECLARATION}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for (path, _) in &parts {
        let _ = writeln!(index, "<sitemap><loc>{base}/{path}</loc></sitemap>");
    }
    index += "</sitemapindex>\n";
    [(INDEX.to_owned(), index)]
        .into_iter()
        .chain(parts)
        .collect()
}

/// The addresses of pages, each with its index and day, and their alternates and pictures.
fn sitemap(site: &Site, share: &SharePictures, pages: &[(usize, &Page, Option<Date>)]) -> String {
    let base = escape_html(&site.config.base_url);
    let mut xml = format!(
        "{DECLARATION}<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\""
    );
    if !share.pictures.is_empty() {
        xml += " xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    }
    xml += ">\n";
    // Writing to a String cannot fail.
    for (index, page, changed_on) in pages {
        let _ = writeln!(xml, "<url><loc>{base}{}</loc>", escape_html(&page.url));
        if let Some(day) = changed_on {
            let _ = writeln!(xml, "<lastmod>{day}</lastmod>");
        }
        for (hreflang, lang) in alternates(&site.config.languages) {
            let href = escape_html(&site.routes.url_in(page, lang));
            let _ = writeln!(
                xml,
                r#"<xhtml:link rel="alternate" hreflang="{hreflang}" href="{base}{href}"/>"#
            );
        }
        if let Some(picture) = share.of_page(*index) {
            let url = escape_html(&picture.url);
            let _ = writeln!(
                xml,
                "<image:image><image:loc>{base}{url}</image:loc></image:image>"
            );
        }
        xml += "</url>\n";
    }
    xml + "</urlset>\n"
}

pub(super) fn robots(allowed: Crawlers, base_url: &str) -> Result<String, Bug> {
    let Crawlers {
        search,
        answers,
        training,
    } = allowed;
    let values = context! { search, answers, training, base_url };
    render_text("robots.txt", include_str!("robots.txt"), &values)
}

/// The keys for IndexNow. The file of each has the key as its name and text.
pub(super) fn index_now_keys(site: &Site) -> impl Iterator<Item = &str> {
    let purges = site
        .config
        .publish
        .targets
        .values()
        .filter_map(|target| target.purge.as_ref());
    purges.filter_map(|purge| purge.index_now.as_deref())
}

/// Where `security.txt` is (RFC 9116).
pub(super) const SECURITY: &str = ".well-known/security.txt";

/// How many days `security.txt` is valid after the day of the inventory.
const VALID_DAYS: i64 = 180;

pub(super) fn security(contact: &str, date: Date, languages: Languages, base_url: &str) -> String {
    let end = date.saturating_add(VALID_DAYS.days());
    let languages = languages.codes().collect::<Vec<_>>().join(", ");
    format!(
        "Contact: {contact}\nExpires: {end}T00:00:00Z\nPreferred-Languages: {languages}\n\
         Canonical: {base_url}/{SECURITY}\n"
    )
}

/// The fields of `DynamicRealEstateAsset` (googleapis, `google/ads/googleads/v21/common/asset_types.proto`), and the page that an
/// advertisement leads to.
const LISTING_COLUMNS: [&str; 8] = [
    "listing_id",
    "listing_name",
    "final_url",
    "image_url",
    "city_name",
    "description",
    "price",
    "property_type",
];

/// The file of a language; units that are reserved or sold are not advertised.
pub(super) fn listing(context: &Arc<RenderContext>) -> Result<OutputFile, Problem> {
    let (site, lang, localized) = (&context.site, context.lang, context.localized());
    let catalogue = &context.catalogue;
    let currency = site.config.currency();
    let mut rows = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and each row has the cells of the header.
    let _ = rows.write_record(LISTING_COLUMNS);
    for (index, page) in site.pages.iter().enumerate() {
        let PageKind::Unit(position) = page.kind else {
            continue;
        };
        let (unit, view) = (catalogue.unit(position), &catalogue.units[position]);
        if page.lang != lang || unit.status != Status::Available {
            continue;
        }
        let level = localized.level(unit.level).unwrap_or_default();
        let area = view.areas.exact.as_deref().unwrap_or_default();
        let image = context
            .share
            .of_page(index)
            .map(|picture| site.config.absolute(&picture.url));
        let _ = rows.write_record([
            // The service allows only letters and digits.
            unit.code
                .address()
                .replace(|character: char| !character.is_ascii_alphanumeric(), ""),
            view.name.as_deref().unwrap_or_default().to_owned(),
            site.config.absolute(&page.url),
            image.unwrap_or_default(),
            site.config
                .location
                .as_ref()
                .map_or_else(String::new, |place| place.locality.clone()),
            // The service has no period of a price: a rent is in the description only.
            match &view.price.rent {
                Some(rent) => format!("{area}, {level}, {}", rent.named),
                None => format!("{area}, {level}"),
            },
            // What a buyer pays, tax included, as the service writes prices: `3712000.00 MXN`. It may be empty.
            view.price.amounts.map_or_else(String::new, |price| {
                format!("{} {}", currency.plain(price.total), currency.code())
            }),
            localized.unit_use(&unit.unit_use).to_owned(),
        ]);
    }
    let path = if lang.is_first() {
        "data/listings.csv".to_owned()
    } else {
        format!("data/listings.{lang}.csv")
    };
    Ok(OutputFile::new(
        &path,
        rows.into_inner().unwrap_or_default(),
        "inventory",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_addresses_than_one_file_may_have_are_in_several_that_an_index_names() {
        let written =
            |pages: &[u32]| files("https://a.example", pages, 2, |part| format!("{part:?}"));
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(written(&[1, 2]), [file(INDEX, "[1, 2]")]);
        let listed = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
                        <sitemap><loc>https://a.example/sitemap-1.xml</loc></sitemap>\n\
                        <sitemap><loc>https://a.example/sitemap-2.xml</loc></sitemap>\n\
                        </sitemapindex>\n";
        let index = file(INDEX, &format!("{DECLARATION}{listed}"));
        let parts = [
            file("sitemap-1.xml", "[1, 2]"),
            file("sitemap-2.xml", "[3]"),
        ];
        assert_eq!(written(&[1, 2, 3]), [&[index][..], &parts].concat());
    }

    #[test]
    fn the_security_contact_is_valid_for_180_days_after_the_inventory() {
        let date = jiff::civil::date(2026, 11, 20);
        let languages = Languages::from_codes(["es", "en"]).unwrap();
        let text = security("mailto:a@a.example", date, languages, "https://a.example");
        let expected = "Contact: mailto:a@a.example\nExpires: 2027-05-19T00:00:00Z\nPreferred-Languages: es, en\n\
                        Canonical: https://a.example/.well-known/security.txt\n";
        assert_eq!(text, expected);
    }

    /// The golden site `base` has the file of a site that refuses nothing.
    #[test]
    fn a_purpose_that_is_refused_is_refused_to_its_crawlers_only() {
        let text = |crawlers| robots(crawlers, "https://a.example").unwrap();
        let sitemap = "\nSitemap: https://a.example/sitemap.xml\n";
        let training = text(Crawlers {
            training: false,
            ..Crawlers::default()
        });
        let end = "Disallow: /\n\nUser-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n\
                   Disallow: /api/\n";
        assert!(training.starts_with("User-agent: GPTBot\n"), "{training}");
        assert!(training.ends_with(&format!("{end}{sitemap}")), "{training}");
        assert!(!training.contains("ChatGPT-User"), "{training}");
        let nothing =
            "User-agent: *\nContent-Signal: search=no, ai-input=yes, ai-train=yes\nDisallow: /\n";
        let search = text(Crawlers {
            search: false,
            ..Crawlers::default()
        });
        assert_eq!(search, format!("{nothing}{sitemap}"));
    }
}
