//! `lastmod` in the sitemap: the day since when a page says what it says.

use std::collections::BTreeMap;
use std::{fs, thread};

use generator::cache::stored_file;
use model::output::address_of;
use serde_json::json;

use super::{Built, FIRST, Project, SECOND, THIRD};
use crate::support::files::edit;

/// The day of each address that has one.
fn days(built: &Built) -> BTreeMap<String, String> {
    let sitemap = built.text("sitemap.xml");
    let entries = sitemap.split("<url><loc>https://muestra.example").skip(1);
    let day = |entry: &str| {
        let (url, rest) = entry.split_once("</loc>")?;
        let (_, rest) = rest.split_once("<lastmod>")?;
        Some((url.to_owned(), rest.split_once('<')?.0.to_owned()))
    };
    entries.filter_map(day).collect()
}

#[test]
fn a_price_or_text_changes_the_pages_that_show_it_and_a_footer_none() {
    let project = Project::start();
    let shows = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("3,333,333.50");
    let first = project.build(FIRST);
    assert!(days(&first).is_empty(), "nobody knows since when");
    assert!(
        days(&project.build(SECOND)).is_empty(),
        "only the day of the inventory differs"
    );

    project.put("O-305", &json!({"price": 3_333_333.5}));
    let priced = project.build(SECOND);
    let with_price = days(&priced);
    let pages = priced
        .files
        .iter()
        .filter(|(path, bytes)| path.ends_with(".html") && shows(bytes));
    let addresses = pages
        .map(|(path, _)| address_of(path))
        .filter(|url| !url.ends_with("404"));
    assert_eq!(
        with_price,
        addresses.map(|url| (url, SECOND.to_owned())).collect()
    );
    assert!(
        with_price.contains_key("/inventario/O-305")
            && !with_price.contains_key("/inventario/L-101")
    );

    project.build_from_file();
    assert_eq!(
        days(&project.build(THIRD)),
        with_price,
        "a trial with another inventory is forgotten"
    );

    let footer = "</main>\n<footer>Otro pie</footer>";
    edit(
        project.root(),
        "templates/layouts/base.html",
        "</main>",
        footer,
    );
    let third = project.build(THIRD);
    assert!(third.text("index.html").contains("Otro pie"));
    assert_eq!(days(&third), with_price);

    project.put("O-305", &json!({"propertyCode": "O-905"}));
    edit(
        project.root(),
        "content/en/index.md",
        "title: ",
        "title: Changed ",
    );
    let changed = days(&project.build(THIRD));
    for url in ["/en", "/inventario/O-905", "/en/inventario/O-905"] {
        assert_eq!(
            changed.get(url).map(String::as_str),
            Some(THIRD),
            "{url}: {changed:?}"
        );
    }
    assert!(
        !changed.contains_key("/inventario/O-305") && !changed.contains_key("/inventario/L-101")
    );
    assert!(first.text("sitemap.xml").contains("/inventario/O-305<"));
    assert_eq!(
        days(&project.build(FIRST)),
        BTreeMap::new(),
        "no day is after the clock's"
    );
    assert_eq!(
        days(&project.build(THIRD)),
        changed,
        "a clock that went back forgets nothing"
    );
}

#[test]
fn a_damaged_list_of_pages_begins_again_and_two_builds_at_once_agree() {
    let project = Project::start();
    project.build(FIRST);
    project.put("O-305", &json!({"price": 3_333_333.5}));
    let whole = days(&project.build(SECOND));
    assert!(!whole.is_empty());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| project.build(THIRD));
        }
    });
    assert_eq!(days(&project.build(THIRD)), whole);
    let list = project.root().join(stored_file::STATE).join("pages.json");
    let text = fs::read_to_string(&list).unwrap();
    for damaged in [
        "",
        "[]",
        "{\"sha256\":7}",
        &text[..text.len() / 2],
        &text.replace(SECOND, "2099-01-01"),
    ] {
        fs::write(&list, damaged).unwrap();
        assert_eq!(
            days(&project.build(THIRD)),
            BTreeMap::new(),
            "{damaged:.40}"
        );
    }
    fs::remove_file(&list).unwrap();
    fs::create_dir(&list).unwrap();
    assert_eq!(days(&project.build(THIRD)), BTreeMap::new());
}
