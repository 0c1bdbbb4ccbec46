//! The files below `templates/`: templates of pages, Markdown alternates and documents, and icons.
//! The engine's templates and those of the project, which replace files of the same path, are copied to one folder: an override
//! counts everywhere. A file that nothing reads is a problem: most often an override whose path is misspelt.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::files;
use crate::cache::file;
use crate::project::{self, MERGED, TEMPLATES};
use formats::problem::{Code, Problem, most_similar, ok_unless, sorted};
use formats::templating::template_problem;
use model::source::{DOCUMENTS_FOLDER, MARKDOWN_FOLDER, PageSource, SHARE_FOLDER};
use model::theme;

/// The templates below `home`, the folder that [`project::base`] finds; likewise for the other functions.
pub(super) fn read_templates(home: &Path, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let templates = files::read_each(home, "templates", problems, |file, name| {
        let is_in = |folder: &str, ending: &str| name.starts_with(folder) && name.ends_with(ending);
        let is_template = is_in("", ".html")
            || is_in(MARKDOWN_FOLDER, ".md")
            || is_in(DOCUMENTS_FOLDER, ".json")
            || is_in(SHARE_FOLDER, ".svg");
        if !is_template || name.starts_with("static/") {
            return Ok(None);
        }
        let source = files::read_text(home, file)?;
        let too_long = template_problem::of_length(&source, file);
        too_long.map_or(Ok(Some((name.to_owned(), source))), Err)
    });
    templates.into_iter().collect()
}

/// The names of the templates of pages, without `.html`, sorted.
pub fn page_templates(root: &Path) -> Vec<String> {
    files::read_each(
        &project::base(root, TEMPLATES),
        "templates/pages",
        &mut Vec::new(),
        |_, name| Ok(name.strip_suffix(".html").map(str::to_owned)),
    )
}

/// The names of the templates of PDF documents. The documents' compiler reads the files and reports their errors.
pub(super) fn list_documents(home: &Path, problems: &mut Vec<Problem>) -> Vec<String> {
    files::read_each(home, "templates/documents", problems, |_, name| {
        Ok((name.ends_with(".typ") && !name.contains('/')).then(|| name.to_owned()))
    })
}

pub(super) fn read_icons(home: &Path, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let icons = files::read_each(home, "templates/icons", problems, |file, name| {
        let Some(name) = name.strip_suffix(".svg") else {
            return Ok(None);
        };
        let text = files::read_text(home, file)?;
        let Some(start) = text.find("<svg") else {
            return Err(Problem::in_file(
                Code::InvalidDrawing,
                file,
                "this icon has no `<svg>` element",
            ));
        };
        Ok(Some((name.to_owned(), text[start..].trim_end().to_owned())))
    });
    icons.into_iter().collect()
}

/// Writes what changed since the last build, before [`load`](super::load()); nothing for a project without an engine, and an
/// error for a folder without a project.
pub fn merge_templates(root: &Path) -> Result<(), Vec<Problem>> {
    super::config_text(root)?;
    let Some(engine) = project::engine(root) else {
        return Ok(());
    };
    let mut problems = Vec::new();
    let mut sources = BTreeMap::new();
    for home in [engine.as_path(), root] {
        let files = files::list_files(home, TEMPLATES, &mut problems).into_iter();
        sources.extend(files.map(|file| (file.clone(), home.join(file))));
    }
    let merged = root.join(MERGED);
    for (file, from) in &sources {
        let to = merged.join(file);
        // Another build of this project may read the file meanwhile.
        let copied = fs::read(from).and_then(|bytes| {
            if fs::read(&to).is_ok_and(|old| old == bytes) {
                Ok(())
            } else {
                file::replace(&to, &bytes)
            }
        });
        if let Err(error) = copied {
            problems.push(files::unreadable(
                file,
                format!("cannot be copied to {MERGED}: {error}"),
            ));
        }
    }
    // What neither the engine nor the project has any more.
    for entry in WalkDir::new(&merged).into_iter().filter_map(Result::ok) {
        let name = entry.path().strip_prefix(&merged).unwrap_or(entry.path());
        if entry.file_type().is_file() && !sources.contains_key(&system::slashed(name)) {
            // A file that another build removed already.
            let _ = fs::remove_file(entry.path());
        }
    }
    ok_unless(sorted(problems), ())
}

/// Folders whose files are used by their names alone.
const BY_NAME: [&str; 5] = ["static", "icons", "fonts", "documents/fonts", "logo"];
/// The folder of the style sheets of single pages.
const PAGE_STYLES: &str = "templates/styles/pages/";

/// A problem for each file that replaces none of the engine's, and that neither a page nor another template names.
pub(super) fn unread_templates(root: &Path, pages: &[PageSource]) -> Vec<Problem> {
    let Some(engine) = project::engine(root) else {
        return Vec::new();
    };
    let own = files::list_files(root, TEMPLATES, &mut Vec::new());
    // Without an extension it is a file of an editor, for a moment.
    let is_template = |file: &String| Path::new(file).extension().is_some_and(|kind| kind != "md");
    let own: Vec<String> = own
        .into_iter()
        .filter(|file| !engine.join(file).exists() && is_template(file))
        .collect();
    if own.is_empty() {
        return Vec::new();
    }
    let base = project::base(root, TEMPLATES);
    let read = |file: String| files::read_text(&base, &file).ok().map(|text| (file, text));
    let all = files::list_files(&base, TEMPLATES, &mut Vec::new());
    let mut texts: Vec<(String, String)> = all.into_iter().filter_map(read).collect();
    texts.extend(files::read_text(root, theme::FILE).map(|text| (theme::FILE.to_owned(), text)));
    let is_read = |file: &String| {
        let path = &file[TEMPLATES.len() + 1..];
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split('.').next().unwrap_or(name);
        // Templates name each other by their paths, style sheets and documents by relative ones.
        let named = if name.ends_with(".html") { path } else { name };
        let is_in = |folder: &&str| {
            path.strip_prefix(*folder)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        BY_NAME.iter().any(is_in)
            || is_in(&"pages") && pages.iter().any(|page| page.front.template == stem)
            || is_in(&"styles/pages")
                && base.join(format!("{TEMPLATES}/pages/{stem}.html")).exists()
            || texts
                .iter()
                .any(|(other, text)| other != file && text.contains(named))
    };
    let files_of_engine = files::list_files(&engine, TEMPLATES, &mut Vec::new());
    let known: Vec<&str> = files_of_engine.iter().map(String::as_str).collect();
    let problem = |file: String| {
        let meant = most_similar(&file, &known).map(|meant| format!("did you mean `{meant}`?"));
        // A style sheet of a page may have any name: the nearest one would only be a guess.
        let meant = match file.strip_prefix(PAGE_STYLES) {
            Some(name) => Some(format!(
                "link it in a template with `{{{{ asset(\"{name}\") }}}}`, or name it after a template of templates/pages"
            )),
            None => meant,
        };
        let problem = Problem::in_file(Code::InvalidFileName, file, "nothing reads this file");
        problem
            .hint("give it the path of the engine's file that it replaces, or remove it")
            .maybe_hint(meant)
    };
    own.into_iter()
        .filter(|file| !is_read(file))
        .map(problem)
        .collect()
}
