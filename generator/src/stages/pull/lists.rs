//! The calls of a pull: the units with their details, and the amenities, at the same time and on an async runtime of their own. Or
//! without calls: what `platform.command` prints, or `platform.file`, as JSON like an answer, or as CSV, whose columns are fields.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::io::Read as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use futures::future::OptionFuture;
use http::HeaderMap;
use platform::amenity::Amenity;
use platform::answer;
use platform::client::{BadToken, CallError, Client, ErrorKind, Properties};
use platform::config::PlatformConfig;
use platform::unit::Unit;
use serde::de::IgnoredAny;

use super::command::{self, within};
use super::reason::{Reason, misspelt_price, of_call, of_table, reason};
use super::repeated::{self, repeated_codes};
use super::snapshot::Snapshot;
use super::table::Table;
use super::{Project, PullRequest};
use crate::stages::load;
use formats::STACK_BYTES;

/// The results of calls 3 and 4, and of call 5 where the source has amenities.
pub(super) type Lists = (
    Result<Properties, Reason>,
    Result<Option<Vec<Amenity>>, Reason>,
);

/// Calls the platform at `url`, or else at the address in site.yaml. Details that the last good pull has are not asked for.
pub(super) fn call(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
    last: Option<&Snapshot>,
) -> Lists {
    let lists = match url {
        None if project.config.platform.is_local() => {
            run(|| local_lists(project.root, &project.config.platform))
        }
        url => client(project, request, url)
            .and_then(|client| run(|| call_all(&client, project, last))),
    };
    let (units, amenities) = lists.unwrap_or_else(|reason| (Err(reason.clone()), Err(reason)));
    (
        units,
        amenities.and_then(|amenities| amenities.map(distinct).transpose()),
    )
}

async fn call_all(
    client: &Client,
    project: &Project<'_>,
    last: Option<&Snapshot>,
) -> Result<Lists, Reason> {
    let none = BTreeMap::new();
    let (units, details) = last.map_or((&[][..], &none), |last| (&last.units, &last.details));
    let amenities = OptionFuture::from(
        project
            .config
            .platform
            .amenities
            .as_ref()
            .map(|_| client.amenities_list()),
    );
    let (units, amenities) = tokio::join!(client.properties(units, details), amenities);
    let amenities = amenities.transpose();
    Ok((
        units.map_err(|error| of_call(&error)),
        amenities.map_err(|error| of_call(&error)),
    ))
}

/// Refuses amenities that share a code: translations and lists identify them by code.
fn distinct(amenities: Vec<Amenity>) -> Result<Vec<Amenity>, Reason> {
    let mut seen = HashSet::new();
    match amenities
        .iter()
        .find(|amenity| !seen.insert(amenity.code.as_str()))
    {
        Some(Amenity { code, .. }) => {
            let advice = "give each amenity its own code on the platform";
            let message = format!("several amenities have the code `{code}`: {advice}");
            Err(reason("duplicate_amenity", message))
        }
        None => Ok(amenities),
    }
}

fn client(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
) -> Result<Client, Reason> {
    let url = url.unwrap_or(&project.config.platform.url);
    if url.trim().is_empty() {
        let message =
            "no platform is configured: set `platform.url` in site.yaml, or use --platform URL";
        return Err(reason("no_platform", message));
    }
    let own = project
        .config
        .platform
        .own_headers(|name| std::env::var(name).ok())
        .map_err(|error| reason("bad_token", error))?;
    let mut headers = match request.token.clone() {
        Err(BadToken::Missing) if !own.is_empty() => HeaderMap::new(),
        token => token.map_err(|error| reason("bad_token", error))?,
    };
    headers.extend(own);
    Client::new(url, &project.config.platform, headers)
        .map_err(|error| reason("bad_address", error))
}

/// Runs on a new thread, because the caller may already be inside an async runtime, as `site serve` is.
fn run<F: Future<Output = Result<Lists, Reason>>>(
    lists: impl FnOnce() -> F + Send,
) -> Result<Lists, Reason> {
    let no_runtime = |error: &dyn Display| {
        reason(
            "no_runtime",
            format!("cannot start the async runtime of the pull: {error}"),
        )
    };
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime
            .map_err(|error| no_runtime(&error))?
            .block_on(lists())
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|error| no_runtime(&error))?;
        let ended = thread.join();
        ended.unwrap_or_else(|_| Err(no_runtime(&"the pull stopped unexpectedly")))
    })
}

