//! Atom feeds, read strictly: well-formed XML with the elements that RFC 4287 requires, each once.

use std::collections::HashSet;

use jiff::Timestamp;
use roxmltree::{Document, Node};

use super::{FIRST, SECOND, THIRD};
use crate::feeds::Project;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

pub struct Feed {
    pub updated: String,
    pub entries: Vec<Entry>,
}

pub struct Entry {
    pub id: String,
    pub title: String,
    pub updated: String,
    pub link: String,
    pub content: String,
}

impl Feed {
    /// Reads a feed; panics at anything that the RFC does not allow.
    pub fn read(xml: &str) -> Feed {
        let document = Document::parse(xml).unwrap();
        let feed = document.root_element();
        assert!(feed.has_tag_name((NAMESPACE, "feed")), "section 4.1.1");
        let mut elements = feed.descendants().filter(Node::is_element);
        assert!(elements.all(|node| node.tag_name().namespace() == Some(NAMESPACE)));
        assert!(one(feed, "id").starts_with("https://"), "section 4.2.6: an IRI");
        assert!(!one(feed, "title").is_empty());
        let author = feed.children().find(|node| node.has_tag_name((NAMESPACE, "author"))).unwrap();
        assert!(!one(author, "name").is_empty(), "section 3.2.1");
        assert_eq!(one(feed, "id"), link(feed, "self"));
        let entries: Vec<Entry> =
            feed.children().filter(|node| node.has_tag_name((NAMESPACE, "entry"))).map(Entry::read).collect();
        let ids: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids.len(), entries.len(), "each entry has an id of its own");
        let updated = moment(feed, "updated");
        // Newest first, the feed as new as its newest.
        assert!(entries.iter().all(|entry| entry.updated <= updated));
        assert!(entries.is_sorted_by(|one, other| one.updated >= other.updated));
        Feed { updated, entries }
    }
}

impl Entry {
    fn read(entry: Node) -> Entry {
        let id = one(entry, "id");
        assert!(id.starts_with("tag:muestra.example,20"), "{id}");
        moment(entry, "published");
        Entry {
            id,
            title: one(entry, "title"),
            updated: moment(entry, "updated"),
            link: link(entry, "alternate"),
            content: one(entry, "content"),
        }
    }
}

/// The text of the one child of that name.
fn one(node: Node, name: &str) -> String {
    let found: Vec<Node> = node.children().filter(|child| child.has_tag_name((NAMESPACE, name))).collect();
    assert_eq!(found.len(), 1, "{name}");
    found[0].text().unwrap_or_default().to_owned()
}

/// A date as RFC 3339 requires (section 3.3).
fn moment(node: Node, name: &str) -> String {
    let text = one(node, name);
    assert!(text.parse::<Timestamp>().is_ok(), "{text}");
    text
}

fn link(node: Node, rel: &str) -> String {
    let found: Vec<Node> = node
        .children()
        .filter(|child| child.has_tag_name((NAMESPACE, "link")) && child.attribute("rel") == Some(rel))
        .collect();
    assert_eq!(found.len(), 1, "{rel}");
    found[0].attribute("href").unwrap().to_owned()
}

#[test]
fn each_change_is_an_entry_with_a_permanent_id() {
    let project = Project::start();
    project.build(FIRST);
    project.fixture.put("units/O-305", &serde_json::json!({"status": "reservado", "price": 3_300_000}));
    let second = project.build(SECOND).feed("inventario.atom");
    project.fixture.put("units/O-305", &serde_json::json!({"status": "vendido"}));
    let third = project.build(THIRD).feed("inventario.atom");
    let told = |feed: &Feed| -> Vec<String> {
        feed.entries.iter().map(|entry| format!("{} {} {}", entry.updated, entry.title, entry.id)).collect()
    };
    let reserved = "2026-11-20T00:00:00-05:00 Oficina O-305: Apartado tag:muestra.example,2026-11-20:es/inventario/O-305/status/1";
    let priced = "2026-11-20T00:00:00-05:00 Oficina O-305: nuevo precio tag:muestra.example,2026-11-20:es/inventario/O-305/price/1";
    let sold = "2026-11-21T00:00:00-05:00 Oficina O-305: Vendido tag:muestra.example,2026-11-21:es/inventario/O-305/status/1";
    assert_eq!(told(&second), [priced, reserved]);
    assert_eq!(told(&third), [sold, priced, reserved]);
    assert_eq!(third.updated, "2026-11-21T00:00:00-05:00");
    assert_eq!(third.entries[0].content, "Antes: Apartado. Ahora: Vendido.");
    assert_eq!(third.entries[0].link, "https://muestra.example/inventario/O-305");
}

#[test]
fn construction_progress_is_a_feed_in_each_language() {
    let built = Project::start().build(FIRST);
    for (file, home) in [
        ("avance-de-obra.atom", "https://muestra.example/"),
        ("en/avance-de-obra.atom", "https://muestra.example/en"),
    ] {
        let feed = built.feed(file);
        assert_eq!(feed.entries.len(), 1, "a month without an entry is not news");
        assert_eq!(feed.updated, "2025-02-01T00:00:00-05:00");
        assert!(feed.entries[0].link.ends_with("/avance-de-obra#m2025-02"));
        assert!(feed.entries[0].content.contains(&format!("href=\"{home}\"")), "{}", feed.entries[0].content);
    }
}
