//! The releases that a target keeps, and how an older one is applied again.

use crate::error::PublishError;
use crate::layout;
use crate::record::{Files, Record, Release};
use crate::site_files::sha256;
use crate::target::Target;

/// The releases that can be applied again, oldest first; the last one is the current one.
///
/// # Errors
/// The target fails, or its record cannot be read.
pub async fn list_releases(target: &dyn Target) -> Result<Vec<Release>, PublishError> {
    let record = Record::read(target).await?;
    Ok(record.map(|(record, _)| record.releases).unwrap_or_default())
}

/// An older release with its files: the one of this number, or else the one before the current one. Everything that it
/// needs is at the target.
///
/// # Errors
/// There is no such release, or files of it are missing.
pub async fn find_release(
    target: &dyn Target,
    number: Option<u64>,
) -> Result<(Release, Files), PublishError> {
    let Some((record, _)) = Record::read(target).await? else {
        return Err(PublishError::Usage("the target has no release: run `site publish`".to_owned()));
    };
    let mut releases = record.releases.iter().rev();
    let release = match number {
        Some(number) => releases.find(|release| release.number == number),
        None => releases.nth(1),
    };
    let Some(release) = release else {
        let known: Vec<String> = record.releases.iter().map(|release| release.number.to_string()).collect();
        let wanted = number.map_or("no earlier release".to_owned(), |number| format!("no release {number}"));
        let message = format!("the target keeps {wanted}: choose one of {}", known.join(", "));
        return Err(PublishError::Usage(message));
    };
    let path = layout::release(release.number);
    let stored = target.read(&path).await?.map(|(bytes, _)| bytes);
    let listed = record.kept.get(&path).map(|kept| &kept.file.sha256);
    let intact = stored.filter(|bytes| listed == Some(&sha256(bytes)));
    let files: Option<Files> = intact.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let Some(files) = files else {
        let reason =
            "the list of the release's files is missing or damaged: choose another release".to_owned();
        return Err(PublishError::Damaged { path, reason });
    };
    let missing = files.iter().find(|(path, file)| {
        let held = record.held(&layout::stored_at(path, file));
        held.is_none_or(|held| held.sha256 != file.sha256)
    });
    match missing {
        Some((path, _)) => {
            let path = path.clone();
            let reason = format!(
                "release {} needs this file, which is missing: choose another release",
                release.number
            );
            Err(PublishError::Damaged { path, reason })
        }
        None => Ok((release.clone(), files)),
    }
}
