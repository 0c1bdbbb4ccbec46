//! A page with its breadcrumbs, and the inventory as a list.

use std::borrow::Cow;

use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value, json};

use super::development::site_id;
use super::unit::{Unit, unit};
use super::{Reference, Subject, faq};
use formats::problem::Bug;
use model::inventory::LISTED;
use model::site::{Page, PageKind, Site, template};

/// A page below the home page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebPage<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    url: String,
    /// Nothing for the page of a unit, which has the unit's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    in_language: &'a str,
    is_part_of: Reference,
    breadcrumb: Breadcrumbs<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    main_entity: Option<MainEntity<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<Date>,
}

/// What a page is about: the unit of its page, or the questions of a page that has some.
#[derive(Serialize)]
#[serde(untagged)]
enum MainEntity<'a> {
    Unit(Box<Unit<'a>>),
    Questions(Vec<Value>),
}

/// The way from the home page to a page.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "BreadcrumbList", rename_all = "camelCase")]
struct Breadcrumbs<'a> {
    item_list_element: Vec<ListItem<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct ListItem<'a> {
    position: usize,
    name: Cow<'a, str>,
    /// Nothing for the page itself, the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
}

/// The page itself.
///
/// # Errors
/// Those of [`unit`].
pub(super) fn web_page<'a>(subject: &'a Subject) -> Result<WebPage<'a>, Bug> {
    let (site, page) = (subject.site, subject.page);
    let (kind, main_entity, date_modified) = match &page.kind {
        PageKind::Unit(index) => {
            let unit = MainEntity::Unit(Box::new(unit(subject, *index)?));
            ("RealEstateListing", Some(unit), Some(site.inventory.date))
        }
        PageKind::Content(source) => {
            let questions = faq::questions(site, &source.front.data);
            match questions.is_empty() {
                false => ("FAQPage", Some(MainEntity::Questions(questions)), None),
                true if page.has_template(template::INVENTORY) => ("CollectionPage", None, None),
                true if page.has_template(template::CONTACT) => ("ContactPage", None, None),
                true => ("WebPage", None, None),
            }
        }
    };
    Ok(WebPage {
        kind,
        breadcrumb: breadcrumbs(subject),
        url: site.config.absolute(&page.url),
        name: page.source().map(|_| subject.title),
        in_language: page.lang.locale(),
        is_part_of: Reference {
            id: site_id(&site.config),
        },
        main_entity,
        date_modified,
    })
}

/// The home page, the pages above this one in its address, and the page itself.
fn breadcrumbs<'a>(subject: &'a Subject) -> Breadcrumbs<'a> {
    let (site, page) = (subject.site, subject.page);
    let above = parents(&page.neutral).filter_map(|neutral| {
        let parent = site.page(page.lang, neutral)?;
        Some((name(subject, parent)?, Some(site.config.absolute(&parent.url))))
    });
    let own = (Cow::Borrowed(subject.title), None);
    let steps = above
        .chain([own])
        .enumerate()
        .map(|(index, (name, item))| ListItem {
            position: index + 1,
            name,
            item,
        });
    Breadcrumbs {
        item_list_element: steps.collect(),
    }
}

/// `/`, `/a` for `/a/b`: every address above it, the shortest first.
fn parents(neutral: &str) -> impl Iterator<Item = &str> {
    let below = neutral.match_indices('/').skip(1);
    ["/"].into_iter().chain(below.map(|(at, _)| &neutral[..at]))
}

/// The name of a page in breadcrumbs: its title, or the menu's text for the home page.
fn name<'a>(subject: &'a Subject, page: &'a Page) -> Option<Cow<'a, str>> {
    if page.neutral == "/" {
        let strings = subject.site.strings.get(page.lang);
        let name = strings.plain("nav.home");
        return Some(name.map_or_else(
            || subject.site.config.name.as_str().into(),
            |name| name.to_string().into(),
        ));
    }
    page.source().map(|source| source.front.title.as_str().into())
}

/// The number of units, and the first units in the order of the table.
pub(super) fn inventory_list(site: &Site, page: &Page) -> Value {
    let units = site.inventory.units.iter().take(LISTED).enumerate();
    let items = units.map(|(index, unit)| {
        let path = page.lang.path(&site.routes.unit(&unit.code));
        json!({"@type": "ListItem", "position": index + 1, "url": site.config.absolute(&path)})
    });
    json!({
        "@type": "ItemList",
        "@id": site.config.absolute(&page.url) + "#list",
        "numberOfItems": site.inventory.units.len(),
        "itemListElement": items.collect::<Value>(),
    })
}
