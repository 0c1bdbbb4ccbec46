//! Writes the texts of a language into its templates before they are compiled, so that a label is a part of the template on
//! each of thousands of pages: `{{ t("unit.code") }}` becomes `Clave`. Calls with values remain calls.

use std::sync::Arc;

use model::formats::escape::escape_html;
use model::strings::Strings;

/// What is before and behind the key of a call without values.
const CALL: (&str, &str) = ("{{ t(\"", "\") }}");

/// Tags within which a call means something else than an escaped text.
const TAGS: [&str; 2] = ["raw", "autoescape"];

/// The source of a template with the texts of its calls; those of an HTML template are escaped.
pub(super) fn write_into(source: &str, strings: &Strings, is_html: bool) -> String {
    if TAGS.iter().any(|tag| source.contains(&format!("end{tag}"))) {
        return source.to_owned();
    }
    let mut written = String::with_capacity(source.len() * 2);
    let mut rest = source;
    while let Some((before, call)) = rest.split_once(CALL.0) {
        written.push_str(before);
        let text = call
            .split_once(CALL.1)
            .and_then(|(key, behind)| Some((constant(strings, key)?, behind)));
        rest = match text {
            Some((text, behind)) if is_html => {
                written.push_str(&escape_html(&text));
                behind
            }
            Some((text, behind)) => {
                written.push_str(&text);
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

/// The text of a key if it has no placeholders, and if a template can contain it: it has no braces, and the white space
/// around it is not part of it, which tags beside it could remove.
fn constant(strings: &Strings, key: &str) -> Option<Arc<str>> {
    let is_plain = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(['{', '}', '\n']);
    strings.plain(key).filter(|text| is_plain(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::sample::ES;

    fn written(source: &str, is_html: bool) -> String {
        let texts = r#"{"a": {"b": "A & B", "c": "{{n}} m", "d": " x ", "e": ""}}"#;
        let strings = Strings::parse(ES, "content/es/strings.json", texts).unwrap();
        write_into(source, &strings, is_html)
    }

    #[test]
    fn calls_without_values_become_texts() {
        let source = r#"<b title="{{ t("a.b") }}">{{ t("a.b") }}</b> {{ t("a.b")|upper }}"#;
        assert_eq!(
            written(source, true),
            r#"<b title="A &amp; B">A &amp; B</b> {{ t("a.b")|upper }}"#
        );
        assert_eq!(written(r#"{{ t("a.b") }}"#, false), "A & B");
    }

    #[test]
    fn other_calls_remain() {
        for source in [
            r#"{{ t("a.c") }}"#,
            r#"{{ t("a.d") }}"#,
            r#"{{ t("a.e") }}"#,
            r#"{{ t("a.x") }}"#,
            r#"{{ t("a.c", n=1) }} {{ t("a" ~ ".b") }}"#,
            r#"{% raw %}{{ t("a.b") }}{% endraw %}"#,
            r#"{{ t("a.b"#,
        ] {
            assert_eq!(written(source, true), source);
        }
    }
}
