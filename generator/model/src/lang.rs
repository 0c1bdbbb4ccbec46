//! The two languages of the site, and nothing else that varies by language.
//!
//! Languages are equal: no code asks "is this the default language?" outside this file. The only
//! difference between them is the prefix of an address, and [`Lang::path`] is where it is added.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the site (S1, S28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Spanish of Mexico: addresses without a prefix.
    Es,
    /// English of the United States: addresses under `/en`.
    En,
}

impl Lang {
    /// Every language, in the order in which pages, alternates and menus list them.
    pub const ALL: [Lang; 2] = [Lang::Es, Lang::En];

    /// The language that `hreflang="x-default"` points to: visitors of neither language get it.
    pub const FALLBACK: Lang = Lang::Es;

    /// The short code: folder names in `content/`, `lang` attributes, keys of maps.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::Es => "es",
            Lang::En => "en",
        }
    }

    /// The full locale, used for `hreflang` and by formatters.
    pub const fn locale(self) -> &'static str {
        match self {
            Lang::Es => "es-MX",
            Lang::En => "en-US",
        }
    }

    /// The other language: the one the flags in the header lead to.
    pub const fn other(self) -> Lang {
        match self {
            Lang::Es => Lang::En,
            Lang::En => Lang::Es,
        }
    }

    /// What stands before every path of this language.
    pub const fn prefix(self) -> &'static str {
        match self {
            Lang::Es => "",
            Lang::En => "/en",
        }
    }

    /// The one function that makes an address: a language-neutral path (`/`, `/inventario`,
    /// `/inventario#x`) becomes the path in this language (`/en`, `/en/inventario`, ...).
    ///
    /// ```
    /// use model::lang::Lang;
    /// assert_eq!(Lang::Es.path("/"), "/");
    /// assert_eq!(Lang::En.path("/"), "/en");
    /// assert_eq!(Lang::En.path("/#contact"), "/en#contact");
    /// assert_eq!(Lang::En.path("/inventario"), "/en/inventario");
    /// ```
    pub fn path(self, neutral: &str) -> String {
        let bare = match neutral.strip_prefix('/') {
            Some(rest) if rest.is_empty() || rest.starts_with(['#', '?']) => rest,
            _ => neutral,
        };
        match (self.prefix(), bare.is_empty() || bare.starts_with(['#', '?'])) {
            ("", true) => format!("/{bare}"),
            (prefix, _) => format!("{prefix}{bare}"),
        }
    }

    /// The file below `dist/` that a language-neutral path without a fragment is written to:
    /// `/inventario` is `inventario.html`, and the two homes are `index.html` and `en.html`.
    pub fn file(self, neutral: &str) -> String {
        match self.path(neutral).trim_start_matches('/') {
            "" => "index.html".to_owned(),
            path => format!("{path}.html"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or_else(|| UnknownLang(text.to_owned()))
    }
}

/// A word that names no language of the site.
#[derive(Debug, thiserror::Error)]
#[error("unknown language \"{0}\"; the languages are es, en")]
pub struct UnknownLang(String);

/// One value for each language, as `site.yaml` writes it: `{es: ..., en: ...}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerLang<T> {
    /// The value for Spanish pages.
    pub es: T,
    /// The value for English pages.
    pub en: T,
}

impl<T> PerLang<T> {
    /// The value of one language.
    pub fn get(&self, lang: Lang) -> &T {
        match lang {
            Lang::Es => &self.es,
            Lang::En => &self.en,
        }
    }

    /// The value of one language, to change it.
    pub fn get_mut(&mut self, lang: Lang) -> &mut T {
        match lang {
            Lang::Es => &mut self.es,
            Lang::En => &mut self.en,
        }
    }

    /// Makes the value of each language.
    pub fn from_fn(mut make: impl FnMut(Lang) -> T) -> PerLang<T> {
        PerLang {
            es: make(Lang::Es),
            en: make(Lang::En),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn files_follow_addresses() {
        assert_eq!(Lang::Es.file("/"), "index.html");
        assert_eq!(Lang::En.file("/"), "en.html");
        assert_eq!(Lang::Es.file("/inventario/O-301"), "inventario/O-301.html");
        assert_eq!(Lang::En.file("/inventario"), "en/inventario.html");
    }

    #[test]
    fn queries_keep_their_home() {
        assert_eq!(Lang::Es.path("/?nivel=3"), "/?nivel=3");
        assert_eq!(Lang::En.path("/?nivel=3"), "/en?nivel=3");
    }

    proptest! {
        #[test]
        fn an_address_never_ends_in_a_slash_nor_doubles_one(slug in "[a-z0-9-]{0,12}(/[A-Z0-9-]{1,8})?") {
            for lang in Lang::ALL {
                let neutral = format!("/{}", slug.trim_start_matches('/'));
                let path = lang.path(&neutral);
                prop_assert!(path.starts_with('/'));
                prop_assert!(path == "/" || !path.ends_with('/'));
                prop_assert!(!path.contains("//"));
            }
        }

        #[test]
        fn languages_never_share_an_address(slug in "(x[a-z0-9-]{0,12})?") {
            let neutral = format!("/{slug}");
            prop_assert_ne!(Lang::Es.path(&neutral), Lang::En.path(&neutral));
        }
    }
}
