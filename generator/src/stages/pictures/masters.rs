//! The masters, the original pictures in `content/images`, with their digests.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use formats::code::Code;
use formats::problem::{Problem, ok_unless, sorted};
use model::build_error::BuildError;
use platform::amenity::Amenity;

/// Where the masters are, from the root.
const FOLDER: &str = "content/images";
/// The file name extensions of masters.
const ENDINGS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];
/// The widest size of an amenity's picture in pixels. It fills at most 30 % of the window, so that this serves a window of
/// 2,133 CSS pixels with two device pixels each.
const AMENITY_WIDTH: u32 = 1280;

/// An original picture.
#[derive(Debug)]
pub(super) struct Master {
    /// Its file name without the extension.
    pub name: String,
    /// Its path from the root, with `/`.
    pub file: String,
    /// The SHA-256 digest of its content.
    pub digest: [u8; 32],
    /// The widest size that pages show, in pixels, if it is less than the master's width.
    pub widest: Option<u32>,
}

/// Every master, sorted by name. A project without the folder has none.
pub(super) fn read_masters(root: &Path, amenities: &[Amenity]) -> Result<Vec<Master>, BuildError> {
    let folder = root.join(FOLDER);
    let walk = WalkDir::new(&folder).max_depth(1).sort_by_file_name().into_iter();
    let names: Vec<String> = walk
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    let read = |name: &String| {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
        Ok(Master {
            name: stem(name).to_owned(),
            file: format!("{FOLDER}/{name}"),
            digest: Sha256::digest(&bytes).into(),
            widest: amenities.iter().any(|amenity| amenity.code == stem(name)).then_some(AMENITY_WIDTH),
        })
    };
    let mut masters: Vec<Master> = names.par_iter().map(read).collect::<Result<_, BuildError>>()?;
    masters.sort_by(|one, other| one.name.cmp(&other.name));
    let problems = problems(&masters);
    Ok(ok_unless(sorted(problems), masters)?)
}

/// The part of a file name by which templates refer to the picture.
fn stem(file_name: &str) -> &str {
    file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem)
}

fn problems(masters: &[Master]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for master in masters {
        let ending = master.file.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !ENDINGS.contains(&ending) {
            let problem =
                Problem::in_file(Code::InvalidPicture, &master.file, "is not a picture of a known format");
            problems.push(problem.hint(format!("known: {}", ENDINGS.join(", "))));
        }
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !master.name.bytes().all(plain) {
            let problem = Problem::in_file(
                Code::InvalidFileName,
                &master.file,
                "the picture's name becomes part of an address",
            );
            problems.push(problem.hint("use lower-case letters, digits and hyphens"));
        }
    }
    for pair in masters.windows(2).filter(|pair| pair[0].name == pair[1].name) {
        let message = format!("has the same name as {}", pair[0].file);
        problems.push(
            Problem::in_file(Code::DuplicateAddress, &pair[1].file, message)
                .hint("rename or remove one of them"),
        );
    }
    problems
}
