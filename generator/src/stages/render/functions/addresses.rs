//! `url`, `url_in`, `asset`, `static_url`, `pdf`, `whatsapp`: every address a template may write.

use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Environment, Error, Value};

use super::refused;
use crate::outputs::documents;
use crate::stages::render::shared::Shared;
use crate::stages::render::whole_inventory;
use model::document::Document;
use model::lang::Lang;
use model::problem::did_you_mean;
use model::site::UNIT_PARENT;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("url", move |path: &str| page_url(&own, own.lang, path));
    let own = shared.clone();
    environment.add_function("url_in", move |lang: &str, path: &str| {
        let lang: Lang = lang.parse().map_err(|error| refused(error, None))?;
        page_url(&own, lang, path)
    });
    let own = shared.clone();
    environment.add_function("asset", move |name: &str| {
        own.bundle.url(name).ok_or_else(|| {
            refused(
                format!("no bundle is named \"{name}\""),
                did_you_mean(name, own.bundle.names()),
            )
        })
    });
    let own = shared.clone();
    environment.add_function("static_url", move |name: &str| static_url(&own, name));
    let own = shared.clone();
    environment.add_function("pdf", move |word: &str, code: Option<&str>| {
        pdf_url(&own, word, code)
    });
    let own = shared.clone();
    environment.add_function("whatsapp", move |given: Rest<ValueOrKwargs>| {
        whatsapp_url(&own, unit_argument(&given.into_values())?.as_ref())
    });
}

/// The address of a page. A template that names an unknown one is wrong.
fn page_url(shared: &Shared, lang: Lang, path: &str) -> Result<Value, Error> {
    // Which units there are, a page of one unit cannot know of itself.
    if path
        .strip_prefix(UNIT_PARENT)
        .is_some_and(|rest| rest.starts_with('/'))
    {
        whole_inventory::ask();
    }
    match shared.site.routes.path(lang, path) {
        Some(url) => Ok(Value::from(url)),
        None => Err(refused(
            format!("there is no page \"{path}\""),
            shared.site.routes.hint(path),
        )),
    }
}

fn static_url(shared: &Shared, name: &str) -> Result<String, Error> {
    let path = format!("/{name}");
    if shared.site.static_files.iter().any(|file| file.path == name) {
        return Ok(path);
    }
    let known = shared.site.static_files.iter().map(|file| file.path.as_str());
    Err(refused(
        format!("there is no file templates/static/{name}"),
        did_you_mean(name, known),
    ))
}

/// The address of a document (S4), or none when the site does not make it: `pdf("brochure")`, `pdf("unit", code)`.
fn pdf_url(shared: &Shared, word: &str, code: Option<&str>) -> Result<Option<String>, Error> {
    let Some(document) = Document::named(word, code) else {
        let message = format!(
            "there is no document \"{word}\" with {}",
            code.map_or("no code", |_| "a code")
        );
        return Err(refused(message, did_you_mean(word, Document::WORDS)));
    };
    let site = &shared.site;
    Ok(documents::exists(site, document)
        .then(|| format!("/{}", document.path(shared.lang, &site.config.product))))
}

/// `whatsapp()`, `whatsapp(unit)` and `whatsapp(unit=...)` all say what they mean.
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

/// The messaging link: number and message of the language; on a unit's page the message names the unit (S2).
pub(super) fn whatsapp_url(shared: &Shared, unit: Option<&Value>) -> Result<String, Error> {
    let unit = unit.filter(|unit| !unit.is_none() && !unit.is_undefined());
    let name = unit.map(unit_name).transpose()?;
    let key = if name.is_some() {
        "messages.whatsapp_unit"
    } else {
        "messages.whatsapp"
    };
    let value_of = |wanted: &str| name.clone().filter(|_| wanted == "unit");
    let text = shared
        .strings()
        .text(key, None, &value_of)
        .map_err(|error| refused(error, None))?;
    Ok(whatsapp_address(shared, &text))
}

/// The messaging link for any text.
pub(super) fn whatsapp_address(shared: &Shared, text: &str) -> String {
    let number = shared.site.config.contact.whatsapp.get(shared.lang);
    number.chat_url(text)
}

/// A unit's name from the unit itself or from its code.
fn unit_name(unit: &Value) -> Result<String, Error> {
    match unit.as_str() {
        Some(code) => Ok(code.to_owned()),
        None => unit.get_attr("code").map(|code| code.to_string()),
    }
}
