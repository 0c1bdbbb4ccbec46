//! Writes the notice of a lead with what the site says about its unit.

use super::{Notice, NoticeStyle, compose};
use crate::config::Config;
use crate::delivery::unit_page::UnitPages;
use crate::lead::Lead;
use minijinja::Error;
use model::lang::Lang;

/// Writes notices in the team's language.
pub(crate) struct NoticeWriter {
    style: NoticeStyle,
    /// None when the site's URL is not known.
    pages: Option<UnitPages>,
}

impl NoticeWriter {
    /// A writer of notices with links to the site at `site_url`, which may be empty. `http` must not follow redirects.
    pub(crate) fn new(lang: Lang, site_url: &str, config: &Config, http: &reqwest::Client) -> Self {
        let site_url = site_url.to_owned();
        let pages = UnitPages::new(http.clone(), site_url.clone());
        Self {
            pages: (!site_url.is_empty()).then_some(pages),
            style: NoticeStyle {
                lang,
                time_zone: config.time_zone.clone(),
                site_url,
            },
        }
    }

    /// The notice about a lead. It says less about the unit when the site does not answer at once.
    ///
    /// # Errors
    /// A template does not match its values.
    pub(crate) async fn write(&self, lead: &Lead, suspected_spam: bool) -> Result<Notice, Error> {
        let unit = match (&self.pages, &lead.unit) {
            (Some(pages), Some(code)) => Some((pages, pages.look_up(lead.lang, code).await)),
            _ => None,
        };
        let unit = unit.as_ref().map(|(pages, lookup)| (*pages, lookup));
        compose(lead, suspected_spam, unit, &self.style)
    }
}
