//! `site geometry`.

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};

use crate::cache::file;
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::stages::load;
use building::import::{self, Assumed, Imported, PlanFile, SiteBuildingNames};
use building::{Geometry, LevelRange};
use formats::problem::{Code, Problem, collect};
use model::build_error::BuildError;
use model::config::{self, Building};

pub const AFTER_HELP: &str = "\
Writes content/geometry.json, or content/geometry/KEY.json with --building KEY, from plans: SVG with one closed shape for
each unit, named by the unit's code (its layer, its id, or its label in Inkscape). docs/geometry.md lists the
other names. A level is a group named level-1, level-2, ... (level--1 or Basement 1 for a basement);
or a file with the level before it, or a range of levels for a typical floor, whose codes have `*` for
the level: D-*01. Plot, street, heights, axes and north of the file before remain;
its levels are replaced, so give all plans of a building in one command.

Without --building, in a development with several, the plans are of the whole site: each building is a group with its key or name, in it
the groups of its levels, if it has some. Writes content/site-plan.json and the file of each building that is drawn.

Examples:
  site geometry import plan.svg                    the levels are groups
  site geometry import -1=s1.svg 1=pb.svg 2=n2.svg one file for each level, the basement too
  site geometry import 1=pb.svg 2-13=typical.svg   levels 2 to 13 are equal
  site geometry import --scale 0.05 plan.svg       one unit of the drawing is 5 cm";

const FACADE_HELP: &str = "\
Writes `facades` of content/geometry.json, or of content/geometry/KEY.json with --building KEY. The drawing is an SVG whose
page is the picture: a group for each level (level-1, level-2, ...), in it shapes named outline for the level, and a shape
for each unit, named by its code. The home page shows the marks over the picture of `pictures.home`.

Example:
  site geometry facade exterior-day facade.svg";

#[derive(Debug, Subcommand)]
pub enum Action {
    /// Write content/geometry.json from SVG plans
    Import(ImportArguments),
    /// Mark levels and units on a picture, from an SVG drawn over it, so that they are links
    #[command(after_help = FACADE_HELP)]
    Facade {
        /// The name of the picture in content/images
        picture: String,
        /// The SVG
        #[arg(value_name = "FILE")]
        drawing: String,
    },
}

#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The plans, each with the number of its level if its shapes are in no group of a level
    #[arg(required = true, value_name = "[LEVEL=]FILE")]
    plans: Vec<String>,
    /// Metres of one unit of the drawings; without it, each has a line named `scale-10` of 10 m
    #[arg(long, value_name = "METRES")]
    scale: Option<f64>,
    /// From one floor to the next, for levels that the file before does not have; without it as in that file, or 4
    #[arg(long, value_name = "METRES")]
    storey_height: Option<f64>,
    /// Clear height, for levels that the file before does not have; without it as in that file, or 3
    #[arg(long, value_name = "METRES")]
    clear_height: Option<f64>,
}

pub fn geometry(root: &Path, action: &Action, building: &str, console: &Console) -> CommandResult {
    let buildings = declared_buildings(root)?;
    if let Action::Import(arguments) = action
        && building.is_empty()
        && !buildings.is_empty()
    {
        let (written, notes) = arguments.import_site(root, &buildings)?;
        console.result(&format!("{}: {written}", building::SITE_PLAN));
        notes.iter().for_each(|note| console.say(note));
        return Ok(ExitStatus::Done);
    }
    check_building(&buildings, building)?;
    let geometry = match action {
        Action::Import(arguments) => arguments.import(root, building, console)?,
        Action::Facade { picture, drawing } => mark(root, building, picture, drawing)?,
    };
    let target = building::file(building);
    let path = root.join(&target);
    file::replace_durably(&path, geometry.text.as_bytes()).map_err(BuildError::at(&path))?;
    console.result(&format!("{target}: {}", geometry.summary));
    geometry.notes.iter().for_each(|note| console.say(note));
    Ok(ExitStatus::Done)
}

