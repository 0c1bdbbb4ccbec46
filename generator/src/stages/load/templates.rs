//! Templates (of pages and of their Markdown alternates) and icons below `templates/`.

use std::path::Path;

use super::files;
use model::problem::Problem;
use model::source::{Icon, MARKDOWN_FOLDER, TemplateFile};

const FOLDER: &str = "templates";

pub(super) fn read(root: &Path, problems: &mut Vec<Problem>) -> Vec<TemplateFile> {
    let mut templates = Vec::new();
    for file in files::list(root, FOLDER, problems) {
        let name = file[FOLDER.len() + 1..].to_owned();
        let is_template =
            name.ends_with(".html") || name.starts_with(MARKDOWN_FOLDER) && name.ends_with(".md");
        if !is_template || name.starts_with("static/") {
            continue;
        }
        match files::read_text(root, &file) {
            Ok(source) => templates.push(TemplateFile { name, file, source }),
            Err(problem) => problems.push(problem),
        }
    }
    templates
}

/// The names of the templates of PDF documents. The documents' compiler reads the files and reports their errors.
pub(super) fn list_documents(root: &Path, problems: &mut Vec<Problem>) -> Vec<String> {
    let folder = format!("{FOLDER}/documents");
    let names = files::list(root, &folder, problems)
        .into_iter()
        .filter_map(|file| {
            let name = &file[folder.len() + 1..];
            (name.ends_with(".typ") && !name.contains('/')).then(|| name.to_owned())
        });
    names.collect()
}

pub(super) fn read_icons(root: &Path, problems: &mut Vec<Problem>) -> Vec<Icon> {
    let folder = format!("{FOLDER}/icons");
    let mut icons = Vec::new();
    for file in files::list(root, &folder, problems) {
        let Some(name) = file[folder.len() + 1..].strip_suffix(".svg").map(str::to_owned) else {
            continue;
        };
        match files::read_text(root, &file) {
            Ok(text) => match text.find("<svg") {
                Some(start) => icons.push(Icon {
                    name,
                    svg: text[start..].trim_end().to_owned(),
                }),
                None => problems.push(Problem::in_file(file, "this icon has no `<svg>` element")),
            },
            Err(problem) => problems.push(problem),
        }
    }
    icons
}
