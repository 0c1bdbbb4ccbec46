//! What a geometry must satisfy to be drawn: shapes of some area that do not overlap, doors and facades on walls.

use std::collections::HashSet;

use super::geometry::{Geometry, LevelGeometry, UnitGeometry};
use super::plan::MARGIN;
use super::shape;
use super::shape::Point;

/// The path of a value, what is wrong with it and what to do.
pub(super) type GeometryFault = (String, String, String);

/// The area that is neglected where shapes overlap or lie outside, square metres; a shape must be larger.
const NEGLIGIBLE_AREA: f64 = 0.1;
/// The distance that is neglected between a point and the wall on which it must be, metres; a shape must be wider.
const NEGLIGIBLE_DISTANCE: f64 = 0.05;

/// Every fault of a geometry. Shapes that enclose nothing are reported alone: nothing else can be said about them.
pub(super) fn faults(geometry: &Geometry) -> Vec<GeometryFault> {
    let levels: Vec<LevelShapes> = geometry
        .levels
        .iter()
        .enumerate()
        .map(|(index, level)| LevelShapes::new(index, level))
        .collect();
    let mut faults = Vec::new();
    if geometry.levels.is_empty() {
        let hint = "add the levels from the ground up, or remove the file";
        faults.push(fault("levels", "`levels` is empty".to_owned(), hint));
    }
    for (name, metres) in [("length", geometry.length), ("depth", geometry.depth)] {
        if metres <= 0.0 {
            let hint = "write the metres of the building, with room for all its levels";
            faults.push(fault(name, format!("`{name}` is not above 0"), hint));
        }
    }
    for (key, points) in [("street", &geometry.street), ("plot", &geometry.plot)] {
        let shape = Shape {
            name: format!("`{key}`"),
            path: key.to_owned(),
            points,
        };
        if !points.is_empty() {
            faults.extend(not_a_shape(&shape));
        }
    }
    faults.extend(
        levels
            .iter()
            .flat_map(LevelShapes::all)
            .filter_map(not_a_shape),
    );
    if !faults.is_empty() {
        return faults;
    }
    faults.extend(repeated(geometry));
    for (index, (level, shapes)) in geometry.levels.iter().zip(&levels).enumerate() {
        faults.extend(misplaced(geometry, shapes));
        faults.extend(overlaps(shapes.outlines.iter()));
        faults.extend(overlaps(shapes.rooms.iter().chain(&shapes.terraces)));
        for (place, unit) in level.units.iter().enumerate() {
            faults.extend(off_the_walls(
                unit,
                &format!("levels.{index}.units.{place}"),
            ));
        }
    }
    faults
}

fn fault(path: &str, message: String, hint: &str) -> GeometryFault {
    (path.to_owned(), message, hint.to_owned())
}

/// Why a shape encloses nothing, if it does not.
fn not_a_shape(shape: &Shape<'_>) -> Option<GeometryFault> {
    let Shape { name, path, points } = shape;
    let [low, high] = shape::bounds(points);
    let is_thin = (0..2).any(|axis| high[axis] - low[axis] <= NEGLIGIBLE_DISTANCE);
    let (what, hint) = if points.len() < 3 {
        (
            format!("has only {} points", points.len()),
            "write at least three points",
        )
    } else if !shape::is_simple(points) {
        (
            "crosses itself".to_owned(),
            "write its corners once each, in their order around the shape",
        )
    } else if is_thin || shape::area(points) <= NEGLIGIBLE_AREA {
        (
            format!("encloses less than {NEGLIGIBLE_AREA} m²"),
            "write its corners in metres",
        )
    } else {
        return None;
    };
    Some(fault(path, format!("{name} {what}"), hint))
}

/// Numbers of levels and codes of units that are defined twice, and levels that are not in their order.
fn repeated(geometry: &Geometry) -> Vec<GeometryFault> {
    let (mut levels, mut codes) = (HashSet::new(), HashSet::new());
    let mut faults = Vec::new();
    let mut below: Option<f64> = None;
    for (index, level) in geometry.levels.iter().enumerate() {
        let path = |key: &str| format!("levels.{index}.{key}");
        if level.level == 0 {
            let hint = "the ground floor is 1, the level above it 2, a basement -1";
            faults.push(fault(
                &path("level"),
                "a building has no level 0".to_owned(),
                hint,
            ));
        }
        if !levels.insert(level.level) {
            let message = format!("level {} is defined twice", level.level);
            faults.push(fault(
                &path("level"),
                message,
                "give each level a different number",
            ));
        }
        if below.is_some_and(|below| below >= level.elevation) {
            let message = format!("level {} is not above the level before it", level.level);
            let hint = "write the levels from the ground up, with their `elevation` in metres";
            faults.push(fault(&path("elevation"), message, hint));
        }
        below = Some(level.elevation);
        for (place, unit) in level.units.iter().enumerate() {
            if !codes.insert(&unit.code) {
                let hint = "give each unit the code that it has in the inventory";
                let path = path(&format!("units.{place}.code"));
                faults.push(fault(
                    &path,
                    format!("`{}` is drawn twice", unit.code),
                    hint,
                ));
            }
        }
    }
    faults
}

