//! The formats for machines: Markdown alternates, feeds, and links that lead to existing files.

use model::lang::sample::BOTH;

use crate::support::markup::attributes_of;
use crate::support::torre::{UNITS, site, text};

#[test]
fn every_listed_page_links_its_markdown_alternate() {
    let (site, mut listed) = (&site().site, 0);
    for page in site.pages.iter().filter(|page| page.is_listed() && !page.is_error()) {
        let alternate = generator::outputs::markdown_alternate::url(site, page)
            .unwrap_or_else(|| panic!("{} has no alternate", page.url));
        let markdown = text(alternate.trim_start_matches('/'));
        assert!(markdown.starts_with("# "), "{alternate}");
        // No HTML, no relative URL, no missing value.
        for wrong in ["</", "](/", "<a ", "{{", "undefined", "\n\n\n"] {
            assert!(!markdown.contains(wrong), "{alternate}: {wrong}");
        }
        let announced = attributes_of(&text(&page.file), "[type='text/markdown']", "href");
        assert_eq!(announced.contains(&alternate), page.neutral != "/", "{}", page.url);
        listed += 1;
    }
    assert!(listed > 2 * UNITS);
    for page in site.pages.iter().filter(|page| !page.is_listed()) {
        assert_eq!(generator::outputs::markdown_alternate::url(site, page), None, "{}", page.url);
    }
    for lang in BOTH {
        for route in ["/inventario", "/avance-de-obra", "/inventario/O-301"] {
            let feed = if route == "/avance-de-obra" { route } else { "/inventario" };
            let announced = attributes_of(&text(&lang.file(route)), "[type='application/atom+xml']", "href");
            assert_eq!(announced, [format!("{}.atom", lang.path(feed))], "{lang} {route}");
            text(&format!("{}.atom", lang.path(feed).trim_start_matches('/')));
        }
        assert!(text("llms.txt").contains(&format!("{}.md): ", lang.path("/inventario"))));
    }
}

#[test]
fn every_url_for_machines_exists() {
    let base = &site().site.config.base_url;
    let urls: std::collections::HashSet<&str> = site().files.iter().map(|file| file.url.as_str()).collect();
    let ours = |path: &str| [".md", ".atom", ".csv", "llms.txt"].iter().any(|ending| path.ends_with(ending));
    let mut answered = 0;
    for file in site().files.iter().filter(|file| ours(&file.path)) {
        let text = String::from_utf8_lossy(&file.bytes);
        for (at, _) in text.match_indices(base.as_str()) {
            let rest = &text[at + base.len()..];
            let end = rest.find(|next: char| next.is_whitespace() || "\"<>)&,".contains(next));
            let path = rest[..end.unwrap_or(rest.len())].split(['#', '?']).next().unwrap_or_default();
            assert!(urls.contains(path), "{} names {path}", file.path);
            answered += 1;
        }
    }
    assert!(answered > 500, "{answered}");
}

/// So that no page can take the place of a generated file.
#[test]
fn every_folder_of_generated_files_is_reserved() {
    let mut generated = 0;
    for file in &site().files {
        let is_of_page = [".html", ".md", ".atom"].iter().any(|ending| file.path.ends_with(ending));
        if file.path.contains('/') && !is_of_page {
            let reserved = generator::outputs::reserved_for(&format!("/{}", file.path));
            assert!(reserved.is_some(), "{}", file.path);
            generated += 1;
        }
    }
    assert!(generated > UNITS);
}
