//! A video that a page shows, declared in its front matter (`data.video`) and described for search engines.

use jiff::civil::Date;
use serde::Serialize;

use super::page::part;
use super::types::Reference;
use super::{DescribeError, Subject};
use model::site::video::Video;

/// A video as schema.org describes it.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct VideoObject<'a> {
    #[serde(flatten)]
    id: Reference,
    name: String,
    description: String,
    thumbnail_url: String,
    upload_date: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embed_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<String>,
    in_language: &'a str,
}

pub(super) fn object<'a>(subject: &Subject<'a>, video: &Video) -> Result<VideoObject<'a>, DescribeError> {
    let config = &subject.site.config;
    let poster = (subject.picture)(&video.poster);
    Ok(VideoObject {
        id: part(&config.absolute(&subject.page.url), "video"),
        name: video.name.clone(),
        description: video.description.clone(),
        thumbnail_url: poster.ok_or_else(|| DescribeError::NoPoster(video.poster.clone()))?,
        upload_date: video.uploaded,
        content_url: video.file.as_ref().map(|file| config.absolute(file)),
        embed_url: video.embed.clone(),
        duration: video.duration.clone(),
        in_language: subject.page.lang.locale(),
    })
}
