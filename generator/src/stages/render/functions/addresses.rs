//! `url`, `url_in`, `asset`, `static_url`, `pdf` and `whatsapp`: the URLs that templates write.

use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Environment, Error, Value};

use super::{invalid, unknown};
use crate::outputs::documents;
use crate::stages::render::context::RenderContext;
use crate::stages::render::whole_inventory;
use model::document::Document;
use model::lang::Lang;
use model::problem::did_you_mean;
use model::site::UNIT_PARENT;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("url", move |path: &str| page_url(&owned, owned.lang, path));
    let owned = context.clone();
    environment.add_function("url_in", move |lang: &str, path: &str| {
        let lang: Lang = lang.parse().map_err(|error| invalid(error, None))?;
        page_url(&owned, lang, path)
    });
    let owned = context.clone();
    environment.add_function("asset", move |name: &str| {
        owned.bundle.url(name).ok_or_else(|| {
            unknown(
                format!("there is no asset `{name}`"),
                did_you_mean(name, owned.bundle.names()),
            )
        })
    });
    let owned = context.clone();
    environment.add_function("static_url", move |name: &str| static_url(&owned, name));
    let owned = context.clone();
    environment.add_function("pdf", move |kind: &str, code: Option<&str>| {
        pdf_url(&owned, kind, code)
    });
    let owned = context.clone();
    environment.add_function("whatsapp", move |given: Rest<ValueOrKwargs>| {
        whatsapp_url(&owned, unit_argument(&given.into_values())?.as_ref())
    });
}

/// The URL of a page. An unknown page is an error.
fn page_url(context: &RenderContext, lang: Lang, path: &str) -> Result<Value, Error> {
    // Whether a unit's page exists depends on the whole inventory.
    if path
        .strip_prefix(UNIT_PARENT)
        .is_some_and(|rest| rest.starts_with('/'))
    {
        whole_inventory::mark_read();
    }
    match context.site.routes.path(lang, path) {
        Some(url) => Ok(Value::from(url)),
        None => Err(unknown(
            format!("there is no page `{path}`"),
            context.site.routes.hint(path),
        )),
    }
}

fn static_url(context: &RenderContext, name: &str) -> Result<String, Error> {
    let path = format!("/{name}");
    if context.site.static_files.iter().any(|file| file.path == name) {
        return Ok(path);
    }
    let known = context.site.static_files.iter().map(|file| file.path.as_str());
    Err(unknown(
        format!("there is no file `templates/static/{name}`"),
        did_you_mean(name, known),
    ))
}

/// The URL of a document (S4): `pdf("brochure")`, `pdf("unit", code)`. `None` when the site does not have it.
fn pdf_url(context: &RenderContext, kind: &str, code: Option<&str>) -> Result<Option<String>, Error> {
    let Some(document) = Document::from_name(kind, code) else {
        let message = format!(
            "there is no document `{kind}` {} the code of a unit",
            code.map_or("without", |_| "with")
        );
        return Err(unknown(message, did_you_mean(kind, Document::NAMES)));
    };
    let site = &context.site;
    Ok(documents::exists(site, document)
        .then(|| format!("/{}", document.path(context.lang, &site.config.product))))
}

/// The unit in `whatsapp(unit)` or `whatsapp(unit=...)`; `None` in `whatsapp()`.
fn unit_argument(given: &[Value]) -> Result<Option<Value>, Error> {
    match given.first() {
        Some(named) if named.is_kwargs() => {
            let options = Kwargs::try_from(named.clone())?;
            let unit = options.get("unit")?;
            options.assert_all_used()?;
            Ok(unit)
        }
        other => Ok(other.cloned()),
    }
}

/// The WhatsApp link with the language's number and message. With a unit, the message names it (S2).
pub(super) fn whatsapp_url(context: &RenderContext, unit: Option<&Value>) -> Result<String, Error> {
    let unit = unit.filter(|unit| !unit.is_none() && !unit.is_undefined());
    let name = unit.map(unit_name).transpose()?;
    let key = if name.is_some() {
        "messages.whatsapp_unit"
    } else {
        "messages.whatsapp"
    };
    let value_of = |placeholder: &str| name.clone().filter(|_| placeholder == "unit");
    let text = context
        .strings()
        .text(key, None, &value_of)
        .map_err(|error| invalid(error, None))?;
    Ok(whatsapp_address(context, &text))
}

/// The WhatsApp link with this message.
pub(super) fn whatsapp_address(context: &RenderContext, text: &str) -> String {
    let number = context.site.config.contact.whatsapp.get(context.lang);
    number.chat_url(text)
}

/// The code of a unit, given as a unit or as its code.
fn unit_name(unit: &Value) -> Result<String, Error> {
    match unit.as_str() {
        Some(code) => Ok(code.to_owned()),
        None => unit.get_attr("code").map(|code| code.to_string()),
    }
}
