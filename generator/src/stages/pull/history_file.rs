//! The history at `.site/snapshot/history.json`, beside the snapshot and kept like it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::reason::Reason;
use super::sealed;
use model::history::History;

/// Where it stands under the project's root.
const PATH: &str = ".site/snapshot/history.json";

/// Where a damaged one is put aside, for a person to look at.
const DAMAGED_PATH: &str = ".site/snapshot/history.damaged.json";

/// Histories of another shape are not read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    version: u32,
    history: History,
}

/// The history under `root`, empty when there is none; and what is wrong with one that cannot be used.
pub(super) fn read(root: &Path) -> (History, Option<Reason>) {
    let path = root.join(PATH);
    match sealed::read::<Kept>(&path) {
        Ok(None) => (History::default(), None),
        Ok(Some(kept)) if kept.version == VERSION => (kept.history, None),
        Ok(Some(kept)) => damaged(path, format!("its version is {}, not {VERSION}", kept.version)),
        Err(detail) => damaged(path, detail),
    }
}

fn damaged(path: PathBuf, detail: String) -> (History, Option<Reason>) {
    (History::default(), Some(Reason::DamagedHistory { path, detail }))
}

/// Keeps a history under `root`; a damaged one that stands there is put aside.
pub(super) fn write(root: &Path, history: &History, was_damaged: bool) -> Result<(), Reason> {
    let path = root.join(PATH);
    if was_damaged {
        // The damage was told; that the file cannot be moved makes it no worse.
        let _ = fs::rename(&path, root.join(DAMAGED_PATH));
    }
    let kept = Kept {
        version: VERSION,
        history: history.clone(),
    };
    sealed::write(&path, &kept).map_err(|error| Reason::UnwrittenHistory {
        path,
        detail: error.to_string(),
    })
}
