//! `t(key, name=value, ...)`: a text of `content/<lang>/strings.json`. The value `vat_percent` selects the text for prices
//! without tax when it is zero. `level_label(level)` and
//! `price_terms()`: the name of a level, and whether prices include tax.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, Value};
use platform::unit::Level;

use super::invalid;
use crate::stages::render::context::RenderContext;
use formats::problem::did_you_mean;
use model::localized::with_tax;
use model::strings::StringsError;

pub(super) fn t(context: &RenderContext, key: &str, values: &Kwargs) -> Result<Arc<str>, Error> {
    let value_of = |name: &str| values.peek::<Value>(name).ok().map(|value| value.to_string());
    let count = values.peek::<Option<i64>>("count").ok().flatten();
    let vat_percent = values.peek::<Option<u8>>("vat_percent").ok().flatten();
    let key = vat_percent.map_or(Cow::Borrowed(key), |rate| with_tax(key, rate));
    let key = key.as_ref();
    let strings = context.strings();
    strings.text(key, count, &value_of).map_err(|error| {
        let hint = match &error {
            StringsError::UnknownKey { .. } => did_you_mean(key, strings.messages().map(|(known, _)| known)),
            StringsError::MissingValue { placeholder, .. } => {
                Some(format!("write t(\"{key}\", {placeholder}=...)"))
            }
        };
        invalid(error, hint)
    })
}

/// The name of a level.
pub(super) fn level_label(context: &RenderContext, level: Level) -> Result<String, Error> {
    let label = context.localized().level(level);
    label.map_err(|error| invalid(error, None))
}

/// What the prices of the site's uses include.
pub(super) fn price_terms(context: &RenderContext) -> Result<String, Error> {
    let terms = context.localized().price_terms(&context.site.config.vat_rates());
    terms.map_err(|error| invalid(error, None))
}
