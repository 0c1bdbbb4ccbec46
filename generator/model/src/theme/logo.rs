//! The logo of a theme: SVG files, or the name as text.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Colour, FILE};
use formats::problem::{Code, Problem};

/// The parts of the logo.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Logo {
    /// The sign before the name in headers and footers.
    pub mark: Option<LogoFile>,
    /// The name, outlined; without it, pages set the name as text.
    pub wordmark: Option<LogoFile>,
    /// The sign at small sizes: the icons of browsers and phones.
    pub icon: Option<LogoFile>,
}

impl Logo {
    /// The files that it names, each with the path of its name.
    pub fn files(&mut self) -> impl Iterator<Item = (&'static str, &mut LogoFile)> {
        let Logo {
            mark,
            wordmark,
            icon,
        } = self;
        let named = [
            ("logo.mark", mark),
            ("logo.wordmark", wordmark),
            ("logo.icon", icon),
        ];
        named
            .into_iter()
            .filter_map(|(path, file)| Some((path, file.as_mut()?)))
    }
}

/// One SVG file of the logo: its path in `theme.yaml`, and what is in it, after [`LogoFile::read`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogoFile {
    /// Path from the project's root.
    pub path: String,
    /// All of the file.
    #[serde(skip)]
    pub text: String,
    /// The `viewBox` of its `<svg>` element.
    pub view_box: String,
    /// What is inside of its `<svg>` element. `currentColor` is the colour of text, `var(--primary)` that of the band.
    pub body: String,
}

impl LogoFile {
    /// Takes the drawing from the text of the file, which must have an `<svg>` element with a `viewBox`.
    pub fn read(&mut self, text: &str) -> Result<(), Problem> {
        let (view_box, body) = parts(text).ok_or_else(|| {
            let message = "this logo has no `<svg>` element with a `viewBox`";
            Problem::in_file(Code::InvalidDrawing, &self.path, message)
                .hint(format!("save it as plain SVG, or correct `logo` in {FILE}"))
        })?;
        (self.view_box, self.body) = (view_box.to_owned(), body.trim().to_owned());
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// The drawing in these colours, without the `<svg>` element, for pictures that no style sheet colours.
    pub fn coloured(&self, text: Colour, primary: Colour) -> String {
        let body = self.body.replace("currentColor", &text.to_string());
        body.replace("var(--primary)", &primary.to_string())
    }
}

/// The `viewBox` and the content of the first `<svg>` element.
fn parts(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once("<svg")?;
    let (attributes, rest) = rest.split_once('>')?;
    let (_, view_box) = attributes.split_once("viewBox=\"")?;
    let (view_box, _) = view_box.split_once('"')?;
    let (body, _) = rest.rsplit_once("</svg>")?;
    let numbers = view_box.split_whitespace().map(str::parse::<f32>);
    (numbers.filter(Result::is_ok).count() == 4).then_some((view_box, body))
}

impl FromStr for LogoFile {
    type Err = String;

    fn from_str(text: &str) -> Result<LogoFile, String> {
        let is_below = ["templates/", "content/"]
            .iter()
            .any(|folder| text.starts_with(folder));
        if is_below && text.ends_with(".svg") && !text.contains("..") {
            return Ok(LogoFile {
                path: text.to_owned(),
                text: String::new(),
                view_box: String::new(),
                body: String::new(),
            });
        }
        Err(format!(
            "`{text}` is not an SVG file of the project: write a path like `templates/logo/mark.svg`"
        ))
    }
}

formats::read_as_text!(LogoFile, "^(templates|content)/.*\\.svg$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_has_a_view_box_and_takes_the_colours_of_the_theme() {
        let mut file: LogoFile = "templates/logo/icon.svg".parse().unwrap();
        file.read("<?xml version=\"1.0\"?><svg width=\"4\" viewBox=\"0 0 4 4\"><path stroke=\"currentColor\" fill=\"var(--primary)\"/></svg>\n")
            .unwrap();
        assert_eq!(file.view_box, "0 0 4 4");
        let [text, primary] = ["#111111", "#222222"].map(|colour| colour.parse().unwrap());
        assert_eq!(
            file.coloured(text, primary),
            "<path stroke=\"#111111\" fill=\"#222222\"/>"
        );
        for text in [
            "",
            "<svg></svg>",
            "<svg viewBox=\"0 0 4\"></svg>",
            "<svg viewBox=\"0 0 4 4\">",
        ] {
            let problem = file.read(text).unwrap_err().to_string();
            assert_eq!(
                problem,
                "templates/logo/icon.svg: this logo has no `<svg>` element with a `viewBox`: save it as plain SVG, or \
                 correct `logo` in theme.yaml"
            );
        }
        for path in [
            "/etc/x.svg",
            "templates/../x.svg",
            "templates/logo/x.png",
            "",
        ] {
            assert!(path.parse::<LogoFile>().is_err(), "{path}");
        }
    }
}
