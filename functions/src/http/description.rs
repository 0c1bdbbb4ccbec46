//! The OpenAPI description, made from the site's forms. `functions/tests/leads/description.rs` and
//! `scripts/check-lead-function` check the function against it.

use crate::lead::Tracking;
use crate::post::{MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNIT};
use crate::site::Site;
use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use lead_site::{Field, Form, FormKind, Presence, Rule};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Patterns of values that every client can send; the function accepts some more characters around and between them.
const NAME: &str = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029<>]*[^\s\u0000-\u001f\u007f-\u009f\u200b\ufeff<>][^\u0000-\u001f\u007f-\u009f\u2028\u2029<>]*$";
const PHONE: &str = r"^\+?(?:[ ()\[\]-]*[0-9]){10,15}[ ()\[\]-]*$";
const EMAIL: &str = r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";
const UNIT: &str = "^([A-Za-z0-9][A-Za-z0-9-]*)?$";

/// Fields of every post that no form asks for.
const COMMON: [(&str, &str); 7] = [
    (
        "lang",
        "Code of a language of the site: that of the page and of the answer.",
    ),
    ("page", "Path of the sending page."),
    ("notice_version", "Version of the privacy notice that was shown."),
    (
        "website",
        "Must be empty: a honeypot field that visitors do not see.",
    ),
    ("captcha", "Token of reCAPTCHA v3."),
    (
        "query",
        "The URL query that the visitor arrived with; 2,000 characters are stored.",
    ),
    ("subject", "Subject of a mail; 150 characters are stored."),
];

/// `GET /api/openapi.json`.
pub(super) async fn serve(Extension(site): Extension<Arc<Site>>) -> impl IntoResponse {
    let description = site
        .description
        .get_or_init(|| describe(&site).to_string().into());
    ([(header::CONTENT_TYPE, "application/json")], description.clone())
}

/// How a body is written.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Json,
    Form,
}