/// The geometry of a building as it will be written.
struct NewGeometry {
    /// The new content of its file.
    text: String,
    /// What is in it, in words: `2 levels, 14 units`.
    summary: String,
    /// What to tell about it.
    notes: Vec<String>,
}

impl ImportArguments {
    /// What the arguments say of heights and of the scale.
    fn assumed(&self) -> Result<Assumed, BuildError> {
        let &ImportArguments {
            scale,
            storey_height,
            clear_height,
            ..
        } = self;
        for (name, metres) in [
            ("--scale", scale),
            ("--storey-height", storey_height),
            ("--clear-height", clear_height),
        ] {
            if let Some(metres) = metres.filter(|metres| !metres.is_finite() || *metres <= 0.0) {
                let message = format!("`{name}` is {metres}: write metres, more than 0");
                return Err(BuildError::Usage(message));
            }
        }
        Ok(Assumed {
            scale,
            storey_height,
            clear_height,
        })
    }

    /// The files with the levels that are named for each.
    fn files(&self) -> Result<Vec<(&str, Vec<i16>)>, BuildError> {
        let mut plans: Vec<(&str, Vec<i16>)> = Vec::new();
        for plan in &self.plans {
            let is_file = Path::new(plan).exists();
            let named = if is_file { None } else { plan.split_once('=') };
            let levels = named
                .map(|(levels, _)| levels.parse::<LevelRange>())
                .transpose()
                .map_err(BuildError::Usage)?
                .into_iter()
                .flat_map(LevelRange::numbers);
            let file = named.map_or(&**plan, |(_, file)| file);
            // A file for several levels is one plan of them.
            match plans.iter_mut().find(|(other, _)| *other == file) {
                Some((_, others)) => others.extend(levels),
                None => plans.push((file, levels.collect())),
            }
        }
        Ok(plans)
    }

    /// Writes the site plan, and the buildings that are drawn on it. Returns what is written in words, and what to tell about it.
    fn import_site(
        &self,
        root: &Path,
        buildings: &[Building],
    ) -> Result<(String, Vec<String>), BuildError> {
        let assumed = self.assumed()?;
        let files = self.files()?;
        let texts = collect(
            files
                .iter()
                .map(|(file, _)| load::read_text(Path::new(""), file)),
        )?;
        let plans = files
            .iter()
            .zip(&texts)
            .map(|((file, levels), text)| PlanFile { file, text, levels });
        let names: Vec<SiteBuildingNames> = buildings
            .iter()
            .map(|building| SiteBuildingNames {
                key: building.key.clone(),
                labels: building.label.values().cloned().collect(),
            })
            .collect();
        let before = load::geometries(root, buildings)?;
        let plan_before = load::site_plan(root, buildings)?;
        let imported = import::import_site(
            &plans.collect::<Vec<_>>(),
            &names,
            assumed,
            (&before, plan_before.as_ref()),
        )?;
        for (key, new) in &imported.buildings {
            let after = Geometry::parse(key, &new.text)?;
            let earlier = before.iter().find(|one| one.building == *key);
            if let Some(earlier) = earlier.filter(|earlier| !earlier.example)
                && let Some(problem) = lost_levels(earlier, &after, &building::file(key))
            {
                return Err(problem.into());
            }
        }
        let texts = imported
            .buildings
            .iter()
            .map(|(key, new)| (building::file(key), new.text.clone()));
        let plan = (building::SITE_PLAN.to_owned(), imported.plan.to_text());
        for (target, text) in texts.chain([plan]) {
            let path = root.join(&target);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(BuildError::at(folder))?;
            }
            file::replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
        }
        let drawn = count(imported.buildings.len(), "building", "buildings");
        let notes = imported.ignored.iter().map(ToString::to_string).collect();
        Ok((drawn, notes))
    }

    /// Writes the levels that plans draw into the geometry of a building.
    fn import(&self, root: &Path, key: &str, console: &Console) -> Result<NewGeometry, BuildError> {
        let assumed = self.assumed()?;
        let plans = self.files()?;
        let texts = collect(
            plans
                .iter()
                .map(|(file, _)| load::read_text(Path::new(""), file)),
        )?;
        let plans = plans
            .iter()
            .zip(&texts)
            .map(|((file, levels), text)| PlanFile { file, text, levels });
        let before = load::geometry(root, key)?;
        let Imported {
            text,
            ignored,
            lost_axes,
        } = import::import(&plans.collect::<Vec<_>>(), assumed, before.as_ref())?;
        let imported = Geometry::parse(key, &text)?;
        if let Some(before) = &before
            && let Some(problem) = lost_levels(before, &imported, &building::file(key))
        {
            if !before.example {
                return Err(problem.into());
            }
            console.say(&problem.to_string());
        }
        let mut notes: Vec<String> = ignored.iter().map(ToString::to_string).collect();
        if lost_axes {
            notes.push("site: the axes of the building before were outside of this one, and are removed: add them to `axes`".to_owned());
        }
        if before.is_none() {
            notes.push(
                "site: confirm the heights and north in it, then remove `example`".to_owned(),
            );
        }
        let units = imported.levels.iter().map(|level| level.units.len()).sum();
        let (levels, units) = (
            count(imported.levels.len(), "level", "levels"),
            count(units, "unit", "units"),
        );
        Ok(NewGeometry {
            text,
            summary: format!("{levels}, {units}"),
            notes,
        })
    }
}

