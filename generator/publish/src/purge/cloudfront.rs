//! CloudFront: `CreateInvalidation`, signed with AWS Signature Version 4.
//! <https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html>

use http::header::{CONTENT_TYPE, HeaderValue};
use jiff::Timestamp;
use object_store::aws::AwsAuthorizer;
use object_store::client::{HttpRequest, HttpRequestBody};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::call::Caller;
use super::{CachePurge, Environment, PurgeError, PurgeExtent};

pub(super) const NAME: &str = "CloudFront";

/// The URL of the public API.
pub(super) const PUBLIC: &str = "https://cloudfront.amazonaws.com";

/// CloudFront is a global service; its requests are signed for this region.
const REGION: &str = "us-east-1";

/// The version of the API, part of its URLs and of the namespace of its documents.
const VERSION: &str = "2020-05-31";

/// The largest number of paths in progress for one distribution (Amazon CloudFront Developer Guide, "Concurrent
/// invalidation request maximum").
pub(super) const MOST_PATHS: usize = 3000;

/// Invalidates everything, and counts as one path.
const EVERYTHING: &str = "/*";

/// What a path may contain unencoded: the unreserved characters, the slash, and the percent sign of what is encoded
/// already. An asterisk would be a wildcard.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b'%');

/// The paths of addresses. A page also has the path of its file, under which it is cached when a function adds `.html`
/// to the path of a request (Amazon CloudFront Developer Guide, "What you need to know when invalidating paths").
pub(super) fn paths(addresses: &[String]) -> Vec<String> {
    let of_address = |address: &String| {
        let path = utf8_percent_encode(address, ENCODED).to_string();
        let name = path.rsplit('/').next().unwrap_or_default();
        let file = match (path.as_str(), name.contains('.')) {
            ("/", _) => Some("/index.html".to_owned()),
            (_, true) => None,
            _ => Some(format!("{path}.html")),
        };
        [Some(path), file].into_iter().flatten()
    };
    addresses.iter().flat_map(of_address).collect()
}

pub(super) async fn purge(
    caller: &Caller<'_>,
    cache: &CachePurge,
    environment: &Environment,
) -> Result<(), PurgeError> {
    let aws = environment.aws()?;
    let authorizer = AwsAuthorizer::new(&aws, "cloudfront", REGION);
    let path = format!("/{VERSION}/distribution/{}/invalidation", cache.id);
    let url = caller.url(&environment.cloudfront, &path)?;
    // The same reference in every attempt, so that a repetition creates no second invalidation.
    let body = batch(&cache.extent, &format!("site-{}", Timestamp::now().as_nanosecond()));
    let request = || {
        let mut signed = HttpRequest::new(HttpRequestBody::from(body.clone()));
        *signed.method_mut() = http::Method::POST;
        let xml = HeaderValue::from_static("application/xml");
        signed.headers_mut().insert(CONTENT_TYPE, xml);
        let unusable = |detail: String| PurgeError::Failed { service: NAME, attempts: 0, detail };
        *signed.uri_mut() =
            url.as_str().parse().map_err(|error: http::uri::InvalidUri| unusable(error.to_string()))?;
        authorizer.try_authorize(&mut signed, None).map_err(|error| unusable(error.to_string()))?;
        let headers = std::mem::take(signed.headers_mut());
        Ok(caller.http.post(url.clone()).headers(headers).body(body.clone()))
    };
    caller.call(request, explanation).await
}

/// The XML document of an invalidation. Encoded paths contain no character that XML escapes.
fn batch(extent: &PurgeExtent, reference: &str) -> String {
    let everything = [EVERYTHING.to_owned()];
    let paths = match extent {
        PurgeExtent::Everything => &everything[..],
        PurgeExtent::Only(paths) => paths,
    };
    let items: String = paths.iter().map(|path| format!("<Path>{path}</Path>")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><InvalidationBatch \
         xmlns=\"http://cloudfront.amazonaws.com/doc/{VERSION}/\"><Paths><Quantity>{}</Quantity><Items>{items}</Items>\
         </Paths><CallerReference>{reference}</CallerReference></InvalidationBatch>",
        paths.len()
    )
}

/// The code and message of an error document.
fn explanation(body: &str) -> Option<String> {
    let element = |name: &str| {
        let (_, rest) = body.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(text, _)| text)
    };
    Some(format!("{}: {}", element("Code")?, element("Message")?))
}
