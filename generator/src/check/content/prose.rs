//! The parts of a content file that visitors read as sentences, as byte ranges: without keys, addresses, placeholders and code.

use std::ops::Range;

use model::strings;

/// Keys of the front matter whose values are not sentences.
const NOT_PROSE: [&str; 22] = [
    "address",
    "title_full",
    "image",
    "draft",
    "publish_at",
    "unpublish_at",
    "example",
    "template",
    "theme",
    "middleware",
    "robots",
    "date",
    "month",
    "stage",
    "key",
    "id",
    "page",
    "picture",
    "poster",
    "file",
    "embed",
    "aliases",
];

pub(super) fn of_markdown(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut fences = 0;
    // The indentation of the key of the block scalar (`|` or `>`) that is being read.
    let mut block: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (content, here) = (line.trim_end(), start);
        start += line.len();
        if fences < 2 && content == "---" {
            fences += 1;
            continue;
        }
        let indent = content.len() - content.trim_start().len();
        let in_block = block.is_some_and(|key| content.is_empty() || indent > key);
        if fences > 1 || in_block {
            found.push(here..here + content.len());
            continue;
        }
        block = None;
        match value(content) {
            Some(range)
                if matches!(
                    &content[range.clone()],
                    "|" | ">" | "|-" | ">-" | "|+" | ">+"
                ) =>
            {
                block = Some(indent);
            }
            Some(range) => found.push(here + range.start..here + range.end),
            None => {}
        }
    }
    found
        .iter()
        .flat_map(|range| without_marks(text, range.clone()))
        .collect()
}

pub(super) fn of_strings(text: &str) -> Vec<Range<usize>> {
    let values = strings::entries(text).into_iter().map(|entry| entry.value);
    values
        .flat_map(|range| without_marks(text, range))
        .collect()
}

/// The value of a line of YAML that is a text, without its quotation marks.
fn value(line: &str) -> Option<Range<usize>> {
    let mut rest = line.trim_start();
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start();
    }
    if rest.starts_with('#') {
        return None;
    }
    if let Some((key, value)) = rest.split_once(':')
        && !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        && (value.is_empty() || value.starts_with(' '))
    {
        if NOT_PROSE.contains(&key) {
            return None;
        }
        rest = value.trim_start();
    }
    let start = line.len() - rest.len();
    match rest
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))
    {
        Some(quote) if rest.len() > 1 && rest.ends_with(quote) => Some(start + 1..line.len() - 1),
        // A quoted text with a comment behind it, or over several lines.
        Some(_) => None,
        None => {
            let text = rest.split(" #").next().unwrap_or_default().trim_end();
            let is_prose = !text.is_empty() && !text.starts_with(['[', '{', '&', '*', '/']);
            (is_prose && !matches!(text, "true" | "false")).then(|| start..start + text.len())
        }
    }
}

/// A range without placeholders, code, the addresses of links, and escapes of JSON.
fn without_marks(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    const MARKS: [(&str, &str); 5] = [
        ("{{", "}}"),
        ("`", "`"),
        ("](", ")"),
        ("https://", " "),
        ("\\u", ""),
    ];
    let mut found = Vec::new();
    let mut start = range.start;
    while start < range.end {
        let rest = &text[start..range.end];
        let next = MARKS
            .iter()
            .filter_map(|(open, close)| Some((rest.find(open)?, open, close)))
            .min();
        let Some((at, open, close)) = next else { break };
        found.push(start..start + at);
        let inside = &rest[at + open.len()..];
        let length = match *close {
            // An escape like `\u00a0`.
            "" => 6.min(rest.len() - at),
            close => {
                open.len()
                    + inside
                        .find(close)
                        .map_or(inside.len(), |end| end + close.len())
            }
        };
        start += at + length;
        while !text.is_char_boundary(start) {
            start += 1;
        }
    }
    if start < range.end {
        found.push(start..range.end);
    }
    found.retain(|range| !range.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(find: fn(&str) -> Vec<Range<usize>>, text: &str) -> Vec<&str> {
        find(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn keys_addresses_and_code_of_markdown_are_no_prose() {
        let text = "---\ntitle: \"Uno: dos\"\ntemplate: text\ndata:\n  items:\n    - label: Tres\n    - /cuatro\n  full: true # no\n  body: |\n    \
                    Cinco [seis](/siete) ocho\n\n    `nueve`\n  other: diez\n---\n\n## Once {{doce}} trece\n";
        assert_eq!(
            texts(of_markdown, text),
            [
                "Uno: dos",
                "Tres",
                "    Cinco [seis",
                " ocho",
                "    ",
                "diez",
                "## Once ",
                " trece"
            ]
        );
    }

    #[test]
    fn keys_and_escapes_of_strings_are_no_prose() {
        let text = r#"{"a": {"b": "uno {{n}} dos"}, "c": "tres\u00a0km", "d": "á\u00e9"}"#;
        assert_eq!(texts(of_strings, text), ["uno ", " dos", "tres", "km", "á"]);
    }
}
