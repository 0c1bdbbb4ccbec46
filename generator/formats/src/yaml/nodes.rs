//! Where the values of a YAML text are, in bytes, as they are written; and the limit on nesting, which is checked first: the
//! library that makes values of a text needs time that grows with the square of the depth.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::Step;
use crate::problem::{self, Place};

/// A value as it is written.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Scalar(Scalar),
    Group(Group),
    /// `*name`: a value that stands elsewhere.
    Alias(Range<usize>),
}

#[derive(Clone, Debug)]
pub(super) struct Scalar {
    /// With its quotation marks; of a block, from its header to the end of its last line.
    pub(super) at: Range<usize>,
    pub(super) style: ScalarStyle,
    /// Where the lines of a block start, after the header's line.
    pub(super) content: usize,
}

/// Keys with their values, or the values of a list.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// From the first key or dash, or the opening brace or bracket, to the end.
    pub(super) at: Range<usize>,
    /// Written in braces or brackets.
    pub(super) is_flow: bool,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) step: Step,
    /// Where its key or its dash starts; of a list in brackets, where the value is.
    pub(super) start: usize,
    /// Where the colon or the dash ends.
    pub(super) after_mark: usize,
    pub(super) value: Node,
}

impl Node {
    pub(super) fn at(&self) -> &Range<usize> {
        match self {
            Node::Scalar(scalar) => &scalar.at,
            Node::Group(group) => &group.at,
            Node::Alias(at) => at,
        }
    }

    pub(super) fn end(&self) -> usize {
        self.at().end
    }
}

/// The values of a text; `None` when it is not valid YAML, is nested too deeply or is empty.
pub(super) fn parse(text: &str) -> Option<Node> {
    if too_deep(text).is_some() {
        return None;
    }
    let offsets = text
        .char_indices()
        .map(|(offset, _)| offset)
        .chain([text.len()]);
    let mut reader = Reader {
        text,
        offsets: offsets.collect(),
        events: Parser::new_from_str(text),
    };
    loop {
        match reader.events.next()?.ok()? {
            (Event::StreamStart | Event::DocumentStart(_), _) => {}
            (event, span) => return reader.node(&event, span, 0),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte offset of each character: the parser counts characters.
    offsets: Vec<usize>,
    events: Parser<'a, StrInput<'a>>,
}

impl<'a> Reader<'a> {
    fn offset(&self, character: usize) -> usize {
        self.offsets
            .get(character)
            .copied()
            .unwrap_or(self.text.len())
    }

    /// The value that an event starts; `before` is the end of what stands before it.
    fn node(&mut self, event: &Event<'a>, span: Span, before: usize) -> Option<Node> {
        let start = self.offset(span.start.index());
        match event {
            Event::Scalar(_, style, ..) => Some(Node::Scalar(self.scalar(*style, span, before))),
            Event::Alias(_) => Some(Node::Alias(start..self.offset(span.end.index()))),
            Event::MappingStart(..) => self.group(start, span, false).map(Node::Group),
            Event::SequenceStart(..) => self.group(start, span, true).map(Node::Group),
            _ => None,
        }
    }

    fn scalar(&self, style: ScalarStyle, span: Span, before: usize) -> Scalar {
        let (start, end) = (
            self.offset(span.start.index()),
            self.offset(span.end.index()),
        );
        let written = &self.text[start..];
        let mut content = start;
        let at = match style {
            ScalarStyle::Plain => start..end,
            // The parser includes what follows the closing mark.
            ScalarStyle::SingleQuoted => start..start + quoted(written, '\''),
            ScalarStyle::DoubleQuoted => start..start + quoted(written, '"'),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let header = self.text[before..start]
                    .find(['|', '>'])
                    .map_or(start, |at| before + at);
                content = self.text[header..]
                    .find('\n')
                    .map_or(end, |at| header + at + 1);
                header..content.max(self.text[..end].trim_end().len())
            }
        };
        Scalar { at, style, content }
    }

    fn group(&mut self, start: usize, span: Span, is_list: bool) -> Option<Group> {
        // The parser includes the spaces after the bracket.
        let opening = self.text[..self.offset(span.end.index())].trim_end();
        let is_flow = opening.ends_with(if is_list { '[' } else { '{' }) && !span.is_empty();
        let mut parts: Vec<Part> = Vec::new();
        loop {
            let (mut event, mut span) = self.events.next()?.ok()?;
            if matches!(event, Event::MappingEnd | Event::SequenceEnd) {
                // The bracket itself; the parser includes what follows it.
                let bracket = start..self.offset(span.start.index()) + 1;
                let at = match (&parts[..], is_flow) {
                    ([first, ..], false) => {
                        first.start..parts.last().map_or(start, |part| part.value.end())
                    }
                    ([], false) => start..start,
                    (_, true) => bracket,
                };
                return Some(Group { at, is_flow, parts });
            }
            let mut before = parts.last().map_or(start, |part| part.value.end());
            let (step, start, after_mark) = if is_list {
                let value_at = self.offset(span.start.index());
                let dash = if is_flow {
                    None
                } else {
                    self.dash(before, value_at)
                };
                let after_mark = dash.map_or(value_at, |dash| dash + 1);
                (
                    Step::Index(parts.len()),
                    dash.unwrap_or(value_at),
                    after_mark,
                )
            } else {
                let Event::Scalar(key, style, ..) = event else {
                    return None;
                };
                let written = self.scalar(style, span, start).at;
                before = written.end + self.text[written.end..].find(':')? + 1;
                (event, span) = self.events.next()?.ok()?;
                (Step::Key(key.into_owned()), written.start, before)
            };
            let mut value = self.node(&event, span, before)?;
            // A value that is not written stands right after its colon or dash.
            if let Node::Scalar(scalar) = &mut value
                && scalar.at.is_empty()
            {
                scalar.at = after_mark..after_mark;
            }
            parts.push(Part {
                step,
                start,
                after_mark,
                value,
            });
        }
    }

    /// The last dash before a value that opens an item.
    fn dash(&self, before: usize, value: usize) -> Option<usize> {
        let opens = |at: &usize| self.text[at + 1..].starts_with([' ', '\t', '\r', '\n']);
        self.text[before..value.max(before)]
            .rmatch_indices('-')
            .map(|(at, _)| before + at)
            .find(opens)
    }
}

/// The length of a text in quotation marks.
fn quoted(written: &str, mark: char) -> usize {
    let mut letters = written.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            // A backslash protects the next character.
            '\\' if mark == '"' => drop(letters.next()),
            // A doubled mark is one of the text.
            '\'' if mark == '\'' && letters.next_if(|(_, next)| *next == mark).is_some() => {}
            _ if letter == mark => return at + 1,
            _ => {}
        }
    }
    written.len()
}

