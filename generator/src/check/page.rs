//! A finished page, parsed once: the facts that the checks use.

use std::collections::{BTreeMap, HashMap, HashSet};

use scraper::{ElementRef, Html};

use super::legal::Shown;
use model::output::OutputFile;
use model::problem::Problem;
use model::site::Page;

/// One finished page.
pub(super) struct CheckedPage<'a> {
    pub(super) page: &'a Page,
    pub(super) facts: Facts,
}

/// The facts that the checks use.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) lang: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) canonical: Option<String>,
    /// `hreflang` and address of each alternate.
    pub(super) alternates: Vec<(String, String)>,
    /// The share picture's properties: `og:image`, `og:image:width` and so on.
    pub(super) share: BTreeMap<String, String>,
    /// Every `id` with its number of uses.
    pub(super) ids: HashMap<String, usize>,
    /// Links.
    pub(super) links: Vec<Link>,
    /// The addresses of files that the page loads.
    pub(super) assets: Vec<String>,
    /// Heading levels in order.
    pub(super) headings: Vec<u8>,
    /// Pictures.
    pub(super) pictures: Vec<Picture>,
    /// Names of islands in order.
    pub(super) islands: Vec<String>,
    /// Mark-up that the Content-Security-Policy blocks.
    pub(super) inline: Vec<String>,
    /// Ids that labels and descriptions refer to.
    pub(super) references: HashSet<String>,
    /// Blocks of JSON-LD, not parsed.
    pub(super) structured: Vec<String>,
    /// The addresses of videos and frames.
    pub(super) media: Vec<String>,
    /// What a visitor sees.
    pub(super) shown: Shown,
    /// The first text with a placeholder that was not filled.
    pub(super) unfilled: Option<String>,
}

/// One link.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) address: String,
    /// It opens a new window that can navigate this page.
    pub(super) lacks_noopener: bool,
}

/// One picture.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) source: String,
    pub(super) has_alt: bool,
    pub(super) has_size: bool,
}

/// The type of a block of JSON-LD.
const STRUCTURED_DATA: &str = "application/ld+json";

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
            facts: Facts::of(&String::from_utf8_lossy(&file.bytes)),
        }
    }

    /// The file that an author opens to change the page: its content file, or else its template.
    pub(super) fn file(&self) -> String {
        let source = self.page.source().map(|source| source.file.clone());
        source.unwrap_or_else(|| format!("templates/{}", self.page.template))
    }

    /// A problem of this page, in the file that an author opens.
    pub(super) fn problem(&self, message: impl std::fmt::Display) -> Problem {
        Problem::in_file(self.file(), format!("{message} (page {})", self.page.url))
    }
}

impl Facts {
    fn of(html: &str) -> Facts {
        let document = Html::parse_document(html);
        let mut facts = Facts {
            shown: Shown::of(&document),
            ..Facts::default()
        };
        for element in document.root_element().descendants().filter_map(ElementRef::wrap) {
            facts.read_attributes(&element);
            facts.read_element(&element);
        }
        let root = document.root_element();
        facts.lang = root.value().attr("lang").unwrap_or_default().to_owned();
        facts.read_attributes(&root);
        facts
    }

    fn read_attributes(&mut self, element: &ElementRef) {
        let name = element.value().name();
        for (attribute, value) in element.value().attrs() {
            match attribute {
                "id" => *self.ids.entry(value.to_owned()).or_default() += 1,
                "style" => self.inline.push(format!("<{name} style=\"{value}\">")),
                _ if attribute.starts_with("on") => {
                    self.inline.push(format!("<{name} {attribute}=\"{value}\">"));
                }
                _ if REFERENCES.contains(&attribute) => self
                    .references
                    .extend(value.split_whitespace().map(str::to_owned)),
                "srcset" => self.assets.extend(addresses_of_set(value)),
                _ => {}
            }
            if value.trim_start().to_ascii_lowercase().starts_with("javascript:") {
                self.inline.push(format!("<{name} {attribute}=\"{value}\">"));
            }
        }
    }

    fn read_element(&mut self, element: &ElementRef) {
        let attribute = |name: &str| element.value().attr(name).map(str::to_owned);
        match element.value().name() {
            "title" if self.title.is_empty() => self.title = text_of(element),
            "meta" if attribute("name").as_deref() == Some("description") => {
                self.description = attribute("content").unwrap_or_default();
            }
            "meta" => {
                let property = attribute("property").filter(|name| name.starts_with("og:image"));
                self.share.extend(property.zip(attribute("content")));
            }
            "link" => self.read_link_element(element),
            "a" | "area" => self.links.extend(attribute("href").map(|address| {
                Link {
                    address,
                    lacks_noopener: attribute("target").as_deref() == Some("_blank")
                        && !attribute("rel")
                            .is_some_and(|rel| rel.contains("noopener") || rel.contains("noreferrer")),
                }
            })),
            "script" => match attribute("src") {
                Some(source) => self.assets.push(source),
                None if attribute("type").as_deref() == Some(STRUCTURED_DATA) => {
                    self.structured.push(element.text().collect());
                }
                None if is_data(attribute("type").as_deref()) => {}
                None => self.inline.push("<script> without src".to_owned()),
            },
            "video" | "source" | "iframe" => self.media.extend(attribute("src")),
            "style" => self.inline.push("<style>".to_owned()),
            "img" => self.read_picture(element),
            "site-island" => self.islands.extend(attribute("name")),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.headings.extend(element.value().name()[1..].parse::<u8>());
            }
            _ => {}
        }
        if self.unfilled.is_none() && !matches!(element.value().name(), "script" | "style") {
            let own_text = element
                .children()
                .filter_map(|child| child.value().as_text())
                .find(|text| text.contains("{{"));
            self.unfilled = own_text.map(|text| text.trim().to_owned());
        }
    }

    fn read_link_element(&mut self, element: &ElementRef) {
        let attribute = |name: &str| element.value().attr(name).unwrap_or_default().to_owned();
        let (rel, address) = (attribute("rel"), attribute("href"));
        match rel.as_str() {
            "canonical" => self.canonical = Some(address),
            "alternate" if element.value().attr("hreflang").is_some() => {
                self.alternates.push((attribute("hreflang"), address));
            }
            _ => self.assets.push(address),
        }
    }

    fn read_picture(&mut self, element: &ElementRef) {
        let source = element.value().attr("src").unwrap_or_default().to_owned();
        self.pictures.push(Picture {
            has_alt: element.value().attr("alt").is_some(),
            has_size: ["width", "height"]
                .iter()
                .all(|name| element.value().attr(name).is_some()),
            source: source.clone(),
        });
        self.assets.push(source);
    }
}

/// Whether a script element is data, which the Content-Security-Policy does not block.
fn is_data(kind: Option<&str>) -> bool {
    matches!(kind, Some("application/json" | "speculationrules"))
}

fn text_of(element: &ElementRef) -> String {
    element.text().collect::<String>().trim().to_owned()
}

fn addresses_of_set(set: &str) -> impl Iterator<Item = String> {
    set.split(',')
        .filter_map(|part| part.split_whitespace().next())
        .map(str::to_owned)
}
