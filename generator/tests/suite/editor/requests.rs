//! A project with its editor, and requests to it.

use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use generator::pipeline;
use generator::serve::{Editor, ServeState, router};
use generator::stages::pull::Origin;
use http::Request;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::support::requests;
use crate::support::sample_site::SampleSite;

/// A browser on this machine, on a page of the server.
pub(super) const OWN: [(&str, &str); 2] = [("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")];

/// The base site with its editor.
pub(super) struct EditedSite {
    pub(super) site: SampleSite,
    router: Router,
}

/// An answer of the API.
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
        let mut request = requests::build(site.root(), requests::pull(Origin::Offline));
        request.unpublished = true;
        let editor = Editor::new(site.root().to_owned(), move |unsaved| {
            pipeline::resolve(&request, unsaved).map(drop)
        });
        let state = Arc::new(ServeState::new(site.dist(), true));
        let router = router(site.root(), state, Some(editor), Router::new());
        EditedSite { site, router }
    }

    /// Sends a request from an address of a network with these headers.
    pub(super) async fn request(
        &self,
        peer: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let peer: SocketAddr = format!("{peer}:9").parse().unwrap();
        let mut request = Request::builder().method(method).uri(path).extension(ConnectInfo(peer));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request =
            request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let tag = answer.headers().get("etag").map(|tag| tag.to_str().unwrap().to_owned());
        let status = answer.status().as_u16();
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        Answer {
            status,
            tag: tag.unwrap_or_default(),
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
        }
    }

    pub(super) async fn get(&self, id: &str) -> Answer {
        let path = format!("/_dev/edit/api/{id}");
        self.request("127.0.0.1", "GET", &path, &OWN, &Value::Null).await
    }

    /// Saves a document that was read with a tag.
    pub(super) async fn put(&self, id: &str, tag: &str, values: &Value) -> Answer {
        let headers = [&OWN[..], &[("if-match", tag)]].concat();
        let path = format!("/_dev/edit/api/documents/{id}");
        self.request("127.0.0.1", "PUT", &path, &headers, values).await
    }

    pub(super) async fn create(&self, wanted: &Value) -> Answer {
        let path = "/_dev/edit/api/documents";
        self.request("127.0.0.1", "POST", path, &OWN, wanted).await
    }

    pub(super) fn write(&self, file: &str, text: &str) {
        fs::write(self.site.root().join(file), text).unwrap();
    }

    pub(super) fn text(&self, file: &str) -> String {
        fs::read_to_string(self.site.root().join(file)).unwrap()
    }
}

/// The values of a document that was read, as the form sends them back.
pub(super) fn values(read: &Answer) -> Value {
    let mut languages = read.body["languages"].clone();
    for (_, version) in languages.as_object_mut().unwrap() {
        if let Some(version) = version.as_object_mut() {
            version.retain(|key, _| key == "front" || key == "body");
        }
    }
    languages
}
