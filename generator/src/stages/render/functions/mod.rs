//! Functions of the templates of pages. None reads a file, the clock or the network.

pub(crate) mod island_props;
pub(super) mod islands;
pub(super) mod markdown;
pub(super) mod picture;
pub(super) mod shared_html;

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value, context};

use super::environment::RenderContext;
use super::page_value::PageValue;
use crate::outputs::share::{HEIGHT, WIDTH};
use crate::outputs::values::{UnitValue, add_functions, failed, invalid, unknown};
use crate::outputs::{structured_data, theme};
use building::Words;
use formats::problem::did_you_mean;
use formats::templating::values::from_serialize;
use model::config::Floor;

/// The engine's own templates; no file of a project has such a name.
pub(super) const TEMPLATES: [(&str, &str); 1] = [(islands::TEMPLATE, include_str!("island.html"))];

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    markdown::add(environment, context);
    add_functions! { environment.add_function, context,
        // The URL of a script, style sheet or font of the bundle.
        fn asset(name: &str) => context.bundle.url(name).ok_or_else(|| {
            let hint = did_you_mean(name, context.bundle.names());
            unknown(format!("there is no asset `{name}`"), hint)
        });
        fn axonometry(building: Option<&str>) => picture::axonometry(&context, building);
        // For names from the platform's data, such as an amenity's code, which may have no picture.
        fn has_picture(name: &str) => context.pictures.get(name).is_some();
        fn icon(name: &str) => picture::icon(&context, name);
        fn island(state: &mut State, name: &str, options: Kwargs) =>
            islands::island(&context, state, name, &options);
        // The part of their size that the name of a level and the number of its available units have in the axonometric drawing.
        fn label_scale(level: i16, name: &str, available: &str) => {
            let levels = &context.site.axonometries.first()?.levels;
            let [large, small] = LABEL_SIZES;
            levels.iter().find(|drawn| drawn.level == level)?.label_scale([(name, large), (available, small)])
        };
        fn level_drawing(level: i16, building: Option<&str>) =>
            context.level_drawings.get(&context.floor(level, building)).map(|file| file.url.clone());
        fn part(state: &State, name: &str, values: Kwargs) => shared_html::part(&context, state, name, &values);
        fn picture(name: &str, arguments: Kwargs) => picture::picture(&context, name, &arguments);
        fn picture_url(name: &str) => picture::url(&context, name);
        fn plan(level: i16, building: Option<&str>) =>
            context.plans.get(&context.floor(level, building)).cloned();
        // The layouts of furniture of a unit, with `kind`, `path`, `seats` and `others`; none that is not suggested for its use, or does
        // not fit.
        fn plan_layouts(unit: &UnitValue) => from_serialize(&context.site.layouts(unit.unit()));
        fn plan_enlarged(level: i16, code: &str, number: &str, building: Option<&str>) =>
            enlarged(&context, context.floor(level, building), code, number);
        // The texts and the scale bar on the plan of a level; nothing when the level has no plan.
        fn plan_location(level: i16, building: Option<&str>) => {
            let street = context.text("drawing.street", &[])?;
            let plan = context.site.plan(context.floor(level, building));
            Ok::<_, Error>(plan.map(|plan| from_serialize(&plan.location(&street))))
        };
        // The rooms that a level shares, by kind: `kind`, and `places` with `x`, `y` and `is_upright`.
        fn plan_rooms(level: i16, building: Option<&str>) =>
            context.site.plan(context.floor(level, building)).map(|plan| from_serialize(&plan.rooms));
        fn share_picture(state: &State) => share_picture(&context, state);
        // The site plan of several buildings; nothing on a site without one.
        fn site_plan() => context.site.site_plan.as_ref().map(from_serialize);
        fn static_url(name: &str) => static_file(&context, name);
        fn structured_data(state: &State) => structured_data(&context, state);
    }
}

/// The page that is being rendered; an error where `function` is called without one.
fn current_page(state: &State, function: &str) -> Result<Arc<PageValue>, Error> {
    let page = state
        .lookup("page")
        .and_then(|page| page.downcast_object::<PageValue>());
    page.ok_or_else(|| {
        let hint = "call it in a layout or a page, not in an imported macro";
        invalid(format!("{function}() has no page"), Some(hint.to_owned()))
    })
}

/// The URL of a file that is published unchanged.
fn static_file(context: &RenderContext, name: &str) -> Result<String, Error> {
    let known = context
        .site
        .static_files
        .iter()
        .map(|file| file.path.as_str());
    if known.clone().any(|path| path == name) {
        return Ok(format!("/{name}"));
    }
    let hint = if theme::is_icon(name) {
        Some("name an SVG file as `logo.icon` in theme.yaml, of which it is made".to_owned())
    } else {
        did_you_mean(name, known)
    };
    Err(unknown(
        format!("there is no file `templates/static/{name}`"),
        hint,
    ))
}

/// The share picture of the page being rendered; none in a project without share pictures.
fn share_picture(context: &RenderContext, state: &State) -> Result<Option<Value>, Error> {
    let index = current_page(state, "share_picture")?.index;
    let value = context.share.of_page(index).map(|picture| {
        context! {
            url => context.site.config.absolute(&picture.url),
            path => picture.url.as_str(),
            width => WIDTH,
            height => HEIGHT,
            type => "image/png",
            alt => picture.drawn.alt.as_str(),
        }
    });
    Ok(value)
}

/// The page's structured data, as a script element with JSON-LD.
fn structured_data(context: &RenderContext, state: &State) -> Result<Value, Error> {
    let page = current_page(state, "structured_data")?;
    let (site, title) = (&context.site, page.title());
    let title = title.as_deref().unwrap_or(&site.config.name);
    let own = page
        .page()
        .source()
        .and_then(|source| source.front.image.as_deref());
    let own = own.and_then(|name| context.pictures.get(name)?.single());
    let shared = context.share.of_page(page.index);
    let image = own
        .map(|size| &size.url)
        .or_else(|| shared.map(|picture| &picture.url))
        .map(|url| site.config.absolute(url));
    let element =
        structured_data::element(&context.catalogue, page.page(), title, image.as_deref());
    element.map(Value::from_safe_string).map_err(failed)
}

/// The type sizes of both lines of a label in `axonometry.css`, on a phone, where they are largest.
const LABEL_SIZES: [f64; 2] = [42.0, 38.0];

/// The texts and the scale bar on the enlarged plan of a unit, with its dimensions; nothing when the plan does not have it.
fn enlarged(
    context: &RenderContext,
    floor: Floor,
    code: &str,
    number: &str,
) -> Result<Option<Value>, Error> {
    let street = context.text("drawing.street", &[])?;
    let room = |kind: &str| {
        context
            .text(&format!("drawing.{kind}"), &[])
            .unwrap_or_default()
    };
    let decimal = context
        .site
        .config
        .money_format(context.lang)
        .numbers
        .decimal;
    let words = Words {
        number,
        street: &street,
        room: &room,
        decimal,
    };
    let plan = context.site.plan(floor);
    let unit = plan.and_then(|plan| Some((plan, plan.unit(code)?)));
    Ok(unit.map(|(plan, unit)| from_serialize(&plan.enlarged(unit, words))))
}
