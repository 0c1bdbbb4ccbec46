//! Links and disallowed constructs in a Markdown text, for the resolve stage.

use pulldown_cmark::{Event, HeadingLevel, LinkType, Parser, Tag};

/// A link or a disallowed construct, with its byte offset in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkdownFinding {
    /// Byte offset in the text.
    pub offset: usize,
    /// What was found.
    pub kind: FindingKind,
}

/// A link to check, or a construct that is not allowed.
#[derive(Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A link with this destination.
    Link(String),
    /// A picture with this address and a text.
    Picture(String),
    /// An HTML element, or the name of an attribute of a heading.
    RawHtml(String),
    /// A first-level heading; the template has the page's only one.
    FirstLevelHeading,
    /// A picture without alternative text.
    PictureWithoutAlt(String),
}

/// Finds the links and the disallowed constructs of a text.
pub fn scan(text: &str) -> Vec<MarkdownFinding> {
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(text, super::options()).into_offset_iter() {
        let kind = match event {
            // The author did not write the `mailto:` of `<a@b.example>`.
            Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, .. }) => {
                FindingKind::Link(format!("mailto:{dest_url}"))
            }
            Event::Start(Tag::Link { dest_url, .. }) => FindingKind::Link(dest_url.into_string()),
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => FindingKind::FirstLevelHeading,
            Event::Start(Tag::Heading { attrs, .. }) if !attrs.is_empty() => {
                FindingKind::RawHtml(attrs[0].0.to_string())
            }
            Event::Start(Tag::Image { dest_url, .. }) if text[range.clone()].starts_with("![](") => {
                FindingKind::PictureWithoutAlt(dest_url.into_string())
            }
            Event::Start(Tag::Image { dest_url, .. }) => FindingKind::Picture(dest_url.into_string()),
            Event::Html(raw) | Event::InlineHtml(raw) if !is_comment(&raw) && !raw.trim().is_empty() => {
                FindingKind::RawHtml(raw.trim().to_owned())
            }
            _ => continue,
        };
        found.push(MarkdownFinding { offset: range.start, kind });
    }
    found
}

/// Whether raw HTML is only a comment. Comments are removed.
pub(super) fn is_comment(raw: &str) -> bool {
    let raw = raw.trim();
    raw.starts_with("<!--") && raw.ends_with("-->")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_disallowed_constructs_are_found_with_their_offset() {
        let text = "# Uno\n\nDos [tres](/x), <b>y</b>.\n\n![a](/a.png) ![](/a.png)\n<!-- ok -->\n";
        let found = scan(text);
        assert_eq!(found[0], MarkdownFinding { offset: 0, kind: FindingKind::FirstLevelHeading });
        assert_eq!(found[1], MarkdownFinding { offset: 11, kind: FindingKind::Link("/x".into()) });
        assert_eq!(found[2].kind, FindingKind::RawHtml("<b>".into()));
        assert!(found.iter().any(|finding| finding.kind == FindingKind::Picture("/a.png".into())));
        assert_eq!(
            found.last().map(|finding| &finding.kind),
            Some(&FindingKind::PictureWithoutAlt("/a.png".into()))
        );
    }
}
