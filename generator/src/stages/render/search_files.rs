//! Files for search engines: `sitemap.xml`, with the alternates of each URL, and `robots.txt`.

use std::fmt::Write;

use rayon::prelude::*;

use model::formats::escape::escape_html;
use model::lang::{Lang, Languages};
use model::site::{Page, Site};

/// The values of `hreflang`, with the language of each page that they link; none for a site in one language.
pub(super) fn alternates(languages: Languages) -> impl Iterator<Item = (&'static str, Lang)> {
    let own = languages.iter().map(|lang| (lang.locale(), lang));
    own.chain([("x-default", languages.first())])
        .filter(move |_| languages.count() > 1)
}

pub(super) fn sitemap(site: &Site) -> String {
    let base = escape_html(&site.config.base_url);
    let absolute = |path: &str| format!("{base}{}", escape_html(path));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    let is_in = |page: &&Page| page.is_listed() && !page.is_error();
    let entry = |page: &Page| {
        let mut entry = format!("<url><loc>{}</loc>\n", absolute(&page.url));
        for (hreflang, lang) in alternates(site.config.languages) {
            let href = absolute(&lang.path(&page.neutral));
            let _ = writeln!(
                entry,
                "<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{href}\"/>"
            );
        }
        entry + "</url>\n"
    };
    xml.par_extend(site.pages.par_iter().filter(is_in).map(entry));
    xml.push_str("</urlset>\n");
    xml
}

pub(super) fn robots(site: &Site) -> String {
    format!(
        "User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: {}/sitemap.xml\n",
        site.config.base_url
    )
}
