//! Functions of the data templates of documents, beside those of all templates.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value, context};
use platform::money::Money;
use platform::unit::Status;
use serde_json::{Value as Json, json};

use super::document_context::{DocumentContext, Taken};
use super::drawings;
use super::typesetter::{JobPicture, QR};
use crate::outputs::values::{SiteValues, UnitValue, add_functions, failed};
use crate::stages::pictures::PictureKind;
use formats::markdown::blocks::{self, Block};
use formats::templating::values::{from_json, from_serialize};
use model::config::FieldPlace;
use model::site::Page;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<DocumentContext>) {
    let values = &context.values;
    let drawing = values.site.map.as_ref().map(|map| map.get(values.lang));
    let map = drawing
        .map(|drawing| context! { svg => drawing.svg.as_str(), alt => drawing.alt.as_str() });
    environment.add_global("map", Value::from(map));
    add_functions! { environment.add_function, context,
        fn axonometries() => drawings::axonometries(&context.values);
        // The title of a unit: `Oficina O-301`; with the name of its building, on a site with several.
        // What is printed below a picture: its own caption, and `notice` unless it is a photograph.
        fn caption(name: &str, notice: &str) => context.values.caption(name, Some(notice));
        fn heading(unit: &UnitValue, in_building: Option<bool>) => {
            let (unit, localized) = (unit.unit(), context.values.localized());
            let code = context.values.site.theme.with_missing_letters_replaced(unit.code.spelling());
            let title = localized.unit_title(unit.unit_use, &code).map_err(failed)?;
            let building = if in_building == Some(true) { unit.building() } else { "" };
            Ok::<_, Error>(localized.in_building(title, building))
        };
        fn level_sheets(state: &mut State) => drawings::level_sheets(&context, state);
        fn levels() => drawings::levels(&context.values);
        fn link(path: Option<&str>, query: Option<&str>) => link(&context, path, query);
        fn page(path: Option<&str>) => page(&context.values, path);
        fn photo(state: &mut State, name: Option<&str>, wide: bool) => photo(&context, state, name, wide);
        fn sections() => drawings::sections(&context.values);
        fn similar(unit: &UnitValue) => similar(&context.values, unit);
        // Groups of strings, nested, for a layout's own labels; their names are separated by spaces.
        fn strings(groups: &str) => {
            let names: Vec<String> = groups.split(' ').map(str::to_owned).collect();
            from_json(&context.values.strings().groups(&names))
        };
        fn unit_columns() => unit_columns(&context.values);
        // `height` is that of the printed picture of the unit alone, in millimetres.
        fn unit_drawings(state: &mut State, unit: &UnitValue, height: f64) => drawings::unit(&context, state, unit.unit(), height);
        fn unit_place(state: &mut State, unit: &UnitValue) => drawings::place(&context, state, unit.unit());
    }
    add_functions! { environment.add_filter, values,
        fn area_figure(square_metres: f64) => {
            let figure = format!("{square_metres:.2}");
            values.localized().numbers().number(&figure)
        };
        // Amounts without their currency.
        fn figure(amount: i64) => values.localized().money_format().figure(Money(amount));
        fn reference_figure(amount: i64) => {
            let config = &values.site.config;
            let format = config.reference_format(values.lang).zip(config.reference(Money(amount)));
            format.map(|(format, amount)| format.figure(amount))
        };
    }
}

/// A page by its path: `title`, `description`, `date`, `data` and `body`; none when the site does not have it.
fn page(values: &SiteValues, path: Option<&str>) -> Option<Value> {
    let page = values.site.page(values.lang, path?)?;
    let source = page.source()?;
    Some(context! {
        title => source.front.title.as_str(),
        description => source.front.description.as_str(),
        date => source.front.date.map(|date| date.to_string()),
        data => from_json(&prose(values, page, source.front.data.clone())),
        body => from_serialize(&blocks(values, page, &source.body)),
    })
}

/// Markdown as blocks, with absolute links: a document is read outside of the site.
fn blocks(values: &SiteValues, page: &Page, markdown: &str) -> Vec<Block> {
    let localized = values.localized();
    let url = localized.absolute(&page.url);
    blocks::blocks(markdown, &|written| {
        Some(localized.absolute_link(&url, written))
    })
}

