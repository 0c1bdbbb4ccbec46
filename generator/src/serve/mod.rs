//! The development server of `site serve`: it serves the built site as the host will, receives leads, and keeps open
//! pages as their sources are. Its routes: the built site, pages for developers under `/_dev`, and the lead function.

// A request's path becomes a file's in `served_folder` alone. Tests write their files themselves.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod answer;
#[expect(clippy::disallowed_methods, reason = "two files of fixed names")]
mod cdn_rules;
pub(crate) mod edit;
mod live;
#[expect(clippy::disallowed_methods, reason = "opens files below a folder")]
mod served_folder;
mod start_page;
mod state;
mod workbench;

pub use cdn_rules::CdnRules;
pub use edit::Editor;
pub use live::FileChanges;
pub use start_page::{Overview, StubSwitch};
pub use state::ShownProblem;
pub use state::{BuildOutcome, ServeState};

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use platform::own_names::{refuse_other_machines, refuse_other_names, refuse_other_sites};

use answer::{answer, last_resort};
use live::{EVENTS_PATH, SCRIPT, SCRIPT_PATH, stream};

/// All routes of the project in `root`, with its editor if it has one; `function` is the router of the lead function.
/// They answer to the server's own names only. What costs work or changes something is not for pages of other sites, and what
/// shows or changes the author's files is only for browsers on this machine.
pub fn router(root: &Path, state: Arc<ServeState>, editor: Option<Editor>, function: Router) -> Router {
    let private = Router::new()
        .route(start_page::PATH, get(start_page::start_page))
        .route(start_page::PULL_PATH, post(start_page::request_pull))
        .route(start_page::STUB_PATH, post(start_page::switch))
        .route(start_page::MAIL_ROUTE, get(start_page::mail))
        .route(start_page::COUNTS_ROUTE, get(start_page::counts))
        .merge(editor.map(edit::routes).unwrap_or_default())
        .merge(workbench::routes(root.to_owned()))
        .route_layer(from_fn(refuse_other_machines));
    let names = state.names.clone();
    Router::new()
        .route(SCRIPT_PATH, get(|| async { ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT) }))
        .route(EVENTS_PATH, get(|State(state): State<Arc<ServeState>>| async move { stream(state) }))
        .merge(private)
        .route_layer(from_fn(refuse_other_sites))
        .fallback(site)
        .with_state(state)
        .merge(function)
        .layer(from_fn_with_state(names, refuse_other_names))
}

async fn site(State(state): State<Arc<ServeState>>, request: Parts) -> Response {
    let path = request.uri.path();
    let (lang, texts) = (state.language_of(path), state.fallback_texts(path));
    // A panic must not end the server, and its answer still links to the home page (S5f).
    let task = tokio::spawn(async move { answer(&state, &request) });
    task.await.unwrap_or_else(|_| last_resort(StatusCode::INTERNAL_SERVER_ERROR, lang, &texts))
}

#[cfg(test)]
mod tests;
