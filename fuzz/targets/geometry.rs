//! Parses arbitrary text as the building's geometry: whatever is accepted can be drawn, as XML with finite numbers.
#![no_main]

use building::Geometry;
use building::drawing::{PlanView, PlanWords, UnitMark, axonometry_picture, plan_picture};
use model::theme::Theme;
use platform::unit::Status;

const WORDS: PlanWords = PlanWords { font: "Sans", street: "Calle", north: "N", decimal: '.' };

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(geometry) = Geometry::parse("", text) else {
        return;
    };
    let theme = Theme::default();
    for plan in geometry.plans() {
        let mark = |label| UnitMark { label, status: Some(Status::Reserved) };
        let marks = plan.units.iter().map(|unit| (unit.code.clone(), mark(unit.code.clone()))).collect();
        let code = plan.units.first().map_or(String::new(), |unit| unit.code.clone());
        for view in [PlanView::Level, PlanView::Location(code.clone()), PlanView::CloseUp(code, None)] {
            let picture = plan_picture(&plan, &marks, &view, WORDS, &theme);
            check(&picture.svg);
            assert!(picture.ratio.is_finite());
        }
    }
    let axonometry = geometry.axonometry();
    check(&axonometry_picture(&axonometry, &Default::default(), &theme));
});

fn check(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    for attribute in document.descendants().flat_map(|node| node.attributes()) {
        for wrong in ["NaN", "inf", &i64::MAX.to_string(), &i64::MIN.to_string()] {
            assert!(!attribute.value().contains(wrong), "{svg}");
        }
    }
}
