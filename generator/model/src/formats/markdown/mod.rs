//! Markdown to HTML: tables, footnotes, heading anchors, quotation marks of the page's language, links whose
//! destinations the caller maps. Raw HTML is escaped, not passed through; [`scan`] reports it with its position.

mod anchor;
mod footnote;
mod quotes;
mod scan;
mod source;
mod table;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

pub use anchor::{Anchors, fold};
pub use quotes::Quotes;
pub use scan::{Finding, FindingKind, scan};
pub use source::with_addresses;

use super::escape::escape_html;
use crate::lang::Lang;

/// A heading, for a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The element's `id`.
    pub id: String,
    /// Its level, 2 to 6.
    pub level: u8,
    /// Its text without markup.
    pub text: String,
}

/// A rendered text with its headings.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// HTML without elements written by the author.
    pub html: String,
    /// The headings, in order.
    pub headings: Vec<Heading>,
}

/// The options for parsing all Markdown of a site.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_SMART_PUNCTUATION
}

/// Renders a text of blocks. `address` maps the destination of a link as written to the one in the page.
pub fn render(text: &str, lang: Lang, address: &dyn Fn(&str) -> String) -> Document {
    let mut anchors = Anchors::default();
    let mut headings = Vec::new();
    let events = rewrite(text, lang, address, &mut anchors, &mut headings);
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events.into_iter());
    Document { html: out, headings }
}

/// Renders a text for the inside of an element such as a heading or a table cell: a single paragraph has no `<p>`.
pub fn render_inline(text: &str, lang: Lang, address: &dyn Fn(&str) -> String) -> String {
    let html = render(text, lang, address).html;
    let html = html.trim();
    match html
        .strip_prefix("<p>")
        .and_then(|rest| rest.strip_suffix("</p>"))
    {
        Some(inner) if !inner.contains("<p>") => inner.to_owned(),
        _ => html.to_owned(),
    }
}

fn rewrite<'a>(
    text: &'a str,
    lang: Lang,
    address: &dyn Fn(&str) -> String,
    anchors: &mut Anchors,
    headings: &mut Vec<Heading>,
) -> Vec<Event<'a>> {
    let mut quotes = quotes::Quotes::of(lang);
    let mut table = table::Table::default();
    let mut notes = footnote::Notes::default();
    let mut out: Vec<Event> = Vec::new();
    // Index in `out` of the open heading's start: its anchor is made from the text that follows.
    let mut heading_start = 0;
    for event in Parser::new_ext(text, options()) {
        if let Some(part) = table.rewrite(&event) {
            out.push(part);
            continue;
        }
        match event {
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                out.push(open_link(&address(&dest_url), &title));
            }
            Event::End(TagEnd::Link) => out.push(Event::InlineHtml("</a>".into())),
            Event::Start(Tag::Heading { .. }) => {
                heading_start = out.len();
                out.push(event);
            }
            Event::End(TagEnd::Heading(level)) => {
                let heading = close_heading(&mut out[heading_start..], level, anchors);
                headings.push(heading);
                out.push(event);
            }
            Event::Html(raw) | Event::InlineHtml(raw) if scan::is_comment(&raw) => {}
            Event::Html(raw) | Event::InlineHtml(raw) => out.push(Event::Text(raw)),
            Event::FootnoteReference(name) => out.push(notes.reference(&name)),
            Event::Start(Tag::FootnoteDefinition(name)) => out.push(notes.open(&name)),
            Event::End(TagEnd::FootnoteDefinition) => out.push(footnote::close()),
            Event::Text(piece) => out.push(Event::Text(quotes.piece(piece))),
            other => out.push(other),
        }
    }
    out
}

/// The start tag of a link. Links to other sites have `rel=noopener`.
fn open_link<'a>(address: &str, title: &str) -> Event<'a> {
    let mut tag = String::from("<a href=\"");
    tag.push_str(&escape_html(address));
    tag.push('"');
    if !title.is_empty() {
        tag.push_str(" title=\"");
        tag.push_str(&escape_html(title));
        tag.push('"');
    }
    if is_external(address) {
        tag.push_str(" rel=\"noopener\"");
    }
    tag.push('>');
    Event::InlineHtml(CowStr::from(tag))
}

/// Whether a link leads to another site.
fn is_external(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// Sets the `id` of a heading, the author's own or one made from its text, and returns the heading.
fn close_heading(events: &mut [Event], level: HeadingLevel, anchors: &mut Anchors) -> Heading {
    let text: String = events.iter().filter_map(visible_text).collect();
    let mut id = String::new();
    if let Some(Event::Start(Tag::Heading { id: own, .. })) = events.first_mut() {
        id = match own.as_deref() {
            Some(own) => anchors.take(own),
            None => anchors.make(&text),
        };
        *own = Some(CowStr::from(id.clone()));
    }
    Heading {
        id,
        level: level as u8,
        text,
    }
}

fn visible_text<'a>(event: &'a Event) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn es(text: &str) -> String {
        render(text, Lang::Es, &str::to_owned).html
    }

    #[test]
    fn headings_have_folded_anchors() {
        let document = render(
            "## ¿Cómo se compra?\n\n## Cómo se compra\n\n### Otra {#mia}\n",
            Lang::Es,
            &str::to_owned,
        );
        let ids: Vec<&str> = document
            .headings
            .iter()
            .map(|heading| heading.id.as_str())
            .collect();
        assert_eq!(ids, ["como-se-compra", "como-se-compra-2", "mia"]);
        assert_eq!(document.headings[0].text, "¿Cómo se compra?");
        assert!(
            document
                .html
                .starts_with("<h2 id=\"como-se-compra\">¿Cómo se compra?</h2>"),
            "{}",
            document.html
        );
    }

    #[test]
    fn raw_html_is_shown_as_text() {
        assert_eq!(es("a <b>x</b> <!-- note -->"), "<p>a &lt;b&gt;x&lt;/b&gt; </p>\n");
        assert!(!es("<script>alert(1)</script>").contains("<script"));
    }

    #[test]
    fn links_are_mapped_and_escaped() {
        let address = |written: &str| written.replace("/x", "/en/x?a=1&b=\"2\"");
        let html = render("[a](/x \"T\") [b](https://b.example)", Lang::En, &address).html;
        assert_eq!(
            html,
            "<p><a href=\"/en/x?a=1&amp;b=&quot;2&quot;\" title=\"T\">a</a> \
             <a href=\"https://b.example\" rel=\"noopener\">b</a></p>\n"
        );
    }

    #[test]
    fn tables_and_footnotes_work() {
        let html = es("|a|b|\n|-|-|\n|1|2|\n\nUno[^n].\n\n[^n]: Nota.\n");
        assert!(
            html.contains("<div class=\"table-scroll\" tabindex=\"0\"><table>"),
            "{html}"
        );
        assert!(html.contains("<a href=\"#note-n\">1</a>"), "{html}");
        assert!(html.contains("id=\"note-n\""), "{html}");
    }

    #[test]
    fn inline_text_has_no_paragraph() {
        assert_eq!(
            render_inline("**a** b", Lang::Es, &str::to_owned),
            "<strong>a</strong> b"
        );
        assert_eq!(
            render_inline("a\n\nb", Lang::Es, &str::to_owned),
            "<p>a</p>\n<p>b</p>"
        );
    }
}
