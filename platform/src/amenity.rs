//! An amenity as the platform lists it, in the platform's one language; translations are the site's own business.

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
    /// Address of a picture, if there is one. Shown only from our own origin.
    #[serde(default)]
    pub image: Option<String>,
}
