//! The plates of a new building, drawn from the number of units: a bar with units on both sides of a corridor, or two wings
//! with units along the outer walls. Metres, in the coordinates of `content/geometry.json`.

use building::{Axes, Axis, Core, LevelGeometry, Point, UnitGeometry};

/// Depth of a unit, and the usual length of its facade.
const UNIT: Point = [9.0, 7.2];
const CORRIDOR: f64 = 2.4;
/// Length and depth of a core.
const CORE: Point = [7.2, 6.6];
const DOOR: f64 = 1.0;
/// Distances from the building to the border of the plot, and from there to the far side of the street.
const AROUND: Point = [5.0, 8.0];

/// The shape of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Shape {
    /// A rectangle along the street
    Bar,
    /// Two wings, one along the street and one along its left side
    L,
}

/// The shapes that all levels have in common.
#[derive(Debug)]
pub(super) struct Plate {
    shape: Shape,
    pub(super) length: f64,
    pub(super) depth: f64,
}

impl Plate {
    pub(super) fn new(shape: Shape, most: usize) -> Plate {
        let [deep, wide] = UNIT;
        let (length, depth) = match shape {
            Shape::Bar => {
                let back = (most / 2) as f64 * wide + CORE[0];
                (
                    (most.div_ceil(2) as f64 * wide).max(back),
                    2.0 * deep + CORRIDOR,
                )
            }
            Shape::L => {
                let (street, side) = wings(most);
                let corner = deep + CORRIDOR;
                let length = corner + ((street - 1) as f64 * wide).max(CORE[0]);
                (length, (side as f64 * wide).max(CORRIDOR + CORE[1]) + deep)
            }
        };
        Plate {
            shape,
            length,
            depth,
        }
    }

    /// The shapes of a level with `number` units, which have no codes, in their order around the building.
    pub(super) fn level(&self, number: usize) -> LevelGeometry {
        match self.shape {
            Shape::Bar => self.bar_level(number),
            Shape::L => self.wings_level(number),
        }
    }

    fn bar_level(&self, number: usize) -> LevelGeometry {
        let (deep, [core_length, core_depth]) = (UNIT[0], CORE);
        let low = deep + CORRIDOR;
        let from = round((self.length - core_length) / 2.0);
        let to = from + core_length;
        // How many units are at the back, left and right of the core.
        let (left, right) = ((number / 2).div_ceil(2), number / 4);
        // What remains beside the core.
        let behind = rectangle(from, 0.0, to, deep - core_depth);
        let sides = [
            (left == 0 && from > 0.0).then(|| rectangle(0.0, 0.0, from, deep)),
            (right == 0 && to < self.length).then(|| rectangle(to, 0.0, self.length, deep)),
        ];
        let front = split(0.0, self.length, number.div_ceil(2));
        let street = front.map(|(from, to)| horizontal(from, to, self.depth, low));
        let beside = split(0.0, from, left).chain(split(to, self.length, right));
        let court = beside.map(|(from, to)| horizontal(from, to, 0.0, deep));
        LevelGeometry {
            outline: rectangle(0.0, 0.0, self.length, self.depth),
            corridor: rectangle(0.0, deep, self.length, low),
            services: [behind]
                .into_iter()
                .chain(sides.into_iter().flatten())
                .collect(),
            core: core(from, deep - core_depth),
            units: street.chain(court).collect(),
            ..LevelGeometry::default()
        }
    }

    fn wings_level(&self, number: usize) -> LevelGeometry {
        let (deep, [core_length, core_depth]) = (UNIT[0], CORE);
        let (x, y) = self.inner_corner();
        let (low, top) = (y + CORRIDOR, self.depth - deep);
        let mut outline = points(&[
            [0.0, 0.0],
            [x, 0.0],
            [x, y - core_depth],
            [x + core_length, y - core_depth],
            [x + core_length, y],
            [self.length, y],
            [self.length, self.depth],
            [0.0, self.depth],
        ]);
        // The core may reach the edge.
        outline.dedup();
        let mut units = Vec::new();
        if number > 0 {
            let (street, side) = wings(number);
            // The unit at the corner is beside both wings; its door is where both corridors meet.
            let corner = if street == 1 { self.length } else { x };
            let mut first = horizontal(0.0, corner, self.depth, top);
            first.facade.insert(0, [0.0, round(top)]);
            first.door = Some(door([deep, top], [x, top]));
            units.push(first);
            let along = split(corner, self.length, street - 1);
            units.extend(along.map(|(from, to)| horizontal(from, to, self.depth, top)));
            units.extend(split(0.0, top, side).map(|(from, to)| UnitGeometry {
                polygon: rectangle(0.0, from, deep, to),
                facade: points(&[[0.0, from], [0.0, to]]),
                door: Some(door([deep, from], [deep, to])),
                ..UnitGeometry::default()
            }));
        }
        LevelGeometry {
            outline,
            corridor: points(&[
                [deep, 0.0],
                [x, 0.0],
                [x, y],
                [self.length, y],
                [self.length, low],
                [deep, low],
            ]),
            core: core(x, y - core_depth),
            units,
            ..LevelGeometry::default()
        }
    }

