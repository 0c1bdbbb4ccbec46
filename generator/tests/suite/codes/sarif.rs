//! `site check` for machines: the SARIF log is valid against the schema of SARIF 2.1.0, and `--fix` writes the missing
//! file of a language.

use std::process::Command;

use serde_json::json;

use crate::support::command::Ran;
use crate::support::files::{engine_file, write};
use crate::support::sample_site::SampleSite;

/// The schema of the npm package `@microsoft/jest-sarif`.
const SCHEMA: &str = "islands/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";

#[test]
fn the_sarif_log_is_valid() {
    let site = SampleSite::with("page-without-translation");
    site.edit("content/es/index.md", "title:", "titel: x\ntitle:");
    let output = site.run(&["check", "--offline", "--format", "sarif"]).ends(1);
    let log = output.json();
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["ruleId"], "unknown-key");
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*region, json!({"startLine": 2, "startColumn": 1}));
    assert!(run["tool"]["driver"]["rules"][0]["help"]["text"].as_str().unwrap().contains("Fix: "));
    write(site.root(), "log.sarif", &output.stdout);
    // ajv 6 of that package reads the draft of JSON Schema in which the schema is written.
    let program = "const [schema, file] = process.argv.slice(1).map((path) => JSON.parse(require('fs').readFileSync(path)));
        const ajv = new (require('ajv'))({ schemaId: 'auto', meta: false, unknownFormats: 'ignore' });
        ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
        if (!ajv.validate(schema, file)) { console.error(ajv.errors); process.exit(1); }";
    let packages = engine_file("islands/node_modules/@microsoft/jest-sarif");
    let mut node = Command::new("node");
    node.args(["-e", program]).arg(engine_file(SCHEMA)).arg(site.root().join("log.sarif"));
    Ran::of(node.current_dir(packages)).ends(0);
}

#[test]
fn annotations_and_corrections_of_a_missing_page() {
    let site = SampleSite::with("page-without-translation");
    let printed = site.run(&["check", "--offline", "--format", "github"]).stdout;
    let annotation = "::error file=content/es/nuevo.md,title=missing-translation::this page does not exist";
    assert!(printed.starts_with(annotation), "{printed}");
    let fixed = site.run(&["check", "--offline", "--fix"]);
    let printed = fixed.prints("`draft` is not the same").prints("[unequal-settings]").stdout;
    assert!(!printed.contains("missing-translation"), "{printed}");
    let text = site.read("content/en/nuevo.md");
    assert!(text.contains("\ndraft: true # translate from content/es/nuevo.md"), "{text}");
}
