//! Markdown as data: blocks and inline runs that a document's template lays out.
//!
//! A template receives what the author wrote as data, never as markup of its own language, so no text can
//! become a command of the typesetter.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;

use crate::lang::Lang;
use crate::markdown::Quotes;

/// One block of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading; level 2 is the first below the title.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The heading's words.
        text: Vec<Run>,
    },
    /// A paragraph.
    Paragraph {
        /// The paragraph's words.
        text: Vec<Run>,
    },
    /// A list; each item is a row of blocks.
    List {
        /// Numbered or not.
        ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table; the first row is its head.
    Table {
        /// The rows, each a row of cells.
        rows: Vec<Vec<Vec<Run>>>,
    },
}

/// A run of words in one style.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// The words.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// Where the words lead.
    pub link: Option<String>,
}

impl Run {
    /// Whether the words are nothing but words.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        !self.strong && !self.emphasis && self.link.is_none()
    }
}

/// The blocks of a Markdown text, with the quotes of its language. `address` turns what an author wrote as a link
/// into an absolute address, or into none. Constructs that a document has no place for (raw HTML, pictures) are
/// left out.
#[must_use]
pub fn blocks(markdown: &str, lang: Lang, address: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION;
    Reader {
        events: Parser::new_ext(markdown, options),
        quotes: Quotes::of(lang),
        address,
        strong: 0,
        emphasis: 0,
        links: Vec::new(),
    }
    .blocks(None)
}

/// A text in which a number and its unit stay on one line: `62 km`, `180 m²`, `10 %`.
#[must_use]
pub fn bound(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let binds = character == ' '
            && text[..at].ends_with(|before: char| before.is_ascii_digit())
            && UNITS.iter().any(|unit| {
                let rest = text[at + 1..].strip_prefix(unit);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            });
        out.push(if binds { '\u{a0}' } else { character });
    }
    out
}

/// What a number keeps beside it.
const UNITS: [&str; 5] = ["km", "m²", "m", "%", "MXN"];

struct Reader<'a> {
    events: Parser<'a>,
    quotes: Quotes,
    address: &'a dyn Fn(&str) -> Option<String>,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<String>>,
}

impl Reader<'_> {
    /// Blocks up to the end of the tag, or of the text.
    fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
        let mut blocks = Vec::new();
        // Only the words of a tight list item stand outside a paragraph.
        let mut loose = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if Some(tag) == end => break,
                Event::Start(Tag::Heading { level, .. }) => {
                    let text = self.runs(TagEnd::Heading(level));
                    blocks.push(Block::Heading {
                        level: number(level),
                        text,
                    });
                }
                Event::Start(Tag::Paragraph) => blocks.push(Block::Paragraph {
                    text: self.runs(TagEnd::Paragraph),
                }),
                Event::Start(Tag::List(start)) => {
                    flush(&mut loose, &mut blocks);
                    blocks.push(self.list(start.is_some()));
                }
                Event::Start(Tag::Table(_)) => blocks.push(self.table()),
                event => self.inline(event, &mut loose),
            }
        }
        flush(&mut loose, &mut blocks);
        blocks
    }

    fn list(&mut self, ordered: bool) -> Block {
        let mut items = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => items.push(self.blocks(Some(TagEnd::Item))),
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        Block::List { ordered, items }
    }

    fn table(&mut self) -> Block {
        let mut rows: Vec<Vec<Vec<Run>>> = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.runs(TagEnd::TableCell);
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table { rows }
    }

    fn runs(&mut self, end: TagEnd) -> Vec<Run> {
        let mut runs = Vec::new();
        while let Some(event) = self.events.next() {
            if event == Event::End(end) {
                break;
            }
            self.inline(event, &mut runs);
        }
        finished(runs)
    }

    fn inline(&mut self, event: Event<'_>, runs: &mut Vec<Run>) {
        match event {
            Event::Start(Tag::Strong) => self.strong += 1,
            Event::End(TagEnd::Strong) => self.strong = self.strong.saturating_sub(1),
            Event::Start(Tag::Emphasis) => self.emphasis += 1,
            Event::End(TagEnd::Emphasis) => self.emphasis = self.emphasis.saturating_sub(1),
            Event::Start(Tag::Link { dest_url, .. }) => self.links.push((self.address)(&dest_url)),
            Event::End(TagEnd::Link) => {
                self.links.pop();
            }
            Event::Text(text) => {
                let text = self.quotes.piece(text);
                self.push(&text, runs);
            }
            Event::Code(text) => self.push(&text, runs),
            Event::SoftBreak | Event::HardBreak => self.push(" ", runs),
            _ => {}
        }
    }

    fn push(&self, text: &str, runs: &mut Vec<Run>) {
        let link = self.links.last().cloned().flatten();
        let run = Run {
            text: text.to_owned(),
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            link,
        };
        match runs.last_mut() {
            Some(last)
                if last.strong == run.strong && last.emphasis == run.emphasis && last.link == run.link =>
            {
                last.text.push_str(&run.text);
            }
            _ => runs.push(run),
        }
    }
}

fn flush(loose: &mut Vec<Run>, blocks: &mut Vec<Block>) {
    if !loose.is_empty() {
        blocks.push(Block::Paragraph {
            text: finished(std::mem::take(loose)),
        });
    }
}

fn finished(mut runs: Vec<Run>) -> Vec<Run> {
    for run in &mut runs {
        run.text = bound(&run.text);
    }
    runs
}

const fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(markdown: &str) -> Vec<Block> {
        blocks(markdown, Lang::Es, &|written| {
            written.starts_with("http").then(|| written.to_owned())
        })
    }

    fn words(runs: &[Run]) -> String {
        runs.iter().map(|run| run.text.as_str()).collect()
    }

    #[test]
    fn words_keep_their_style_and_outside_links() {
        let read = read("Hola **mundo** y\n[más](https://a.example), [aquí](/inventario).\n");
        let [Block::Paragraph { text }] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!(words(text), "Hola mundo y más, aquí.");
        assert!(text[1].strong && !text[0].strong);
        assert_eq!(text[3].link.as_deref(), Some("https://a.example"));
        assert_eq!(text.iter().filter(|run| run.link.is_some()).count(), 1);
    }

    #[test]
    fn lists_nest_and_tables_keep_their_cells() {
        let read = read("## Uno\n\n1. a\n2. b\n   - c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n");
        let [
            Block::Heading { level: 2, .. },
            Block::List { ordered: true, items },
            Block::Table { rows },
        ] = read.as_slice()
        else {
            panic!("{read:?}")
        };
        assert!(matches!(
            items[1].as_slice(),
            [Block::Paragraph { .. }, Block::List { ordered: false, .. }]
        ));
        assert_eq!(
            rows.iter()
                .map(|row| row.iter().map(|cell| words(cell)).collect::<Vec<_>>())
                .collect::<Vec<_>>(),
            [["x", "y"], ["1", "2"]]
        );
    }

    #[test]
    fn quotes_are_those_of_the_language_and_units_stay_with_their_number() {
        let read = read("Es \"una\" torre a 62 km, de 45 a 180 m², 4.05 m altos.");
        let [Block::Paragraph { text }] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!(
            words(text),
            "Es «una» torre a 62\u{a0}km, de 45 a 180\u{a0}m², 4.05\u{a0}m altos."
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in any::<String>()) {
            let _ = read(&text);
            prop_assert_eq!(bound(&text).replace('\u{a0}', " "), text.replace('\u{a0}', " "));
        }
    }
}
