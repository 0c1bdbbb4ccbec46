//! The history at `.site/snapshot/history.json`, stored like the snapshot beside it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::reason::{Reason, reason};
use super::sealed;
use model::history::History;

/// Its path from the project's root.
const PATH: &str = ".site/snapshot/history.json";

/// The path of a damaged history, which is renamed so that it can be examined.
const DAMAGED_PATH: &str = ".site/snapshot/history.damaged.json";

/// Histories of another version are not read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredHistory {
    version: u32,
    history: History,
}

/// The history under `root`, empty when there is none or when it is damaged; and the reason why it is damaged.
pub(super) fn read(root: &Path) -> (History, Option<Reason>) {
    let path = root.join(PATH);
    let detail = match sealed::read::<StoredHistory>(&path) {
        Ok(None) => return (History::default(), None),
        Ok(Some(stored)) if stored.version == VERSION => return (stored.history, None),
        Ok(Some(stored)) => format!("its version is {}, not {VERSION}", stored.version),
        Err(detail) => detail,
    };
    let message = format!(
        "{}: the history is damaged ({detail}): news and redirects of earlier units begin again with the next good \
         pull",
        path.display()
    );
    (History::default(), Some(reason("damaged_history", message)))
}

/// Stores a history under `root`; a damaged one is renamed first.
pub(super) fn write(root: &Path, history: &History, was_damaged: bool) -> Result<(), Reason> {
    let path = root.join(PATH);
    if was_damaged {
        // The damage is already reported; if the file cannot be renamed, it is replaced.
        let _ = fs::rename(&path, root.join(DAMAGED_PATH));
    }
    let stored = StoredHistory {
        version: VERSION,
        history: history.clone(),
    };
    sealed::write(&path, &stored).map_err(|error| {
        let message = format!("{}: the history cannot be written: {error}", path.display());
        reason("unwritten_history", message)
    })
}
