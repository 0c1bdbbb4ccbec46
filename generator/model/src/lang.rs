//! The two languages of the site.
//!
//! Languages are equal: only this file knows which one has no prefix in its paths and which one is the fallback.
//! [`Lang::path`] adds the prefix.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the site (S1, S28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Mexican Spanish: paths without a prefix.
    Es,
    /// American English: paths under `/en`.
    En,
}

impl Lang {
    /// Every language, in the order in which pages, alternates and menus list them.
    pub const ALL: [Lang; 2] = [Lang::Es, Lang::En];

    /// The language of `hreflang="x-default"`: for visitors who read neither language.
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

    /// The other language, to which the header links.
    pub const fn other(self) -> Lang {
        match self {
            Lang::Es => Lang::En,
            Lang::En => Lang::Es,
        }
    }

    /// The prefix of every path in this language.
    pub const fn prefix(self) -> &'static str {
        match self {
            Lang::Es => "",
            Lang::En => "/en",
        }
    }

    /// The path in this language (`/en`, `/en/inventario`) of a language-neutral path (`/`, `/inventario`,
    /// `/inventario#x`). All paths of pages are made by this function.
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

    /// The file below `dist/` for a language-neutral path without a fragment: `inventario.html` for `/inventario`;
    /// `index.html` and `en.html` for the two home pages.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or_else(|| format!("unknown language `{text}`: use es or en"))
    }
}

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

    /// The value of one language, mutable.
    pub fn get_mut(&mut self, lang: Lang) -> &mut T {
        match lang {
            Lang::Es => &mut self.es,
            Lang::En => &mut self.en,
        }
    }

    /// Calls `make` for each language.
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
    fn files_are_named_after_paths() {
        assert_eq!(Lang::Es.file("/"), "index.html");
        assert_eq!(Lang::En.file("/"), "en.html");
        assert_eq!(Lang::Es.file("/inventario/O-301"), "inventario/O-301.html");
        assert_eq!(Lang::En.file("/inventario"), "en/inventario.html");
    }

    #[test]
    fn a_query_on_the_home_page_follows_its_path() {
        assert_eq!(Lang::Es.path("/?nivel=3"), "/?nivel=3");
        assert_eq!(Lang::En.path("/?nivel=3"), "/en?nivel=3");
    }

    proptest! {
        #[test]
        fn paths_have_no_trailing_and_no_double_slash(slug in "[a-z0-9-]{0,12}(/[A-Z0-9-]{1,8})?") {
            for lang in Lang::ALL {
                let neutral = format!("/{}", slug.trim_start_matches('/'));
                let path = lang.path(&neutral);
                prop_assert!(path.starts_with('/'));
                prop_assert!(path == "/" || !path.ends_with('/'));
                prop_assert!(!path.contains("//"));
            }
        }

        #[test]
        fn two_languages_never_have_the_same_path(slug in "(x[a-z0-9-]{0,12})?") {
            let neutral = format!("/{slug}");
            prop_assert_ne!(Lang::Es.path(&neutral), Lang::En.path(&neutral));
        }
    }
}
