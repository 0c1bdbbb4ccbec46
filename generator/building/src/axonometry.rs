//! An exploded axonometric drawing: the levels one above the other, seen from above the street.

use serde::Serialize;

use super::geometry::{Facade, Geometry, LevelGeometry, UnitGeometry};
use super::labels;
use super::shape::Point;
use super::shape::{decimetres, faces, mark, path_of, walls};

/// Width of the levels in the drawing, in its units: letters and lines of the style sheets are made for it.
const WIDTH: f64 = 923.0;
/// The largest vertical distance between two levels, in parts of the width.
const FARTHEST: f64 = 160.0 / WIDTH;
/// The smallest one, so that the two lines of a label fit between two levels on a phone.
const NEAREST: f64 = LABEL as f64 / WIDTH;
/// The height of a label on a phone, in units of the drawing.
const LABEL: i64 = 98;
/// From where the label of the widest level begins to the edge of a page, on a phone.
const BESIDE: i64 = 294;
/// The smallest part of their size that labels may have.
const SMALLEST: f64 = 0.53;
/// The size of labels on a wide screen, in units of the drawing, and at least this part of the height of a tall one.
const WIDE: (i64, f64) = (26, 0.018);
/// The height of a drawing whose levels are nearer than the farthest, in parts of the width.
const TALLEST: f64 = 1.1;
/// Where the viewer is, seen from the building: the direction whose points are below each other.
const VIEWER: Point = [0.74, 0.88];
/// Thickness of a slab, metres.
const SLAB: f64 = 0.9;

/// The exploded axonometric drawing of the building.
#[derive(Debug, Clone, Serialize)]
pub struct Axonometry {
    /// The key of the building; empty on a site with one.
    #[serde(skip)]
    pub building: String,
    /// The extent of the levels: `left top width height`; plot and street extend beyond it.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// The same four numbers. Not serialized for pages.
    #[serde(skip)]
    pub extent: [i64; 4],
    /// The size of labels on a wide screen, where a tall drawing is smaller.
    pub label_size: i64,
    plot: String,
    street: String,
    /// The levels from the ground up, the order in which to draw them.
    pub levels: Vec<AxonometryLevel>,
    /// The pictures on which the levels and units are marked.
    pub facades: Vec<Facade>,
}

/// One level of the axonometry: the slab, its edge and the units.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AxonometryLevel {
    /// The level's number.
    pub level: i16,
    /// The level mark: `+4.50`.
    pub mark: String,
    /// The start of the line to the level mark: the right end of the slab.
    pub anchor: [i64; 2],
    /// The height of the label: that of the anchor, or above the label of the level below.
    pub label: i64,
    /// Whether a wide screen has the label too: not each level of a tall building.
    pub is_named: bool,
    /// The width that the label has, up to the edge of the page.
    pub room: i64,
    /// The upper face of the slab.
    pub slab: String,
    /// The visible edges of the slab.
    pub edge: String,
    /// The visible walls and the roof of the core.
    pub core: String,
    /// The units.
    pub units: Vec<AxonometryUnit>,
}

/// One unit of the axonometry.
#[derive(Debug, Clone, Serialize)]
pub struct AxonometryUnit {
    /// The unit's code.
    pub code: String,
    /// The floor of the unit.
    pub path: String,
    /// The floor of the terrace, if there is one.
    pub terrace: Option<String>,
    /// The walls of the facade that can be seen, if there are any.
    pub facade: Option<String>,
}

impl Geometry {
    /// The exploded axonometric drawing, seen from above the left corner at the street.
    pub fn axonometry(&self) -> Axonometry {
        let view = View::fitting(&self.levels);
        let heights = (0..).map(|index| view.distance * f64::from(index));
        let floors: Vec<(&LevelGeometry, f64)> = self.levels.iter().zip(heights).collect();
        let mut levels: Vec<AxonometryLevel> = floors
            .iter()
            .map(|(level, height)| view.level(level, *height))
            .collect();
        let [left, mut upper, width, mut height] = view.extent(&floors);
        let mut lowest = i64::MAX;
        for level in &mut levels {
            let [x, y] = level.anchor;
            level.label = y.min(lowest);
            level.room = left + width - x + BESIDE;
            lowest = level.label - LABEL;
            // What is above or below the drawing makes it higher.
            let above = (upper - level.label + LABEL / 2).max(0);
            (upper, height) = (upper - above, height + above);
            height = height.max(level.label + LABEL / 2 + 3 - upper);
        }
        let label_size = WIDE.0.max((height as f64 * WIDE.1) as i64);
        name_levels(
            &mut levels,
            view.distance * view.scale * decimetres(1.0) as f64 / label_size as f64,
        );
        Axonometry {
            building: self.building.clone(),
            view_box: format!("{left} {upper} {width} {height}"),
            extent: [left, upper, width, height],
            label_size,
            plot: view.projected(&self.plot, 0.0),
            street: view.projected(&self.street, 0.0),
            levels,
            facades: self.facades.clone(),
        }
    }
}

impl AxonometryLevel {
    /// The part of their size that texts of a label need to end at the edge of the page; nothing if they cannot be read then.
    pub fn label_scale<'a>(&self, texts: impl IntoIterator<Item = (&'a str, f64)>) -> Option<f64> {
        let widths = texts
            .into_iter()
            .map(|(text, size)| labels::text_width(text) * size);
        let scale = (self.room as f64 / widths.fold(1.0, f64::max) * 100.0)
            .floor()
            .min(100.0)
            / 100.0;
        (scale >= SMALLEST).then_some(scale)
    }
}

