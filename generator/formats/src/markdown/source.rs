//! Markdown source with absolute links, for the Markdown alternates of pages.

use pulldown_cmark::{Event, LinkType, Parser, Tag};

/// The text with the destination of each link mapped by `address`. Only links written `[text](destination)` are changed,
/// and comments are removed; the rest is the same as the author wrote it.
pub fn with_addresses(text: &str, address: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut done = 0;
    let mut replace = |from: usize, to: usize, with: &str| {
        // Links do not nest, and events come in order.
        if let Some(kept) = text.get(done..from) {
            out.push_str(kept);
            out.push_str(with);
            done = to;
        }
    };
    for (event, range) in Parser::new_ext(text, super::options()).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, .. }) => {
                let opening = format!("]({dest_url}");
                if let Some(at) = text[range.clone()].rfind(&opening) {
                    let from = range.start + at + "](".len();
                    replace(from, from + dest_url.len(), &address(&dest_url));
                }
            }
            Event::Html(raw) | Event::InlineHtml(raw) if super::scan::is_comment(&raw) => {
                replace(range.start, range.end, "");
            }
            _ => {}
        }
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_destinations_of_links_and_comments_change() {
        let address = |written: &str| format!("https://x.example{written}");
        let text = "Vea el [inventario](/inventario \"hoy\") y **[esto](/a)**.\n\n<!-- nota -->\n| a |\n| - |\n| [b](/b#c) |\n\n`[no](/no)`\n";
        assert_eq!(
            with_addresses(text, &address),
            "Vea el [inventario](https://x.example/inventario \"hoy\") y **[esto](https://x.example/a)**.\n\n| a |\n| - |\n| [b](https://x.example/b#c) |\n\n`[no](/no)`\n"
        );
    }

    proptest! {
        #[test]
        fn unmapped_links_leave_the_text_unchanged(text in "([a-zé ñ\\n*_|`-]|\\[a\\]\\(/b\\)|\\(|\\]|!\\[x\\]\\(/y\\)){0,40}") {
            prop_assert_eq!(with_addresses(&text, &str::to_owned), text);
        }
    }
}
