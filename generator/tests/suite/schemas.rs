//! The schemas of the author's files against the loader, on the golden sites and the examples, and on changed copies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use building::Geometry;
use model::config::Config;
use model::lang::languages;
use model::payment;
use model::schema::{FILES, schema};
use model::source::{EntrySource, PageSource, month_of};
use model::strings::Strings;
use model::theme::Theme;
use serde_json::{Value, json};

use crate::support::command::Ran;
use crate::support::files::{engine_file, golden_sites, read_files, write};
use crate::support::servers::programs;

/// A file of an author, or a changed copy of one.
struct Case {
    schema: &'static str,
    name: String,
    value: Value,
    is_accepted: bool,
}

/// What the loader refuses for a reason that no schema expresses: values that depend on others, names of facts and directives.
const BEYOND_SCHEMAS: &str = "buildings-wrong/in/site.yaml config-out-of-bounds/in/site.yaml \
    form-questions-wrong/in/site.yaml legal-profile-incomplete/in/site.yaml payment-plans-wrong/in/content/payment-plans.yaml \
    rents-without-rate/in/site.yaml torre/site.yaml#/csp torre/site.yaml#/facts torre/site.yaml#/facts/commercial_units torre/site.yaml#/facts/elevators \
    torre/site.yaml#/facts/offices torre/site.yaml#/facts/parking_spaces trackers-wrong-id/in/site.yaml \
    unit-fields-wrong/in/site.yaml";

/// The files of the golden sites and of the examples.
fn originals() -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in [golden_sites(), engine_file("examples")] {
        let is_input = |name: &str| {
            !["/out/", "/.site/", "/dist/"]
                .iter()
                .any(|part| name.contains(part))
        };
        for (name, bytes) in read_files(&folder)
            .into_iter()
            .filter(|(name, _)| is_input(name))
        {
            cases.extend(
                String::from_utf8(bytes)
                    .ok()
                    .and_then(|text| case(&name, &text)),
            );
        }
    }
    cases
}

#[test]
fn schemas_and_loader_agree() {
    let cases = originals();
    let schemas: BTreeSet<&str> = cases.iter().map(|case| case.schema).collect();
    assert_eq!(
        schemas,
        FILES.iter().map(|(name, ..)| *name).collect(),
        "each schema has a file"
    );
    assert_differing(&cases, |name| !name.contains('#'));
}

#[test]
#[ignore = "make test-rest"]
fn schemas_and_loader_agree_on_changed_copies() {
    let is_changed = |case: &&Case| {
        let is_of_tower =
            ["site", "theme"].contains(&case.schema) && case.name.starts_with("torre/");
        case.is_accepted && (is_of_tower || case.schema == "payment-plans")
    };
    let changed: Vec<Case> = originals()
        .iter()
        .filter(is_changed)
        .flat_map(changed_copies)
        .collect();
    assert!(changed.len() > 200, "only {} changed copies", changed.len());
    assert_differing(&changed, |name| name.contains('#'));
}

/// Schemas and loader differ about these cases where [`BEYOND_SCHEMAS`] says so: `is_meant` are those of its names that are meant.
fn assert_differing(cases: &[Case], is_meant: impl Fn(&str) -> bool) {
    let refused = refused(cases);
    let differing: BTreeSet<&str> = cases
        .iter()
        .filter(|case| case.is_accepted == refused.contains(&case.name))
        .map(|case| case.name.as_str())
        .collect();
    let expected = BEYOND_SCHEMAS.split(' ').filter(|name| is_meant(name));
    assert_eq!(differing, expected.collect());
    assert!(
        differing.iter().all(|name| !refused.contains(*name)),
        "a schema refuses what the loader accepts"
    );
}

