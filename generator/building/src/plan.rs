//! The floor plan of a level as SVG path data.

use serde::Serialize;
use ts_rs::TS;

use super::door_swing::door_swing;
use super::geometry::{Axis, Geometry, LevelGeometry, UnitGeometry};
use super::labels::{Label, Sheet, bubbles, hundredths};
use super::position::Facing;
use super::shape::Point;
use super::shape::{bounds, chord, closed, decimetres, label_place, mark};

/// Margin around the building for terraces, axis bubbles and dimension lines, metres.
pub(super) const MARGIN: f64 = 7.0;
/// Distance between two treads of a stair, metres.
const TREAD: f64 = 0.3;
/// Diameter of the bubbles of axes on pages, decimetres.
const BUBBLE: i64 = 23;
/// The largest type size of a unit's number on pages, that of a phone in `plan.css`, and how far its line is below its place.
const NUMBER: [f64; 2] = [22.0, 4.0];
/// The length of the longest building whose numbers have their usual size, decimetres: drawings of longer ones are smaller than
/// their pages are wide.
const LONGEST: f64 = 1000.0;

/// A bounding box: left, top, right, bottom, in decimetres.
pub type Extent = [i64; 4];

/// The floor plan of a level: SVG path data in whole decimetres within [`Plan::view_box`].
#[derive(Debug, Clone, Serialize, TS)]
#[ts(rename = "PlanGeometry")]
pub struct Plan {
    /// The key of the building; empty on a site with one.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub building: String,
    /// The level's number.
    pub level: i16,
    /// The level mark: `+4.50`.
    pub mark: String,
    /// The clear height in metres: `3.80`.
    pub clear_height: String,
    /// The drawing's extent: `left top width height`, the same for every level.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// The length and the depth of the building, decimetres.
    pub size: [i64; 2],
    /// Degrees from the top of the sheet to north, clockwise.
    pub north: f64,
    /// The bounding box of the enclosed part: left, top, right, bottom, decimetres. Not serialized for pages.
    #[serde(skip)]
    pub extent: Extent,
    /// The enclosed part of the level.
    pub outline: String,
    /// The corridor.
    pub corridor: String,
    /// Entrance halls and voids, one path.
    pub lobby: String,
    /// Service rooms, one path.
    pub services: String,
    /// The core's walls.
    pub core: String,
    /// Stairs with treads, one path.
    pub stairs: String,
    /// Lift shafts with diagonals, one path.
    pub lifts: String,
    /// The structural axes.
    pub axes: PlanAxes,
    /// What the building shares on this level, to label it. Not serialized for pages.
    #[serde(skip)]
    pub rooms: Vec<PlanRooms>,
    /// The units, in the order of the geometry: around the building.
    pub units: Vec<PlanUnit>,
}

/// The structural axes of a plan in both directions.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PlanAxes {
    /// Axes perpendicular to the street.
    pub x: Vec<PlanAxis>,
    /// Axes parallel to the street.
    pub y: Vec<PlanAxis>,
}

/// One structural axis of a plan, in decimetres.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PlanAxis {
    /// The text in the axis bubble; empty for an axis without one.
    pub label: String,
    /// Distance from the corner of the building.
    pub at: i64,
    /// Where the bubble is, if it is not at its axis: it would cover another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bubble: Option<i64>,
}

/// Rooms of one kind.
#[derive(Debug, Clone, Serialize)]
pub struct PlanRooms {
    /// The key of their name in the strings, below `drawing`.
    pub kind: &'static str,
    /// Where they are.
    pub places: Vec<RoomPlace>,
}

/// The place of a room's label.
#[derive(Debug, Clone, Serialize)]
pub struct RoomPlace {
    /// The point of the room that is farthest from all walls, decimetres from the left.
    pub x: i64,
    /// The same point, decimetres from the top.
    pub y: i64,
    /// Whether the room is deeper than wide, so that its name is written upwards.
    pub is_upright: bool,
    /// Its longer side, decimetres. Not serialized.
    #[serde(skip)]
    pub length: i64,
}

