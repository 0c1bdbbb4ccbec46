//! What pulls remember below [`STATE`]: the last good inventory, and the history of its changes. Each file is JSON with its project and
//! a checksum, and is replaced as a whole, so that a power failure leaves the old or the new one; a damaged one is not used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::client::Properties;
use platform::unit::{Unit, UnitCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::reason::{Reason, reason};
use super::{Project, PullRequest, PullResult, STATE, Source, fallback};
use crate::cache::file;
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::history::History;
use model::inventory::Inventory;
use model::page_content::PageContents;

/// The last good pull: the fields that the site shows, and the date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    pub(super) pulled_at: Timestamp,
    pub(super) date: Date,
    pub(super) units: Vec<Unit>,
    /// The fingerprint of the list entry of each unit that has its detail (call 4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) details: BTreeMap<UnitCode, String>,
    /// The amenities of the last good amenity list; `None` when there never was one.
    pub(super) amenities: Option<Vec<Amenity>>,
}

/// The history of this project, empty when there is none or when it cannot be used; and the reason why it cannot.
pub(super) fn read_history(root: &Path, project: &str) -> (History, Option<Reason>) {
    match HISTORY.read(root, project) {
        Ok(history) => (history.unwrap_or_default(), None),
        Err(unusable) => (History::default(), Some(unusable)),
    }
}

/// The contents of pages at the last build of this project; none, and a warning, when they cannot be used.
pub fn read_pages(root: &Path, project: &str) -> Option<PageContents> {
    PAGES
        .read(root, project)
        .inspect_err(|unusable| tracing::warn!("{unusable}"))
        .ok()
        .flatten()
}

/// Stores the contents of pages of this build, except in a trial with another inventory than that of the platform. A failure is only a
/// warning: the next build compares with older contents.
pub fn write_pages(root: &Path, project: &str, source: Source, pages: &PageContents) {
    let is_trial = source == Source::File && SNAPSHOT.path(root).exists();
    if !is_trial
        && PAGES.read(root, project).ok().flatten().as_ref() != Some(pages)
        && let Err(unwritten) = PAGES.write(root, project, pages)
    {
        tracing::warn!("{unwritten}");
    }
}

/// Stores a good pull as the new snapshot, and its changes in the history. When the amenities could not be pulled, those
/// of the last snapshot remain. An example is not stored: nothing invented is a fallback or an earlier state of a platform.
pub(super) fn store(
    project: &Project<'_>,
    request: &PullRequest,
    Properties { units, details, .. }: Properties,
    amenities: Option<Vec<Amenity>>,
    last: Option<Snapshot>,
    mut warnings: Vec<Reason>,
) -> Result<PullResult, BuildError> {
    // The history first: if the process is killed before the snapshot is written, the next pull finds the same changes
    // again, and the history lists each only once.
    let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
    let date = project.config.time_zone.day(request.now);
    let is_example = fallback::are_example(project, &units);
    let history = match is_example {
        true => History::default(),
        false => update_history(project, before, &units, date, &mut warnings),
    };
    let (before, last_amenities) = last
        .map(|last| ((last.date, last.units), last.amenities))
        .unzip();
    let pulled_at = Timestamp::from_second(request.now.as_second()).unwrap_or(request.now);
    let amenities = amenities.or(last_amenities.flatten());
    let snapshot = Snapshot {
        pulled_at,
        date,
        units,
        details,
        amenities,
    };
    if !is_example {
        warnings.extend(
            SNAPSHOT
                .write(project.root, project.code(), &snapshot)
                .err(),
        );
    }
    let amenities = match snapshot.amenities {
        Some(amenities) => amenities,
        None => fallback::shipped_amenities(project, request, &mut warnings)?,
    };
    let inventory = Inventory {
        date,
        units: snapshot.units,
        amenities,
        history,
    };
    let result = fallback::result(project, Source::Platform, inventory);
    Ok(PullResult {
        pulled_at,
        before,
        is_example,
        warnings,
        ..result
    })
}

