//! Texts for visitors: the site's own strings, compiled in, so that the site and the function use the same texts.

use crate::lead::Lang;
use serde_json::Value;
use std::sync::LazyLock;

static STRINGS: LazyLock<[Value; 2]> =
    LazyLock::new(|| [ES, EN].map(|text| serde_json::from_str(text).unwrap_or(Value::Null)));
const ES: &str = include_str!("../../content/es/strings.json");
const EN: &str = include_str!("../../content/en/strings.json");

/// The string with a dotted key, like `validation.name_required`.
pub(crate) fn find(lang: Lang, key: &str) -> Option<&'static str> {
    let mut value = match lang {
        Lang::Es => &STRINGS[0],
        Lang::En => &STRINGS[1],
    };
    for part in key.split('.') {
        value = value.get(part)?;
    }
    value.as_str()
}

/// The string with a dotted key. Falls back to 'try again later'; tests check that every used key exists.
pub(crate) fn text(lang: Lang, key: &str) -> &'static str {
    find(lang, key)
        .or_else(|| find(lang, "form.failure"))
        .unwrap_or("Inténtelo más tarde")
}

/// The string `key` with its `{{name}}` placeholders replaced.
pub(crate) fn filled(lang: Lang, key: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(text(lang, key).to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        })
}

/// The plural form of the string `key` for `count`. English and Spanish have the forms `one` and `other`.
pub(crate) fn counted(lang: Lang, key: &str, count: usize) -> String {
    let suffix = if count == 1 { "one" } else { "other" };
    filled(lang, &format!("{key}_{suffix}"), &[("count", &count.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_specification_are_verbatim() {
        assert_eq!(
            text(Lang::Es, "form.success"),
            "Correo envíado correctamente. Pronto nos contactaremos contigo"
        );
        assert_eq!(text(Lang::Es, "form.failure"), "Inténtelo más tarde");
        assert_eq!(
            text(Lang::Es, "validation.email_invalid"),
            "Correo electrónico no valido"
        );
    }

    #[test]
    fn placeholders_are_replaced() {
        assert!(counted(Lang::Es, "form.errors_title", 1).contains('1'));
        assert!(counted(Lang::En, "form.errors_title", 3).contains('3'));
        assert!(!filled(Lang::Es, "form.reference", &[("reference", "abc")]).contains("{{"));
    }

    #[test]
    fn every_string_of_the_page_exists() {
        let page = include_str!("../templates/page.html");
        let keys = page
            .split("t(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|key| !key.ends_with('.'));
        for key in keys {
            for lang in [Lang::Es, Lang::En] {
                assert!(find(lang, key).is_some(), "{key}");
            }
        }
    }
}
