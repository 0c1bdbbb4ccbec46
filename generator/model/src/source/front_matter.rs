//! The YAML block at the top of a content file. Unknown keys are errors.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::schedule::{LocalTime, PageSchedule};
use crate::dates;
use crate::dates::{Month, TimeZone};
use formats::problem::{Code, Place, Problem};

const FENCE: &str = "---";

/// The maximum length of a description in characters; search engines cut longer ones.
pub const LONGEST_DESCRIPTION: usize = 160;

/// The front matter of a page.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrontMatter {
    /// The page's title; the site's name is appended unless `title_full` is true.
    pub title: String,
    /// When true, the title is used without the site's name.
    #[serde(default)]
    pub title_full: bool,
    /// The meta description.
    pub description: String,
    /// The template below `templates/pages/`, without `.html`.
    #[serde(default = "default_template")]
    pub template: String,
    /// The page's colour theme.
    #[serde(default)]
    pub theme: PageTheme,
    /// Names of middleware (S5g).
    #[serde(default)]
    pub middleware: Vec<String>,
    /// Whether search engines may list it.
    #[serde(default)]
    pub robots: Robots,
    /// A date the page shows.
    #[serde(default, deserialize_with = "dates::read_optional")]
    pub date: Option<Date>,
    /// The name of its picture in `content/images`, which lists of pages show.
    pub image: Option<String>,
    /// When true, only `site serve` shows the page.
    #[serde(default)]
    pub draft: bool,
    /// When the page is published by itself.
    pub publish_at: Option<LocalTime>,
    /// When the page is unpublished by itself.
    pub unpublish_at: Option<LocalTime>,
    /// Its own address in this language, without the language's prefix: `/inventory`. Without it, that of its file.
    pub address: Option<String>,
    /// Language-neutral addresses that redirect to the page.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether its texts are examples or unconfirmed; see `site check --before-launch`.
    #[serde(default)]
    pub example: bool,
    /// Values for the template; the same keys and types in both languages.
    #[serde(default, deserialize_with = "read_group")]
    pub data: Value,
}

/// The front matter of a page or a month.
pub trait Front {
    /// Gives its times the development's time zone.
    fn set_time_zone(&mut self, zone: &TimeZone);
}

impl Front for FrontMatter {
    fn set_time_zone(&mut self, zone: &TimeZone) {
        for time in [&mut self.publish_at, &mut self.unpublish_at] {
            *time = time.map(|time| time.in_zone(zone));
        }
    }
}

impl Front for EntryFront {
    fn set_time_zone(&mut self, zone: &TimeZone) {
        for time in [&mut self.publish_at, &mut self.unpublish_at] {
            *time = time.map(|time| time.in_zone(zone));
        }
    }
}

impl FrontMatter {
    /// When the page is public.
    pub fn schedule(&self) -> PageSchedule {
        PageSchedule {
            draft: self.draft,
            publish_at: self.publish_at,
            unpublish_at: self.unpublish_at,
        }
    }
}

impl EntryFront {
    /// When the month is public.
    pub fn schedule(&self) -> PageSchedule {
        PageSchedule {
            draft: self.draft,
            publish_at: self.publish_at,
            unpublish_at: self.unpublish_at,
        }
    }
}

/// Reads a group of values, which may be empty.
fn read_group<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let group = Option::<Map<String, Value>>::deserialize(deserializer)?;
    Ok(group.map_or(Value::Null, Value::Object))
}

fn default_template() -> String {
    "text".to_owned()
}

/// A page's colour theme (S8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageTheme {
    /// Dark text on light.
    #[default]
    Light,
    /// Light text on dark.
    Dark,
}

/// Whether search engines may list a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Robots {
    /// Listed, and in the sitemap.
    #[default]
    Index,
    /// Not listed.
    Noindex,
}

/// The front matter of a month of construction progress.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryFront {
    /// The month; the file is named after it.
    pub month: Month,
    /// The stage: the last part of the string key `progress.stage.*`.
    pub stage: String,
    /// The entry's heading.
    pub title: String,
    /// When true, only `site serve` shows the month.
    #[serde(default)]
    pub draft: bool,
    /// When the month is published by itself.
    pub publish_at: Option<LocalTime>,
    /// When the month is unpublished by itself.
    pub unpublish_at: Option<LocalTime>,
    /// The names of its photographs in `content/images`.
    #[serde(default)]
    pub photographs: Vec<String>,
    /// The https URL of its video; pages link to it.
    pub video: Option<String>,
    /// Whether the entry is an example; see `site check --before-launch`.
    #[serde(default)]
    pub example: bool,
}

/// The text of a content file, split into front matter and body.
#[derive(Debug)]
pub struct EditedContent<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    /// The YAML between the fences.
    pub(super) front_text: &'a str,
    pub(super) body: &'a str,
    pub(super) lines_before_body: usize,
}

/// Number of lines before the YAML: the first fence.
pub(super) const LINES_BEFORE_FRONT: usize = 1;

