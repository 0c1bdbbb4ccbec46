//! Settings of `site.yaml` and what follows from them: what they name must exist, and nothing may contradict them.

use std::path::Path;

use generator::outputs::headers;
use generator::stages::load;
use generator::stages::resolve::{Resolution, resolve};
use model::config::{Config, EditorBackend, HostedEditor};
use model::lang::Lang;
use model::lang::sample::{EN, ES};
use model::phase::Phase;
use serde_json::json;

use crate::support::files::change_json;
use crate::support::rendered::{assert_none, lines};
use crate::support::requests;
use crate::support::torre::{self, configure, site};

fn resolved(root: &Path, change: impl FnOnce(&mut Config)) -> Resolution {
    let mut sources = load::load(root).unwrap();
    change(&mut sources.config);
    resolve(sources, (*site().site.inventory).clone(), requests::view())
}

#[test]
fn a_use_needs_its_string_a_string_its_use_and_a_form_answers() {
    let project = torre::copied();
    let root = project.path();
    configure(
        root,
        &[
            ("- key: oficina", "- key: casa"),
            ("oficina: oficina,", "oficina: casa,"),
        ],
    );
    for lang in ["es", "en"] {
        change_json(root, &format!("content/{lang}/strings.json"), |strings| {
            strings["form"]["identity_options"] = json!({});
        });
    }
    let resolution = resolved(root, |_| {});
    let found = lines(resolution.problems.iter().chain(&resolution.warnings));
    for expected in [
        "content/es/strings.json: the use `casa` has no string `form.space_options.casa`: forms offer every use: add it",
        "content/es/strings.json: forms offer `form.space_options.oficina`, and `uses` in site.yaml has no `oficina`: remove the \
         string, or declare the use",
        "content/es/strings.json: `form.identity_options` has no options, and a form asks who the visitor is: add one, like \
         `\"investor\": \"Inversionista\"`, in every language",
    ] {
        assert!(
            found.contains(&expected.to_owned()),
            "{expected}: {found:?}"
        );
    }
}

/// How many steps of a purchase the page for investors lists, and all its texts.
fn purchase(resolution: &Resolution, lang: Lang) -> (usize, String) {
    let page = resolution.site.page(lang, "/inversionistas").unwrap();
    let data = &page.source().unwrap().front.data;
    (
        data["steps"]["items"].as_array().unwrap().len(),
        data.to_string(),
    )
}

#[test]
fn a_finished_building_has_no_payments_during_construction() {
    let in_phase = |phase: Phase| {
        let resolution = resolved(torre::root(), |config| config.phase = phase);
        assert_none(&resolution.problems);
        resolution
    };
    let (now, finished) = (in_phase(Phase::Construction), in_phase(Phase::Finished));
    assert!(
        now.site
            .payment_plans
            .iter()
            .any(|plan| plan.construction.is_some())
    );
    assert!(!finished.site.payment_plans.is_empty());
    assert!(
        finished
            .site
            .payment_plans
            .iter()
            .all(|plan| plan.construction.is_none())
    );
    for (lang, words) in [
        (ES, "Pagos durante la obra"),
        (EN, "Payments during construction"),
    ] {
        let ((before, texts), (after, later)) = (purchase(&now, lang), purchase(&finished, lang));
        assert_eq!(after + 1, before, "{lang}");
        assert!(texts.contains(words) && !later.contains(words), "{lang}");
    }
}

#[test]
fn the_policy_of_the_hosted_editor_allows_the_repository_and_the_sign_in_and_nothing_else() {
    let policy = |sign_in: Option<&str>| {
        let sign_in = sign_in.map(str::to_owned);
        let (repo, branch) = ("owner/site".to_owned(), "main".to_owned());
        let editor = HostedEditor {
            backend: EditorBackend::Github,
            repo,
            branch,
            folder: None,
            sign_in,
        };
        let site = resolved(torre::root(), |config| config.editor = Some(editor)).site;
        let rules = headers::parse(&headers::to_file(&site, false).unwrap());
        let rule = rules
            .into_iter()
            .find(|rule| rule.pattern == "/admin")
            .unwrap();
        rule.headers
            .into_iter()
            .find(|(name, _)| name == "Content-Security-Policy")
            .unwrap()
            .1
    };
    let with = policy(Some("https://sign-in.example"));
    assert!(with.contains("; script-src 'self'; "), "{with}");
    assert!(with.contains(
        " https://api.github.com https://www.githubstatus.com https://sign-in.example; "
    ));
    let without = policy(None);
    assert!(
        without.contains(" https://api.github.com https://www.githubstatus.com; "),
        "{without}"
    );
}
