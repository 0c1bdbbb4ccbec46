//! What the rules are checked against: a page, its Markdown alternate, a document or a share picture, as a reader sees
//! it.

use std::borrow::Cow;

use platform::unit::Unit;
use pulldown_cmark::{Options, Parser, html};
use scraper::Html;
use serde_json::Value;

use super::shown::Shown;
use crate::check::page::CheckedPage;
use crate::outputs::markdown_alternate;
use crate::outputs::share::DrawnCard;
use crate::stages::documents::Job;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Page, PageKind, Site};

/// The key of a document's data under which its template finds texts with placeholders.
const TEMPLATE_TEXTS: &str = "strings";

/// Where something is shown.
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
    /// The unit that the page is about.
    pub(super) unit: Option<&'a Unit>,
    /// The units with prices in a document's data.
    pub(super) document_units: Vec<&'a Value>,
    pub(super) shown: Cow<'a, Shown>,
}

impl<'a> Subject<'a> {
    pub(super) fn of_page(site: &'a Site, checked: &'a CheckedPage) -> Subject<'a> {
        let shown = Cow::Borrowed(&checked.facts.shown);
        let name = format!("page {}", checked.page.url);
        Subject::new(OutputFormat::Page, site, checked.page, checked.file(), name, shown)
    }

    pub(super) fn of_markdown(site: &'a Site, page: &Page, alternate: &OutputFile) -> Subject<'a> {
        let markdown = String::from_utf8_lossy(&alternate.bytes);
        let mut rendered = String::new();
        html::push_html(&mut rendered, Parser::new_ext(&markdown, Options::ENABLE_TABLES));
        let shown = Cow::Owned(Shown::read(Html::parse_document(&rendered).root_element()));
        let file = format!("templates/{}", markdown_alternate::template(page));
        let name = format!("page {}", alternate.url);
        Subject::new(OutputFormat::Markdown, site, page, file, name, shown)
    }

    /// The build reports an SVG that is not well-formed.
    pub(super) fn of_drawing(site: &'a Site, drawn: &DrawnCard) -> Option<Subject<'a>> {
        let page = site.pages.iter().find(|page| page.url == drawn.url)?;
        let document = roxmltree::Document::parse(&drawn.svg);
        let nodes = document.iter().flat_map(roxmltree::Document::descendants);
        let elements = nodes.filter(|node| node.has_tag_name("text"));
        let texts = elements.flat_map(|element| element.descendants().filter_map(|node| node.text()));
        let shown = Cow::Owned(Shown::of_texts(texts));
        let file = format!("templates/{}", drawn.template);
        let name = format!("share picture of {}", page.url);
        Some(Subject::new(OutputFormat::SharePicture, site, page, file, name, shown))
    }

    /// A document is the data that its template prints.
    pub(super) fn of_document(site: &Site, job: &'a Job) -> Subject<'a> {
        let lang = job.data["lang"].as_str().and_then(|code| site.config.languages.find(code));
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
        Subject { format, lang: page.lang, file, name, unit, document_units: Vec::new(), shown }
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
            let texts_of = map.iter().filter(|(key, _)| *key != TEMPLATE_TEXTS);
            texts_of.for_each(|(_, inner)| read_data(inner, texts, units));
        }
        _ => {}
    }
}
