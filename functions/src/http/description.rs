//! The OpenAPI description. `functions/tests/leads/description.rs` and `scripts/check-lead-function` check the function
//! against it.

use crate::messages;
use axum::http::header;
use axum::response::IntoResponse;
use std::sync::LazyLock;

/// The description as JSON text, with [`USES`] for the options of the field `space`.
const TEMPLATE: &str = include_str!("../../openapi.json");

/// The place of the uses in the enumerations of [`TEMPLATE`].
const USES: &str = "\"{{uses}}\"";

/// The description as JSON text.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    let uses = messages::SPACES.iter().map(|key| format!("\"{key}\""));
    TEMPLATE.replace(USES, &uses.collect::<Vec<_>>().join(", "))
});

/// `GET /api/openapi.json`.
pub(super) async fn serve() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_space_has_the_uses_of_the_site() {
        let description: serde_json::Value = serde_json::from_str(&DESCRIPTION).unwrap();
        let space = &description["components"]["schemas"]["ContactLead"]["properties"]["space"];
        assert_eq!(space["enum"], serde_json::json!(*messages::SPACES));
        assert!(!DESCRIPTION.contains("{{"));
    }
}
