//! The history at `.site/snapshot/history.json`, stored like the snapshot beside it.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

use super::reason::{Reason, foreign, reason};
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
    /// `platform.project_code` of the pulls; absent in histories of earlier versions of this command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    project: Option<String>,
    history: History,
}

/// The history under `root` of the project with this code, empty when there is none or when it cannot be used; and the reason why it cannot.
pub(super) fn read(root: &Path, project: &str) -> (History, Option<Reason>) {
    let path = root.join(PATH);
    let detail = match sealed::read::<StoredHistory>(&path) {
        Ok(None) => return (History::default(), None),
        Ok(Some(StoredHistory {
            project: Some(other), ..
        })) if other != project => {
            return (History::default(), Some(foreign(&path, &other, project)));
        }
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

/// Stores the history of the project with this code under `root`; one that cannot be used is renamed first.
pub(super) fn write(root: &Path, project: &str, history: &History, is_unusable: bool) -> Result<(), Reason> {
    let path = root.join(PATH);
    if is_unusable {
        // This is already reported; if the file cannot be renamed, it is replaced.
        let _ = fs::rename(&path, root.join(DAMAGED_PATH));
    }
    let stored = StoredHistory {
        version: VERSION,
        project: Some(project.to_owned()),
        history: history.clone(),
    };
    sealed::write(&path, &stored).map_err(|error| {
        let message = format!("{}: the history cannot be written: {error}", path.display());
        reason("unwritten_history", message)
    })
}
