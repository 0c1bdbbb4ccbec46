//! The OpenAPI description. `functions/tests/leads/description.rs` and `scripts/check-lead-function` check the function
//! against it.

use crate::messages;
use axum::http::header;
use axum::response::IntoResponse;
use std::sync::LazyLock;

/// The description as JSON text, with `{{group}}` for the options of a choice in the site's forms.
const TEMPLATE: &str = include_str!("../../openapi.json");

/// The places of options in the enumerations of [`TEMPLATE`], and the groups of strings that name them.
const OPTIONS: [(&str, &str); 3] = [
    ("\"{{spaces}}\"", messages::SPACES),
    ("\"{{identities}}\"", messages::IDENTITIES),
    ("\"{{brochure_identities}}\"", messages::BROCHURE_IDENTITIES),
];

/// The description as JSON text.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    OPTIONS.iter().fold(TEMPLATE.to_owned(), |text, (place, group)| {
        let keys = messages::options(group).iter().map(|key| format!("\"{key}\""));
        text.replace(place, &keys.collect::<Vec<_>>().join(", "))
    })
});

/// `GET /api/openapi.json`.
pub(super) async fn serve() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_have_the_options_of_the_site() {
        let description: serde_json::Value = serde_json::from_str(&DESCRIPTION).unwrap();
        for (form, field, group) in [
            ("ContactLead", "space", messages::SPACES),
            ("ContactLead", "identity", messages::IDENTITIES),
            ("BrochureLead", "identity", messages::BROCHURE_IDENTITIES),
        ] {
            let properties = &description["components"]["schemas"][form]["properties"];
            assert_eq!(
                properties[field]["enum"],
                serde_json::json!(messages::options(group))
            );
        }
        assert!(!DESCRIPTION.contains("{{"));
    }
}
