//! Tables without inline styles, which the Content-Security-Policy of the site forbids: the alignment of a column is a
//! class.

use pulldown_cmark::{Alignment, CowStr, Event, Tag, TagEnd};

/// The state of the table that is being rendered.
#[derive(Default)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    is_head: bool,
    column: usize,
}

impl Table {
    /// The HTML for an event of a table; `None` for other events.
    pub(super) fn rewrite<'a>(&mut self, event: &Event<'a>) -> Option<Event<'a>> {
        let html = match event {
            Event::Start(tag) => self.open(tag)?,
            Event::End(tag) => self.close(*tag)?.to_owned(),
            _ => return None,
        };
        Some(Event::Html(CowStr::from(html)))
    }

    fn open(&mut self, tag: &Tag) -> Option<String> {
        Some(match tag {
            Tag::Table(alignments) => {
                self.alignments.clone_from(alignments);
                // A wide table scrolls on its own; `tabindex` makes that possible with the keyboard.
                "<div class=\"table-scroll\" tabindex=\"0\"><table>\n".to_owned()
            }
            Tag::TableHead => {
                (self.is_head, self.column) = (true, 0);
                "<thead><tr>".to_owned()
            }
            Tag::TableRow => {
                self.column = 0;
                "<tr>".to_owned()
            }
            Tag::TableCell => {
                let alignment = self
                    .alignments
                    .get(self.column)
                    .copied()
                    .unwrap_or(Alignment::None);
                self.column += 1;
                let name = if self.is_head { "th scope=\"col\"" } else { "td" };
                format!("<{name}{}>", class(alignment))
            }
            _ => return None,
        })
    }

    fn close(&mut self, tag: TagEnd) -> Option<&'static str> {
        Some(match tag {
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.is_head = false;
                "</tr></thead>\n<tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.is_head => "</th>",
            TagEnd::TableCell => "</td>",
            _ => return None,
        })
    }
}

fn class(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::Right => " class=\"is-right\"",
        Alignment::Center => " class=\"is-center\"",
        Alignment::Left | Alignment::None => "",
    }
}
