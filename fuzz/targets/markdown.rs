//! Renders arbitrary text as Markdown: the page gets only elements and attributes of the renderer, and a text whose links
//! are not mapped stays as it is.
#![no_main]

use std::collections::BTreeSet;

use formats::markdown::{
    FindingKind, MAX_DEPTH, PictureLink, render, render_inline, scan, too_deep, with_addresses, without_picture,
};

/// The elements that the renderer writes.
const ELEMENTS: &str = "a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img li ol p pre strong sup table tbody td th \
    thead tr ul";
/// Their attributes.
const ATTRIBUTES: &str = "alt class href id rel scope src start style tabindex title";

libfuzzer_sys::fuzz_target!(|text: &str| {
    let document = render(text, &str::to_owned, &without_picture);
    check(&document.html);
    assert!(too_deep(text).is_some() || depth(&document.html) <= MAX_DEPTH, "{}", document.html);
    check(&render_inline(text, &str::to_owned, &without_picture));
    let ids: BTreeSet<&str> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
    assert_eq!(ids.len(), document.headings.len(), "an anchor is used twice");
    let found = scan(text);
    assert!(found.iter().all(|(offset, _)| text.is_char_boundary(*offset)));
    let has_html = found.iter().any(|(_, kind)| matches!(kind, FindingKind::RawHtml(_)));
    let picture = |written: &str| PictureLink { address: written.to_owned(), caption: None };
    let changed = with_addresses(text, &str::to_owned, &picture);
    if !has_html && !text.contains("<!--") && !text.contains("![") {
        assert_eq!(changed, text);
    }
});

/// How many lists, quotes and styles are nested in each other at most.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0, 0);
    for tag in html.split('<').skip(1) {
        let end = tag.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '/');
        let (name, is_end) = match &tag[..end.unwrap_or(tag.len())] {
            name if name.starts_with('/') => (&name[1..], true),
            name => (name, false),
        };
        if ["blockquote", "del", "em", "ol", "strong", "ul"].contains(&name) {
            depth = if is_end { depth - 1 } else { depth + 1 };
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Checks each tag: a text has no `<` outside of tags, and an attribute's value no quotation mark.
fn check(html: &str) {
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag that ends");
        let tag = tag.trim_start_matches('/').trim_end_matches('/').trim();
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(ELEMENTS.split(' ').any(|known| known == name), "<{tag}> in {html}");
        while let Some((attribute, rest)) = attributes.trim_start().split_once("=\"") {
            let (_, rest) = rest.split_once('"').expect("an attribute that ends");
            let is_known = ATTRIBUTES.split(' ').any(|known| known == attribute);
            assert!(is_known, "{attribute} in <{tag}> of {html}");
            attributes = rest;
        }
        assert_eq!(attributes.trim(), "", "<{tag}> in {html}");
    }
}
