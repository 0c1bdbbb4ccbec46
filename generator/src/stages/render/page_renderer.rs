//! Renders a page of a finished site again, with other texts.

use std::fmt;
use std::sync::Arc;

use super::environment::Renderer;
use model::lang::PerLang;
use model::site::{Page, Site};

/// The templates and values of a finished site.
pub struct PageRenderer {
    /// The site.
    pub site: Arc<Site>,
    pub(super) renderers: PerLang<Renderer>,
}

impl PageRenderer {
    /// The HTML of the page with this index in the site's pages, with the texts of `changed`; nothing when a template
    /// refuses them, which a build reports.
    pub fn changed_page(&self, index: usize, changed: Page) -> Option<String> {
        self.renderers.get(changed.lang).changed_page(index, changed).ok()
    }
}

impl fmt::Debug for PageRenderer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PageRenderer")
    }
}
