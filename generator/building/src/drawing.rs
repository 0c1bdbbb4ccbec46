//! Floor plans and the axonometry as complete SVG pictures, with the colours that pages have from their style sheet.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, Value, context};
use platform::unit::Status;
use serde::Serialize;

use super::axonometry::Axonometry;
use super::furniture::Layout;
use super::labels::{Anchor, Label, Sheet, around, bubbles};
use super::plan::{Extent, MARGIN, Plan, PlanAxis, PlanUnit};
use super::shape::decimetres;
use super::unit_drawing::{BarStyle, CloseUpStyle, arrow};
use formats::templating::values::from_serialize;

/// Space around the building where a plan shows only where a unit is, decimetres.
const LOCATION_MARGIN: i64 = 16;
/// Space around a unit in its close-up, with room for its dimension lines, decimetres.
const CLOSE_UP_MARGIN: i64 = 26;
/// The same in units of a close-up's texts, which are larger in a large one.
const CLOSE_UP_SPACE: f64 = 28.8;
/// The narrowest close-up: a kiosk is shown with its neighbours, decimetres.
const CLOSE_UP_WIDTH: i64 = 160;
/// The height of a close-up, in parts of its width.
const CLOSE_UP_RATIO: f64 = 0.6;
/// The width of a close-up in units of its texts, where it is printed large enough for them.
const UNITS: f64 = 320.0;
/// Type size of texts in these units.
const TEXT: f64 = 11.52;
/// No text of a close-up is printed smaller, points.
const SMALLEST_TEXT: f64 = 7.0;
const POINTS_OF_MILLIMETRE: f64 = 72.0 / 25.4;
const CLOSE_UP: CloseUpStyle = CloseUpStyle {
    number: 1.5 * TEXT,
    dimensions: [9.6, 3.2, 3.2],
    north: [17.28, 26.88, 9.6],
    has_letter: true,
    corner: [9.6, 9.6],
    bar: BarStyle {
        tick: 2.7,
        text: [6.5, 3.8],
        size: TEXT,
        longest: 1,
    },
    smallest: 0.0,
};
/// Type size of the numbers on the plan of a level, decimetres.
const NUMBER: f64 = 17.0;
/// Radius of the bubble of an axis and its distance from the frame; radius of the arrow.
const BUBBLE: i64 = 14;
const BUBBLE_INSET: i64 = 18;
const ARROW: f64 = 20.0;
/// The scale bar of a level.
const BAR: BarStyle = BarStyle {
    tick: 3.75,
    text: [9.0, 5.25],
    size: 15.0,
    longest: 0,
};

/// What a picture shows of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanView {
    /// The level with its axes, scale and north, and every unit with its number and status.
    Level,
    /// Where the unit with this code is on its level.
    Location(String),
    /// A unit and its terrace, with dimensions, scale and north.
    CloseUp(CloseUp),
}

/// What is drawn of a unit alone.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseUp {
    /// The unit's code.
    pub code: String,
    /// Furniture, instead of the unit's number.
    pub furnished: Option<Layout>,
    /// How high the picture is printed, millimetres: in a low one texts are larger in proportion, so that they can be read.
    pub height: f64,
}

impl CloseUp {
    /// The width of the picture in units of its texts. Of these, the letter of the arrow is the smallest.
    fn units(&self) -> f64 {
        (self.width() * CLOSE_UP.north[2] / SMALLEST_TEXT).min(UNITS)
    }

