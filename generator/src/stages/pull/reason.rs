//! Why an inventory, or a part of it, is not used. Each message names the key of `site.yaml`, the value, and what to do.

use std::fmt::Display;
use std::path::Path;

use platform::answer::{AnswerError, Fault, FieldError};
use platform::client::{CallError, ErrorKind};

pub use model::build_error::InventoryReason as Reason;

/// A reason of this kind.
pub(super) fn reason(kind: &'static str, message: impl Display) -> Reason {
    Reason {
        kind,
        message: message.to_string(),
        is_implausible: false,
    }
}

/// A readable value that is only implausible, so that `--accept-inventory` can accept it.
pub(super) fn implausible(kind: &'static str, message: impl Display) -> Reason {
    Reason {
        is_implausible: true,
        ..reason(kind, message)
    }
}

/// A file with inventory or amenities that cannot be used.
pub(super) fn bad_file(path: &Path, detail: impl Display) -> Reason {
    reason(
        "bad_file",
        format!("{}: cannot be used: {detail}", path.display()),
    )
}

/// A stored file of another project, with its `platform.project_code`.
pub(super) fn foreign(path: &Path, other: &str, project: &str) -> Reason {
    let message = format!(
        "{}: was stored for the project `{other}`, and `platform.project_code` of site.yaml is `{project}`, so it is not used: \
         run `site pull` to replace it, or correct the code",
        path.display()
    );
    reason("foreign_snapshot", message)
}

/// The reason for a failed call.
pub(super) fn of_call(error: &CallError) -> Reason {
    let is_status = |error: &FieldError| error.field == "status" && matches!(error.fault, Fault::Unmapped(_));
    match &error.kind {
        ErrorKind::Answer(AnswerError::Fields(errors)) if errors.iter().all(is_status) => {
            reason("unknown_status", error)
        }
        ErrorKind::Answer(AnswerError::Fields(_) | AnswerError::Shape { .. }) => {
            let hint = "compare the field names under `platform:` in site.yaml with the platform's answer";
            reason("broken_schema", format!("{error}: {hint}"))
        }
        _ => reason("failed", error),
    }
}
