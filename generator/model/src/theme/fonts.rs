//! The font families of a theme.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The families of the site.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fonts {
    /// For headings and large figures.
    pub display: Font,
    /// For all other text.
    pub text: Font,
    /// For letters of documents and share pictures that the two families lack, such as Chinese ones: the first that has the letter.
    #[serde(default)]
    pub fallback: Vec<FallbackFont>,
}

/// A family for documents and share pictures alone.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FallbackFont {
    /// The name of the family, as in its files.
    pub family: FontName,
    /// The file, TTF, OTF or TTC, below `templates/documents/fonts`.
    pub regular: FontName,
    /// The same in a heavier weight.
    pub strong: Option<FontName>,
}

/// A font family. Without files, pages use the visitor's own fonts of that kind.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Font {
    /// The name of the family in style sheets, documents and drawings; that of the TTF files.
    pub family: FontName,
    /// What stands in while it loads, and for letters that it lacks.
    pub fallback: Fallback,
    /// The file for browsers, WOFF2, below `templates/fonts`.
    pub web: Option<FontName>,
    /// Files with further letters, which browsers get for the pages that have such letters.
    #[serde(default)]
    pub more: Vec<MoreLetters>,
    /// The weights of these files, as in CSS: `300`, or `400 600` of a variable font.
    pub weight: Option<FontWeight>,
    /// OpenType features that are on everywhere: `tnum` for figures of one width.
    #[serde(default)]
    pub features: Vec<FontFeature>,
    /// The file for documents and share pictures, TTF or OTF, below `templates/documents/fonts`.
    pub regular: Option<FontName>,
    /// The same in a heavier weight; labels of share pictures have it.
    pub strong: Option<FontName>,
}

/// A file for browsers with letters that `web` lacks.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreLetters {
    /// The file, WOFF2, below `templates/fonts`.
    pub file: FontName,
    /// Its letters.
    pub range: UnicodeRange,
}

formats::checked_text!(
    /// Letters by their numbers, as `unicode-range` of CSS has them: `U+C0, U+100-17F`.
    UnicodeRange,
    "^U\\+",
    |text| {
        let is_number =
            |text: &str| (1..=6).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_hexdigit());
        let is_part = |part: &str| {
            let numbers = part.trim().strip_prefix("U+");
            numbers.is_some_and(|numbers| numbers.splitn(2, '-').all(is_number))
        };
        text.split(',').all(is_part)
    },
    "is not a range of letters: write it like `U+C0, U+100-17F`"
);

/// The kind of a font that most systems have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Like Times New Roman.
    Serif,
    /// Like Arial.
    SansSerif,
}

formats::checked_text!(
    /// The name of a family or of a file: letters, digits, spaces, hyphens, underscores and dots, so that it is the same text
    /// in style sheets, drawings and documents.
    FontName,
    "",
    |text| {
        let is_plain = |one: char| one.is_alphanumeric() || " -_.".contains(one);
        text.starts_with(char::is_alphanumeric) && text.chars().all(is_plain)
    },
    "is not a name of a font or of its file: write letters, digits, spaces, `-`, `_` and `.`"
);

formats::checked_text!(
    /// A weight of CSS, or the lowest and the highest of a variable font.
    FontWeight,
    "^\\d{1,4}( \\d{1,4})?$",
    |text| {
        let is_weight = |text: &str| text.parse().is_ok_and(|weight: u16| (1..=1000).contains(&weight));
        text.splitn(2, ' ').all(is_weight)
    },
    "is not a weight: write a number from 1 to 1000, or two, like `400 600`"
);

formats::checked_text!(
    /// The tag of an OpenType feature.
    FontFeature,
    "^[A-Za-z0-9]{4}$",
    |text| text.len() == 4 && text.chars().all(|one| one.is_ascii_alphanumeric()),
    "is not a feature of a font: write its four letters or digits, like `tnum` or `ss01`"
);

impl Fonts {
    /// The files that every page preloads.
    pub fn preloaded(&self) -> impl Iterator<Item = &str> {
        [&self.display, &self.text]
            .into_iter()
            .filter_map(|font| Some(font.web.as_ref()?.as_str()))
    }

    /// The files that it names: the path of the name like `fonts.text.web`, the name, and that of the family.
    pub fn files(&self) -> impl Iterator<Item = (String, &FontName, &FontName)> {
        let fonts = [("display", &self.display), ("text", &self.text)].into_iter();
        let families = fonts.flat_map(|(name, font)| {
            let files = [
                ("web", &font.web),
                ("regular", &font.regular),
                ("strong", &font.strong),
            ]
            .into_iter();
            let named = files.filter_map(|(key, file)| Some((key.to_owned(), file.as_ref()?)));
            let more = font
                .more
                .iter()
                .enumerate()
                .map(|(index, other)| (format!("more.{index}.file"), &other.file));
            named
                .chain(more)
                .map(move |(key, file)| (format!("fonts.{name}.{key}"), file, &font.family))
        });
        let others = self.fallback.iter().enumerate();
        families.chain(others.flat_map(|(index, font)| {
            let files = [
                ("regular", Some(&font.regular)),
                ("strong", font.strong.as_ref()),
            ];
            files.into_iter().filter_map(move |(key, file)| {
                Some((format!("fonts.fallback.{index}.{key}"), file?, &font.family))
            })
        }))
    }
}