/// How many lists and groups may be nested in each other: many times what any file of a project needs.
const MAX_DEPTH: usize = 64;

/// How many brackets and braces the library reads at once, whatever their depth.
const QUICKLY_READ: usize = 1000;

/// What is wrong with a text that is nested more deeply, and what to do about it.
pub(crate) const TOO_DEEP: (&str, &str) = (
    "values are nested too deeply",
    "nest fewer lists and groups in each other",
);

/// The position of the first list or group that is nested too deeply. The two parsers accept almost the same texts: where this
/// one stops, it depends on the number of brackets that follow.
pub(super) fn too_deep(text: &str) -> Option<Place> {
    let mut depth = 0_usize;
    for read in Parser::new_from_str(text) {
        match read {
            Ok((Event::MappingStart(..) | Event::SequenceStart(..), _)) if depth < MAX_DEPTH => {
                depth += 1;
            }
            Ok((Event::MappingStart(..) | Event::SequenceStart(..), span)) => {
                return Some(Place::of_offset(text, offset(text, span.start.index())));
            }
            Ok((Event::MappingEnd | Event::SequenceEnd, _)) => depth -= 1,
            Ok(_) => {}
            Err(error) => {
                let stop = offset(text, error.marker().index());
                let mut opened = text[stop..].bytes().filter(|byte| b"[{".contains(byte));
                return opened
                    .nth(QUICKLY_READ)
                    .map(|_| Place::of_offset(text, stop));
            }
        }
    }
    None
}

