//! `site geometry`.

use std::path::Path;

use clap::{Args, Subcommand};

use crate::cache::file;
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::stages::load;
use building::import::{self, Assumed, Imported, PlanFile};
use building::{Geometry, LevelRange};
use formats::problem::{Code, Problem, collect};
use model::build_error::BuildError;
use model::config;

pub const AFTER_HELP: &str = "\
Writes content/geometry.json, or content/geometry/KEY.json with --building KEY, from plans: SVG with one closed shape for
each unit, named by the unit's code (its layer, its id, or its label in Inkscape). docs/geometry.md lists the
other names. A level is a group named level-1, level-2, ... (level--1 or Basement 1 for a basement);
or a file with the level before it, or a range of levels for a typical floor, whose codes have `*` for
the level: D-*01. Plot, street, heights, axes and north of the file before remain;
its levels are replaced, so give all plans of a building in one command.

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
    check_building(root, building)?;
    let (written, text, notes) = match action {
        Action::Import(arguments) => arguments.import(root, building, console)?,
        Action::Facade { picture, drawing } => mark(root, building, picture, drawing)?,
    };
    let target = building::file(building);
    let path = root.join(&target);
    file::replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
    console.result(&format!("{target}: {written}"));
    notes.iter().for_each(|note| console.say(note));
    Ok(ExitStatus::Done)
}

/// What is written into the geometry of a building in words, the new content of its file, and what to tell about it.
type NewGeometry = (String, String, Vec<String>);

impl ImportArguments {
    /// Writes the levels that plans draw into the geometry of a building.
    fn import(&self, root: &Path, key: &str, console: &Console) -> Result<NewGeometry, BuildError> {
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
        let mut plans: Vec<(&str, Vec<i16>)> = Vec::new();
        for plan in &self.plans {
            let is_file = Path::new(plan).exists();
            let named = if is_file { None } else { plan.split_once('=') };
            let levels = named
                .map(|(levels, _)| levels.parse::<LevelRange>())
                .transpose();
            let levels = levels
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
        let assumed = Assumed {
            scale,
            storey_height,
            clear_height,
        };
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
        Ok((format!("{levels}, {units}"), text, notes))
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
    Ok((
        format!("marks on the picture {picture}"),
        geometry.to_text(),
        notes,
    ))
}

/// Checks that a key is that of a building of site.yaml, or empty where that declares none.
fn check_building(root: &Path, key: &str) -> Result<(), BuildError> {
    let has_settings = root.join(config::FILE).exists();
    let declared = if has_settings {
        load::read_config(root)?.buildings
    } else {
        Vec::new()
    };
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
    let lost = before.levels.iter().filter(|level| !is_drawn(level.level));
    let lost: Vec<String> = lost.map(|level| level.level.to_string()).collect();
    let message = format!(
        "the plans do not draw level {} of this file",
        lost.join(", ")
    );
    let hint =
        "give all plans of the building in one command, or remove these levels from the file first";
    let problem = || Problem::in_file(Code::InvalidGeometry, target, message).hint(hint);
    (!lost.is_empty()).then(problem)
}
