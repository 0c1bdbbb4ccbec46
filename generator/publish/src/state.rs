//! The project's state at the target: a machine that lost the inventory snapshot and the history gets them back.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::PublishError;
use crate::hash::sha256;
use crate::layout;
use crate::target::{Headers, Target};

/// The file that dates the state: every good pull replaces it.
const DATED: &str = "inventory.json";

/// The files of a project's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// When the inventory was pulled.
    pub pulled_at: Timestamp,
    /// The content of the files by name.
    pub files: BTreeMap<String, String>,
}

/// What a restoration did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Restored {
    /// The files were restored.
    Restored,
    /// The project has the same state or a newer one.
    Unneeded,
    /// The target has no state.
    Missing,
}

impl State {
    /// Reads the JSON files of a folder; `None` when it has no inventory.
    pub fn read(folder: &Path) -> Result<Option<State>, PublishError> {
        let Some(pulled_at) = pulled_at(folder) else {
            return Ok(None);
        };
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(PublishError::at(folder))? {
            let path = entry.map_err(PublishError::at(folder))?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if name.ends_with(".json") && !name.ends_with(".damaged.json") {
                files.insert(
                    name,
                    fs::read_to_string(&path).map_err(PublishError::at(&path))?,
                );
            }
        }
        Ok(Some(State { pulled_at, files }))
    }

    /// The hash of the files. A pull that brings nothing new does not change it.
    pub fn hash(&self) -> String {
        sha256(&serde_json::to_vec(&self.files).unwrap_or_default())
    }

    pub(crate) async fn write(&self, target: &dyn Target) -> Result<(), PublishError> {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        target
            .write(layout::STATE, bytes.into(), &Headers::new())
            .await
            .map(drop)
    }

    /// Restores the state in a folder, unless it has the same one or a newer one.
    pub async fn restore(target: &dyn Target, folder: &Path) -> Result<Restored, PublishError> {
        let Some((bytes, _)) = target.read(layout::STATE).await? else {
            return Ok(Restored::Missing);
        };
        let state: State = serde_json::from_slice(&bytes).map_err(|error| {
            let advice = "delete it; the next publication stores it";
            let reason = format!("the stored state cannot be read ({error}): {advice}");
            PublishError::damaged(layout::STATE, reason)
        })?;
        if pulled_at(folder).is_some_and(|local| local >= state.pulled_at) {
            return Ok(Restored::Unneeded);
        }
        // The dated file last: a restoration that is killed is done again.
        let (dated, others): (Vec<_>, Vec<_>) =
            state.files.iter().partition(|(name, _)| *name == DATED);
        for (name, text) in others.into_iter().chain(dated) {
            // A name from the network must not lead to another folder.
            if system::is_file_name(name) && !name.starts_with('.') {
                let path = folder.join(name);
                let dated = |file: &File| file.set_modified(SystemTime::from(state.pulled_at));
                let replaced = system::replace(&path, text.as_bytes(), dated);
                replaced
                    .and_then(|()| system::flush_names(folder))
                    .map_err(PublishError::at(&path))?;
            }
        }
        Ok(Restored::Restored)
    }
}

/// When the inventory of a folder was pulled, to the second.
fn pulled_at(folder: &Path) -> Option<Timestamp> {
    let modified = fs::metadata(folder.join(DATED)).ok()?.modified().ok()?;
    let time = Timestamp::try_from(modified).ok()?;
    Timestamp::from_second(time.as_second()).ok()
}
