//! The TypeScript types of what scripts read: props of islands, data files, and the answers of the lead function and of the
//! editor. `islands/src/types.ts` has them; the test says whether it is current.

use std::fs;
use std::path::Path;

use platform::unit::Status;
use platform::unit_field::{FieldKind, FieldValue};
use ts_rs::{Config, TS};

use crate::serve::edit::document::{CreatedDocument, DocumentList, ListedDocument, NewDocument};
use crate::serve::edit::version::{EditedDocument, EditedValues, EditedVersion};
use crate::serve::edit::{FieldProblem, Problems, Reason};
use crate::stages::render::browser_files::ConsentTexts;
use crate::stages::render::data_files::{
    AmenitiesFile, AmenityTexts, AreaTexts, ShownUnit, UnitTexts, UnitsFile,
};
use crate::stages::render::functions::island_props::form::{FormOptions, FormSettings, WhatsappUrls};
use crate::stages::render::functions::island_props::units::{
    BuildingNames, DeclaredNames, LevelRow, PriceUnit, SelectorOptions, UnitProps, UseNames, Whatsapp,
};
use crate::stages::render::functions::island_props::{OwnProps, SharedProps};
use building::{Plan, PlanAxes, PlanAxis, PlanUnit};
use formats::yaml::Step;
use functions::{LeadAccepted, LeadRefused, LeadTracking};
use model::config::FieldPlace;
use model::config::tracking::Purpose;
use model::source::Field;

const HEAD: &str = "\
// Made from Rust structs by the test `the_types_of_the_browser_are_current` of the generator; ACCEPT=1 writes the file.
import type { Strings } from \"./consent/texts.ts\";
import type { Group } from \"./editor/tree.ts\";
import type { Kind } from \"./forms/kinds.ts\";
import type { StringTree } from \"./strings.tsx\";
";

fn declaration<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    let text = format!("\n{docs}export {}\n", T::decl(config));
    text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n").replace(" \n", "\n")
}

fn tracking_names() -> String {
    let names = LeadTracking::NAMES.map(|name| format!("\n  | \"{name}\"")).concat();
    format!("\n/** A query parameter that a lead includes. */\nexport type TrackingName ={names};\n")
}

macro_rules! declarations {
    ($($name:ty),* $(,)?) => {{
        // JSON has one kind of number.
        let config = Config::default().with_large_int("number");
        [HEAD.to_owned(), tracking_names(), $(declaration::<$name>(&config)),*].concat()
    }};
}

fn types() -> String {
    declarations![
        SharedProps,
        OwnProps,
        UnitProps,
        LevelRow,
        BuildingNames,
        UseNames,
        DeclaredNames,
        FieldKind,
        FieldPlace,
        FieldValue,
        Whatsapp,
        PriceUnit,
        SelectorOptions,
        FormSettings,
        WhatsappUrls,
        FormOptions,
        Status,
        ShownUnit,
        UnitTexts,
        AreaTexts,
        Plan,
        PlanUnit,
        PlanAxes,
        PlanAxis,
        UnitsFile,
        AmenitiesFile,
        AmenityTexts,
        Purpose,
        ConsentTexts,
        LeadAccepted,
        LeadRefused,
        DocumentList,
        ListedDocument,
        CreatedDocument,
        NewDocument,
        EditedDocument,
        EditedVersion,
        EditedValues,
        Field,
        Step,
        Problems,
        FieldProblem,
        Reason,
    ]
}

#[test]
fn the_types_of_the_browser_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../islands/src/types.ts");
    let types = types();
    if std::env::var_os("ACCEPT").is_some() {
        fs::write(&file, &types).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap();
    assert_eq!(current, types, "write it with ACCEPT=1");
}
