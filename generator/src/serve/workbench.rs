//! Pages for developers under `/_dev`: the gallery of island states and the style guide; and the page of the editor.
//!
//! Each request bundles them again, so that they show the current sources. They have the headers of the site, so that
//! what works here also works on a page.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path as Segment, State};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;

use super::answer::last_resort;
use super::served_folder::{RequestPath, ServedFolder};
use super::state::ServeState;
use crate::cache;
use crate::outputs::FallbackTexts;
use crate::outputs::headers::content_type;
use crate::project;
use crate::stages::load;
use crate::stages::prerender::workbench;
use formats::problem::Bug;
use model::build_error::BuildError;

/// The template with the patterns of drawings, from the project's root.
const PATTERNS: &str = "templates/parts/patterns.html";

/// The pages beside that of the editor.
const PAGES: [&str; 2] = ["gallery", "style-guide"];

/// The routes of the project in `root`.
pub fn routes(root: PathBuf) -> Router<Arc<ServeState>> {
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
            get(|Segment(name): Segment<String>| async move { bundled_file(&name, &files) }),
        )
}

/// A page with the script and the style sheet of these names.
pub(super) async fn developer_page(
    name: &str,
    styles: &str,
    root: PathBuf,
    State(state): State<Arc<ServeState>>,
) -> Response {
    let bundled = tokio::task::spawn_blocking(move || bundle(&root)).await;
    match bundled.unwrap_or_else(|error| Err(Bug(error.to_string()).into())) {
        Ok(patterns) => {
            let script = format!("<script type=\"module\" src=\"/_dev/files/{name}.js\"></script>");
            let page = document(name, styles, &format!("{patterns}\n{script}"));
            (state.last_build().rules.headers_for("/"), page).into_response()
        }
        Err(error) => {
            let message = format!("The page cannot be made\n{}", error.details());
            let texts = FallbackTexts::default().with_message(message);
            last_resort(StatusCode::INTERNAL_SERVER_ERROR, None, &texts)
        }
    }
}

/// Bundles the islands and the styles. Returns the hatches that plans refer to, as pages with drawings in every
/// theme define them.
#[expect(clippy::disallowed_methods, reason = "files of fixed names")]
fn bundle(root: &Path) -> Result<String, BuildError> {
    let config = load::read_config(root)?;
    let theme = load::read_theme(root)?;
    workbench(root, &root.join(cache::FOLDER), &config.behaviour, &theme)?;
    let path = project::path(root, PATTERNS);
    let template = std::fs::read_to_string(&path).map_err(BuildError::at(&path))?;
    let rendered = minijinja::Environment::new().render_str(&template, ());
    rendered.map_err(|error| Bug(format!("{PATTERNS}: {error}")).into())
}

/// A bundled file. `name` is the decoded segment of the route, in which `%2F` has become a slash.
fn bundled_file(name: &str, files: &ServedFolder) -> Response {
    match RequestPath::new([name]).and_then(|path| files.read(&path).ok()) {
        Some(bytes) => ([(CONTENT_TYPE, content_type(name))], bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "Not Found").into_response(),
    }
}

fn document(title: &str, styles: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n<link rel=\"stylesheet\" href=\"/_dev/files/{styles}.css\">\n</head>\n\
         <body data-theme=\"light\">\n{body}\n</body>\n</html>\n"
    ))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::Request;
    use tower::ServiceExt as _;

    use super::*;

    async fn get_answer(path: &str) -> Response {
        let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().expect("a folder");
        let state = Arc::new(ServeState::new(folder.path().to_owned(), false));
        let request = Request::get(path).body(Body::empty()).expect("a request");
        routes(root).with_state(state).oneshot(request).await.expect("an answer")
    }

    async fn get_status(path: &str) -> u16 {
        get_answer(path).await.status().as_u16()
    }

    #[tokio::test]
    async fn the_gallery_and_the_style_guide_are_bundled_on_request() {
        assert_eq!(get_status("/_dev/gallery").await, 200);
        assert_eq!(get_status("/_dev/style-guide").await, 200);
        assert_eq!(get_status("/_dev/files/gallery.js").await, 200);
        assert_eq!(get_status("/_dev/files/site.css").await, 200);
    }

    #[tokio::test]
    async fn the_gallery_has_the_hatches_of_plans() {
        let body = axum::body::to_bytes(get_answer("/_dev/gallery").await.into_body(), usize::MAX)
            .await
            .expect("a body");
        let html = String::from_utf8_lossy(&body);
        assert!(html.contains("<pattern id=\"hatch-reservado\""));
        assert!(!html.contains("{#"), "the template is rendered");
    }

    #[tokio::test]
    async fn other_paths_are_not_found() {
        for path in ["/_dev/other", "/_dev/files/..%2f..%2fsite.yaml", "/_dev/files/%2e%2e"] {
            assert_eq!(get_status(path).await, 404, "{path}");
        }
    }
}
