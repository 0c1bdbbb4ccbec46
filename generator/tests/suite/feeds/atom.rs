//! Atom feeds, read strictly: well-formed XML with the elements that RFC 4287 requires, each once.

use std::collections::HashSet;

use jiff::Timestamp;
use roxmltree::{Document, Node};
use serde_json::json;

use super::{FIRST, Project, SECOND, THIRD};

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
        assert!(
            text(feed, "id").starts_with("https://"),
            "section 4.2.6: an IRI"
        );
        assert!(!text(feed, "title").is_empty());
        assert!(
            !text(only(feed, "author", |_| true), "name").is_empty(),
            "section 3.2.1"
        );
        assert_eq!(text(feed, "id"), link(feed, "self"));
        let entries: Vec<Entry> = feed
            .children()
            .filter(|node| node.has_tag_name((NAMESPACE, "entry")))
            .map(Entry::read)
            .collect();
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
        let id = text(entry, "id");
        assert!(id.starts_with("tag:muestra.example,20"), "{id}");
        moment(entry, "published");
        let (title, content) = (text(entry, "title"), text(entry, "content"));
        Entry {
            id,
            title,
            updated: moment(entry, "updated"),
            link: link(entry, "alternate"),
            content,
        }
    }
}

/// The only child of that name that is accepted.
fn only<'a, 'input>(
    node: Node<'a, 'input>,
    name: &str,
    accept: impl Fn(&Node) -> bool,
) -> Node<'a, 'input> {
    let found = node
        .children()
        .filter(|child| child.has_tag_name((NAMESPACE, name)) && accept(child));
    let [only] = found.collect::<Vec<_>>()[..] else {
        panic!("not one {name}")
    };
    only
}

fn text(node: Node, name: &str) -> String {
    only(node, name, |_| true)
        .text()
        .unwrap_or_default()
        .to_owned()
}

/// A date as RFC 3339 requires (section 3.3).
fn moment(node: Node, name: &str) -> String {
    let text = text(node, name);
    assert!(text.parse::<Timestamp>().is_ok(), "{text}");
    text
}

fn link(node: Node, rel: &str) -> String {
    let link = only(node, "link", |link| link.attribute("rel") == Some(rel));
    link.attribute("href").unwrap().to_owned()
}

#[test]
fn each_change_is_an_entry_with_a_permanent_id_and_nothing_depends_on_the_clock() {
    let project = Project::start();
    let first = project.build(FIRST);
    project.put("O-305", &json!({"status": "reservado", "price": 3_300_000}));
    let second = project.build(SECOND);
    assert_eq!(second.files, project.build(SECOND).files);
    assert_eq!(
        second.files,
        project.build_with(project.fixture.offline(), THIRD).files,
        "the snapshot"
    );
    let news = "inventario.atom";
    assert_eq!(
        second.text(news),
        project.build(THIRD).text(news),
        "a day without news"
    );
    project.put("O-305", &json!({"status": "vendido"}));
    let third = project.build(THIRD).feed(news);
    let shown = |feed: &Feed| -> Vec<String> {
        feed.entries
            .iter()
            .map(|entry| format!("{} {} {}", entry.updated, entry.title, entry.id))
            .collect()
    };
    let reserved = "2026-11-20T00:00:00-05:00 Oficina O-305: Apartado tag:muestra.example,2026-11-20:es/inventario/O-305/status/1";
    let priced = "2026-11-20T00:00:00-05:00 Oficina O-305: nuevo precio tag:muestra.example,2026-11-20:es/inventario/O-305/price/1";
    let sold = "2026-11-21T00:00:00-05:00 Oficina O-305: Vendido tag:muestra.example,2026-11-21:es/inventario/O-305/status/1";
    assert_eq!(shown(&second.feed(news)), [priced, reserved]);
    assert_eq!(shown(&third), [sold, priced, reserved]);
    assert_eq!(third.updated, "2026-11-21T00:00:00-05:00");
    assert_eq!(third.entries[0].content, "Antes: Apartado. Ahora: Vendido.");
    assert_eq!(
        third.entries[0].link,
        "https://muestra.example/inventario/O-305"
    );

    for (progress, home) in [
        ("avance-de-obra.atom", "https://muestra.example/"),
        ("en/avance-de-obra.atom", "https://muestra.example/en"),
    ] {
        let feed = first.feed(progress);
        assert_eq!(
            feed.entries.len(),
            1,
            "a month without an entry is not news"
        );
        assert_eq!(feed.updated, "2025-02-01T00:00:00-05:00");
        assert!(feed.entries[0].link.ends_with("/avance-de-obra#m2025-02"));
        assert!(
            feed.entries[0]
                .content
                .contains(&format!("href=\"{home}\"")),
            "{}",
            feed.entries[0].content
        );
    }
}
