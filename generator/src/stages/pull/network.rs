//! The calls of a pull: the units with their details, and the amenities, at the same time and on their own async runtime: the rest of a build needs none.

use http::HeaderMap;
use platform::amenity::Amenity;
use platform::client::{BadToken, Client, Properties};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::thread;

use super::local;
use super::reason::{Reason, of_call, reason};
use super::store::Snapshot;
use super::{Project, PullRequest};
use formats::STACK_BYTES;

/// The results of `property/list` and `property/detail` (calls 3 and 4), and of `amenities/list` (call 5) where the source has
/// amenities.
pub(super) type Lists<E> = (Result<Properties, E>, Result<Option<Vec<Amenity>>, E>);

/// Calls the platform at `url`, or else at the address in site.yaml. Details that the last good pull has are not asked for.
pub(super) fn call(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
    last: Option<&Snapshot>,
) -> Lists<Reason> {
    let lists = match url {
        None if project.config.platform.is_local() => {
            run(|| local::lists(project.root, &project.config.platform))
        }
        url => client(project, request, url).and_then(|client| run(|| call_all(&client, project, last))),
    };
    let (units, amenities) = lists.unwrap_or_else(|reason| (Err(reason.clone()), Err(reason)));
    (units, amenities.and_then(|amenities| amenities.map(distinct).transpose()))
}

async fn call_all(client: &Client, project: &Project<'_>, last: Option<&Snapshot>) -> Lists<Reason> {
    let none = BTreeMap::new();
    let (units, details) = last.map_or((&[][..], &none), |last| (&last.units, &last.details));
    let amenities = async {
        match project.config.platform.amenities {
            Some(_) => client.amenities_list().await.map(Some),
            None => Ok(None),
        }
    };
    let (units, amenities) = tokio::join!(client.properties(units, details), amenities);
    (units.map_err(|error| of_call(&error)), amenities.map_err(|error| of_call(&error)))
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
    let url = url.unwrap_or(&project.config.platform.url);
    if url.trim().is_empty() {
        let message = "no platform is configured: set `platform.url` in site.yaml, or use --platform URL";
        return Err(reason("no_platform", message));
    }
    let bad_token = |error: &dyn Display| reason("bad_token", error);
    let own = project.config.platform.own_headers(|name| std::env::var(name).ok());
    let own = own.map_err(|error| bad_token(&error))?;
    let mut headers = match request.token.clone() {
        Err(BadToken::Missing) if !own.is_empty() => HeaderMap::new(),
        token => token.map_err(|error| bad_token(&error))?.into(),
    };
    headers.extend(own);
    Client::new(url, &project.config.platform, headers).map_err(|error| reason("bad_address", error))
}

/// Runs on a new thread, because the caller may already be inside an async runtime, as `site serve` is.
fn run<F: Future<Output = Lists<Reason>>>(lists: impl FnOnce() -> F + Send) -> Result<Lists<Reason>, Reason> {
    let no_runtime = |error: &dyn Display| {
        reason("no_runtime", format!("cannot start the async runtime of the pull: {error}"))
    };
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Ok(runtime.map_err(|error| no_runtime(&error))?.block_on(lists()))
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work).map_err(|error| no_runtime(&error))?;
        let ended = thread.join();
        ended.unwrap_or_else(|_| Err(no_runtime(&"the pull stopped unexpectedly")))
    })
}
