//! The JSON-LD of a page, with the vocabulary of schema.org: seller, building, unit and price. It is made from the site's
//! data, so that it cannot differ from them; `site check` reads it back.
//!
//! The seller, the site and the building are described on the home page; other pages refer to them by their `@id`.
//! A property without a value is null until the page's data are complete.

mod development;
mod page;
mod unit;

use platform::unit::Status;
use serde_json::{Value, json};

use formats::escape::escape_json_for_html;
use formats::problem::Bug;
use model::site::{Page, Site, template};

/// The page to describe.
pub struct DescribedPage<'a> {
    /// The site that it belongs to.
    pub site: &'a Site,
    /// The page.
    pub page: &'a Page,
    /// Its title, without the site's name.
    pub title: &'a str,
    /// The absolute address of the picture that is shown where the page is shared.
    pub image: Option<String>,
}

/// The vocabulary of every graph.
const CONTEXT: &str = "https://schema.org";

/// The script element of a page; empty for pages that search engines do not list.
///
/// # Errors
/// [`Bug`] when a value cannot be written as JSON.
pub fn element(subject: &DescribedPage) -> Result<String, Bug> {
    if !subject.page.is_listed() || subject.page.is_error() {
        return Ok(String::new());
    }
    let mut nodes = nodes(subject)?;
    nodes.iter_mut().for_each(remove_nulls);
    let mut graph = json!({"@context": CONTEXT});
    match (&mut graph, &mut nodes[..]) {
        (Value::Object(graph), [Value::Object(node)]) => graph.append(node),
        (graph, _) => graph["@graph"] = nodes.into(),
    }
    let json = escape_json_for_html(&graph.to_string());
    Ok(format!(r#"<script type=application/ld+json>{json}</script>"#))
}

/// What the page describes: one object, or several that are not part of each other.
fn nodes(subject: &DescribedPage) -> Result<Vec<Value>, Bug> {
    let (site, page) = (subject.site, subject.page);
    let mut nodes = match page.neutral.as_str() {
        "/" => development::nodes(site),
        _ => vec![page::web_page(subject)?],
    };
    if page.has_template(template::INVENTORY) {
        nodes.push(page::inventory_list(site, page));
    }
    Ok(nodes)
}

/// Removes the properties that are null, at any depth.
fn remove_nulls(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(remove_nulls),
        Value::Object(properties) => {
            properties.retain(|_, value| !value.is_null());
            properties.values_mut().for_each(remove_nulls);
        }
        _ => {}
    }
}

/// The value of schema.org's `availability` for a status (<https://schema.org/ItemAvailability>).
pub const fn availability(status: Status) -> &'static str {
    match status {
        Status::Available => "https://schema.org/InStock",
        Status::Reserved => "https://schema.org/Reserved",
        Status::Sold => "https://schema.org/SoldOut",
    }
}

impl std::fmt::Debug for DescribedPage<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "DescribedPage({})", self.page.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_status_has_its_availability() {
        let [free, reserved, sold] =
            ["InStock", "Reserved", "SoldOut"].map(|word| format!("{CONTEXT}/{word}"));
        assert_eq!(Status::ALL.map(availability), [free, reserved, sold]);
    }
}
