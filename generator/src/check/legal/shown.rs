//! What a visitor of a page sees: its words, the blocks in which amounts stand, its pictures with their captions, its
//! forms. What is hidden, or not text, is not seen.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html, Node};

use super::amounts::amounts;

/// What a page shows.
#[derive(Debug, Default)]
pub(in crate::check) struct Shown {
    /// All its words, one space between any two.
    pub(super) text: String,
    /// The same without what stands folded away.
    pub(super) unfolded: String,
    /// The words of each block that holds an amount.
    pub(super) blocks: Vec<String>,
    pub(super) pictures: Vec<Picture>,
    pub(super) forms: Vec<Form>,
}

/// A picture with what stands under it.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) source: String,
    pub(super) caption: Option<String>,
}

/// A form that asks for personal data.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) text: String,
    pub(super) links: Vec<String>,
}

/// Elements without words for visitors.
const WORDLESS: [&str; 6] = ["script", "style", "template", "head", "datalist", "noscript"];

/// The class of words for screen readers alone.
const READERS_ONLY: &str = "visually-hidden";

/// Elements that stand in a line of text: their words join those around them.
const INLINE: [&str; 14] = [
    "a", "abbr", "b", "em", "i", "mark", "small", "span", "strong", "sub", "sup", "time", "tspan", "wbr",
];

/// Elements whose words belong together: what explains an amount stands in the same one.
const BLOCKS: [&str; 11] = [
    "table", "dl", "ul", "ol", "figure", "form", "section", "article", "aside", "footer", "main",
];

/// Names of fields by which a form asks who somebody is.
const PERSONAL: [&str; 4] = ["name", "email", "phone", "message"];

impl Shown {
    pub(in crate::check) fn of(document: &Html) -> Shown {
        let root = document.root_element();
        let mut shown = Shown {
            text: words(root, false),
            unfolded: words(root, true),
            ..Shown::default()
        };
        let mut blocks = BTreeMap::new();
        for element in root.descendants().filter_map(ElementRef::wrap) {
            match element.value().name() {
                "img" => shown.pictures.extend(picture(element)),
                "form" => shown.forms.extend(form(element)),
                _ => {}
            }
            let holds_amount = element.children().any(|child| {
                let text = child.value().as_text();
                text.is_some_and(|text| text.contains(|c: char| c.is_ascii_digit()))
            });
            if holds_amount && let Some(block) = block_of(element) {
                blocks.entry(block.id()).or_insert(block);
            }
        }
        let texts = blocks.into_values().map(|block| words(block, false));
        shown.blocks = texts.filter(|text| !amounts(text).is_empty()).collect();
        shown
    }
}

/// Words with one space between any two.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '\u{a0}').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The words of an element that a visitor sees.
fn words(element: ElementRef, unfolded: bool) -> String {
    let mut text = String::new();
    collect(element, unfolded, &mut text);
    plain(&text)
}

fn collect(element: ElementRef, unfolded: bool, text: &mut String) {
    let value = element.value();
    if is_unseen(element) {
        return;
    }
    let is_block = !INLINE.contains(&value.name());
    let is_folded = unfolded && value.name() == "details" && value.attr("open").is_none();
    if is_block {
        text.push(' ');
    }
    for child in element.children() {
        match child.value() {
            Node::Text(words) if !is_folded => text.push_str(words),
            Node::Element(inner) if !is_folded || inner.name() == "summary" => {
                if let Some(inner) = ElementRef::wrap(child) {
                    collect(inner, unfolded, text);
                }
            }
            _ => {}
        }
    }
    if is_block {
        text.push(' ');
    }
}

/// Whether nobody sees an element's words: it has none, is hidden, or speaks to screen readers alone.
fn is_unseen(element: ElementRef) -> bool {
    let value = element.value();
    WORDLESS.contains(&value.name())
        || value.attr("hidden").is_some()
        || value.classes().any(|class| class == READERS_ONLY)
}

/// The nearest block around an element; none when a visitor does not see it.
fn block_of(element: ElementRef) -> Option<ElementRef> {
    let mut around = std::iter::once(element).chain(element.ancestors().filter_map(ElementRef::wrap));
    if around.clone().any(is_unseen) {
        return None;
    }
    around.find(|element| BLOCKS.contains(&element.value().name()) || element.value().name() == "body")
}

fn picture(image: ElementRef) -> Option<Picture> {
    let source = image.value().attr("src").unwrap_or_default();
    if source.starts_with("data:") || source.ends_with(".svg") {
        return None;
    }
    let figure = image
        .ancestors()
        .filter_map(ElementRef::wrap)
        .find(|element| element.value().name() == "figure");
    let caption = figure.and_then(|figure| {
        let inner = figure.descendants().filter_map(ElementRef::wrap);
        let mut captions = inner.filter(|element| element.value().name() == "figcaption");
        captions.next().map(|caption| words(caption, false))
    });
    Some(Picture {
        source: source.to_owned(),
        caption,
    })
}

fn form(form: ElementRef) -> Option<Form> {
    let inner: Vec<ElementRef> = form.descendants().filter_map(ElementRef::wrap).collect();
    let asks = inner.iter().any(|element| {
        let name = element.value().attr("name").unwrap_or_default();
        matches!(element.value().name(), "input" | "textarea") && PERSONAL.contains(&name)
    });
    asks.then(|| Form {
        text: words(form, false),
        links: inner
            .iter()
            .filter(|element| element.value().name() == "a")
            .filter_map(|link| link.value().attr("href").map(str::to_owned))
            .collect(),
    })
}