/// One unit of a plan.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PlanUnit {
    /// The unit's code.
    pub code: String,
    /// The interior.
    pub path: String,
    /// The terrace, if there is one.
    pub terrace: Option<String>,
    /// The door opening; empty on land.
    pub door: String,
    /// Centre of the label, decimetres from the left: the point that is farthest from all walls.
    pub x: i64,
    /// Centre of the label, decimetres from the top.
    pub y: i64,
    /// The SVG transform of a number that has no place at its usual size and direction; empty for one that has no place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fit: Option<String>,
    /// The width and the depth of the interior at the label, decimetres. Not serialized for pages.
    #[serde(skip)]
    pub room: [i64; 2],
    /// The bounding box of the interior: left, top, right, bottom, decimetres. Not serialized for pages.
    #[serde(skip)]
    pub extent: Extent,
    /// The bounding box of interior and terrace. Not serialized for pages.
    #[serde(skip)]
    pub whole: Extent,
    /// The corners of the interior, decimetres. Not serialized for pages.
    #[serde(skip)]
    pub corners: Vec<[i64; 2]>,
    /// How the door opens; empty for land and gates. Not serialized for pages.
    #[serde(skip)]
    pub swing: String,
    /// The ends of the door opening, decimetres. Not serialized for pages.
    #[serde(skip)]
    pub opening: Option<[[i64; 2]; 2]>,
    /// The interior's width along the street and its depth, metres.
    pub size: [f64; 2],
    /// To which sides its outer walls are. Not serialized for pages.
    #[serde(skip)]
    pub facings: Vec<Facing>,
    /// From its door to the nearest lift, metres, where both are on the corridor. Not serialized for pages.
    #[serde(skip)]
    pub to_lifts: Option<f64>,
}

impl Geometry {
    /// The plans of all levels, from the ground up.
    pub fn plans(&self) -> Vec<Plan> {
        self.levels.iter().map(|level| self.plan(level)).collect()
    }

    fn plan(&self, level: &LevelGeometry) -> Plan {
        let [start, width, height] = [
            -MARGIN,
            self.length + 2.0 * MARGIN,
            self.depth + 2.0 * MARGIN,
        ]
        .map(decimetres);
        let located = |unit: &UnitGeometry| PlanUnit {
            facings: self.facings(unit),
            to_lifts: level.to_lifts(unit),
            ..plan_unit(unit)
        };
        Plan {
            building: self.building.clone(),
            level: level.level,
            mark: mark(level.elevation),
            clear_height: format!("{:.2}", level.clear_height),
            view_box: format!("{start} {start} {width} {height}"),
            size: [self.length, self.depth].map(decimetres),
            north: self.north,
            extent: extent_of(&level.outlines().collect::<Vec<_>>().concat()),
            outline: level.outlines().map(closed).collect(),
            corridor: closed(&level.corridor),
            lobby: level.lobby.iter().map(|shape| closed(shape)).collect(),
            services: level.services.iter().map(|shape| closed(shape)).collect(),
            core: closed(&level.core.outline),
            stairs: level.core.stairs.iter().map(|shape| stair(shape)).collect(),
            lifts: level.core.lifts.iter().map(|shape| lift(shape)).collect(),
            axes: PlanAxes {
                x: plan_axes(&self.axes.x, self.length),
                y: plan_axes(&self.axes.y, self.depth),
            },
            rooms: rooms(level),
            units: level.units.iter().map(located).collect(),
        }
    }
}

impl Plan {
    /// The unit with this code.
    pub fn unit(&self, code: &str) -> Option<&PlanUnit> {
        self.units.iter().find(|unit| unit.code == code)
    }

    /// Whether another level has the same rooms, and its units the same shapes.
    pub fn is_drawn_like(&self, other: &Plan) -> bool {
        let drawn = |plan: &Plan| {
            let Plan {
                outline,
                corridor,
                lobby,
                services,
                core,
                stairs,
                lifts,
                clear_height,
                ..
            } = plan;
            let rooms = [
                outline,
                corridor,
                lobby,
                services,
                core,
                stairs,
                lifts,
                clear_height,
            ]
            .map(String::clone);
            let shapes = plan
                .units
                .iter()
                .map(|unit| (unit.path.clone(), unit.terrace.clone(), unit.door.clone()));
            (rooms, shapes.collect::<Vec<_>>())
        };
        drawn(self) == drawn(other)
    }

