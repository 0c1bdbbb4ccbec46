//! News: the list of the pages below a page, its feed, and the page of an entry with its pictures.

use model::lang::sample::{EN, ES};

use crate::support::files::write;
use crate::support::rendered::{assert_none, attributes_of, problems, text};
use crate::support::requests;
use crate::support::torre::{self, inventory_of, link_cache};

/// A page of each language with these titles.
fn add(root: &std::path::Path, name: &str, titles: [&str; 2], front: &str) {
    for (lang, title) in ["es", "en"].into_iter().zip(titles) {
        let text = format!(
            "---\ntitle: {title}\ndescription: {title}, 2026\n{front}---\n**{title}**: [inventario](/inventario)\n"
        );
        write(root, &format!("content/{lang}/{name}.md"), text);
    }
}

#[test]
fn public_pages_are_listed_newest_first_with_a_feed_in_each_language() {
    let project = torre::copied();
    let root = project.path();
    link_cache(root);
    add(root, "noticias", ["Noticias", "News"], "template: news\n");
    add(
        root,
        "noticias/obra",
        ["La obra empieza", "Works begin"],
        "date: 2026-02-03\n",
    );
    add(
        root,
        "noticias/losa",
        ["La losa está lista", "The slab is ready"],
        "date: 2026-10-01\nimage: exterior\n",
    );
    add(
        root,
        "noticias/entrega",
        ["La entrega", "The handover"],
        "date: 2099-01-01\npublish_at: 2099-01-01\n",
    );
    let site = requests::make(root, inventory_of(root, &["O-302", "L-104"]));
    // The facts count the units of the whole tower.
    let found = problems(&site).into_iter();
    assert_none(found.filter(|problem| !problem.contains("`facts.")));
    for (lang, titles, label, heading) in [
        (
            ES,
            ["La losa está lista", "La obra empieza"],
            "1 de octubre de 2026",
            "Torre Arboleda: noticias",
        ),
        (
            EN,
            ["The slab is ready", "Works begin"],
            "October 1, 2026",
            "Torre Arboleda: news",
        ),
    ] {
        let page = text(&site, &lang.file("/noticias"));
        let positions = titles.map(|title| page.find(&format!(">{title}</a>")));
        assert!(
            positions[0].is_some() && positions[0] < positions[1],
            "{positions:?}\n{page}"
        );
        assert!(
            page.contains(&format!("<time datetime=\"2026-10-01\">{label}</time>")),
            "{page}"
        );
        let pictures = attributes_of(&page, ".prose section img", "src");
        assert!(
            pictures.len() == 1 && pictures[0].contains("exterior"),
            "{pictures:?}"
        );
        assert!(!page.contains("2099"));
        let address = format!("{}.atom", lang.path("/noticias"));
        for announcing in ["/noticias", "/noticias/losa"] {
            let page = text(&site, &lang.file(announcing));
            let feeds = attributes_of(
                &page,
                "link[rel=alternate][type='application/atom+xml']",
                "href",
            );
            assert_eq!(feeds, [address.as_str()], "{announcing}");
        }
        let feed = text(&site, address.trim_start_matches('/'));
        let feed = roxmltree::Document::parse(&feed).unwrap();
        let texts = |name: &str| -> Vec<String> {
            let elements = feed
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", name)));
            elements
                .filter_map(|node| node.text().map(str::to_owned))
                .collect()
        };
        assert_eq!(texts("title"), [heading, titles[0], titles[1]]);
        assert!(
            texts("published")[0].starts_with("2026-10-01T00:00"),
            "{:?}",
            texts("published")
        );
        let inventory = format!(
            "href=\"{}\"",
            site.site.config.absolute(&lang.path("/inventario"))
        );
        assert!(
            texts("content")[0].contains(&inventory),
            "{:?}",
            texts("content")
        );
        let alternate = text(&site, &lang.file("/noticias").replace(".html", ".md"));
        assert!(
            alternate.contains(&format!("## [{}](", titles[0])),
            "{alternate}"
        );
    }
}

/// A text without the hashes of its files' names, which an encoder may change.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("/assets/");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let end =
            part.find(|letter: char| !letter.is_ascii_alphanumeric() && !"-.".contains(letter));
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let (stem, ending) = name.rsplit_once('.').unwrap();
        let (plain, _hash) = stem.rsplit_once('-').unwrap();
        out += &format!("/assets/{plain}.{ending}{rest}");
    }
    out
}

/// The part of a text from `start` to the end of `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let from = text.find(start).unwrap();
    let length = text[from..].find(end).unwrap() + end.len();
    &text[from..from + length]
}

#[test]
fn an_entry_has_its_day_its_pictures_and_structured_data() {
    let project = torre::copied();
    let root = project.path();
    link_cache(root);
    add(root, "noticias", ["Noticias", "News"], "template: news\n");
    for (lang, title, alt) in [
        ("es", "La losa está lista", "El interior de noche"),
        ("en", "The slab is ready", "The interior at night"),
    ] {
        let text = format!(
            "---\ntitle: {title}\ndescription: {title}.\ndate: 2026-10-01\nimage: exterior\n---\n{title}.\n\n![{alt}](interior)\n"
        );
        write(root, &format!("content/{lang}/noticias/losa.md"), text);
    }
    let site = requests::make(root, inventory_of(root, &["O-302", "L-104"]));
    let found = problems(&site).into_iter();
    assert_none(found.filter(|problem| !problem.contains("`facts.")));
    let page = text(&site, &EN.file("/noticias/losa"));
    let head = between(
        &page,
        "<meta property=\"og:type\"",
        "<meta property=\"og:site_name\"",
    );
    let article = between(&page, "<article class=\"document\">", "</article>");
    let data = between(&page, "<script type=application/ld+json>", "</script>");
    let markdown = text(&site, &EN.file("/noticias/losa").replace(".html", ".md"));
    let markdown = between(&markdown, "# ", "\n---");
    let feed = text(&site, "en/noticias.atom");
    let entry = between(&feed, "<entry>", "</entry>");
    let golden = [head, article, data, markdown, entry].join("\n\n");
    insta::assert_snapshot!(without_hashes(&golden));
}

#[test]
#[ignore = "make test-rest"]
fn a_long_list_shows_the_newest_with_descriptions_and_the_others_as_lines() {
    let project = torre::copied();
    let root = project.path();
    link_cache(root);
    add(root, "noticias", ["Noticias", "News"], "template: news\n");
    let (year, all) = (2026, 200);
    for number in 0..all {
        let (month, day) = (number / 28 + 1, number % 28 + 1);
        add(
            root,
            &format!("noticias/{year}/n{number}"),
            [&format!("Nota {number}"), &format!("Note {number}")],
            &format!("date: {year}-{month:02}-{day:02}\n"),
        );
    }
    let site = requests::make(root, inventory_of(root, &["O-302", "L-104"]));
    let page = text(&site, &ES.file("/noticias"));
    assert_eq!(page.matches("<section class=\"news-item\"").count(), 12);
    let older = between(&page, "<ul class=\"news-older\"", "</ul>");
    assert_eq!(older.matches("<li>").count(), all - 12);
    assert!(page.len() < 60_000, "{}", page.len());
}
