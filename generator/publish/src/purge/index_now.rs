//! IndexNow: sends the addresses of new, changed and removed pages to the participating search engines. A failure is only a
//! warning, because the engines also find changes when they crawl the site.
//! <https://www.indexnow.org/documentation>

use serde_json::json;

use super::call::Caller;
use super::{CachePurge, Environment, PurgeError, PurgeExtent};

pub(super) const NAME: &str = "IndexNow";

/// The URL that hands an address on to every engine.
pub(super) const PUBLIC: &str = "https://api.indexnow.org";

/// How many addresses one request may have (IndexNow, "Submitting set of URLs").
const PER_REQUEST: usize = 10_000;

/// The URLs of the pages among addresses: search engines do not list style sheets and data.
pub(super) fn urls(base_url: &str, addresses: &[String]) -> Vec<String> {
    let is_page = |address: &&String| !address.rsplit('/').next().unwrap_or_default().contains('.');
    addresses.iter().filter(is_page).map(|address| format!("{base_url}{address}")).collect()
}

pub(super) async fn tell(
    caller: &Caller<'_>,
    told: &CachePurge,
    base_url: &str,
    environment: &Environment,
) -> Result<(), PurgeError> {
    let url = caller.url(&environment.index_now, "/indexnow")?;
    let PurgeExtent::Only(urls) = &told.extent else {
        return Ok(());
    };
    let host = base_url.split_once("://").map_or(base_url, |(_, host)| host);
    for urls in urls.chunks(PER_REQUEST) {
        let body = json!({
            "host": host,
            "key": told.id,
            "keyLocation": format!("{base_url}/{}.txt", told.id),
            "urlList": urls,
        });
        caller.call(|| Ok(caller.http.post(url.clone()).json(&body)), |_| None).await?;
    }
    Ok(())
}
