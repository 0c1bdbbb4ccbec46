//! `t(key, name=value, ...)`: a visitor-facing text.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, Value};

use super::refused;
use crate::stages::render::shared::Shared;
use model::problem::did_you_mean;
use model::strings::StringsError;

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("t", move |key: &str, values: Kwargs| text(&own, key, &values));
}

fn text(shared: &Shared, key: &str, values: &Kwargs) -> Result<Value, Error> {
    let value_of = |name: &str| values.get::<Value>(name).ok().map(|value| value.to_string());
    let count = values.get::<Option<i64>>("count").ok().flatten();
    let strings = shared.strings();
    strings
        .text(key, count, &value_of)
        .map(Value::from)
        .map_err(|error| {
            let hint = match &error {
                StringsError::UnknownKey { .. } => nearest(shared, key),
                StringsError::MissingValue { placeholder, .. } => {
                    Some(format!("write t(\"{key}\", {placeholder}=...)"))
                }
            };
            refused(error, hint)
        })
}

/// Keys of the same group are the likely ones.
fn nearest(shared: &Shared, key: &str) -> Option<String> {
    did_you_mean(key, shared.strings().messages().map(|(known, _)| known))
}
