//! Values within values.

use serde_json::Value;

use formats::yaml::Step;

/// Calls `enter` with a value and its path, and, where that is true, with what is in it.
pub(crate) fn visit(
    value: &Value,
    path: &mut Vec<Step>,
    enter: &mut impl FnMut(&Value, &[Step]) -> bool,
) {
    if !enter(value, path) {
        return;
    }
    let group = value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (Step::Key(key.clone()), value));
    let list = value.as_array().into_iter().flatten().enumerate();
    for (step, value) in group.chain(list.map(|(index, value)| (Step::Index(index), value))) {
        path.push(step);
        visit(value, path, enter);
        path.pop();
    }
}
