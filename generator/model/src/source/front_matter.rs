//! The YAML block at the top of a content file: typed, unknown keys refused.

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::Value;

use crate::config::Month;
use crate::problem::{Place, Problem};

const FENCE: &str = "---";

/// Search engines cut descriptions at about this many characters.
pub const LONGEST_DESCRIPTION: usize = 160;

/// What a page says about itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrontMatter {
    /// The page's title; the site's name is added unless `title_full` is true.
    pub title: String,
    /// True: the title is used as it is.
    #[serde(default)]
    pub title_full: bool,
    /// The meta description.
    pub description: String,
    /// The template below `templates/pages/`, without `.html`.
    #[serde(default = "default_template")]
    pub template: String,
    /// The page's colours.
    #[serde(default)]
    pub theme: Theme,
    /// Names of middleware (S5g).
    #[serde(default)]
    pub middleware: Vec<String>,
    /// Whether search engines may list it.
    #[serde(default)]
    pub robots: Robots,
    /// A date the page shows.
    #[serde(default)]
    pub date: Option<Date>,
    /// True: left out unless `--drafts`.
    #[serde(default)]
    pub draft: bool,
    /// What the template needs; its shape is the same in both languages.
    #[serde(default)]
    pub data: Value,
}

fn default_template() -> String {
    "text".to_owned()
}

/// A page's colours (S8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark text on light.
    #[default]
    Light,
    /// Light text on dark.
    Dark,
}

impl Theme {
    /// The word that templates see.
    pub const fn key(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// Whether search engines may list a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Robots {
    /// Listed, and in the sitemap.
    #[default]
    Index,
    /// Not listed.
    Noindex,
}

impl Robots {
    /// The word of the `robots` meta element.
    pub const fn key(self) -> &'static str {
        match self {
            Robots::Index => "index",
            Robots::Noindex => "noindex",
        }
    }
}

/// What a month of construction progress says about itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryFront {
    /// The month; the file is named after it.
    pub month: Month,
    /// Key of the stage in the strings (`progress.stage.*`).
    pub stage: String,
    /// The entry's heading.
    pub title: String,
}

/// A content file cut at its fences.
#[derive(Debug, PartialEq, Eq)]
pub struct Split<'a> {
    /// The YAML between the fences.
    pub front: &'a str,
    /// Everything below the second fence.
    pub body: &'a str,
    /// Lines that stand before the body's first.
    pub lines_before_body: usize,
}

/// Lines that stand before the YAML: the first fence.
pub const LINES_BEFORE_FRONT: usize = 1;

/// Cuts a content file into front matter and body.
///
/// # Errors
/// A missing first or second fence.
pub fn split<'a>(file: &str, text: &'a str) -> Result<Split<'a>, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != FENCE {
        return Err(Problem::at(file, Place::START, "there is no front matter")
            .hint("start the file with a line ---, then title: and description:, then a line ---"));
    }
    let mut end = first.len();
    for (index, line) in lines.enumerate() {
        if line.trim_end() == FENCE {
            let front = &text[first.len()..end];
            return Ok(Split {
                front,
                body: &text[end + line.len()..],
                lines_before_body: index + 2,
            });
        }
        end += line.len();
    }
    Err(Problem::at(file, Place::START, "the front matter does not end").hint("put a line --- below it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_file_is_cut_at_its_fences() {
        let cut = split("x.md", "---\ntitle: a\n---\nBody\n---\n").unwrap();
        assert_eq!(
            cut,
            Split {
                front: "title: a\n",
                body: "Body\n---\n",
                lines_before_body: 3
            }
        );
        let empty = split("x.md", "---\r\n---").unwrap();
        assert_eq!(
            empty,
            Split {
                front: "",
                body: "",
                lines_before_body: 2
            }
        );
    }

    #[test]
    fn missing_fences_are_said() {
        assert!(
            split("x.md", "title: a")
                .unwrap_err()
                .message
                .contains("no front matter")
        );
        assert!(
            split("x.md", "---\ntitle: a")
                .unwrap_err()
                .message
                .contains("does not end")
        );
        assert!(split("x.md", "").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_cut_or_refused(text in "\\PC*|(---\n)?(-{0,4}[a-zé: \r]{0,6}\n){0,8}") {
            if let Ok(cut) = split("x.md", &text) {
                prop_assert!(text.ends_with(cut.body));
                prop_assert!(text.contains(cut.front));
                let body_start = text.len() - cut.body.len();
                prop_assert_eq!(text[..body_start].matches('\n').count().max(1),
                    cut.lines_before_body.min(text[..body_start].matches('\n').count().max(1)));
            }
        }

        #[test]
        fn joining_what_was_cut_gives_the_file(front in "([a-z]{1,5}: [a-z]{0,5}\n){0,4}", body in "([a-zñ# -]{0,9}\n){0,5}") {
            prop_assume!(!front.lines().any(|line| line.trim_end() == FENCE));
            let text = format!("---\n{front}---\n{body}");
            let cut = split("x.md", &text).unwrap();
            prop_assert_eq!(cut.front, front.as_str());
            prop_assert_eq!(cut.body, body.as_str());
            prop_assert_eq!(cut.lines_before_body, 2 + front.lines().count());
        }
    }
}
