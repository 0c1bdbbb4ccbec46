//! The page a browser without a script gets when its post is not accepted: complete, accessible, in the
//! visitor's language, with everything that was typed still in it.

use super::answer::{Asked, Refusal};
use crate::lead::{FormKind, Lang, Tracking};
use crate::messages;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const STYLE: &str = include_str!("../../templates/page.css");
const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Fields that come back as they were, unseen.
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

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    // A broken template is found by every test of this module.
    let _ = templates.add_template("page.html", include_str!("../../templates/page.html"));
    templates
});

/// One field of the form.
struct Field {
    name: &'static str,
    kind: &'static str,
    autocomplete: &'static str,
    required: bool,
    longest: usize,
    value: String,
    error: Option<&'static str>,
    options: Vec<(&'static str, &'static str)>,
}

impl Field {
    /// The field as the template sees it.
    fn value(&self) -> Value {
        let options: Vec<Value> = self
            .options
            .iter()
            .map(|(value, label)| Value::from(vec![*value, *label]))
            .collect();
        context! {
            name => self.name,
            kind => self.kind,
            autocomplete => self.autocomplete,
            required => self.required,
            longest => self.longest,
            value => self.value.as_str(),
            error => self.error,
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
        STYLE,
    )
}

/// The page of a refusal.
pub(super) fn refusal(asked: &Asked<'_>, refusal: &Refusal, status: StatusCode, key: &str) -> Response {
    let lang = asked.post.lang();
    let none = BTreeMap::new();
    let errors = if let Refusal::Invalid(errors) = refusal {
        errors
    } else {
        &none
    };
    let title = match refusal {
        Refusal::Invalid(errors) => messages::counted(lang, "form.errors_title", errors.len()),
        _ => messages::text(lang, key).to_owned(),
    };
    // Only what was read can be shown again; a flood or a foreign page gets the words alone.
    let fields = asked
        .form
        .map_or_else(Vec::new, |form| fields(form, asked, errors));
    let translate = move |key: &str| messages::text(lang, key).to_owned();
    let page = context! {
        lang => lang.word(),
        home => format!("{}{}", asked.parts.config.site_url, if lang == Lang::En { "/en" } else { "/" }),
        privacy => format!("{}{}/aviso-de-privacidad", asked.parts.config.site_url, lang.prefix()),
        action => if asked.form == Some(FormKind::Mail) { "/mail/send" } else { "/api/leads" },
        phone => asked.parts.config.phone.clone(),
        address => asked.parts.config.address.clone(),
        title => title,
        invalid => !errors.is_empty(),
        heading => asked.form.map(|form| messages::text(lang, &format!("form.titles.{}", form.word()))),
        unit => asked.post.field("unit"),
        unit_note => messages::filled(lang, "form.unit_selected", &[("unit", asked.post.field("unit"))]),
        call => messages::filled(lang, "form.failure_call", &[("phone", asked.parts.config.phone.as_deref().unwrap_or_default())]),
        fields => fields.iter().map(Field::value).collect::<Vec<Value>>(),
        hidden => hidden(asked),
        marketing => asked.post.marketing(),
        submit => if asked.form == Some(FormKind::Brochure) { "form.submit_brochure" } else { "form.submit" },
        t => Value::from_function(translate),
    };
    match TEMPLATES
        .get_template("page.html")
        .and_then(|template| template.render(page))
    {
        Ok(html) => (status, [(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "page");
            super::answer::error(status, lang, key)
        }
    }
}

/// Values that come back unseen, tracking values included.
fn hidden(asked: &Asked<'_>) -> Vec<Value> {
    let fields = HIDDEN
        .iter()
        .map(|name| (*name, asked.post.field(name).to_owned()));
    let tracking = Tracking::NAMES
        .into_iter()
        .zip(asked.post.tracking.values())
        .map(|(name, value)| (name, value.to_owned()));
    let filled = fields.chain(tracking).filter(|(_, value)| !value.is_empty());
    filled
        .map(|(name, value)| Value::from(vec![name.to_owned(), value]))
        .collect()
}

fn fields(form: FormKind, asked: &Asked<'_>, errors: &BTreeMap<&'static str, &'static str>) -> Vec<Field> {
    let lang = asked.post.lang();
    let field = |name: &'static str, kind, autocomplete, required, longest, options| Field {
        name,
        kind,
        autocomplete,
        required,
        longest,
        value: asked.post.field(name).to_owned(),
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
    if form.asks_space() {
        let options = ["oficina", "local"]
            .map(|word| (word, messages::text(lang, &format!("form.space_options.{word}"))));
        fields.push(field("space", "select", "off", true, 0, options.to_vec()));
    }
    if !form.identities().is_empty() {
        let group = if form == FormKind::Brochure {
            "identity_brochure_options"
        } else {
            "identity_options"
        };
        let options = form
            .identities()
            .iter()
            .map(|word| (*word, messages::text(lang, &format!("form.{group}.{word}"))));
        fields.push(field("identity", "select", "off", true, 0, options.collect()));
    }
    if form.asks_message() {
        fields.push(field("message", "textarea", "off", false, 2000, vec![]));
    }
    fields
}