/// Names on a wide screen, for levels at this distance in sizes of labels: the ends, and all or each second, fifth or tenth.
fn name_levels(levels: &mut [AxonometryLevel], distance: f64) {
    let near = (2.6 / distance).ceil() as usize;
    let step = [1, 2, 5]
        .into_iter()
        .find(|step| *step as usize >= near)
        .unwrap_or(10);
    let top = levels.len().saturating_sub(1);
    for (index, level) in levels.iter_mut().enumerate() {
        let is_between = index >= near && index + near <= top;
        level.is_named = index == 0 || index == top || (is_between && level.level % step == 0);
    }
}

/// How large the drawing is, and how far its levels are apart.
struct View {
    /// Decimetres of the drawing for one of the building.
    scale: f64,
    /// Vertical distance between two levels, metres of the building.
    distance: f64,
}

impl View {
    /// The view in which levels are as wide as [`WIDTH`], and nearer to each other the more there are.
    fn fitting(levels: &[LevelGeometry]) -> View {
        let in_metres = View {
            scale: 1.0,
            distance: 0.0,
        };
        let floors: Vec<(&LevelGeometry, f64)> = levels.iter().map(|level| (level, 0.0)).collect();
        let [_, _, width, height] = in_metres.extent(&floors).map(|size| size as f64);
        let distance = (TALLEST * width - height) / floors.len().saturating_sub(1).max(1) as f64;
        View {
            scale: WIDTH / width.max(1.0),
            distance: distance.clamp(NEAREST * width, FARTHEST * width) / decimetres(1.0) as f64,
        }
    }

    /// Left, top, width and height of the levels with their slabs and rooms, at their heights in the drawing.
    fn extent(&self, floors: &[(&LevelGeometry, f64)]) -> [i64; 4] {
        let corners = floors.iter().flat_map(|(level, height)| {
            let (foot, roof) = (height - SLAB, height + level.clear_height);
            let both = move |point: &Point| [foot, roof].map(|height| self.project(*point, height));
            level.outlines().flatten().flat_map(both)
        });
        let start = [i64::MAX, i64::MAX, i64::MIN, i64::MIN];
        let [left, upper, right, lower] =
            corners.fold(start, |[left, upper, right, lower], [x, y]| {
                [left.min(x), upper.min(y), right.max(x), lower.max(y)]
            });
        [
            left,
            upper,
            right.saturating_sub(left),
            lower.saturating_sub(upper),
        ]
    }

    /// Dimetric projection: the street points to the lower right, depth to the upper right, height straight up.
    fn project(&self, [x, y]: Point, height: f64) -> [i64; 2] {
        let across = x * 0.88 - y * 0.74;
        let down = x * 0.30 + y * 0.46 - height;
        [across, down].map(|metres| decimetres(metres * self.scale))
    }

    fn projected(&self, shape: &[Point], height: f64) -> String {
        path_of(shape.iter().map(|point| self.project(*point, height)))
    }

    /// The visible walls around a shape: those whose outer side is towards the viewer. A level may lack a core.
    fn visible_walls(&self, shape: &[Point], from: f64, to: f64) -> String {
        // A rectangle's wall at the street comes before the right one.
        let corners: Vec<Point> = shape.iter().rev().copied().collect();
        walls(&corners)
            .filter_map(|wall| self.visible_wall(shape, wall, from, to))
            .collect()
    }

    /// A vertical wall of a shape, between the heights `from` and `to`, unless only its inner side could be seen.
    fn visible_wall(
        &self,
        shape: &[Point],
        [a, b]: [Point; 2],
        from: f64,
        to: f64,
    ) -> Option<String> {
        let corners = [(a, from), (b, from), (b, to), (a, to)];
        let path = || {
            path_of(
                corners
                    .into_iter()
                    .map(|(point, height)| self.project(point, height)),
            )
        };
        faces(shape, a, b, VIEWER).then(path)
    }

    fn level(&self, level: &LevelGeometry, height: f64) -> AxonometryLevel {
        let corners = level
            .outlines()
            .flatten()
            .map(|corner| self.project(*corner, height));
        let core = &level.core.outline;
        let roof = height + level.clear_height * 0.62;
        let edge = |outline: &[Point]| self.visible_walls(outline, height - SLAB, height);
        let unit = |unit: &UnitGeometry| {
            let wall =
                |ends: &[Point]| self.visible_wall(&unit.polygon, [ends[0], ends[1]], height, roof);
            let facade: String = unit.facade.windows(2).filter_map(wall).collect();
            AxonometryUnit {
                code: unit.code.clone(),
                path: self.projected(&unit.polygon, height),
                terrace: unit
                    .terrace
                    .as_deref()
                    .map(|shape| self.projected(shape, height)),
                facade: (!facade.is_empty()).then_some(facade),
            }
        };
        AxonometryLevel {
            level: level.level,
            mark: mark(level.elevation),
            anchor: corners.max_by_key(|corner| corner[0]).unwrap_or_default(),
            slab: level
                .outlines()
                .map(|outline| self.projected(outline, height))
                .collect(),
            edge: level.outlines().map(edge).collect(),
            core: self.visible_walls(core, height, roof) + &self.projected(core, roof),
            units: level.units.iter().map(unit).collect(),
            ..AxonometryLevel::default()
        }
    }
}
