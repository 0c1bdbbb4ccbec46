//! The files below `templates/`: templates of pages and of their Markdown alternates, names of templates of PDF
//! documents, icons, and files that are published unchanged (`templates/static/favicon.svg` becomes `/favicon.svg`).

use std::path::Path;

use super::files;
use crate::project;
use formats::code::Code;
use formats::problem::Problem;
use formats::templating::template_problem;
use model::source::{DOCUMENTS_FOLDER, Icon, MARKDOWN_FOLDER, SHARE_FOLDER, StaticFile, TemplateFile};

/// The templates below `home`, the folder that [`project::base`] finds; likewise for the other functions.
pub(super) fn read_templates(home: &Path, problems: &mut Vec<Problem>) -> Vec<TemplateFile> {
    files::read_each(home, "templates", problems, |file, name| {
        let is_in = |folder: &str, ending: &str| name.starts_with(folder) && name.ends_with(ending);
        let is_template = is_in("", ".html")
            || is_in(MARKDOWN_FOLDER, ".md")
            || is_in(DOCUMENTS_FOLDER, ".json")
            || is_in(SHARE_FOLDER, ".svg");
        if !is_template || name.starts_with("static/") {
            return Ok(None);
        }
        let source = files::read_text(home, file)?;
        match template_problem::of_length(&source, file) {
            Some(problem) => Err(problem),
            None => Ok(Some(TemplateFile { name: name.to_owned(), source, file: file.to_owned() })),
        }
    })
}

/// The names of the templates of pages, without `.html`, sorted.
pub fn page_templates(root: &Path) -> Vec<String> {
    let home = project::base(root, project::TEMPLATES);
    let names = files::list_files(&home, "templates/pages", &mut Vec::new()).into_iter();
    let names = names.filter_map(|file| {
        let name = file.strip_prefix("templates/pages/")?.strip_suffix(".html")?;
        Some(name.to_owned())
    });
    names.collect()
}

/// The names of the templates of PDF documents. The documents' compiler reads the files and reports their errors.
pub(super) fn list_documents(home: &Path, problems: &mut Vec<Problem>) -> Vec<String> {
    files::read_each(home, "templates/documents", problems, |_, name| {
        Ok((name.ends_with(".typ") && !name.contains('/')).then(|| name.to_owned()))
    })
}

pub(super) fn read_icons(home: &Path, problems: &mut Vec<Problem>) -> Vec<Icon> {
    files::read_each(home, "templates/icons", problems, |file, name| {
        let Some(name) = name.strip_suffix(".svg") else {
            return Ok(None);
        };
        let text = files::read_text(home, file)?;
        let Some(start) = text.find("<svg") else {
            return Err(Problem::in_file(Code::InvalidDrawing, file, "this icon has no `<svg>` element"));
        };
        Ok(Some(Icon { name: name.to_owned(), svg: text[start..].trim_end().to_owned() }))
    })
}

pub(super) fn read_static_files(home: &Path, problems: &mut Vec<Problem>) -> Vec<StaticFile> {
    files::read_each(home, "templates/static", problems, |file, name| {
        Ok(Some(StaticFile {
            path: name.to_owned(),
            bytes: files::read_bytes(home, file)?.into(),
            file: file.to_owned(),
        }))
    })
}
