//! The languages of a site, as `languages` in `site.yaml` declares them. The first one is the default: its paths have no prefix.

mod declared;
mod known;
mod per_lang;
pub mod sample;

use std::fmt;

use serde::{Serialize, Serializer};

use known::Known;

pub use declared::{Languages, languages};
pub use known::plural_form;
pub use per_lang::{PerLang, incomplete};

/// Language and region (BCP 47): `es-MX` or `es-419`.
type Locale = tinystr::TinyAsciiStr<6>;

/// A language of a site, ordered like the list of its languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lang {
    /// Its place among the languages of the site, from 0.
    position: usize,
    known: &'static Known,
    locale: Locale,
}

impl Lang {
    /// The short code: folder names in `content/`, keys of maps.
    pub const fn code(self) -> &'static str {
        self.known.code
    }

    /// The full locale (BCP 47), used for `lang`, `hreflang` and by formatters.
    pub fn locale(&self) -> &str {
        self.locale.as_str()
    }

    /// What the language calls itself: `Español`.
    pub const fn name(self) -> &'static str {
        self.known.name
    }

    /// Whether this is the language without a prefix.
    pub const fn is_first(self) -> bool {
        self.position == 0
    }

    /// The prefix of every path in this language: `/en`; empty for the first language.
    pub const fn prefix(self) -> &'static str {
        match self.position {
            0 => "",
            _ => self.known.prefix,
        }
    }

    /// Whether readers of this language measure areas in square feet.
    pub fn uses_square_feet(self) -> bool {
        self.locale().ends_with("-US")
    }

    /// The path in this language (`/en`, `/en/inventario`) of a language-neutral path (`/`, `/inventario`,
    /// `/inventario#x`). All paths of pages are made by this function.
    pub fn path(self, neutral: &str) -> String {
        let bare = match neutral.strip_prefix('/') {
            Some(rest) if rest.is_empty() || rest.starts_with(['#', '?']) => rest,
            _ => neutral,
        };
        match (
            self.prefix(),
            bare.is_empty() || bare.starts_with(['#', '?']),
        ) {
            ("", true) => format!("/{bare}"),
            (prefix, _) => format!("{prefix}{bare}"),
        }
    }

    /// The file below `dist/` for a language-neutral path without a fragment: `inventario.html` for `/inventario`;
    /// `index.html` and `en.html` for the home pages.
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

impl Serialize for Lang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// The usual locale of each language that a site may have, for tests.
#[cfg(test)]
pub(crate) fn known_locales() -> impl Iterator<Item = &'static str> {
    known::KNOWN.iter().map(|known| known.locale)
}

#[cfg(test)]
mod tests {
    use super::sample::{EN, ES};
    use proptest::prelude::*;

    #[test]
    fn paths_begin_with_the_prefix_of_their_language() {
        for (neutral, english) in [
            ("/", "/en"),
            ("/#contact", "/en#contact"),
            ("/a", "/en/a"),
            ("/?nivel=3", "/en?nivel=3"),
        ] {
            assert_eq!(
                (ES.path(neutral), EN.path(neutral)),
                (neutral.to_owned(), english.to_owned())
            );
        }
    }

    proptest! {
        #[test]
        fn paths_have_no_trailing_and_no_double_slash_and_differ(slug in "[a-z0-9-]{0,12}(/[A-Z0-9-]{1,8})?") {
            let neutral = format!("/{}", slug.trim_start_matches('/'));
            let paths = [ES, EN].map(|lang| lang.path(&neutral));
            for path in &paths {
                prop_assert!(path.starts_with('/') && !path.contains("//"));
                prop_assert!(path == "/" || !path.ends_with('/'));
            }
            prop_assert_ne!(&paths[0], &paths[1]);
        }
    }
}
