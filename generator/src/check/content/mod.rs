//! Checks on what authors write, in their files. What is mechanical has a change for `site check --fix`.

mod fix;
mod ignored;
mod prose;
mod spelling;
mod untranslated;
mod unused;

pub use fix::{Fix, apply, with_fixes};
pub use ignored::unignored_leads;

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::stages::load::{
    PICTURES, languages, list_files, name_problem, picture_files, picture_name, read_config,
};
use crate::stages::resolve::{alt_key, without_text};
use fix::Edit;
use formats::problem::{Code, Place, Problem};
use model::lang::{Lang, Languages};
use model::strings;

/// A finding, and what would correct it.
#[derive(Debug)]
pub struct Finding {
    /// The finding.
    pub problem: Problem,
    /// The change that corrects it.
    pub fix: Option<Fix>,
}

struct TextFile {
    /// Path from the project's root.
    file: String,
    lang: Lang,
    text: String,
    prose: Vec<Range<usize>>,
}

impl TextFile {
    fn problem(&self, code: Code, at: usize, message: String, hint: &str) -> Problem {
        Problem::at(code, &self.file, Place::of_offset(&self.text, at), message).hint(hint)
    }

    fn replace(&self, at: Range<usize>, new: String) -> Option<Fix> {
        Some(Fix::Replace(Edit {
            old: self.text[at.clone()].to_owned(),
            at,
            new,
        }))
    }
}

/// Checks the texts of a project; also returns the languages without a dictionary. Files that cannot be read are the build's to report.
pub fn check(root: &Path) -> (Vec<Finding>, Vec<Lang>) {
    let Ok(languages) = languages(root) else {
        return Default::default();
    };
    let files: Vec<TextFile> = languages.iter().flat_map(|lang| read(root, lang)).collect();
    let mut findings: Vec<Finding> = files.iter().flat_map(spelling::check_typography).collect();
    findings.extend(unused::strings(root, &files));
    let mut problems = check_pictures(root, &files);
    problems.extend(unignored_leads(root));
    let unused = read_config(root).map(|config| unused::facts(root, &config, &files));
    problems.extend(unused.into_iter().flatten());
    let translated = untranslated::being_translated(&files);
    problems.extend(untranslated::check(root, languages, &files, &translated));
    let complete = files.iter().filter(|file| !translated.contains(&file.lang));
    problems.extend(spelling::missing_letters(root, complete));
    let mut unchecked_spelling = Vec::new();
    for lang in languages.iter() {
        match spelling::check(root, languages, lang, &files) {
            Some(found) => problems.extend(found),
            None => unchecked_spelling.push(lang),
        }
    }
    findings.extend(
        problems
            .into_iter()
            .map(|problem| Finding { problem, fix: None }),
    );
    (findings, unchecked_spelling)
}

/// A problem for each letter that the fonts lack, at its first place in each file.
pub fn missing_letters(root: &Path) -> Vec<Problem> {
    let languages = languages(root).ok().into_iter().flat_map(Languages::iter);
    let files: Vec<TextFile> = languages.flat_map(|lang| read(root, lang)).collect();
    spelling::missing_letters(root, files.iter())
}

/// The Markdown files and the strings of a language, sorted by path.
fn read(root: &Path, lang: Lang) -> Vec<TextFile> {
    let content = list_files(root, &format!("content/{lang}"), &mut Vec::new());
    let files = content.into_iter().filter_map(|file| {
        let find: fn(&str) -> Vec<Range<usize>> = match file.rsplit_once('.')?.1 {
            "md" => prose::of_markdown,
            "json" if file.ends_with("/strings.json") => prose::of_strings,
            _ => return None,
        };
        let text = fs::read_to_string(root.join(&file)).ok()?;
        // Some editors write a byte order mark.
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        let prose = find(&text[start..])
            .into_iter()
            .map(|part| part.start + start..part.end + start);
        Some(TextFile {
            prose: prose.collect(),
            file,
            lang,
            text,
        })
    });
    files.collect()
}

/// The width of the smallest size that every browser can show (`WEBP_WIDTHS` in islands/tools/pictures.mjs), in pixels.
const SMALLEST_PICTURE: usize = 800;

fn check_pictures(root: &Path, files: &[TextFile]) -> Vec<Problem> {
    let names = picture_files(root);
    let problems = names.iter().flat_map(|name| {
        let small = small_picture(&root.join(PICTURES).join(name), name);
        small.into_iter().chain(missing_texts(name, files))
    });
    problems.collect()
}

/// A picture that would be enlarged. A format whose size cannot be read here is the build's to judge.
fn small_picture(path: &Path, name: &str) -> Option<Problem> {
    let width = imagesize::size(path).ok()?.width;
    (width < SMALLEST_PICTURE).then(|| {
        let least = SMALLEST_PICTURE;
        let message = format!(
            "the picture is {width} pixels wide, and pages show it {least} pixels wide or more"
        );
        Problem::in_file(Code::SmallPicture, format!("{PICTURES}/{name}"), message).hint(
            "replace it by the original, best 2,560 pixels wide; the build makes the smaller sizes",
        )
    })
}

/// The languages without an alternative text for a picture. One that only texts show has its text there.
fn missing_texts(name: &str, files: &[TextFile]) -> Vec<Problem> {
    // Its text would have a wrong name, too.
    if name_problem(name).is_some() {
        return Vec::new();
    }
    let stem = picture_name(name);
    let key = alt_key(stem);
    let has_text = |file: &TextFile| {
        let mut entries = strings::entries(&file.text).into_iter();
        entries.any(|entry| entry.key == key && !file.text[entry.value].trim().is_empty())
    };
    let in_text = format!("]({stem})");
    let is_in_texts = |lang: Lang| {
        let mut pages = files
            .iter()
            .filter(|file| file.lang == lang && file.file.ends_with(".md"));
        pages.any(|file| file.text.contains(&in_text))
    };
    // A file that is not JSON has no texts, which is the build's to report.
    let is_readable = |file: &&TextFile| !strings::entries(&file.text).is_empty();
    let of_strings = files
        .iter()
        .filter(|file| file.file.ends_with("/strings.json"))
        .filter(is_readable);
    of_strings
        .filter(|file| !has_text(file) && !is_in_texts(file.lang))
        .map(|file| without_text(&file.file, name))
        .collect()
}
