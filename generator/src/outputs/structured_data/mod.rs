//! The JSON-LD of a page, with the vocabulary of schema.org. It is made from the site's data, so that it cannot differ from them;
//! `site check` reads it back. Other pages refer to what the home page describes by its `@id`. A property without a value is null.

mod page;

pub(crate) use page::LEASE_OUT;

use minijinja::context;
use platform::unit::Status;
use serde_json::{Value, json};

use crate::catalogue::Catalogue;
use crate::outputs::render_text;
use formats::escape::escape_json_for_html;
use formats::problem::Bug;
use formats::templating::values::from_serialize;
use model::config::Config;
use model::site::{Page, Site, template};

const CONTEXT: &str = "https://schema.org";

/// The script element of a page; empty for pages that search engines do not list. `title` is without the site's name, `image` the
/// absolute address of the picture that is shown where the page is shared.
pub(crate) fn element(
    catalogue: &Catalogue,
    page: &Page,
    title: &str,
    image: Option<&str>,
) -> Result<String, Bug> {
    let site = &catalogue.site;
    if !page.is_listed() {
        return Ok(String::new());
    }
    let mut nodes = match page.neutral.as_str() {
        "/" => home_nodes(site)?,
        _ => vec![page::web_page(catalogue, page, title, image)],
    };
    if page.has_template(template::INVENTORY) {
        nodes.push(page::inventory_list(site, page));
    }
    nodes.iter_mut().for_each(remove_nulls);
    let mut graph = json!({"@context": CONTEXT});
    match (&mut graph, &mut nodes[..]) {
        (Value::Object(graph), [Value::Object(node)]) => graph.append(node),
        (graph, _) => graph["@graph"] = nodes.into(),
    }
    let json = escape_json_for_html(&graph.to_string());
    Ok(format!(
        r#"<script type=application/ld+json>{json}</script>"#
    ))
}

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

/// The logo, below `templates/static/`.
const LOGO: &str = "icon-512.png";

/// The `@id` of the `seller`, the `website` or the `building`, which the home page describes.
fn id(config: &Config, name: &str) -> String {
    format!("{}/#{name}", config.base_url)
}

fn home_nodes(site: &Site) -> Result<Vec<Value>, Bug> {
    let config = &site.config;
    let logo = site.static_files.iter().any(|file| file.path == LOGO);
    let values = context! {
        site => from_serialize(config.as_ref()),
        home => config.absolute("/"),
        logo => logo.then(|| config.absolute(&format!("/{LOGO}"))),
        codes => config.languages.codes().collect::<Vec<_>>(),
        locales => config.languages.iter().map(|lang| lang.locale().to_owned()).collect::<Vec<_>>(),
    };
    let text = render_text("home.json", include_str!("home.json"), &values)?;
    serde_json::from_str(&text).map_err(|error| Bug(format!("home.json: {error}")))
}
