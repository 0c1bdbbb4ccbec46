//! `site geometry`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::cache::file;
use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::stages::load;
use building::Geometry;
use building::LevelRange;
use building::import::{self, Assumed, Imported, PlanFile};
use formats::code::Code;
use formats::problem::Problem;
use model::build_error::BuildError;
use model::config;

const AFTER_HELP: &str = "\
Writes content/geometry.json, or content/geometry/KEY.json with --building KEY, from plans: plain SVG with one closed path, polygon or rectangle for
each unit, named by the unit's code (its id, or its label in Inkscape). docs/geometry.md lists the
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
Writes `facades` of content/geometry.json, or of content/geometry/KEY.json with --building KEY. The drawing is plain SVG whose
page is the picture: a group for each level (level-1, level-2, ...), in it shapes named outline for the level, and a shape
for each unit, named by its code. The home page shows the marks over the picture of `pictures.home`.

Example:
  site geometry facade exterior-day facade.svg";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct GeometryArguments {
    #[command(subcommand)]
    action: Action,
    /// The project's folder
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Action {
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
        /// The key of the building, in a development with several
        #[arg(long, value_name = "KEY")]
        building: Option<String>,
    },
}

#[derive(Debug, Args)]
struct ImportArguments {
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
    /// The key of the building, in a development with several
    #[arg(long, value_name = "KEY")]
    building: Option<String>,
}

impl GeometryArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        match &self.action {
            Action::Import(arguments) => self.import(console, arguments),
            Action::Facade { picture, drawing, building } => {
                self.mark(console, picture, drawing, building.as_deref())
            }
        }
    }

    /// Writes the levels that plans draw into the geometry of a building.
    fn import(&self, console: &Console, arguments: &ImportArguments) -> anyhow::Result<Status> {
        let ImportArguments { plans, scale, storey_height, clear_height, building } = arguments;
        let assumed = Assumed { scale: *scale, storey_height: *storey_height, clear_height: *clear_height };
        for (name, metres) in
            [("--scale", *scale), ("--storey-height", *storey_height), ("--clear-height", *clear_height)]
        {
            if let Some(metres) = metres.filter(|metres| !metres.is_finite() || *metres <= 0.0) {
                let message = format!("`{name}` is {metres}: write metres, more than 0");
                return Err(BuildError::Usage(message).into());
            }
        }
        let mut texts: Vec<(&str, String, Vec<i16>)> = Vec::new();
        let mut unread = Vec::new();
        for plan in plans {
            let (levels, file) = match plan.split_once('=').filter(|_| !Path::new(plan).exists()) {
                Some((levels, file)) => {
                    let levels: LevelRange = levels.parse().map_err(BuildError::Usage)?;
                    (levels.numbers().collect(), file)
                }
                None => (Vec::new(), &**plan),
            };
            // A file for several levels is one plan of them.
            if let Some((_, _, others)) = texts.iter_mut().find(|(other, ..)| *other == file) {
                others.extend(levels);
                continue;
            }
            match load::read_text(Path::new(""), file) {
                Ok(text) => texts.push((file, text, levels)),
                Err(problem) => unread.push(problem),
            }
        }
        if !unread.is_empty() {
            return Err(BuildError::from(unread).into());
        }
        let plans: Vec<PlanFile> =
            texts.iter().map(|(file, text, levels)| PlanFile { file, text, levels }).collect();
        let key = self.building(building.as_deref())?;
        let target = building::file(&key);
        let before = load::geometry(&self.root, &key).map_err(BuildError::from)?;
        let Imported { text, ignored, lost_axes } =
            import::import(&plans, assumed, before.as_ref()).map_err(BuildError::from)?;
        let imported = Geometry::parse_building(&key, &text).map_err(BuildError::from)?;
        let lost = before.as_ref().and_then(|before| lost_levels(before, &imported, &target));
        if let Some(problem) = lost {
            if before.as_ref().is_some_and(|before| !before.example) {
                return Err(BuildError::from(problem).into());
            }
            console.say(&problem.to_string());
        }
        let path = self.root.join(&target);
        file::replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
        let units = imported.levels.iter().map(|level| level.units.len()).sum();
        console.result(&format!(
            "{target}: {}, {}",
            count(imported.levels.len(), "level", "levels"),
            count(units, "unit", "units")
        ));
        for note in ignored {
            console.say(&note.to_string());
        }
        if lost_axes {
            console.say("site: the axes of the building before were outside of this one, and are removed: add them to `axes`");
        }
        if before.is_none() {
            console.say("site: confirm the heights and north in it, then remove `example`");
        }
        Ok(Status::Done)
    }

    /// Writes what a drawing marks on a picture into the geometry of a building, which must have a file of it.
    fn mark(
        &self,
        console: &Console,
        picture: &str,
        drawing: &str,
        building: Option<&str>,
    ) -> anyhow::Result<Status> {
        let text = load::read_text(Path::new(""), drawing).map_err(BuildError::from)?;
        let key = self.building(building)?;
        let target = building::file(&key);
        let Some(mut geometry) = load::geometry(&self.root, &key).map_err(BuildError::from)? else {
            let problem = Problem::in_file(Code::InvalidGeometry, &target, "is missing");
            let hint = "write it first, with `site geometry import`";
            return Err(BuildError::from(problem.hint(hint)).into());
        };
        let ignored = geometry.mark(picture, drawing, &text).map_err(BuildError::from)?;
        let path = self.root.join(&target);
        file::replace_durably(&path, geometry.to_text().as_bytes()).map_err(BuildError::at(&path))?;
        console.result(&format!("{target}: marks on the picture {picture}"));
        for note in ignored {
            console.say(&note.to_string());
        }
        Ok(Status::Done)
    }

    /// The key of the building to write: one of site.yaml, or empty where that declares none.
    fn building(&self, given: Option<&str>) -> Result<String, BuildError> {
        let declared = match self.root.join(config::FILE).exists() {
            true => load::read_config(&self.root)?.buildings,
            false => Vec::new(),
        };
        let key = given.unwrap_or_default();
        if declared.iter().any(|building| building.key == key) || declared.is_empty() && key.is_empty() {
            return Ok(key.to_owned());
        }
        let keys: Vec<&str> = declared.iter().map(|building| building.key.as_str()).collect();
        let hint = match &keys[..] {
            [] => "remove it, or declare `buildings`".to_owned(),
            keys => format!("write one of `{}`", keys.join("`, `")),
        };
        let message = "`--building` must name one of the buildings of site.yaml";
        Err(Problem::in_file(Code::InvalidValue, config::FILE, message).hint(hint).into())
    }
}

/// A problem when the plans lack levels of the file before: they replace a building, and what was confirmed is not lost.
fn lost_levels(before: &Geometry, imported: &Geometry, target: &str) -> Option<Problem> {
    let levels = before.levels.iter().map(|level| level.level);
    let lost: Vec<String> = levels
        .filter(|level| imported.levels.iter().all(|drawn| drawn.level != *level))
        .map(|level| level.to_string())
        .collect();
    let message = format!("the plans do not draw level {} of this file", lost.join(", "));
    let problem = Problem::in_file(Code::InvalidGeometry, target, message)
        .hint("give all plans of the building in one command, or remove these levels from the file first");
    (!lost.is_empty()).then_some(problem)
}
