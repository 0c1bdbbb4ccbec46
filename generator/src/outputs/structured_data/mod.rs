//! The JSON-LD of a page, with the vocabulary of schema.org: seller, building, unit and price. It is made from the site's
//! data, so that it cannot differ from them; `site check` reads it back.
//!
//! The seller, the site and the building are described on the home page; other pages refer to them by their `@id`.
//! A property without a value is null until the page's data are complete.

mod development;
mod faq;
mod page;
mod unit;

use platform::money::Money;
use platform::unit::Status;
use serde_json::{Value, json};

use formats::escape::escape_json_for_html;
use formats::problem::Bug;
use model::site::video::declared as declared_video;
use model::site::{Page, PageKind, Site, template};

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
    /// A video whose poster is not a picture of the site.
    #[error("data.video names the picture `{0}`, and there is no content/images/{0}.jpg")]
    NoPoster(String),
    /// The generator itself is at fault.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// The vocabulary of every graph.
const CONTEXT: &str = "https://schema.org";

/// The script element of a page; empty for pages that search engines do not list.
///
/// # Errors
/// A picture that the graph needs and that the site lacks.
pub fn element(subject: &Subject) -> Result<String, DescribeError> {
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
fn nodes(subject: &Subject) -> Result<Vec<Value>, DescribeError> {
    let (site, page) = (subject.site, subject.page);
    let mut nodes = match page.neutral.as_str() {
        "/" => development::nodes(site),
        _ => vec![page::web_page(subject)?],
    };
    if let PageKind::Content(source) = &page.kind {
        if page.has_template(template::INVENTORY) {
            nodes.push(page::inventory_list(site, page));
        }
        if let Some(video) = declared_video(source) {
            nodes.push(page::video(subject, &video)?);
        }
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

/// An amount in the notation of schema.org, `4250000.50`: a decimal point, two decimals, no currency sign.
pub fn amount(money: Money) -> String {
    let centavos = money.centavos().unsigned_abs();
    let sign = if money.centavos() < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", centavos / 100, centavos % 100)
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Subject({})", self.page.url)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_have_a_point_and_two_decimals() {
        assert_eq!(amount(Money(371_200_000)), "3712000.00");
        assert_eq!(amount(Money(425_000_005)), "4250000.05");
        assert_eq!(amount(Money(0)), "0.00");
        assert_eq!(amount(Money(-150)), "-1.50");
    }

    #[test]
    fn each_status_has_its_availability() {
        let [free, reserved, sold] =
            ["InStock", "Reserved", "SoldOut"].map(|word| format!("{CONTEXT}/{word}"));
        assert_eq!(Status::ALL.map(availability), [free, reserved, sold]);
    }

    proptest! {
        #[test]
        fn an_amount_can_be_read_back(centavos in -i64::MAX..=i64::MAX) {
            let text = amount(Money(centavos));
            prop_assert_eq!(text.rsplit('.').next().map(str::len), Some(2));
            prop_assert_eq!(Money::parse(&text), Ok(Money(centavos)));
        }
    }
}
