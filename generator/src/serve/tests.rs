use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use functions::{Leads, LeadsConfig, StoreLocation};
use http::Request;
use tower::ServiceExt as _;

use super::ShownProblem;
use super::start_page::Overview;
use super::*;
use model::lang::sample::BOTH;

const HEADERS: &str = "/*\n  X-Content-Type-Options: nosniff\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n";

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
    let dist = folder.path().join("dist");
    std::fs::create_dir_all(&dist).expect("made");
    for (name, text) in
        files.iter().chain([&("_headers", HEADERS), &("_redirects", "/viejo /inventario 301\n")])
    {
        let path = dist.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let state = Arc::new(ServeState::new(dist, false, leads_in_memory()));
    let overview = Overview { languages: Some(BOTH), ..Overview::default() };
    state.finish_build(Some(overview), HashMap::new(), Vec::new());
    Site { _folder: folder, state }
}

const PAGES: [(&str, &str); 6] = [
    ("index.html", "<body>inicio</body>"),
    ("inventario.html", "<body>inventario</body>"),
    ("en/inventario.html", "<body>inventory</body>"),
    ("404.html", "<body>no disponible</body>"),
    ("en/404.html", "<body>unavailable</body>"),
    ("assets/a.js", "export {}"),
];

impl Site {
    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (u16, BTreeMap<String, String>, String) {
        let peer: SocketAddr = "127.0.0.1:9".parse().expect("an address");
        let mut request = Request::builder().method(method).uri(path).extension(ConnectInfo(peer));
        let own = headers.iter().all(|(name, _)| *name != HOST.0).then_some(&HOST);
        for (name, value) in own.into_iter().chain(headers) {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let answer =
            router(Path::new("."), Arc::clone(&self.state), None).oneshot(request).await.expect("an answer");
        let status = answer.status().as_u16();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().expect("text").to_owned()))
            .collect();
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        (status, headers, String::from_utf8_lossy(&body).into_owned())
    }

    async fn get(&self, path: &str) -> (u16, BTreeMap<String, String>, String) {
        self.send("GET", path, &[]).await
    }
}

#[tokio::test]
async fn a_page_has_the_headers_of_the_host() {
    let (status, headers, body) = site(&PAGES).get("/inventario").await;
    assert_eq!((status, body.as_str()), (200, "<body>inventario</body>"));
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(headers["content-type"], "text/html; charset=utf-8");
    assert!(headers["etag"].starts_with('"'));
    assert_eq!(headers["vary"], "accept-encoding");
}

#[tokio::test]
async fn an_asset_is_immutable_and_a_missing_one_gets_a_text() {
    let site = site(&PAGES);
    let (status, headers, _) = site.get("/assets/a.js").await;
    assert_eq!((status, headers["cache-control"].as_str()), (200, "public, max-age=31536000, immutable"));
    let (status, _, body) = site.get("/assets/gone.js").await;
    assert_eq!((status, body.as_str()), (404, "Not Found"));
}

#[tokio::test]
async fn an_unknown_path_gets_the_404_page_of_its_language() {
    let site = site(&PAGES);
    for (path, text) in [("/nada", "no disponible"), ("/en/nothing", "unavailable")] {
        let (status, _, body) = site.get(path).await;
        assert_eq!(status, 404);
        assert!(body.contains(text), "{path}: {body}");
    }
}

#[tokio::test]
async fn without_an_error_page_the_answer_still_links_to_the_home_page() {
    let site = site(&PAGES[..2]);
    let (status, _, body) = site.get("/en/nothing").await;
    assert_eq!(status, 404);
    for part in ["<title>404 Not Found</title>", "<h1>An error occurred</h1>", "href=\"/en\""] {
        assert!(body.contains(part), "{body}");
    }
}

#[tokio::test]
async fn redirects_keep_the_query() {
    let site = site(&PAGES);
    for (path, status, to) in [
        ("/inventario/?a=1", 308, "/inventario?a=1"),
        ("/index.html", 308, "/"),
        ("/viejo?utm_source=x", 301, "/inventario?utm_source=x"),
    ] {
        let (got, headers, _) = site.get(path).await;
        assert_eq!((got, headers["location"].as_str()), (status, to), "{path}");
    }
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let site = site(&PAGES);
    let (_, headers, _) = site.get("/").await;
    let (status, _, body) = site.send("GET", "/", &[("if-none-match", &headers["etag"])]).await;
    assert_eq!((status, body.as_str()), (304, ""));
}

