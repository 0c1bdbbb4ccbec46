//! The geometry of a building from the shapes of its plans: what each level has, what is not drawn, and where what is wrong was drawn.

use std::collections::BTreeMap;

use super::scaled::PlacedShape;
use super::svg::Role;
use super::{Assumed, Imported, defaults};
use crate::check;
use crate::geometry::{Axes, Geometry, LevelGeometry, UnitGeometry};
use crate::shape::{Point, bounds};
use formats::problem::{Code, Place, Problem, ok_unless};

/// Heights without an earlier geometry, metres: from one floor to the next, and clear.
const HEIGHTS: [f64; 2] = [4.0, 3.0];

/// The path of a value of the geometry, with a dot at its end, and the place of its shape in a plan.
type Origin = (String, String, Place);

/// A building with what is needed to report what is wrong with it.
pub(super) struct Finished {
    pub(super) geometry: Geometry,
    origins: Vec<Origin>,
    /// Where its corner `[0, 0]` is in the plan, metres.
    pub(super) corner: Point,
}

impl Finished {
    /// The text of the building, or what about it cannot be drawn.
    pub(super) fn checked(
        self,
        file: &str,
        before: Option<&Geometry>,
    ) -> Result<Imported, Vec<Problem>> {
        let Finished {
            geometry, origins, ..
        } = self;
        let problem = |(path, message, hint): check::GeometryFault| {
            let origin = origins
                .iter()
                .find(|(start, ..)| format!("{path}.").starts_with(start));
            let message = message.replace("`blocks`", "a further `outline`");
            match origin {
                Some((_, file, place)) => Problem::at(Code::InvalidGeometry, file, *place, message),
                None => Problem::in_file(Code::InvalidGeometry, file, message),
            }
            .hint(hint)
        };
        let problems = check::faults(&geometry).into_iter().map(problem).collect();
        let count = |axes: &Axes| axes.x.len() + axes.y.len();
        let lost_axes = before.is_some_and(|before| count(&before.axes) > count(&geometry.axes));
        ok_unless(
            problems,
            Imported {
                text: geometry.to_text(),
                ignored: Vec::new(),
                lost_axes,
            },
        )
    }
}

/// The shapes of all plans by level.
#[derive(Default)]
pub(super) struct Building {
    levels: BTreeMap<i16, Vec<PlacedShape>>,
    site: BTreeMap<&'static str, Vec<Point>>,
    /// Whether it is on a site plan, where land and sheds need no outline.
    is_on_site: bool,
    /// Whether it has one level, as land has.
    has_one_level: bool,
    problems: Vec<Problem>,
}

impl Building {
    /// A building of a site plan, without shapes.
    pub(super) fn on_site() -> Building {
        Building {
            is_on_site: true,
            ..Building::default()
        }
    }

    /// Adds a shape to its levels, or to what is drawn around the building.
    pub(super) fn add(&mut self, shape: PlacedShape) {
        match (&shape.role, &shape.levels[..]) {
            (Role::Site(name), _) if self.site.contains_key(name) => {
                self.problems.push(repeated(&shape, &format!("`{name}` of the building")));
            }
            (Role::Site(name), _) => drop(self.site.insert(name, shape.points)),
            (role, [_, _, ..]) if role.is_on_one_level() => {
                if self.problems.iter().all(|problem| problem.file != shape.file) {
                    let problem = shape.problem(&format!("is on {} levels", shape.levels.len()));
                    self.problems
                        .push(problem.hint("write `*` for the level in the codes of the file, such as `D-*01`"));
                }
            }
            (_, [_, ..]) => {
                for level in &shape.levels {
                    let role = shape.role.on_level(*level);
                    self.levels.entry(*level).or_default().push(PlacedShape { role, ..shape.clone() });
                }
            }
            (_, []) => self.problems.push(shape.problem("is in no level").hint(
                "put it into a group named `level-1` (`level--1` for a basement), or name the level of the file: \
                 `1=plan.svg`",
            )),
        }
    }

