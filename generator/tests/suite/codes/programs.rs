//! Findings of a site with scripts: a form that the lead function does not know, and the pages to which programs lead.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use formats::problem::Problem;
use model::build_error::BuildError;

use crate::support::files::{copy_folder, copy_golden_site, engine_file, write};
use crate::support::{requests, torre};

/// The findings of a build of the smallest site with our own scripts, the strings of the tower, and a form of this kind.
fn problems_with_a_form(root: &Path, kind: &str) -> Vec<String> {
    let form = format!("{{{{ island(\"form\", props={{\"kind\": \"{kind}\"}}) }}}}\n");
    let template = "templates/pages/text.html";
    write(root, template, format!("<h1 id=\"top\">{{{{ page.title }}}}</h1>\n{form}"));
    match requests::render(root) {
        Err(BuildError::Problems(problems)) => problems.iter().map(Problem::labelled).collect(),
        other => panic!("problems were expected: {:?}", other.map(|_| ())),
    }
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
    assert_eq!(
        problems_with_a_form(root, "contcat"),
        [
            "templates/pages/text.html:2:4: `kind` of the island `form` cannot be `contcat`: did you mean `contact`?: \
          the error occurs in content/en/index.md and 1 more [template-error]"
        ]
    );
    let missing = |template: &str, reason: &str| {
        format!(
            "content/es: no public page has the template `{template}`, and {reason}: write `template: {template}` in a page of \
             each language, or publish it [missing-page]"
        )
    };
    assert_eq!(
        problems_with_a_form(root, "contact"),
        [
            missing(
                "offline",
                "the service worker shows it without a network connection"
            ),
            missing("privacy", "forms link to it"),
            missing("thanks", "forms redirect to it after submission"),
            "content/es/404.md: `/404` is not a public page, and hosts show it for addresses that do not exist: write the page in \
             each language, or publish it [missing-page]"
                .to_owned(),
        ]
    );
}
