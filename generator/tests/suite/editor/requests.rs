//! A project with its editor, and requests to it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use functions::{Leads, LeadsConfig, StoreLocation};
use generator::pipeline;
use generator::serve::{Editor, ServeState, router};
use http::Request;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::support::files::write;
use crate::support::requests;
use crate::support::sample_site::SampleSite;

/// A browser on this machine, on a page of the server.
pub(super) const OWN: [(&str, &str); 2] = [
    ("host", "127.0.0.1:8080"),
    ("origin", "http://127.0.0.1:8080"),
];

type Headers<'a> = &'a [(&'a str, &'a str)];

pub(super) struct EditedSite {
    pub(super) site: SampleSite,
    router: Router,
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) tag: String,
    /// Null when it is not JSON.
    pub(super) body: Value,
}

impl EditedSite {
    pub(super) fn new() -> EditedSite {
        let site = SampleSite::with("base");
        let mut request = requests::offline(site.root());
        request.unpublished = true;
        let editor = Editor::new(site.root().to_owned(), move |unsaved| {
            pipeline::resolve(&request, unsaved).map(drop)
        });
        let config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path("unused".into()));
        let state = Arc::new(ServeState::new(
            site.dist(),
            true,
            Leads::new(config).unwrap(),
        ));
        let router = router(site.root(), state, Some(editor));
        EditedSite { site, router }
    }

    /// Sends a request, like `GET /`, from an address of a network with these headers.
    pub(super) async fn request(
        &self,
        peer: &str,
        line: &str,
        headers: Headers<'_>,
        body: &Value,
    ) -> Answer {
        let peer: SocketAddr = format!("{peer}:9").parse().unwrap();
        let (method, path) = line.split_once(' ').unwrap();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .extension(ConnectInfo(peer));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let tag = answer
            .headers()
            .get("etag")
            .map(|tag| tag.to_str().unwrap().to_owned())
            .unwrap_or_default();
        let status = answer.status().as_u16();
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX)
            .await
            .unwrap();
        Answer {
            status,
            tag,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
        }
    }

    pub(super) async fn get(&self, id: &str) -> Answer {
        self.request(
            "127.0.0.1",
            &format!("GET /_dev/edit/api/{id}"),
            &OWN,
            &Value::Null,
        )
        .await
    }

    pub(super) async fn open(&self, id: &str) -> (Answer, Value) {
        let read = self.get(&format!("documents/{id}")).await.has(200);
        let values = read.values();
        (read, values)
    }

    /// Saves a document that was read with a tag.
    pub(super) async fn put(&self, id: &str, tag: &str, values: &Value) -> Answer {
        let headers = [&OWN[..], &[("if-match", tag)]].concat();
        self.request(
            "127.0.0.1",
            &format!("PUT /_dev/edit/api/documents/{id}"),
            &headers,
            values,
        )
        .await
    }

    pub(super) async fn create(&self, wanted: &Value) -> Answer {
        self.request("127.0.0.1", "POST /_dev/edit/api/documents", &OWN, wanted)
            .await
    }

    pub(super) fn write(&self, file: &str, text: &str) {
        write(self.site.root(), file, text);
    }
}

impl Answer {
    #[track_caller]
    pub(super) fn has(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The values of a document that was read, as the form sends them back.
    pub(super) fn values(&self) -> Value {
        let mut languages = self.body["languages"].clone();
        for (_, version) in languages.as_object_mut().unwrap() {
            if let Some(version) = version.as_object_mut() {
                version.retain(|key, _| key == "front" || key == "body");
            }
        }
        languages
    }
}
