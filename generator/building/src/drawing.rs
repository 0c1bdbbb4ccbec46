//! Floor plans and the axonometry as complete SVG pictures, for documents.
//!
//! Drawings in pages are coloured by the site's style sheet; these pictures contain their colours.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, Value, context};
use platform::unit::Status;
use serde::Serialize;

use super::axonometry::Axonometry;
use super::plan::{Extent, Plan, PlanUnit};
use formats::templating::values::from_serialize;

/// Space around the building where a plan shows only where a unit is, decimetres.
const LOCATION_MARGIN: i64 = 16;
/// Space around a unit in its close-up, with room for its dimension lines, decimetres.
const CLOSE_UP_MARGIN: i64 = 42;
/// The narrowest close-up: a kiosk is shown with its neighbours, decimetres.
const CLOSE_UP_WIDTH: i64 = 220;
/// The height of a close-up, in parts of its width.
const CLOSE_UP_RATIO: f64 = 0.6;
/// The largest number of a unit on the plan of a level, and the smallest that can be read, decimetres.
const LABEL_SIZES: [f64; 2] = [17.0, 7.0];
/// The width of a character, in parts of the text's size.
const CHARACTER: f64 = 0.58;

/// What a picture shows of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanView<'a> {
    /// The level with its axes, scale and north, and every unit with its number and status.
    Level,
    /// Where the unit with this code is on its level.
    Location(&'a str),
    /// The unit with this code and its terrace, with dimensions, scale and north.
    CloseUp(&'a str),
}

/// A unit as a plan shows it.
#[derive(Clone, Debug, Serialize)]
pub struct UnitMark {
    /// Its number.
    pub label: String,
    /// Its status; a unit without one is only outlined.
    pub status: Option<Status>,
}

/// The font and the words of a plan.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlanWords<'a> {
    /// The font family.
    pub font: &'a str,
    /// The name of the street.
    pub street: &'a str,
    /// The letter beside the arrow.
    pub north: &'a str,
}

/// A picture with its proportions.
#[derive(Clone, Debug, Serialize)]
pub struct PlanPicture {
    /// The picture.
    pub svg: String,
    /// Its height, in parts of its width.
    pub ratio: f64,
}

/// The floor plan of a level, in the colours of `theme.yaml`. `marks` are by unit code; a unit without one is outlined and has no number.
pub fn plan_picture(
    plan: &Plan,
    marks: &BTreeMap<String, UnitMark>,
    view: PlanView<'_>,
    words: PlanWords<'_>,
    theme: &impl Serialize,
) -> PlanPicture {
    let frame = frame(plan, view);
    let [left, top, right, bottom] = frame;
    let [width, height] = [right - left, bottom - top];
    let subject = match view {
        PlanView::Level => None,
        PlanView::Location(code) | PlanView::CloseUp(code) => {
            plan.units.iter().find(|unit| unit.code == code)
        }
    };
    let labels: BTreeMap<&str, f64> = plan
        .units
        .iter()
        .filter_map(|unit| Some((unit.code.as_str(), label_size(unit, marks.get(&unit.code)?))))
        .collect();
    let values = context! {
        plan => from_serialize(plan),
        marks => from_serialize(marks),
        labels => from_serialize(&labels),
        words => from_serialize(&words),
        theme => from_serialize(theme),
        frame => context! { left, top, right, bottom, width, height },
        view => match view { PlanView::Level => "level", PlanView::Location(_) => "location", PlanView::CloseUp(_) => "close-up" },
        subject => subject.map(|unit| unit.code.as_str()),
        dimensions => subject.map(dimensions),
    };
    PlanPicture { svg: draw(values), ratio: height as f64 / width as f64 }
}

/// The axonometry as SVG, for a dark background, in the colours of `theme.yaml`. `statuses` are by unit code; a unit without one is only outlined.
pub fn axonometry_picture(
    axonometry: &Axonometry,
    statuses: &BTreeMap<String, Status>,
    theme: &impl Serialize,
) -> String {
    draw(context! {
        axonometry => from_serialize(axonometry),
        statuses => from_serialize(statuses),
        theme => from_serialize(theme),
    })
}

/// The part of the level that a view shows.
fn frame(plan: &Plan, view: PlanView<'_>) -> Extent {
    let subject = |code| plan.units.iter().find(|unit| unit.code == code);
    let code = match view {
        PlanView::Level => return whole(plan),
        PlanView::Location(_) => {
            let [left, top, right, bottom] =
                plan.units.iter().map(|unit| unit.whole).fold(plan.extent, union);
            let margin = LOCATION_MARGIN;
            return [left - margin, top - margin, right + margin, bottom + 4 * margin];
        }
        PlanView::CloseUp(code) => code,
    };
    let Some(unit) = subject(code) else {
        return whole(plan);
    };
    let [left, top, right, bottom] = unit.whole;
    let wide = right - left + 2 * CLOSE_UP_MARGIN;
    let high = (bottom - top + 2 * CLOSE_UP_MARGIN) as f64 / CLOSE_UP_RATIO;
    let width = wide.max(high.round() as i64).max(CLOSE_UP_WIDTH);
    let height = (width as f64 * CLOSE_UP_RATIO).round() as i64;
    let (left, top) = ((left + right - width) / 2, (top + bottom - height) / 2);
    [left, top, left + width, top + height]
}

