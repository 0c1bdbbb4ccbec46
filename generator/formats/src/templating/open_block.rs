//! The block of a template that is not closed. The template engine reports only where it missed the end.

use crate::problem::Place;

/// Statements that open a block and need an `end...`.
const BLOCKS: [&str; 9] = ["autoescape", "block", "call", "filter", "for", "if", "macro", "raw", "with"];

/// A block that is open at the end of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OpenBlock<'a> {
    /// Its statement: `if`.
    pub(super) name: &'a str,
    /// Where its tag begins.
    pub(super) place: Place,
}

/// The innermost block that is open where the text ends.
pub(super) fn find(source: &str) -> Option<OpenBlock<'_>> {
    let mut open: Vec<OpenBlock> = Vec::new();
    let mut at = 0;
    while let Some((start, inside, end)) =
        next_tag(source, at, open.last().is_some_and(|block| block.name == "raw"))
    {
        at = end;
        let words = inside.trim_start_matches(['-', '+']).trim_start();
        let length = words.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(words.len());
        let (name, rest) = words.split_at(length);
        let is_opened = BLOCKS.contains(&name) || name == "set" && !rest.contains('=');
        if is_opened {
            let place = Place::of_offset(source, start);
            open.push(OpenBlock { name, place });
        } else if let Some(closed) = name.strip_prefix("end")
            && open.last().is_some_and(|block| block.name == closed)
        {
            open.pop();
        }
    }
    open.pop()
}

/// The next tag `{% ... %}` from an offset, without comments: its start, what is inside, and its end. In a `raw` block only
/// its end is a tag.
fn next_tag(source: &str, from: usize, is_raw: bool) -> Option<(usize, &str, usize)> {
    let mut at = from;
    loop {
        let start = at + source[at..].find(['{'])?;
        let rest = &source[start..];
        let (is_tag, closing) = match rest.as_bytes().get(1) {
            Some(b'%') => (true, "%}"),
            Some(b'#') if !is_raw => (false, "#}"),
            _ => {
                at = start + 1;
                continue;
            }
        };
        let inside = rest[2..].find(closing).map(|length| &rest[2..2 + length])?;
        at = start + 4 + inside.len();
        let word = inside.trim_start_matches(['-', '+']).trim_start();
        if is_tag && (!is_raw || word.starts_with("endraw")) {
            return Some((start, inside, at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_innermost_open_block_is_found() {
        let open = |source| find(source).map(|block| (block.name, block.place.line, block.place.column));
        assert_eq!(open("{% if a %}\n  {%- for b in c -%}\n{% endfor %}"), Some(("if", 1, 1)));
        assert_eq!(open("{% if a %}\n  {%- for b in c -%}\n"), Some(("for", 2, 3)));
        assert_eq!(open("{% set a = 1 %}{% set b %}x"), Some(("set", 1, 16)));
        assert_eq!(open("{# {% if a %} #}{{ b }}{% include \"c\" %}"), None);
        assert_eq!(open("{% raw %}{% if a %}{% endraw %}"), None);
        assert_eq!(open("{% if a %}{% else %}{% endif %}"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(source in "(\\{[%#]|[%#]\\}|-| |if|endif|raw|endraw|ñ|\\PC){0,30}") {
            find(&source);
        }
    }
}
