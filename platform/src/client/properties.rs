//! Calls 3 and 4: every unit of the project, from all pages of the list, with its detail if needed, within the time of one call.

use super::send::{ApiRequest, parse};
use super::{CallError, Client, ErrorKind};
use crate::answer::{self, AnswerError, Fault, FieldError, NoPrice, find};
use crate::calls::{DETAIL, LIST, Pages};
use crate::config::Details;
use crate::unit::{Unit, UnitCode};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap, HashSet};
use tokio::time::Instant;

const AT_ONCE: usize = 4;

/// Most pages of a list: with ten units each, as many as the largest inventory that the site is made for.
const MAX_PAGES: usize = 1000;

/// The units of a project.
#[derive(Debug, Default, PartialEq)]
pub struct Properties {
    /// The units, in the order of the list.
    pub units: Vec<Unit>,
    /// The fingerprint of the list entry of each unit that has its detail.
    pub details: BTreeMap<UnitCode, String>,
    /// Why details could not be used, and which fields neither the list nor the detail of a unit has.
    pub failures: Vec<CallError>,
    /// What the source has twice, of which one is used.
    pub repeated: Vec<String>,
}

/// A unit, the fingerprint of its entry when it has its detail, and what is wrong with the detail.
type Entry = (Unit, Option<String>, Option<CallError>);

/// An entry of the list whose unit needs its detail.
struct Incomplete<'a> {
    at: usize,
    code: UnitCode,
    entry: &'a Value,
    fingerprint: String,
    /// The unit of the last good pull.
    before: Option<&'a Unit>,
}

impl Client {
    /// Calls 3 and 4. `units` and `details` are those of the last good pull: no detail is asked for again whose entry is the same. Fails
    /// where the list cannot be used, or a detail without which a unit has no price, for example.
    pub async fn properties(
        &self,
        units: &[Unit],
        details: &BTreeMap<UnitCode, String>,
    ) -> Result<Properties, CallError> {
        let end = self.read_end();
        let request = self.request(&self.config.calls.list, &LIST, "");
        let title = request.title.clone();
        let entries = self.entries(request, end).await?;
        let units: HashMap<&UnitCode, &Unit> =
            units.iter().map(|unit| (&unit.code, unit)).collect();
        // They decide how an answer is read.
        let settings = Sha256::new_with_prefix(format!("{:?}", self.config));
        // A detail may have the price that the list lacks.
        let no_price = match self.config.details {
            Details::Never => NoPrice::OnRequest,
            Details::Missing | Details::Always => NoPrice::Missing,
        };
        let read = |at, entry| {
            let (unit, faults) = answer::unit(&[entry], at, &self.config, no_price, None);
            let code = match (
                self.config.details,
                unit,
                answer::unit_code(entry, &self.config),
            ) {
                (Details::Never | Details::Missing, Some(unit), _) if faults.is_empty() => {
                    return Ok(Ok((unit, None, None)));
                }
                (Details::Missing | Details::Always, _, Some(code)) if are_missing(&faults) => code,
                _ => return Err(faults),
            };
            // An entry without status or price stays the same when they change.
            let shows_changes = !faults
                .iter()
                .any(|error| matches!(&*error.field, "status" | "price"));
            let hash = settings.clone().chain_update(entry.to_string()).finalize();
            let fingerprint = hash[..16]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>();
            let is_known = shows_changes && details.get(&code) == Some(&fingerprint);
            Ok(match units.get(&code).copied() {
                Some(unit) if is_known => Ok((unit.clone(), Some(fingerprint), None)),
                before => Err(Incomplete {
                    at,
                    code,
                    entry,
                    fingerprint,
                    before,
                }),
            })
        };
        let listed = answer::collect(&entries, read).map_err(|error| CallError {
            call: title,
            kind: error.into(),
        })?;
        let complete = async |listed: Result<Entry, Incomplete<'_>>| match listed {
            Ok(entry) => Ok(entry),
            Err(incomplete) => self.complete(incomplete, end).await,
        };
        let mut entries = stream::iter(listed.into_iter().map(complete)).buffered(AT_ONCE);
        let mut all = Properties::default();
        while let Some((unit, fingerprint, failure)) = entries.try_next().await? {
            all.details
                .extend(fingerprint.map(|fingerprint| (unit.code.clone(), fingerprint)));
            all.failures.extend(failure);
            all.units.push(unit);
        }
        Ok(all)
    }

    /// Asks for the detail of a unit. When that fails, the unit is as the list and the last good pull have it.
    async fn complete(&self, incomplete: Incomplete<'_>, end: Instant) -> Result<Entry, CallError> {
        let Incomplete {
            at,
            code,
            entry,
            fingerprint,
            before,
        } = incomplete;
        let request = self.request(&self.config.calls.detail, &DETAIL, code.spelling());
        let fail = |kind| CallError {
            call: format!("{} of {code}", request.title),
            kind,
        };
        let read = |text: &[u8]| {
            let answer = parse(text)?;
            let detail = answer::detail(&answer, &code, &self.config)?;
            let sources = match self.config.details {
                Details::Always => [detail, entry],
                _ => [entry, detail],
            };
            match answer::unit(&sources, at, &self.config, NoPrice::OnRequest, before) {
                (Some(unit), faults) if are_missing(&faults) => Ok((unit, faults)),
                (_, faults) => Err(AnswerError::Fields(faults).into()),
            }
        };
        match self
            .read_call(&request, end, self.config.limits.answer_bytes, read)
            .await
        {
            Ok((unit, missing)) => {
                let failure =
                    (!missing.is_empty()).then(|| fail(AnswerError::Fields(missing).into()));
                Ok((unit, Some(fingerprint), failure))
            }
            Err(error) => {
                match answer::unit(&[entry], at, &self.config, NoPrice::Missing, before).0 {
                    Some(unit) => Ok((unit, None, Some(fail(error.kind)))),
                    None => Err(fail(error.kind)),
                }
            }
        }
    }

    /// The entries of every page, which must end before `end` and have at most `limits.answer_bytes` together.
    async fn entries(
        &self,
        mut request: ApiRequest,
        end: Instant,
    ) -> Result<Vec<Value>, CallError> {
        let title = request.title.clone();
        let fail = |kind| CallError {
            call: title.clone(),
            kind,
        };
        let pages = self.config.pages.as_ref();
        if let Some(pages) = pages {
            let number = pages.number.as_ref().map(|name| (name, pages.first));
            if let Some((name, first)) = number.or_else(|| Some((pages.offset.as_ref()?, 0))) {
                set_parameter(&mut request, name, &json!(first));
            }
        }
        let (mut entries, mut seen) = (Vec::new(), HashSet::new());
        let mut left = self.config.limits.answer_bytes;
        for number in 1..=MAX_PAGES {
            let read = |text: &[u8]| Ok((parse(text)?, text.len()));
            let (answer, bytes) = self.read_call(&request, end, left, read).await?;
            left = left.saturating_sub(bytes);
            let page =
                answer::entries(&answer, &self.config).map_err(|error| fail(error.into()))?;
            entries.extend_from_slice(page);
            let Some(pages) = pages else {
                return Ok(entries);
            };
            let wrong = |message: String| fail(ErrorKind::Pages(message));
            let next = next_page(
                pages,
                &request,
                &answer,
                page.is_empty(),
                number,
                entries.len(),
            );
            let Some(next) = next.map_err(wrong)? else {
                return Ok(entries);
            };
            request = next;
            if !seen.insert(<[u8; 32]>::from(Sha256::digest(json!(page).to_string()))) {
                return Err(wrong(format!("page {number} repeats an earlier one")));
            }
        }
        Err(fail(ErrorKind::Pages(format!(
            "there are more than {MAX_PAGES} pages"
        ))))
    }
}

