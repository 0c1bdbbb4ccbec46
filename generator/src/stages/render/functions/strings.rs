//! `t(key, name=value, ...)`: a text of `content/<lang>/strings.json`.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, Value};

use super::invalid;
use crate::stages::render::context::RenderContext;
use model::problem::did_you_mean;
use model::strings::StringsError;

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("t", move |key: &str, values: Kwargs| text(&owned, key, &values));
}

fn text(context: &RenderContext, key: &str, values: &Kwargs) -> Result<Value, Error> {
    let value_of = |name: &str| values.get::<Value>(name).ok().map(|value| value.to_string());
    let count = values.get::<Option<i64>>("count").ok().flatten();
    let strings = context.strings();
    strings
        .text(key, count, &value_of)
        .map(Value::from)
        .map_err(|error| {
            let hint = match &error {
                StringsError::UnknownKey { .. } => nearest(context, key),
                StringsError::MissingValue { placeholder, .. } => {
                    Some(format!("write t(\"{key}\", {placeholder}=...)"))
                }
            };
            invalid(error, hint)
        })
}

/// A hint with the known key that is most similar.
fn nearest(context: &RenderContext, key: &str) -> Option<String> {
    did_you_mean(key, context.strings().messages().map(|(known, _)| known))
}
