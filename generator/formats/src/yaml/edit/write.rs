//! Values as YAML text.

use saphyr_parser::ScalarStyle;
use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The column of the lines below a key or a dash, in spaces.
    pub(super) indent: usize,
    /// Whether it is within brackets or braces.
    pub(super) in_flow: bool,
}

/// A scalar, in its old style when that can express it.
pub(super) fn scalar(value: &Value, style: ScalarStyle, layout: Layout) -> String {
    let Value::String(text) = value else {
        return value.to_string();
    };
    let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
    if !layout.in_flow
        && (is_block || text.contains('\n'))
        && let Some(block) = literal(text, layout)
    {
        return block;
    }
    let in_style = match style {
        ScalarStyle::SingleQuoted => format!("'{}'", text.replace('\'', "''")),
        ScalarStyle::Plain => text.clone(),
        _ => quoted(text),
    };
    if means(&in_style, text, layout.in_flow) {
        in_style
    } else {
        quoted(text)
    }
}

/// A value within brackets or braces: JSON for a group or a list, which is YAML.
pub(super) fn in_flow(value: &Value) -> String {
    match value {
        Value::Object(_) | Value::Array(_) => value.to_string(),
        value => scalar(
            value,
            ScalarStyle::Plain,
            Layout {
                indent: 0,
                in_flow: true,
            },
        ),
    }
}

/// Whether a text as written is read as `text`.
fn means(written: &str, text: &str, in_flow: bool) -> bool {
    let (start, end) = if in_flow { ("[", "]") } else { ("- ", "\n") };
    let is_one_line = !written.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
    // After a dash and after a key, other texts are plain.
    let reads = |document: String| serde_yaml::from_str::<Value>(&document).ok();
    is_one_line
        && reads(format!("{start}{written}{end}")) == Some(Value::from(vec![text]))
        && (in_flow || reads(format!("k: {written}\n")).is_some_and(|value| value["k"] == *text))
}

/// A text in quotation marks: JSON, with escapes for what YAML does not allow or takes for the end of a line.
fn quoted(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    for character in Value::from(text).to_string().chars() {
        match character {
            '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                written += &format!("\\u{:04x}", u32::from(character));
            }
            other => written.push(other),
        }
    }
    written
}

/// A text as a block of lines; `None` when a block cannot express it.
fn literal(text: &str, layout: Layout) -> Option<String> {
    let lines = text.strip_suffix('\n').unwrap_or(text);
    let is_allowed = |letter: char| match letter {
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        letter => letter == '\n' || !letter.is_control(),
    };
    let is_padded = lines.starts_with([' ', '\n']) || lines.ends_with(['\n', ' ']);
    if lines.is_empty() || is_padded || !text.chars().all(is_allowed) {
        return None;
    }
    let mut written = if text.ends_with('\n') { "|" } else { "|-" }.to_owned();
    for line in lines.split('\n') {
        written.push('\n');
        if !line.is_empty() {
            written += &format!("{}{line}", " ".repeat(layout.indent));
        }
    }
    Some(written)
}

/// A value after its key or dash, with the space before it; groups and lists start on a line of their own.
pub(super) fn value(value: &Value, layout: Layout) -> String {
    let below = Layout {
        indent: layout.indent + 2,
        ..layout
    };
    let start = format!("\n{}", " ".repeat(layout.indent));
    match value {
        Value::Object(map) if !map.is_empty() => entries(map, below)
            .map(|entry| format!("{start}{entry}"))
            .collect(),
        Value::Array(list) if !list.is_empty() => list
            .iter()
            .map(|value| format!("{start}{}", item(value, below)))
            .collect(),
        other => format!(" {}", scalar(other, ScalarStyle::Plain, layout)),
    }
}

/// An item of a list from its dash on. `below` is the layout of what the item contains.
pub(super) fn item(value: &Value, below: Layout) -> String {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let inner = Layout {
                indent: below.indent + 2,
                ..below
            };
            let separator = format!("\n{}", " ".repeat(below.indent));
            format!(
                "- {}",
                entries(map, inner).collect::<Vec<_>>().join(&separator)
            )
        }
        other => format!("-{}", self::value(other, below)),
    }
}

fn entries<'a>(
    map: &'a serde_json::Map<String, Value>,
    layout: Layout,
) -> impl Iterator<Item = String> + 'a {
    map.iter()
        .map(move |(key, value)| entry(key, value, layout))
}

pub(super) fn entry(key: &str, value: &Value, below: Layout) -> String {
    let key = scalar(&Value::from(key), ScalarStyle::Plain, below);
    format!("{key}:{}", self::value(value, below))
}
