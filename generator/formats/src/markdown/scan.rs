//! Links and disallowed constructs in a Markdown text, for the resolve stage; and the limit on nesting.

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::pictures::{PictureParagraphs, alternative_text};

/// A link to check, or a construct that is not allowed.
#[derive(Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A link with this destination.
    Link(String),
    /// A picture of this name, with a text, in a paragraph of its own.
    Picture(String),
    /// An HTML element, or the name of an attribute of a heading.
    RawHtml(String),
    /// A heading of this level.
    Heading(u8),
    /// A picture without alternative text.
    PictureWithoutAlt(String),
    /// A picture in a line of text, a heading, a table, a link or the line of a list.
    PictureInText(String),
    /// A picture with a title, which would not be shown.
    PictureWithTitle(String),
}

/// Finds the links and the disallowed constructs of a text, each with its byte offset.
pub fn scan(text: &str) -> Vec<(usize, FindingKind)> {
    let mut found = Vec::new();
    let of_pictures = PictureParagraphs::find(text);
    let mut events = Parser::new_ext(text, super::options()).into_offset_iter();
    while let Some((event, range)) = events.next() {
        let kind = match event {
            // The author did not write the `mailto:` of `<a@b.example>`.
            Event::Start(Tag::Link {
                link_type: LinkType::Email,
                dest_url,
                ..
            }) => FindingKind::Link(format!("mailto:{dest_url}")),
            Event::Start(Tag::Link { dest_url, .. }) => FindingKind::Link(dest_url.into_string()),
            Event::Start(Tag::Heading { attrs, .. }) if !attrs.is_empty() => {
                FindingKind::RawHtml(attrs[0].0.to_string())
            }
            Event::Start(Tag::Heading { level, .. }) => FindingKind::Heading(level as u8),
            Event::Start(Tag::Image {
                dest_url, title, ..
            }) => {
                let alt = alternative_text(&mut events);
                let written = dest_url.into_string();
                if alt.is_empty() {
                    FindingKind::PictureWithoutAlt(written)
                } else if !of_pictures.contains(&range) {
                    FindingKind::PictureInText(written)
                } else if !title.is_empty() {
                    FindingKind::PictureWithTitle(written)
                } else {
                    FindingKind::Picture(written)
                }
            }
            Event::Html(raw) | Event::InlineHtml(raw)
                if !is_comment(&raw) && !raw.trim().is_empty() =>
            {
                FindingKind::RawHtml(raw.trim().to_owned())
            }
            _ => continue,
        };
        found.push((range.start, kind));
    }
    found
}

/// Whether raw HTML is only a comment. Comments are removed.
pub(super) fn is_comment(raw: &str) -> bool {
    let raw = raw.trim();
    raw.starts_with("<!--") && raw.ends_with("-->")
}

/// How many lists, quotes, notes, links and styles a text may nest; the layout of documents allows about twenty.
pub const MAX_DEPTH: usize = 10;

/// What is wrong with a text that is nested more deeply.
pub const TOO_DEEP: &str = "lists, quotes, links or styles are nested in more than 10 levels";

/// What to do about it.
pub const LESS_DEEP: &str = "put fewer of them inside each other";

/// The byte offset of the first part that is nested more deeply than [`MAX_DEPTH`].
pub fn too_deep(text: &str) -> Option<usize> {
    // Each level has a mark of its own: most texts have too few, and need not be parsed.
    let is_mark = |byte: &u8| b"-+*.)>_~[".contains(byte);
    text.bytes().filter(is_mark).nth(MAX_DEPTH)?;
    let mut depth = 0;
    let mut events = Parser::new_ext(text, super::options()).into_offset_iter();
    events.find_map(|(event, range)| {
        match event {
            Event::Start(tag) if nests(tag.to_end()) => depth += 1,
            Event::End(tag) if nests(tag) => depth -= 1,
            _ => {}
        }
        (depth > MAX_DEPTH).then_some(range.start)
    })
}

/// Whether what ends with this tag can be in another one of its kind.
fn nests(tag: TagEnd) -> bool {
    use TagEnd::{
        BlockQuote, Emphasis, FootnoteDefinition, Image, Link, List, Strikethrough, Strong,
    };
    matches!(
        tag,
        BlockQuote(_)
            | Emphasis
            | FootnoteDefinition
            | Image
            | Link
            | List(_)
            | Strikethrough
            | Strong
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pictures_need_a_text_and_a_paragraph_of_their_own() {
        let picture = || "sala".to_owned();
        for (text, kind) in [
            (
                "![Sala](sala)\n![Otra](patio)",
                FindingKind::Picture(picture()),
            ),
            ("- uno\n\n  ![Sala](sala)", FindingKind::Picture(picture())),
            ("![](sala)", FindingKind::PictureWithoutAlt(picture())),
            (
                "![ ][s]\n\n[s]: sala",
                FindingKind::PictureWithoutAlt(picture()),
            ),
            ("Vea ![Sala](sala)", FindingKind::PictureInText(picture())),
            ("- ![Sala](sala)", FindingKind::PictureInText(picture())),
            ("## ![Sala](sala)", FindingKind::PictureInText(picture())),
            (
                "![Sala](sala 'hoy')",
                FindingKind::PictureWithTitle(picture()),
            ),
        ] {
            let found = scan(text).into_iter().map(|(_, kind)| kind);
            let mut pictures = found.filter(|kind| !matches!(kind, FindingKind::Heading(_)));
            assert_eq!(pictures.next(), Some(kind), "{text}");
        }
    }

    #[test]
    fn the_first_part_that_is_nested_too_deeply_is_found() {
        for mark in ["- ", "1. ", "> ", "> - ", "+ 1) ", "*a **b ", "![a "] {
            let (levels, end) = match mark {
                "> - " | "+ 1) " => (MAX_DEPTH / 2, ""),
                "*a **b " => (MAX_DEPTH / 2, "x** c*"),
                "![a " => (MAX_DEPTH, "x](/y)"),
                _ => (MAX_DEPTH, ""),
            };
            let text =
                |levels: usize| format!("ñ\n\n{}x{}\n", mark.repeat(levels), end.repeat(levels));
            assert_eq!(too_deep(&text(levels)), None, "{mark}");
            let found = too_deep(&text(levels + 1)).map(|offset| offset - "ñ\n\n".len());
            assert_eq!(found, Some(mark.len() * levels), "{mark}");
        }
        let many = "- *a* [b](/c) **d**\n".repeat(1000);
        assert_eq!(too_deep(&many), None);
    }

    proptest! {
        #[test]
        fn no_depth_panics(marks in "(- |1\\. |> |\\*|\\*\\*|~~|!?\\[|_|    |\n){1,4}", levels in 0..2000usize) {
            let text = format!("{}x", marks.repeat(levels));
            if let Some(offset) = too_deep(&text) {
                prop_assert!(text.is_char_boundary(offset));
            }
            super::super::render(&text, &str::to_owned, &super::super::without_picture);
        }
    }
}
