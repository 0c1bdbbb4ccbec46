//! What the resolve stage must know about a Markdown text: where it links to, and what it may not hold.

use pulldown_cmark::{Event, HeadingLevel, LinkType, Parser, Tag};

/// Something to check, with its byte offset in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// Byte offset of the thing in the text.
    pub offset: usize,
    /// What stands there.
    pub fault: Fault,
}

/// What stands in a text that needs a check, or is not allowed at all.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// A link to this address.
    Link(String),
    /// A mark-up element written by hand.
    RawHtml(String),
    /// A first-level heading: the page's template has the only one.
    FirstLevelHeading,
    /// A picture without a text that says what it shows.
    PictureWithoutText(String),
}

/// Lists the links of a text and what it may not hold.
pub fn scan(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(text, super::options()).into_offset_iter() {
        let fault = match event {
            Event::Start(Tag::Link {
                link_type, dest_url, ..
            }) => Fault::Link(written_address(link_type, &dest_url)),
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            }) => Fault::FirstLevelHeading,
            Event::Start(Tag::Image { dest_url, .. }) if has_no_text(&text[range.clone()]) => {
                Fault::PictureWithoutText(dest_url.into_string())
            }
            Event::Html(raw) | Event::InlineHtml(raw) if !is_comment(&raw) && !raw.trim().is_empty() => {
                Fault::RawHtml(raw.trim().to_owned())
            }
            _ => continue,
        };
        found.push(Finding {
            offset: range.start,
            fault,
        });
    }
    found
}

/// `<a@b.example>` is a link to a mailbox, although its author wrote no `mailto:`.
pub(super) fn written_address(link_type: LinkType, address: &str) -> String {
    match link_type {
        LinkType::Email => format!("mailto:{address}"),
        _ => address.to_owned(),
    }
}

/// Comments are for authors; they are dropped.
pub(super) fn is_comment(raw: &str) -> bool {
    let raw = raw.trim();
    raw.starts_with("<!--") && raw.ends_with("-->")
}

fn has_no_text(picture: &str) -> bool {
    picture.starts_with("![](")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_a_check_is_found_where_it_stands() {
        let text = "# Uno\n\nDos [tres](/x), <b>y</b>.\n\n![](/a.png)\n<!-- ok -->\n";
        let found = scan(text);
        assert_eq!(
            found[0],
            Finding {
                offset: 0,
                fault: Fault::FirstLevelHeading
            }
        );
        assert_eq!(
            found[1],
            Finding {
                offset: 11,
                fault: Fault::Link("/x".into())
            }
        );
        assert_eq!(found[2].fault, Fault::RawHtml("<b>".into()));
        assert_eq!(
            found.last().map(|finding| &finding.fault),
            Some(&Fault::PictureWithoutText("/a.png".into()))
        );
    }
}
