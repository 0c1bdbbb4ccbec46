//! Fills in the files of `starter/`. They are templates with `[[name]]` and `[% if name %]`, because `{{...}}` are the
//! placeholders of the site itself.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};
use serde_json::Value;

use model::build_error::BuildError;

/// The text of a file; `path` is where it is.
pub(super) fn fill(path: &str, text: &str, values: &minijinja::Value) -> Result<String, BuildError> {
    let fill = || -> Result<String, Error> {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder()
            .block_delimiters("[%", "%]")
            .variable_delimiters("[[", "]]")
            .comment_delimiters("[#", "#]")
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()?;
        environment.set_syntax(syntax);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.render_named_str(path, text, values)
    };
    fill().map_err(|error| BuildError::Usage(format!("{path}: {error}: correct it")))
}

/// Replaces values of nested objects by those at dotted paths; `null` removes.
pub(super) fn replace(target: &mut Value, changes: &Value) {
    for (path, value) in changes.as_object().into_iter().flatten() {
        let (groups, last) = path.rsplit_once('.').unwrap_or(("", path));
        let mut place = &mut *target;
        for group in groups.split('.').filter(|group| !group.is_empty()) {
            place = &mut place[group];
        }
        match (place.as_object_mut(), value) {
            (Some(entries), Value::Null) => drop(entries.shift_remove(last)),
            (Some(entries), value) => drop(entries.insert(last.to_owned(), value.clone())),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;
    use serde_json::json;

    use super::*;

    #[test]
    fn names_blocks_and_flags_are_filled_in() {
        let values = context! { name => "Torre", each_use => [context! { key => "a" }, context! { key => "b" }], homes => true };
        let text = "[[name]]\n[% for use in each_use %]\n  - [[use.key]] {{x}}\n[% endfor %]\n[% if homes %]\n1\n[% else %]\n2\n[% endif %]\n";
        assert_eq!(fill("x", text, &values).unwrap(), "Torre\n  - a {{x}}\n  - b {{x}}\n1\n");
        let unknown = fill("x", "[[other]]", &values).unwrap_err().to_string();
        assert!(unknown.starts_with("x: undefined value"), "{unknown}");
        let mut strings = json!({"form": {"options": {"x": "X"}}, "map": {"sea": "S"}});
        replace(&mut strings, &json!({"form.options": {"a": "A"}, "map": null}));
        assert_eq!(strings, json!({"form": {"options": {"a": "A"}}}));
    }
}
