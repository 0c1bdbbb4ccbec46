//! The YAML block at the top of a content file, and when its page or month is public. Unknown keys are errors.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::Display;

use crate::dates;
use crate::dates::Month;
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
    #[serde(default, deserialize_with = "dates::read")]
    pub date: Option<Date>,
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
    #[serde(default)]
    pub data: Value,
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

/// A moment in the development's time zone: a day (its first moment), or a day and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct LocalTime(pub DateTime);

impl FromStr for LocalTime {
    type Err = String;

    fn from_str(text: &str) -> Result<LocalTime, String> {
        let remedy = "write it like `2026-12-01` or `2026-12-01 09:30`";
        text.parse()
            .map(LocalTime)
            .map_err(|_| format!("`{text}` is not a date: {remedy}"))
    }
}

formats::read_as_text!(LocalTime, "^\\d{4}-\\d{2}-\\d{2}");

impl fmt::Display for LocalTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.strftime("%Y-%m-%d %H:%M"))
    }
}

/// The settings of the front matter that decide when something is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageSchedule {
    /// Never public.
    pub draft: bool,
    /// The first moment at which it is public.
    pub publish_at: Option<LocalTime>,
    /// The first moment at which it is no longer public.
    pub unpublish_at: Option<LocalTime>,
}

/// Whether something is public at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum ScheduleState {
    /// It is public.
    #[default]
    Published,
    /// It is a draft.
    Draft,
    /// It will be public from this moment on.
    #[strum(to_string = "scheduled for {0}")]
    Scheduled(LocalTime),
    /// It was public until this moment.
    #[strum(to_string = "unpublished since {0}")]
    Expired(LocalTime),
}

impl PageSchedule {
    /// The state at a moment.
    pub fn state(self, now: DateTime) -> ScheduleState {
        match (self.publish_at, self.unpublish_at) {
            _ if self.draft => ScheduleState::Draft,
            (_, Some(end)) if end.0 <= now => ScheduleState::Expired(end),
            (Some(start), _) if start.0 > now => ScheduleState::Scheduled(start),
            _ => ScheduleState::Published,
        }
    }

    /// The next moment at which the state changes by itself.
    pub fn next_change(self, now: DateTime) -> Option<LocalTime> {
        let moments = [self.publish_at, self.unpublish_at].into_iter().flatten();
        moments.filter(|moment| !self.draft && moment.0 > now).min()
    }

    /// Whether it is public at every moment at which the other one is.
    pub fn covers(self, other: PageSchedule) -> bool {
        let starts_in_time = self
            .publish_at
            .is_none_or(|own| other.publish_at.is_some_and(|start| own <= start));
        let lasts = self
            .unpublish_at
            .is_none_or(|own| other.unpublish_at.is_some_and(|end| end <= own));
        other.draft || (!self.draft && starts_in_time && lasts)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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

    fn at(text: &str) -> LocalTime {
        text.parse().unwrap()
    }

    fn between(start: Option<&str>, end: Option<&str>) -> PageSchedule {
        PageSchedule {
            draft: false,
            publish_at: start.map(at),
            unpublish_at: end.map(at),
        }
    }

    #[test]
    fn the_state_follows_the_clock() {
        let page = between(Some("2026-12-01"), Some("2026-12-24 18:00"));
        let state = |now: &str| page.state(at(now).0).to_string();
        assert_eq!(state("2026-11-30 23:59"), "scheduled for 2026-12-01 00:00");
        assert_eq!(state("2026-12-01"), "published");
        assert_eq!(
            state("2026-12-24 18:00"),
            "unpublished since 2026-12-24 18:00"
        );
        let next = |now: &str| page.next_change(at(now).0);
        assert_eq!(next("2026-11-30"), Some(at("2026-12-01")));
        assert_eq!(next("2026-12-01"), Some(at("2026-12-24T18:00")));
        assert_eq!(next("2026-12-24 18:00"), None);
        assert!("mañana".parse::<LocalTime>().is_err());
    }

    #[test]
    fn one_schedule_covers_another_that_is_within_it() {
        let always = PageSchedule::default();
        let december = between(Some("2026-12-01"), Some("2027-01-01"));
        assert!(always.covers(december) && !december.covers(always));
        assert!(december.covers(december));
        assert!(!between(Some("2026-12-02"), None).covers(december));
        let draft = PageSchedule {
            draft: true,
            ..always
        };
        assert!(!draft.covers(december) && december.covers(draft));
    }
}