    /// The width of the picture in points.
    fn width(&self) -> f64 {
        self.height / CLOSE_UP_RATIO * POINTS_OF_MILLIMETRE
    }
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
    /// The sign before the decimals of a dimension.
    pub decimal: char,
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
    view: &PlanView,
    words: PlanWords<'_>,
    theme: &impl Serialize,
) -> PlanPicture {
    let subject = match view {
        PlanView::Level => None,
        PlanView::Location(code) | PlanView::CloseUp(CloseUp { code, .. }) => plan.unit(code),
    };
    // Only a unit alone is turned.
    let alone = match view {
        PlanView::CloseUp(_) => subject.map(PlanUnit::drawn_alone),
        PlanView::Level | PlanView::Location(_) => None,
    };
    let frame = frame(plan, view, alone.as_ref().map(|(unit, _)| &**unit));
    let [left, top, right, bottom] = frame;
    let [width, height] = [right - left, bottom - top];
    let (name, notes) = match view {
        PlanView::Level => ("level", level_notes(plan, frame, marks, words)),
        PlanView::Location(_) => ("location", Value::UNDEFINED),
        PlanView::CloseUp(shown) => {
            let notes = |(unit, turn): &(Cow<'_, PlanUnit>, i16)| {
                close_up_notes(plan, (unit, *turn), (frame, words.decimal), marks, shown)
            };
            ("close-up", alone.as_ref().map_or(Value::UNDEFINED, notes))
        }
    };
    let values = context! {
        plan => from_serialize(plan),
        marks => from_serialize(marks),
        words => from_serialize(&words),
        theme => from_serialize(theme),
        frame => context! { left, top, right, bottom, width, height },
        view => name,
        subject => subject.map(|unit| unit.code.as_str()),
        notes,
    };
    PlanPicture {
        svg: draw(values),
        ratio: height as f64 / width as f64,
    }
}

/// What the plan of a level has beside the building: bubbles of axes, numbers by unit code, scale bar, street and north.
fn level_notes(
    plan: &Plan,
    frame: Extent,
    marks: &BTreeMap<String, UnitMark>,
    words: PlanWords,
) -> Value {
    let [left, top, right, bottom] = frame.map(|edge| edge as f64);
    let mut sheet = Sheet::new([left, top, right, bottom]);
    let places = |axes: &[PlanAxis], length| {
        let at: Vec<i64> = axes.iter().map(|axis| axis.at).collect();
        bubbles(&at, 2 * BUBBLE, length)
    };
    let (x, y) = (
        places(&plan.axes.x, plan.size[0]),
        places(&plan.axes.y, plan.size[1]),
    );
    let inset = BUBBLE_INSET as f64;
    let centres = x.iter().flatten().map(|x| [*x as f64, top + inset]);
    for centre in centres.chain(y.iter().flatten().map(|y| [left + inset, *y as f64])) {
        sheet.take(&[around(centre, BUBBLE as f64)]);
    }
    let mut numbers: BTreeMap<&str, Label> = BTreeMap::new();
    for unit in &plan.units {
        let Some(mark) = marks.get(&unit.code) else {
            continue;
        };
        let at = [unit.x as f64, unit.y as f64 + 0.35 * NUMBER];
        let places = unit.number_places(&Label::new("number", &mark.label, at, NUMBER), 1.0);
        numbers.extend(sheet.place(places).map(|label| (unit.code.as_str(), label)));
    }
    let at = [f64::midpoint(left, right), bottom - 17.0];
    let street = Label::new("street", words.street, at, BAR.size);
    let streets = [street.clone(), street.at(right - 10.0, Anchor::End)];
    let (bar, labels) = sheet.bar_and_street([0.0, bottom - 22.0], 1.0, BAR, &streets);
    // Below the bubble of the last axis, with its letter.
    let corners = [
        [right - 30.0, top + 84.0],
        [right - 44.0, top + 120.0],
        [right - 44.0, bottom - 70.0],
    ];
    let north = corners
        .into_iter()
        .find(|centre| sheet.take(&arrow(*centre, ARROW, plan.north)));
    context! {
        bubbles => context! { x, y },
        numbers => from_serialize(&numbers),
        labels => from_serialize(&labels),
        bar, north, radius => ARROW,
    }
}