/// Data of a page. Only its `body` and `answer` are Markdown, as on pages: a list of blocks, or a string without formatting.
fn prose(values: &SiteValues, page: &Page, data: Json) -> Json {
    let text = |text: String| match blocks(values, page, &text).as_slice() {
        [Block::Paragraph { text }]
            if text
                .iter()
                .all(|run| !run.strong && !run.emphasis && run.link.is_none()) =>
        {
            Json::from(text.iter().map(|run| run.text.as_str()).collect::<String>())
        }
        [] => Json::from(text),
        blocks => json!(blocks),
    };
    let entry = |(key, value): (String, Json)| match value {
        Json::String(markdown) if ["body", "answer"].contains(&&*key) => (key, text(markdown)),
        value => (key, prose(values, page, value)),
    };
    match data {
        Json::Object(entries) => entries.into_iter().map(entry).collect(),
        Json::Array(list) => list
            .into_iter()
            .map(|inner| prose(values, page, inner))
            .collect(),
        other => other,
    }
}

/// A page of the site as a link with its QR code, in which the `query` is; none when the site does not have the page.
fn link(
    context: &DocumentContext,
    path: Option<&str>,
    query: Option<&str>,
) -> Result<Option<Value>, Error> {
    let values = &context.values;
    let Some(page) = path.and_then(|path| values.localized().page_url(path)) else {
        return Ok(None);
    };
    let shown = page
        .split_once("://")
        .map_or(&*page, |(_, rest)| rest)
        .trim_end_matches('/');
    let url = format!("{page}{}", query.unwrap_or_default());
    let alt = values.text("documents.qr_alt", &[("address", shown)])?;
    Ok(Some(from_json(
        &json!({ "shown": shown, QR: url, "alt": alt, "url": url }),
    )))
}

/// The file, pixels and alternative text of a picture, none when the site lacks it: in the smallest size that is sharp up to
/// 125 mm (130 pixels per inch), or in the widest, for up to the whole sheet.
fn photo(
    context: &DocumentContext,
    state: &mut State,
    name: Option<&str>,
    wide: bool,
) -> Result<Option<Value>, Error> {
    let found = name.and_then(|name| {
        let set = context.pictures.get(name)?;
        let mut sizes = set.with_kind(PictureKind::Document);
        Some((set, if wide { sizes.last() } else { sizes.next() }?))
    });
    let Some((set, size)) = found else {
        return Ok(None);
    };
    let height = f64::from(set.height) * f64::from(size.width) / f64::from(set.width.max(1));
    let alt = context
        .values
        .text(&format!("images.{}.alt", set.name), &[])?;
    let file = format!("{}-{}.jpg", set.name, size.width);
    let taken = &mut state.get_or_insert_extension(Taken::default()).pictures;
    if !taken.iter().any(|picture| picture.file == file) {
        let (bytes, address) = (size.bytes.clone(), size.url.clone());
        taken.push(JobPicture {
            file: file.clone(),
            bytes,
            address,
        });
    }
    Ok(Some(
        context! { file, width => size.width, height => height.round(), alt },
    ))
}

/// The available units that are most like a sold one and have a plan.
fn similar(values: &SiteValues, unit: &UnitValue) -> Vec<Value> {
    if unit.unit().status != Status::Sold {
        return Vec::new();
    }
    let has_plan = |other: &Value| {
        let other = other.downcast_object_ref::<UnitValue>();
        other.is_some_and(|other| values.catalogue.units[other.index].is_drawn)
    };
    values
        .similar(unit.index)
        .into_iter()
        .filter(has_plan)
        .collect()
}

/// The columns of price lists that their layout does not lay out in a way of its own.
fn unit_columns(values: &SiteValues) -> Value {
    let catalogue = &values.catalogue;
    let positions = catalogue.table.at(FieldPlace::Prices).iter();
    let column = |position: &usize| {
        let field = &catalogue.table.fields[*position];
        let label = catalogue.label(*position).map_or("", |label| &**label);
        context! { key => &*field.key, label, is_number => field.kind.is_number() }
    };
    positions.map(column).collect()
}
