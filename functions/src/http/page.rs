//! The page of a rejected form post, for browsers without scripts. It is in the visitor's language and contains the
//! form with the values that were typed.

use super::context::RequestContext;
use super::json_error;
use super::rejection::Rejection;
use crate::lead::{FormKind, Tracking};
use crate::messages;
use crate::post::FieldError;
use crate::site_page;
use crate::templates;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use minijinja::{Value, context};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The style sheet, in the colours of the site's theme.
static STYLE: LazyLock<String> =
    LazyLock::new(|| templates::render("page.css", context! {}).unwrap_or_default());
const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Fields that the form repeats as hidden inputs.
const HIDDEN: [&str; 8] = [
    "key",
    "form",
    "lang",
    "page",
    "unit",
    "notice_version",
    "query",
    "elapsed_ms",
];

/// One field of the form.
struct Field {
    name: &'static str,
    kind: &'static str,
    autocomplete: &'static str,
    required: bool,
    max_length: usize,
    value: String,
    error: Option<Arc<str>>,
    options: Vec<(&'static str, Arc<str>)>,
}

impl Field {
    /// The field as a template value.
    fn to_value(&self) -> Value {
        let options: Vec<Value> = self
            .options
            .iter()
            .map(|(value, label)| Value::from(vec![Value::from(*value), Value::from(Arc::clone(label))]))
            .collect();
        context! {
            name => self.name,
            kind => self.kind,
            autocomplete => self.autocomplete,
            required => self.required,
            longest => self.max_length,
            value => self.value.as_str(),
            error => self.error.as_deref(),
            options => options,
        }
    }
}

/// `GET /api/leads/page.css`.
pub(super) async fn style() -> impl IntoResponse {
    (
        [
            (header::CONTENT_TYPE, "text/css; charset=utf-8"),
            (header::CACHE_CONTROL, "public, max-age=3600"),
        ],
        STYLE.as_str(),
    )
}

/// The page of a rejected post; JSON if the template cannot be rendered.
pub(super) fn rejected(context: &RequestContext<'_>, rejection: &Rejection) -> Response {
    let (status, key) = (rejection.status(), rejection.message_key());
    let lang = context.post.lang();
    let none = BTreeMap::new();
    let errors = if let Rejection::Invalid(errors) = rejection {
        errors
    } else {
        &none
    };
    let title = match rejection {
        Rejection::Invalid(errors) => messages::counted(lang, "form.errors_title", errors.len()),
        _ => messages::text(lang, key),
    };
    // Before the form is known there is nothing to repeat: the page contains only the message.
    let fields = context
        .form
        .map_or_else(Vec::new, |form| fields(form, context, errors));
    let page = context! {
        lang => lang.code(),
        home => format!("{}{}", context.state.config.site_url, lang.path("/")),
        privacy => format!("{}{}", context.state.config.site_url, lang.path(site_page::PRIVACY)),
        action => if context.form == Some(FormKind::Mail) { "/mail/send" } else { "/api/leads" },
        phone => context.state.config.phone.clone(),
        address => context.state.config.address.clone(),
        title => title,
        invalid => !errors.is_empty(),
        heading => context.form.map(|form| messages::text(lang, &format!("form.titles.{}", form.as_str()))),
        unit => context.post.field("unit"),
        unit_note => messages::filled(lang, "form.unit_selected", &[("unit", context.post.field("unit"))]),
        call => messages::filled(lang, "form.failure_call", &[("phone", context.state.config.phone.as_deref().unwrap_or_default())]),
        fields => fields.iter().map(Field::to_value).collect::<Vec<Value>>(),
        hidden => hidden_fields(context),
        marketing => context.post.marketing(),
        submit => match context.form {
            Some(FormKind::Brochure) => "form.submit_brochure",
            Some(FormKind::Unit) => "form.submit_unit",
            _ => "form.submit",
        },
        t => templates::texts(lang),
    };
    match templates::render("page.html", page) {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            json_error::error(status, lang, key)
        }
    }
}

/// Names and values of the hidden inputs, including the tracking parameters.
fn hidden_fields(context: &RequestContext<'_>) -> Vec<Value> {
    let fields = HIDDEN
        .iter()
        .map(|name| (*name, context.post.field(name).to_owned()));
    let tracking = Tracking::NAMES
        .into_iter()
        .zip(context.post.tracking.values())
        .map(|(name, value)| (name, value.to_owned()));
    let filled = fields.chain(tracking).filter(|(_, value)| !value.is_empty());
    filled
        .map(|(name, value)| Value::from(vec![name.to_owned(), value]))
        .collect()
}

/// The visible fields of `form` with the values and errors of the post.
fn fields(
    form: FormKind,
    context: &RequestContext<'_>,
    errors: &BTreeMap<&'static str, FieldError>,
) -> Vec<Field> {
    let lang = context.post.lang();
    let field = |name: &'static str, kind, autocomplete, required, max_length, options| Field {
        name,
        kind,
        autocomplete,
        required,
        max_length,
        value: context.post.field(name).to_owned(),
        error: errors
            .get(name)
            .map(|error| messages::text(lang, &format!("validation.{error}"))),
        options,
    };
    let mut fields = vec![
        field("name", "text", "name", true, 100, vec![]),
        field("phone", "tel", "tel", form != FormKind::Mail, 40, vec![]),
        field("email", "email", "email", true, 254, vec![]),
    ];
    let choices = [
        ("space", form.has_space().then_some(messages::SPACES)),
        ("identity", form.identities()),
    ];
    for (name, group) in choices {
        let Some(group) = group else { continue };
        let options = messages::options(group).iter().map(|option| {
            let label = messages::option(lang, group, option).unwrap_or_else(|| option.as_str().into());
            (option.as_str(), label)
        });
        fields.push(field(name, "select", "off", true, 0, options.collect()));
    }
    if form.has_message() {
        fields.push(field("message", "textarea", "off", false, 2000, vec![]));
    }
    fields
}
