//! Texts for visitors: the site's own strings, compiled in, so that the site and the function use the same texts.

use jiff::civil::Date;
use model::dates;
use model::lang::{Lang, PerLang};
use model::strings::Strings;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::languages::{LANGUAGES, first, texts_of};

static STRINGS: LazyLock<PerLang<Strings>> = LazyLock::new(|| PerLang::from_fn(*LANGUAGES, parse));

fn parse(lang: Lang) -> Strings {
    let file = format!("content/{lang}/strings.json");
    // The site's build and the tests of this module fail when the file is not valid.
    let parsed = texts_of(lang).and_then(|texts| Strings::parse(lang, &file, texts.strings).ok());
    parsed.unwrap_or_else(|| Strings::empty(lang, &file))
}

/// The group with the options of the field `space`: the uses that a visitor may ask for.
pub(crate) const SPACES: &str = "space_options";
/// The group with the options of the field `identity`.
pub(crate) const IDENTITIES: &str = "identity_options";
/// The group with those of the brochure's form.
pub(crate) const BROCHURE_IDENTITIES: &str = "identity_brochure_options";

static OPTIONS: LazyLock<BTreeMap<&str, Vec<String>>> = LazyLock::new(|| {
    let form = STRINGS.get(first()).groups(&["form".to_owned()]);
    let keys = |group: &str| match form["form"][group].as_object() {
        Some(options) => options.keys().cloned().collect(),
        None => Vec::new(),
    };
    [SPACES, IDENTITIES, BROCHURE_IDENTITIES]
        .into_iter()
        .map(|group| (group, keys(group)))
        .collect()
});

/// The options of a choice in their order: the keys of the group `form.<group>`.
pub(crate) fn options(group: &str) -> &'static [String] {
    OPTIONS.get(group).map_or(&[], Vec::as_slice)
}

/// The label of an option.
pub(crate) fn option(lang: Lang, group: &str, key: &str) -> Option<Arc<str>> {
    find(lang, &format!("form.{group}.{key}"))
}

/// The string with a dotted key, like `validation.name_required`.
pub(crate) fn find(lang: Lang, key: &str) -> Option<Arc<str>> {
    STRINGS.get(lang).plain(key)
}

/// The string with a dotted key. Falls back to 'try again later'; tests check that every used key exists.
pub(crate) fn text(lang: Lang, key: &str) -> Arc<str> {
    find(lang, key).unwrap_or_else(|| failure(lang))
}

/// The string `key` with a value for each of its placeholders.
pub(crate) fn filled(lang: Lang, key: &str, values: &[(&str, &str)]) -> Arc<str> {
    STRINGS
        .get(lang)
        .filled(key, values)
        .unwrap_or_else(|_| failure(lang))
}

/// A day: `20 de noviembre de 2026`, `November 20, 2026`.
pub(crate) fn day(lang: Lang, date: Date) -> String {
    dates::long(STRINGS.get(lang), date).unwrap_or_else(|_| date.to_string())
}

/// The plural form of the string `key` for `count`, which also replaces `{{count}}`.
pub(crate) fn counted(lang: Lang, key: &str, count: usize) -> Arc<str> {
    let number = i64::try_from(count).unwrap_or(i64::MAX);
    STRINGS
        .get(lang)
        .text(key, Some(number), &|placeholder| {
            (placeholder == "count").then(|| count.to_string())
        })
        .unwrap_or_else(|_| failure(lang))
}

fn failure(lang: Lang) -> Arc<str> {
    let fallback = match lang.code() {
        "es" => "Inténtelo más tarde",
        _ => "Please try again later",
    };
    find(lang, "form.failure").unwrap_or_else(|| fallback.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::sample::{EN, ES};

    #[test]
    fn texts_of_the_specification_are_verbatim() {
        for (key, expected) in [
            (
                "form.success",
                "Correo envíado correctamente. Pronto nos contactaremos contigo",
            ),
            ("form.failure", "Inténtelo más tarde"),
            ("validation.email_invalid", "Correo electrónico no valido"),
        ] {
            assert_eq!(&*text(ES, key), expected);
        }
    }

    #[test]
    fn every_language_has_its_strings() {
        for lang in *LANGUAGES {
            assert!(find(lang, "form.failure").is_some(), "{lang}");
        }
        for group in [SPACES, IDENTITIES, BROCHURE_IDENTITIES] {
            assert!(!options(group).is_empty(), "{group}");
        }
    }

    /// The function does not know `site.yaml`: a text with one of its facts would be replaced by that of a failure.
    #[test]
    fn its_strings_name_no_fact() {
        let groups = ["form", "validation", "notice", "site", "status", "language"].map(str::to_owned);
        for lang in *LANGUAGES {
            let texts = STRINGS.get(lang).groups(&groups).to_string();
            assert!(texts.contains("{{unit}}"), "{lang}");
            assert!(
                !texts.contains("{{facts.") && !texts.contains("{{places."),
                "{lang}: {texts}"
            );
        }
    }

    #[test]
    fn placeholders_are_replaced() {
        assert!(counted(ES, "form.errors_title", 1).contains('1'));
        assert!(counted(EN, "form.errors_title", 3).contains('3'));
        assert!(filled(ES, "form.unit_selected", &[("unit", "O-301")]).contains("O-301"));
        assert!(filled(EN, "form.failure_call", &[("phone", "984")]).contains("984"));
    }

    #[test]
    fn every_string_of_the_templates_exists() {
        let templates = crate::templates::FILES.map(|(_, source)| source).concat();
        let keys = templates
            .split("t(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|key| !key.ends_with('.'));
        for key in keys {
            for lang in *LANGUAGES {
                assert!(find(lang, key).is_some(), "{key}");
            }
        }
    }
}
