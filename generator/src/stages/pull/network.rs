//! The two list calls of a pull, at the same time and on their own async runtime: the rest of a build needs none.

use platform::amenity::Amenity;
use platform::client::{CallError, Client};
use platform::unit::Unit;
use std::collections::HashSet;
use std::fmt::Display;
use std::thread;

use super::reason::{Reason, of_call, reason};
use super::{Project, PullRequest};
use formats::threads::STACK_BYTES;

/// The results of `property/list` (call 3) and of `amenities/list` (call 5).
type Lists<E> = (Result<Vec<Unit>, E>, Result<Vec<Amenity>, E>);

/// Calls the platform at `url`, or else at the address in site.yaml.
pub(super) fn call(project: &Project<'_>, request: &PullRequest, url: Option<&str>) -> Lists<Reason> {
    match client(project, request, url).and_then(|client| run(&client)) {
        Ok((units, amenities)) => (
            units.map_err(|error| of_call(&error)),
            amenities.map_err(|error| of_call(&error)).and_then(distinct),
        ),
        Err(reason) => (Err(reason.clone()), Err(reason)),
    }
}

/// Refuses amenities that share a code: translations and lists identify them by code.
fn distinct(amenities: Vec<Amenity>) -> Result<Vec<Amenity>, Reason> {
    let mut seen = HashSet::new();
    match amenities.iter().find(|amenity| !seen.insert(amenity.code.as_str())) {
        Some(Amenity { code, .. }) => Err(reason(
            "duplicate_amenity",
            format!(
                "several amenities have the code `{code}`: give each amenity its own code on the platform"
            ),
        )),
        None => Ok(amenities),
    }
}

fn client(project: &Project<'_>, request: &PullRequest, url: Option<&str>) -> Result<Client, Reason> {
    let url = url.unwrap_or(&project.platform.url);
    if url.trim().is_empty() {
        let message = "no platform is configured: set `platform.url` in site.yaml, or use --platform URL";
        return Err(reason("no_platform", message));
    }
    let token = request.token.clone().map_err(|error| reason("bad_token", error))?;
    Client::new(url, project.platform, token).map_err(|error| reason("bad_address", error))
}

/// Runs on a new thread, because the caller may already be inside an async runtime, as `site serve` is.
fn run(client: &Client) -> Result<Lists<CallError>, Reason> {
    let no_runtime = |error: &dyn Display| {
        reason("no_runtime", format!("cannot start the async runtime of the pull: {error}"))
    };
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| no_runtime(&error))?;
        Ok(runtime.block_on(async { tokio::join!(client.property_list(), client.amenities_list()) }))
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work).map_err(|error| no_runtime(&error))?;
        let ended = thread.join();
        ended.unwrap_or_else(|_| Err(no_runtime(&"the pull stopped unexpectedly")))
    })
}
