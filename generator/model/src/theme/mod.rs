//! The types of `theme.yaml`: colours, corners, fonts, logo and icons of the site.

mod colour;
mod fonts;
mod logo;

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use colour::Colour;
pub use fonts::{Fallback, Font, FontName, FontWeight, Fonts, MoreLetters};
pub use logo::{Logo, LogoFile};

use formats::problem::{Code, Problem, ok_unless};
use formats::yaml::{self, LocatedText, Parsed};

/// The file's name at the project's root.
pub const FILE: &str = "theme.yaml";

/// The theme of a project without the file: greys and system fonts. Its values also replace wrong ones, so that others are checked.
const NEUTRAL: &str = include_str!("neutral.yaml");

/// The whole of `theme.yaml`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Names for colours that several values share; nothing reads them here.
    #[serde(default, skip_serializing)]
    pub palette: BTreeMap<String, Colour>,
    /// Colours on a light ground, and on paper.
    pub light: Colours,
    /// Colours on a dark ground.
    pub dark: Colours,
    /// Colours on a band in the primary colour, which is its ground.
    pub band: Colours,
    /// Colours that only drawings have.
    pub drawings: Drawings,
    /// The radius of corners, a length of CSS.
    pub radius: Length,
    /// The font families.
    pub fonts: Fonts,
    /// The logo.
    #[serde(default)]
    pub logo: Logo,
    /// The letters that its fonts for documents and share pictures have; `None` when it names none.
    #[serde(skip)]
    pub letters: Option<HashSet<char>>,
    /// The text of the file, for the positions of its values.
    #[serde(skip)]
    text: LocatedText,
}

/// The colours on one ground. The words of the statuses are those of the platform.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    /// Behind everything.
    pub ground: Colour,
    /// Behind what stands out of the ground.
    pub raised: Colour,
    /// Behind what is deeper than the ground.
    pub sunken: Colour,
    /// Thin lines.
    pub line: Colour,
    /// Lines that carry information: borders of fields.
    pub line_strong: Colour,
    /// Text.
    pub text: Colour,
    /// Text of less importance.
    pub muted: Colour,
    /// Links and the focus.
    pub accent: Colour,
    /// Behind the main button.
    pub action: Colour,
    /// Text of the main button.
    pub on_action: Colour,
    /// Behind the main button under the pointer.
    pub action_hover: Colour,
    /// Text about what is available.
    pub disponible: Colour,
    /// Text about what is reserved.
    pub reservado: Colour,
    /// Text about what is sold.
    pub vendido: Colour,
    /// Areas of available units.
    pub disponible_fill: Colour,
    /// Areas of reserved units.
    pub reservado_fill: Colour,
    /// Areas of sold units.
    pub vendido_fill: Colour,
    /// Text of errors.
    pub error: Colour,
}

/// Colours that only drawings have.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawings {
    /// The sea on the map.
    pub water: Colour,
    /// The axonometry on dark pages of documents.
    pub printed: Printed,
    /// The axonometry on web pages.
    pub model: Model,
}

/// Colours of the axonometry on dark pages of documents.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Lines of the building.
    pub line: Colour,
    /// Lines of the page beside it.
    pub rule: Colour,
    /// Cores and edges of slabs.
    pub neutral: Colour,
}

/// Colours of the axonometry on web pages.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Edges of slabs.
    pub edge: Colour,
    /// Floors of units.
    pub unit: Colour,
    /// Lines of units.
    pub unit_line: Colour,
    /// Lines of the core.
    pub core_line: Colour,
    /// Lines of the facade.
    pub facade_line: Colour,
}

formats::checked_text!(
    /// A length of CSS in pixels or root ems: `2px`, `0.5rem`, `0`.
    Length,
    "^(0|[0-9.]+(px|rem))$",
    |text| {
        let number = text.strip_suffix("px").or_else(|| text.strip_suffix("rem"));
        let is_number = |number: &str| {
            number.chars().all(|one| one.is_ascii_digit() || one == '.') && number.parse::<f32>().is_ok()
        };
        text == "0" || number.is_some_and(is_number)
    },
    "is not a length: write one like `2px` or `0.5rem`"
);

impl Theme {
    /// Parses the text of `theme.yaml`. Pairs of colours with less contrast than WCAG 2.2 AA asks for are problems, too.
    pub fn parse(text: &str) -> Result<Theme, Vec<Problem>> {
        let Parsed::<Theme> {
            value,
            mut problems,
            replaced,
        } = yaml::parse_all(FILE, text, NEUTRAL);
        let Some(mut theme) = value else {
            return Err(problems);
        };
        theme.text = text.into();
        // The contrast with a value that replaces a wrong one says nothing.
        if replaced.is_empty() {
            problems.extend(colour::too_low(&theme));
        }
        ok_unless(problems, theme)
    }

    /// Text of the platform with `?` for each letter that fonts of documents and share pictures lack: no data may stop a build.
    pub fn with_missing_letters_replaced(&self, text: &str) -> String {
        let is_drawn = |letter: char| match &self.letters {
            Some(letters) => letters.contains(&letter),
            // What the typesetter's own font has, and more.
            None => {
                matches!(letter, ' '..='~' | '\u{a0}'..='\u{17f}') || "–—‘’“”…²³½".contains(letter)
            }
        };
        text.chars()
            .map(|letter| if is_drawn(letter) { letter } else { '?' })
            .collect()
    }

    /// A problem of the value at a path like `fonts.text.regular`.
    pub fn problem(&self, code: Code, path: &str, message: impl Into<String>) -> Problem {
        Problem::at(code, FILE, self.text.locate(path), message)
    }

    /// The colours by the names of `data-theme`.
    pub fn grounds(&self) -> [(&'static str, &Colours); 3] {
        [
            ("light", &self.light),
            ("dark", &self.dark),
            ("band", &self.band),
        ]
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::parse(NEUTRAL).expect("a test parses the theme in the binary")
    }
}

#[cfg(test)]
mod tests;
