//! Events of CloudFront Functions (version 1.0 of the event structure), and a run of a function with one.

use http::request::Parts;
use rquickjs::{Context, Runtime};
use serde_json::{Map, Value, json};

/// The event `viewer-request` of a request.
pub fn viewer_request(parts: &Parts) -> Value {
    json!({
        "version": "1.0",
        "context": { "eventType": "viewer-request" },
        "viewer": { "ip": "198.51.100.7" },
        "request": {
            "method": parts.method.as_str(),
            "uri": parts.uri.path(),
            "querystring": query(parts.uri.query().unwrap_or_default()),
            "headers": {},
            "cookies": {},
        },
    })
}

/// Names with their values; a repeated name has all of them under `multiValue`.
fn query(text: &str) -> Map<String, Value> {
    let mut query: Map<String, Value> = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = json!({ "value": value });
        match query.get_mut(name) {
            None => {
                query.insert(name.to_owned(), value);
            }
            Some(first) => {
                let mut values = match first["multiValue"].as_array() {
                    Some(values) => values.clone(),
                    None => vec![first.clone()],
                };
                values.push(value);
                first["multiValue"] = Value::Array(values);
            }
        }
    }
    query
}

/// The result of the function `handler`.
pub fn run(function: &str, event: &Value) -> Value {
    let runtime = Runtime::new().unwrap();
    let context = Context::full(&runtime).unwrap();
    let script = format!("{function}\nJSON.stringify(handler({event}))");
    let result: String = context.with(|context| context.eval(script)).unwrap();
    serde_json::from_str(&result).unwrap()
}
