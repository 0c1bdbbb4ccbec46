//! From SVG plans to the geometry file. What a plan does not draw is taken from the geometry before, or assumed.

mod building;
mod defaults;
mod facade;
mod scaled;
mod site;
mod svg;

use self::building::Building;
pub use self::site::{ImportedSite, SiteBuildingNames, import_site};
use super::geometry::Geometry;
use formats::problem::{Problem, ok_unless};

/// A plan to import.
#[derive(Clone, Copy, Debug)]
pub struct PlanFile<'a> {
    /// Its path, for messages.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The levels of its shapes that are in no group of a level: several for a typical floor, with names like `D-*01`.
    pub levels: &'a [i16],
}

/// What plans do not say.
#[derive(Clone, Copy, Debug)]
pub struct Assumed {
    /// Metres of one unit of the drawings; without it, each drawing has a line named `scale-10` that is 10 m long.
    pub scale: Option<f64>,
    /// From one floor to the next, metres; without it as in the geometry before, or 4 m.
    pub storey_height: Option<f64>,
    /// Clear height of each level, metres; without it as in the geometry before, or 3 m.
    pub clear_height: Option<f64>,
}

/// How many notes are shown beside the problems of a drawing.
const MOST_NOTES: usize = 20;
/// What an import gives.
#[derive(Debug)]
pub struct Imported {
    /// The text of the geometry file.
    pub text: String,
    /// A note for each shape whose name a person has given, and which is none of a plan.
    pub ignored: Vec<Problem>,
    /// Whether axes of the geometry before are outside the building, and are not kept.
    pub lost_axes: bool,
}

/// The geometry of these plans. Plot, street, heights, axes and north that `before` has and no plan draws remain. The problems are
/// shapes that cannot be read, have no level, or make a building that cannot be drawn, at their places.
pub fn import(
    plans: &[PlanFile<'_>],
    assumed: Assumed,
    before: Option<&Geometry>,
) -> Result<Imported, Vec<Problem>> {
    let mut ignored = Vec::new();
    match import_drawn(plans, assumed, before, &mut ignored) {
        Ok(imported) => Ok(Imported {
            ignored,
            ..imported
        }),
        Err(mut problems) => {
            problems.extend(first_notes(ignored));
            Err(problems)
        }
    }
}

/// The first of these notes, for a drawing that cannot be imported: what is ignored in it is often what is missing.
fn first_notes(notes: Vec<Problem>) -> Vec<Problem> {
    let more = notes.len().saturating_sub(MOST_NOTES);
    let mut first: Vec<Problem> = notes.into_iter().take(MOST_NOTES).collect();
    if more > 0
        && let Some(last) = first.last()
    {
        let message = format!("{more} more names are ignored");
        first.push(Problem::in_file(last.code, last.file.clone(), message));
    }
    first
}

fn import_drawn(
    plans: &[PlanFile<'_>],
    assumed: Assumed,
    before: Option<&Geometry>,
    ignored: &mut Vec<Problem>,
) -> Result<Imported, Vec<Problem>> {
    let (mut drawn, mut problems) = (Vec::new(), Vec::new());
    for plan in plans {
        match scaled::read(plan, &[], assumed.scale, ignored) {
            Ok(shapes) => drawn.extend(shapes),
            Err(found) => problems.extend(found),
        }
    }
    let mut building = ok_unless(problems, Building::default())?;
    drawn.into_iter().for_each(|shape| building.add(shape));
    let finished = building.finish(assumed, before)?;
    finished.checked(plans[0].file, before)
}

#[cfg(test)]
mod tests;