/// What a close-up has beside the building; the numbers of its neighbours where they have a place at their full size.
fn close_up_notes(
    plan: &Plan,
    (unit, turn): (&PlanUnit, i16),
    (frame, decimal): (Extent, char),
    marks: &BTreeMap<String, UnitMark>,
    shown: &CloseUp,
) -> Value {
    let furnished = shown.furnished.as_ref();
    let zoom = (frame[2] - frame[0]) as f64 / shown.units();
    let style = CloseUpStyle {
        smallest: SMALLEST_TEXT * shown.units() / shown.width(),
        ..CLOSE_UP
    };
    let frame = frame.map(|edge| edge as f64 / zoom);
    let others = plan.units.iter().filter(|other| other.code != unit.code);
    let neighbours = others.filter_map(|neighbour| {
        let other = if turn == 0 {
            neighbour.clone()
        } else {
            neighbour.turned()
        };
        let size = CLOSE_UP.bar.size;
        let at = [other.x as f64 / zoom, other.y as f64 / zoom + size / 3.0];
        let usual = Label::new("neighbour", &marks.get(&other.code)?.label, at, size);
        let places = other.number_places(&usual, zoom).into_iter();
        Some(
            places
                .filter(|label| label.scale == 1.0 && !label.is_upright)
                .collect(),
        )
    });
    let number = match marks.get(&unit.code) {
        Some(mark) if furnished.is_none() => &mark.label,
        _ => "",
    };
    let drawing = plan.close_up(
        (unit, turn),
        (number, decimal),
        (frame, zoom),
        style,
        &[],
        neighbours,
    );
    let furniture = furnished.map(|furnished| furnished.path.as_str());
    context! { radius => CLOSE_UP.north[2], furniture, ..from_serialize(&drawing) }
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
fn frame(plan: &Plan, view: &PlanView, subject: Option<&PlanUnit>) -> Extent {
    let with_margin = |[left, top, right, bottom]: Extent, margin: i64| {
        [left - margin, top - margin, right + margin, bottom + margin]
    };
    let ([left, top, right, bottom], shown) = match (view, subject) {
        (PlanView::Location(_), _) => {
            let union = |one: Extent, [left, top, right, bottom]: Extent| {
                [
                    one[0].min(left),
                    one[1].min(top),
                    one[2].max(right),
                    one[3].max(bottom),
                ]
            };
            let whole = plan
                .units
                .iter()
                .map(|unit| unit.whole)
                .fold(plan.extent, union);
            return with_margin(whole, LOCATION_MARGIN);
        }
        (PlanView::CloseUp(shown), Some(unit)) => (unit.whole, shown),
        _ => return with_margin([0, 0, plan.size[0], plan.size[1]], decimetres(MARGIN)),
    };
    let [wide, high] = [right - left, bottom - top].map(|size| size as f64);
    let margin = 2.0 * CLOSE_UP_MARGIN as f64;
    let space = CLOSE_UP_SPACE / shown.units();
    let widths = [
        wide + margin,
        (high + margin) / CLOSE_UP_RATIO,
        wide / (1.0 - 2.0 * space),
        high / (CLOSE_UP_RATIO - 2.0 * space),
    ];
    let widest = widths.into_iter().fold(CLOSE_UP_WIDTH as f64, f64::max);
    let width = widest.round() as i64;
    let height = (width as f64 * CLOSE_UP_RATIO).round() as i64;
    let (left, top) = ((left + right - width) / 2, (top + bottom - height) / 2);
    [left, top, left + width, top + height]
}

fn draw(values: Value) -> String {
    static DRAWING: LazyLock<Environment> = LazyLock::new(|| {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        let added = environment.add_template("drawing", include_str!("drawing.svg"));
        added.expect("the template in the binary is valid");
        environment
    });
    let drawn = DRAWING
        .get_template("drawing")
        .and_then(|drawing| drawing.render(values));
    drawn.expect("the template in the binary can draw every geometry")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Furniture;
    use crate::tests::{colour, geometry, theme};

    const WORDS: PlanWords = PlanWords {
        font: "Sans",
        street: "Calle",
        north: "N",
        decimal: '.',
    };

    fn mark(label: &str, status: Option<Status>) -> (String, UnitMark) {
        let label = label.to_owned();
        (format!("O-{label}"), UnitMark { label, status })
    }

    /// A unit alone, on a sheet without rents.
    fn close_up_of(code: &str, furnished: Option<Layout>) -> PlanView {
        PlanView::CloseUp(CloseUp {
            code: code.to_owned(),
            furnished,
            height: 66.0,
        })
    }

    /// A picture of the top level.
    fn picture(marks: &[(String, UnitMark)], view: &PlanView) -> PlanPicture {
        let marks = marks.iter().cloned().collect();
        plan_picture(&geometry().plans()[3], &marks, view, WORDS, &theme())
    }

    #[test]
    fn a_level_shows_each_unit_with_its_status_and_has_scale_and_north() {
        let marks = [
            mark("401", Some(Status::Reserved)),
            mark("402", Some(Status::Sold)),
            mark("403", None),
        ];
        let svg = picture(&marks, &PlanView::Level).svg;
        for label in ["401", "402", "403", "10 m", "N", "Calle"] {
            assert_eq!(
                svg.matches(&format!(">{label}<")).count(),
                1,
                "{label}: {svg}"
            );
        }
        assert_eq!(svg.matches("url(#hatch)").count(), 1);
        assert_eq!(
            svg.matches("<rect").count(),
            1,
            "the number on the hatch has a ground"
        );
        assert_eq!(svg.matches(&colour("light", "vendido_fill")).count(), 1);
        assert!(
            !svg.contains(">404<"),
            "a unit that is not in the inventory has no number"
        );
    }

    #[test]
    fn a_close_up_contains_the_whole_unit_with_its_dimensions() {
        for plan in geometry().plans() {
            for unit in &plan.units {
                let (unit, _) = unit.drawn_alone();
                let shown = frame(&plan, &close_up_of(&unit.code, None), Some(&unit));
                let is_inside =
                    |at: usize| shown[at] < unit.whole[at] && shown[at + 2] > unit.whole[at + 2];
                assert!(is_inside(0) && is_inside(1), "{}", unit.code);
            }
        }
        let marks = [mark("401", Some(Status::Available))];
        let close_up = |furnished| picture(&marks, &close_up_of("O-401", furnished));
        let PlanPicture { svg, ratio } = close_up(None);
        assert!(svg.contains(">12.00 m<") && svg.contains(">6.00 m<"));
        let filled = svg.matches(&colour("light", "disponible_fill")).count();
        assert_eq!(filled, 2, "the interior and the terrace");
        assert!((ratio - CLOSE_UP_RATIO).abs() < 0.01);
        let layouts = geometry().plans()[3].units[0].layouts(&[Furniture::Desks]);
        let furnished = layouts.into_iter().next().expect("furniture");
        let path = furnished.path.clone();
        let svg = close_up(Some(furnished)).svg;
        assert!(svg.contains(&path) && !svg.contains(">401<"), "{svg}");
    }

    #[test]
    fn a_close_up_of_any_size_has_its_notes_beside_the_unit() {
        // Sheets are 66, 40 and 24 mm high where they show a price, a rent, and both with payments.
        for ([wide, high], printed) in [
            ([5, 5], 66.0),
            ([60, 50], 66.0),
            ([60, 10], 40.0),
            ([10, 60], 40.0),
            ([200, 150], 66.0),
            ([60, 50], 24.0),
        ] {
            let text = format!(
                "<svg><g id=\"level-1\"><rect id=\"N-1\" width=\"{wide}\" height=\"{high}\"/></g></svg>"
            );
            let plan = crate::import::PlanFile {
                file: "",
                text: &text,
                levels: &[],
            };
            let assumed = crate::import::Assumed {
                scale: Some(1.0),
                storey_height: None,
                clear_height: None,
            };
            let imported = crate::import::import(&[plan], assumed, None).expect("importable");
            let geometry = crate::Geometry::parse("", &imported.text).expect("readable");
            let plan = geometry.plans().remove(0);
            let (unit, turn) = plan.units[0].drawn_alone();
            assert_eq!(turn == -90, wide < high, "{wide} × {high} m");
            let shown = CloseUp {
                code: "N-1".to_owned(),
                furnished: None,
                height: printed,
            };
            let view = PlanView::CloseUp(shown.clone());
            let frame = frame(&plan, &view, Some(&unit));
            let marks = BTreeMap::from([(
                "N-1".to_owned(),
                UnitMark {
                    label: "N-1".to_owned(),
                    status: Some(Status::Available),
                },
            )]);
            let notes = close_up_notes(&plan, (&unit, turn), (frame, '.'), &marks, &shown);
            let attribute = |name: &str| notes.get_attr(name).expect("a value");
            let zoom = (frame[2] - frame[0]) as f64 / shown.units();
            let [left, top, right, bottom] = unit.extent.map(|edge| edge as f64 / zoom);
            let line = left.min(right) - CLOSE_UP.dimensions[0] - CLOSE_UP.dimensions[1];
            let size = format!("{wide} × {high} m");
            assert!(line > frame[0] as f64 / zoom, "{size}");
            let above = top - CLOSE_UP.dimensions[0] - CLOSE_UP.dimensions[1];
            assert!(above > frame[1] as f64 / zoom, "{size}");
            let labels = attribute("labels");
            for label in labels.try_iter().expect("labels") {
                let written = label.get_attr("size").expect("a size").to_string();
                let type_size: f64 = written.parse().expect("a number");
                let points = type_size / shown.units() * shown.width();
                assert!(points > SMALLEST_TEXT - 0.01, "{label} of {printed} mm");
            }
            let kinds = labels
                .try_iter()
                .expect("labels")
                .map(|label| label.get_attr("kind").expect("a kind").to_string());
            assert_eq!(kinds.filter(|kind| kind == "size").count(), 2, "{size}");
            let north = attribute("north");
            let [x, y] = [0, 1].map(|index| {
                let at = north.get_item_by_index(index).expect("a place").to_string();
                at.parse::<f64>().expect("a number")
            });
            let radius = CLOSE_UP.north[2];
            let is_beside = x - radius >= right
                || x + radius <= left
                || y - radius >= bottom
                || y + radius <= top;
            assert!(is_beside, "{size}: {x} {y}");
            let bar = frame[3] as f64 / zoom - CLOSE_UP.corner[1] - CLOSE_UP.bar.tick;
            assert!(bar > bottom, "{size}");
        }
    }

    #[test]
    fn a_location_marks_the_unit_and_shows_no_other_number() {
        let marks = [mark("401", Some(Status::Sold)), mark("402", None)];
        let svg = picture(&marks, &PlanView::Location("O-401".to_owned())).svg;
        assert!(!svg.contains(">402<"), "{svg}");
        assert_eq!(svg.matches(&colour("light", "accent")).count(), 1, "{svg}");
    }

    #[test]
    fn a_long_number_is_smaller_and_stays_between_the_walls() {
        let plan = &geometry().plans()[2];
        let unit = &plan.units[1];
        let places =
            |label: &str| unit.number_places(&Label::new("number", label, [0.0; 2], NUMBER), 1.0);
        assert!(places("A-302-BIS-12")[0].is_upright && !places("302")[0].is_upright);
        assert_eq!(places("302")[0].size, NUMBER);
        assert!(places("A-302-BIS-12-EXT")[0].size < NUMBER);
    }

    #[test]
    fn labels_and_fonts_are_escaped() {
        let plan = geometry().plans().remove(0);
        let mut marks = BTreeMap::from([mark("x", None)]);
        let label = "<script>".to_owned();
        marks.insert(
            plan.units[0].code.clone(),
            UnitMark {
                label,
                status: None,
            },
        );
        let words = PlanWords {
            font: "\"><b>",
            street: "<i>",
            ..WORDS
        };
        let svg = plan_picture(&plan, &marks, &PlanView::Level, words, &theme()).svg;
        assert!(
            !svg.contains("<script>") && !svg.contains("<b>") && !svg.contains("<i>"),
            "{svg}"
        );
    }
}
