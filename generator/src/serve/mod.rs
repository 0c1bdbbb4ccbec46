//! The development server of `site serve`: the built site as its host will serve it, the lead function, and pages for developers
//! under `/_dev`. Each request for the gallery bundles it again, with the headers of the site: what works there works on a page.

// A request's path becomes a file's in `served_folder` alone. Tests write their files themselves.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod answer;
mod cached_file;
#[expect(clippy::disallowed_methods, reason = "two files of fixed names")]
mod cdn_rules;
pub(crate) mod edit;
mod live;
mod overview;
#[expect(clippy::disallowed_methods, reason = "opens files below a folder")]
mod served_folder;
mod start_page;
mod state;
mod stub_switch;

pub use cdn_rules::CdnRules;
pub use edit::Editor;
pub use live::FileChanges;
pub use overview::Overview;
pub use state::{ServeState, ShownProblem};
pub use stub_switch::StubSwitch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path as Segment, State};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use minijinja::context;
use platform::own_names::{refuse_other_machines, refuse_other_names, refuse_other_sites};

use crate::cache;
use crate::outputs::fallback_page;
use crate::outputs::headers::content_type;
use crate::project;
use crate::stages::load;
use crate::stages::prerender::workbench;
use answer::{answer, fallback, last_resort};
use formats::problem::Bug;
use live::{EVENTS_PATH, SCRIPT, SCRIPT_PATH, stream};
use model::build_error::BuildError;
use served_folder::{RequestPath, ServedFolder};
use start_page::rendered;

/// All routes of the project in `root` and of its lead function, with its editor if it has one.
/// They answer to the server's own names only. What costs work or changes something is not for pages of other sites, and what
/// shows or changes the author's files is only for browsers on this machine.
pub fn router(root: &Path, state: Arc<ServeState>, editor: Option<Editor>) -> Router {
    let private = Router::new()
        .route(start_page::PATH, get(start_page::start_page))
        .route("/_dev/pull", post(start_page::request_pull))
        .route("/_dev/stub", post(start_page::switch))
        .route("/_dev/leads/{reference}", get(start_page::mail))
        .route("/_dev/counts", get(start_page::counts))
        .merge(editor.map(edit::routes).unwrap_or_default())
        .merge(developer_routes(root.to_owned()))
        .route_layer(from_fn(refuse_other_machines));
    let (names, function) = (state.names.clone(), state.leads.router());
    Router::new()
        .route(
            SCRIPT_PATH,
            get(|| async { ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT) }),
        )
        .route(
            EVENTS_PATH,
            get(|State(state): State<Arc<ServeState>>| async move { stream(state) }),
        )
        .merge(private)
        .route_layer(from_fn(refuse_other_sites))
        .fallback(site)
        .with_state(state)
        .merge(function)
        .layer(from_fn_with_state(names, refuse_other_names))
}

async fn site(State(state): State<Arc<ServeState>>, request: Parts) -> Response {
    let (shared, path) = (Arc::clone(&state), request.uri.path().to_owned());
    // A panic must not end the server, and its answer still links to the home page (S5f).
    let task = tokio::spawn(async move { answer(&state, &request) });
    task.await
        .unwrap_or_else(|_| last_resort(&shared, StatusCode::INTERNAL_SERVER_ERROR, &path))
}

/// The template with the patterns of drawings, from the project's root.
const PATTERNS: &str = "templates/parts/patterns.html";

/// The pages beside that of the editor.
const PAGES: [&str; 2] = ["gallery", "style-guide"];

fn developer_routes(root: PathBuf) -> Router<Arc<ServeState>> {
    let files = ServedFolder::below(&root, [cache::FOLDER, "workbench"]);
    Router::new()
        .route(
            "/_dev/{page}",
            get(|Segment(name): Segment<String>, state| async move {
                match PAGES.into_iter().find(|page| *page == name) {
                    Some(page) => developer_page(page, "site", root, state).await,
                    None => (StatusCode::NOT_FOUND, "Not Found").into_response(),
                }
            }),
        )
        .route(
            "/_dev/files/{file}",
            // In the decoded segment, `%2F` has become a slash, which no path may contain.
            get(|Segment(name): Segment<String>| async move {
                match RequestPath::new([&*name]).and_then(|path| files.read(&path).ok()) {
                    Some(bytes) => ([(CONTENT_TYPE, content_type(&name))], bytes).into_response(),
                    None => (StatusCode::NOT_FOUND, "Not Found").into_response(),
                }
            }),
        )
}

/// A page with the script and the style sheet of these names.
async fn developer_page(
    name: &str,
    styles: &str,
    root: PathBuf,
    State(state): State<Arc<ServeState>>,
) -> Response {
    let bundled = tokio::task::spawn_blocking(move || bundle(&root)).await;
    match bundled.unwrap_or_else(|error| Err(Bug(error.to_string()).into())) {
        Ok(patterns) => {
            let values = context! { name, styles, patterns };
            let page = rendered(
                "developer_page.html",
                include_str!("developer_page.html"),
                values,
            );
            (state.last_build().rules.headers_for("/"), page.map(Html)).into_response()
        }
        Err(error) => {
            let message = format!("The page cannot be made\n{}", error.details());
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            fallback(status, fallback_page(None, None, Some(&message), status))
        }
    }
}

/// Bundles the islands and the styles. Returns the hatches that plans refer to, as pages with drawings define them.
#[expect(clippy::disallowed_methods, reason = "files of fixed names")]
fn bundle(root: &Path) -> Result<String, BuildError> {
    let config = load::read_config(root)?;
    // The editor opens without a logo that cannot be read: the site's own problems name its file.
    let theme = load::read_theme_with_logo(root).or_else(|_| load::read_theme(root))?;
    workbench(root, &root.join(cache::FOLDER), &config.behaviour, &theme)?;
    let path = project::path(root, PATTERNS);
    let template = std::fs::read_to_string(&path).map_err(BuildError::at(&path))?;
    let rendered = minijinja::Environment::new().render_str(&template, ());
    rendered.map_err(|error| Bug(format!("{PATTERNS}: {error}")).into())
}

#[cfg(test)]
mod tests;
