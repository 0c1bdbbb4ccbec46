//! Writes one start tag shorter.

use super::WHITE_SPACE;
use super::elements::is_void;
use super::scan::{is_template, template_length};

/// Characters that a value without quotes must not have (HTML 13.1.2.3), and the brackets of templates.
const NEEDS_QUOTES: &str = "\"'=<>`{}";

/// What is between the name and the end of a tag.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// `{% if x %}`
    Template(&'a str),
    /// The slash before the end.
    Slash,
    /// An attribute without quotes, or without a value.
    Plain(&'a str),
    /// An attribute with its value in quotes: the name, and the value with the quotes.
    Quoted(&'a str, &'a str),
}

/// A part, and whether white space is before it.
type Spaced<'a> = (bool, Part<'a>);

/// Writes the tag `text` of the element `name`.
pub(super) fn write(text: &str, name: &str, written: &mut String) {
    let inside = &text[1 + name.len()..text.len() - 1];
    let parts = parts(inside, is_void(name));
    written.push('<');
    written.push_str(name);
    for (index, (is_spaced, part)) in parts.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| parts[before].1);
        if *is_spaced && needs_space(before, *part) {
            written.push(' ');
        }
        match part {
            Part::Template(text) | Part::Plain(text) => written.push_str(text),
            Part::Slash => written.push('/'),
            Part::Quoted(name, value) => {
                written.push_str(name);
                write_value(value, parts.get(index + 1), written);
            }
        }
    }
    written.push('>');
}

/// The parts of a tag. A slash that means nothing is not among them.
fn parts(inside: &str, is_void: bool) -> Vec<Spaced<'_>> {
    let mut parts = Vec::new();
    let mut rest = inside;
    loop {
        let trimmed = rest.trim_start_matches(WHITE_SPACE);
        let is_spaced = trimmed.len() < rest.len();
        if trimmed.is_empty() {
            return parts;
        }
        let (part, length) = next_part(trimmed);
        rest = &trimmed[length..];
        let means_nothing = matches!(part, Part::Slash) && is_void && rest.is_empty();
        if !means_nothing {
            parts.push((is_spaced, part));
        }
    }
}

/// The first part, and its length.
fn next_part(source: &str) -> (Part<'_>, usize) {
    if is_template(source) {
        let length = template_length(source);
        return (Part::Template(&source[..length]), length);
    }
    if source.starts_with('/') {
        return (Part::Slash, 1);
    }
    let name_length = length_until(source, |rest| rest.starts_with(['=', '/']) || is_template(rest));
    let behind_name = &source[name_length..];
    let value = behind_name
        .trim_start_matches(WHITE_SPACE)
        .strip_prefix('=')
        .map(|value| value.trim_start_matches(WHITE_SPACE));
    let Some(value) = value else {
        // A lone `=` begins an attribute's name.
        let length = name_length.max(1);
        return (Part::Plain(&source[..length]), length);
    };
    let before_value = source.len() - value.len();
    match value.chars().next().filter(|first| "\"'".contains(*first)) {
        Some(quote) => {
            let length = 2 + quoted_length(&value[1..], quote);
            let value = &value[..length];
            (Part::Quoted(&source[..name_length], value), before_value + length)
        }
        None => {
            let length = before_value + length_until(value, |_| false);
            (Part::Plain(&source[..length]), length)
        }
    }
}

/// The length up to a quote outside of templates.
fn quoted_length(source: &str, quote: char) -> usize {
    let mut at = 0;
    while let Some(next) = source[at..].find([quote, '{']) {
        at += next;
        match is_template(&source[at..]) {
            true => at += template_length(&source[at..]),
            false if source[at..].starts_with(quote) => return at,
            false => at += 1,
        }
    }
    source.len()
}

/// The length up to white space or what `ends` finds, outside of templates.
fn length_until(source: &str, ends: impl Fn(&str) -> bool) -> usize {
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        let rest = &source[at..];
        if WHITE_SPACE.contains(&character) || ends(rest) {
            break;
        }
        at += match is_template(rest) {
            true => template_length(rest),
            false => character.len_utf8(),
        };
    }
    at
}

/// Whether white space before a part is needed: a slash would else belong to a value without quotes.
fn needs_space(before: Option<Part>, part: Part) -> bool {
    !matches!(part, Part::Slash) || matches!(before, Some(Part::Plain(_) | Part::Template(_)))
}

/// Writes `=` and a value, without quotes where it needs none. An empty value is written as none.
fn write_value(quoted: &str, next: Option<&Spaced>, written: &mut String) {
    let value = &quoted[1..quoted.len() - 1];
    let is_plain = |character: char| !WHITE_SPACE.contains(&character) && !NEEDS_QUOTES.contains(character);
    let can_follow = match next {
        None => true,
        // A tag like `{%- if x %}` removes the white space before it.
        Some((is_spaced, Part::Template(tag))) => *is_spaced && tag.as_bytes().get(2) != Some(&b'-'),
        Some((is_spaced, Part::Plain(_) | Part::Quoted(..))) => *is_spaced,
        Some((_, Part::Slash)) => false,
    };
    match value {
        "" if can_follow => {}
        _ if can_follow && value.chars().all(is_plain) => {
            written.push('=');
            written.push_str(value);
        }
        _ => {
            written.push('=');
            written.push_str(quoted);
        }
    }
}
