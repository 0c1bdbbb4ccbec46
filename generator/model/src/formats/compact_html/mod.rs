//! Writes HTML with fewer bytes and the same tree: attribute values without quotes, no end tags and slashes that the
//! syntax allows to omit, no white space where browsers show none.
//!
//! It works on templates before they are compiled, so that it costs nothing per page, and on HTML that is made once for
//! many pages. `{{ }}`, `{% %}` and `{# #}` are copied unchanged; an attribute value that contains one keeps its quotes.
//! Scripts, styles, text areas, preformatted text and comments are copied unchanged too.

mod elements;
mod scan;
mod tag;
#[cfg(test)]
mod tests;

use elements::{has_optional_end, is_block, is_metadata, is_verbatim};
use scan::{Piece, next_piece, verbatim_length};

/// Blocks of templates whose content is not HTML of the page, or need not be.
const OTHER_CONTENT: [&str; 2] = ["raw", "filter"];

/// White space of HTML (WHATWG Infra, "ASCII whitespace"); a no-break space is a character like others.
const WHITE_SPACE: [char; 5] = [' ', '\n', '\t', '\r', '\u{c}'];

/// The same HTML, or template of HTML, with fewer bytes.
pub fn compact(source: &str) -> String {
    if OTHER_CONTENT
        .iter()
        .any(|block| source.contains(&format!("end{block}")))
    {
        return source.to_owned();
    }
    let mut written = String::with_capacity(source.len());
    let mut before = Neighbour::Other;
    let mut next = next_piece(source);
    while let Some((piece, rest)) = next {
        next = next_piece(rest);
        before = match piece {
            Piece::Text(text) => {
                let after = next
                    .as_ref()
                    .map_or(Neighbour::Other, |(piece, _)| Neighbour::of(piece));
                written.push_str(shown(text, before, after));
                Neighbour::Other
            }
            Piece::Opaque(text) => {
                written.push_str(text);
                Neighbour::Other
            }
            Piece::EndTag { name, text } => {
                if !has_optional_end(name, tag_behind(rest)) {
                    written.push_str(text);
                }
                Neighbour::of(&piece)
            }
            Piece::StartTag { name, text } => {
                tag::write(text, name, &mut written);
                if is_verbatim(name) {
                    let (content, behind) = rest.split_at(verbatim_length(rest, name));
                    written.push_str(content);
                    next = next_piece(behind);
                }
                Neighbour::of(&piece)
            }
        };
    }
    written
}

/// The beginning of the tag that comes next, without attributes and without end tags that are left out; nothing when words or
/// a template's tag come first.
fn tag_behind(source: &str) -> &str {
    let ends = |character: char| WHITE_SPACE.contains(&character) || ">{".contains(character);
    let mut rest = source;
    loop {
        rest = rest.trim_start_matches(WHITE_SPACE);
        let Some((Piece::StartTag { text, .. } | Piece::EndTag { text, .. }, behind)) = next_piece(rest)
        else {
            return "";
        };
        let tag = &text[..text.find(ends).unwrap_or(text.len())];
        match tag.strip_prefix("</") {
            Some(name) if has_optional_end(name, "") => rest = behind,
            _ => return tag,
        }
    }
}

/// What is beside a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// A tag of a block, which begins or ends a line.
    Block,
    /// A tag of an element that is not shown, as in the page's head.
    Metadata,
    /// Anything else: white space beside it may be shown.
    Other,
}

impl Neighbour {
    fn of(piece: &Piece) -> Neighbour {
        match piece {
            Piece::StartTag { name, .. } | Piece::EndTag { name, .. } if is_block(name) => Neighbour::Block,
            Piece::StartTag { name, .. } | Piece::EndTag { name, .. } if is_metadata(name) => {
                Neighbour::Metadata
            }
            _ => Neighbour::Other,
        }
    }
}

/// A text without white space that no browser shows: at the beginning and at the end of a line (CSS Text 3, 4.1.2).
fn shown(text: &str, before: Neighbour, after: Neighbour) -> &str {
    let is_hidden = before != Neighbour::Other && after != Neighbour::Other;
    if is_hidden && text.trim_matches(WHITE_SPACE).is_empty() {
        return "";
    }
    let text = match before {
        Neighbour::Block => text.trim_start_matches(WHITE_SPACE),
        _ => text,
    };
    match after {
        Neighbour::Block => text.trim_end_matches(WHITE_SPACE),
        _ => text,
    }
}
