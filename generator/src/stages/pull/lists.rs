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
use serde_json::{Value, json};

use super::command::{self, within};
use super::reason::{Reason, of_call, reason};
use super::store::Snapshot;
use super::{Project, PullRequest};
use crate::stages::load::without_byte_order_mark;
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
        .own_headers(|name| std::env::var(name).ok());
    let own = own.map_err(|error| reason("bad_token", error))?;
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
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread
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
    let text = text.map_err(failed)?;
    let text = without_byte_order_mark(&text);
    let not_utf8 = std::str::from_utf8(text)
        .err()
        .map(|error| error.valid_up_to());
    if let Some(at) = not_utf8.or_else(|| text.iter().position(|byte| *byte == 0)) {
        let line = text[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        return Err(failed(format!(
            "line {line} is not UTF-8 text: save or print it as UTF-8"
        )));
    }
    let is_json = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    let csv = PlatformConfig {
        list: ".".to_owned(),
        amenities: None,
        error: None,
        ..map.clone()
    };
    let map = if is_json { map } else { &csv };
    let answer = match is_json {
        true => serde_json::from_slice(text)
            .map_err(|error| wrong(ErrorKind::BrokenJson(error.to_string())))?,
        false => rows(text).map_err(failed)?,
    };
    let units = answer::units(&answer, map).map_err(|error| wrong(error.into()))?;
    let amenities = answer::has_amenities(&answer, map).then(|| answer::amenities(&answer, map));
    let amenities = amenities.transpose().map_err(|error| wrong(error.into()))?;
    Ok((
        Ok(Properties {
            units,
            ..Properties::default()
        }),
        Ok(amenities),
    ))
}

/// The number of the line of a row that begins at a byte or after the ends of lines there: the reader takes the CR of the line before for
/// its whole end.
fn line_at(text: &[u8], byte: usize) -> usize {
    let (before, after) = text.split_at(byte.min(text.len()));
    let is_end = |letter: &&u8| matches!(letter, b'\r' | b'\n');
    let skipped = after.iter().take_while(is_end);
    let ends = before
        .iter()
        .chain(skipped)
        .filter(|letter| **letter == b'\n');
    ends.count() + 1
}

/// The rows of a CSV text with a line of names, separated by commas or semicolons, as a list of objects.
fn rows(text: &[u8]) -> Result<Value, String> {
    let heading = text
        .trim_ascii_start()
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let count = |separator| heading.iter().filter(|byte| **byte == separator).count();
    let separator = if count(b';') > count(b',') {
        b';'
    } else {
        b','
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .trim(csv::Trim::All)
        .from_reader(text);
    let bad = |error: csv::Error| match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos: Some(at),
            expected_len,
            len,
        } => format!(
            "line {} has {len} values, and the first line {expected_len} names: write each value, the empty ones too, and those \
             with a separator in quotation marks",
            line_at(text, usize::try_from(at.byte()).unwrap_or(0))
        ),
        _ => format!("the CSV cannot be read: {error}"),
    };
    let names = reader.headers().map_err(bad)?;
    if let Some(name) = names
        .iter()
        .find(|name| names.iter().filter(|other| other == name).count() > 1)
    {
        return Err(format!(
            "two columns have the name {name:?}: give each column its own name"
        ));
    }
    if names.is_empty() || heading.starts_with(b"<") {
        return Err("this is neither JSON nor a CSV with names in its first line".to_owned());
    }
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    // Spreadsheets write the rows below the last one, too.
    let filled = rows.filter(|row| {
        row.as_ref()
            .map_or(true, |row| row.values().any(|cell| !cell.is_empty()))
    });
    filled
        .map(|row| row.map(|row| json!(row)))
        .collect::<Result<_, _>>()
        .map_err(bad)
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
