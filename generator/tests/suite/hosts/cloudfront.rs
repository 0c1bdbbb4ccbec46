//! CloudFront with S3, as far as the table needs it; its own engine knows less of the language than QuickJS.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use generator::serve::CdnRules;
use http::header::{ETAG, LAST_MODIFIED};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use rquickjs::{Context, Runtime};
use serde_json::{Map, Value as Json, json};
use serde_yaml::Value as Yaml;
use tokio::net::TcpListener;

use super::fixture::Fixture;
use super::requests::RUNTIME;

/// What CloudFront answers from.
pub struct Edge {
    distribution: Yaml,
    resources: Yaml,
    function: String,
    bucket: Bucket,
    leads: String,
    http: reqwest::Client,
}

/// The published files, each with the headers that S3 stores with it.
struct Bucket {
    folder: PathBuf,
    rules: CdnRules,
}

impl Edge {
    /// The stack and the function of the fixture's site, with its files as the bucket.
    pub fn of(fixture: &Fixture) -> Edge {
        let folder = fixture.deploy().join("cloudfront");
        let text = fs::read_to_string(folder.join("template.yaml")).unwrap();
        let stack: Yaml = serde_yaml::from_str(&text).unwrap();
        let resources = stack["Resources"].clone();
        let function = fs::read_to_string(folder.join("function.js")).unwrap();
        let inlined = resources["Addresses"]["Properties"]["FunctionCode"].as_str();
        assert_eq!(inlined.unwrap().trim_end(), function.trim_end(), "the stack's function");
        Edge {
            distribution: resources["Distribution"]["Properties"]["DistributionConfig"].clone(),
            resources,
            function,
            bucket: Bucket { folder: fixture.dist(), rules: CdnRules::read(&fixture.dist()) },
            leads: fixture.serve.clone(),
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    /// Listens on a free port; returns the address.
    pub fn listen(self) -> String {
        let app = Router::new().fallback(answer).with_state(Arc::new(self));
        let listener = RUNTIME.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        RUNTIME.spawn(async { axum::serve(listener, app).await.unwrap() });
        address
    }

    fn behaviour(&self, path: &str) -> &Yaml {
        let behaviours = self.distribution["CacheBehaviors"].as_sequence().unwrap();
        let first = behaviours.iter().find(|behaviour| {
            let pattern = behaviour["PathPattern"].as_str().unwrap();
            match pattern.split_once('*') {
                Some((start, end)) => {
                    path.len() >= start.len() + end.len() && path.starts_with(start) && path.ends_with(end)
                }
                None => path == pattern,
            }
        });
        first.unwrap_or(&self.distribution["DefaultCacheBehavior"])
    }

    /// Adds the headers of a behaviour's policy. Those that do not override stay as the origin sent them.
    fn add_headers(&self, behaviour: &Yaml, response: &mut Response) {
        let name = reference(&behaviour["ResponseHeadersPolicyId"]);
        let config = &self.resources[name]["Properties"]["ResponseHeadersPolicyConfig"];
        let security = &config["SecurityHeadersConfig"];
        let transport = &security["StrictTransportSecurity"];
        assert_eq!(transport["IncludeSubdomains"], true);
        let seconds = transport["AccessControlMaxAgeSec"].as_u64().unwrap();
        let transport_value = format!("max-age={seconds}; includeSubDomains");
        let of_key = |key: &str, value: &str| text(&security[key][value]);
        let policy = of_key("ContentSecurityPolicy", "ContentSecurityPolicy");
        let mut headers = vec![
            ("content-security-policy", policy, &security["ContentSecurityPolicy"]),
            ("x-content-type-options", "nosniff", &security["ContentTypeOptions"]),
            ("x-frame-options", of_key("FrameOptions", "FrameOption"), &security["FrameOptions"]),
            ("referrer-policy", of_key("ReferrerPolicy", "ReferrerPolicy"), &security["ReferrerPolicy"]),
            ("strict-transport-security", &transport_value, transport),
        ];
        let custom = config["CustomHeadersConfig"]["Items"].as_sequence().unwrap();
        headers.extend(custom.iter().map(|item| (text(&item["Header"]), text(&item["Value"]), item)));
        for (name, value, item) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            if item["Override"] == true || !response.headers().contains_key(&name) {
                response.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
            }
        }
    }

    /// The page that replaces an answer with this status of any origin.
    fn error_page(&self, found: StatusCode) -> Option<Response> {
        let pages = self.distribution["CustomErrorResponses"].as_sequence().unwrap();
        let page = pages.iter().find(|page| page["ErrorCode"] == found.as_u16())?;
        let status = u16::try_from(page["ResponseCode"].as_u64().unwrap()).unwrap();
        let request = http::Request::new(()).into_parts().0;
        let mut response = self.bucket.get(text(&page["ResponsePagePath"]), &request).unwrap();
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        Some(response)
    }

    async fn forward(&self, parts: &Parts, body: Bytes) -> Response {
        let url = format!("http://{}{}", self.leads, parts.uri);
        let mut headers = parts.headers.clone();
        headers.remove("host");
        let request = self.http.request(parts.method.clone(), url).headers(headers);
        let Ok(answer) = request.body(body).send().await else {
            return StatusCode::BAD_GATEWAY.into_response();
        };
        let (status, headers) = (answer.status(), answer.headers().clone());
        (status, headers, answer.bytes().await.unwrap()).into_response()
    }
}

async fn answer(State(edge): State<Arc<Edge>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let behaviour = edge.behaviour(parts.uri.path());
    let response = if behaviour["TargetOriginId"] == "leads" {
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        edge.forward(&parts, body).await
    } else {
        let allowed = behaviour["AllowedMethods"].as_sequence().unwrap();
        if !allowed.iter().any(|method| method == parts.method.as_str()) {
            return StatusCode::FORBIDDEN.into_response();
        }
        let result = run_function(&edge.function, &viewer_request(&parts));
        if result["statusCode"].is_number() {
            return generated(&result);
        }
        let found = edge.bucket.get(result["uri"].as_str().unwrap(), &parts);
        found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
    };
    let mut response = edge.error_page(response.status()).unwrap_or(response);
    edge.add_headers(behaviour, &mut response);
    response
}

/// A response that the function made.
fn generated(result: &Json) -> Response {
    let status = u16::try_from(result["statusCode"].as_u64().unwrap()).unwrap();
    let mut response = Response::builder().status(status);
    for (name, value) in result["headers"].as_object().unwrap() {
        response = response.header(name, value["value"].as_str().unwrap());
    }
    let body = result["body"].as_str().unwrap_or_default().to_owned();
    response.body(Body::from(body)).unwrap()
}

fn text(value: &Yaml) -> &str {
    value.as_str().unwrap()
}

/// The name in `!Ref Name`.
fn reference(value: &Yaml) -> &str {
    match value {
        Yaml::Tagged(tagged) if tagged.tag == "!Ref" => tagged.value.as_str().unwrap(),
        other => panic!("not a reference: {other:?}"),
    }
}

impl Bucket {
    /// The object with a key, as S3 answers; none without the object.
    fn get(&self, key: &str, parts: &Parts) -> Option<Response> {
        let name = percent_encoding::percent_decode_str(&key[1..]).decode_utf8().unwrap();
        let bytes = fs::read(self.folder.join(&*name)).ok()?;
        let stored: HashMap<_, _> = self.rules.file_headers(&name).into_iter().collect();
        let mut headers = HeaderMap::try_from(&stored).unwrap();
        let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let etag = format!("\"{:x}\"", crc32fast::hash(&bytes));
        let date = "Sat, 21 Nov 2026 10:00:00 GMT";
        headers.insert(ETAG, etag.parse().unwrap());
        headers.insert(LAST_MODIFIED, date.parse().unwrap());
        if header("if-none-match") == Some(&etag) || header("if-modified-since") == Some(date) {
            return Some((StatusCode::NOT_MODIFIED, headers).into_response());
        }
        let Some(range) = header("range") else {
            return Some((headers, bytes).into_response());
        };
        let (first, last) = range.strip_prefix("bytes=").unwrap().split_once('-').unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap();
        let part = match first {
            "" => bytes[bytes.len() - number(last)..].to_vec(),
            first => bytes[number(first)..=number(last)].to_vec(),
        };
        Some((StatusCode::PARTIAL_CONTENT, headers, part).into_response())
    }
}

/// The event `viewer-request` of a request.
fn viewer_request(parts: &Parts) -> Json {
    json!({
        "version": "1.0",
        "context": { "eventType": "viewer-request" },
        "viewer": { "ip": "198.51.100.7" },
        "request": {
            "method": parts.method.as_str(),
            "uri": parts.uri.path(),
            "querystring": query(parts.uri.query().unwrap_or_default()),
            "headers": {},
            "cookies": {},
        },
    })
}

/// Names with their values; a repeated name has all of them under `multiValue`.
fn query(text: &str) -> Map<String, Json> {
    let mut query: Map<String, Json> = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = json!({ "value": value });
        match query.get_mut(name) {
            None => {
                query.insert(name.to_owned(), value);
            }
            Some(first) => {
                let all = first["multiValue"].as_array().cloned();
                let mut all = all.unwrap_or_else(|| vec![first.clone()]);
                all.push(value);
                first["multiValue"] = Json::Array(all);
            }
        }
    }
    query
}

/// The result of the function `handler`.
fn run_function(function: &str, event: &Json) -> Json {
    let runtime = Runtime::new().unwrap();
    let context = Context::full(&runtime).unwrap();
    let script = format!("{function}\nJSON.stringify(handler({event}))");
    let result: String = context.with(|context| context.eval(script)).unwrap();
    serde_json::from_str(&result).unwrap()
}
