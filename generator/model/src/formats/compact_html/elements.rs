//! What HTML says about the elements that are written shorter. Only names in lower case are known, except those of elements
//! whose content is copied.

/// Elements without an end tag (HTML 13.1.2, "void elements"), where a slash means nothing.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
];

/// Elements whose end tag may be omitted (HTML 13.1.2.4) wherever the document is valid: only their own kind, a related kind
/// or the end of the parent can follow.
const OPTIONAL_END: [&str; 8] = ["dd", "dt", "li", "option", "tbody", "td", "th", "tr"];

/// Elements whose end tag may be omitted before certain tags, because anything can follow a paragraph, and a row can follow
/// the head of a table.
const OPTIONAL_BEFORE: [(&str, &[&str]); 2] = [("p", &BEHIND_P), ("thead", &["<tbody"])];

/// The beginnings of tags that end a paragraph: of blocks, and of blocks around it. Not of tables, which some documents may have
/// in paragraphs (HTML 13.2.6.4.7, quirks mode).
const BEHIND_P: [&str; 26] = [
    "</article",
    "</details",
    "</div",
    "</fieldset",
    "</form",
    "</section",
    "<address",
    "<article",
    "<aside",
    "<blockquote",
    "<details",
    "<div",
    "<dl",
    "<fieldset",
    "<figcaption",
    "<figure",
    "<footer",
    "<form",
    "<h2",
    "<h3",
    "<main",
    "<nav",
    "<ol",
    "<p",
    "<section",
    "<ul",
];

/// Elements whose content is not markup, or shows its white space.
const VERBATIM: [&str; 9] = [
    "iframe", "noscript", "pre", "script", "style", "template", "textarea", "title", "xmp",
];

/// Elements that begin and end a line of text, a part of a table or an option; sorted.
const BLOCK: [&str; 44] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Elements that show nothing.
const METADATA: [&str; 5] = ["base", "link", "meta", "script", "title"];

pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// Whether the end tag of an element can be left out before `behind`, a tag without its end.
pub(super) fn has_optional_end(name: &str, behind: &str) -> bool {
    let before = |(element, tags): &(&str, &[&str])| *element == name && tags.contains(&behind);
    OPTIONAL_END.contains(&name) || OPTIONAL_BEFORE.iter().any(before)
}

pub(super) fn is_verbatim(name: &str) -> bool {
    VERBATIM.iter().any(|one| name.eq_ignore_ascii_case(one))
}

pub(super) fn is_block(name: &str) -> bool {
    BLOCK.binary_search(&name).is_ok()
}

pub(super) fn is_metadata(name: &str) -> bool {
    METADATA.contains(&name)
}
