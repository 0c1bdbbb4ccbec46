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

use crate::support::files::{change_json, read};
use crate::support::rendered::{assert_none, lines};
use crate::support::requests;
use crate::support::torre::{self, configure, site};

/// The project at `root` with changed settings.
fn resolved(root: &Path, change: impl FnOnce(&mut Config)) -> Resolution {
    let mut sources = load::load(root).unwrap();
    change(&mut sources.config);
    resolve(sources, (*site().site.inventory).clone(), requests::view())
}

fn problems(root: &Path) -> Vec<String> {
    lines(resolved(root, |_| {}).problems)
}

#[test]
fn a_link_of_the_menu_to_an_absent_page_is_a_problem_with_its_place() {
    let project = torre::copied();
    let root = project.path();
    let label = "label: nav.investors }\n  - { to: /avance";
    configure(
        root,
        &[
            ("to: /caracteristicas", "to: /caracteristica"),
            (label, "label: nav.inversores }\n  - { to: /avance"),
        ],
    );
    let text = read(root, "site.yaml");
    let line = |part: &str| 1 + text.lines().position(|line| line.contains(part)).unwrap();
    let (label, target) = (line("nav.inversores"), line("to: /caracteristica,"));
    assert_eq!(
        problems(root),
        [
            format!(
                "site.yaml:{label}:28: there is no string `nav.inversores` in content/es/strings.json: add it in each \
                 language, or correct the key"
            ),
            format!(
                "site.yaml:{target}:11: the link `/caracteristica` leads to no page: did you mean `/caracteristicas`?"
            ),
        ]
    );
}

#[test]
fn a_use_without_its_page_or_string_and_a_form_without_answers_are_problems() {
    let project = torre::copied();
    let root = project.path();
    let changes = [
        ("- key: oficina", "- key: casa"),
        ("/oficinas", "/casas"),
        ("uses: { oficina: oficina,", "uses: { oficina: casa,"),
    ];
    configure(root, &changes);
    for lang in ["es", "en"] {
        change_json(root, &format!("content/{lang}/strings.json"), |strings| {
            strings["form"]["identity_options"] = json!({});
        });
    }
    let found = problems(root);
    for expected in [
        "site.yaml:117:5: `page` of the use `casa` is `/casas`, which is not the path of a page: write content/<language>/casas.md, or correct it",
        "content/es/strings.json: the use `casa` has no string `form.space_options.casa`: forms offer every use: add it",
        "content/es/strings.json: `form.identity_options` has no options, and a form asks who the visitor is: add one, like \
         `\"investor\": \"Inversionista\"`, in every language",
    ] {
        assert!(found.contains(&expected.to_owned()), "{expected}: {found:?}");
    }
}

/// How many steps of a purchase the page for investors lists, and all its texts.
fn purchase(resolution: &Resolution, lang: Lang) -> (usize, String) {
    let page = resolution.site.page(lang, "/inversionistas").unwrap();
    let data = &page.source().unwrap().front.data;
    (data["steps"]["items"].as_array().unwrap().len(), data.to_string())
}

#[test]
fn a_finished_building_has_no_payments_during_construction() {
    let in_phase = |phase: Phase| {
        let resolution = resolved(torre::root(), |config| config.phase = phase);
        assert_none(&resolution.problems);
        resolution
    };
    let (now, finished) = (in_phase(Phase::Construction), in_phase(Phase::Finished));
    assert!(now.site.payment_plans.iter().any(|plan| plan.construction.is_some()));
    assert!(!finished.site.payment_plans.is_empty());
    assert!(finished.site.payment_plans.iter().all(|plan| plan.construction.is_none()));
    for (lang, words) in [(ES, "Pagos durante la obra"), (EN, "Payments during construction")] {
        let ((before, texts), (after, later)) = (purchase(&now, lang), purchase(&finished, lang));
        assert_eq!(after + 1, before, "{lang}");
        assert!(texts.contains(words) && !later.contains(words), "{lang}");
    }
}

#[test]
fn a_month_that_contradicts_the_phase_is_a_problem() {
    let presale = lines(resolved(torre::root(), |config| config.phase = Phase::Presale).problems);
    let line = "content/es/avance-de-obra/2025-02.md:3:1: the stage `estructura` contradicts `phase: presale` of \
                site.yaml: change the stage of the month or the phase";
    assert!(presale.contains(&line.to_owned()), "{presale:?}");
    assert!(!presale.iter().any(|problem| problem.contains("2024-11")), "{presale:?}");
}

#[test]
fn the_policy_of_the_hosted_editor_allows_the_repository_and_the_sign_in_and_nothing_else() {
    let policy = |sign_in: Option<&str>| {
        let sign_in = sign_in.map(str::to_owned);
        let (repo, branch) = ("owner/site".to_owned(), "main".to_owned());
        let editor = HostedEditor { backend: EditorBackend::Github, repo, branch, folder: None, sign_in };
        let site = resolved(torre::root(), |config| config.editor = Some(editor)).site;
        let rules = headers::parse(&headers::to_file(&site, false).unwrap());
        let rule = rules.into_iter().find(|rule| rule.pattern == "/admin").unwrap();
        rule.headers.into_iter().find(|(name, _)| name == "Content-Security-Policy").unwrap().1
    };
    let with = policy(Some("https://sign-in.example"));
    assert!(with.contains("; script-src 'self'; "), "{with}");
    assert!(with.contains(" https://api.github.com https://www.githubstatus.com https://sign-in.example; "));
    let without = policy(None);
    assert!(without.contains(" https://api.github.com https://www.githubstatus.com; "), "{without}");
}
