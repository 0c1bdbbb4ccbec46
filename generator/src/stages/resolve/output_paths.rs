//! That the files of a site can be written beside each other.

use std::collections::BTreeMap;

use formats::problem::{Code, Problem};
use model::output::OutputFile;
use model::site::Page;

/// A problem for each file that is published unchanged where others need a folder.
pub(super) fn files_in_place_of_folders(
    pages: &[Page],
    static_files: &[OutputFile],
) -> Vec<Problem> {
    // On file systems that ignore case, two names that differ only in case are the same file.
    let of_pages = pages
        .iter()
        .map(|page| (page.file.to_lowercase(), page.origin()));
    let of_files = static_files
        .iter()
        .map(|file| (file.path.to_lowercase(), file.origin.clone()));
    let owners: BTreeMap<String, String> = of_pages.chain(of_files).collect();
    let problems = static_files.iter().filter_map(|file| {
        let folder = format!("{}/", file.path.to_lowercase());
        let (path, owner) = owners.range(folder.clone()..).next()?;
        if !path.starts_with(&folder) {
            return None;
        }
        let message = format!("is in the place of a folder, which `/{path}` of {owner} needs");
        let problem = Problem::in_file(Code::DuplicateAddress, &file.origin, message);
        Some(problem.hint("rename it"))
    });
    problems.collect()
}
