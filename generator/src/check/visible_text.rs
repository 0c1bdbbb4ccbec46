//! What a reader sees of a finished page: its text, its blocks with numbers, its pictures, and its forms for personal data.

use std::collections::BTreeMap;

use scraper::{ElementRef, Node};

/// What a visitor sees; in all texts one space separates two words.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleText {
    pub(super) text: String,
    /// The text outside of closed `<details>`.
    pub(super) unfolded: String,
    /// The text of each block that contains a number.
    pub(super) blocks: Vec<String>,
    pub(super) pictures: Vec<VisiblePicture>,
    pub(super) forms: Vec<VisibleForm>,
}

#[derive(Clone, Debug)]
pub(super) struct VisiblePicture {
    pub(super) source: String,
    /// Empty without a caption.
    pub(super) caption: String,
}

/// A form for personal data.
#[derive(Clone, Debug)]
pub(super) struct VisibleForm {
    pub(super) text: String,
    pub(super) links: Vec<String>,
}

/// Elements without text for visitors.
const WITHOUT_TEXT: [&str; 6] = [
    "script", "style", "template", "head", "datalist", "noscript",
];

/// Elements within a line: their text continues the text around them.
const INLINE: [&str; 14] = [
    "a", "abbr", "b", "em", "i", "mark", "small", "span", "strong", "sub", "sup", "time", "tspan",
    "wbr",
];

/// Elements whose text belongs together: what explains an amount must be in the same one.
const BLOCKS: [&str; 12] = [
    "table", "dl", "ul", "ol", "figure", "form", "section", "article", "aside", "footer", "main",
    "body",
];

/// Names of the fields that make a form one for personal data.
const PERSONAL: [&str; 4] = ["name", "email", "phone", "message"];

impl VisibleText {
    pub(super) fn read(root: ElementRef) -> VisibleText {
        let (text, unfolded) = (text_of(root, false), text_of(root, true));
        let mut visible = VisibleText {
            text,
            unfolded,
            ..VisibleText::default()
        };
        let mut blocks = BTreeMap::new();
        for element in elements(root) {
            match element.value().name() {
                "img" => visible.pictures.extend(picture(element)),
                "form" => visible.forms.extend(form(element)),
                _ => {}
            }
            let mut texts = element
                .children()
                .filter_map(|child| child.value().as_text());
            let has_number = texts.any(|text| text.bytes().any(|byte| byte.is_ascii_digit()));
            let mut around = std::iter::once(element).chain(ancestors(element));
            if has_number && !around.clone().any(is_hidden) {
                let block = around.find(|element| BLOCKS.contains(&element.value().name()));
                blocks.extend(block.map(|block| (block.id(), block)));
            }
        }
        visible.blocks = blocks
            .into_values()
            .map(|block| text_of(block, false))
            .collect();
        visible
    }

    /// Texts that are all one block.
    pub(super) fn of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> VisibleText {
        let text = plain(&texts.into_iter().collect::<Vec<_>>().join(" "));
        VisibleText {
            unfolded: text.clone(),
            blocks: vec![text.clone()],
            text,
            ..VisibleText::default()
        }
    }
}

/// The text with one space between two words. No-break spaces within a number stay.
pub(super) fn plain(text: &str) -> String {
    let is_digit = |character: &char| character.is_ascii_digit();
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_bound =
            matches!(character, '\u{a0}' | '\u{202f}') && characters.peek().is_some_and(is_digit);
        if !character.is_whitespace() || is_bound && plain.ends_with(|last| is_digit(&last)) {
            plain.push(character);
        } else if !plain.is_empty() && !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

fn text_of(element: ElementRef, unfolded: bool) -> String {
    let mut text = String::new();
    collect(element, unfolded, &mut text);
    plain(&text)
}

fn collect(element: ElementRef, unfolded: bool, text: &mut String) {
    if is_hidden(element) {
        return;
    }
    let name = element.value().name();
    let is_folded = unfolded && name == "details" && element.value().attr("open").is_none();
    let separator = if INLINE.contains(&name) { "" } else { " " };
    text.push_str(separator);
    for child in element.children() {
        match child.value() {
            Node::Text(words) if !is_folded => text.push_str(words),
            Node::Element(inner) if !is_folded || inner.name() == "summary" => {
                ElementRef::wrap(child)
                    .into_iter()
                    .for_each(|inner| collect(inner, unfolded, text));
            }
            _ => {}
        }
    }
    text.push_str(separator);
}

fn is_hidden(element: ElementRef) -> bool {
    let value = element.value();
    WITHOUT_TEXT.contains(&value.name())
        || value.attr("hidden").is_some()
        || value.classes().any(|class| class == "visually-hidden")
}

fn ancestors(element: ElementRef) -> impl Iterator<Item = ElementRef> + Clone {
    element.ancestors().filter_map(ElementRef::wrap)
}

fn picture(image: ElementRef) -> Option<VisiblePicture> {
    let source = image.attr("src").unwrap_or_default();
    let is_drawing = source.starts_with("data:") || source.ends_with(".svg");
    let figure = ancestors(image).find(|element| element.value().name() == "figure");
    let caption = figure.and_then(|figure| named(figure, &["figcaption"]).next());
    (!is_drawing).then(|| VisiblePicture {
        source: source.to_owned(),
        caption: caption.map_or_else(String::new, |caption| text_of(caption, false)),
    })
}

fn form(form: ElementRef) -> Option<VisibleForm> {
    let names = named(form, &["input", "textarea"]).filter_map(|field| field.attr("name"));
    let links = named(form, &["a"]).filter_map(|link| link.attr("href"));
    let is_personal = names.into_iter().any(|name| PERSONAL.contains(&name));
    is_personal.then(|| VisibleForm {
        text: text_of(form, false),
        links: links.map(str::to_owned).collect(),
    })
}

fn named<'a>(element: ElementRef<'a>, names: &[&str]) -> impl Iterator<Item = ElementRef<'a>> {
    elements(element).filter(move |element| names.contains(&element.value().name()))
}

/// An element and all elements below it, in the page's order.
pub(super) fn elements(root: ElementRef) -> impl Iterator<Item = ElementRef> {
    root.descendants().filter_map(ElementRef::wrap)
}
