//! Floor plans and the axonometry as complete SVG pictures, for documents.
//!
//! Drawings in pages are coloured by the site's style sheet; these pictures contain their colours.

use std::collections::BTreeMap;

use minijinja::{AutoEscape, Environment, Value, context};
use platform::unit::Status;

use super::axonometry::Axonometry;
use super::plan::Plan;
use crate::formats::templating::values::from_serialize;

/// The floor plan of a level as SVG, with axis bubbles and unit numbers in `font`. `statuses` are by unit code; a unit
/// without one is only outlined. The unit with the code `subject` has a thick outline.
pub fn plan_picture(
    plan: &Plan,
    statuses: &BTreeMap<String, Status>,
    subject: Option<&str>,
    font: &str,
) -> String {
    let (plan, statuses) = (from_serialize(plan), from_serialize(statuses));
    draw(context! { plan, statuses, subject, font })
}

/// The axonometry as SVG, for a dark background. `statuses` are by unit code; a unit without one is only outlined.
pub fn axonometry_picture(axonometry: &Axonometry, statuses: &BTreeMap<String, Status>) -> String {
    let (axonometry, statuses) = (from_serialize(axonometry), from_serialize(statuses));
    draw(context! { axonometry, statuses })
}

fn draw(values: Value) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment
        .render_str(include_str!("drawing.svg"), values)
        .expect("the template in the binary can draw every geometry")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::building::Geometry;

    fn geometry() -> Geometry {
        serde_json::from_str(include_str!("../../../../content/geometry.json")).expect("readable")
    }

    #[test]
    fn a_plan_picture_draws_each_unit_with_its_mark() {
        let plan = &geometry().plans()[3];
        let statuses = BTreeMap::from([
            ("O-401".to_owned(), Status::Reserved),
            ("O-402".to_owned(), Status::Sold),
        ]);
        let svg = plan_picture(plan, &statuses, Some("O-402"), "Sans");
        assert_eq!(svg.matches("font-size=\"17\"").count(), 20);
        assert_eq!(svg.matches("url(#hatch)").count(), 1);
        assert_eq!(svg.matches("#eac2ba").count(), 1);
        assert!(svg.contains("stroke-width=\"9\""));
    }

    #[test]
    fn labels_and_fonts_are_escaped() {
        let mut plan = geometry().plans().remove(0);
        plan.units[0].code = "<script>".to_owned();
        let svg = plan_picture(&plan, &BTreeMap::new(), None, "\"><b>");
        assert!(!svg.contains("<script>") && !svg.contains("<b>"), "{svg}");
    }
}
