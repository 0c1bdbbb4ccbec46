//! The pictures of the project, by the names of their files.

use std::path::Path;

use walkdir::WalkDir;

use formats::problem::{Code, Problem};

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

/// The formats of pictures, by the endings of their files.
const ENDINGS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// The problem of a file name that is not that of a picture, or that could not be part of an address.
pub fn name_problem(file_name: &str) -> Option<Problem> {
    let problem = |code, message: &str, hint: &str| {
        let file = format!("{PICTURES}/{file_name}");
        Some(Problem::in_file(code, file, message).hint(hint))
    };
    let name = picture_name(file_name);
    let ending = &file_name[name.len()..];
    let ending = ending.trim_start_matches('.');
    let mut known = ENDINGS.iter();
    if !known.any(|known| ending.eq_ignore_ascii_case(known)) {
        let hint = format!("known: {}", ENDINGS.join(", "));
        let message = "is not a picture of a known format";
        return problem(Code::InvalidPicture, message, &hint);
    }
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.bytes().all(plain) {
        let message = "the picture's name becomes part of an address";
        let hint = "use lower-case letters, digits and hyphens";
        return problem(Code::InvalidFileName, message, hint);
    }
    let wrong = system::portable_name_problem(name)?;
    let message = format!("the picture's name {wrong}");
    problem(Code::InvalidFileName, &message, "choose another name")
}
