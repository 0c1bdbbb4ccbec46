//! Whether git ignores the leads that `site serve` stores in the project.

use std::path::Path;
use std::process::Command;

use formats::problem::{Code, Problem};
use lead_site::OUTBOX;

/// The file that says what git ignores.
const IGNORED: &str = ".gitignore";
/// The exit status of `git check-ignore` for a path that is not ignored (git-check-ignore(1), "EXIT STATUS"). Outside of a
/// repository it is another one.
const NOT_IGNORED: i32 = 1;

/// A problem when the project is in a git repository and stored leads would become part of a commit.
pub fn unignored_leads(root: &Path) -> Option<Problem> {
    let mut git = Command::new("git");
    git.args(["check-ignore", "--quiet"])
        .arg(format!("{OUTBOX}/"))
        .current_dir(root);
    // A machine without git makes no commits.
    let status = git.output().ok()?.status;
    if status.code() != Some(NOT_IGNORED) {
        return None;
    }
    let message = format!(
        "git does not ignore `{OUTBOX}/`, where `site serve` stores leads: the next commit would contain personal data"
    );
    Some(
        Problem::in_file(Code::UnignoredLeads, IGNORED, message)
            .hint(format!("add a line `{OUTBOX}/`")),
    )
}