    /// Finds a place for the number of each unit on pages; `number` is that of a code.
    pub fn fit_numbers<'a>(&mut self, number: impl Fn(&str) -> Option<&'a str>) {
        let enlarged = (self.size[0] as f64 / LONGEST).max(1.0);
        let [size, below] = NUMBER.map(|usual| usual * enlarged);
        let mut sheet = Sheet::new([
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
            f64::INFINITY,
            f64::INFINITY,
        ]);
        for unit in &mut self.units {
            let Some(text) = number(&unit.code) else {
                continue;
            };
            let usual = Label::new("number", text, [unit.x as f64, unit.y as f64 + below], size);
            unit.fit = match sheet.place(unit.number_places(&usual, 1.0)) {
                Some(Label {
                    is_upright: false,
                    scale: 1.0,
                    ..
                }) if enlarged <= 1.0 => None,
                Some(Label {
                    x,
                    y,
                    is_upright,
                    scale,
                    ..
                }) => {
                    let turn = if is_upright { " rotate(-90)" } else { "" };
                    let scale = (scale * enlarged * 100.0).round() / 100.0;
                    Some(format!("translate({x:.1} {y:.1}){turn} scale({scale})"))
                }
                None => Some(String::new()),
            };
        }
    }
}

/// A point of a building that is turned counterclockwise by a quarter: the street is on the right then.
fn turned_point([x, y]: [i64; 2]) -> [i64; 2] {
    [y, -x]
}

fn turned_extent([left, top, right, bottom]: Extent) -> Extent {
    [top, -right, bottom, -left]
}

impl RoomPlace {
    /// The place in the turned building.
    pub(super) fn turned(&self) -> RoomPlace {
        let [x, y] = turned_point([self.x, self.y]);
        RoomPlace {
            x,
            y,
            is_upright: !self.is_upright,
            length: self.length,
        }
    }
}

impl PlanUnit {
    /// The unit in the turned building, to find places for its notes; its paths are as they were.
    pub(super) fn turned(&self) -> PlanUnit {
        let [x, y] = turned_point([self.x, self.y]);
        let [width, depth] = self.size;
        PlanUnit {
            x,
            y,
            room: [self.room[1], self.room[0]],
            extent: turned_extent(self.extent),
            whole: turned_extent(self.whole),
            corners: self.corners.iter().copied().map(turned_point).collect(),
            opening: self.opening.map(|ends| ends.map(turned_point)),
            size: [depth, width],
            ..self.clone()
        }
    }

    /// The places of its number, the best first; upwards in a narrow unit. A unit of the drawing is `zoom` decimetres.
    pub(super) fn number_places(&self, usual: &Label, zoom: f64) -> Vec<Label> {
        let fits = |label: &Label| {
            let [left, top, right, bottom] = label.area();
            let [width, depth] = self.room.map(|room| room as f64 / zoom);
            if label.is_upright {
                bottom - top <= depth
            } else {
                right - left <= width
            }
        };
        usual
            .smaller()
            .flat_map(|label| [label.upright(), label].into_iter().rev())
            .filter(fits)
            .collect()
    }
}

/// The shared rooms of a level by kind, without kinds that it does not have.
fn rooms(level: &LevelGeometry) -> Vec<PlanRooms> {
    let each = |shapes: &[Vec<Point>]| shapes.iter().map(|shape| room_place(shape)).collect();
    let corridor: Vec<_> = [&level.corridor]
        .into_iter()
        .filter(|shape| !shape.is_empty())
        .cloned()
        .collect();
    // Above the ground floor, the shape is the void over the entrance hall.
    let lobby = if level.level == 1 { "lobby" } else { "void" };
    let kinds = [
        ("stairs", each(&level.core.stairs)),
        ("lifts", whole(&level.core.lifts)),
        ("services", each(&level.services)),
        (lobby, each(&level.lobby)),
        ("corridor", each(&corridor)),
    ]
    .into_iter()
    .filter(|(_, places)| !places.is_empty());
    kinds
        .map(|(kind, places)| PlanRooms { kind, places })
        .collect()
}

