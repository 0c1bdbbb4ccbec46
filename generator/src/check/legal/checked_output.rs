//! What the rules are checked against: a page, its Markdown alternate, a document or a share picture, with what a reader sees of it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use model::fields::AmountKind;
use platform::money::Money;
use platform::unit::Unit;
use pulldown_cmark::{Options, Parser, html};
use roxmltree::Node;
use scraper::Html;
use serde_json::Value;

use super::RequiredTexts;
use crate::check::page::CheckedPage;
use crate::check::visible_text::{AMOUNT_ATTRIBUTE, VisibleText};
use crate::outputs::markdown_alternate;
use crate::outputs::share::DrawnCard;
use crate::stages::documents::Job;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Page, PageKind, Site};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputFormat {
    Page,
    Markdown,
    Document,
    SharePicture,
}

/// Something that the rules are checked against.
pub(super) struct CheckedOutput<'a> {
    pub(super) format: OutputFormat,
    pub(super) lang: Lang,
    /// The file to open, from the project's root.
    pub(super) file: String,
    /// Its name in messages: `page /inventario`.
    pub(super) name: String,
    pub(super) unit: Option<&'a Unit>,
    /// The units with prices in a document's data.
    pub(super) document_units: Vec<&'a Value>,
    pub(super) visible: Cow<'a, VisibleText>,
    /// Its prices, once a rule has asked for them.
    prices: OnceLock<BTreeSet<Option<Money>>>,
}

impl<'a> CheckedOutput<'a> {
    pub(super) fn of_page(site: &'a Site, checked: &'a CheckedPage) -> CheckedOutput<'a> {
        let visible = Cow::Borrowed(&checked.facts.visible);
        let name = format!("page {}", checked.page.url);
        CheckedOutput::new(
            OutputFormat::Page,
            site,
            checked.page,
            checked.file(),
            name,
            visible,
        )
    }

    pub(super) fn of_markdown(
        site: &'a Site,
        page: &Page,
        alternate: &OutputFile,
    ) -> CheckedOutput<'a> {
        let markdown = String::from_utf8_lossy(&alternate.bytes);
        let mut rendered = String::new();
        html::push_html(
            &mut rendered,
            Parser::new_ext(&markdown, Options::ENABLE_TABLES),
        );
        let visible = Cow::Owned(VisibleText::read(
            Html::parse_document(&rendered).root_element(),
        ));
        let file = format!("templates/{}", markdown_alternate::template(page));
        CheckedOutput::new(
            OutputFormat::Markdown,
            site,
            page,
            file,
            format!("page {}", alternate.url),
            visible,
        )
    }

    /// The build reports an SVG that is not well-formed.
    pub(super) fn of_drawing(site: &'a Site, drawn: &DrawnCard) -> Option<CheckedOutput<'a>> {
        let page = site.pages.iter().find(|page| page.url == drawn.url)?;
        let document = roxmltree::Document::parse(&drawn.svg);
        let nodes = document.iter().flat_map(roxmltree::Document::descendants);
        let is_text = |node: &Node| node.ancestors().any(|outer| outer.has_tag_name("text"));
        let text_nodes = nodes.filter(|node| node.is_text() && is_text(node));
        let texts = text_nodes.filter_map(|node| {
            let kind = node.ancestors().find_map(|outer| {
                let name = outer.attribute(AMOUNT_ATTRIBUTE)?;
                name.parse().ok()
            });
            Some((kind, node.text()?))
        });
        let visible = Cow::Owned(VisibleText::of_texts(texts));
        let name = format!("share picture of {}", page.url);
        Some(CheckedOutput::new(
            OutputFormat::SharePicture,
            site,
            page,
            drawn.file.clone(),
            name,
            visible,
        ))
    }

    /// A document is the data that its template prints; the key of an amount says which one it is.
    pub(super) fn of_document(site: &Site, job: &'a Job) -> CheckedOutput<'a> {
        let lang = job.data["lang"]
            .as_str()
            .and_then(|code| site.config.languages.find(code));
        let (mut texts, mut units) = (Vec::new(), Vec::new());
        read_data(&job.data, None, &mut texts, &mut units);
        CheckedOutput {
            format: OutputFormat::Document,
            lang: lang.unwrap_or_else(|| site.config.languages.first()),
            file: format!("templates/documents/{}", job.template),
            name: format!("document {}", job.path),
            unit: None,
            document_units: units,
            visible: Cow::Owned(VisibleText::of_texts(texts)),
            prices: OnceLock::new(),
        }
    }

    /// The prices before tax and totals that it shows: those of elements that say so, none for one in a short form; and what else is
    /// written, where a unit has it as a price.
    pub(super) fn prices(&self, required: &RequiredTexts) -> &BTreeSet<Option<Money>> {
        self.prices.get_or_init(|| {
            let whole = &self.visible.whole;
            let mut prices = BTreeSet::new();
            for shown in &whole.amounts {
                if matches!(shown.kind, AmountKind::Net | AmountKind::Total) {
                    prices.extend(required.amounts_of(shown));
                }
            }
            for amount in required.reader.prices(&whole.prose) {
                if required.prices.contains(&amount) {
                    prices.insert(Some(amount));
                }
            }
            prices
        })
    }

    fn new(
        format: OutputFormat,
        site: &'a Site,
        page: &Page,
        file: String,
        name: String,
        visible: Cow<'a, VisibleText>,
    ) -> CheckedOutput<'a> {
        let unit = match page.kind {
            PageKind::Unit(index) => Some(&site.inventory.units[index]),
            PageKind::Content(_) => None,
        };
        CheckedOutput {
            format,
            lang: page.lang,
            file,
            name,
            unit,
            document_units: Vec::new(),
            visible,
            prices: OnceLock::new(),
        }
    }
}

fn read_data<'a>(
    value: &'a Value,
    kind: Option<AmountKind>,
    texts: &mut Vec<(Option<AmountKind>, &'a str)>,
    units: &mut Vec<&'a Value>,
) {
    match value {
        Value::String(text) => texts.push((kind, text)),
        Value::Array(list) => {
            for inner in list {
                read_data(inner, None, texts, units);
            }
        }
        Value::Object(map) => {
            if map.contains_key("code") && map.contains_key("net") {
                units.push(value);
            }
            for (key, inner) in map {
                if key != "strings" {
                    read_data(inner, key.parse().ok(), texts, units);
                }
            }
        }
        _ => {}
    }
}
