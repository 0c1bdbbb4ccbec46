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
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use indexmap::IndexMap;
use rquickjs::{Context, Runtime};
use serde_json::{Map, Value as Json, json};
use serde_yaml::Value as Yaml;
use tokio::net::TcpListener;

use super::fixture::Fixture;
use super::requests::{CLIENT, RUNTIME};
use crate::support::files::read;

pub struct Edge {
    distribution: Yaml,
    resources: Yaml,
    function: String,
    /// The bucket with the published files, and the headers that S3 stores with each.
    folder: PathBuf,
    rules: CdnRules,
    leads: String,
}

impl Edge {
    /// The stack and the function of the fixture's site, with its files as the bucket.
    pub fn new(fixture: &Fixture) -> Edge {
        let deployed = fixture.deploy().join("cloudfront");
        let stack: Yaml = serde_yaml::from_str(&read(&deployed, "template.yaml")).unwrap();
        let resources = stack["Resources"].clone();
        let function = read(&deployed, "function.js");
        let inlined = text(&resources["Addresses"]["Properties"]["FunctionCode"]);
        assert_eq!(
            inlined.trim_end(),
            function.trim_end(),
            "the stack's function"
        );
        Edge {
            distribution: resources["Distribution"]["Properties"]["DistributionConfig"].clone(),
            resources,
            function,
            folder: fixture.dist(),
            rules: CdnRules::read(&fixture.dist()),
            leads: fixture.serve.clone(),
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
        let mut behaviours = self.distribution["CacheBehaviors"]
            .as_sequence()
            .unwrap()
            .iter();
        let matches = |pattern: &str| match pattern.split_once('*') {
            Some((start, end)) => path
                .strip_prefix(start)
                .is_some_and(|rest| rest.ends_with(end)),
            None => path == pattern,
        };
        let first = behaviours.find(|behaviour| matches(text(&behaviour["PathPattern"])));
        first.unwrap_or(&self.distribution["DefaultCacheBehavior"])
    }

    /// Adds the headers of a behaviour's policy. Those that do not override stay as the origin sent them.
    fn add_headers(&self, behaviour: &Yaml, response: &mut Response) {
        let name = text(&behaviour["ResponseHeadersPolicyId"]);
        let config = &self.resources[name]["Properties"]["ResponseHeadersPolicyConfig"];
        let security = |key: &str| &config["SecurityHeadersConfig"][key];
        let transport = security("StrictTransportSecurity");
        assert_eq!(transport["IncludeSubdomains"], true);
        let seconds = transport["AccessControlMaxAgeSec"].as_u64().unwrap();
        let transport_value = format!("max-age={seconds}; includeSubDomains");
        let named = |name, key, value| (name, text(&security(key)[value]), security(key));
        let mut headers = vec![
            named(
                "content-security-policy",
                "ContentSecurityPolicy",
                "ContentSecurityPolicy",
            ),
            named("x-frame-options", "FrameOptions", "FrameOption"),
            named("referrer-policy", "ReferrerPolicy", "ReferrerPolicy"),
            (
                "x-content-type-options",
                "nosniff",
                security("ContentTypeOptions"),
            ),
            ("strict-transport-security", &transport_value, transport),
        ];
        let custom = config["CustomHeadersConfig"]["Items"]
            .as_sequence()
            .unwrap();
        headers.extend(
            custom
                .iter()
                .map(|item| (text(&item["Header"]), text(&item["Value"]), item)),
        );
        for (name, value, item) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            if item["Override"] == true || !response.headers().contains_key(&name) {
                response
                    .headers_mut()
                    .insert(name, HeaderValue::from_str(value).unwrap());
            }
        }
    }

    /// The page that replaces an answer with this status of any origin.
    fn error_page(&self, found: StatusCode) -> Option<Response> {
        let pages = self.distribution["CustomErrorResponses"]
            .as_sequence()
            .unwrap();
        let page = pages
            .iter()
            .find(|page| page["ErrorCode"] == found.as_u16())?;
        let mut response = self.object(text(&page["ResponsePagePath"])).unwrap();
        *response.status_mut() =
            StatusCode::from_u16(page["ResponseCode"].as_u64().unwrap() as u16).unwrap();
        Some(response)
    }

    /// The object with a key; none without the object.
    fn object(&self, key: &str) -> Option<Response> {
        let name = percent_encoding::percent_decode_str(&key[1..])
            .decode_utf8()
            .unwrap();
        let bytes = fs::read(self.folder.join(&*name)).ok()?;
        let stored: HashMap<_, _> = self.rules.file_headers(&name).into_iter().collect();
        Some((HeaderMap::try_from(&stored).unwrap(), bytes).into_response())
    }

    async fn forward(&self, parts: &Parts, body: Bytes) -> Response {
        let url = format!("http://{}{}", self.leads, parts.uri);
        let mut headers = parts.headers.clone();
        headers.remove("host");
        let request = CLIENT.request(parts.method.clone(), url).headers(headers);
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
        let found = edge.object(result["uri"].as_str().unwrap());
        found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
    };
    let mut response = edge.error_page(response.status()).unwrap_or(response);
    edge.add_headers(behaviour, &mut response);
    response
}

fn generated(result: &Json) -> Response {
    let mut response = Response::builder().status(result["statusCode"].as_u64().unwrap() as u16);
    for (name, value) in result["headers"].as_object().unwrap() {
        response = response.header(name, value["value"].as_str().unwrap());
    }
    let body = result["body"].as_str().unwrap_or_default().to_owned();
    response.body(Body::from(body)).unwrap()
}

fn text(value: &Yaml) -> &str {
    value.as_str().unwrap()
}

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
    let mut values: IndexMap<&str, Vec<Json>> = IndexMap::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        values
            .entry(name)
            .or_default()
            .push(json!({ "value": value }));
    }
    let value = |(name, all): (&str, Vec<Json>)| {
        let mut value = all[0].clone();
        if all.len() > 1 {
            value["multiValue"] = all.into();
        }
        (name.to_owned(), value)
    };
    values.into_iter().map(value).collect()
}

fn run_function(function: &str, event: &Json) -> Json {
    let runtime = Runtime::new().unwrap();
    let context = Context::full(&runtime).unwrap();
    let script = format!("{function}\nJSON.stringify(handler({event}))");
    let result: String = context.with(|context| context.eval(script)).unwrap();
    serde_json::from_str(&result).unwrap()
}
