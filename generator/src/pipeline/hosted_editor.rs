//! Adds the hosted editor to the files of a site that has one.

use std::path::Path;

use crate::hosted_editor;
use crate::project::licenses;
use crate::stages::load;
use formats::code::Code;
use formats::problem::Problem;
use model::build_error::BuildError;
use model::config::FILE;
use model::output::OutputFile;
use model::site::{Page, Site, template};

/// Adds its files, and the notices of its program to those of the site.
///
/// # Errors
/// A page with its address, and a missing package.
pub(super) fn add(root: &Path, site: &Site, files: &mut Vec<OutputFile>) -> Result<(), BuildError> {
    let Some(editor) = &site.config.editor else {
        return Ok(());
    };
    if let Some(page) = files.iter().find(|file| file.url == hosted_editor::PATH) {
        let message = format!("the hosted editor has the address `{}` of this page", hosted_editor::PATH);
        let problem = Problem::in_file(Code::DuplicateAddress, &page.origin, message);
        return Err(vec![problem.hint(format!("rename the page, or remove `editor` from {FILE}"))].into());
    }
    let months = site.pages.iter().find(|page| page.has_template(template::PROGRESS));
    let words = hosted_editor::FieldChoices {
        templates: load::page_templates(root),
        stages: load::stages(root),
        months: months.map(Page::slug),
    };
    let notices = hosted_editor::notices(root)?;
    if let Some(known) = files.iter_mut().find(|file| file.path == licenses::FILE) {
        known.bytes = [&known.bytes[..], notices.as_bytes()].concat().into();
    }
    files.extend(hosted_editor::files(root, &site.config, editor, &words)?);
    Ok(())
}