#[tokio::test]
async fn texts_are_compressed_as_the_client_accepts() {
    let text = "<p>hola</p>".repeat(100);
    let site = site(&[("index.html", text.as_str()), ("a.pdf", text.as_str())]);
    for (accepted, encoding) in [("gzip, deflate, br;q=1", "br"), ("gzip", "gzip")] {
        let (_, headers, body) = site.send("GET", "/", &[("accept-encoding", accepted)]).await;
        assert_eq!(headers["content-encoding"], encoding);
        assert_eq!(headers["vary"], "accept-encoding");
        assert!(body.len() < text.len() / 4, "{accepted}");
        let known = [("accept-encoding", accepted), ("if-none-match", headers["etag"].as_str())];
        assert_eq!(site.send("GET", "/", &known).await.0, 304);
    }
    assert_eq!(site.get("/").await.2, text, "not compressed without Accept-Encoding");
    let (_, headers, body) = site.send("GET", "/a.pdf", &[("accept-encoding", "br, gzip")]).await;
    assert_eq!((headers.get("content-encoding"), body), (None, text), "PDFs are compressed already");
}

#[tokio::test]
async fn a_changed_file_gets_another_tag() {
    let site = site(&PAGES);
    let (_, before, _) = site.get("/").await;
    std::fs::write(site.state.dist.path().join("index.html"), "<body>start</body>").expect("written");
    let (_, after, body) = site.get("/").await;
    assert_ne!(before["etag"], after["etag"]);
    assert_eq!(body, "<body>start</body>");
}

#[tokio::test]
async fn other_methods_are_not_allowed() {
    let (status, headers, _) = site(&PAGES).send("POST", "/inventario", &[]).await;
    assert_eq!((status, headers["allow"].as_str()), (405, "GET, HEAD"));
}

#[tokio::test]
async fn before_the_first_build_every_page_shows_the_problems() {
    let site = site(&[]);
    let problem = ShownProblem::message("content/es/index.md:2:1: unknown key \"titel\"");
    site.state.finish_build(None, HashMap::new(), vec![problem]);
    let (status, _, body) = site.get("/").await;
    assert_eq!(status, 500);
    assert!(body.contains("content/es/index.md:2:1"), "{body}");
}

#[tokio::test]
async fn pages_of_other_sites_and_other_names_reach_nothing_that_costs_work() {
    let site = site(&PAGES);
    for path in [
        "/_dev",
        "/_dev/events",
        "/_dev/live.js",
        "/_dev/gallery",
        "/_dev/style-guide",
        "/_dev/files/site.css",
        "/_dev/leads/0000000000000000",
    ] {
        for from in ["cross-site", "same-site"] {
            let (status, _, body) = site.send("GET", path, &[("sec-fetch-site", from)]).await;
            assert_eq!((status, body.contains("another site")), (403, true), "{path} {from}");
        }
        let (status, ..) = site.send("GET", path, &[("origin", "https://evil.example")]).await;
        assert_eq!(status, 403, "{path}");
    }
    let evil = [("host", "evil.example:8080"), ("origin", "http://evil.example:8080")];
    for path in
        ["/", "/inventario", "/assets/a.js", "/nada", "/_dev", "/_dev/events", "/_dev/gallery", "/api/health"]
    {
        for method in ["GET", "POST"] {
            let (status, _, body) = site.send(method, path, &evil).await;
            assert_eq!((status, body.contains("another server")), (403, true), "{method} {path}");
        }
    }
    assert_eq!(site.get("/api/health").await.0, 503, "the lead function answers, whose loop does not run");
    assert_eq!(site.send("GET", "/", &[("sec-fetch-site", "cross-site")]).await.0, 200);
}

#[tokio::test]
async fn the_gallery_and_the_style_guide_are_bundled_on_request() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().expect("a folder");
    let state = Arc::new(ServeState::new(folder.path().to_owned(), false, leads_in_memory()));
    let routes = developer_routes(root).with_state(state);
    for (path, status) in [
        ("/_dev/gallery", 200),
        ("/_dev/style-guide", 200),
        ("/_dev/files/gallery.js", 200),
        ("/_dev/files/site.css", 200),
        ("/_dev/other", 404),
        ("/_dev/files/..%2f..%2fsite.yaml", 404),
        ("/_dev/files/%2e%2e", 404),
    ] {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        let answer = routes.clone().oneshot(request).await.expect("an answer");
        assert_eq!(answer.status(), status, "{path}");
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.expect("a body");
        let html = String::from_utf8_lossy(&body);
        let has_hatches = html.contains("<pattern id=\"hatch-reservado\"");
        let is_page = status == 200 && !path.contains("files");
        assert_eq!(is_page, has_hatches && !html.contains("{#"), "the template is rendered");
    }
}
