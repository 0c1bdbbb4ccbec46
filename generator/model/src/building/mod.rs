//! The building's one geometry and everything that is drawn from it.
//!
//! In: `content/geometry.json`, metres. Out: plans of the levels and an axonometry, as SVG path texts in whole
//! decimetres. Templates, islands, share pictures and documents draw from these, so that everything shows the
//! same building. Nothing here touches a file.

mod axonometry;
pub mod drawing;
mod geometry;
mod path;
mod plan;

pub use axonometry::{Axonometry, AxonometryLevel, AxonometryUnit};
pub use geometry::{Axes, Axis, Core, Geometry, GeometryError, LevelGeometry, Point, UnitGeometry, area};
pub use plan::{Plan, PlanAxes, PlanAxis, PlanUnit};

#[cfg(test)]
mod tests;
