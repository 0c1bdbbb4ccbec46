//! From a drawing of a whole site to its site plan and the geometry of each building.

use std::collections::BTreeMap;

use super::building::{Building, repeated};
use super::scaled::{self, PlacedShape};
use super::svg::Role;
use super::{Assumed, Imported, PlanFile, first_notes};
use crate::geometry::Geometry;
use crate::shape::Point;
use crate::site_plan::SitePlan;
use formats::problem::{Problem, ok_unless};

/// A building of a site, and the names that its group may have: its key, and its name in each language.
#[derive(Clone, Debug)]
pub struct SiteBuildingNames {
    /// Its key.
    pub key: String,
    /// What its group may be called, beside the key.
    pub labels: Vec<String>,
}

/// What the import of a site gives.
#[derive(Debug)]
pub struct ImportedSite {
    /// Where the buildings are.
    pub plan: SitePlan,
    /// The buildings that are drawn, by their keys.
    pub buildings: Vec<(String, Imported)>,
    /// A note for each shape whose name a person has given, and which is none of a plan.
    pub ignored: Vec<Problem>,
}

/// The site and the buildings of these plans: the shapes of each building are in a group with its name, and those of its levels in
/// groups of these; without one they are on level 1. `before` has the geometry of each building before, and the site plan.
pub fn import_site(
    plans: &[PlanFile<'_>],
    buildings: &[SiteBuildingNames],
    assumed: Assumed,
    before: (&[Geometry], Option<&SitePlan>),
) -> Result<ImportedSite, Vec<Problem>> {
    let mut ignored = Vec::new();
    match import_drawn(plans, buildings, assumed, before, &mut ignored) {
        Ok(site) => Ok(ImportedSite { ignored, ..site }),
        Err(mut problems) => {
            problems.extend(first_notes(ignored));
            Err(problems)
        }
    }
}

fn import_drawn(
    plans: &[PlanFile<'_>],
    names: &[SiteBuildingNames],
    assumed: Assumed,
    (geometries, before): (&[Geometry], Option<&SitePlan>),
    ignored: &mut Vec<Problem>,
) -> Result<ImportedSite, Vec<Problem>> {
    let of_groups: Vec<Vec<String>> = names
        .iter()
        .map(|one| [std::slice::from_ref(&one.key), &one.labels].concat())
        .collect();
    let (mut problems, mut homeless) = (Vec::new(), Vec::new());
    let mut land: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    let mut drawn: BTreeMap<usize, Building> = BTreeMap::new();
    for plan in plans {
        match scaled::read(plan, &of_groups, assumed.scale, ignored) {
            Ok(shapes) => {
                for shape in shapes {
                    sort(shape, &mut land, &mut drawn, &mut homeless, &mut problems);
                }
            }
            Err(found) => problems.extend(found),
        }
    }
    problems.extend(in_no_building(&homeless, names));
    let mut site = SitePlan {
        north: before.map(|before| before.north).unwrap_or_default(),
        plot: land.remove("plot").unwrap_or_default(),
        street: land.remove("street").unwrap_or_default(),
        ..SitePlan::default()
    };
    let mut imported = Vec::new();
    for (index, building) in drawn {
        let key = &names[index].key;
        let earlier = geometries.iter().find(|one| one.building == *key);
        let finished = building.finish(assumed, earlier).and_then(|finished| {
            let corner = finished.corner;
            Ok((corner, finished.checked(plans[0].file, earlier)?))
        });
        match finished {
            Ok((corner, building)) => {
                site.buildings.insert(key.clone(), corner);
                imported.push((key.clone(), building));
            }
            Err(found) => problems.extend(found),
        }
    }
    let corners: Vec<Point> = site
        .plot
        .iter()
        .chain(site.buildings.values())
        .copied()
        .collect();
    let [corner, _] = crate::shape::bounds(&corners);
    site.move_and_round(corner);
    ok_unless(
        problems,
        ImportedSite {
            plan: site,
            buildings: imported,
            ignored: Vec::new(),
        },
    )
}

/// The problem of shapes that are in no group of a building: most often one name is misspelt.
fn in_no_building(shapes: &[PlacedShape], names: &[SiteBuildingNames]) -> Option<Problem> {
    let (first, others) = shapes.split_first()?;
    let message = match others.len() {
        0 => "is in no building".to_owned(),
        1 => "and one more shape are in no building".to_owned(),
        more => format!("and {more} more shapes are in no building"),
    };
    let keys: Vec<&str> = names.iter().map(|one| &*one.key).collect();
    let names = keys.join("` or `");
    let hint = if others.is_empty() {
        format!("put it into a group named `{names}`")
    } else {
        format!("correct the name of their group, or put them into a group named `{names}`")
    };
    Some(first.problem(&message).hint(hint))
}

/// Adds a shape to the land, to its building, or to those without one.
fn sort(
    mut shape: PlacedShape,
    land: &mut BTreeMap<&str, Vec<Point>>,
    drawn: &mut BTreeMap<usize, Building>,
    homeless: &mut Vec<PlacedShape>,
    problems: &mut Vec<Problem>,
) {
    if let Role::Site(name) = shape.role {
        if land.contains_key(name) {
            problems.push(repeated(&shape, &format!("`{name}` of the site")));
        }
        land.insert(name, shape.points);
        return;
    }
    let Some(index) = shape.building else {
        return homeless.push(shape);
    };
    if shape.levels.is_empty() {
        shape.levels = vec![1];
    }
    let building = drawn.entry(index).or_insert_with(Building::on_site);
    building.add(shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSUMED: Assumed = Assumed {
        scale: Some(0.1),
        storey_height: None,
        clear_height: None,
    };

    fn names() -> Vec<SiteBuildingNames> {
        [
            ("naves", "Naves del norte"),
            ("oficinas", "Oficinas"),
            ("lotes", "Lotes"),
        ]
        .map(|(key, label)| SiteBuildingNames {
            key: key.to_owned(),
            labels: vec![label.to_owned()],
        })
        .to_vec()
    }

    fn imported(elements: &str) -> Result<ImportedSite, Vec<String>> {
        let text = format!("<svg>\n{elements}\n</svg>");
        let plan = PlanFile {
            file: "site.svg",
            text: &text,
            levels: &[],
        };
        let site = import_site(&[plan], &names(), ASSUMED, (&[], None));
        site.map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn buildings_and_plots_lie_where_they_are_drawn() {
        let site = imported(
            "<rect id=\"plot\" x=\"-100\" y=\"-50\" width=\"4000\" height=\"3000\"/>\
             <g id=\"Naves_del_norte\"><rect id=\"outline\" width=\"1200\" height=\"500\"/><rect id=\"N-1\" width=\"600\" height=\"500\"/>\
             <rect id=\"N-2\" x=\"600\" width=\"600\" height=\"500\"/></g>\
             <g id=\"oficinas\"><g id=\"level-1\"><rect id=\"O-1\" y=\"1000\" width=\"80\" height=\"60\"/></g>\
             <g id=\"Nivel_2\"><rect id=\"O-2\" y=\"1000\" width=\"80\" height=\"60\"/></g></g>\
             <g id=\"lotes\"><rect id=\"L-1\" x=\"2000\" width=\"200\" height=\"300\"/>\
             <rect id=\"L-2\" x=\"2300\" width=\"200\" height=\"300\"/></g>",
        )
        .expect("importable");
        let places = [
            ("lotes".to_owned(), [210.0, 5.0]),
            ("naves".to_owned(), [10.0, 5.0]),
            ("oficinas".to_owned(), [10.0, 105.0]),
        ];
        assert_eq!(site.plan.buildings, BTreeMap::from(places));
        let geometries: Vec<Geometry> = site
            .buildings
            .iter()
            .map(|(key, imported)| {
                Geometry::parse(key, &imported.text).expect("what is imported can be read")
            })
            .collect();
        let sizes: Vec<(usize, f64)> = geometries
            .iter()
            .map(|one| (one.levels.len(), one.length))
            .collect();
        assert_eq!(sizes, [(1, 120.0), (2, 8.0), (1, 50.0)]);
        assert_eq!(
            geometries[2].levels[0].blocks.len(),
            1,
            "a plot is its own outline"
        );
        let has_door = |index: usize| {
            let units = &geometries[index].levels[0].units;
            units.iter().all(|unit| unit.door.is_some())
        };
        assert_eq!(
            [0, 1, 2].map(has_door),
            [true, true, false],
            "land has none"
        );
        let party_wall = 60.0;
        for unit in &geometries[0].levels[0].units {
            let ends = unit.door.expect("a door");
            assert!(ends.iter().all(|end| end[0] != party_wall), "{ends:?}");
        }
        let drawing = site.plan.draw(&geometries).expect("a drawing");
        let units: usize = drawing.buildings.iter().map(|one| one.units.len()).sum();
        assert_eq!((drawing.buildings.len(), units), (3, 5));
    }

    #[test]
    fn shapes_of_no_building_and_wrong_ones_are_reported() {
        let problems = imported("<rect id=\"N-1\" width=\"600\" height=\"500\"/>");
        assert_eq!(
            problems.expect_err("no building"),
            [
                "site.svg:2:1: `N-1` is in no building: put it into a group named `naves` or `oficinas` or `lotes`"
            ]
        );
        let misspelt = "<g id=\"navs\"><rect id=\"N-1\" width=\"600\" height=\"500\"/>\n<rect id=\"N-2\" x=\"600\" width=\"600\" height=\"500\"/></g>";
        assert_eq!(
            imported(misspelt).expect_err("no building"),
            [
                "site.svg:2:14: `N-1` and one more shape are in no building: correct the name of their group, or put them into a group \
                 named `naves` or `oficinas` or `lotes`"
            ]
        );
        let twice = "<g id=\"naves\"><rect id=\"N-1\" width=\"600\" height=\"500\"/>\n<rect id=\"N-2\" width=\"600\" height=\"500\"/></g>";
        let problems = imported(twice).expect_err("overlapping");
        assert!(
            problems[0].starts_with("site.svg:3:1: `N-2` overlaps `N-1`"),
            "{problems:?}"
        );
    }
}