/// Marks what a drawing has on a picture in the geometry of a building, which must have a file of it.
fn mark(root: &Path, key: &str, picture: &str, drawing: &str) -> Result<NewGeometry, BuildError> {
    let text = load::read_text(Path::new(""), drawing)?;
    let Some(mut geometry) = load::geometry(root, key)? else {
        let problem = Problem::in_file(Code::InvalidGeometry, building::file(key), "is missing");
        return Err(problem
            .hint("write it first, with `site geometry import`")
            .into());
    };
    let ignored = geometry.mark(picture, drawing, &text)?;
    let notes = ignored.iter().map(ToString::to_string).collect();
    Ok(NewGeometry {
        text: geometry.to_text(),
        summary: format!("marks on the picture {picture}"),
        notes,
    })
}

/// The buildings that site.yaml declares; none without that file.
fn declared_buildings(root: &Path) -> Result<Vec<Building>, BuildError> {
    if root.join(config::FILE).exists() {
        Ok(load::read_config(root)?.buildings)
    } else {
        Ok(Vec::new())
    }
}

/// Checks that a key is that of one of the declared buildings, or empty where there are none.
fn check_building(declared: &[Building], key: &str) -> Result<(), BuildError> {
    if declared.iter().any(|building| building.key == key) || declared.is_empty() && key.is_empty()
    {
        return Ok(());
    }
    let keys: Vec<&str> = declared
        .iter()
        .map(|building| building.key.as_str())
        .collect();
    let hint = match &keys[..] {
        [] => "remove it, or declare `buildings`".to_owned(),
        keys => format!("write one of `{}`", keys.join("`, `")),
    };
    let message = "`--building` must name one of the buildings of site.yaml";
    Err(Problem::in_file(Code::InvalidValue, config::FILE, message)
        .hint(hint)
        .into())
}

/// A problem when the plans lack levels of the file before: they replace a building, and what was confirmed is not lost.
fn lost_levels(before: &Geometry, imported: &Geometry, target: &str) -> Option<Problem> {
    let is_drawn = |level: i16| imported.levels.iter().any(|drawn| drawn.level == level);
    let lost: Vec<String> = before
        .levels
        .iter()
        .filter(|level| !is_drawn(level.level))
        .map(|level| level.level.to_string())
        .collect();
    let message = format!(
        "the plans do not draw level {} of this file",
        lost.join(", ")
    );
    let hint =
        "give all plans of the building in one command, or remove these levels from the file first";
    let problem = || Problem::in_file(Code::InvalidGeometry, target, message).hint(hint);
    (!lost.is_empty()).then(problem)
}
