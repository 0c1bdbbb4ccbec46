//! An amenity as the platform lists it, in the platform's language. The site has its own translations.

use serde::{Deserialize, Serialize};

/// One amenity of the development.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amenity {
    /// Stable key, used to find its translation (`amenity.<code>.name`).
    pub code: String,
    /// Name in the platform's language.
    pub name: String,
    /// Description in the platform's language; may be empty.
    #[serde(default)]
    pub description: String,
    /// URL of a picture, if there is one. The site shows pictures only from its own origin.
    pub image: Option<String>,
}
