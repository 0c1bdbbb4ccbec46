//! The site, a page, and the breadcrumbs from the home page to it.

use serde::Serialize;

use super::types::{Reference, Type, site_id};
use super::{Subject, faq, seller, unit};
use model::config::Config;
use model::lang::Lang;
use model::site::{Page, PageKind, UNIT_PARENT};

/// The fragment of the site's `@id`.
const ID: &str = "website";

/// Templates whose pages have a more specific type than `WebPage`.
const CONTACT_TEMPLATE: &str = "pages/contact.html";

/// The site as a whole.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct WebSite<'a> {
    #[serde(flatten)]
    id: Reference,
    url: String,
    name: &'a str,
    in_language: [&'static str; 2],
    publisher: Reference,
}

pub(super) fn web_site(config: &Config) -> WebSite<'_> {
    WebSite {
        id: site_id(config, ID),
        url: config.absolute("/"),
        name: &config.name,
        in_language: Lang::ALL.map(Lang::locale),
        publisher: site_id(config, seller::ID),
    }
}

/// A page below the home page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebPage<'a> {
    #[serde(rename = "@type")]
    kind: Type,
    #[serde(flatten)]
    id: Reference,
    url: String,
    name: &'a str,
    in_language: &'static str,
    is_part_of: Reference,
    breadcrumb: Reference,
    /// The questions of a page of questions, or the unit of a unit's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    main_entity: Option<MainEntity>,
    /// The date of the data on a unit's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MainEntity {
    Unit(Reference),
    Questions(Vec<faq::Question>),
}

pub(super) fn web_page<'a>(subject: &Subject<'a>) -> WebPage<'a> {
    let (site, page) = (subject.site, subject.page);
    let url = site.config.absolute(&page.url);
    let mut described = WebPage {
        kind: Type::WebPage,
        id: part(&url, "page"),
        name: subject.title,
        in_language: page.lang.locale(),
        is_part_of: site_id(&site.config, ID),
        breadcrumb: part(&url, "breadcrumb"),
        main_entity: None,
        date_modified: None,
        url,
    };
    match &page.kind {
        PageKind::Unit(_) => {
            described.kind = Type::RealEstateListing;
            described.main_entity = Some(MainEntity::Unit(part(&described.url, unit::ID)));
            described.date_modified = Some(site.inventory.date.to_string());
        }
        PageKind::Content(source) => {
            let questions = faq::questions(site, page, &source.front.data);
            if !questions.is_empty() {
                described.kind = Type::FaqPage;
                described.main_entity = Some(MainEntity::Questions(questions));
            } else if page.neutral == UNIT_PARENT {
                described.kind = Type::CollectionPage;
            } else if page.template == CONTACT_TEMPLATE {
                described.kind = Type::ContactPage;
            }
        }
    }
    described
}

/// The `@id` of something that a page describes: `https://ceibalta.example/inventario/O-301#unit`.
pub(super) fn part(url: &str, name: &str) -> Reference {
    Reference {
        id: format!("{url}#{name}"),
    }
}

/// The breadcrumbs of a page.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct BreadcrumbList {
    #[serde(flatten)]
    id: Reference,
    item_list_element: Vec<Step>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename = "ListItem")]
struct Step {
    position: usize,
    name: String,
    item: String,
}

/// The home page, the pages above this one in its address, and the page itself.
pub(super) fn breadcrumbs(subject: &Subject) -> BreadcrumbList {
    let (site, page) = (subject.site, subject.page);
    let above = parents(&page.neutral).filter_map(|neutral| {
        let parent = site.page(page.lang, neutral)?;
        Some((name(subject, parent)?, parent.url.as_str()))
    });
    let own = (subject.title.to_owned(), page.url.as_str());
    let steps = above.chain([own]).enumerate().map(|(index, (name, path))| Step {
        position: index + 1,
        name,
        item: site.config.absolute(path),
    });
    BreadcrumbList {
        id: part(&site.config.absolute(&page.url), "breadcrumb"),
        item_list_element: steps.collect(),
    }
}

/// `/`, `/a` for `/a/b`: every address above it, the shortest first.
fn parents(neutral: &str) -> impl Iterator<Item = &str> {
    let below = neutral.match_indices('/').skip(1);
    ["/"].into_iter().chain(below.map(|(at, _)| &neutral[..at]))
}

/// The name of a page in breadcrumbs: its title, or the menu's text for the home page.
fn name(subject: &Subject, page: &Page) -> Option<String> {
    if page.neutral == "/" {
        let strings = subject.site.strings.get(page.lang);
        let name = strings.plain("nav.home");
        return Some(name.map_or_else(|| subject.site.config.name.clone(), |name| name.to_string()));
    }
    page.source().map(|source| source.front.title.clone())
}
