//! The shapes of plans in metres.

use kurbo::{PathEl, Point as CurvePoint};

use super::PlanFile;
use super::svg::{self, Drawing, NamedShape, Role, role};
use crate::shape::Point;
use formats::problem::{Code, Place, Problem};

/// How far a line may be from the curve that it replaces, metres.
const CURVE_PRECISION: f64 = 0.02;
/// How much the scales of several lines may differ.
const SAME_SCALE: f64 = 0.01;
/// What is larger than this was not meant, metres.
const TOO_LARGE: f64 = 1e5;
/// Points within this distance are one point, metres.
const SAME: f64 = 0.005;

#[derive(Clone)]
pub(super) struct PlacedShape {
    pub(super) role: Role,
    /// The building, by its position among those that were asked for.
    pub(super) building: Option<usize>,
    pub(super) levels: Vec<i16>,
    /// Its corners; of a closed shape, the first one is not repeated.
    pub(super) points: Vec<Point>,
    pub(super) name: String,
    pub(super) file: String,
    pub(super) place: Place,
}

impl PlacedShape {
    pub(super) fn problem(&self, what: &str) -> Problem {
        Problem::at(
            Code::InvalidGeometry,
            &self.file,
            self.place,
            format!("`{}` {what}", self.name),
        )
    }
}

/// The shapes of a plan, and in `ignored` a note for each other one that a person has named. The plan has its own scale, unless one
/// is given, in metres of one unit.
pub(super) fn read(
    plan: &PlanFile<'_>,
    buildings: &[Vec<String>],
    scale: Option<f64>,
    ignored: &mut Vec<Problem>,
) -> Result<Vec<PlacedShape>, Vec<Problem>> {
    let Drawing { shapes, .. } = svg::read(plan.file, plan.text, buildings, ignored)?;
    let Some(scale) = scale.map_or_else(|| common_scale(plan, &shapes), |scale| Ok(Some(scale)))?
    else {
        let problem =
            Problem::in_file(Code::InvalidGeometry, plan.file, "the drawing has no scale");
        return Err(vec![problem.hint(
            "draw a line of 10 m and name it `scale-10`, or give the metres of one unit of the drawing with `--scale`",
        )]);
    };
    let drawn: Vec<Result<PlacedShape, Problem>> = shapes
        .into_iter()
        .filter_map(|shape| in_metres(shape, plan, scale))
        .collect();
    if drawn.is_empty() {
        let problem = Problem::in_file(
            Code::InvalidGeometry,
            plan.file,
            "the drawing has no named shape",
        );
        let hint = "name the shape of each unit by its code, as its id or its label in Inkscape";
        return Err(vec![problem.hint(hint)]);
    }
    formats::problem::collect(drawn)
}

/// The scale of a drawing, which all its lines of known length must give.
fn common_scale(plan: &PlanFile<'_>, shapes: &[NamedShape]) -> Result<Option<f64>, Vec<Problem>> {
    let mut scales = shapes
        .iter()
        .filter_map(|shape| Some((shape, drawn_scale(shape)?)));
    let Some((_, scale)) = scales.next() else {
        return Ok(None);
    };
    match scales.find(|(_, other)| (other / scale - 1.0).abs() > SAME_SCALE) {
        None => Ok(Some(scale)),
        Some((NamedShape { name, place, .. }, _)) => {
            let message = format!("`{name}` gives another scale than the one before it");
            let problem = Problem::at(Code::InvalidGeometry, plan.file, *place, message);
            Err(vec![problem.hint("draw all levels in one scale")])
        }
    }
}

/// The scale that a line of known length gives.
fn drawn_scale(shape: &NamedShape) -> Option<f64> {
    let Role::Scale(metres) = role(&shape.name)? else {
        return None;
    };
    let lengths = shape
        .path
        .segments()
        .map(|segment| kurbo::ParamCurveArclen::arclen(&segment, SAME));
    let length: f64 = lengths.sum();
    (length > 0.0).then_some(metres / length)
}

/// The shape in metres; nothing for the line of the scale.
fn in_metres(
    shape: NamedShape,
    plan: &PlanFile<'_>,
    scale: f64,
) -> Option<Result<PlacedShape, Problem>> {
    let role = role(&shape.name).filter(|role| !matches!(role, Role::Scale(_)))?;
    let is_line = matches!(role, Role::OfUnit("door" | "facade", _));
    let extent = shape.path.control_box();
    let is_too_large = [extent.x0, extent.y0, extent.x1, extent.y1]
        .iter()
        .any(|at| !at.is_finite() || (at * scale).abs() > TOO_LARGE);
    if is_too_large {
        // Its curves would be cut into lines without end.
        let message = format!("`{}` is too large", shape.name);
        let problem = Problem::at(Code::InvalidGeometry, plan.file, shape.place, message);
        return Some(Err(
            problem.hint("check the scale and the transforms of the drawing")
        ));
    }
    let (mut points, mut parts, mut is_closed) = (Vec::<Point>::new(), 0, false);
    let mut add = |at: CurvePoint| {
        let at = [at.x * scale, at.y * scale];
        if points.last().is_none_or(|last| !is_same(*last, at)) {
            points.push(at);
        }
    };
    kurbo::flatten(
        shape.path,
        CURVE_PRECISION / scale,
        |element| match element {
            PathEl::MoveTo(at) => {
                parts += 1;
                add(at);
            }
            PathEl::LineTo(at) => add(at),
            // Flattened paths have no curves.
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
            PathEl::ClosePath => is_closed = true,
        },
    );
    if points.len() > 1 && is_same(points[0], points[points.len() - 1]) {
        points.pop();
        is_closed = true;
    }
    let placed = PlacedShape {
        role,
        building: shape.building,
        levels: shape
            .level
            .map_or_else(|| plan.levels.to_vec(), |level| vec![level]),
        points,
        name: shape.name,
        file: plan.file.to_owned(),
        place: shape.place,
    };
    let (what, hint) = if parts != 1 {
        (
            "does not consist of one line",
            "draw it in one line, without holes",
        )
    } else if !is_closed && !is_line {
        (
            "is not closed",
            "close its path, so that its last point is its first one",
        )
    } else {
        return Some(Ok(placed));
    };
    Some(Err(placed.problem(what).hint(hint)))
}

fn is_same(one: Point, other: Point) -> bool {
    (one[0] - other[0]).hypot(one[1] - other[1]) <= SAME
}
