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
        for lang in Lang::ALL {
            alternate(&mut xml, lang.locale(), &escaped(base, &lang.path(&page.neutral)));
        }
        alternate(
            &mut xml,
            "x-default",
            &escaped(base, &Lang::FALLBACK.path(&page.neutral)),
        );
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

fn alternate(xml: &mut String, hreflang: &str, address: &str) {
    let _ = writeln!(
        xml,
        "<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{address}\"/>"
    );
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
