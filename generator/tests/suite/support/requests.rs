//! Requests to the pipeline, as most tests make them.

use std::path::Path;

use generator::node::Tools;
use generator::pipeline::Silent;
use generator::pipeline::{self, RenderedSite, Request};
use generator::stages::pull::{self, Origin};
use generator::stages::resolve::DatedView;
use model::build_error::BuildError;
use model::source::LocalTime;
use platform::client::bearer;

/// A pull that neither is strict nor accepts a refused inventory.
pub fn pull(origin: Origin) -> pull::PullRequest {
    pull::PullRequest {
        origin,
        strict: false,
        accept: false,
        runs_commands: false,
        token: bearer("unused"),
        now: "2026-11-20T12:00:00Z".parse().unwrap(),
    }
}

/// A build of the project at `root` into its `dist/`.
pub fn build(root: &Path, pull: pull::PullRequest) -> Request {
    Request {
        root: root.to_owned(),
        out: root.join("dist"),
        pull,
        unpublished: false,
        debug_islands: false,
    }
}

/// A build of the project at `root` with its stored inventory.
pub fn offline(root: &Path) -> Request {
    build(root, pull(Origin::Offline))
}

/// The site of the project at `root` with its stored inventory, in memory.
pub fn render(root: &Path) -> Result<RenderedSite, BuildError> {
    pipeline::render(&offline(root), &Silent)
}

pub fn tools(root: &Path) -> Tools {
    Tools::new(root)
}

/// What is public at the time of a pull, in the development's time zone.
pub fn view() -> DatedView {
    DatedView {
        now: LocalTime::at(
            "2026-11-20T12:00:00Z".parse().unwrap(),
            &"America/Mexico_City".parse().unwrap(),
        ),
        unpublished: false,
    }
}

pub fn make(root: &Path, pull: pull::PullRequest) -> RenderedSite {
    let request = build(root, pull);
    pipeline::render(&request, &Silent).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}
