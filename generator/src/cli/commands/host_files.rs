//! `site host-files`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cache::file;
use crate::cli::console::{Console, count};
use crate::cli::failure::ExitStatus;
use crate::hosts;
use crate::pipeline::{self, Request};
use crate::stages::load::Unsaved;
use crate::stages::pull::{Origin, PullRequest};
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
Uses the last good inventory: units that are no longer offered redirect.

Examples:
  site host-files                             write deploy/
  site host-files --out /etc/site             for a web server on this machine";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct HostFilesArguments {
    /// The folder for the files [default: deploy below the project's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl HostFilesArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let out = self.out.clone().unwrap_or_else(|| root.join("deploy"));
        let request = Request {
            root: root.to_owned(),
            out: PathBuf::new(),
            pull: PullRequest::new(Origin::Offline),
            unpublished: false,
            debug_islands: false,
        };
        let files = hosts::files(&pipeline::resolve(&request, &Unsaved::new())?.site)?;
        for output in &files {
            let path = out.join(&output.path);
            file::replace(&path, &output.bytes).map_err(BuildError::at(&path))?;
        }
        let files = count(files.len(), "file", "files");
        console.result(&format!("{files} written to {}", out.display()));
        Ok(ExitStatus::Done)
    }
}
