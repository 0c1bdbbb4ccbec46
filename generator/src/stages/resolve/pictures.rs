//! The pictures that `site.yaml` and content files name: each is a file of `content/images/` with a text in each language.

use std::collections::BTreeSet;

use crate::stages::load::{PICTURES, name_problem, picture_name};
use formats::problem::{Code, Problem, did_you_mean};
use formats::yaml::Step;
use model::config::Config;
use model::lang::{Lang, PerLang};
use model::site::{Page, ProgressMonth};
use model::strings::Strings;

/// The pictures of the project.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureNames<'a> {
    files: &'a [String],
}

impl<'a> PictureNames<'a> {
    /// Those with these file names.
    pub(super) fn new(files: &'a [String]) -> PictureNames<'a> {
        PictureNames { files }
    }

    /// The file name of a picture.
    fn file(self, name: &str) -> Option<&'a str> {
        let mut files = self.files.iter().map(String::as_str);
        files.find(|file| picture_name(file) == name)
    }

    /// Whether it is the name of a picture.
    pub(super) fn contains(self, name: &str) -> bool {
        self.file(name).is_some()
    }

    /// The problem of a name that is not that of a picture: `report` gives it its place, `write` says how a name is written there.
    pub(super) fn problem(
        self,
        written: &str,
        report: &dyn Fn(Code, String) -> Problem,
        write: &dyn Fn(&str) -> String,
    ) -> Option<Problem> {
        if self.contains(written) {
            return None;
        }
        // Without what a data: URL may contain.
        let shown: String = written.chars().take(MOST_SHOWN).collect();
        let is_elsewhere = ["http://", "https://", "//"]
            .iter()
            .any(|start| written.starts_with(start));
        if is_elsewhere || written.starts_with("data:") {
            let message = if is_elsewhere {
                format!("the picture `{shown}` is on another site")
            } else {
                format!("the picture `{shown}` is data in the text")
            };
            let hint = format!("save it in {PICTURES}, and {}", write("its-name"));
            return Some(report(Code::UnknownPicture, message).hint(hint));
        }
        let file = written.rsplit(['/', '\\']).next().unwrap_or(written);
        let name = picture_name(file);
        if name != written && self.contains(name) {
            let message = format!("the picture `{shown}` has the name `{name}`");
            return Some(report(Code::UnknownPicture, message).hint(write(name)));
        }
        let names = self.files.iter().map(|file| picture_name(file));
        let message = format!("there is no picture `{name}` in {PICTURES}");
        let problem = report(Code::UnknownPicture, message);
        let add = format!("add the file there, and {}", write(name));
        Some(problem.hint(did_you_mean(name, names).unwrap_or(add)))
    }
}

/// How much of a wrong name a message shows, in characters.
const MOST_SHOWN: usize = 80;

/// A problem for each picture whose file has a wrong name, and for each that the settings, a page or a month names and that does not exist, or that has no text.
pub(super) fn unknown(
    config: &Config,
    pages: &[Page],
    progress: &PerLang<Vec<ProgressMonth>>,
    strings: &PerLang<Strings>,
    names: PictureNames<'_>,
) -> Vec<Problem> {
    let mut problems: Vec<Problem> = names
        .files
        .iter()
        .filter_map(|file| name_problem(file))
        .collect();
    let mut shown: BTreeSet<(Lang, String)> = BTreeSet::new();
    for (path, name) in config.named_pictures() {
        let report = |code, message: String| config.problem(code, &path, message);
        let write = |name: &str| format!("write `{name}`");
        problems.extend(names.problem(&name, &report, &write));
        shown.extend(config.languages.iter().map(|lang| (lang, name.clone())));
    }
    for source in pages.iter().filter_map(Page::source) {
        let Some(name) = &source.front.image else {
            continue;
        };
        let report = |code, message: String| source.problem(code, "image", message);
        let write = |name: &str| format!("write `image: {name}`");
        problems.extend(names.problem(name, &report, &write));
        shown.insert((source.lang, name.clone()));
    }
    let months = progress.values().flatten();
    for source in months.filter_map(|month| month.entry.as_ref()) {
        for (index, name) in source.front.photographs.iter().enumerate() {
            let path = [Step::Key("photographs".to_owned()), Step::Index(index)];
            let report = |code, message: String| {
                Problem::at(code, &source.file, source.place(&path), message)
            };
            let write = |name: &str| format!("write `{name}`");
            problems.extend(names.problem(name, &report, &write));
            shown.insert((source.lang, name.clone()));
        }
    }
    for (lang, name) in shown {
        let Some(file) = names.file(&name) else {
            continue;
        };
        let has_text = strings.get(lang).plain(&alt_key(&name)).is_some();
        if !has_text {
            problems.push(without_text(&format!("content/{lang}/strings.json"), file));
        }
    }
    problems
}

/// The string with the alternative text of a picture.
pub(crate) fn alt_key(name: &str) -> String {
    format!("images.{name}.alt")
}

/// The problem of a file of strings without the alternative text of a picture, given by its file name.
pub(crate) fn without_text(strings: &str, file: &str) -> Problem {
    let message = format!("the picture `{PICTURES}/{file}` has no alternative text");
    let hint = format!(
        "add the string `{}`: what it shows",
        alt_key(picture_name(file))
    );
    Problem::in_file(Code::MissingAlt, strings, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_name_is_reported_with_the_name_or_the_nearest_one() {
        let files = ["exterior.png", "sala.jpg"].map(str::to_owned);
        let names = PictureNames::new(&files);
        let report = |code, message: String| Problem::in_file(code, "a.md", message);
        let write = |name: &str| format!("write ![…]({name})");
        let said = |written: &str| {
            let problem = names.problem(written, &report, &write);
            problem.map(|problem| problem.to_string())
        };
        assert_eq!(said("exterior"), None);
        for (written, message) in [
            (
                "exteror",
                "there is no picture `exteror` in content/images: did you mean `exterior`?",
            ),
            (
                "../images/exteror.jpg",
                "there is no picture `exteror` in content/images: did you mean `exterior`?",
            ),
            (
                "exterior.png",
                "the picture `exterior.png` has the name `exterior`: write ![…](exterior)",
            ),
            (
                "..\\images\\sala.jpg",
                "the picture `..\\images\\sala.jpg` has the name `sala`: write ![…](sala)",
            ),
            (
                "https://x.example/sala.jpg",
                "the picture `https://x.example/sala.jpg` is on another site: save it in content/images, and write ![…](its-name)",
            ),
            (
                "data:image/png;base64,AAAA",
                "the picture `data:image/png;base64,AAAA` is data in the text: save it in content/images, and write ![…](its-name)",
            ),
        ] {
            assert_eq!(said(written), Some(format!("a.md: {message}")), "{written}");
        }
    }
}