/// The extent of the complete drawing.
fn whole(plan: &Plan) -> Extent {
    let edges: Vec<i64> = plan.view_box.split(' ').filter_map(|edge| edge.parse().ok()).collect();
    match edges[..] {
        [left, top, width, height] => [left, top, left + width, top + height],
        _ => plan.extent,
    }
}

fn union(one: Extent, other: Extent) -> Extent {
    let [left, top, right, bottom] = other;
    [one[0].min(left), one[1].min(top), one[2].max(right), one[3].max(bottom)]
}

/// The largest size in which a unit's number fits between its walls.
fn label_size(unit: &PlanUnit, mark: &UnitMark) -> f64 {
    let characters = mark.label.chars().count().max(1) as f64;
    let [largest, smallest] = LABEL_SIZES;
    let fitting = 0.9 * unit.room as f64 / (CHARACTER * characters);
    fitting.clamp(smallest, largest)
}

fn dimensions(unit: &PlanUnit) -> Value {
    let [left, top, right, bottom] = unit.extent;
    let [width, depth] = unit.size.map(|metres| format!("{metres:.2} m"));
    context! { left, top, right, bottom, width, depth }
}

fn draw(values: Value) -> String {
    static DRAWING: LazyLock<Environment> = LazyLock::new(|| {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment
            .add_template("drawing", include_str!("drawing.svg"))
            .expect("the template in the binary is valid");
        environment
    });
    DRAWING
        .get_template("drawing")
        .and_then(|drawing| drawing.render(values))
        .expect("the template in the binary can draw every geometry")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;
    use crate::tests::{colour, theme};

    const WORDS: PlanWords = PlanWords { font: "Sans", street: "Calle", north: "N" };

    fn plans() -> Vec<Plan> {
        let text = include_str!("bar.json");
        Geometry::parse(text).expect("readable").plans()
    }

    fn mark(label: &str, status: Option<Status>) -> (String, UnitMark) {
        let label = label.to_owned();
        (format!("O-{label}"), UnitMark { label, status })
    }

    #[test]
    fn a_level_shows_each_unit_with_its_status_and_has_scale_and_north() {
        let marks = BTreeMap::from([
            mark("401", Some(Status::Reserved)),
            mark("402", Some(Status::Sold)),
            mark("403", None),
        ]);
        let svg = plan_picture(&plans()[3], &marks, PlanView::Level, WORDS, &theme()).svg;
        for label in ["401", "402", "403", "10 m", "N", "Calle"] {
            assert_eq!(svg.matches(&format!(">{label}<")).count(), 1, "{label}: {svg}");
        }
        assert_eq!(svg.matches("url(#hatch)").count(), 1);
        let ground = svg.matches("<rect").count();
        assert_eq!(ground, 1, "the number on the hatch has a ground");
        assert_eq!(svg.matches(&colour("drawings", "plan_vendido")).count(), 1);
        assert!(!svg.contains(">404<"), "a unit that is not in the inventory has no number");
    }

    #[test]
    fn a_close_up_contains_the_whole_unit_with_its_dimensions() {
        for plan in plans() {
            for unit in &plan.units {
                let [left, top, right, bottom] = frame(&plan, PlanView::CloseUp(&unit.code));
                let [unit_left, unit_top, unit_right, unit_bottom] = unit.whole;
                assert!(left < unit_left && top < unit_top, "{}", unit.code);
                assert!(right > unit_right && bottom > unit_bottom, "{}", unit.code);
            }
        }
        let marks = BTreeMap::from([mark("401", Some(Status::Available))]);
        let picture = plan_picture(&plans()[3], &marks, PlanView::CloseUp("O-401"), WORDS, &theme());
        assert!(picture.svg.contains(">12.00 m<") && picture.svg.contains(">6.00 m<"));
        assert_eq!(
            picture.svg.matches(&colour("light", "disponible_fill")).count(),
            2,
            "the interior and the terrace"
        );
        assert!((picture.ratio - CLOSE_UP_RATIO).abs() < 0.01);
    }

    #[test]
    fn a_location_marks_the_unit_and_shows_no_other_number() {
        let marks = BTreeMap::from([mark("401", Some(Status::Sold)), mark("402", None)]);
        let svg = plan_picture(&plans()[3], &marks, PlanView::Location("O-401"), WORDS, &theme()).svg;
        assert!(!svg.contains(">402<"), "{svg}");
        assert_eq!(svg.matches(&colour("light", "accent")).count(), 1, "{svg}");
    }

    #[test]
    fn a_long_number_is_smaller_and_stays_between_the_walls() {
        let plan = &plans()[2];
        let unit = &plan.units[1];
        let size = |label: &str| {
            let label = label.to_owned();
            label_size(unit, &UnitMark { label, status: None })
        };
        assert!(size("A-302-BIS") < size("302"));
        assert_eq!(size("302"), LABEL_SIZES[0]);
    }

    #[test]
    fn labels_and_fonts_are_escaped() {
        let plan = plans().remove(0);
        let mut marks = BTreeMap::from([mark("x", None)]);
        let label = "<script>".to_owned();
        marks.insert(plan.units[0].code.clone(), UnitMark { label, status: None });
        let words = PlanWords { font: "\"><b>", street: "<i>", ..WORDS };
        let svg = plan_picture(&plan, &marks, PlanView::Level, words, &theme()).svg;
        assert!(!svg.contains("<script>") && !svg.contains("<b>") && !svg.contains("<i>"), "{svg}");
    }
}
