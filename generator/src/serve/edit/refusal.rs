//! What the editor's API answers when it does nothing.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Serialize;
use ts_rs::TS;

use super::version::EditedDocument;
use formats::problem::Problem;
use formats::yaml::Step;
use model::build_error::BuildError;
use model::lang::Lang;

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

#[derive(Debug)]
pub(super) enum Refusal {
    Missing,
    /// The request has no `If-Match`.
    NoPrecondition,
    /// A file was changed since it was read: what it is now.
    Overtaken(Box<EditedDocument>),
    /// The author's files would have these problems.
    Problems(Vec<FieldProblem>),
    /// What was asked for cannot be.
    Impossible(String),
    /// A file cannot be read or written.
    Failed(String),
}

/// A problem of a document.
#[derive(Clone, Debug, Serialize, TS)]
pub(crate) struct FieldProblem {
    /// As on the terminal.
    pub(super) text: String,
    /// The language of its file, when it is one of the document's.
    #[ts(as = "Option<String>")]
    pub(super) lang: Option<Lang>,
    /// The value that it concerns; empty when it concerns none.
    pub(super) path: Vec<Step>,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::Problems(vec![FieldProblem { text: problem.labelled(), lang: None, path: Vec::new() }])
    }
}

impl From<BuildError> for Refusal {
    fn from(error: BuildError) -> Refusal {
        Refusal::Failed(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let because = |status, message: &str| (status, Json(Reason { message })).into_response();
        match self {
            Refusal::Missing => because(StatusCode::NOT_FOUND, "there is no such document"),
            Refusal::NoPrecondition => {
                because(StatusCode::PRECONDITION_REQUIRED, "send the `ETag` of the document as `If-Match`")
            }
            Refusal::Overtaken(view) => (StatusCode::PRECONDITION_FAILED, *view).into_response(),
            Refusal::Problems(problems) => {
                let problems = Json(Problems { problems });
                (StatusCode::UNPROCESSABLE_ENTITY, problems).into_response()
            }
            Refusal::Impossible(message) => because(StatusCode::UNPROCESSABLE_ENTITY, &message),
            Refusal::Failed(message) => because(StatusCode::INTERNAL_SERVER_ERROR, &message),
        }
    }
}
