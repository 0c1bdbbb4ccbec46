//! Markdown as data that a document's template lays out: never as Typst markup, so that no text can run as Typst code.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// One block of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading; level 2 is the first below the title.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The text of the heading.
        text: Vec<Run>,
    },
    /// A paragraph.
    Paragraph {
        /// The text of the paragraph.
        text: Vec<Run>,
    },
    /// A list; each item is a sequence of blocks.
    List {
        /// Numbered or not.
        ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table; the first row is its head.
    Table {
        /// How the cells of each column are aligned.
        columns: Vec<ColumnAlignment>,
        /// The rows, each a sequence of cells.
        rows: Vec<Vec<Vec<Run>>>,
    },
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnAlignment {
    /// At the start of the line, without a mark.
    Start,
    /// `:---:`.
    Center,
    /// `---:`.
    End,
}

impl From<Alignment> for ColumnAlignment {
    fn from(alignment: Alignment) -> ColumnAlignment {
        match alignment {
            Alignment::None | Alignment::Left => ColumnAlignment::Start,
            Alignment::Center => ColumnAlignment::Center,
            Alignment::Right => ColumnAlignment::End,
        }
    }
}

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// The absolute address that it links to.
    pub link: Option<String>,
}

/// The blocks of a Markdown text without raw HTML and pictures. `address` makes an absolute address of a link's target, or none.
pub fn blocks(markdown: &str, address: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION;
    let (strong, emphasis, links) = (0, 0, Vec::new());
    Reader {
        events: Parser::new_ext(markdown, options),
        address,
        strong,
        emphasis,
        links,
    }
    .blocks(None)
}

struct Reader<'a> {
    events: Parser<'a>,
    address: &'a dyn Fn(&str) -> Option<String>,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<String>>,
}

impl Reader<'_> {
    /// Blocks up to the end of the tag, or of the text.
    fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
        let mut blocks = Vec::new();
        // Only the text of a tight list item is outside of a paragraph.
        let mut loose = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if Some(tag) == end => break,
                Event::Start(Tag::Heading { level, .. }) => {
                    let text = self.runs(TagEnd::Heading(level));
                    blocks.push(Block::Heading {
                        level: level as u8,
                        text,
                    });
                }
                Event::Start(Tag::Paragraph) => {
                    blocks.push(Block::Paragraph {
                        text: self.runs(TagEnd::Paragraph),
                    });
                }
                Event::Start(Tag::List(start)) => {
                    flush(&mut loose, &mut blocks);
                    blocks.push(self.list(start.is_some()));
                }
                Event::Start(Tag::Table(columns)) => {
                    blocks.push(self.table(columns.into_iter().map(Into::into).collect()));
                }
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

    fn table(&mut self, columns: Vec<ColumnAlignment>) -> Block {
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
        Block::Table { columns, rows }
    }

    fn runs(&mut self, end: TagEnd) -> Vec<Run> {
        let mut runs = Vec::new();
        while let Some(event) = self.events.next().filter(|event| *event != Event::End(end)) {
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
            Event::End(TagEnd::Link) => drop(self.links.pop()),
            Event::Text(text) | Event::Code(text) => self.push(&text, runs),
            Event::SoftBreak | Event::HardBreak => self.push(" ", runs),
            _ => {}
        }
    }

    fn push(&self, text: &str, runs: &mut Vec<Run>) {
        let link = self.links.last().cloned().flatten();
        let (strong, emphasis) = (self.strong > 0, self.emphasis > 0);
        match runs.last_mut() {
            Some(last) if (last.strong, last.emphasis, &last.link) == (strong, emphasis, &link) => {
                last.text.push_str(text);
            }
            _ => runs.push(Run {
                text: text.to_owned(),
                strong,
                emphasis,
                link,
            }),
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
        bind(&mut run.text);
    }
    runs
}

/// The text with a no-break space between each number and its unit: `62 km`, `180 m²`, `10 %`.
fn bound(text: &str) -> Cow<'_, str> {
    let binds = |at: &usize| {
        text[..*at].ends_with(|before: char| before.is_ascii_digit())
            && UNITS.iter().any(|unit| {
                let rest = text[at + 1..].strip_prefix(unit);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            })
    };
    let mut out = String::new();
    let mut end = 0;
    let spaces = text.match_indices(' ').map(|(at, _)| at);
    for at in spaces.filter(binds) {
        out.push_str(&text[end..at]);
        out.push('\u{a0}');
        end = at + 1;
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[end..]);
    Cow::Owned(out)
}

/// Puts a no-break space between each number and its unit, as [`bound`] does.
pub fn bind(text: &mut String) {
    if let Cow::Owned(bound) = bound(text) {
        *text = bound;
    }
}

/// Units that stay on the line of their number.
const UNITS: [&str; 5] = ["km", "m²", "m", "%", "MXN"];
