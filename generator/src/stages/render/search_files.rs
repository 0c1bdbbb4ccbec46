//! Files for search engines: `sitemap.xml`, with the alternates of each URL, and `robots.txt`.

use std::fmt::Write;

use model::formats::escape::escape_html;
use model::lang::Lang;
use model::site::Site;

pub(super) fn sitemap(site: &Site) -> String {
    let base = &site.config.base_url;
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in site
        .pages
        .iter()
        .filter(|page| page.is_listed() && !page.is_error())
    {
        let _ = writeln!(xml, "<url><loc>{}</loc>", escaped(base, &page.url));
        let languages = Lang::ALL.map(|lang| (lang.locale(), lang));
        for (hreflang, lang) in languages.into_iter().chain([("x-default", Lang::FALLBACK)]) {
            let _ = writeln!(
                xml,
                "<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{}\"/>",
                escaped(base, &lang.path(&page.neutral))
            );
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// An absolute URL, escaped for XML.
fn escaped(base: &str, path: &str) -> String {
    escape_html(&format!("{base}{path}"))
}

pub(super) fn robots(site: &Site) -> String {
    format!(
        "User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: {}/sitemap.xml\n",
        site.config.base_url
    )
}