/// The position of the first value with a control character, which only an escape can write, and what is wrong with it.
pub(super) fn control_character(text: &str) -> Option<(Place, String)> {
    let events = Parser::new_from_str(text).map_while(Result::ok);
    let mut scalars = events.filter_map(|(event, span)| match event {
        Event::Scalar(value, ..) => Some((value, span)),
        _ => None,
    });
    scalars.find_map(|(value, span)| {
        let (_, message) = problem::control_character(&value)?;
        Some((
            Place::of_offset(text, offset(text, span.start.index())),
            message,
        ))
    })
}

/// The byte offset of a character: the parser counts characters.
fn offset(text: &str, character: usize) -> usize {
    text.char_indices()
        .nth(character)
        .map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::yaml::{self, edited, path_at, repeated};
    use proptest::prelude::*;
    use serde_json::Value;

    /// Every value of a text as it is written, from the outside to the inside.
    fn written(text: &str) -> Vec<&str> {
        fn add<'a>(text: &'a str, node: &Node, found: &mut Vec<&'a str>) {
            match node {
                Node::Group(group) => group
                    .parts
                    .iter()
                    .for_each(|part| add(text, &part.value, found)),
                leaf => found.push(&text[leaf.at().clone()]),
            }
        }
        let mut found = Vec::new();
        add(text, &parse(text).expect("YAML"), &mut found);
        found
    }

    #[test]
    fn each_value_is_found_as_it_is_written() {
        let text = "# é\na: \"x \\\" y\" # c\nb: 'it''s' # c\nc: plain  # c\nd:\ne: | # c\n  one\n\n  two\n\nf: &n {g: 1, h: [i, \"j\"]}\nk:\n  - *n\n  -\n    l: m\n  - >-\n    n\n";
        let body = "| # c\n  one\n\n  two";
        let expected = [
            r#""x \" y""#,
            "'it''s'",
            "plain",
            "",
            body,
            "1",
            "i",
            "\"j\"",
            "*n",
            "m",
            ">-\n    n",
        ];
        assert_eq!(written(text), expected);
        assert_eq!(
            written(&text.replace('\n', "\r\n"))[4],
            "| # c\r\n  one\r\n\r\n  two"
        );
        assert!(parse("a: \"").is_none());
    }

    #[test]
    fn the_first_value_that_is_nested_too_deeply_is_refused() {
        for (open, close) in [
            ("[", "]"),
            ("{a: ", "}"),
            ("- ", ""),
            ("[ #]\n ", "]"),
            ("? ", ""),
        ] {
            let text = |depth: usize| format!("{}x{}\n", open.repeat(depth), close.repeat(depth));
            let is_read = yaml::parse::<Value>("x.yaml", &text(MAX_DEPTH), 0);
            // A group as a key is read, and only refused as JSON.
            assert!(is_read.is_ok() || open == "? ", "{open}");
            for depth in [MAX_DEPTH + 1, 200, 50_000] {
                let Problem { message, hint, .. } =
                    yaml::parse::<Value>("x.yaml", &text(depth), 0).unwrap_err();
                assert_eq!((&*message, hint.as_deref()), (TOO_DEEP.0, Some(TOO_DEEP.1)));
            }
        }
        // Only one of the parsers reads this.
        let problem = yaml::parse::<Value>("x.yaml", &"[#]\n ".repeat(50_000), 0).unwrap_err();
        assert_eq!(problem.message, TOO_DEEP.0);
        let nested = format!("a: b\nñ:\n  {}", "- ".repeat(MAX_DEPTH));
        let problem = yaml::parse::<Value>("x.yaml", &nested, 3).unwrap_err();
        assert_eq!(
            (problem.line, problem.column),
            (Some(6), Some(3 + 2 * (MAX_DEPTH - 1)))
        );
    }

    proptest! {
        #[test]
        fn no_depth_panics(marks in "(- |\\? |\\[|\\]|\\{|\\}|a: |\"|'|,|#|&a |\\*a|!!b |\n|  ){1,5}", levels in 0..2000usize) {
            let text = format!("{}x", marks.repeat(levels));
            let is_read = yaml::parse::<Value>("x.yaml", &text, 0).is_ok();
            path_at(&text, text.len() / 2);
            repeated(&text);
            let changed = edited(&text, &Value::Null);
            prop_assert!(is_read || changed.is_err());
        }
    }
}
