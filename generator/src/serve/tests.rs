use std::collections::HashMap;
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use functions::{Leads, LeadsConfig, StoreLocation};
use http::{HeaderMap, Request};
use tower::ServiceExt as _;

use super::ShownProblem;
use super::overview::Overview;
use super::*;

const HOST: (&str, &str) = ("host", "127.0.0.1:8080");

pub(super) fn leads_in_memory() -> Arc<Leads> {
    let config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path("unused".into()));
    Leads::new(config).expect("a lead function")
}

struct Site {
    _folder: tempfile::TempDir,
    state: Arc<ServeState>,
}

fn site(files: &[(&str, &str)]) -> Site {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let state = Arc::new(ServeState::new(
        folder.path().to_owned(),
        false,
        leads_in_memory(),
    ));
    state.finish_build(Some(Overview::default()), HashMap::new(), Vec::new());
    Site {
        _folder: folder,
        state,
    }
}

impl Site {
    /// The status, headers and body of the answer.
    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (u16, HeaderMap, String) {
        let peer: SocketAddr = "127.0.0.1:9".parse().expect("an address");
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .extension(ConnectInfo(peer));
        for (name, value) in [HOST].iter().chain(headers) {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let engine = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let answer = router(engine, Arc::clone(&self.state), None)
            .oneshot(request)
            .await
            .expect("an answer");
        let (head, body) = answer.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX)
            .await
            .expect("a body");
        (
            head.status.as_u16(),
            head.headers,
            String::from_utf8_lossy(&body).into_owned(),
        )
    }
}

/// What the table of `tests/hosts/urls.yaml` does not ask of every host.
#[tokio::test]
async fn texts_are_compressed_as_the_client_accepts_and_a_changed_one_has_another_tag() {
    let text = "<p>hola</p>".repeat(100);
    let site = site(&[("index.html", &text), ("a.pdf", &text)]);
    for (accepted, encoding) in [("gzip, deflate, br;q=1", "br"), ("gzip", "gzip")] {
        let (_, headers, body) = site
            .send("GET", "/", &[("accept-encoding", accepted)])
            .await;
        assert_eq!(
            [&headers["content-encoding"], &headers["vary"]],
            [encoding, "accept-encoding"]
        );
        assert!(body.len() < text.len() / 4, "{accepted}");
        let known = [
            ("accept-encoding", accepted),
            ("if-none-match", headers["etag"].to_str().expect("text")),
        ];
        assert_eq!(site.send("GET", "/", &known).await.0, 304);
    }
    let (_, before, body) = site.send("GET", "/", &[]).await;
    assert_eq!(before["vary"], "accept-encoding");
    assert_eq!(body, text, "without Accept-Encoding");
    let (_, headers, body) = site
        .send("GET", "/a.pdf", &[("accept-encoding", "br, gzip")])
        .await;
    assert_eq!(
        (headers.get("content-encoding"), body),
        (None, text),
        "PDFs are compressed already"
    );
    std::fs::write(site.state.dist.path().join("index.html"), "start").expect("written");
    let (_, after, body) = site.send("GET", "/", &[]).await;
    assert_ne!(before["etag"], after["etag"]);
    assert_eq!(body, "start");
    let (status, headers, _) = site.send("POST", "/", &[]).await;
    assert_eq!(
        (status, headers["allow"].as_bytes()),
        (405, &b"GET, HEAD"[..])
    );
}

#[tokio::test]
async fn before_the_first_build_every_page_shows_the_problems() {
    let site = site(&[]);
    let problem = ShownProblem::message("content/es/index.md:2:1: unknown key \"titel\"");
    site.state.finish_build(None, HashMap::new(), vec![problem]);
    let (status, _, body) = site.send("GET", "/", &[]).await;
    assert_eq!(
        (status, body.contains("content/es/index.md:2:1")),
        (500, true),
        "{body}"
    );
}

#[tokio::test]
async fn pages_of_other_sites_reach_nothing_that_costs_work() {
    let site = site(&[("index.html", "")]);
    let pages = "/_dev /_dev/events /_dev/live.js /_dev/gallery /_dev/style-guide /_dev/files/site.css \
                 /_dev/leads/0000000000000000";
    for path in pages.split(' ') {
        for header in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
        ] {
            let (status, _, body) = site.send("GET", path, &[header]).await;
            assert_eq!(
                (status, body.contains("another site")),
                (403, true),
                "{path} {header:?}: {body}"
            );
        }
    }
    let (status, ..) = site.send("GET", "/api/health", &[]).await;
    assert_eq!(status, 503, "the lead function, whose loop does not run");
    assert_eq!(
        site.send("GET", "/", &[("sec-fetch-site", "cross-site")])
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn the_gallery_and_the_style_guide_are_bundled_on_request() {
    let site = site(&[]);
    for (path, status) in [
        ("/_dev/gallery", 200),
        ("/_dev/style-guide", 200),
        ("/_dev/files/gallery.js", 200),
        ("/_dev/files/site.css", 200),
        ("/_dev/other", 404),
        ("/_dev/files/..%2f..%2fsite.yaml", 404),
        ("/_dev/files/%2e%2e", 404),
    ] {
        let (answered, _, html) = site.send("GET", path, &[]).await;
        assert_eq!(answered, status, "{path}");
        let has_hatches = html.contains("<pattern id=\"hatch-reservado\"");
        let is_page = status == 200 && !path.contains("files");
        assert_eq!(
            is_page,
            has_hatches && !html.contains("{#"),
            "the template is rendered"
        );
    }
}
