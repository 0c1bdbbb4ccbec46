//! A picture of the building on which its levels and units are marked, so that they are links over it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The marks on one picture, as SVG path data.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Facade {
    /// The name of the picture in `content/images`.
    pub picture: String,
    /// The extent of the picture in units of the drawing: `left top width height`.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// The levels from the ground up.
    pub levels: Vec<FacadeLevel>,
}

/// One level on a picture.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacadeLevel {
    /// The level's number.
    pub level: i16,
    /// What the picture shows of the level; empty when only its units are marked.
    pub path: String,
    /// The units that the picture shows.
    pub units: Vec<FacadeUnit>,
}

/// One unit on a picture.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacadeUnit {
    /// The unit's code.
    pub code: String,
    /// What the picture shows of the unit.
    pub path: String,
}
