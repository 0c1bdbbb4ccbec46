//! Call 3: the entries of the list of units, from all its pages.

use super::transport::{ApiRequest, parse};
use super::{CallError, Client, ErrorKind};
use crate::answer::{self, find};
use crate::calls::{LIST, Pages};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use tokio::time::Instant;

/// Most pages of a list: with ten units each, as many as the largest inventory that the site is made for.
const MAX_PAGES: usize = 1000;

impl Client {
    /// The entries of every page, which must end before `end` and have at most `limits.answer_bytes` together.
    pub(super) async fn entries(&self, end: Instant) -> Result<Vec<Value>, CallError> {
        let title = self.config.calls.list.title(&LIST);
        let fail = |kind| CallError { call: title.clone().into(), kind };
        let mut request = self.request(&self.config.calls.list, &LIST, "");
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
            let (answer, bytes) = self.read_call(&title, &request, end, left, read).await?;
            left = left.saturating_sub(bytes);
            let page = answer::entries(&answer, &self.config).map_err(|error| fail(error.into()))?;
            entries.extend_from_slice(page);
            let Some(pages) = pages else { return Ok(entries) };
            let wrong = |message: String| fail(ErrorKind::Pages(message));
            match next_page(pages, &request, &answer, page.is_empty(), number, entries.len())
                .map_err(wrong)?
            {
                Some(next) => request = next,
                None => return Ok(entries),
            }
            if !seen.insert(<[u8; 32]>::from(Sha256::digest(json!(page).to_string()))) {
                return Err(wrong(format!("page {number} repeats an earlier one")));
            }
        }
        Err(fail(ErrorKind::Pages(format!("there are more than {MAX_PAGES} pages"))))
    }
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
            set_parameter(&mut next, name, &json!(pages.first.saturating_add(number as u64)));
        }
        (_, Some(name), _) => set_parameter(&mut next, name, &json!(units)),
        (_, _, Some(path)) => {
            let value = match find(answer, path) {
                None | Some(Value::Null | Value::Bool(false)) => return Ok(None),
                Some(Value::String(text)) if text.is_empty() => return Ok(None),
                Some(value @ (Value::String(_) | Value::Number(_))) => value,
                Some(_) => return Err(format!("`{path}` has neither a text nor a number")),
            };
            match (&pages.cursor, value) {
                (Some(name), value) => set_parameter(&mut next, name, value),
                (None, value) => {
                    let url = request.url.join(value.as_str().unwrap_or_default());
                    let url = url.ok().filter(|url| url.origin() == request.url.origin());
                    // The headers have credentials.
                    next.url = url.ok_or_else(|| format!("`{path}` is not a URL of the same host"))?;
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
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let others = request.url.query_pairs().filter(|(key, _)| key != name);
    let others: Vec<(String, String)> = others.map(|(key, value)| (key.into(), value.into())).collect();
    request.url.query_pairs_mut().clear().extend_pairs(others).append_pair(name, &text);
}