/// One place for all shapes together: the middle of their bounding box.
fn whole(shapes: &[Vec<Point>]) -> Vec<RoomPlace> {
    let [[left, top], [right, bottom]] = bounds(&shapes.concat());
    let frame = [[left, top], [right, top], [right, bottom], [left, bottom]];
    Vec::from_iter((!shapes.is_empty()).then(|| room_place(&frame)))
}

fn room_place(shape: &[Point]) -> RoomPlace {
    let [[left, top], [right, bottom]] = bounds(shape);
    let [x, y] = label_place(shape).map(decimetres);
    let [width, depth] = [right - left, bottom - top];
    RoomPlace {
        x,
        y,
        is_upright: depth > width,
        length: decimetres(width.max(depth)),
    }
}

fn plan_axes(axes: &[Axis], length: f64) -> Vec<PlanAxis> {
    let at: Vec<i64> = axes.iter().map(|axis| decimetres(axis.at)).collect();
    let places = bubbles(&at, BUBBLE, decimetres(length));
    let plan_axis = |((axis, at), bubble): ((&Axis, i64), Option<i64>)| PlanAxis {
        label: bubble.map(|_| axis.label.clone()).unwrap_or_default(),
        at,
        bubble: bubble.filter(|bubble| *bubble != at),
    };
    axes.iter().zip(at).zip(places).map(plan_axis).collect()
}

/// A unit as it is drawn, without what its level and its building say of it.
pub(super) fn plan_unit(unit: &UnitGeometry) -> PlanUnit {
    let [[left, top], [right, bottom]] = bounds(&unit.polygon);
    let terrace = unit.terrace.as_deref().unwrap_or_default();
    let label = label_place(&unit.polygon);
    let [x, y] = label.map(decimetres);
    let across = |[x, y]: Point| [y, x];
    let turned: Vec<Point> = unit.polygon.iter().copied().map(across).collect();
    let room = [chord(&unit.polygon, label), chord(&turned, across(label))]
        .map(|[from, to]| decimetres(to - from));
    let opening = unit
        .door
        .map(|door| door.map(|point| point.map(decimetres)));
    let line = |[from, to]: [[i64; 2]; 2]| format!("M{} {}L{} {}", from[0], from[1], to[0], to[1]);
    PlanUnit {
        code: unit.code.clone(),
        path: closed(&unit.polygon),
        terrace: unit.terrace.as_deref().map(closed),
        door: opening.map(line).unwrap_or_default(),
        x,
        y,
        fit: None,
        room,
        extent: extent_of(&unit.polygon),
        whole: extent_of(&[&unit.polygon, terrace].concat()),
        corners: unit
            .polygon
            .iter()
            .map(|corner| corner.map(decimetres))
            .collect(),
        swing: unit
            .door
            .map(|door| door_swing(&unit.polygon, door))
            .unwrap_or_default(),
        opening,
        size: [right - left, bottom - top].map(hundredths),
        facings: Vec::new(),
        to_lifts: None,
    }
}

fn extent_of(shape: &[Point]) -> Extent {
    let [[left, top], [right, bottom]] = bounds(shape);
    [left, top, right, bottom].map(decimetres)
}

fn stair(shape: &[Point]) -> String {
    let mut text = closed(shape);
    let [[left, top], [right, bottom]] = bounds(shape);
    let (left, right) = (decimetres(left), decimetres(right));
    let mut y = top + TREAD;
    while y < bottom - TREAD / 2.0 {
        text += &format!("M{left} {}H{right}", decimetres(y));
        y += TREAD;
    }
    text
}

fn lift(shape: &[Point]) -> String {
    let [[left, top], [right, bottom]] = bounds(shape).map(|point| point.map(decimetres));
    format!(
        "{}M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}",
        closed(shape)
    )
}
