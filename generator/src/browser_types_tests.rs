//! The TypeScript types of what scripts read: props of islands, data files, and the answers of the lead function and of the
//! editor. `islands/src/types.ts` has them; the test says whether it is current.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::outputs::trackers::ConsentSettings;
use crate::serve::edit::document::{CreatedDocument, DocumentList, NewDocument};
use crate::serve::edit::version::{EditedDocument, EditedValues};
use crate::serve::edit::{Problems, Reason};
use crate::stages::render::browser_files::ConsentTexts;
use crate::stages::render::data_files::{AmenitiesFile, UnitsFile};
use crate::stages::render::functions::island_props::form::{
    FormOptions, FormSettings, QuestionProps,
};
use crate::stages::render::functions::island_props::units::{SelectorOptions, UnitProps};
use crate::stages::render::functions::island_props::{OwnProps, SharedProps};
use functions::{LeadAccepted, LeadRefused, LeadTracking};
use lead_site::FormKind;
use model::config::tracking::{Purpose, Tracker};

/// The file imports nothing: what JSON holds without a struct of its own is declared here.
const HEAD: &str = "\
// Made from Rust structs by the test `the_types_of_the_browser_are_current` of the generator; ACCEPT=1 writes the file.

/** Nested strings as content/<lang>/strings.json has them. */
export interface StringTree {
  [key: string]: string | StringTree;
}

/** A value of a document. */
export type Value = string | number | boolean | null | Value[] | Group;

/** A group of values of a document, by key. */
export interface Group {
  [key: string]: Value;
}
";

/// The declarations of types and of those that they name, by their name: the order of these differs between compilations.
#[derive(Default)]
struct Declarations(BTreeMap<String, String>);

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What TypeScript has already is not a file of its own.
        if T::output_path().is_none() {
            return;
        }
        // JSON has one kind of number.
        let config = Config::default().with_large_int("number");
        let text = format!(
            "\n{}export {}\n",
            T::docs().unwrap_or_default(),
            T::decl(&config)
        )
        .replace("/**\n * ", "/** ")
        .replace("\n */\n", " */\n")
        .replace(" \n", "\n");
        if self.0.insert(T::ident(&config), text).is_none() {
            T::visit_dependencies(self);
        }
    }
}

fn types() -> String {
    let names = LeadTracking::NAMES
        .map(|name| format!("  \"{name}\",\n"))
        .concat();
    let doc = "/** The query parameters that a lead includes: of campaigns, of a broker's link, of a clicked ad. */";
    let names = format!("\n{doc}\nexport const TRACKING_NAMES = [\n{names}] as const;\n");
    let kinds = FormKind::POSTED
        .map(|kind| format!("\"{}\"", kind.as_str()))
        .join(" | ");
    let kind =
        format!("\n/** The values of `form` in a lead post. */\nexport type Kind = {kinds};\n");
    let mut types = Declarations::default();
    types.visit::<SharedProps>();
    types.visit::<OwnProps>();
    types.visit::<UnitProps>();
    types.visit::<SelectorOptions>();
    types.visit::<FormSettings>();
    types.visit::<FormOptions>();
    types.visit::<QuestionProps>();
    types.visit::<UnitsFile>();
    types.visit::<AmenitiesFile>();
    types.visit::<Purpose>();
    types.visit::<Tracker>();
    types.visit::<ConsentSettings>();
    types.visit::<ConsentTexts>();
    types.visit::<LeadAccepted>();
    types.visit::<LeadRefused>();
    types.visit::<DocumentList>();
    types.visit::<CreatedDocument>();
    types.visit::<NewDocument>();
    types.visit::<EditedDocument>();
    types.visit::<EditedValues>();
    types.visit::<Problems>();
    types.visit::<Reason>();
    [HEAD, &names, &kind]
        .into_iter()
        .chain(types.0.values().map(String::as_str))
        .collect()
}

#[test]
fn the_types_of_the_browser_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../islands/src/types.ts");
    let types = types();
    if std::env::var_os("ACCEPT").is_some() {
        fs::write(&file, &types).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        types,
        "write it with ACCEPT=1"
    );
}
