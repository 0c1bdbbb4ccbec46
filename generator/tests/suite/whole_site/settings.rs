//! Settings of `site.yaml` and what follows from them: what they name must exist, and nothing may contradict them.

use std::path::Path;

use formats::problem::Problem;
use generator::check::{contradictions, missing_facts};
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
fn months_that_other_facts_deny_are_reported() {
    // The log of the tower has studies in 2024-11, structure in 2025-02 and finishes in 2025-06; the inventory is of 2026-11.
    for (phase, timeline, expected) in [
        (
            Phase::Construction,
            r#"{"start": "2025-01", "structure": {"from": "2025-02", "to": "2025-05"}, "finishes": {"from": "2025-06", "to": "2027-01"},
                "delivery": "2027-03", "deed": "2027-02"}"#,
            &[][..],
        ),
        (
            Phase::Construction,
            r#"{"structure": {"from": "2025-02", "to": "2025-05"}, "finishes": "2027-04", "delivery": "2027-03"}"#,
            &[
                "`timeline.delivery` is 2027-03, before `timeline.finishes` (2027-04): correct one of them",
            ],
        ),
        (
            Phase::Construction,
            r#"{"structure": {"from": "2025-02", "to": "2025-01"}}"#,
            &[
                "`timeline.structure.to` is 2025-01, before `timeline.structure.from` (2025-02): correct one of them",
                "`timeline.structure.to` is 2025-01, but the log of the works has the stage `estructura` in 2025-02: correct the month, or \
                 the stage of the entry",
            ],
        ),
        (
            Phase::Construction,
            r#"{"start": "2024-11", "finishes": {"from": "2025-07", "to": "2025-08"}}"#,
            &[
                "`timeline.finishes.from` is 2025-07, but the log of the works has the stage `acabados` in 2025-06: correct the month, or \
                 the stage of the entry",
                "`timeline.start` is 2024-11, but the log of the works has the stage `estudios` in 2024-11: correct the month, or the stage \
                 of the entry",
            ],
        ),
        (
            Phase::Construction,
            r#"{"delivery": "2026-10", "deed": "2026-10"}"#,
            &[
                "`timeline.deed` is 2026-10, which is past, and `phase` is construction: correct the month or the phase",
                "`timeline.delivery` is 2026-10, which is past, and `phase` is construction: correct the month or the phase",
            ],
        ),
        (
            Phase::Construction,
            r#"{"structure": {"from": "2025-02", "to": "2027-08"}, "deed": "2027-06"}"#,
            &[
                "`timeline.deed` is 2027-06, before `timeline.structure.to` (2027-08): correct one of them",
            ],
        ),
        (
            Phase::Finished,
            r#"{"delivery": "2025-05"}"#,
            &[
                "`timeline.delivery` is 2025-05, but the log of the works has the stage `acabados` in 2025-06: correct the month, or the \
                 stage of the entry",
            ],
        ),
        (
            Phase::Presale,
            r#"{"start": "2025-01"}"#,
            &[
                "`timeline.start` is 2025-01, which is past, and `phase` is presale: correct the month or the phase",
            ],
        ),
        (
            Phase::Finished,
            r#"{"delivery": "2027-03"}"#,
            &[
                "`timeline.delivery` is 2027-03, which is ahead, and `phase` is finished: correct the month or the phase",
            ],
        ),
    ] {
        let resolution = resolved(torre::root(), |config| {
            config.phase = phase;
            config.timeline = serde_json::from_str(timeline).unwrap();
        });
        let mut found: Vec<String> = contradictions(&resolution.site)
            .iter()
            .map(Problem::sentence)
            .collect();
        found.sort();
        assert_eq!(found, expected, "{timeline}");
    }
}

#[test]
fn a_stage_without_its_first_month_is_a_missing_fact() {
    let resolution = resolved(torre::root(), |config| {
        config.timeline = serde_json::from_value(json!({ "structure": "2025-05" })).unwrap();
    });
    let found = lines(missing_facts(&resolution.site));
    let expected = "`timeline.structure.from` is missing";
    assert!(
        found.iter().any(|line| line.contains(expected)),
        "{found:?}"
    );
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
