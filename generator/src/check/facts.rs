//! The facts of `site.yaml` agree with the inventory: pages show both.

use formats::code::Code;
use formats::problem::Problem;
use model::config::Range;
use model::site::Site;

/// A problem for each fact that the inventory contradicts.
pub fn contradictions(site: &Site) -> Vec<Problem> {
    let counts = site.config.uses.iter().filter_map(|declared| {
        let (name, number) = (declared.count.as_ref()?, site.config.count_of(declared)?);
        let found = site.summary.of_use(declared.key).total();
        (found != number as usize).then(|| {
            let key = declared.key;
            let message =
                format!("`facts.{name}` is {number}, but the inventory has {found} with the use {key}");
            problem(site, &format!("facts.{name}"), message, "correct the fact, or the units on the platform")
        })
    });
    let areas = site.config.facts.area_m2.and_then(|range| outside(site, range));
    counts.chain(areas).collect()
}

/// The units with an area outside the declared range, in which units that only complete others have no part.
fn outside(site: &Site, range: Range<f64>) -> Option<Problem> {
    let is_outside = |area: f64| area < range.min || area > range.max;
    let units = site.inventory.units.iter().filter(|unit| !site.config.is_secondary(unit.unit_use));
    let mut outside = units.filter(|unit| is_outside(f64::from(unit.area.hundredths()) / 100.0));
    let first = outside.next()?;
    let others = match outside.count() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let (code, area) = (&first.code, first.area);
    let message =
        format!("`facts.area_m2` is {} to {}, but unit {code} has {area}{others}", range.min, range.max);
    Some(problem(site, "facts.area_m2", message, "correct the range, or the areas on the platform"))
}

fn problem(site: &Site, path: &str, message: String, hint: &str) -> Problem {
    site.config.problem(Code::FactContradiction, path, message).hint(hint)
}
