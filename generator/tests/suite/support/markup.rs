//! Attributes of a finished page. Not all values have quotes, so a parser reads them.

use scraper::{Html, Selector};

/// The values of the attribute `name` of every element that has it, in the page's order.
pub fn attributes(html: &str, name: &str) -> Vec<String> {
    attributes_of(html, &format!("[{name}]"), name)
}

/// The values of the attribute `name` of every element that the CSS selector finds.
pub fn attributes_of(html: &str, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    let page = Html::parse_document(html);
    let found = page.select(&selector).filter_map(|element| element.attr(name));
    found.map(str::to_owned).collect()
}

/// How many elements the CSS selector finds.
pub fn count(html: &str, selector: &str) -> usize {
    Html::parse_document(html).select(&Selector::parse(selector).unwrap()).count()
}
