//! The building's phase in `site.yaml`: what follows it, and what contradicts it.

use generator::stages::load;
use generator::stages::resolve::{Resolution, resolve};
use model::lang::Lang;
use model::lang::sample::{EN, ES};
use model::phase::Phase;

use crate::support::requests;
use crate::support::torre::{self, site};

/// The project as it is in another phase.
fn in_phase(phase: Phase) -> Resolution {
    let mut sources = load::load(torre::root()).unwrap();
    sources.config.phase = phase;
    resolve(sources, (*site().site.inventory).clone(), requests::view())
}

fn problems(resolution: &Resolution) -> Vec<String> {
    resolution.problems.iter().map(ToString::to_string).collect()
}

/// How many steps of a purchase the page for investors lists, and all its texts.
fn purchase(resolution: &Resolution, lang: Lang) -> (usize, String) {
    let page = resolution.site.page(lang, "/inversionistas").unwrap();
    let data = &page.source().unwrap().front.data;
    (data["steps"]["items"].as_array().unwrap().len(), data.to_string())
}

#[test]
fn a_finished_building_has_no_payments_during_construction() {
    let now = in_phase(Phase::Construction);
    assert!(problems(&now).is_empty(), "{:?}", problems(&now));
    let finished = in_phase(Phase::Finished);
    assert!(problems(&finished).is_empty(), "{:?}", problems(&finished));
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
    let presale = problems(&in_phase(Phase::Presale));
    let line = "content/es/avance-de-obra/2025-02.md:3:1: the stage `estructura` contradicts `phase: presale` of \
                site.yaml: change the stage of the month or the phase";
    assert!(presale.contains(&line.to_owned()), "{presale:?}");
    assert!(!presale.iter().any(|problem| problem.contains("2024-11")), "{presale:?}");
}
