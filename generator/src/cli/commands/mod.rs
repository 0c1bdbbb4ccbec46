//! The commands, with the arguments that several share: which project to build, and where its inventory comes from.

pub(super) mod build;
pub(super) mod check;
pub(super) mod geometry;
pub(super) mod made_files;
pub(super) mod new;
pub(super) mod on_paper;
#[cfg(feature = "publish")]
pub(super) mod publishing;
pub(super) mod pull;
mod rebuild;
pub(super) mod serve;
pub(super) mod upgrade;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use tokio::runtime;

use super::console::{Console, ExitStatus};
use crate::pipeline::Request;
use crate::project;
use crate::stages::pull::{Origin, PullRequest, PullResult};
use formats::STACK_BYTES;
use model::schema;

fn block_on<T, E: Into<anyhow::Error>>(
    command: impl Future<Output = Result<T, E>>,
) -> anyhow::Result<T> {
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK_BYTES)
        .build()
        .map_err(|error| anyhow!("cannot start the async runtime: {error}"))?;
    runtime.block_on(command).map_err(Into::into)
}

#[derive(Debug, Args)]
pub struct SourceArguments {
    /// Read the units from this file, in the format of the platform's property/list answer
    #[arg(long, value_name = "FILE", conflicts_with_all = ["offline", "platform"])]
    inventory: Option<PathBuf>,
    /// Use the last good inventory; send no request
    #[arg(long, conflicts_with = "platform")]
    offline: bool,
    /// The platform's address, instead of the one in site.yaml [env: PLATFORM_URL]
    #[arg(long, value_name = "URL")]
    platform: Option<String>,
    /// Exit with status 3 instead of using an older inventory
    #[arg(long)]
    strict: bool,
    /// Accept and store a readable inventory that the gates refuse, because its changes are real
    #[arg(long)]
    accept_inventory: bool,
}

impl SourceArguments {
    fn pull(&self) -> PullRequest {
        let origin = match (&self.inventory, self.offline) {
            (Some(file), _) => Origin::File(file.clone()),
            (None, true) => Origin::Offline,
            (None, false) => Origin::Platform {
                // Not clap's `env`, because that would conflict with `--offline`, which takes precedence.
                url: self.platform.clone().or_else(|| variable("PLATFORM_URL")),
            },
        };
        PullRequest {
            strict: self.strict,
            accept: self.accept_inventory,
            ..PullRequest::new(origin)
        }
    }
}

/// An environment variable, unless it is blank.
fn variable(name: &str) -> Option<String> {
    std::env::var(name)
        .ok()
        .filter(|value| !value.trim().is_empty())
}

/// Arguments of the commands that build pages.
#[derive(Debug, Args)]
pub struct PageArguments {
    #[command(flatten)]
    source: SourceArguments,
    /// The output folder [default: dist below the project's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Bundle the islands with preact's development warnings; for tests
    #[arg(long, hide = true)]
    debug_islands: bool,
}

impl PageArguments {
    fn request(&self, root: &Path) -> Request {
        let out = self.out.clone().unwrap_or_else(|| below(root, "dist"));
        let request = request(absolute(root), out, self.source.pull());
        Request {
            debug_islands: self.debug_islands,
            ..request
        }
    }
}

fn request(root: PathBuf, out: PathBuf, pull: PullRequest) -> Request {
    Request {
        root,
        out,
        pull,
        unpublished: false,
        debug_islands: false,
    }
}

/// The project's folder as an absolute path, because tools run in other folders. Reading a folder that does not exist is reported later.
fn absolute(root: &Path) -> PathBuf {
    root.canonicalize().unwrap_or_else(|_| root.to_owned())
}

/// A path below the project's folder, as messages show it.
fn below(root: &Path, name: &str) -> PathBuf {
    if root == Path::new(".") {
        PathBuf::from(name)
    } else {
        root.join(name)
    }
}

/// Writes the schemas for editors before a build, so that they help to correct what prevents it.
fn write_schemas(root: &Path) {
    if let Err(error) = project::write_schemas(root) {
        tracing::warn!("cannot write {}: {error}", schema::FOLDER);
    }
}

/// The exit status of a command that succeeded with this inventory; says when the inventory is too old.
fn status(console: &Console, pulled: &PullResult) -> ExitStatus {
    let Some(overdue) = &pulled.overdue else {
        return ExitStatus::Done;
    };
    console.say(&format!("site: {overdue}"));
    ExitStatus::Overdue
}
