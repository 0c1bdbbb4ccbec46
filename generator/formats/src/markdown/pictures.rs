//! Pictures in a Markdown text. A picture is a paragraph of its own, or stands in one with other pictures: it becomes a figure with a
//! caption, which cannot be in a line of text.

use std::iter::from_fn;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// What begins every picture.
const START: &str = "![";

/// The paragraphs that have only pictures.
#[derive(Debug, Default)]
pub(super) struct PictureParagraphs(Vec<Range<usize>>);

impl PictureParagraphs {
    /// Those of a text.
    pub(super) fn find(text: &str) -> PictureParagraphs {
        let mut found = PictureParagraphs::default();
        if !text.contains(START) {
            return found;
        }
        // The open paragraph, as long as it has nothing else.
        let mut open = None;
        let (mut has_picture, mut depth) = (false, 0);
        for (event, range) in Parser::new_ext(text, super::options()).into_offset_iter() {
            match event {
                Event::Start(Tag::Paragraph) => {
                    open = Some(range);
                    has_picture = false;
                }
                Event::End(TagEnd::Paragraph) => {
                    let closed = open.take();
                    if has_picture {
                        found.0.extend(closed);
                    }
                }
                Event::Start(Tag::Image { .. }) => {
                    has_picture = true;
                    depth += 1;
                }
                Event::End(TagEnd::Image) => depth -= 1,
                Event::SoftBreak | Event::HardBreak => {}
                _ if depth > 0 => {}
                _ => open = None,
            }
        }
        found
    }

    /// Whether a picture or a paragraph with this range is one of them, or in one.
    pub(super) fn contains(&self, range: &Range<usize>) -> bool {
        let mut paragraphs = self.0.iter();
        paragraphs.any(|paragraph| paragraph.start <= range.start && range.end <= paragraph.end)
    }
}

/// The alternative text of a picture whose start was the last event: the text up to its end, without markup.
pub(super) fn alternative_text<'a>(
    events: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>,
) -> String {
    let mut depth = 1;
    let inner = from_fn(|| {
        let (event, _) = events.next()?;
        match event {
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            _ => {}
        }
        (depth > 0).then_some(event)
    });
    let texts = inner.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_owned()),
        _ => None,
    });
    texts.collect::<String>().trim().to_owned()
}
