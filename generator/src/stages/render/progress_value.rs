//! The template value `progress`: the months of construction progress (S11).

use minijinja::Value;

use super::context::RenderContext;
use super::values::group;
use model::dates;
use model::formats::markdown;

/// The months in the context's language, newest first.
pub(super) fn progress(context: &RenderContext) -> Value {
    let strings = context.strings();
    let months = context.site.progress.get(context.lang).iter().map(|month| {
        let entry = month.entry.as_ref();
        let front = entry.map(|entry| &entry.front);
        let body = entry.map(|entry| {
            markdown::render(&entry.body, context.lang, &|written| context.address(written)).html
        });
        let stage = front.and_then(|front| strings.plain(&format!("progress.stage.{}", front.stage)));
        group([
            ("month", Value::from(month.month.to_string())),
            ("year", Value::from(month.month.year)),
            ("label", Value::from(dates::month(strings, month.month).ok())),
            ("stage", Value::from(front.map(|front| front.stage.as_str()))),
            ("stage_label", Value::from(stage)),
            ("title", Value::from(front.map(|front| front.title.as_str()))),
            (
                "body",
                body.map_or_else(|| Value::from(()), Value::from_safe_string),
            ),
            ("source", Value::from(entry.map(|entry| entry.body.as_str()))),
            ("empty", Value::from(entry.is_none())),
        ])
    });
    group([("months", months.collect())])
}
