//! A video that a page shows, declared in its front matter under `data.video`.

use jiff::civil::Date;
use serde::Deserialize;

use crate::formats::yaml::Step;
use crate::problem::Problem;
use crate::source::PageSource;

/// What an author says about a video.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// Its title.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// The day it was published.
    pub uploaded: Date,
    /// The picture that stands for it, by its name in `content/images/`.
    pub poster: String,
    /// The file, below `templates/static/`: `/obra.mp4`. This or `embed`.
    #[serde(default)]
    pub file: Option<String>,
    /// The address of somebody else's player. This or `file`.
    #[serde(default)]
    pub embed: Option<String>,
    /// How long it lasts (ISO 8601): `PT1M30S`.
    #[serde(default)]
    pub duration: Option<String>,
}

/// The video that a page declares. One that is wrongly declared is told by [`problem`].
pub fn declared(source: &PageSource) -> Option<Video> {
    let value = source.front.data.get("video")?;
    Video::deserialize(value).ok()
}

/// What is wrong with the video of a page.
pub fn problem(source: &PageSource) -> Option<Problem> {
    let value = source.front.data.get("video")?;
    let message = match Video::deserialize(value) {
        Err(error) => error.to_string(),
        Ok(video) => video.wrong()?.to_owned(),
    };
    let path = ["data", "video"].map(|key| Step::Key(key.to_owned()));
    let problem = Problem::at(&source.file, source.place(&path), format!("the video: {message}"));
    Some(problem.hint("it has name, description, uploaded, poster, and file or embed"))
}

impl Video {
    /// What the types cannot say.
    fn wrong(&self) -> Option<&'static str> {
        let texts = [&self.name, &self.description, &self.poster];
        if texts.iter().any(|text| text.trim().is_empty()) {
            return Some("name, description and poster may not be empty");
        }
        match (&self.file, &self.embed) {
            (Some(file), None) if !file.starts_with('/') || file.starts_with("//") => {
                Some("file is a path of this site, like /obra.mp4")
            }
            (None, Some(embed)) if !embed.starts_with("https://") => Some("embed starts with https://"),
            (Some(_), None) | (None, Some(_)) => None,
            _ => Some("it has either a file or an embed"),
        }
        .or_else(|| {
            let duration = self.duration.as_deref()?;
            let is_span = duration.starts_with('P') && duration.parse::<jiff::Span>().is_ok();
            (!is_span).then_some("duration is written like PT1M30S")
        })
    }
}
