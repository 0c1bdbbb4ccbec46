//! What is known about a request when its answer is written.

use crate::app_state::AppState;
use crate::post::{BodyKind, Post};
use crate::site::Site;
use axum::http::{HeaderMap, header};
use lead_site::{FormKind, Language};
use std::sync::Arc;

/// The context of a request.
pub(super) struct RequestContext<'a> {
    /// The shared parts of the function.
    pub state: &'a AppState,
    /// The site.
    pub site: &'a Arc<Site>,
    /// Whether the answer is an HTML page.
    pub wants_page: bool,
    /// The post; empty until it is parsed.
    pub post: Post,
    /// The form, once it is known.
    pub form: Option<FormKind>,
}

impl<'a> RequestContext<'a> {
    /// The context before the body is read.
    pub(super) fn new(
        state: &'a AppState,
        site: &'a Arc<Site>,
        kind: Option<BodyKind>,
        headers: &HeaderMap,
    ) -> Self {
        let accepts_page = headers
            .get(header::ACCEPT)
            .is_some_and(|value| value.to_str().is_ok_and(|text| text.contains("text/html")));
        let wants_page = match kind {
            Some(kind) => kind == BodyKind::Form,
            None => accepts_page,
        };
        Self { state, site, wants_page, post: Post::default(), form: None }
    }

    /// The language of the sending page; the site's default before the body is read.
    pub(super) fn language(&self) -> &'a Language {
        self.site.language(&self.post.lang())
    }
}
