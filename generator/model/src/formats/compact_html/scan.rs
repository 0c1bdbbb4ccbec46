//! Splits HTML, or a template of it, into tags, texts, and what is copied unchanged.

use super::WHITE_SPACE;

/// A part of the source.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Words and white space between tags.
    Text(&'a str),
    /// A tag of a template, a comment, a doctype, or the rest after a tag that does not end.
    Opaque(&'a str),
    /// `<a href="/">`.
    StartTag { name: &'a str, text: &'a str },
    /// `</a>`.
    EndTag { name: &'a str, text: &'a str },
}

/// The first piece and what is behind it; nothing at the end.
pub(super) fn next_piece(source: &str) -> Option<(Piece<'_>, &str)> {
    if source.is_empty() {
        return None;
    }
    let begin = begins(source);
    let length = match begin {
        Begin::Template => template_length(source),
        Begin::Comment => length_to(source, "-->"),
        Begin::Declaration => length_to(source, ">"),
        Begin::Tag => match tag_length(source) {
            Some(length) => length,
            None => return Some((Piece::Opaque(source), "")),
        },
        Begin::Text => text_length(source),
    };
    let (text, behind) = source.split_at(length);
    let piece = match begin {
        Begin::Tag => tag(text),
        Begin::Text => Piece::Text(text),
        Begin::Template | Begin::Comment | Begin::Declaration => Piece::Opaque(text),
    };
    Some((piece, behind))
}

/// The length of a template's tag at the beginning of `source`; all of it when the tag does not end.
pub(super) fn template_length(source: &str) -> usize {
    let end = match source.as_bytes().get(1) {
        Some(b'#') => return length_to(source, "#}"),
        Some(b'%') => "%}",
        _ => "}}",
    };
    // Brackets and texts may contain the characters that end a tag: {{ f({"a": {"b": "}}"}}) }}.
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, character) in source.char_indices().skip(2) {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if character == '\\' => is_escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if depth == 0 && source[at..].starts_with(end) => return at + end.len(),
            None => match character {
                '"' | '\'' => quote = Some(character),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            },
        }
    }
    source.len()
}

/// Whether a template's tag begins here.
pub(super) fn is_template(source: &str) -> bool {
    ["{{", "{%", "{#"].iter().any(|start| source.starts_with(start))
}

/// The length of the content of an element that is not markup, with its end tag.
pub(super) fn verbatim_length(source: &str, name: &str) -> usize {
    let is_end = |at: &usize| {
        let found = source
            .as_bytes()
            .get(at + "</".len()..at + "</".len() + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    let mut ends = source.match_indices("</").map(|(at, _)| at);
    ends.find(is_end)
        .map_or(source.len(), |at| at + length_to(&source[at..], ">"))
}

enum Begin {
    Template,
    Comment,
    Declaration,
    Tag,
    Text,
}

fn begins(source: &str) -> Begin {
    let is_letter = |at: usize| source.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic);
    if is_template(source) {
        Begin::Template
    } else if !source.starts_with('<') {
        Begin::Text
    } else if source.starts_with("<!--") {
        Begin::Comment
    } else if source.starts_with("<!") || source.starts_with("<?") {
        Begin::Declaration
    } else if is_letter(1) || source.starts_with("</") && is_letter(2) {
        Begin::Tag
    } else {
        Begin::Text
    }
}

fn text_length(source: &str) -> usize {
    let mut begins_other = source.match_indices(['<', '{']).map(|(at, _)| at);
    let end = begins_other.find(|at| *at > 0 && !matches!(begins(&source[*at..]), Begin::Text));
    end.unwrap_or(source.len())
}

/// The length of a tag, whose attributes may contain `>` in quotes and tags of templates; none when it does not end.
fn tag_length(source: &str) -> Option<usize> {
    let mut at = 0;
    let mut quote = None;
    while let Some(next) = source[at..].find(['{', '>', '"', '\'']) {
        at += next;
        let byte = source.as_bytes()[at];
        if is_template(&source[at..]) {
            at += template_length(&source[at..]);
            continue;
        }
        at += 1;
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if byte == open => quote = None,
            _ => {}
        }
    }
    None
}

fn tag(text: &str) -> Piece<'_> {
    let is_end = text.starts_with("</");
    let inside = text.trim_start_matches(['<', '/']);
    let is_name = |character: char| !WHITE_SPACE.contains(&character) && !"/>{".contains(character);
    let length = inside
        .find(|character| !is_name(character))
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(length);
    match is_end {
        // A part of its name comes from the template: <h{{ level }}>.
        _ if rest.starts_with("{{") => Piece::Opaque(text),
        true => Piece::EndTag { name, text },
        false => Piece::StartTag { name, text },
    }
}

/// The length up to and with `end`; all of `source` without it.
fn length_to(source: &str, end: &str) -> usize {
    source.find(end).map_or(source.len(), |at| at + end.len())
}