fn describe(site: &Site) -> Value {
    let mut schemas = Map::new();
    let errors: Map<String, Value> = site
        .forms
        .values()
        .flat_map(|form| &form.fields)
        .map(|field| (field.name.clone(), json!({"type": "string"})))
        .collect();
    let [mut json_leads, mut form_leads] = [Vec::new(), Vec::new()];
    for (kind, form) in &site.forms {
        for (encoding, leads) in [
            (Encoding::Json, &mut json_leads),
            (Encoding::Form, &mut form_leads),
        ] {
            let name = format!(
                "{}{}",
                kind.as_str(),
                if encoding == Encoding::Form { "_form" } else { "" }
            );
            if *kind != FormKind::Mail {
                leads.push(reference(&name));
            }
            schemas.insert(name, body(*kind, form, encoding));
        }
    }
    schemas.insert("lead".to_owned(), json!({"anyOf": json_leads}));
    schemas.insert("lead_form".to_owned(), json!({"anyOf": form_leads}));
    let text = |description: &str| json!({"type": "string", "description": description});
    schemas.insert(
        "error".to_owned(),
        object(&["error"], &json!({"error": text("Message for the visitor.")})),
    );
    let reference_schema = json!({"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$", "description": "The lead's reference."});
    let accepted = json!({"reference": reference_schema, "message": text("Message for the visitor.")});
    schemas.insert(
        "accepted".to_owned(),
        object(&["reference", "message"], &accepted),
    );
    let mut invalid = object(&[], &Value::Object(errors));
    invalid["minProperties"] = json!(1);
    schemas.insert(
        "invalid".to_owned(),
        object(&["errors"], &json!({"errors": invalid})),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "The lead function", "version": "1", "license": {"name": "MIT", "identifier": "MIT"},
            "description": "Accepts the form posts of the site, saves each lead and delivers it. Every answer has the header x-request-id.",
        },
        "servers": [{"url": "/"}],
        "paths": paths(),
        "components": {"schemas": schemas},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// An object with these properties and no others.
fn object(required: &[&str], properties: &Value) -> Value {
    json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
}

/// The schema of a post's body.
fn body(kind: FormKind, form: &Form, encoding: Encoding) -> Value {
    // A script may send `null` for a field without a value.
    let optional = |mut schema: Value| {
        if encoding == Encoding::Json {
            schema["type"] = json!([schema["type"], "null"]);
            if let Some(options) = schema.get_mut("enum").and_then(Value::as_array_mut) {
                options.push(Value::Null);
            }
        }
        schema
    };
    let text = |description: &str| optional(json!({"type": "string", "description": description}));
    let typed = |json: Value, description: &str| match encoding {
        Encoding::Json => json!({"type": json, "description": description}),
        Encoding::Form => json!({"type": "string", "description": description}),
    };
    let (mut properties, mut required) = (Map::new(), Vec::new());
    if kind != FormKind::Mail {
        properties.insert(
            "form".to_owned(),
            json!({"const": kind.as_str(), "description": "The form's kind."}),
        );
        required.push("form");
    }
    for field in &form.fields {
        let schema = value(field);
        match field.presence {
            Presence::Required => required.push(&field.name),
            _ => {
                properties.insert(field.name.clone(), optional(schema));
                continue;
            }
        }
        properties.insert(field.name.clone(), schema);
    }
    for (name, description) in COMMON {
        properties.insert(name.to_owned(), text(description));
    }
    let mut key = text(
        "A UUID per form. Two posts with one key are one lead; with different content the second is a conflict.",
    );
    key["maxLength"] = json!(100);
    key["pattern"] = json!("^[A-Za-z0-9_-]*$");
    properties.insert("key".to_owned(), key);
    properties.insert(
        "marketing".to_owned(),
        typed(
            json!(["boolean", "string", "null"]),
            "Consent to marketing: true or \"on\".",
        ),
    );
    let elapsed = "Milliseconds from showing the form to sending it.";
    properties.insert(
        "elapsed_ms".to_owned(),
        typed(json!(["number", "string", "null"]), elapsed),
    );
    let tracking = Tracking::NAMES.map(|name| (name.to_owned(), text(&format!("The value of {name}."))));
    match encoding {
        Encoding::Json => {
            let tracking: Map<String, Value> = tracking.into_iter().collect();
            let description = "Marketing parameters of the URL query; 300 characters of each are stored.";
            let tracking =
                json!({"type": ["object", "null"], "description": description, "properties": tracking});
            properties.insert("tracking".to_owned(), tracking);
        }
        Encoding::Form => properties.extend(tracking),
    }
    json!({"type": "object", "required": required, "properties": properties})
}

/// The schema of a field's value.
fn value(field: &Field) -> Value {
    let is_required = field.presence == Presence::Required;
    let or_empty = |pattern: &str| match is_required {
        true => pattern.to_owned(),
        false => format!("{pattern}|^$"),
    };
    match &field.rule {
        Rule::Name => {
            json!({"type": "string", "description": "One line, without < and >.", "minLength": 1, "maxLength": MAX_NAME, "pattern": NAME})
        }
        Rule::Phone => {
            json!({"type": "string", "description": "10 to 15 digits; spaces, dashes, brackets and one leading + are removed.", "pattern": or_empty(PHONE)})
        }
        Rule::Email => {
            json!({"type": "string", "description": "A mail address as defined by the HTML standard.", "maxLength": MAX_EMAIL, "pattern": or_empty(EMAIL)})
        }
        Rule::Text => json!({"type": "string", "description": "Free text.", "maxLength": MAX_MESSAGE}),
        Rule::Unit => {
            json!({"type": "string", "description": "Code of the unit that the post is about.", "maxLength": MAX_UNIT, "pattern": UNIT})
        }
        Rule::Choice { options, .. } => {
            let empty = (!is_required).then_some("");
            let options: Vec<&str> = options.iter().map(String::as_str).chain(empty).collect();
            json!({"type": "string", "description": "One of the form's options.", "enum": options})
        }
    }
}

/// The paths with their operations.
fn paths() -> Value {
    let get = |id: &str, summary: &str, ok: &str, kind: &str, schema: Value| {
        json!({"get": {"summary": summary, "operationId": id, "security": [], "responses": {
            "200": {"description": ok, "content": {kind: {"schema": schema}}},
            "405": error("A method other than GET."),
        }}})
    };
    let word = |word: &str| json!({"const": word});
    let text = || json!({"type": "string"});
    let health = json!({"status": word("ok"), "development": text(), "date": {"type": "string", "format": "date"}, "build": text()});
    let ready = json!({"status": word("ready")});
    let not_ready = json!({"status": word("not ready"), "error": text()});
    let mut paths = json!({
        "/api/leads": post("Post a lead.", "lead", "Lead"),
        "/mail/send": post("Send a mail to the team (call 6 of the specification).", "mail", "Mail"),
        "/api/health": get("health", "Whether the process answers, and which build of which development's site it serves.",
            "The process answers.", "application/json", object(&["status", "development", "date", "build"], &health)),
        "/api/ready": get("ready", "Whether the store can save leads; found at most 10 seconds ago.", "The store can save leads.",
            "application/json", object(&["status"], &ready)),
        "/api/leads/page.css": get("style", "The stylesheet of the page of a rejected form post.", "The stylesheet.", "text/css", text()),
        "/api/openapi.json": get("description", "This description.", "OpenAPI 3.1.", "application/json", json!({"type": "object"})),
    });
    let not_ready = object(&["status", "error"], &not_ready);
    paths["/api/ready"]["get"]["responses"]["503"] = json!({"description": "The store cannot save leads.", "content": {"application/json": {"schema": not_ready}}});
    paths
}

/// An answer with an error as JSON.
fn error(description: &str) -> Value {
    json!({"description": description, "content": {"application/json": {"schema": reference("error")}}})
}

/// The operations of a path that takes posts with the schema `body`.
fn post(summary: &str, body: &str, id: &str) -> Value {
    let rejected = |description: &str, schema: &str| {
        json!({"description": description, "content": {
            "application/json": {"schema": reference(schema)}, "text/html": {"schema": {"type": "string"}},
        }})
    };
    let later = |description: &str| {
        let mut answer = rejected(description, "error");
        answer["headers"] =
            json!({"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}});
        answer
    };
    let location = json!({"required": true, "schema": {"type": "string"}, "description": "The page of thanks in the language of the post."});
    json!({
        "post": {
            "summary": summary, "operationId": format!("post{id}"), "security": [],
            "parameters": [{"name": "Origin", "in": "header", "required": true, "schema": {"type": "string"},
                "description": "An allowed origin. Browsers send it automatically; without it, the origin of Referer is used."}],
            "requestBody": {"required": true, "description": "At most 16 KB.", "content": {
                "application/json": {"schema": reference(body)},
                "application/x-www-form-urlencoded": {"schema": reference(&format!("{body}_form"))},
            }},
            "responses": {
                "200": {"description": "The lead is durably saved.", "content": {"application/json": {"schema": reference("accepted")}}},
                "303": {"description": "The lead of a form-encoded post is durably saved.", "headers": {"Location": location}},
                "400": rejected("The body, the form's kind or the key cannot be parsed.", "error"),
                "403": rejected("The origin is not allowed.", "error"),
                "405": error("A method other than POST or OPTIONS."),
                "408": rejected("The body was not received within 10 seconds.", "error"),
                "409": rejected("A different lead has this key.", "error"),
                "413": rejected("The body is larger than 16 KB.", "error"),
                "415": rejected("The body is neither JSON nor form-encoded.", "error"),
                "422": rejected("Invalid fields, with messages for the visitor; for a form-encoded post a page with the typed values.", "invalid"),
                "429": later("Too many posts from one address."),
                "503": later("The lead could not be saved and was not accepted."),
            },
        },
        "options": {
            "summary": "Preflight request of browsers, before a script posts from another host.",
            "operationId": format!("askToPost{id}"), "security": [],
            "responses": {"204": {"description": "The origin is allowed."}, "403": error("The origin is not allowed.")},
        },
    })
}