/// Shapes outside the level, and levels and terraces outside the drawing.
fn misplaced(geometry: &Geometry, shapes: &LevelShapes<'_>) -> Vec<GeometryFault> {
    let LevelShapes {
        outlines,
        rooms,
        shafts,
        terraces,
    } = shapes;
    let mut faults = Vec::new();
    let is_within = |points: &[Point], margin: f64| {
        let [low, high] = shape::bounds(points);
        let largest = [geometry.length, geometry.depth];
        (0..2).all(|axis| low[axis] >= -margin && high[axis] <= largest[axis] + margin)
    };
    for outline in outlines
        .iter()
        .filter(|outline| !is_within(outline.points, NEGLIGIBLE_DISTANCE))
    {
        let message = format!("{} leaves the building", outline.name);
        let hint = "`length` and `depth` must contain every level: raise them, or move the corners";
        faults.push(fault(&outline.path, message, hint));
    }
    for terrace in terraces
        .iter()
        .filter(|terrace| !is_within(terrace.points, MARGIN))
    {
        let message = format!("{} leaves the drawing", terrace.name);
        let hint = format!("at most {MARGIN} m around the building are drawn: move its corners");
        faults.push(fault(&terrace.path, message, &hint));
    }
    let outer: Vec<&[Point]> = outlines.iter().map(|outline| outline.points).collect();
    for shape in rooms.iter().chain(shafts) {
        let area = shape::outside(shape.points, &outer);
        if area > NEGLIGIBLE_AREA {
            let message = format!(
                "{area:.1} m² of {} are outside {}",
                shape.name, outlines[0].name
            );
            faults.push(fault(
                &shape.path,
                message,
                "move its corners, or enlarge the outline",
            ));
        }
    }
    faults
}

fn overlaps<'a>(shapes: impl Iterator<Item = &'a Shape<'a>>) -> Vec<GeometryFault> {
    let all: Vec<_> = shapes.collect();
    let pairs = all
        .iter()
        .enumerate()
        .flat_map(|(place, shape)| all[..place].iter().map(move |other| (shape, other)));
    let overlap = |(shape, other): (&&Shape, &&Shape)| {
        let area = shape::overlap(shape.points, other.points);
        let message = || format!("{} overlaps {} by {area:.1} m²", shape.name, other.name);
        (area > NEGLIGIBLE_AREA)
            .then(|| fault(&shape.path, message(), "move the corners of one of them"))
    };
    pairs.filter_map(overlap).collect()
}

fn off_the_walls(unit: &UnitGeometry, path: &str) -> impl Iterator<Item = GeometryFault> {
    let is_off =
        |point: &Point| shape::distance_to_edge(&unit.polygon, *point) > NEGLIGIBLE_DISTANCE;
    let door = unit.door.as_ref().map(|door| ("door", &door[..]));
    [("facade", &unit.facade[..])]
        .into_iter()
        .chain(door)
        .filter_map(move |(name, points)| {
            let what = match points {
                [] | [_] => "has fewer than 2 points",
                _ if points.iter().any(is_off) => "is not on its walls",
                _ => return None,
            };
            let message = format!("the `{name}` of `{}` {what}", unit.code);
            Some(fault(
                &format!("{path}.{name}"),
                message,
                "write points on the edge of its `polygon`",
            ))
        })
}

struct Shape<'a> {
    /// What messages call it, with backticks.
    name: String,
    /// Where it is in the file.
    path: String,
    points: &'a [Point],
}

/// The shapes of a level by what is required of them.
struct LevelShapes<'a> {
    /// The enclosed parts: beside each other.
    outlines: Vec<Shape<'a>>,
    /// Units and shared rooms: within the outline and beside each other.
    rooms: Vec<Shape<'a>>,
    /// Stairs and lifts: within the outline.
    shafts: Vec<Shape<'a>>,
    /// Beside the rooms, inside or outside the outline.
    terraces: Vec<Shape<'a>>,
}

impl<'a> LevelShapes<'a> {
    /// The shapes of the level at `index` of the file. Shared rooms that a level lacks are left out.
    fn new(index: usize, level: &'a LevelGeometry) -> LevelShapes<'a> {
        let shape = |name: String, path: &str, points: &'a [Point]| {
            let path = format!("levels.{index}.{path}");
            Shape { name, path, points }
        };
        let shared = |name: &str, path: &str, points: &'a [Point]| {
            shape(format!("`{name}` of level {}", level.level), path, points)
        };
        let each = |name: &str, path: &str, all: &'a [Vec<Point>]| {
            let all = all.iter().enumerate();
            all.map(|(place, points)| shared(name, &format!("{path}.{place}"), points))
                .collect::<Vec<_>>()
        };
        let optional = [
            shared("corridor", "corridor", &level.corridor),
            shared("core", "core.outline", &level.core.outline),
        ];
        let mut rooms: Vec<Shape> = optional
            .into_iter()
            .filter(|shape| !shape.points.is_empty())
            .collect();
        rooms.extend(each("lobby", "lobby", &level.lobby));
        rooms.extend(each("services", "services", &level.services));
        let mut terraces = Vec::new();
        for (place, unit) in level.units.iter().enumerate() {
            let (path, code) = (format!("units.{place}"), &unit.code);
            rooms.push(shape(
                format!("`{code}`"),
                &format!("{path}.polygon"),
                &unit.polygon,
            ));
            if let Some(points) = &unit.terrace {
                let name = format!("the terrace of `{code}`");
                terraces.push(shape(name, &format!("{path}.terrace"), points));
            }
        }
        let mut shafts = each("stairs", "core.stairs", &level.core.stairs);
        shafts.extend(each("lifts", "core.lifts", &level.core.lifts));
        let mut outlines = vec![shared("outline", "outline", &level.outline)];
        outlines.extend(each("blocks", "blocks", &level.blocks));
        LevelShapes {
            outlines,
            rooms,
            shafts,
            terraces,
        }
    }

    /// Every shape, in the order in which faults are reported.
    fn all(&self) -> impl Iterator<Item = &Shape<'a>> {
        self.outlines
            .iter()
            .chain(self.rooms.iter().chain(&self.shafts).chain(&self.terraces))
    }
}
