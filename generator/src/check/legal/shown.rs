//! What the rules are checked against: what a reader sees of a page, its Markdown alternate, a document or a share picture.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use platform::money::Money;
use platform::unit::Unit;
use pulldown_cmark::{Options, Parser, html};
use scraper::{ElementRef, Html, Node};
use serde_json::Value;

use super::amounts::AmountReader;
use crate::check::page::{CheckedPage, elements};
use crate::outputs::markdown_alternate;
use crate::outputs::share::DrawnCard;
use crate::stages::documents::Job;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Page, PageKind, Site};

/// What a visitor sees; in all texts one space separates two words.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Shown {
    pub(super) text: String,
    /// The text outside of closed `<details>`.
    pub(super) unfolded: String,
    /// The text of each block that contains a number.
    pub(super) blocks: Vec<String>,
    pub(super) pictures: Vec<Picture>,
    pub(super) forms: Vec<ShownForm>,
    /// The amounts of the whole text, once a rule has asked for them.
    prices: OnceLock<BTreeSet<Money>>,
}

#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) source: String,
    /// Empty without a caption.
    pub(super) caption: String,
}

/// A form for personal data.
#[derive(Clone, Debug)]
pub(super) struct ShownForm {
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

impl Shown {
    pub(in crate::check) fn read(root: ElementRef) -> Shown {
        let (text, unfolded) = (text_of(root, false), text_of(root, true));
        let mut shown = Shown {
            text,
            unfolded,
            ..Shown::default()
        };
        let mut blocks = BTreeMap::new();
        for element in elements(root) {
            match element.value().name() {
                "img" => shown.pictures.extend(picture(element)),
                "form" => shown.forms.extend(form(element)),
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
        shown.blocks = blocks
            .into_values()
            .map(|block| text_of(block, false))
            .collect();
        shown
    }

    /// The amounts of the whole text in the development's currency.
    pub(super) fn prices(&self, reader: &AmountReader) -> &BTreeSet<Money> {
        self.prices.get_or_init(|| reader.prices(&self.text))
    }

    /// Texts that are all one block.
    pub(super) fn of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Shown {
        let text = plain(&texts.into_iter().collect::<Vec<_>>().join(" "));
        Shown {
            unfolded: text.clone(),
            blocks: vec![text.clone()],
            text,
            ..Shown::default()
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

fn picture(image: ElementRef) -> Option<Picture> {
    let source = image.attr("src").unwrap_or_default();
    let is_drawing = source.starts_with("data:") || source.ends_with(".svg");
    let figure = ancestors(image).find(|element| element.value().name() == "figure");
    let caption = figure.and_then(|figure| named(figure, &["figcaption"]).next());
    (!is_drawing).then(|| Picture {
        source: source.to_owned(),
        caption: caption.map_or_else(String::new, |caption| text_of(caption, false)),
    })
}

fn form(form: ElementRef) -> Option<ShownForm> {
    let names = named(form, &["input", "textarea"]).filter_map(|field| field.attr("name"));
    let links = named(form, &["a"]).filter_map(|link| link.attr("href"));
    let is_personal = names.into_iter().any(|name| PERSONAL.contains(&name));
    is_personal.then(|| ShownForm {
        text: text_of(form, false),
        links: links.map(str::to_owned).collect(),
    })
}

fn named<'a>(element: ElementRef<'a>, names: &[&str]) -> impl Iterator<Item = ElementRef<'a>> {
    elements(element).filter(move |element| names.contains(&element.value().name()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputFormat {
    Page,
    Markdown,
    Document,
    SharePicture,
}

/// Something that the rules are checked against.
pub(super) struct Subject<'a> {
    pub(super) format: OutputFormat,
    pub(super) lang: Lang,
    /// The file to open, from the project's root.
    pub(super) file: String,
    /// Its name in messages: `page /inventario`.
    pub(super) name: String,
    pub(super) unit: Option<&'a Unit>,
    /// The units with prices in a document's data.
    pub(super) document_units: Vec<&'a Value>,
    pub(super) shown: Cow<'a, Shown>,
}

impl<'a> Subject<'a> {
    pub(super) fn of_page(site: &'a Site, checked: &'a CheckedPage) -> Subject<'a> {
        let shown = Cow::Borrowed(&checked.facts.shown);
        let name = format!("page {}", checked.page.url);
        Subject::new(
            OutputFormat::Page,
            site,
            checked.page,
            checked.file(),
            name,
            shown,
        )
    }

    pub(super) fn of_markdown(site: &'a Site, page: &Page, alternate: &OutputFile) -> Subject<'a> {
        let markdown = String::from_utf8_lossy(&alternate.bytes);
        let mut rendered = String::new();
        html::push_html(
            &mut rendered,
            Parser::new_ext(&markdown, Options::ENABLE_TABLES),
        );
        let shown = Cow::Owned(Shown::read(Html::parse_document(&rendered).root_element()));
        let file = format!("templates/{}", markdown_alternate::template(page));
        Subject::new(
            OutputFormat::Markdown,
            site,
            page,
            file,
            format!("page {}", alternate.url),
            shown,
        )
    }

    /// The build reports an SVG that is not well-formed.
    pub(super) fn of_drawing(site: &'a Site, drawn: &DrawnCard) -> Option<Subject<'a>> {
        let page = site.pages.iter().find(|page| page.url == drawn.url)?;
        let document = roxmltree::Document::parse(&drawn.svg);
        let nodes = document.iter().flat_map(roxmltree::Document::descendants);
        let elements = nodes.filter(|node| node.has_tag_name("text"));
        let texts =
            elements.flat_map(|element| element.descendants().filter_map(|node| node.text()));
        let shown = Cow::Owned(Shown::of_texts(texts));
        let name = format!("share picture of {}", page.url);
        Some(Subject::new(
            OutputFormat::SharePicture,
            site,
            page,
            drawn.file.clone(),
            name,
            shown,
        ))
    }

    /// A document is the data that its template prints.
    pub(super) fn of_document(site: &Site, job: &'a Job) -> Subject<'a> {
        let lang = job.data["lang"]
            .as_str()
            .and_then(|code| site.config.languages.find(code));
        let (mut texts, mut units) = (Vec::new(), Vec::new());
        read_data(&job.data, &mut texts, &mut units);
        Subject {
            format: OutputFormat::Document,
            lang: lang.unwrap_or_else(|| site.config.languages.first()),
            file: format!("templates/documents/{}", job.template),
            name: format!("document {}", job.path),
            unit: None,
            document_units: units,
            shown: Cow::Owned(Shown::of_texts(texts)),
        }
    }

    fn new(
        format: OutputFormat,
        site: &'a Site,
        page: &Page,
        file: String,
        name: String,
        shown: Cow<'a, Shown>,
    ) -> Subject<'a> {
        let unit = match page.kind {
            PageKind::Unit(index) => Some(&site.inventory.units[index]),
            PageKind::Content(_) => None,
        };
        Subject {
            format,
            lang: page.lang,
            file,
            name,
            unit,
            document_units: Vec::new(),
            shown,
        }
    }
}

fn read_data<'a>(value: &'a Value, texts: &mut Vec<&'a str>, units: &mut Vec<&'a Value>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|inner| read_data(inner, texts, units)),
        Value::Object(map) => {
            if map.contains_key("code") && map.contains_key("net") {
                units.push(value);
            }
            let texts_of = map.iter().filter(|(key, _)| *key != "strings");
            texts_of.for_each(|(_, inner)| read_data(inner, texts, units));
        }
        _ => {}
    }
}
