//! JSON Schemas (draft 2020-12) of the files that authors write, for their editors. A schema accepts every file that the loader
//! accepts; the loader also checks what needs other files.

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

type MakeSchema = fn() -> Schema;

/// The name of each schema, the file that it describes, and what makes it from the type that reads the file.
pub const FILES: [(&str, &str, MakeSchema); 7] = [
    ("site", "site.yaml", || schema_for!(Config)),
    ("theme", "theme.yaml", || schema_for!(Theme)),
    (
        "page",
        "the front matter of content/<language>/<page>.md",
        || schema_for!(FrontMatter),
    ),
    (
        "month",
        "the front matter of content/<language>/<page>/<month>.md",
        || schema_for!(EntryFront),
    ),
    ("strings", "content/<language>/strings.json", strings),
    ("geometry", "content/geometry.json", || {
        schema_for!(Geometry)
    }),
    ("payment-plans", "content/payment-plans.yaml", || {
        schema_for!(payment::Plans)
    }),
];

/// Texts in groups of any depth.
fn strings() -> Schema {
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": {"anyOf": [{"type": "string"}, {"$ref": "#"}]},
    })
}

/// The schema with one of the names in [`FILES`]; `None` for another name.
pub fn schema(name: &str) -> Option<Schema> {
    let (.., make) = FILES.iter().find(|(known, ..)| *known == name)?;
    let mut schema = make();
    schema.insert(
        "$comment".to_owned(),
        format!("Written by site {ENGINE}.").into(),
    );
    Some(schema)
}
