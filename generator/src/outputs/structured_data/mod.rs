//! The JSON-LD of a page, with the vocabulary of schema.org: seller, building, unit and price. The graph is made of Rust
//! types, so that it cannot differ from the site's data; `site check` reads it back.
//!
//! The seller, the site and the building are described on the home page; other pages refer to them by their `@id`.

mod building;
mod faq;
mod inventory_list;
mod page;
mod seller;
mod types;
mod unit;
mod video;

#[cfg(test)]
mod tests;

use serde::Serialize;

use model::formats::escape::escape_json_for_html;
use model::problem::Bug;
use model::site::video::declared as declared_video;
use model::site::{Page, PageKind, Site, UNIT_PARENT};
use model::strings::StringsError;

pub use types::{Availability, Type, amount};

/// The vocabulary of every graph.
pub const CONTEXT: &str = "https://schema.org";

/// The page to describe.
pub struct Subject<'a> {
    /// The site that it belongs to.
    pub site: &'a Site,
    /// The page.
    pub page: &'a Page,
    /// Its title, without the site's name.
    pub title: &'a str,
    /// The absolute address of the picture that is shown where the page is shared.
    pub image: Option<String>,
    /// The absolute address of a picture by its name.
    pub picture: &'a dyn Fn(&str) -> Option<String>,
}

/// Why a page has no JSON-LD.
#[derive(Debug, thiserror::Error)]
pub enum DescribeError {
    /// A text that the language's file lacks.
    #[error(transparent)]
    Strings(#[from] StringsError),
    /// A video whose poster is not a picture of the site.
    #[error("data.video names the picture \"{0}\", and there is no content/images/{0}.jpg")]
    NoPoster(String),
    /// The generator itself is at fault.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// One node of the graph.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Node<'a> {
    Seller(seller::Seller<'a>),
    WebSite(page::WebSite<'a>),
    Building(building::Building<'a>),
    Page(page::WebPage<'a>),
    Breadcrumbs(page::BreadcrumbList),
    Unit(Box<unit::Unit<'a>>),
    List(inventory_list::ItemList),
    Video(video::VideoObject<'a>),
}

/// The graph of a page.
#[derive(Debug, Serialize)]
struct Graph<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@graph")]
    nodes: Vec<Node<'a>>,
}

/// The script element of a page; empty for pages that search engines do not list.
///
/// # Errors
/// A text or picture that the graph needs and that the site lacks.
pub fn element(subject: &Subject) -> Result<String, DescribeError> {
    if !subject.page.is_listed() || subject.page.is_error() {
        return Ok(String::new());
    }
    let graph = Graph {
        context: CONTEXT,
        nodes: nodes(subject)?,
    };
    let json = serde_json::to_string(&graph).map_err(|error| Bug(error.to_string()))?;
    let json = escape_json_for_html(&json);
    Ok(format!(r#"<script type="application/ld+json">{json}</script>"#))
}

fn nodes<'a>(subject: &Subject<'a>) -> Result<Vec<Node<'a>>, DescribeError> {
    let (site, page) = (subject.site, subject.page);
    let mut nodes = Vec::with_capacity(4);
    if page.neutral == "/" {
        nodes.push(Node::Seller(seller::seller(site)));
        nodes.push(Node::WebSite(page::web_site(&site.config)));
        nodes.extend(building::building(&site.config).map(Node::Building));
    } else {
        nodes.push(Node::Page(page::web_page(subject)));
        nodes.push(Node::Breadcrumbs(page::breadcrumbs(subject)));
    }
    match &page.kind {
        PageKind::Unit(index) => nodes.push(Node::Unit(Box::new(unit::unit(subject, *index)?))),
        PageKind::Content(source) => {
            if page.neutral == UNIT_PARENT {
                nodes.push(Node::List(inventory_list::list(site, page)));
            }
            if let Some(video) = declared_video(source) {
                nodes.push(Node::Video(video::object(subject, &video)?));
            }
        }
    }
    Ok(nodes)
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Subject({})", self.page.url)
    }
}
