//! Functions of all templates. `t(key, name=value, ...)` is a text of `content/<lang>/strings.json`; the value `vat_percent` selects
//! the text for prices without tax when it is zero.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value, context};
use platform::closing::Closing;
use platform::unit::{Level, Status};

use super::{SiteValues, UnitValue, add_functions, failed, invalid, unit_value, unknown};
use crate::catalogue::currency_note;
use formats::problem::did_you_mean;
use model::document::Document;
use model::lang::Lang;
use model::localized::{self, with_tax};
use model::site::{Page, slug};

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<SiteValues>) {
    add_functions! { environment.add_function, context,
        // The fields of units that show at a place: see `unit_value.rs`.
        fn columns(place: &str) => {
            let place = serde_json::from_value(place.into()).map_err(failed)?;
            Ok::<_, Error>(unit_value::columns(&context.catalogue, place))
        };
        fn level_label(level: i16) => context.localized().level(Level(level)).map_err(failed);
        fn page_with(template: &str) => page_with(&context, template);
        fn pages_below(path: &str) => pages_below(&context, path);
        fn pdf(kind: &str, code: Option<&str>) => pdf(&context, kind, code);
        // What prices with these rates of tax include; without rates, those of the site's uses.
        fn price_terms(rates: Option<Vec<u8>>) => {
            let rates = rates.unwrap_or_else(|| context.site.config.vat_rates());
            let terms = context.localized().text(localized::price_terms(&rates)).map_err(failed)?;
            Ok::<_, Error>(match currency_note(context.localized()) {
                Some(note) => format!("{terms} {note}"),
                None => terms,
            })
        };
        // The rows of a unit at a place: see `unit_value.rs`.
        fn fields(unit: &UnitValue, place: &str) => {
            let place = serde_json::from_value(place.into()).map_err(failed)?;
            Ok::<_, Error>(unit_value::rows(&unit.catalogue, unit.index, place))
        };
        fn t(key: &str, values: Kwargs) => t(&context, key, &values);
        fn url(path: &str) => page(&context, context.lang, path);
        fn url_in(lang: &str, path: &str) => {
            let languages = context.site.config.languages;
            let known = languages.find(lang).ok_or_else(|| {
                let hint = format!("the languages are {}", languages.listed());
                invalid(format!("`{lang}` is not one of the site's languages"), Some(hint))
            });
            known.and_then(|lang| page(&context, lang, path))
        };
        fn whatsapp(state: &State, unit: Option<Value>, options: Kwargs) => whatsapp(&context, state, unit, &options);
    }
}

fn t(context: &SiteValues, key: &str, values: &Kwargs) -> Result<Arc<str>, Error> {
    let value_of = |name: &str| {
        values
            .peek::<Value>(name)
            .ok()
            .map(|value| value.to_string())
    };
    let count = values.peek::<Option<i64>>("count").ok().flatten();
    let vat_percent = values.peek::<Option<u8>>("vat_percent").ok().flatten();
    let taxed_key = vat_percent.map_or(Cow::Borrowed(key), |rate| with_tax(key, rate));
    let strings = context.strings();
    let closing = values.peek::<Option<&str>>("closing").ok().flatten();
    let text = match closing.and_then(Closing::from_key) {
        Some(closing) => strings.text_about(closing, &taxed_key, count, &value_of),
        None => strings.text(&taxed_key, count, &value_of),
    };
    text.map_err(|error| {
        let hint = match &error.placeholder {
            None => did_you_mean(key, strings.messages().map(|(known, _)| known)),
            Some(placeholder) => Some(format!("write t(\"{key}\", {placeholder}=...)")),
        };
        invalid(&error, hint).with_source(error)
    })
}

/// The URL of a page. An unknown page is an error.
fn page(context: &SiteValues, lang: Lang, path: &str) -> Result<Arc<str>, Error> {
    let routes = &context.site.routes;
    let url = routes.path(lang, path);
    url.ok_or_else(|| unknown(format!("there is not a page `{path}`"), routes.hint(path)))
}

/// The page with a template, as its `url`, `path` without language and `slug`; none when the site lacks it.
fn page_with(context: &SiteValues, template: &str) -> Option<Value> {
    let path = context.site.routes.with_template(template)?;
    let url = context.site.routes.addresses.path(context.lang, path);
    Some(context! { url, path, slug => slug(path) })
}

