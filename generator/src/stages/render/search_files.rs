//! The sitemap, with the alternates of each URL and the picture that is shown with its link. A site with very many pages has several.

use std::fmt::Write as _;

use jiff::civil::Date;

use crate::outputs::share::SharePictures;
use formats::escape::{escape_html, write_escaped_html};
use model::lang::{Lang, Languages};
use model::page_content::PageContents;
use model::site::{Page, Site};

/// The file that `robots.txt` names.
pub(super) const INDEX: &str = "sitemap.xml";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

const IMAGES: &str = "http://www.google.com/schemas/sitemap-image/1.1";

/// The values of `hreflang`, with the language of each page that they link; none for a site in one language.
pub(super) fn alternates(languages: &Languages) -> impl Iterator<Item = (&str, Lang)> {
    let own = languages.as_slice().iter().map(|lang| (lang.locale(), *lang));
    own.chain([("x-default", languages.first())]).filter(move |_| languages.count() > 1)
}

/// The most addresses in one file (sitemaps.org, "Sitemap file location").
const MOST_ADDRESSES: usize = 50_000;

/// `sitemap.xml`, by its path; for more addresses than one file may have, an index of `sitemap-1.xml` and so on, and these.
/// A page has the day since when it says what it says, where that is known and not after `today`.
pub(super) fn sitemaps(
    site: &Site,
    share: &SharePictures,
    contents: &PageContents,
    today: Date,
) -> Vec<(String, String)> {
    let changed_on = |page: &Page| contents.get(&page.url)?.changed_on.filter(|day| *day <= today);
    let pages = site.pages.iter().enumerate().filter(|(_, page)| is_in_sitemap(page));
    let pages: Vec<_> = pages.map(|(index, page)| (index, page, changed_on(page))).collect();
    files(&site.config.base_url, &pages, MOST_ADDRESSES, |part| sitemap(site, share, part))
}

pub(super) fn is_in_sitemap(page: &Page) -> bool {
    page.is_listed() && !page.is_error()
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
    let parts = pages.chunks(most).zip(1..);
    let parts: Vec<(String, String)> =
        parts.map(|(part, number)| (format!("sitemap-{number}.xml"), write(part))).collect();
    let mut index = format!("{DECLARATION}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for (path, _) in &parts {
        let _ = writeln!(index, "<sitemap><loc>{base}/{path}</loc></sitemap>");
    }
    index.push_str("</sitemapindex>\n");
    [(INDEX.to_owned(), index)].into_iter().chain(parts).collect()
}

/// The addresses of pages, each with its index and day, and their alternates and pictures.
fn sitemap(site: &Site, share: &SharePictures, pages: &[(usize, &Page, Option<Date>)]) -> String {
    let base = escape_html(&site.config.base_url);
    let links = alternates(&site.config.languages).map(|(hreflang, lang)| {
        let link = format!("<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{base}");
        (link, lang)
    });
    let links: Vec<(String, Lang)> = links.collect();
    let mut xml =
        format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"");
    if !share.all().is_empty() {
        let _ = write!(xml, " xmlns:image=\"{IMAGES}\"");
    }
    xml.push_str(">\n");
    for (index, page, changed_on) in pages {
        xml.extend(["<url><loc>", &base]);
        let _ = write_escaped_html(&mut xml, &page.url);
        xml.push_str("</loc>\n");
        if let Some(day) = changed_on {
            let _ = writeln!(xml, "<lastmod>{day}</lastmod>");
        }
        for (link, lang) in &links {
            xml.push_str(link);
            let _ = write_escaped_html(&mut xml, &site.routes.url_in(page, *lang));
            xml.push_str("\"/>\n");
        }
        if let Some(picture) = share.of_page(*index) {
            xml.extend(["<image:image><image:loc>", &base]);
            let _ = write_escaped_html(&mut xml, &picture.url);
            xml.push_str("</image:loc></image:image>\n");
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pages: &[u32]) -> Vec<(String, String)> {
        files("https://a.example", pages, 2, |part| format!("{part:?}"))
    }

    #[test]
    fn more_addresses_than_one_file_may_have_are_in_several_that_an_index_names() {
        assert_eq!(written(&[1, 2]), [(INDEX.to_owned(), "[1, 2]".to_owned())]);
        let [(name, index), parts @ ..] = &written(&[1, 2, 3])[..] else {
            panic!("there is an index");
        };
        assert_eq!(name, INDEX);
        let expected = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
                        <sitemap><loc>https://a.example/sitemap-1.xml</loc></sitemap>\n\
                        <sitemap><loc>https://a.example/sitemap-2.xml</loc></sitemap>\n\
                        </sitemapindex>\n";
        assert_eq!(index.strip_prefix(DECLARATION), Some(expected));
        let [first, second] = ["[1, 2]", "[3]"].map(str::to_owned);
        assert_eq!(parts, [("sitemap-1.xml".to_owned(), first), ("sitemap-2.xml".to_owned(), second)]);
    }
}
