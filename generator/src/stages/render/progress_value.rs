//! The template value `progress`: the months of construction progress (S11).

use minijinja::{Value, context};

use super::context::RenderContext;
use model::dates;

/// The months in the context's language, newest first.
pub(super) fn progress(context: &RenderContext) -> Value {
    let strings = context.strings();
    let months = context.site.progress.get(context.lang).iter().map(|month| {
        let entry = month.entry.as_ref();
        let front = entry.map(|entry| &entry.front);
        let stage = front.and_then(|front| strings.plain(&format!("progress.stage.{}", front.stage)));
        context! {
            month => month.month.to_string(),
            year => month.month.first_day().year(),
            label => dates::month(strings, month.month).ok(),
            stage => front.map(|front| front.stage.as_str()),
            stage_label => stage.as_deref(),
            title => front.map(|front| front.title.as_str()),
            body => entry.map(|entry| context.html(&entry.body)),
            source => entry.map(|entry| entry.body.as_str()),
            empty => entry.is_none(),
        }
    });
    context! { months => months.collect::<Vec<Value>>() }
}
