//! The pictures that editors put into `content/images/`: large enough, and with an alternative text in each language.
//! Texts live in one place: `images.<name>` of `strings.json`.

use std::path::Path;

use formats::code::Code;
use formats::problem::Problem;
use model::strings;
use walkdir::WalkDir;

use super::{Finding, TextFile};

/// The folder of pictures.
const FOLDER: &str = "content/images";

/// The width of the smallest size that every browser can show (`WEBP_WIDTHS` in islands/tools/pictures.mjs), in pixels.
const SMALLEST: usize = 800;

/// The findings of all pictures, sorted by name.
pub(super) fn check(root: &Path, files: &[TextFile]) -> Vec<Finding> {
    let entries = WalkDir::new(root.join(FOLDER)).max_depth(1).sort_by_file_name();
    let files_in_folder =
        entries.into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let mut findings = Vec::new();
    for entry in files_in_folder {
        let name = entry.file_name().to_string_lossy();
        let Some((stem, _)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
            continue;
        };
        let problems = small(entry.path(), &name).into_iter().chain(without_text(stem, &name, files));
        findings.extend(problems.map(|problem| Finding { problem, fix: None }));
    }
    findings
}

/// A picture that would be enlarged. A format whose size cannot be read here is the build's to judge.
fn small(path: &Path, name: &str) -> Option<Problem> {
    let width = imagesize::size(path).ok()?.width;
    (width < SMALLEST).then(|| {
        let message =
            format!("the picture is {width} pixels wide, and pages show it {SMALLEST} pixels wide or more");
        Problem::in_file(Code::SmallPicture, format!("{FOLDER}/{name}"), message)
            .hint("replace it by the original, best 2,560 pixels wide; the build makes the smaller sizes")
    })
}

/// The languages without an alternative text for a picture.
fn without_text(stem: &str, name: &str, files: &[TextFile]) -> Vec<Problem> {
    let key = format!("images.{stem}.alt");
    let has_text = |file: &TextFile| {
        let mut entries = strings::entries(&file.text).into_iter();
        entries.any(|entry| entry.key == key && !file.text[entry.value].trim().is_empty())
    };
    // A file that is not JSON has no texts, which is the build's to report.
    let is_readable = |file: &&TextFile| serde_json::from_str::<serde::de::IgnoredAny>(&file.text).is_ok();
    let of_strings = files.iter().filter(|file| file.file.ends_with("/strings.json")).filter(is_readable);
    let without = of_strings.filter(|file| !has_text(file));
    without
        .map(|file| {
            let message = format!("the picture `{FOLDER}/{name}` has no alternative text");
            Problem::in_file(Code::MissingAlt, &file.file, message)
                .hint(format!("add the string `{key}`: what it shows"))
        })
        .collect()
}