fn are_missing(faults: &[FieldError]) -> bool {
    faults.iter().all(|error| error.fault == Fault::Missing)
}

/// The request of the page after the page with this number; nothing after the last one. `units` is how many came so far.
fn next_page(
    pages: &Pages,
    request: &ApiRequest,
    answer: &Value,
    is_empty: bool,
    number: usize,
    units: usize,
) -> Result<Option<ApiRequest>, String> {
    let mut next = request.clone();
    match (&pages.number, &pages.offset, &pages.next) {
        (Some(_), ..) | (_, Some(_), _) if is_empty => return Ok(None),
        (Some(name), ..) => {
            set_parameter(
                &mut next,
                name,
                &json!(pages.first.saturating_add(number as u64)),
            );
        }
        (_, Some(name), _) => set_parameter(&mut next, name, &json!(units)),
        (_, _, Some(path)) => {
            let value = match find(answer, path) {
                None | Some(Value::Null | Value::Bool(false)) => return Ok(None),
                Some(Value::String(text)) if text.is_empty() => return Ok(None),
                Some(value @ (Value::String(_) | Value::Number(_))) => value,
                Some(_) => return Err(format!("`{path}` has neither a text nor a number")),
            };
            match &pages.cursor {
                Some(name) => set_parameter(&mut next, name, value),
                None => {
                    let url = request.url.join(value.as_str().unwrap_or_default());
                    let same_host = url.ok().filter(|url| url.origin() == request.url.origin());
                    // The headers have credentials.
                    next.url = same_host
                        .ok_or_else(|| format!("`{path}` is not a URL of the same host"))?;
                }
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(next))
}

/// Sets a parameter in the body of a POST that has an object, or else in the query.
fn set_parameter(request: &mut ApiRequest, name: &str, value: &Value) {
    if let Some(Value::Object(body)) = &mut request.body {
        body.insert(name.to_owned(), value.clone());
        return;
    }
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let others: Vec<(String, String)> = request
        .url
        .query_pairs()
        .filter(|(key, _)| key != name)
        .map(|(key, value)| (key.into(), value.into()))
        .collect();
    request
        .url
        .query_pairs_mut()
        .clear()
        .extend_pairs(others)
        .append_pair(name, &text);
}
