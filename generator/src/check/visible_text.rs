//! What a reader sees of a finished page: its text, its amounts, its blocks with numbers, its pictures, and its forms for personal data.

use std::collections::BTreeMap;

use model::fields::AmountKind;
use scraper::{ElementRef, Node};

/// What a visitor sees; in all texts one space separates two words.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleText {
    /// Everything.
    pub(super) whole: Block,
    /// Each block that contains a number.
    pub(super) blocks: Vec<Block>,
    pub(super) pictures: Vec<VisiblePicture>,
    pub(super) forms: Vec<VisibleForm>,
}

/// Texts that belong together: what explains an amount must be in the same block.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) text: String,
    /// The text outside of elements that say which amount they show.
    pub(super) prose: String,
    /// What those elements show.
    pub(super) amounts: Vec<ShownAmount>,
}

/// An element with the attribute `data-price`.
#[derive(Clone, Debug)]
pub(super) struct ShownAmount {
    pub(super) kind: AmountKind,
    /// Its text without elements inside it that say what they show.
    pub(super) text: String,
    /// Whether it is in a closed `<details>`.
    pub(super) is_folded: bool,
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

/// The elements that are a [`Block`].
const BLOCKS: [&str; 12] = [
    "table", "dl", "ul", "ol", "figure", "form", "section", "article", "aside", "footer", "main",
    "body",
];

/// Names of the fields that make a form one for personal data.
const PERSONAL: [&str; 4] = ["name", "email", "phone", "message"];

/// The attribute of elements that show an amount.
pub(super) const AMOUNT_ATTRIBUTE: &str = "data-price";

impl VisibleText {
    pub(super) fn read(root: ElementRef) -> VisibleText {
        let mut visible = VisibleText {
            whole: Block::read(root),
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
            let mut around = around(element);
            if has_number && !around.clone().any(is_hidden) {
                let block = around.find(|element| BLOCKS.contains(&element.value().name()));
                blocks.extend(block.map(|block| (block.id(), block)));
            }
        }
        visible.blocks = blocks.into_values().map(Block::read).collect();
        visible
    }

    /// Texts that are all one block, each with the amount that it is said to show.
    pub(super) fn of_texts<'a>(
        texts: impl IntoIterator<Item = (Option<AmountKind>, &'a str)>,
    ) -> VisibleText {
        let mut all = String::new();
        let mut prose = String::new();
        let mut amounts = Vec::new();
        for (kind, text) in texts {
            all.extend([text, " "]);
            match kind {
                Some(kind) => amounts.push(ShownAmount {
                    kind,
                    text: plain(text),
                    is_folded: false,
                }),
                None => prose.extend([text, " "]),
            }
        }
        let whole = Block {
            text: plain(&all),
            prose: plain(&prose),
            amounts,
        };
        VisibleText {
            blocks: vec![whole.clone()],
            whole,
            ..VisibleText::default()
        }
    }
}

impl Block {
    fn read(root: ElementRef) -> Block {
        let amounts = elements(root).filter_map(|element| {
            if around(element).any(is_hidden) {
                return None;
            }
            Some(ShownAmount {
                kind: amount_kind(element)?,
                text: prose_of(element),
                is_folded: is_folded(element),
            })
        });
        // All amounts of a payment plan are said to be parts of it.
        let is_amount = around(root).any(|element| amount_kind(element).is_some());
        let prose = if is_amount {
            String::new()
        } else {
            prose_of(root)
        };
        Block {
            text: text_of(root),
            prose,
            amounts: amounts.collect(),
        }
    }
}

/// Which amount an element says that it shows.
fn amount_kind(element: ElementRef) -> Option<AmountKind> {
    element.attr(AMOUNT_ATTRIBUTE)?.parse().ok()
}

/// Whether an element is in a closed `<details>` and not in its summary.
fn is_folded(element: ElementRef) -> bool {
    let mut is_in_summary = false;
    for outer in around(element) {
        match outer.value().name() {
            "summary" => is_in_summary = true,
            "details" => {
                if !is_in_summary && outer.value().attr("open").is_none() {
                    return true;
                }
                is_in_summary = false;
            }
            _ => {}
        }
    }
    false
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

fn text_of(element: ElementRef) -> String {
    let mut text = String::new();
    collect(element, &mut text, &|_| true);
    plain(&text)
}

/// The text of an element without elements inside it that say which amount they show.
fn prose_of(element: ElementRef) -> String {
    let mut text = String::new();
    collect(element, &mut text, &|inner| amount_kind(inner).is_none());
    plain(&text)
}

/// Adds the text of an element, with that of the elements inside it that `is_read` accepts.
fn collect(element: ElementRef, text: &mut String, is_read: &dyn Fn(ElementRef) -> bool) {
    if is_hidden(element) {
        return;
    }
    let is_inline = INLINE.contains(&element.value().name());
    let separator = if is_inline { "" } else { " " };
    text.push_str(separator);
    for child in element.children() {
        if let Node::Text(words) = child.value() {
            text.push_str(words);
        } else if let Some(inner) = ElementRef::wrap(child) {
            if is_read(inner) {
                collect(inner, text, is_read);
            } else {
                text.push(' ');
            }
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

/// An element and the elements around it, from the inside outwards.
fn around(element: ElementRef) -> impl Iterator<Item = ElementRef> + Clone {
    let ancestors = element.ancestors().filter_map(ElementRef::wrap);
    std::iter::once(element).chain(ancestors)
}

fn picture(image: ElementRef) -> Option<VisiblePicture> {
    let source = image.attr("src").unwrap_or_default();
    let is_drawing = source.starts_with("data:") || source.ends_with(".svg");
    let figure = around(image).find(|element| element.value().name() == "figure");
    // In Markdown, the words in italics that follow it.
    let next = image.next_siblings().find_map(ElementRef::wrap);
    let below = next.filter(|next| next.value().name() == "em");
    let caption = match figure {
        Some(figure) => named(figure, &["figcaption"]).next(),
        None => below,
    };
    (!is_drawing).then(|| VisiblePicture {
        source: source.to_owned(),
        caption: caption.map_or_else(String::new, |caption| text_of(caption)),
    })
}

fn form(form: ElementRef) -> Option<VisibleForm> {
    let names = named(form, &["input", "textarea"]).filter_map(|field| field.attr("name"));
    let links = named(form, &["a"]).filter_map(|link| link.attr("href"));
    let is_personal = names.into_iter().any(|name| PERSONAL.contains(&name));
    is_personal.then(|| VisibleForm {
        text: text_of(form),
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
