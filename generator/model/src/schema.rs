//! JSON Schemas (draft 2020-12) of the files that authors write, from the types that read them, so that editors complete and
//! check while typing. A schema accepts every file that the loader accepts; the loader also checks what needs other files.

use schemars::{Schema, json_schema, schema_for};

use crate::config::Config;
use crate::payment;
use crate::source::{EntryFront, FrontMatter};
use crate::theme::Theme;
use building::Geometry;

/// The version of the engine, which the files that it writes into a project name.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The number of the form of a project's files. A release that refuses, or reads in another way, a file that the last release
/// accepts gets the next number; a key that is removed or renamed also gets an entry in `renamed.rs`.
pub const FORMAT: u32 = 1;

/// The folder of the schemas below the project's root.
pub const FOLDER: &str = ".site/schemas";

/// The name of each schema with the file that it describes.
pub const FILES: [(&str, &str); 7] = [
    ("site", "site.yaml"),
    ("theme", "theme.yaml"),
    ("page", "the front matter of content/<language>/<page>.md"),
    ("month", "the front matter of content/<language>/<page>/<month>.md"),
    ("strings", "content/<language>/strings.json"),
    ("geometry", "content/geometry.json"),
    ("payment-plans", "content/payment-plans.yaml"),
];

/// The schema with one of the names in [`FILES`]; `None` for another name.
pub fn schema(name: &str) -> Option<Schema> {
    let mut schema = match name {
        "site" => schema_for!(Config),
        "theme" => schema_for!(Theme),
        "page" => schema_for!(FrontMatter),
        "month" => schema_for!(EntryFront),
        // Texts in groups of any depth.
        "strings" => json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "additionalProperties": {"anyOf": [{"type": "string"}, {"$ref": "#"}]},
        }),
        "geometry" => schema_for!(Geometry),
        "payment-plans" => schema_for!(payment::Plans),
        _ => return None,
    };
    schema.insert("$comment".to_owned(), format!("Written by site {ENGINE}.").into());
    Some(schema)
}
