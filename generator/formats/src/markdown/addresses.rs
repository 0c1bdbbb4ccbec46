//! The source of a text with other destinations of its links and pictures.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::pictures::alternative_text;
use super::{options, scan};

/// The address of a picture in Markdown, and what is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureLink {
    /// Its absolute address.
    pub address: String,
    /// Its caption, plain text.
    pub caption: Option<String>,
}

impl PictureLink {
    /// The picture in Markdown.
    fn written(&self, alt: &str) -> String {
        let alt = alt.replace(['[', ']'], "");
        let picture = format!("![{alt}]({})", self.address);
        match &self.caption {
            Some(caption) => format!("{picture}\n*{caption}*"),
            None => picture,
        }
    }
}

/// The text without comments, with the destination of each link `[text](destination)` and definition `[name]: destination`
/// mapped by `address`, and each picture as `picture` gives it for its name.
pub fn with_addresses(
    text: &str,
    address: &dyn Fn(&str) -> String,
    picture: &dyn Fn(&str) -> PictureLink,
) -> String {
    let destination = |range: Range<usize>, before: &str, url: &str| {
        let from = range.start + text[range].rfind(&format!("{before}{url}"))? + before.len();
        Some((from..from + url.len(), address(url)))
    };
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    let definitions = events.reference_definitions().iter();
    let mut changes: Vec<(Range<usize>, String)> = definitions
        .filter_map(|(_, link)| destination(link.span.clone(), "]: ", &link.dest))
        .collect();
    while let Some((event, range)) = events.next() {
        let change = match event {
            Event::Start(Tag::Link {
                link_type: LinkType::Inline,
                dest_url,
                ..
            }) => destination(range, "](", &dest_url),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alt = alternative_text(&mut events);
                Some((range, picture(&dest_url).written(&alt)))
            }
            Event::Html(raw) | Event::InlineHtml(raw) if scan::is_comment(&raw) => {
                Some((range, String::new()))
            }
            _ => None,
        };
        changes.extend(change);
    }
    changes.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut done = 0;
    for (range, with) in changes {
        // Links do not nest.
        if let Some(kept) = text.get(done..range.start) {
            out.push_str(kept);
            out.push_str(&with);
            done = range.end;
        }
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A picture at the address that is written.
    fn same_picture(written: &str) -> PictureLink {
        PictureLink {
            address: written.to_owned(),
            caption: None,
        }
    }

    #[test]
    fn a_picture_in_markdown_has_its_address_and_its_caption() {
        let picture = |name: &str| PictureLink {
            address: format!("https://x.example/{name}.webp"),
            caption: Some("Imagen ilustrativa".to_owned()),
        };
        let found = with_addresses(
            "A\n\n![La [sala]](sala \"x\")\n\n[B](/b)\n",
            &|written| format!("https://x.example{written}"),
            &picture,
        );
        assert_eq!(
            found,
            "A\n\n![La sala](https://x.example/sala.webp)\n*Imagen ilustrativa*\n\n[B](https://x.example/b)\n"
        );
    }

    #[test]
    fn only_destinations_of_links_and_comments_change() {
        let address = |written: &str| format!("https://x.example{written}");
        let text = "Vea el [inventario](@/inventario \"hoy\") y **[esto](@/a)**, [eso][r].\n\n<!-- nota -->\n| a |\n| - |\n| [b](@/b#c) |\n\n`[no](/no)`\n\n[r]: @/r \"hoy\"\n";
        let expected = text
            .replace('@', "https://x.example")
            .replace("<!-- nota -->\n", "");
        assert_eq!(
            with_addresses(&text.replace('@', ""), &address, &same_picture),
            expected
        );
    }

    proptest! {
        #[test]
        fn unmapped_links_leave_the_text_unchanged(text in "([a-zé ñ\\n*_|`-]|\\[a\\]\\(/b\\)|\\(|\\]|!\\[x\\]\\(/y\\)){0,40}") {
            prop_assert_eq!(with_addresses(&text, &str::to_owned, &same_picture), text);
        }
    }
}
