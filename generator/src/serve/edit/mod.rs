//! The editor of texts at `/_dev/edit`: a form over the files of `content/`, with an HTTP API below `/_dev/edit/api/`.
//!
//! It is only for browsers on this machine, and only while files are watched. What it saves is checked by the loader
//! first, and only the bytes of a change are written. The built site contains nothing of it.
//!
//! | request | answer |
//! |---|---|
//! | `GET documents` | `documents` and `pictures` |
//! | `GET documents/<id>` | `fields`, the texts in each of `languages`, and `ETag`; an id is `pages/<path>`, `months/<month>` or `strings/<group>` |
//! | `PUT documents/<id>` with `If-Match` | 200 and the document; 412 and the document as it is now; 422 and `problems`; 428 without `If-Match` |
//! | `POST documents` | creates a page or a month: 201, `id` and `note` |
//! | `GET pictures/<name>` | a picture of `content/images/` |

pub(crate) mod document;
pub(crate) mod version;

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Path as Segment, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::StatusCode;
use parking_lot::Mutex;
use serde::Serialize;
use ts_rs::TS;
use version::EditedDocument;

use super::answer::allow_own;
use super::state::ServeState;
use crate::stages::load::Unsaved;
use formats::problem::{Bug, Problem};
use formats::yaml::Step;
use model::build_error::BuildError;
use model::lang::Lang;

pub(super) const PATH: &str = "/_dev/edit";

/// Checks the project as it will be when texts are saved.
type Check = dyn Fn(&Unsaved) -> Result<(), BuildError> + Send + Sync;

/// The editor of a project.
pub struct Editor {
    root: PathBuf,
    check: Box<Check>,
    /// One save at a time, so that none replaces what another one has just written.
    saving: Mutex<()>,
}

impl Editor {
    /// The editor of the project in `root`; `check` checks texts before they are written.
    pub fn new(
        root: PathBuf,
        check: impl Fn(&Unsaved) -> Result<(), BuildError> + Send + Sync + 'static,
    ) -> Editor {
        Editor {
            root,
            check: Box::new(check),
            saving: Mutex::default(),
        }
    }
}

pub(super) fn routes(editor: Editor) -> Router<Arc<ServeState>> {
    type Shared = State<Arc<Editor>>;
    let root = editor.root.clone();
    let documents = get(|State(editor): Shared| run(move || document::list_documents(&editor)))
        .post(|State(editor): Shared, wanted| {
            run(move || document::create_document(&editor, wanted))
        });
    let document = get(|State(editor): Shared, Segment(id): Segment<String>| {
        run(move || EditedDocument::read(&editor.root, &id.parse()?))
    })
    .put(
        |State(editor): Shared, Segment(id): Segment<String>, headers, wanted| {
            run(move || version::save(&editor, &id, &headers, wanted))
        },
    );
    let picture = get(|State(editor): Shared, Segment(name): Segment<String>| {
        run(move || document::picture(&editor.root, &name))
    });
    Router::new()
        .route("/_dev/edit/api/documents", documents)
        .route("/_dev/edit/api/documents/{*id}", document)
        .route("/_dev/edit/api/pictures/{name}", picture)
        .with_state(Arc::new(editor))
        .route(PATH, get(move |state| editor_page(root, state)))
}

/// Runs work that reads and writes files on a thread of its own.
async fn run<T: IntoResponse>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Response {
    let done = tokio::task::spawn_blocking(move || work().into_response()).await;
    done.unwrap_or_else(|error| {
        Refusal::from(BuildError::from(Bug(error.to_string()))).into_response()
    })
}

/// The page of the editor. Unlike a page of the site it may show pages of this server in a frame.
async fn editor_page(root: PathBuf, state: State<Arc<ServeState>>) -> Response {
    let mut answer = super::developer_page("editor", "editor", root, state).await;
    allow_own(answer.headers_mut(), "frame-src");
    answer
}

/// The answer when an author's files would have problems.
#[derive(Debug, Serialize, TS)]
pub(crate) struct Problems {
    problems: Vec<FieldProblem>,
}

/// The answer when the API does nothing for another reason.
#[derive(Debug, Serialize, TS)]
pub(crate) struct Reason<'a> {
    message: &'a str,
}

/// The answer when the API does nothing.
#[derive(Debug)]
struct Refusal(Box<Response>);

impl Refusal {
    fn new(answer: impl IntoResponse) -> Refusal {
        Refusal(Box::new(answer.into_response()))
    }

    fn because(status: StatusCode, message: &str) -> Refusal {
        Refusal::new((status, Json(Reason { message })))
    }

    fn missing() -> Refusal {
        Refusal::because(StatusCode::NOT_FOUND, "there is no such document")
    }

    fn problems(problems: Vec<FieldProblem>) -> Refusal {
        Refusal::new((
            StatusCode::UNPROCESSABLE_ENTITY,
            Json(Problems { problems }),
        ))
    }
}

/// A problem of a document.
#[derive(Clone, Debug, Serialize, TS)]
pub(crate) struct FieldProblem {
    /// As on the terminal.
    text: String,
    /// The language of its file, when it is one of the document's.
    #[ts(as = "Option<String>")]
    lang: Option<Lang>,
    /// The value that it concerns; empty when it concerns none.
    path: Vec<Step>,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::problems(vec![FieldProblem {
            text: problem.labelled(),
            lang: None,
            path: Vec::new(),
        }])
    }
}

impl From<BuildError> for Refusal {
    fn from(error: BuildError) -> Refusal {
        Refusal::because(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        *self.0
    }
}
