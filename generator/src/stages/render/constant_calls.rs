//! Writes the results of calls that are the same on all pages of a language into the templates before they are compiled, so
//! that a label, an icon or the address of a style sheet costs nothing on each of thousands of pages: `{{ t("unit.code") }}`
//! becomes `Clave`. Calls with other arguments remain calls.

use minijinja::{Environment, Value};

use model::formats::escape::escape_html;

/// The functions whose result depends only on the site and the language.
const FUNCTIONS: [&str; 4] = ["asset", "icon", "static_url", "t"];

/// What is before the name of a function, before its argument, and behind it.
const CALL: (&str, &str, &str) = ("{{ ", "(\"", "\") }}");

/// Tags within which a call means something else than an escaped text.
const TAGS: [&str; 2] = ["raw", "autoescape"];

/// The source of a template with the results of its constant calls, which are functions of `environment`; those of an HTML
/// template are escaped.
pub(super) fn write_into(source: &str, environment: &Environment<'_>, is_html: bool) -> String {
    if TAGS.iter().any(|tag| source.contains(&format!("end{tag}"))) {
        return source.to_owned();
    }
    let mut written = String::with_capacity(source.len() * 2);
    let mut rest = source;
    while let Some((before, call)) = rest.split_once(CALL.0) {
        written.push_str(before);
        let result = parse(call).and_then(|(function, argument, behind)| {
            Some((constant(environment, function, argument)?, behind))
        });
        rest = match result {
            Some((result, behind)) => {
                match result.as_str() {
                    Some(text) if is_html && !result.is_safe() => written.push_str(&escape_html(text)),
                    text => written.push_str(text.unwrap_or_default()),
                }
                behind
            }
            None => {
                written.push_str(CALL.0);
                call
            }
        };
    }
    written.push_str(rest);
    written
}

/// The function and the argument of a call, and what is behind it.
fn parse(call: &str) -> Option<(&str, &str, &str)> {
    let (function, behind) = call.split_once(CALL.1)?;
    let (argument, behind) = behind.split_once(CALL.2)?;
    (FUNCTIONS.contains(&function) && !argument.contains(['"', '\\'])).then_some((function, argument, behind))
}

/// The result of a call, if it is a text that a template can contain: it has no braces, and the white space around it is
/// not part of it, which tags beside it could remove. A call that fails remains, so that the error has its place.
fn constant(environment: &Environment<'_>, function: &str, argument: &str) -> Option<Value> {
    let mut state = environment.empty_state();
    let function = state.lookup(function)?;
    let result = function.call(&mut state, &[Value::from(argument)]);
    let is_plain = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(['{', '}', '\n']);
    result.ok().filter(|result| result.as_str().is_some_and(is_plain))
}

#[cfg(test)]
mod tests {
    use minijinja::{Error, ErrorKind};

    use super::*;

    fn written(source: &str, is_html: bool) -> String {
        let mut environment = Environment::new();
        environment.add_function("t", |key: &str| match key {
            "a.b" => Ok("A & B"),
            "a.d" => Ok(" x "),
            "a.e" => Ok(""),
            "a.f" => Ok("{{ n }}"),
            _ => Err(Error::from(ErrorKind::InvalidOperation)),
        });
        environment.add_function("icon", |name: &str| {
            Value::from_safe_string(format!("<i class={name}></i>"))
        });
        environment.add_function("island", |name: &str| name.to_owned());
        write_into(source, &environment, is_html)
    }

    #[test]
    fn calls_with_one_text_become_their_result() {
        let source =
            r#"<b title="{{ t("a.b") }}">{{ t("a.b") }}</b>{{ icon("phone") }} {{ t("a.b")|upper }}"#;
        assert_eq!(
            written(source, true),
            r#"<b title="A &amp; B">A &amp; B</b><i class=phone></i> {{ t("a.b")|upper }}"#
        );
        assert_eq!(written(r#"{{ t("a.b") }}"#, false), "A & B");
    }

    #[test]
    fn other_calls_remain() {
        for source in [
            r#"{{ t("a.d") }}"#,
            r#"{{ t("a.e") }}"#,
            r#"{{ t("a.f") }}"#,
            r#"{{ t("a.x") }}"#,
            r#"{{ t("a.b", n=1) }} {{ t("a" ~ ".b") }}"#,
            r#"{{ island("form") }} {{ unit.code }} {{ t(name) }}"#,
            r#"{% raw %}{{ t("a.b") }}{% endraw %}"#,
            r#"{{ t("a.b"#,
        ] {
            assert_eq!(written(source, true), source);
        }
    }
}
