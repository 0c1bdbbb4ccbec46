//! An Atom feed as XML (RFC 4287).

use std::fmt::Write;

use jiff::civil::Date;

use formats::escape::escape_html;
use model::lang::Lang;
use model::time_zone::TimeZone;

/// A feed in one language.
pub(super) struct AtomFeed {
    pub(super) lang: Lang,
    /// Its own address, which is also its permanent id.
    pub(super) address: String,
    /// The page it belongs to.
    pub(super) page: String,
    pub(super) title: String,
    pub(super) subtitle: String,
    /// The time zone of its dates.
    pub(super) time_zone: TimeZone,
    /// The author.
    pub(super) author: String,
    /// The date of the last change.
    pub(super) updated: Date,
    /// Newest first.
    pub(super) entries: Vec<AtomEntry>,
}

/// One entry of a feed.
pub(super) struct AtomEntry {
    /// Its permanent id, a tag URI (RFC 4151).
    pub(super) id: String,
    pub(super) title: String,
    pub(super) date: Date,
    /// The page with the details.
    pub(super) page: String,
    pub(super) text: EntryText,
}

/// The content of an entry.
pub(super) enum EntryText {
    Plain(String),
    Html(String),
}

impl AtomFeed {
    pub(super) fn to_xml(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ =
            writeln!(xml, "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">", self.lang.locale());
        element(&mut xml, "id", &self.address);
        element(&mut xml, "title", &self.title);
        element(&mut xml, "subtitle", &self.subtitle);
        element(&mut xml, "updated", &self.time_zone.midnight(self.updated));
        link(&mut xml, "self", "application/atom+xml", &self.address);
        link(&mut xml, "alternate", "text/html", &self.page);
        let _ = writeln!(xml, "<author><name>{}</name></author>", escaped(&self.author));
        for entry in &self.entries {
            entry.write(&mut xml, &self.time_zone);
        }
        xml.push_str("</feed>\n");
        xml
    }
}

impl AtomEntry {
    fn write(&self, xml: &mut String, time_zone: &TimeZone) {
        let day = time_zone.midnight(self.date);
        xml.push_str("<entry>\n");
        element(xml, "id", &self.id);
        element(xml, "title", &self.title);
        element(xml, "published", &day);
        element(xml, "updated", &day);
        link(xml, "alternate", "text/html", &self.page);
        let (kind, text) = match &self.text {
            EntryText::Plain(text) => ("text", text),
            EntryText::Html(html) => ("html", html),
        };
        let _ = writeln!(xml, "<content type=\"{kind}\">{}</content>", escaped(text));
        xml.push_str("</entry>\n");
    }
}

fn element(xml: &mut String, name: &str, text: &str) {
    let _ = writeln!(xml, "<{name}>{}</{name}>", escaped(text));
}

fn link(xml: &mut String, rel: &str, kind: &str, address: &str) {
    let _ = writeln!(xml, "<link rel=\"{rel}\" type=\"{kind}\" href=\"{}\"/>", escaped(address));
}

/// EntryText for an element or an attribute, without the characters that XML cannot hold.
fn escaped(text: &str) -> String {
    let is_xml = |character: &char| {
        matches!(character, '\t' | '\n') || *character >= ' ' && !matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    escape_html(&text.chars().filter(is_xml).collect::<String>())
}

/// The authority of tag URIs (RFC 4151): the host of the site.
pub(super) fn authority(base_url: &str) -> &str {
    let host = base_url.split_once("://").map_or(base_url, |(_, host)| host);
    host.split(':').next().unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use roxmltree::Document;

    fn feed(title: &str) -> AtomFeed {
        let date = jiff::civil::date(2026, 11, 20);
        AtomFeed {
            lang: model::lang::sample::ES,
            address: "https://muestra.example/inventario.atom".to_owned(),
            page: "https://muestra.example/inventario".to_owned(),
            title: title.to_owned(),
            subtitle: String::new(),
            time_zone: "America/Panama".parse().unwrap(),
            author: "Muestra".to_owned(),
            updated: date,
            entries: vec![AtomEntry {
                id: "tag:muestra.example,2026-11-20:inventario/O-301/price/1".to_owned(),
                title: title.to_owned(),
                date,
                page: "https://muestra.example/inventario/O-301".to_owned(),
                text: EntryText::Html(format!("<p>{title}</p>")),
            }],
        }
    }

    #[test]
    fn days_begin_at_the_utc_offset_of_the_development() {
        let west = AtomFeed { time_zone: "America/Hermosillo".parse().unwrap(), ..feed("A") };
        assert_eq!(west.to_xml().matches(">2026-11-20T00:00:00-07:00<").count(), 3);
    }

    proptest! {
        #[test]
        fn any_text_is_well_formed_xml(title in "\\PC*|[<>&\"'\u{0}-\u{1f}\u{fffe}a]*") {
            let xml = feed(&title).to_xml();
            let document = Document::parse(&xml).unwrap();
            let read = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
            let kept: String = title
                .chars()
                .filter(|c| (*c >= ' ' || matches!(c, '\t' | '\n')) && !matches!(c, '\u{fffe}' | '\u{ffff}'))
                .collect();
            prop_assert_eq!(read.unwrap_or_default(), kept);
        }
    }
}