/// The history with the changes of this pull; stored when it changed.
fn update_history(
    project: &Project<'_>,
    before: Option<&[Unit]>,
    now: &[Unit],
    today: Date,
    warnings: &mut Vec<Reason>,
) -> History {
    let (earlier, unusable) = read_history(project.root, project.code());
    let history = earlier.after(before, now, today);
    if unusable.is_some() || history != earlier {
        if unusable.is_some() {
            let path = HISTORY.path(project.root);
            // So that it can be examined. This is already reported; if the file cannot be renamed, it is replaced.
            let _ = fs::rename(&path, path.with_file_name("history.damaged.json"));
        }
        warnings.extend(HISTORY.write(project.root, project.code(), &history).err());
    }
    warnings.extend(unusable);
    history
}

/// Files of another version are not used.
const VERSION: u32 = 1;

pub(super) const SNAPSHOT: StoredFile = StoredFile {
    name: "inventory.json",
    what: "snapshot",
    damaged: "damaged_snapshot",
    unwritten: "unwritten_snapshot",
    consequence: " and is not used: run `site pull` to replace it",
};

const HISTORY: StoredFile = StoredFile {
    name: "history.json",
    what: "history",
    damaged: "damaged_history",
    unwritten: "unwritten_history",
    consequence: ": news and redirects of earlier units begin again with the next good pull",
};

pub(super) const PAGES: StoredFile = StoredFile {
    name: "pages.json",
    what: "list of pages",
    damaged: "damaged_pages",
    unwritten: "unwritten_pages",
    consequence: ": the sitemap has days again from the next change of each page",
};

/// A file below [`STATE`], and the kinds of reasons why it is not used.
pub(super) struct StoredFile {
    name: &'static str,
    what: &'static str,
    damaged: &'static str,
    unwritten: &'static str,
    /// What follows when it is damaged.
    consequence: &'static str,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checksummed<T> {
    /// Of the canonical JSON of the rest, so that white space makes no difference and values do.
    sha256: String,
    version: u32,
    /// `platform.project_code` of the pull.
    project: String,
    content: T,
}

impl StoredFile {
    pub(super) fn path(&self, root: &Path) -> PathBuf {
        root.join(STATE).join(self.name)
    }

    /// The content of the file, which must belong to the project with this code; `None` when there is no file.
    pub(super) fn read<T: Serialize + DeserializeOwned>(
        &self,
        root: &Path,
        project: &str,
    ) -> Result<Option<T>, Reason> {
        let path = self.path(root);
        let StoredFile {
            what, consequence, ..
        } = self;
        let damaged = |error: &dyn ToString| {
            let detail = error.to_string();
            let message = format!(
                "{}: the {what} is damaged ({detail}){consequence}",
                path.display()
            );
            reason(self.damaged, message)
        };
        let bytes = system::read_optional(&path).map_err(|error| damaged(&error))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let file: Checksummed<T> =
            serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        if file.version != VERSION {
            return Err(damaged(&format!(
                "its version is {}, not {VERSION}",
                file.version
            )));
        }
        if checksum(&file.project, &file.content).map_err(|error| damaged(&error))? != file.sha256 {
            return Err(damaged(&"its checksum does not match"));
        }
        if file.project == project {
            return Ok(Some(file.content));
        }
        let message = format!(
            "{}: was stored for the project `{}`, and `platform.project_code` of site.yaml is `{project}`, so it is not used: \
             run `site pull` to replace it, or correct the code",
            path.display(),
            file.project
        );
        Err(reason("foreign_snapshot", message))
    }

    pub(super) fn write<T: Serialize>(
        &self,
        root: &Path,
        project: &str,
        content: &T,
    ) -> Result<(), Reason> {
        let path = self.path(root);
        let write = || -> io::Result<()> {
            let sha256 = checksum(project, content)?;
            let file = Checksummed {
                sha256,
                version: VERSION,
                project: project.to_owned(),
                content,
            };
            let mut text = serde_json::to_vec_pretty(&file)?;
            text.push(b'\n');
            file::replace_durably(&path, &text)
        };
        write().map_err(|error| {
            let message = format!(
                "{}: the {} cannot be written: {error}",
                path.display(),
                self.what
            );
            reason(self.unwritten, message)
        })
    }
}

fn checksum(project: &str, content: &impl Serialize) -> serde_json::Result<String> {
    Ok(hex(&Sha256::digest(serde_json::to_vec(&(
        VERSION, project, content,
    ))?)))
}
