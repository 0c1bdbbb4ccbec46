//! What an author sees at once after a save: the page of the saved file with its new texts, in the site of the last build. The
//! build that follows checks the texts and makes everything else.

use super::Request;
use crate::stages::load;
use crate::stages::render::PageRenderer;
use crate::stages::resolve;

/// A page with new texts.
#[derive(Debug)]
pub struct Preview {
    /// Its path.
    pub url: String,
    /// The page.
    pub html: String,
}

/// The page of a file, given from the project's root. Nothing when the file is not a page of the site, when it has a problem, or
/// when more than the texts of its page changes: then only a build shows it.
pub fn render_file(request: &Request, renderer: &PageRenderer, file: &str) -> Option<Preview> {
    let site = &renderer.site;
    let source = load::read_page(&request.root, &site.config, file)?;
    let (index, page) = resolve::changed_page(site, source, request.view())?;
    let url = page.url.clone();
    let html = renderer.changed_page(index, page)?;
    Some(Preview { url, html })
}
