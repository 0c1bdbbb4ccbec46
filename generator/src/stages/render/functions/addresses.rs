//! `url`, `url_in`, `page_with`, `asset`, `static_url`, `pdf` and `whatsapp`: the URLs that templates write.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};

use super::{invalid, text, unknown};
use crate::stages::render::context::RenderContext;
use formats::problem::did_you_mean;
use model::document::Document;
use model::lang::Lang;
use model::site::slug;
use platform::unit::Status;

/// The URL of a page. An unknown page is an error.
pub(super) fn page(context: &RenderContext, lang: Lang, path: &str) -> Result<Arc<str>, Error> {
    let routes = &context.site.routes;
    let url = routes.path(lang, path);
    url.ok_or_else(|| unknown(format!("there is not a page `{path}`"), routes.hint(path)))
}

/// The URL of a page in the language with this code.
pub(super) fn page_in(context: &RenderContext, lang: &str, path: &str) -> Result<Arc<str>, Error> {
    let languages = context.site.config.languages;
    let lang = languages.find(lang).ok_or_else(|| {
        let hint = format!("the languages are {}", languages.listed());
        invalid(format!("`{lang}` is not one of the site's languages"), Some(hint))
    })?;
    page(context, lang, path)
}

/// The page with a template, as its `url` and `slug`; none when the site lacks it.
pub(super) fn page_with(context: &RenderContext, template: &str) -> Option<Value> {
    let neutral = context.site.routes.with_template(template)?;
    Some(context! { url => context.site.routes.addresses.path(context.lang, neutral), slug => slug(neutral) })
}

/// The URL of a script, style sheet or font of the bundle.
pub(super) fn asset(context: &RenderContext, name: &str) -> Result<String, Error> {
    context.bundle.url(name).ok_or_else(|| {
        let hint = did_you_mean(name, context.bundle.names());
        unknown(format!("there is no asset `{name}`"), hint)
    })
}

/// The URL of a file that is published unchanged.
pub(super) fn static_file(context: &RenderContext, name: &str) -> Result<String, Error> {
    let known = context.site.static_files.iter().map(|file| file.path.as_str());
    if known.clone().any(|path| path == name) {
        return Ok(format!("/{name}"));
    }
    let hint = did_you_mean(name, known);
    Err(unknown(format!("there is no file `templates/static/{name}`"), hint))
}

/// The URL of a document (S4): `pdf("brochure")`, `pdf("unit", code)`. `None` when the site does not have it.
pub(super) fn pdf(context: &RenderContext, kind: &str, code: Option<&str>) -> Result<Option<String>, Error> {
    let Some(document) = Document::from_name(kind, code) else {
        let with = code.map_or("without", |_| "with");
        let message = format!("there is no document `{kind}` {with} the code of a unit");
        return Err(unknown(message, did_you_mean(kind, Document::NAMES)));
    };
    let site = &context.site;
    let path = document.path(context.lang, &site.config.product);
    Ok(site.has_document(document).then(|| format!("/{path}")))
}

/// The WhatsApp link with the language's number and message. With a unit, the message names it and asks what its status leaves
/// to ask (S2); with a fact, it asks for this one. Its reference is the unit or the page.
pub(super) fn whatsapp(context: &RenderContext, state: &State, given: &[Value]) -> Result<String, Error> {
    let [unit, fact] = whatsapp_arguments(given)?
        .map(|value| value.filter(|value| !value.is_none() && !value.is_undefined()));
    let fact = fact.map(|fact| fact.to_string());
    let Some(unit) = unit else {
        let message = match fact {
            Some(fact) => text(context, "messages.whatsapp_fact", &[("fact", &fact)])?,
            None => text(context, "messages.whatsapp", &[])?,
        };
        return whatsapp_address(context, &message, &page_reference(context, state));
    };
    let code = unit_code(&unit)?;
    let message = if let Some(fact) = fact {
        text(context, "messages.whatsapp_unit_fact", &[("unit", &code), ("fact", &fact)])?
    } else {
        let status = unit.get_attr("status")?;
        let status = status.as_str().unwrap_or(Status::Available.key());
        text(context, &format!("messages.whatsapp_unit.{status}"), &[("unit", &code)])?
    };
    whatsapp_address(context, &message, &code)
}

/// The slug of the page; the site's name for the home page, and in what all pages of units share.
fn page_reference(context: &RenderContext, state: &State) -> String {
    let own = state.lookup("page").and_then(|page| page.get_attr("slug").ok());
    let own = own.as_ref().and_then(Value::as_str).filter(|own| !own.is_empty() && *own != slug("/"));
    own.unwrap_or(&context.site.config.name).to_owned()
}

/// The unit in `whatsapp(unit)` or `whatsapp(unit=...)`, and the label in `whatsapp(fact=...)`.
fn whatsapp_arguments(given: &[Value]) -> Result<[Option<Value>; 2], Error> {
    match given.first() {
        Some(named) if named.is_kwargs() => {
            let options = Kwargs::try_from(named.clone())?;
            let arguments = [options.get("unit")?, options.get("fact")?];
            options.assert_all_used()?;
            Ok(arguments)
        }
        other => Ok([other.cloned(), None]),
    }
}

/// The code of a unit, given as a unit or as its code.
fn unit_code(unit: &Value) -> Result<String, Error> {
    match unit.as_str() {
        Some(code) => Ok(code.to_owned()),
        None => unit.get_attr("code").map(|code| code.to_string()),
    }
}

/// The WhatsApp link with this message about a unit or a page.
pub(super) fn whatsapp_address(context: &RenderContext, message: &str, about: &str) -> Result<String, Error> {
    let number = context.site.config.contact.whatsapp.get(context.lang);
    let text = context.localized().chat_text(message, about);
    text.map(|text| number.chat_url(&text)).map_err(|error| invalid(error, None))
}
