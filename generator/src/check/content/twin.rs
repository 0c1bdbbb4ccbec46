//! The draft of a file that a language lacks.

use std::fs;
use std::path::Path;

use super::Fix;

/// A copy of `file` for another language, marked as a draft: it is not published before somebody translated it and
/// removed the mark, because `draft` must be the same in every language. `hint` says which file to write.
pub(super) fn draft(root: &Path, file: &str, hint: &str) -> Option<Fix> {
    let twin = hint.strip_prefix("write ")?;
    let text = fs::read_to_string(root.join(file)).ok()?;
    let (fence, rest) = text.split_once('\n')?;
    let rest: String = rest
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("draft:"))
        .collect();
    Some(Fix::Create(
        twin.to_owned(),
        format!("{fence}\ndraft: true # translate from {file}, then remove this line\n{rest}"),
    ))
}
