//! `site geometry`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use crate::cache::file;
use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::stages::load;
use building::import::{self, Assumed, PlanFile};
use building::{FILE, Geometry};
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
Writes content/geometry.json from plans: plain SVG with one closed path, polygon or rectangle for
each unit, named by the unit's code (its id, or its label in Inkscape). docs/geometry.md lists the
other names. A level is a group named level-1, level-2, ...; or a file with the level before it.
Heights, axes and north of the file before remain.

Examples:
  site geometry import plan.svg                    the levels are groups
  site geometry import 1=pb.svg 2=n2.svg           one file for each level
  site geometry import --scale 0.05 plan.svg       one unit of the drawing is 5 cm";

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
    Import {
        /// The plans, each with the number of its level if its shapes are in no group of a level
        #[arg(required = true, value_name = "[LEVEL=]FILE")]
        plans: Vec<String>,
        /// Metres of one unit of the drawings; without it, each has a line named `scale-10` of 10 m
        #[arg(long, value_name = "METRES")]
        scale: Option<f64>,
        /// From one floor to the next, for levels that the file before does not have
        #[arg(long, value_name = "METRES", default_value_t = 4.0)]
        storey_height: f64,
        /// Clear height, for levels that the file before does not have
        #[arg(long, value_name = "METRES", default_value_t = 3.0)]
        clear_height: f64,
    },
}

impl GeometryArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let Action::Import { plans, scale, storey_height, clear_height } = &self.action;
        for (name, metres) in [
            ("--scale", scale.unwrap_or(1.0)),
            ("--storey-height", *storey_height),
            ("--clear-height", *clear_height),
        ] {
            if !metres.is_finite() || metres <= 0.0 {
                bail!("`{name}` is {metres}: write metres, more than 0");
            }
        }
        let assumed = Assumed { scale: *scale, storey_height: *storey_height, clear_height: *clear_height };
        let mut texts = Vec::new();
        for plan in plans {
            let (level, file) = match plan.split_once('=') {
                Some((level, file)) if level.parse::<i16>().is_ok() => (level.parse().ok(), file),
                _ => (None, &**plan),
            };
            let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
            texts.push((file, text, level));
        }
        let plans: Vec<PlanFile> =
            texts.iter().map(|(file, text, level)| PlanFile { file, text, level: *level }).collect();
        let before = load::geometry(&self.root).map_err(BuildError::from)?;
        let text = import::import(&plans, assumed, before.as_ref()).map_err(BuildError::from)?;
        let path = self.root.join(FILE);
        file::replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
        let imported = Geometry::parse(&text).map_err(BuildError::from)?;
        let units = imported.levels.iter().map(|level| level.units.len()).sum();
        console.result(&format!(
            "{FILE}: {}, {}",
            count(imported.levels.len(), "level", "levels"),
            count(units, "unit", "units")
        ));
        if before.is_none() {
            console.say("site: confirm the heights and north in it, then remove `example`");
        }
        Ok(Status::Done)
    }
}
