//! Cloudflare: purge by URL (`POST /zones/{zone}/purge_cache`).
//! <https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-single-file/>

use serde_json::{Value, json};

use super::call::Caller;
use super::{CachePurge, Environment, PurgeError, PurgeExtent};

pub(super) const NAME: &str = "Cloudflare";

/// The URL of the public API.
pub(super) const PUBLIC: &str = "https://api.cloudflare.com/client/v4";

/// How many URLs one request may have on every plan but Enterprise (Cloudflare, "Purge cache", 2026: "max operations per
/// request").
const PER_REQUEST: usize = 100;

/// The URLs of addresses.
pub(super) fn urls(base_url: &str, addresses: &[String]) -> Vec<String> {
    addresses.iter().map(|address| format!("{base_url}{address}")).collect()
}

pub(super) async fn purge(
    caller: &Caller<'_>,
    cache: &CachePurge,
    environment: &Environment,
) -> Result<(), PurgeError> {
    let token = environment.cloudflare_token()?;
    let url = caller.url(&environment.cloudflare, &format!("/zones/{}/purge_cache", cache.id))?;
    let bodies = match &cache.extent {
        PurgeExtent::Everything => vec![json!({"purge_everything": true})],
        PurgeExtent::Only(urls) => urls.chunks(PER_REQUEST).map(|urls| json!({"files": urls})).collect(),
    };
    for body in bodies {
        let request = || Ok(caller.http.post(url.clone()).bearer_auth(&token).json(&body));
        caller.call(request, explanation).await?;
    }
    Ok(())
}

/// The first message under `errors` of an answer.
fn explanation(body: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(body).ok()?;
    let message = answer.pointer("/errors/0/message")?.as_str()?;
    Some(message.to_owned())
}