impl<'a> EditedContent<'a> {
    /// Splits the text of a file, unless the first or the second line `---` is missing.
    pub fn parse(file: &'a str, text: &'a str) -> Result<EditedContent<'a>, Problem> {
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = content.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        let missing = |message: &str, hint: &str| {
            Err(Problem::at(Code::MissingFrontMatter, file, Place::START, message).hint(hint))
        };
        if first.trim_end() != FENCE {
            let hint =
                "start it with a line `---`, then `title:` and `description:`, then a line `---`";
            if content.trim_start().starts_with(FENCE) {
                return missing(
                    "the file does not begin with its front matter",
                    "remove what is above its first line `---`",
                );
            }
            return missing("the file has no front matter", hint);
        }
        let mut end = first.len();
        for (index, line) in lines.enumerate() {
            if line.trim_end() == FENCE {
                let (front_text, body) = (&content[first.len()..end], &content[end + line.len()..]);
                return Ok(EditedContent {
                    file,
                    text,
                    front_text,
                    body,
                    lines_before_body: index + 2,
                });
            }
            end += line.len();
        }
        missing(
            "the front matter is not closed",
            "add a line `---` below it",
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::lang::sample::ES;
    use crate::source::PageSource;

    #[test]
    fn a_file_is_split_at_its_fences() {
        for (text, front_text, body, lines_before_body) in [
            ("---\n---\n", "", "", 2),
            ("---\r\n---", "", "", 2),
            ("---\na: 1\n---\nB\n---\n", "a: 1\n", "B\n---\n", 3),
            (
                "---\r\na: 1\r\nb: 2\r\n---\r\nB\r\n",
                "a: 1\r\nb: 2\r\n",
                "B\r\n",
                4,
            ),
            (
                "\u{feff}---\na: é\n\nb: 1\n---  \n\nB\n---\n",
                "a: é\n\nb: 1\n",
                "\nB\n---\n",
                5,
            ),
        ] {
            let parts = EditedContent::parse("x.md", text).unwrap();
            let found = (parts.front_text, parts.body, parts.lines_before_body);
            assert_eq!(found, (front_text, body, lines_before_body), "{text:?}");
        }
        let unclosed = EditedContent::parse("x.md", "---\ntitle: a")
            .unwrap_err()
            .to_string();
        assert_eq!(
            unclosed,
            "x.md:1:1: the front matter is not closed: add a line `---` below it"
        );
    }

    #[test]
    fn a_wrong_value_of_each_key_is_reported_at_its_own_line() {
        let wrong = [
            ("title", "[a]"),
            ("title_full", "perhaps"),
            ("description", "[a]"),
            ("template", "[a]"),
            ("theme", "blue"),
            ("middleware", "noindex"),
            ("robots", "maybe"),
            ("date", "2026-02-30"),
            ("image", "[a]"),
            ("draft", "perhaps"),
            ("publish_at", "tomorrow"),
            ("unpublish_at", "31/12/2026"),
            ("address", "[a]"),
            ("aliases", "/a"),
            ("example", "perhaps"),
            ("data", "3"),
        ];
        let schema = serde_json::to_value(schemars::schema_for!(FrontMatter)).unwrap();
        let keys = schema["properties"].as_object().unwrap().keys();
        let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
        assert_eq!(
            wrong.iter().map(|(key, _)| *key).collect::<BTreeSet<_>>(),
            keys
        );
        for (key, value) in wrong {
            let others = ["title: A", "description: B"].into_iter();
            let others = others.filter(|line| !line.starts_with(&format!("{key}:")));
            let front: Vec<&str> = others.collect();
            let line = front.len() + 2;
            let text = format!("---\n{}\n{key}: {value}\n---\n", front.join("\n"));
            let read = PageSource::parse("x.md", ES, "x", &text);
            let found = read.err().unwrap().to_string();
            let column = key.len() + 3;
            assert!(
                found.starts_with(&format!("x.md:{line}:{column}: ")),
                "{key}: {found}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_body_is_what_follows_the_lines_before_it(text in "\\PC*|(---\n)?(-{0,4}[a-zé: \r]{0,6}\n){0,8}") {
            if let Ok(parts) = EditedContent::parse("x.md", &text) {
                let lines: Vec<&str> = text.split_inclusive('\n').collect();
                let (before, body) = lines.split_at(parts.lines_before_body.min(lines.len()));
                prop_assert_eq!(parts.body, body.concat());
                prop_assert_eq!(parts.front_text, before[LINES_BEFORE_FRONT..before.len() - 1].concat());
            }
        }

        #[test]
        fn front_matter_and_body_are_found_again(front in "([a-z]{1,5}: [a-z]{0,5}\n){0,4}", body in "([a-zñ# -]{0,9}\n){0,5}") {
            prop_assume!(!front.lines().any(|line| line.trim_end() == FENCE));
            let text = format!("---\n{front}---\n{body}");
            let parts = EditedContent::parse("x.md", &text).unwrap();
            prop_assert_eq!(parts.front_text, front.as_str());
            prop_assert_eq!(parts.body, body.as_str());
            prop_assert_eq!(parts.lines_before_body, 2 + front.lines().count());
        }
    }
}
