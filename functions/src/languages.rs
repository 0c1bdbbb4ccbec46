//! The languages of the site, with the texts that `build.rs` compiled in.

use std::str::FromStr;
use std::sync::LazyLock;

use model::config;
use model::lang::{Lang, Languages};
use serde::{Deserialize, Deserializer};

/// The texts of a language.
pub(crate) struct Texts {
    /// The folder below `content/`.
    code: &'static str,
    /// `strings.json`.
    pub(crate) strings: &'static str,
    /// The file of the privacy notice; empty for a site without one.
    pub(crate) notice: &'static str,
}

static TEXTS: &[Texts] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// What `site.yaml` declares.
pub(crate) static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    let declared = config::languages(include_str!(concat!(env!("OUT_DIR"), "/languages.yaml")));
    // The site's build refuses a wrong list. The function takes leads in the languages that have texts.
    let declared = declared.or_else(|_| Languages::of(TEXTS.iter().map(|texts| texts.code)));
    declared.expect("the folders below content/ are named after languages")
});

/// The default language.
pub(crate) fn first() -> Lang {
    LANGUAGES.first()
}

/// The language with a code; the default for any other text.
pub(crate) fn or_first(code: &str) -> Lang {
    LANGUAGES.find(code).unwrap_or_else(first)
}

/// The texts of a language; none for one without a folder, which the site's build reports.
pub(crate) fn texts_of(lang: Lang) -> Option<&'static Texts> {
    TEXTS.iter().find(|texts| texts.code == lang.code())
}

/// The language of a stored lead. One that the site no longer has becomes the default, so that no lead is lost.
///
/// # Errors
/// A value that is no text.
pub(crate) fn stored<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Lang, D::Error> {
    String::deserialize(deserializer).map(|code| or_first(&code))
}

/// A language that a setting names.
pub(crate) struct Named(pub(crate) Lang);

impl FromStr for Named {
    type Err = String;

    fn from_str(code: &str) -> Result<Named, String> {
        let unknown = || {
            format!(
                "unknown language `{code}`: the languages are {}",
                LANGUAGES.listed()
            )
        };
        LANGUAGES.find(code).map(Named).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::sample::{BOTH, ES};

    #[test]
    fn they_are_those_of_site_yaml() {
        assert_eq!(*LANGUAGES, BOTH);
        assert!(LANGUAGES.iter().all(|lang| texts_of(lang).is_some()));
    }

    #[test]
    fn a_language_that_is_gone_becomes_the_default() {
        let read: Lang = stored(serde_json::json!("de")).unwrap();
        assert_eq!(read, ES);
        assert!("de".parse::<Named>().is_err());
    }
}
