//! The calls of a pull: the units with their details, and the amenities, at the same time and on their own async runtime: the rest of a build needs none.

use platform::amenity::Amenity;
use platform::client::{CallError, Client, Properties};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::thread;

use super::reason::{Reason, of_call, reason};
use super::store::Snapshot;
use super::{Project, PullRequest};
use formats::threads::STACK_BYTES;

/// The results of `property/list` and `property/detail` (calls 3 and 4), and of `amenities/list` (call 5).
type Lists<E> = (Result<Properties, E>, Result<Vec<Amenity>, E>);

/// Calls the platform at `url`, or else at the address in site.yaml. Details that the last good pull has are not asked for.
pub(super) fn call(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
    last: Option<&Snapshot>,
) -> Lists<Reason> {
    match client(project, request, url).and_then(|client| run(&client, last)) {
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
fn run(client: &Client, last: Option<&Snapshot>) -> Result<Lists<CallError>, Reason> {
    let no_runtime = |error: &dyn Display| {
        reason("no_runtime", format!("cannot start the async runtime of the pull: {error}"))
    };
    let none = BTreeMap::new();
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| no_runtime(&error))?;
        let (units, details) = last.map_or((&[][..], &none), |last| (&last.units, &last.details));
        let properties = client.properties(units, details);
        Ok(runtime.block_on(async { tokio::join!(properties, client.amenities_list()) }))
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work).map_err(|error| no_runtime(&error))?;
        let ended = thread.join();
        ended.unwrap_or_else(|_| Err(no_runtime(&"the pull stopped unexpectedly")))
    })
}
