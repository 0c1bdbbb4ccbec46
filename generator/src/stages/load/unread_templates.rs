//! Files of the project's own `templates/` that nothing reads: most often an override whose path is misspelt.

use std::path::Path;

use super::files;
use crate::project::{self, TEMPLATES};
use formats::code::Code;
use formats::problem::{Problem, most_similar};
use model::source::PageSource;
use model::theme;

/// Folders whose files are used by their names alone.
const BY_NAME: [&str; 5] = ["static", "icons", "fonts", "documents/fonts", "logo"];

/// A problem for each file that replaces none of the engine's, and that neither a page nor another template names.
pub(super) fn unread(root: &Path, pages: &[PageSource]) -> Vec<Problem> {
    let Some(engine) = project::engine(root) else {
        return Vec::new();
    };
    let own = files::list_files(root, TEMPLATES, &mut Vec::new());
    // Without an extension it is a file of an editor, for a moment.
    let is_template = |file: &String| Path::new(file).extension().is_some_and(|kind| kind != "md");
    let own = own.into_iter().filter(|file| !engine.join(file).exists() && is_template(file));
    let own: Vec<String> = own.collect();
    if own.is_empty() {
        return Vec::new();
    }
    let known = files::list_files(&engine, TEMPLATES, &mut Vec::new());
    let base = project::base(root, TEMPLATES);
    let all = files::list_files(&base, TEMPLATES, &mut Vec::new());
    let read = |file: &String| Some((file.clone(), files::read_text(&base, file).ok()?));
    let mut texts: Vec<(String, String)> = all.iter().filter_map(read).collect();
    texts.extend(files::read_text(root, theme::FILE).map(|text| (theme::FILE.to_owned(), text)));
    let is_read = |file: &String| {
        let path = &file[TEMPLATES.len() + 1..];
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split('.').next().unwrap_or(name);
        // Templates name each other by their paths, style sheets and documents by relative ones.
        let named = if name.ends_with(".html") { path } else { name };
        let is_in = |folder: &&str| path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
        BY_NAME.iter().any(is_in)
            || is_in(&"pages") && pages.iter().any(|page| page.front.template == stem)
            || is_in(&"styles/pages") && base.join(format!("{TEMPLATES}/pages/{stem}.html")).exists()
            || texts.iter().any(|(other, text)| other != file && text.contains(named))
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let problem = |file: String| {
        let hint = match most_similar(&file, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "give it the path of the engine's file that it replaces, or remove it".to_owned(),
        };
        Problem::in_file(Code::InvalidFileName, file, "nothing reads this file").hint(hint)
    };
    own.into_iter().filter(|file| !is_read(file)).map(problem).collect()
}
