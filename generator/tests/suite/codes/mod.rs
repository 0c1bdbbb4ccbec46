//! Every code of a finding has a site that triggers it and one that does not: a golden site whose build is refused (the
//! base site, from which it differs by one mistake, builds), a mistake in a new project, or a case here.

mod content;
mod finished;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use formats::problem::Code;
use serde_json::json;

use crate::developments::mistakes;
use crate::support::command::Ran;
use crate::support::files::{copy_folder, copy_golden_site, engine_file, golden_sites, write};
use crate::support::sample_site::SampleSite;
use crate::support::{requests, torre};

/// Codes that a test of their own shows.
const OTHERS: &str = "example-value incomplete-feature legal-complaints legal-credit-total-notice \
    legal-illustrative-image legal-mxn-first legal-offer-validity legal-profeco-contract legal-seller \
    legal-simplified-privacy-notice legal-total-price missing-fact missing-licence offline-asset small-picture \
    unignored-leads untranslated";

/// The codes of the golden sites whose build is refused. The test binary `sites` checks that each one is.
fn of_golden_sites() -> BTreeSet<&'static str> {
    let lists = fs::read_dir(golden_sites())
        .unwrap()
        .filter_map(|site| fs::read_to_string(site.unwrap().path().join("problems.txt")).ok());
    let all: String = lists.collect();
    let codes = all
        .lines()
        .filter_map(|line| line.rsplit_once(" [")?.1.strip_suffix(']'));
    codes
        .map(|code| code.parse::<Code>().expect(code).as_str())
        .collect()
}

#[test]
fn every_code_has_a_site_that_triggers_it() {
    let mut covered = of_golden_sites();
    assert!(covered.len() > 25, "{covered:?}");
    covered.extend(mistakes::codes());
    covered.extend(finished::codes());
    covered.extend(content::CASES.map(|case| case.0.as_str()));
    covered.extend(
        OTHERS
            .split(' ')
            .map(|code| code.parse::<Code>().expect(code).as_str()),
    );
    let missing: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| !covered.contains(code.as_str()))
        .collect();
    assert!(missing.is_empty(), "no site triggers {missing:?}");
}

#[test]
fn a_form_needs_a_kind_that_is_known_and_the_pages_to_which_programs_lead() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy_golden_site("base", root);
    symlink(engine_file("islands"), root.join("islands")).unwrap();
    for lang in ["es", "en"] {
        let strings = format!("content/{lang}/strings.json");
        fs::copy(torre::root().join(&strings), root.join(&strings)).unwrap();
    }
    for folder in ["templates/styles", "templates/fonts"] {
        copy_folder(&engine_file(folder), &root.join(folder));
    }
    let problems_with = |kind: &str| {
        let form = format!("{{{{ island(\"form\", props={{\"kind\": \"{kind}\"}}) }}}}\n");
        write(
            root,
            "templates/pages/text.html",
            format!("<h1 id=\"top\">{{{{ page.title }}}}</h1>\n{form}"),
        );
        let problems = requests::render(root).err().unwrap().problems().unwrap();
        problems
            .iter()
            .map(|problem| problem.labelled() + "\n")
            .collect::<String>()
    };
    insta::assert_snapshot!(problems_with("contcat"), @"templates/pages/text.html:2:4: `kind` of the island `form` cannot be `contcat`: did you mean `contact`?: the error occurs in content/en/index.md and 1 more [template-error]");
    insta::assert_snapshot!(problems_with("contact"), @"
    content/es: no public page has the template `offline`, and the service worker shows it without a network connection: write `template: offline` in a page of each language, or publish it [missing-page]
    content/es: no public page has the template `privacy`, and forms link to it: write `template: privacy` in a page of each language, or publish it [missing-page]
    content/es: no public page has the template `thanks`, and forms redirect to it after submission: write `template: thanks` in a page of each language, or publish it [missing-page]
    content/es/404.md: `/404` is not a public page, and hosts show it for addresses that do not exist: write the page in each language, or publish it [missing-page]
    ");
}

#[test]
fn the_sarif_log_is_valid() {
    let site = SampleSite::with("page-without-translation");
    site.edit("content/es/index.md", "title:", "titel: x\ntitle:");
    let output = site
        .run(&["check", "--offline", "--format", "sarif"])
        .ends(1);
    let log = output.json();
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["ruleId"], "unknown-key");
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*region, json!({"startLine": 2, "startColumn": 1}));
    assert!(
        run["tool"]["driver"]["rules"][0]["help"]["text"]
            .as_str()
            .unwrap()
            .contains("Fix: ")
    );
    write(site.root(), "log.sarif", &output.stdout);
    // ajv 6 of that package reads the draft of JSON Schema in which the schema is written.
    let program = "const [schema, file] = process.argv.slice(1).map((path) => JSON.parse(require('fs').readFileSync(path)));
        const ajv = new (require('ajv'))({ schemaId: 'auto', meta: false, unknownFormats: 'ignore' });
        ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
        if (!ajv.validate(schema, file)) { console.error(ajv.errors); process.exit(1); }";
    let packages = engine_file("islands/node_modules/@microsoft/jest-sarif");
    let mut node = Command::new("node");
    node.args(["-e", program, "lib/schemas/sarif-2.1.0-rtm.5.json"])
        .arg(site.root().join("log.sarif"));
    Ran::run(node.current_dir(packages)).ends(0);
}

#[test]
fn annotations_and_corrections_of_a_missing_page() {
    let site = SampleSite::with("page-without-translation");
    let printed = site
        .run(&["check", "--offline", "--format", "github"])
        .stdout;
    let annotation =
        "::error file=content/es/nuevo.md,title=missing-translation::this page does not exist";
    assert!(printed.starts_with(annotation), "{printed}");
    let fixed = site.run(&["check", "--offline", "--fix"]);
    let printed = fixed
        .prints("`draft` is not the same")
        .prints("[unequal-settings]")
        .stdout;
    assert!(!printed.contains("missing-translation"), "{printed}");
    let text = site.read("content/en/nuevo.md");
    assert!(
        text.contains("\ndraft: true # translate from content/es/nuevo.md"),
        "{text}"
    );
}