/// The pages below a path in the page's language, newest first. Pages that are not public yet are not among them.
fn pages_below(context: &SiteValues, path: &str) -> Result<Vec<Value>, Error> {
    // An unknown path is an error.
    page(context, context.lang, path)?;
    let listed = context.site.pages_below(context.lang, path);
    let value = |page: &Page| {
        let front = &page.source()?.front;
        Some(context! {
            url => page.url.as_str(),
            path => page.neutral.as_str(),
            title => front.title.as_str(),
            description => front.description.as_str(),
            date => front.date.map(|date| date.to_string()),
            date_label => front.date.map(|date| context.localized().date(date)),
            image => front.image.as_deref(),
        })
    };
    Ok(listed.into_iter().filter_map(value).collect())
}

/// The URL of a document (S4): `pdf("brochure")`, `pdf("unit", code)`. `None` when the site does not have it.
fn pdf(context: &SiteValues, kind: &str, code: Option<&str>) -> Result<Option<String>, Error> {
    let Some(document) = Document::from_name(kind, code) else {
        let with = code.map_or("without", |_| "with");
        let message = format!("there is no document `{kind}` {with} the code of a unit");
        return Err(unknown(message, did_you_mean(kind, Document::NAMES)));
    };
    let site = &context.site;
    if let Document::UnitSheet(code) = document {
        let index = context.catalogue.index(code);
        let sheet = index.and_then(|index| context.catalogue.units[index].sheet.as_ref());
        return Ok(sheet.map(ToString::to_string));
    }
    let path = document.path(context.lang, &site.config.product);
    Ok(site.has_document(document).then(|| format!("/{path}")))
}

/// The WhatsApp link with the language's number and message. With a unit, the message names it and asks what its status leaves
/// to ask (S2); with a fact, it asks for this one. Its reference is the unit or the page, and what else `from` names.
fn whatsapp(
    context: &SiteValues,
    state: &State,
    unit: Option<Value>,
    options: &Kwargs,
) -> Result<String, Error> {
    let unit = unit.map_or_else(
        || options.get::<Option<Value>>("unit"),
        |unit| Ok(Some(unit)),
    )?;
    let fact = options
        .get::<Option<Value>>("fact")?
        .map(|fact| fact.to_string());
    let from = options.get::<Option<Value>>("from")?;
    options.assert_all_used()?;
    let code = unit
        .as_ref()
        .map(|unit| match unit.as_str() {
            Some(code) => Ok(context.catalogue.spelling(code).to_owned()),
            None => unit.get_attr("label").map(|label| label.to_string()),
        })
        .transpose()?;
    let key = match (&unit, &fact) {
        (Some(_), Some(_)) => "messages.whatsapp_unit_fact",
        (Some(unit), None) => {
            let status = unit.get_attr("status")?;
            &format!(
                "messages.whatsapp_unit.{}",
                status.as_str().unwrap_or(Status::Available.key())
            )
        }
        (None, Some(_)) => "messages.whatsapp_fact",
        (None, None) => "messages.whatsapp",
    };
    let named: Vec<_> = [("unit", &code), ("fact", &fact)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
        .collect();
    let message = context.text(key, &named)?;
    let mut about = code.unwrap_or_else(|| {
        // The site's name for the home page, in what all pages of units share, and in documents.
        let page_slug = state
            .lookup("page")
            .and_then(|page| page.get_attr("slug").ok());
        let own = page_slug
            .as_ref()
            .and_then(Value::as_str)
            .filter(|own| !own.is_empty() && *own != slug("/"));
        own.unwrap_or(&context.site.config.name).to_owned()
    });
    if let Some(from) = from {
        about += &format!(" · {from}");
    }
    whatsapp_address(context, &message, &about)
}

pub(crate) fn whatsapp_address(
    context: &SiteValues,
    message: &str,
    about: &str,
) -> Result<String, Error> {
    let number = context.site.config.contact.whatsapp.get(context.lang);
    let text = context.localized().chat_text(message, about);
    text.map(|text| number.chat_url(&text)).map_err(failed)
}
