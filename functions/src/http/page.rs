//! The page of a rejected form post, for browsers without scripts. It is in the visitor's language and contains the
//! form with the values that were typed.

use super::json_error;
use super::response::{Rejection, RequestContext};
use crate::post::{FieldErrors, MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNIT};
use crate::site::Site;
use axum::Extension;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use lead_site::{FieldRule, FormField, FormKind, Presence};
use minijinja::{Value, context};
use std::collections::BTreeMap;
use std::sync::Arc;

const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Most characters of a typed telephone number, separators included.
const MAX_PHONE: usize = 40;

/// The characters of a moment.
const MAX_MOMENT: usize = 16;

/// Fields that the form repeats as hidden inputs.
const HIDDEN: [&str; 8] = ["key", "form", "lang", "page", "unit", "notice_version", "query", "elapsed_ms"];

/// `GET /api/leads/page.css`.
pub(super) async fn style(Extension(site): Extension<Arc<Site>>) -> impl IntoResponse {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, site.style.clone())
}

/// The page of a rejected post; JSON if the template cannot be rendered.
pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let (status, key) = rejection.status_and_key();
    let (site, language) = (context.site, context.language());
    let none = BTreeMap::new();
    let (errors, title) = match rejection {
        Rejection::Invalid(errors) => (errors, language.errors_title(errors.len())),
        _ => (&none, language.string(key)),
    };
    // Before the form is known there is nothing to repeat: the page contains only the message.
    let form = context.form.and_then(|kind| site.forms.get(&kind));
    let asked =
        form.into_iter().flat_map(|form| &form.fields).filter(|field| field.presence != Presence::Unasked);
    let fields: Vec<Value> = asked.map(|field| field_value(field, context, errors)).collect();
    let unit = context.post.field("unit");
    let page = context! {
        lang => language.code.as_str(),
        home => format!("{}{}", context.state.config.site_url, language.home),
        privacy => format!("{}{}", context.state.config.site_url, language.privacy),
        action => if context.form == Some(FormKind::Mail) { "/mail/send" } else { "/api/leads" },
        phone => site.phone.as_str(),
        responsible => site.responsible.as_str(),
        title => title,
        invalid => !errors.is_empty(),
        heading => context.form.map(|form| language.string(&format!("form.titles.{}", form.as_str()))),
        unit => unit,
        unit_note => language.filled("form.unit_selected", &[("unit", unit)]),
        call => language.filled("form.failure_call", &[("phone", &site.phone)]),
        fields => fields,
        hidden => hidden_fields(context),
        marketing => context.post.is_checked("marketing"),
        submit => form.map(|form| form.submit.as_str()),
        t => site.texts(&language.code),
    };
    match site.render("page.html", page) {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            json_error::error(status, language, key)
        }
    }
}

/// Names and values of the hidden inputs, including the tracking parameters.
fn hidden_fields(context: &RequestContext<'_>) -> Vec<Value> {
    let fields = HIDDEN.map(|name| (name, context.post.field(name)));
    let all = fields.into_iter().chain(context.post.tracking.pairs());
    let filled = all.filter(|(_, value)| !value.is_empty());
    filled.map(|(name, value)| Value::from_iter([name, value])).collect()
}

/// A visible field with its value and error.
fn field_value(field: &FormField, context: &RequestContext<'_>, errors: &FieldErrors) -> Value {
    let language = context.language();
    let (kind, autocomplete, longest) = match field.rule {
        FieldRule::Name => ("text", "name", MAX_NAME),
        FieldRule::Phone => ("tel", "tel", MAX_PHONE),
        FieldRule::Email => ("email", "email", MAX_EMAIL),
        FieldRule::Text => ("textarea", "off", MAX_MESSAGE),
        FieldRule::Unit => ("text", "off", MAX_UNIT),
        FieldRule::Choice { .. } => ("select", "off", 0),
        FieldRule::Moment { .. } => ("datetime-local", "off", MAX_MOMENT),
    };
    let options: Vec<Value> = match &field.rule {
        FieldRule::Choice { labels, options, .. } => {
            options.iter().map(|key| Value::from_iter([key.as_str(), language.option(labels, key)])).collect()
        }
        _ => Vec::new(),
    };
    let error = errors.get(&field.name);
    context! {
        name => field.name.as_str(),
        kind,
        autocomplete,
        longest,
        options,
        required => field.presence == Presence::Required,
        value => context.post.field(&field.name),
        error => error.map(|error| language.string(&format!("validation.{error}"))),
    }
}