    /// The geometry, moved so that its corner is at `[0, 0]`, and where its shapes are in the plans.
    pub(super) fn finish(
        mut self,
        assumed: Assumed,
        before: Option<&Geometry>,
    ) -> Result<Finished, Vec<Problem>> {
        let mut origins = Vec::new();
        let mut levels: Vec<LevelGeometry> = Vec::new();
        let numbers: Vec<i16> = self.levels.keys().copied().collect();
        self.has_one_level = numbers.len() == 1;
        let earlier = before.map(|before| &before.levels[..]).unwrap_or_default();
        let storey_before = match earlier {
            [.., lower, highest] => Some(highest.elevation - lower.elevation),
            _ => None,
        };
        let storey_height = assumed
            .storey_height
            .or(storey_before)
            .unwrap_or(HEIGHTS[0]);
        let clear_before = earlier.last().map(|level| level.clear_height);
        let clear_height = assumed.clear_height.or(clear_before).unwrap_or(HEIGHTS[1]);
        let between =
            |lower: i16, higher: i16| storey_height * f64::from(storey(higher) - storey(lower));
        for (index, (number, shapes)) in std::mem::take(&mut self.levels).into_iter().enumerate() {
            let of = |number: i16| {
                before?
                    .levels
                    .iter()
                    .find(move |level| level.level == number)
            };
            let known = of(number);
            let above = match levels.last() {
                Some(below) => below.elevation + between(below.level, number),
                None => {
                    let known = |higher: &i16| Some((*higher, of(*higher)?.elevation));
                    let (next, elevation) = numbers
                        .iter()
                        .find_map(known)
                        .unwrap_or((number.max(1), 0.0));
                    elevation - between(number, next)
                }
            };
            let mut level = LevelGeometry {
                level: number,
                elevation: known.map_or(above, |known| known.elevation),
                clear_height: known.map_or(clear_height, |known| known.clear_height),
                ..LevelGeometry::default()
            };
            self.fill(&mut level, index, shapes, &mut origins);
            levels.push(level);
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let corners: Vec<Point> = levels
            .iter()
            .flat_map(LevelGeometry::outlines)
            .flatten()
            .copied()
            .collect();
        let [low, high] = bounds(&corners);
        let height_of_top_storey =
            |building: &Geometry| Some(building.top - building.levels.last()?.elevation);
        let roof = before
            .and_then(height_of_top_storey)
            .unwrap_or(storey_height);
        let top = levels.last().map_or(0.0, |level| level.elevation + roof);
        let mut site = |name| self.site.remove(name).unwrap_or_default();
        let (length, depth) = (high[0] - low[0], high[1] - low[1]);
        let (street, plot) = (site("street"), site("plot"));
        let mut geometry = Geometry {
            example: true,
            length,
            depth,
            top,
            street,
            plot,
            levels,
            ..Geometry::default()
        };
        if let Some(Geometry {
            example,
            north,
            axes,
            facades,
            ..
        }) = before
        {
            (geometry.example, geometry.north) = (*example, *north);
            (geometry.axes, geometry.facades) = (axes.clone(), facades.clone());
        }
        geometry.move_and_round(low);
        // Axes outside the building are those of another one.
        let Axes { x, y } = &mut geometry.axes;
        for (axes, length) in [(x, geometry.length), (y, geometry.depth)] {
            if axes.iter().any(|axis| axis.at > length) {
                axes.clear();
            }
        }
        if let Some(Geometry { street, plot, .. }) = before {
            for (drawn, earlier) in [(&mut geometry.street, street), (&mut geometry.plot, plot)] {
                if drawn.is_empty() {
                    drawn.clone_from(earlier);
                }
            }
        }
        Ok(Finished {
            geometry,
            origins,
            corner: low,
        })
    }

    fn fill(
        &mut self,
        level: &mut LevelGeometry,
        index: usize,
        shapes: Vec<PlacedShape>,
        origins: &mut Vec<Origin>,
    ) {
        let (mut parts, mut names) = (Vec::new(), BTreeMap::new());
        for shape in shapes {
            let single = match &shape.role {
                Role::Shared(name @ ("corridor" | "core")) => Some((*name).to_owned()),
                Role::Shared("outline") => Some(shape.name.to_lowercase()),
                Role::OfUnit(part, code) => Some(format!("{part}-{code}")),
                _ => None,
            };
            let origin = (shape.file.clone(), shape.place);
            if let Some(name) = single
                && let Some((file, Place { line, column })) =
                    names.insert(name.clone(), origin.clone())
            {
                let what = format!(
                    "`{name}` of level {}, after that at {file}:{line}:{column}",
                    level.level
                );
                self.problems.push(repeated(&shape, &what));
                continue;
            }
            let path = match &shape.role {
                Role::OfUnit(..) => {
                    parts.push(shape);
                    continue;
                }
                Role::Unit(code) => {
                    let (code, polygon) = (code.clone(), shape.points);
                    level.units.push(UnitGeometry {
                        code,
                        polygon,
                        ..UnitGeometry::default()
                    });
                    format!("units.{}", level.units.len() - 1)
                }
                Role::Shared(name) => put(level, name, shape.points),
                Role::Site(_) | Role::Scale(_) => continue,
            };
            origins.push((format!("levels.{index}.{path}."), origin.0, origin.1));
        }
        // Land: the outline of its plots is no wall.
        let is_land = self.is_on_site && self.has_one_level && level.outline.is_empty();
        if level.outline.is_empty() {
            let mut outlines = defaults::outlines(level).into_iter();
            let first = outlines.next();
            if let Some(outline) = first
                && (outlines.len() == 0 || self.is_on_site)
            {
                level.outline = outline;
                level.blocks = outlines.collect();
            } else {
                let message = format!(
                    "level {} has no `outline`, and its rooms are apart",
                    level.level
                );
                let file = origins.last().map_or("", |(_, file, _)| file);
                self.problems.push(Problem::in_file(Code::InvalidGeometry, file, message).hint(
                    "draw the outer walls as a shape named `outline`, those of a second block as `outline-2`",
                ));
            }
        }
        let LevelGeometry {
            outline,
            blocks,
            corridor,
            lobby,
            core,
            units,
            ..
        } = &mut *level;
        let outlines: Vec<&[Point]> = [&*outline]
            .into_iter()
            .chain(&*blocks)
            .map(Vec::as_slice)
            .collect();
        let entered_from: Vec<&Vec<Point>> = if corridor.is_empty() {
            [&core.outline].into_iter().chain(&*lobby).collect()
        } else {
            vec![corridor]
        };
        let shared: Vec<&[Point]> = entered_from
            .into_iter()
            .filter(|room| !room.is_empty())
            .map(Vec::as_slice)
            .collect();
        for unit in units {
            unit.facade = defaults::facade(&unit.polygon, &outlines);
            if !is_land || !shared.is_empty() {
                unit.door = defaults::door(&unit.polygon, &shared, &unit.facade);
            }
        }
        self.problems
            .extend(parts.into_iter().filter_map(|part| set_part(level, part)));
    }
}

/// How many storeys a level is above the ground floor; below zero for a basement.
fn storey(level: i16) -> i16 {
    if level > 0 { level - 1 } else { level }
}

/// A shape of which there is one, drawn again.
pub(super) fn repeated(shape: &PlacedShape, what: &str) -> Problem {
    shape.problem(&format!("is a second {what}")).hint(
        "there can be one: remove it, join both to one shape, or name a further block `outline-2`",
    )
}

/// Puts a shape that is not a unit's where it belongs, and returns its path within the level.
fn put(level: &mut LevelGeometry, name: &'static str, points: Vec<Point>) -> String {
    let core = &mut level.core;
    let (path, list) = match name {
        "outline" if !level.outline.is_empty() => ("blocks", &mut level.blocks),
        "lobby" => ("lobby", &mut level.lobby),
        "services" => ("services", &mut level.services),
        "stairs" => ("core.stairs", &mut core.stairs),
        "lifts" => ("core.lifts", &mut core.lifts),
        _ => {
            let (path, shape) = match name {
                "core" => ("core.outline", &mut core.outline),
                "corridor" => (name, &mut level.corridor),
                _ => (name, &mut level.outline),
            };
            *shape = points;
            return path.to_owned();
        }
    };
    list.push(points);
    format!("{path}.{}", list.len() - 1)
}

/// Sets the terrace, door or facade of a unit.
fn set_part(level: &mut LevelGeometry, shape: PlacedShape) -> Option<Problem> {
    let Role::OfUnit(part, code) = &shape.role else {
        return None;
    };
    let Some(unit) = level.units.iter_mut().find(|unit| unit.code == *code) else {
        let what = format!(
            "belongs to `{code}`, which level {} does not have",
            level.level
        );
        return Some(
            shape
                .problem(&what)
                .hint("name it after a unit of the same level, such as `door-O-301`"),
        );
    };
    match (*part, &shape.points[..]) {
        ("terrace", _) => unit.terrace = Some(shape.points),
        ("facade", _) => unit.facade = shape.points,
        (_, [first, .., last]) => unit.door = Some([*first, *last]),
        _ => {}
    }
    None
}
