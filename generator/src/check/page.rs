//! A finished page, parsed once: the facts that the checks use.

use std::collections::{BTreeMap, HashMap, HashSet};

use scraper::{ElementRef, Html};
use serde_json::Value;

use super::visible_text::{VisibleText, elements};
use formats::problem::{Code, Problem};
use model::output::OutputFile;
use model::site::Page;

pub(super) struct CheckedPage<'a> {
    pub(super) page: &'a Page,
    pub(super) facts: PageFacts,
}

/// The facts that the checks use; lists are in the page's order.
#[derive(Debug, Default)]
pub(super) struct PageFacts {
    pub(super) lang: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) has_canonical: bool,
    /// `hreflang` of each alternate.
    pub(super) alternates: Vec<String>,
    /// The share picture's properties: `og:image`, `og:image:width` and so on.
    pub(super) share: BTreeMap<String, String>,
    /// Every `id` with its number of uses.
    pub(super) ids: HashMap<String, usize>,
    pub(super) links: Vec<Link>,
    /// The addresses of files that the page loads.
    pub(super) assets: Vec<String>,
    pub(super) headings: Vec<u8>,
    pub(super) pictures: Vec<PagePicture>,
    pub(super) islands: Vec<String>,
    /// Mark-up that the Content-Security-Policy blocks.
    pub(super) inline: Vec<String>,
    /// Ids that labels and descriptions refer to.
    pub(super) references: HashSet<String>,
    pub(super) structured: Vec<serde_json::Result<Value>>,
    pub(super) visible: VisibleText,
    /// The first text with a placeholder that was not filled.
    pub(super) unfilled: Option<String>,
}

#[derive(Debug)]
pub(super) struct Link {
    pub(super) address: String,
    /// It opens a new window that can navigate this page.
    pub(super) lacks_noopener: bool,
}

#[derive(Debug)]
pub(super) struct PagePicture {
    pub(super) source: String,
    pub(super) has_alt: bool,
    pub(super) has_size: bool,
}

/// Attributes whose value is a list of ids.
const REFERENCES: [&str; 5] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
];

impl<'a> CheckedPage<'a> {
    pub(super) fn read(page: &'a Page, file: &OutputFile) -> CheckedPage<'a> {
        CheckedPage {
            page,
            facts: PageFacts::parse(&String::from_utf8_lossy(&file.bytes)),
        }
    }

    /// The file that an author opens to change the page: its content file, or else its template.
    pub(super) fn file(&self) -> String {
        match self.page.source() {
            Some(source) => source.file.clone(),
            None => format!("templates/{}", self.page.template),
        }
    }

    /// A problem of this page, in the file that an author opens.
    pub(super) fn problem(&self, code: Code, message: impl std::fmt::Display) -> Problem {
        Problem::in_file(
            code,
            self.file(),
            format!("{message} (page {})", self.page.url),
        )
    }
}

impl PageFacts {
    fn parse(html: &str) -> PageFacts {
        let document = Html::parse_document(html);
        let root = document.root_element();
        let mut facts = PageFacts {
            lang: root.attr("lang").unwrap_or_default().to_owned(),
            visible: VisibleText::read(root),
            ..PageFacts::default()
        };
        for element in elements(root) {
            facts.read_attributes(element);
            facts.read_element(element);
        }
        facts
    }

    fn read_attributes(&mut self, element: ElementRef) {
        for (attribute, value) in element.value().attrs() {
            match attribute {
                "id" => *self.ids.entry(value.to_owned()).or_default() += 1,
                "srcset" => {
                    let addresses = value
                        .split(',')
                        .filter_map(|part| part.split_whitespace().next());
                    self.assets.extend(addresses.map(str::to_owned));
                }
                _ if REFERENCES.contains(&attribute) => {
                    self.references
                        .extend(value.split_whitespace().map(str::to_owned));
                }
                _ => {}
            }
            let is_script = value
                .trim_start()
                .to_ascii_lowercase()
                .starts_with("javascript:");
            if is_script || attribute == "style" || attribute.starts_with("on") {
                let name = element.value().name();
                self.inline
                    .push(format!("<{name} {attribute}=\"{value}\">"));
            }
        }
    }

    fn read_element(&mut self, element: ElementRef) {
        let name = element.value().name();
        let attribute = |name: &str| element.attr(name).map(str::to_owned);
        match name {
            "title" if self.title.is_empty() => {
                self.title = element.text().collect::<String>().trim().to_owned();
            }
            "meta" if element.attr("name") == Some("description") => {
                self.description = attribute("content").unwrap_or_default();
            }
            "meta" => {
                let property = attribute("property").filter(|name| name.starts_with("og:image"));
                self.share.extend(property.zip(attribute("content")));
            }
            "link" => match (element.attr("rel"), attribute("hreflang")) {
                (Some("canonical"), _) => self.has_canonical = true,
                (Some("alternate"), Some(hreflang)) => self.alternates.push(hreflang),
                _ => self.assets.push(attribute("href").unwrap_or_default()),
            },
            "a" | "area" => {
                let rel = element.attr("rel").unwrap_or_default();
                let is_safe = rel.contains("noopener") || rel.contains("noreferrer");
                let lacks_noopener = element.attr("target") == Some("_blank") && !is_safe;
                self.links.extend(attribute("href").map(|address| Link {
                    address,
                    lacks_noopener,
                }));
            }
            "script" => match (attribute("src"), element.attr("type")) {
                (Some(source), _) => self.assets.push(source),
                (None, Some("application/ld+json")) => {
                    self.structured
                        .push(serde_json::from_str(&element.text().collect::<String>()));
                }
                // Data, which the Content-Security-Policy does not block.
                (None, Some("application/json" | "speculationrules")) => {}
                (None, _) => self.inline.push("<script> without src".to_owned()),
            },
            "style" => self.inline.push("<style>".to_owned()),
            "img" => {
                let source = attribute("src").unwrap_or_default();
                self.assets.push(source.clone());
                self.pictures.push(PagePicture {
                    source,
                    has_alt: element.attr("alt").is_some(),
                    has_size: element.attr("width").and(element.attr("height")).is_some(),
                });
            }
            "site-island" => self.islands.extend(attribute("name")),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.headings.extend(name[1..].parse::<u8>())
            }
            _ => {}
        }
        if self.unfilled.is_none() && !matches!(name, "script" | "style") {
            let mut own_texts = element
                .children()
                .filter_map(|child| child.value().as_text());
            self.unfilled = own_texts
                .find(|text| text.contains("{{"))
                .map(|text| text.trim().to_owned());
        }
    }
}
