//! Checks on what authors write, in their files: quotation marks, spaces before units, unused strings and facts, spelling, untranslated texts,
//! letters that the fonts lack, and the pictures with their texts. Each finding has its place, and what is mechanical has a change
//! for `site check --fix`.

mod fix;
mod glyphs;
mod pictures;
mod prose;
mod spelling;
mod typography;
mod untranslated;
mod unused_facts;
mod unused_strings;

use std::fs;
use std::ops::Range;
use std::path::Path;

pub use fix::{Fix, Fixed, apply, with_fixes};

use crate::stages::load::{languages, read_config};
use fix::Edit;
use formats::code::Code;
use formats::problem::{Place, Problem};
use model::lang::Lang;
use walkdir::WalkDir;

/// What the checks of texts found.
#[derive(Debug, Default)]
pub struct ContentFindings {
    /// The findings.
    pub findings: Vec<Finding>,
    /// The languages whose spelling was not checked, because no dictionary is installed.
    pub unchecked_spelling: Vec<Lang>,
}

/// A finding, and what would correct it.
#[derive(Debug)]
pub struct Finding {
    /// The finding.
    pub problem: Problem,
    /// The change that corrects it.
    pub fix: Option<Fix>,
}

/// One file with texts in one language.
struct TextFile {
    /// Path from the project's root.
    file: String,
    lang: Lang,
    text: String,
    /// What of it is prose.
    prose: Vec<Range<usize>>,
}

impl TextFile {
    /// A finding at a part of the file.
    fn finding(
        &self,
        code: Code,
        at: Range<usize>,
        message: String,
        hint: String,
        fix: Option<String>,
    ) -> Finding {
        let place = Place::of_offset(&self.text, at.start);
        Finding {
            problem: Problem::at(code, &self.file, place, message).hint(hint),
            fix: fix.map(|new| self.replace(at, new)),
        }
    }

    /// A change of a part of the file.
    fn replace(&self, at: Range<usize>, new: String) -> Fix {
        let old = self.text[at.clone()].to_owned();
        Fix::Replace(Edit { at, old, new })
    }
}

/// Checks the texts of the project at `root`. SiteFiles that cannot be read are the build's to report.
pub fn check(root: &Path) -> ContentFindings {
    let Ok(languages) = languages(root) else {
        return ContentFindings::default();
    };
    let files: Vec<TextFile> = languages.iter().flat_map(|lang| read(root, lang)).collect();
    let mut findings: Vec<Finding> = files.iter().flat_map(typography::check).collect();
    findings.extend(unused_strings::check(root, &files));
    let unused = read_config(root).map(|config| unused_facts::check(root, &config, &files));
    findings.extend(unused.into_iter().flatten().map(|problem| Finding { problem, fix: None }));
    findings.extend(pictures::check(root, &files));
    let translated = untranslated::being_translated(&files);
    findings.extend(untranslated::check(root, languages, &files, &translated));
    findings.extend(glyphs::check(root, files.iter().filter(|file| !translated.contains(&file.lang))));
    let mut unchecked_spelling = Vec::new();
    for lang in languages {
        match spelling::check(root, languages, lang, &files) {
            Some(found) => findings.extend(found),
            None => unchecked_spelling.push(lang),
        }
    }
    ContentFindings { findings, unchecked_spelling }
}

/// A problem for each letter that the fonts lack, at its first place in each file.
pub fn missing_letters(root: &Path) -> Vec<Problem> {
    let languages = languages(root).ok().into_iter().flatten();
    let files: Vec<TextFile> = languages.flat_map(|lang| read(root, lang)).collect();
    glyphs::check(root, files.iter()).into_iter().map(|finding| finding.problem).collect()
}

/// The Markdown files and the strings of a language, sorted by path.
fn read(root: &Path, lang: Lang) -> Vec<TextFile> {
    let folder = format!("content/{lang}");
    let entries = WalkDir::new(root.join(&folder)).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = entries.filter_map(|entry| {
        let below = entry.path().strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        let find: fn(&str) -> Vec<Range<usize>> = match below.rsplit_once('.')?.1 {
            "md" => prose::of_markdown,
            "json" if below.ends_with("/strings.json") => prose::of_strings,
            _ => return None,
        };
        let text = fs::read_to_string(entry.path()).ok()?;
        Some(TextFile { prose: find(&text), file: below, lang, text })
    });
    files.collect()
}
