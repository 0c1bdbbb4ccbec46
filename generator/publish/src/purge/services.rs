//! The requests to each service, and how it names what is purged, from their documentation:
//! <https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html>,
//! <https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-single-file/>, <https://www.indexnow.org/documentation>.

use http::header::{CONTENT_TYPE, HeaderValue};
use http::uri::InvalidUri;
use jiff::Timestamp;
use object_store::aws::{AwsAuthorizer, AwsCredential};
use object_store::client::{HttpRequest, HttpRequestBody};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use super::{CachePurge, Environment};

pub(super) const CLOUDFRONT: &str = "CloudFront";
pub(super) const CLOUDFLARE: &str = "Cloudflare";
pub(super) const INDEX_NOW: &str = "IndexNow";

/// CloudFront is a global service; its requests are signed for this region.
const REGION: &str = "us-east-1";

/// The version of CloudFront's API, part of its URLs and of the namespace of its documents.
const VERSION: &str = "2020-05-31";

/// The most paths in progress for one distribution (CloudFront Developer Guide, "Concurrent invalidation request maximum").
pub(super) const MOST_PATHS: usize = 3000;

const EVERYTHING: &str = "/*";

/// What a path may contain unencoded: unreserved characters, `/`, and the `%` of what is encoded already. `*` is a wildcard.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'%');

/// The most URLs in one request on every plan but Enterprise (Cloudflare, "Purge cache", 2026: "max operations per request").
const PER_PURGE: usize = 100;

/// How many addresses one request to IndexNow may have (IndexNow, "Submitting set of URLs").
const PER_SUBMISSION: usize = 10_000;

/// The paths of addresses for CloudFront. A page also has the path of its file, under which it is cached when a function adds
/// `.html` to the path of a request (Amazon CloudFront Developer Guide, "What you need to know when invalidating paths").
pub(super) fn paths(addresses: &[String]) -> Vec<String> {
    let of_address = |address: &String| {
        let path = utf8_percent_encode(address, ENCODED).to_string();
        let name = path.rsplit('/').next().unwrap_or_default();
        let file = match path.as_str() {
            "/" => Some("/index.html".to_owned()),
            _ => (!name.contains('.')).then(|| format!("{path}.html")),
        };
        [Some(path), file].into_iter().flatten()
    };
    addresses.iter().flat_map(of_address).collect()
}

pub(super) fn urls(base_url: &str, addresses: &[String]) -> Vec<String> {
    addresses
        .iter()
        .map(|address| format!("{base_url}{address}"))
        .collect()
}

type Requests = Result<Vec<RequestBuilder>, String>;

pub(super) fn cloudfront(environment: &Environment, http: &Client, cache: &CachePurge) -> Requests {
    let aws = AwsCredential {
        key_id: environment.credential("AWS_ACCESS_KEY_ID")?,
        secret_key: environment.credential("AWS_SECRET_ACCESS_KEY")?,
        token: environment.credential("AWS_SESSION_TOKEN").ok(),
    };
    let path = format!("/{VERSION}/distribution/{}/invalidation", cache.id);
    let url = environment.url(&environment.cloudfront, &path)?;
    // The same reference in every attempt, so that a repetition creates no second invalidation.
    let body = invalidation(
        cache.extent.as_deref(),
        &format!("site-{}", Timestamp::now().as_nanosecond()),
    );
    let mut signed = HttpRequest::new(HttpRequestBody::from(body.clone()));
    *signed.method_mut() = http::Method::POST;
    signed
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/xml"));
    *signed.uri_mut() = url
        .as_str()
        .parse()
        .map_err(|error: InvalidUri| error.to_string())?;
    let authorizer = AwsAuthorizer::new(&aws, "cloudfront", REGION);
    authorizer
        .try_authorize(&mut signed, None)
        .map_err(|error| error.to_string())?;
    let headers = std::mem::take(signed.headers_mut());
    Ok(vec![http.post(url).headers(headers).body(body)])
}

/// The XML document of an invalidation. Encoded paths contain no character that XML escapes.
fn invalidation(paths: Option<&[String]>, reference: &str) -> String {
    let everything = [EVERYTHING.to_owned()];
    let paths = paths.unwrap_or(&everything);
    let items: String = paths
        .iter()
        .map(|path| format!("<Path>{path}</Path>"))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><InvalidationBatch \
         xmlns=\"http://cloudfront.amazonaws.com/doc/{VERSION}/\"><Paths><Quantity>{}</Quantity><Items>{items}</Items>\
         </Paths><CallerReference>{reference}</CallerReference></InvalidationBatch>",
        paths.len()
    )
}

/// What AWS or Cloudflare says about a request that failed.
pub(super) fn explanation(body: &str) -> Option<String> {
    if let Ok(answer) = serde_json::from_str::<Value>(body) {
        return Some(answer.pointer("/errors/0/message")?.as_str()?.to_owned());
    }
    let element = |name: &str| {
        let (_, rest) = body.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(text, _)| text)
    };
    Some(format!("{}: {}", element("Code")?, element("Message")?))
}

pub(super) fn cloudflare(environment: &Environment, http: &Client, cache: &CachePurge) -> Requests {
    let token = environment.credential("CLOUDFLARE_API_TOKEN")?;
    let url = environment.url(
        &environment.cloudflare,
        &format!("/zones/{}/purge_cache", cache.id),
    )?;
    let bodies = match &cache.extent {
        None => vec![json!({"purge_everything": true})],
        Some(urls) => urls
            .chunks(PER_PURGE)
            .map(|urls| json!({"files": urls}))
            .collect(),
    };
    let request = |body: &Value| http.post(url.clone()).bearer_auth(&token).json(body);
    Ok(bodies.iter().map(request).collect())
}

pub(super) fn index_now(
    environment: &Environment,
    http: &Client,
    told: &CachePurge,
    base_url: &str,
) -> Requests {
    let url = environment.url(&environment.index_now, "/indexnow")?;
    let host = base_url
        .split_once("://")
        .map_or(base_url, |(_, host)| host);
    let key_location = format!("{base_url}/{}.txt", told.id);
    let request = |urls: &[String]| {
        let body =
            json!({"host": host, "key": told.id, "keyLocation": key_location, "urlList": urls});
        http.post(url.clone()).json(&body)
    };
    let chunks = told
        .extent
        .iter()
        .flat_map(|urls| urls.chunks(PER_SUBMISSION));
    Ok(chunks.map(request).collect())
}
