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
    pub(super) fn rewrite<'a>(&mut self, event: &Event) -> Option<CowStr<'a>> {
        Some(match event {
            Event::Start(Tag::Table(alignments)) => {
                self.alignments.clone_from(alignments);
                // A wide table scrolls on its own; `tabindex` makes that possible with the keyboard.
                "<div class=\"table-scroll\" tabindex=\"0\"><table>\n".into()
            }
            Event::End(TagEnd::Table) => "</tbody></table></div>\n".into(),
            Event::Start(Tag::TableHead) => {
                (self.is_head, self.column) = (true, 0);
                "<thead><tr>".into()
            }
            Event::End(TagEnd::TableHead) => {
                self.is_head = false;
                "</tr></thead>\n<tbody>\n".into()
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                "<tr>".into()
            }
            Event::End(TagEnd::TableRow) => "</tr>\n".into(),
            Event::Start(Tag::TableCell) => {
                let class = match self.alignments.get(self.column) {
                    Some(Alignment::Right) => " class=\"is-right\"",
                    Some(Alignment::Center) => " class=\"is-center\"",
                    Some(Alignment::Left | Alignment::None) | None => "",
                };
                self.column += 1;
                let name = if self.is_head { "th scope=\"col\"" } else { "td" };
                format!("<{name}{class}>").into()
            }
            Event::End(TagEnd::TableCell) => if self.is_head { "</th>" } else { "</td>" }.into(),
            _ => return None,
        })
    }
}
