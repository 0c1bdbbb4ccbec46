//! The OpenAPI description: `functions/templates/openapi.json`, with the bodies of posts made from the site's forms.
//! `functions/tests/leads/description.rs` and `scripts/check-lead-function` check the function against it.

use crate::lead::Tracking;
use crate::post::{MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNIT, MAX_UNITS, MOMENT};
use crate::site::Site;
use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use jiff::civil::date;
use lead_site::{FieldRule, Form, FormField, FormKind, Presence};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What does not depend on the site.
const DESCRIPTION: &str = include_str!("../../templates/openapi.json");

/// Patterns of values that every client can send; the function accepts some more characters around and between them.
const NAME: &str = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029<>]*[^\s\u0000-\u001f\u007f-\u009f\u200b\ufeff<>][^\u0000-\u001f\u007f-\u009f\u2028\u2029<>]*$";
const PHONE: &str = r"^\+?(?:[ ()\[\]-]*[0-9]){10,15}[ ()\[\]-]*$";
const EMAIL: &str = r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$";
const UNIT: &str = "^([A-Za-z0-9][A-Za-z0-9-]*)?$";

/// `GET /api/openapi.json`.
pub(super) async fn serve(Extension(site): Extension<Arc<Site>>) -> impl IntoResponse {
    let description = site.description.get_or_init(|| describe(&site).to_string().into());
    ([(header::CONTENT_TYPE, "application/json")], description.clone())
}

/// How a body is written.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Json,
    Form,
}

fn describe(site: &Site) -> Value {
    // A syntax error shows in every test that reads the description.
    let mut description: Value = serde_json::from_str(DESCRIPTION).unwrap_or_default();
    let fields = description.as_object_mut().and_then(|parts| parts.remove("x-fields")).unwrap_or_default();
    let schemas = &mut description["components"]["schemas"];
    for (encoding, ending) in [(Encoding::Json, ""), (Encoding::Form, "_form")] {
        let mut leads = Vec::new();
        for (kind, form) in &site.forms {
            let name = format!("{}{ending}", kind.as_str());
            if *kind != FormKind::Mail {
                leads.push(json!({"$ref": format!("#/components/schemas/{name}")}));
            }
            schemas[name] = body(*kind, form, &fields, encoding);
        }
        schemas[format!("lead{ending}")] = json!({"anyOf": leads});
    }
    let fields = site.forms.values().flat_map(|form| &form.fields);
    let names = fields.map(|field| field.name.clone()).chain(["units".to_owned()]);
    let errors: Map<String, Value> = names.map(|name| (name, json!({"type": "string"}))).collect();
    let errors =
        json!({"type": "object", "minProperties": 1, "additionalProperties": false, "properties": errors});
    schemas["invalid"] = json!({"type": "object", "required": ["errors"], "additionalProperties": false,
        "properties": {"errors": errors}});
    description
}

/// The schema of a post's body. `fields` has those of every form, as they are in JSON.
fn body(kind: FormKind, form: &Form, fields: &Value, encoding: Encoding) -> Value {
    let is_json = encoding == Encoding::Json;
    // A script may send `null` for a field without a value.
    let optional = |mut schema: Value| {
        if is_json {
            schema["type"] = json!([schema["type"], "null"]);
            if let Some(options) = schema.get_mut("enum").and_then(Value::as_array_mut) {
                options.push(Value::Null);
            }
        }
        schema
    };
    let text = |description: &str| optional(json!({"type": "string", "description": description}));
    let (mut properties, mut required) = (json!({}), Vec::new());
    if kind != FormKind::Mail {
        properties["form"] = json!({"const": kind.as_str(), "description": "The form's kind."});
        required.push("form");
    }
    for field in &form.fields {
        let schema = value(field);
        properties[&field.name] = match field.presence {
            Presence::Required => {
                required.push(&field.name);
                schema
            }
            _ => optional(schema),
        };
    }
    for (name, field) in fields.as_object().into_iter().flatten() {
        properties[name] = field.clone();
        if !is_json {
            properties[name]["type"] = json!("string");
        }
    }
    let code = json!({"type": "string", "minLength": 1, "maxLength": MAX_UNIT, "pattern": UNIT});
    properties["units"] = if is_json {
        json!({"type": ["array", "null"], "description": "Codes of several units; the field `unit` has the first.",
            "maxItems": MAX_UNITS, "items": code})
    } else {
        json!({"type": "string", "description": "Codes of several units: `O-301,O-302`.",
            "pattern": format!("^([A-Za-z0-9][A-Za-z0-9-]{{0,19}}(,[A-Za-z0-9][A-Za-z0-9-]{{0,19}}){{0,{}}})?$", MAX_UNITS - 1)})
    };
    let tracking = Tracking::NAMES.map(|name| (name, text(&format!("The value of {name}."))));
    if is_json {
        let description = "Marketing parameters of the URL query; 300 characters of each are stored.";
        let tracking: Map<String, Value> =
            tracking.map(|(name, schema)| (name.to_owned(), schema)).into_iter().collect();
        properties["tracking"] =
            json!({"type": ["object", "null"], "description": description, "properties": tracking});
    } else {
        for (name, schema) in tracking {
            properties[name] = schema;
        }
    }
    json!({"type": "object", "required": required, "properties": properties})
}

/// The schema of a field's value.
fn value(field: &FormField) -> Value {
    let is_required = field.presence == Presence::Required;
    let or_empty = |pattern: &str| if is_required { pattern.to_owned() } else { format!("{pattern}|^$") };
    let (description, rules) = match &field.rule {
        FieldRule::Name => {
            ("One line, without < and >.", json!({"minLength": 1, "maxLength": MAX_NAME, "pattern": NAME}))
        }
        FieldRule::Phone => (
            "10 to 15 digits; spaces, dashes, brackets and one leading + are removed.",
            json!({"pattern": or_empty(PHONE)}),
        ),
        FieldRule::Email => (
            "A mail address as defined by the HTML standard.",
            json!({"maxLength": MAX_EMAIL, "pattern": or_empty(EMAIL)}),
        ),
        FieldRule::Text => ("Free text.", json!({"maxLength": MAX_MESSAGE})),
        FieldRule::Unit => {
            ("Code of the unit that the post is about.", json!({"maxLength": MAX_UNIT, "pattern": UNIT}))
        }
        FieldRule::Choice { options, .. } => {
            let empty = (!is_required).then_some("");
            let options: Vec<&str> = options.iter().map(String::as_str).chain(empty).collect();
            ("One of the form's options.", json!({"enum": options}))
        }
        FieldRule::Moment { hours } => {
            let week = (1..8).map(|day| date(2099, 1, day).to_datetime(hours.from));
            let open = week.filter(|moment| hours.include(*moment));
            let moments: Vec<String> = open.map(|moment| moment.strftime(MOMENT).to_string()).collect();
            let moments: Vec<&str> = moments.iter().map(String::as_str).chain([""]).collect();
            ("A day and an hour within the site's hours, such as these.", json!({"enum": moments}))
        }
    };
    let mut schema = json!({"type": "string", "description": description});
    for (name, rule) in rules.as_object().into_iter().flatten() {
        schema[name] = rule.clone();
    }
    schema
}