/// Reads the JSON or CSV of a file or a command.
async fn local_lists(root: &Path, map: &PlatformConfig) -> Result<Lists, Reason> {
    let (limit, deadline) = (
        map.limits.answer_bytes,
        Duration::from_millis(map.limits.deadline_ms),
    );
    let (key, text) = match &map.file {
        Some(file) => ("platform.file", read_file(root, file, limit)),
        None => (
            "platform.command",
            command::output(root, &map.command, limit, deadline).await,
        ),
    };
    let failed = |detail: String| reason("failed", format!("{key}: {detail}"));
    let wrong = |kind: ErrorKind| {
        of_call(&CallError {
            call: key.to_owned(),
            kind,
        })
    };
    let text = load::decode(&text.map_err(failed)?).map_err(|line| {
        failed(format!(
            "line {line} is not UTF-8 text: save or print it as UTF-8"
        ))
    })?;
    if !is_json(&text) {
        return match json_below(&text) {
            Some(what) => Err(failed(what)),
            None => table_lists(key, &text, map),
        };
    }
    let answer = serde_json::from_str(&text)
        .map_err(|error| wrong(ErrorKind::BrokenJson(error.to_string())))?;
    let units = answer::units(&answer, map).map_err(|error| wrong(error.into()))?;
    let codes = || units.iter().map(|unit| &unit.code);
    if let Some([before, at]) = repeated_codes(codes()).first().copied() {
        let [first, second] = repeated::lines(&text, map, [before, at]);
        let what = repeated::message(&units[before].code, &units[at].code);
        return Err(failed(format!(
            "the units in the lines {first} and {second} {what}"
        )));
    }
    let amenities = answer::has_amenities(&answer, map)
        .then(|| answer::amenities(&answer, map))
        .transpose()
        .map_err(|error| wrong(error.into()))?;
    Ok((Ok(listed(units)), Ok(amenities)))
}

fn listed(units: Vec<Unit>) -> Properties {
    Properties {
        units,
        ..Properties::default()
    }
}

/// The units of a table. It has no amenities.
fn table_lists(key: &str, text: &str, map: &PlatformConfig) -> Result<Lists, Reason> {
    let map = PlatformConfig {
        list: ".".to_owned(),
        amenities: None,
        error: None,
        ..map.clone()
    };
    let table =
        Table::read(text, &map).map_err(|detail| reason("failed", format!("{key}: {detail}")))?;
    if let Some(misspelt) = misspelt_price(key, &table, &map) {
        return Err(misspelt);
    }
    let units = answer::units(&table.units, &map).map_err(|error| of_table(key, &table, &error))?;
    let repeated = table.repeated.iter();
    let properties = Properties {
        repeated: repeated.map(|what| format!("{key}: {what}")).collect(),
        ..listed(units)
    };
    Ok((Ok(properties), Ok(None)))
}

fn is_json(text: &str) -> bool {
    text.trim_ascii_start().starts_with(['{', '['])
}

/// What is wrong with JSON that other lines stand above, as a program prints that logs to its output.
fn json_below(text: &str) -> Option<String> {
    let start = text
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .find(|at| is_json(&text[*at..]))?;
    serde_json::from_str::<IgnoredAny>(&text[start..]).ok()?;
    let first: String = text.lines().next()?.chars().take(40).collect();
    let line = text[..start].matches('\n').count() + 1;
    Some(format!(
        "line 1, {first:?}, is above the JSON, which begins in line {line}: print the units alone, and everything else to the \
         standard error output"
    ))
}

/// The bytes of a file below `root`; no link on the way is followed.
fn read_file(root: &Path, file: &str, limit: usize) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let read = system::open_below(root, file)
        .and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut text));
    read.map_err(|error| {
        format!("{file} cannot be read ({error}): write the path of a file below the project's folder, without links")
    })?;
    within(text, limit)
}
