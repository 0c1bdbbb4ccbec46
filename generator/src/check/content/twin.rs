//! The draft of a file that exists in one language only.

use std::fs;
use std::path::Path;

use super::Fix;
use model::lang::Lang;

/// A copy of `file` for the other language, marked as a draft: it is not published before somebody translated it and
/// removed the mark, because `draft` must be the same in both languages.
pub(super) fn draft(root: &Path, file: &str) -> Option<Fix> {
    let lang = Lang::ALL
        .into_iter()
        .find(|lang| file.starts_with(&format!("content/{lang}/")))?;
    let twin = file.replacen(
        &format!("content/{lang}/"),
        &format!("content/{}/", lang.other()),
        1,
    );
    let text = fs::read_to_string(root.join(file)).ok()?;
    let (fence, rest) = text.split_once('\n')?;
    let rest: String = rest
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("draft:"))
        .collect();
    Some(Fix::Create(
        twin,
        format!("{fence}\ndraft: true # translate from {file}, then remove this line\n{rest}"),
    ))
}
