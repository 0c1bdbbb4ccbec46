//! The geometry of the building, in metres, and the drawings made from it, as SVG path data in whole decimetres.

mod axonometry;
mod check;
mod compare;
mod door_swing;
pub mod drawing;
mod furniture;
mod geometry;
pub mod import;
mod labels;
mod parse;
mod plan;
mod position;
mod shape;
mod site_plan;
mod unit_drawing;

pub use axonometry::{Axonometry, AxonometryLevel, AxonometryUnit};
pub use compare::differences;
pub use furniture::{Furniture, Layout};
pub use geometry::{
    Axes, Axis, Core, Facade, FacadeLevel, FacadeUnit, Geometry, LevelGeometry, LevelRange,
    UnitGeometry,
};
pub use labels::{Anchor, Label, text_width};
pub use parse::{FILE, FOLDER, file};
pub use plan::{Extent, Plan, PlanAxes, PlanAxis, PlanUnit};
pub use position::{Facing, Side};
pub use shape::Point;
pub use site_plan::{SITE_PLAN, SiteBuilding, SiteDrawing, SitePlan, SiteUnit};
pub use unit_drawing::{UnitDrawing, Words};

#[cfg(test)]
mod tests;
