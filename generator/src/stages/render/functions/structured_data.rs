//! `structured_data()`: the JSON-LD of a page, which `structured_data.json` writes from the site's data, so that it cannot differ
//! from them; `site check` reads it back.

use minijinja::{Environment, Error, State, Value, context};
use model::inventory::LISTED;
use model::site::{Page, PageKind};
use platform::unit::Unit;
use platform::unit_field::FieldKind;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::current_page;
use crate::outputs::values::invalid;
use crate::stages::render::context::RenderContext;
use formats::escape::escape_json_for_html;
use formats::markdown::blocks::{Block, Run, blocks};
use formats::templating::values::from_serialize;

pub(in crate::stages::render) const TEMPLATE: &str = "structured_data.json";
/// The logo, below `templates/static/`.
const LOGO: &str = "icon-512.png";
/// The declared fields for which schema.org has a property.
const PROPERTIES: [(&str, &str); 2] =
    [("bedrooms", "numberOfBedrooms"), ("half_bathrooms", "numberOfPartialBathrooms")];

/// A question in `data.faq.items`; the answer is Markdown.
#[derive(Deserialize)]
struct Question {
    question: String,
    answer: String,
}

pub(in crate::stages::render) fn add_template(environment: &mut Environment<'static>) -> Result<(), Error> {
    environment.add_template(TEMPLATE, include_str!("structured_data.json"))
}

/// The script element of the page; empty for pages that search engines do not list.
pub(super) fn structured_data(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let shown = current_page(state, "structured_data")?;
    let (site, page) = (&context.site, shown.page());
    if !page.is_listed() || page.is_error() {
        return Ok(Value::from_safe_string(String::new()));
    }
    let title = shown.title().unwrap_or_else(|| site.config.name.clone());
    let offer = match page.kind {
        PageKind::Unit(index) => Some(offer(context, &site.inventory.units[index])?),
        PageKind::Content(_) => None,
    };
    let image = context.share.of_page(shown.index()).map(|picture| site.config.absolute(&picture.url));
    let variables = context! {
        page => state.lookup("page"),
        languages => state.lookup("languages"),
        unit => state.lookup("unit"),
        breadcrumbs => breadcrumbs(context, page, &title),
        title,
        image,
        offer,
        questions => questions(context, page),
        logo => site.static_files.iter().any(|file| file.path == LOGO).then_some(LOGO),
        listed => LISTED,
    };
    let nodes = state.env().get_template(TEMPLATE)?.render(variables)?;
    let mut nodes: Vec<Json> = serde_json::from_str(&nodes).map_err(|error| invalid(error, None))?;
    nodes.iter_mut().for_each(remove_nulls);
    let mut graph = Map::from_iter([("@context".to_owned(), "https://schema.org".into())]);
    match &mut nodes[..] {
        [Json::Object(node)] => graph.append(node),
        _ => drop(graph.insert("@graph".to_owned(), nodes.into())),
    }
    let json = escape_json_for_html(&Json::from(graph).to_string());
    Ok(Value::from_safe_string(format!("<script type=application/ld+json>{json}</script>")))
}

/// What the template cannot know about a unit on sale: exact amounts and areas, and the fields that the development declares.
fn offer(context: &RenderContext, unit: &Unit) -> Result<Value, Error> {
    let (site, config) = (&context.site, &context.site.config);
    let price = site.price(unit).map_err(|problem| invalid(problem.message, None))?;
    let mut fields = Vec::new();
    for field in &config.unit_fields {
        let Some(value) = field.value(unit) else { continue };
        let mut properties = PROPERTIES.iter().filter(|_| field.kind == FieldKind::Count);
        let text = context.localized().field(field, value).map_err(|error| invalid(error, None))?;
        fields.push(context! {
            property => properties.find(|(key, _)| field.key == *key).map(|(_, property)| *property),
            label => field.label.get(context.lang).as_str(),
            value => from_serialize(value),
            text,
        });
    }
    Ok(context! {
        unit => from_serialize(unit),
        currency => config.currency().code(),
        net => config.currency().plain(price.net),
        total => config.currency().plain(price.total),
        // A history that began later than the unit's listing does not know the day.
        listed_on => site.inventory.history.listed_on(&unit.code).map(|date| date.to_string()),
        terrace => context.localized().text("unit.terrace").ok(),
        fields,
    })
}

/// The home page, the pages above this one in its address, and the page itself, which has no link.
fn breadcrumbs(context: &RenderContext, page: &Page, title: &str) -> Vec<Value> {
    let site = &context.site;
    let above = page.neutral.match_indices('/').skip(1).map(|(at, _)| &page.neutral[..at]);
    let above = ["/"].into_iter().chain(above).filter_map(|neutral| {
        let parent = site.page(page.lang, neutral)?;
        let name = match context.strings().plain("nav.home").filter(|_| neutral == "/") {
            Some(home) => home.to_string(),
            None if neutral == "/" => site.config.name.clone(),
            None => parent.source()?.front.title.clone(),
        };
        Some(context! { name, url => site.config.absolute(&parent.url) })
    });
    above.chain([context! { name => title, url => () }]).collect()
}

/// The questions of a page with their answers as plain text, a line for each paragraph, item or row.
fn questions(context: &RenderContext, page: &Page) -> Vec<Value> {
    let items = page.source().and_then(|source| source.front.data.pointer("/faq/items")?.as_array());
    let items = items.into_iter().flatten().filter_map(|item| Question::deserialize(item).ok());
    let address = |written: &str| Some(context.site.config.absolute(written));
    items
        .map(|Question { question, answer }| {
            let mut lines = Vec::new();
            blocks(&answer, &address).iter().for_each(|block| lines_of(block, &mut lines));
            context! { question, answer => lines.join("\n") }
        })
        .collect()
}

fn lines_of(block: &Block, lines: &mut Vec<String>) {
    let line = |runs: &[Run]| runs.iter().map(|run| run.text.as_str()).collect::<String>();
    match block {
        Block::Heading { text, .. } | Block::Paragraph { text } => lines.push(line(text)),
        Block::List { items, .. } => items.iter().flatten().for_each(|block| lines_of(block, lines)),
        Block::Table { rows } => {
            let cells = |row: &Vec<Vec<Run>>| row.iter().map(|cell| line(cell)).collect::<Vec<_>>();
            lines.extend(rows.iter().map(|row| cells(row).join(", ")));
        }
    }
}

/// Removes the properties that are null, at any depth.
fn remove_nulls(value: &mut Json) {
    match value {
        Json::Array(list) => list.iter_mut().for_each(remove_nulls),
        Json::Object(properties) => {
            properties.retain(|_, value| !value.is_null());
            properties.values_mut().for_each(remove_nulls);
        }
        _ => {}
    }
}