/// The case of a file, if it has a schema and can be parsed at all.
fn case(name: &str, text: &str) -> Option<Case> {
    let file = Path::new(name);
    let slug = name.strip_suffix(".md");
    let both = || languages("languages: [es, en]").unwrap();
    let (schema, value, is_accepted) = match file.file_name()?.to_str()? {
        "site.yaml" => ("site", yaml(text)?, Config::parse(text).is_ok()),
        "theme.yaml" => ("theme", yaml(text)?, Theme::parse(text).is_ok()),
        "geometry.json" => (
            "geometry",
            serde_json::from_str(text).ok()?,
            Geometry::parse("", text).is_ok(),
        ),
        "payment-plans.yaml" => {
            let codes = if name.starts_with("residencial") {
                "[es]"
            } else {
                "[es, en]"
            };
            let plans = payment::parse(languages(&format!("languages: {codes}")).unwrap(), text);
            ("payment-plans", yaml(text)?, plans.is_ok())
        }
        "strings.json" => {
            let strings = Strings::parse(both().first(), name, text);
            ("strings", serde_json::from_str(text).ok()?, strings.is_ok())
        }
        _ => {
            let front = yaml(text.strip_prefix("---\n")?.split_once("\n---")?.0)?;
            let lang = both().first();
            match month_of(slug?) {
                Some(_) => (
                    "month",
                    front,
                    EntrySource::parse(name, lang, slug?, text).is_ok(),
                ),
                None => (
                    "page",
                    front,
                    PageSource::parse(name, lang, slug?, text).is_ok(),
                ),
            }
        }
    };
    let name = name.to_owned();
    Some(Case {
        schema,
        name,
        value,
        is_accepted,
    })
}

/// YAML as JSON: keys are texts.
fn yaml(text: &str) -> Option<Value> {
    serde_yaml::from_str(text).ok()
}

/// Copies with a list in place of one value, and with one key too many in each group; of lists, in their first item.
fn changed_copies(original: &Case) -> Vec<Case> {
    let change = |pointer: &String| {
        let mut value = original.value.clone();
        let target = value.pointer_mut(pointer).unwrap();
        match target {
            Value::Object(group) => {
                group.insert("zz-unknown".to_owned(), json!(["x"]));
            }
            other => *other = json!([["x"]]),
        }
        let text = serde_json::to_string(&value).unwrap();
        let changed = case(&original.name, &text).expect("JSON is YAML");
        let name = format!("{}#{pointer}", original.name);
        Case { name, ..changed }
    };
    pointers(&original.value, String::new())
        .iter()
        .map(change)
        .collect()
}

fn pointers(value: &Value, own: String) -> Vec<String> {
    let mut found = match value {
        Value::Object(group) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            group
                .iter()
                .flat_map(|(key, value)| pointers(value, format!("{own}/{}", escaped(key))))
                .collect()
        }
        // The others have the same schema.
        Value::Array(list) => list
            .iter()
            .take(1)
            .flat_map(|first| pointers(first, format!("{own}/0")))
            .collect(),
        _ => Vec::new(),
    };
    found.push(own);
    found
}

fn refused(cases: &[Case]) -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = BTreeSet::new();
    for (name, ..) in FILES {
        let schema_file = format!("{name}.schema.json");
        write(
            folder.path(),
            &schema_file,
            schema(name).unwrap().to_value().to_string(),
        );
        let of_schema = cases.iter().filter(|case| case.schema == name);
        let files: BTreeMap<String, &Case> = of_schema
            .enumerate()
            .map(|(index, case)| (format!("{name}-{index}.json"), case))
            .collect();
        if files.is_empty() {
            continue;
        }
        files
            .iter()
            .for_each(|(file, case)| write(folder.path(), file, case.value.to_string()));
        let mut command = Command::new(programs().canonicalize().unwrap().join("check-jsonschema"));
        command
            .args(["--output-format", "json", "--schemafile", &schema_file])
            .args(files.keys());
        let report = Ran::run(command.current_dir(&folder)).json();
        assert!(
            [Value::Null, json!([])].contains(&report["parse_errors"]),
            "{report:#}"
        );
        for error in report["errors"].as_array().unwrap() {
            refused.insert(files[error["filename"].as_str().unwrap()].name.clone());
        }
    }
    refused
}
