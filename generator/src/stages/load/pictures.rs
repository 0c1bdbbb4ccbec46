//! The pictures of the project, by the names of their files.

use std::path::Path;

use walkdir::WalkDir;

/// Where they are.
pub const PICTURES: &str = "content/images";

/// The file names of all pictures, sorted.
pub fn picture_files(root: &Path) -> Vec<String> {
    let walk = WalkDir::new(root.join(PICTURES))
        .max_depth(1)
        .sort_by_file_name()
        .into_iter();
    let files = walk
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(|name| !system::is_of_a_program(name))
        .collect()
}

/// The part of a file name by which texts, templates and `site.yaml` refer to the picture.
pub fn picture_name(file_name: &str) -> &str {
    file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem)
}