    /// The plot and the street in front of it.
    pub(super) fn surroundings(&self) -> (Vec<Point>, Vec<Point>) {
        let [around, street] = AROUND;
        let front = self.depth + around;
        (
            rectangle(-around, -around, self.length + around, front),
            rectangle(
                -2.0 * around,
                front,
                self.length + 2.0 * around,
                front + street,
            ),
        )
    }

    /// The structural axes, from one end of the building to the other.
    pub(super) fn axes(&self) -> Axes {
        let bays = ((self.length / UNIT[1]).round() as usize).max(1);
        let along = (0..=bays).map(|index| self.length * index as f64 / bays as f64);
        let low = match self.shape {
            Shape::Bar => UNIT[0],
            Shape::L => self.inner_corner().1,
        };
        let across = [0.0, low, low + CORRIDOR, self.depth];
        let axis = |label: String, at: f64| Axis {
            label,
            at: round(at),
        };
        let x = (1..)
            .zip(along)
            .map(|(number, at): (u32, f64)| axis(number.to_string(), at));
        let y = ('A'..='D')
            .zip(across)
            .map(|(letter, at)| axis(letter.to_string(), at));
        Axes {
            x: x.collect(),
            y: y.collect(),
        }
    }

    /// The inner corner of an L, between both corridors.
    fn inner_corner(&self) -> (f64, f64) {
        (UNIT[0] + CORRIDOR, self.depth - UNIT[0] - CORRIDOR)
    }
}

/// A core with two stairs' flights and two lifts.
fn core(x: f64, y: f64) -> Core {
    let [length, deep] = CORE;
    let lift = |left: f64| rectangle(x + left, y + deep - 2.5, x + left + 1.7, y + deep - 0.4);
    Core {
        outline: rectangle(x, y, x + length, y + deep),
        stairs: vec![rectangle(x + 0.4, y + 0.4, x + 3.0, y + deep - 0.4)],
        lifts: vec![lift(3.3), lift(5.15)],
    }
}

/// How many of `number` units are in the wing along the street, and in the other one.
fn wings(number: usize) -> (usize, usize) {
    let street = (number * 3).div_ceil(5).max(1);
    (street, number - street)
}

/// `parts` equal lengths.
fn split(from: f64, to: f64, parts: usize) -> impl Iterator<Item = (f64, f64)> {
    let at = move |index: usize| round(from + (to - from) * index as f64 / parts as f64);
    (0..parts).map(move |index| (at(index), at(index + 1)))
}

/// A unit from `from` to `to` along the building, with its facade at the height `facade` and its door at `inside`.
fn horizontal(from: f64, to: f64, facade: f64, inside: f64) -> UnitGeometry {
    UnitGeometry {
        polygon: rectangle(from, facade.min(inside), to, facade.max(inside)),
        facade: points(&[[from, facade], [to, facade]]),
        door: Some(door([from, inside], [to, inside])),
        ..UnitGeometry::default()
    }
}

/// A door in the middle of a wall.
fn door(from: Point, to: Point) -> [Point; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    let at = |metres: f64| {
        [0, 1].map(|axis| round(from[axis] + (to[axis] - from[axis]) * metres / length))
    };
    [at((length - DOOR) / 2.0), at((length + DOOR) / 2.0)]
}

fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> Vec<Point> {
    points(&[[left, top], [right, top], [right, bottom], [left, bottom]])
}

fn points(points: &[Point]) -> Vec<Point> {
    points.iter().map(|point| point.map(round)).collect()
}

/// Whole centimetres.
pub(super) fn round(metres: f64) -> f64 {
    (metres * 100.0).round() / 100.0
}
