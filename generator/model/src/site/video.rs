//! A video that a page shows, declared in its front matter under `data.video`.

use jiff::civil::Date;
use serde::Deserialize;

use crate::source::PageSource;
use formats::code::Code;
use formats::problem::Problem;
use formats::yaml::Step;

/// A video as described by its author.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// Its title.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// The day it was published.
    pub uploaded: Date,
    /// The preview picture, by its name in `content/images/`.
    pub poster: String,
    /// The path of a file below `templates/static/`: `/obra.mp4`. Either this or `embed`.
    #[serde(default)]
    pub file: Option<String>,
    /// The URL of an external player. Either this or `file`.
    #[serde(default)]
    pub embed: Option<String>,
    /// The duration (ISO 8601): `PT1M30S`.
    #[serde(default)]
    pub duration: Option<String>,
}

/// The video of a page. `None` when there is none or when it is invalid, which [`problem`] reports.
pub fn declared(source: &PageSource) -> Option<Video> {
    let value = source.front.data.get("video")?;
    Video::deserialize(value).ok()
}

/// The problem of a page's video, if it is invalid.
pub fn problem(source: &PageSource) -> Option<Problem> {
    let value = source.front.data.get("video")?;
    let message = match Video::deserialize(value) {
        Err(error) => error.to_string(),
        Ok(video) => video.fault()?.to_owned(),
    };
    let path = ["data", "video"].map(|key| Step::Key(key.to_owned()));
    let problem = Problem::at(
        Code::InvalidVideo,
        &source.file,
        source.place(&path),
        format!("`video`: {message}"),
    );
    Some(problem.hint("write `name`, `description`, `uploaded`, `poster`, and either `file` or `embed`"))
}

impl Video {
    /// The first violation of a rule that the types do not enforce.
    fn fault(&self) -> Option<&'static str> {
        let texts = [&self.name, &self.description, &self.poster];
        if texts.iter().any(|text| text.trim().is_empty()) {
            return Some("`name`, `description` or `poster` is empty");
        }
        match (&self.file, &self.embed) {
            (Some(file), None) if !file.starts_with('/') || file.starts_with("//") => {
                Some("`file` is not a path of this site like `/obra.mp4`")
            }
            (None, Some(embed)) if !embed.starts_with("https://") => Some("`embed` is not an https URL"),
            (Some(_), None) | (None, Some(_)) => None,
            _ => Some("it needs either `file` or `embed`"),
        }
        .or_else(|| {
            let duration = self.duration.as_deref()?;
            let is_span = duration.starts_with('P') && duration.parse::<jiff::Span>().is_ok();
            (!is_span).then_some("`duration` is not a duration like `PT1M30S`")
        })
    }
}
