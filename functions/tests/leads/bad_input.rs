//! Invalid input gets a 4xx answer in the documented format, stores nothing and causes no panic.

use super::support::{Leads, Platform, Settings, client, contact, post};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

/// Checks that the request is rejected with `status` and a JSON error.
async fn rejected(request: RequestBuilder, status: u16) {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), status);
    assert_eq!(response.headers()["content-type"], "application/json");
    let body: Value = response.json().await.unwrap();
    assert!(body["error"].is_string() || body["errors"].is_object(), "{body}");
}

fn nothing_is_stored(settings: &Settings, leads: &Leads) {
    assert!(settings.objects("").is_empty(), "stored: {:?}", settings.objects(""));
    assert!(!leads.log().contains("panic"), "{}", leads.log());
}

#[tokio::test]
async fn malformed_bodies_are_rejected() {
    let settings = Settings::new();
    let leads = settings.serve();
    let json = "application/json";
    let long = format!("{{\"message\":\"{}\"}}", "x".repeat(16 * 1024));
    let nested = format!("{}1{}", "{\"a\":".repeat(2000), "}".repeat(2000));
    let utf16 = contact("utf-16").to_string();
    let bodies: [(&str, &[u8], u16); 14] = [
        (json, &[b'x'; 1024 * 1024], 413),
        (json, long.as_bytes(), 413),
        (json, &[0xff; 100], 400),
        (json, b"{\"form\":\"contact\",\"name\":\"\xc3\x28\"}", 400),
        (json, &[b'['; 10_000], 400),
        (json, nested.as_bytes(), 400),
        (json, b"", 400),
        (json, b"{\"form\":\"contact\",\"name\":{\"$ne\":1}}", 400),
        (json, b"{\"form\":\"other\"}", 400),
        (json, b"{\"form\":\"contact\",\"key\":\"../../etc/passwd\"}", 400),
        ("text/xml", b"<a/>", 415),
        ("application/json; charset=utf-16", utf16.as_bytes(), 415),
        ("multipart/form-data; boundary=x", b"--x--", 415),
        ("application/json;charset=\"latin1\"", b"{}", 415),
    ];
    for (kind, body, status) in bodies {
        let request = leads.post("/api/leads").header("content-type", kind);
        rejected(request.body(body.to_vec()), status).await;
    }
    rejected(leads.post("/api/leads"), 415).await;
    nothing_is_stored(&settings, &leads);
}

#[tokio::test]
async fn wrong_origins_and_methods_are_rejected() {
    let settings = Settings::new().with("LEADS_ORIGINS", "https://ceibalta.example");
    let leads = settings.serve();
    let from = |origin: &str| {
        client().post(leads.url("/api/leads")).header("origin", origin).json(&contact("origin-1"))
    };
    for origin in [
        "https://evil.test",
        "http://ceibalta.example",
        "null",
        "https://ceibalta.example.evil.test",
        leads.origin(),
    ] {
        rejected(from(origin), 403).await;
    }
    let without = client().post(leads.url("/api/leads")).json(&contact("origin-2"));
    rejected(without, 403).await;
    let with_two = from("https://ceibalta.example").header("origin", "https://evil.test");
    rejected(with_two, 403).await;
    for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
        rejected(client().request(method, leads.url("/api/leads")), 405).await;
    }
    rejected(client().post(leads.url("/api/health")), 405).await;
    rejected(client().get(leads.url("/api/other")), 404).await;
    nothing_is_stored(&settings, &leads);
    let response = from("https://ceibalta.example").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let allowed = &response.headers()["access-control-allow-origin"];
    assert_eq!(allowed, "https://ceibalta.example");
}

#[tokio::test]
async fn hostile_text_is_rejected_or_stored_as_data() {
    let settings = Settings::new();
    let leads = settings.serve();
    let fields = ["name", "phone", "email", "space", "identity", "unit"];
    let mut sent = 0;
    for text in ["Ana\r\nBcc: all@evil.test", "</script><script>alert(1)</script>", "a\u{0}b", "\u{2028}\r\n"]
    {
        for field in fields {
            let mut body = contact("hostile-1");
            body[field] = json!(format!("x{text}x"));
            sent += 1;
            let answer = post(&leads, &body).await.unwrap();
            assert_eq!(answer.status(), 422, "{field} {text:?}");
        }
    }
    nothing_is_stored(&settings, &leads);
    // Fields that accept any text store it as data.
    for field in "message query page lang notice_version captcha website".split(' ') {
        let mut body = contact(&format!("hostile-2-{field}"));
        sent += 1;
        body[field] = json!("</script>\r\nSet-Cookie: a=b\r\n\u{0}");
        let response = post(&leads, &body).await.unwrap();
        assert_eq!(response.status(), 200, "{field}");
        assert!(response.headers().get("set-cookie").is_none());
    }
    assert!(!leads.log().contains("panic"));
    println!("torture: hostile texts in a post | {sent} | {sent} | 0 | 0");
}

/// hyper removes `Content-Length` before this program sees the request, so it cannot answer 400. It does what RFC 9112,
/// section 6.3, allows instead.
#[tokio::test]
async fn after_a_body_of_two_lengths_nothing_more_of_the_connection_is_read() {
    let settings = Settings::new();
    let leads = settings.serve();
    let lengths = ["Content-Length: 4", "Transfer-Encoding: chunked"];
    for [first, second] in [lengths, [lengths[1], lengths[0]]] {
        let address = leads.origin().trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        let requests = format!(
            "POST /api/leads HTTP/1.1\r\nHost: {address}\r\nOrigin: {}\r\nContent-Type: application/json\r\n{first}\r\n{second}\r\n\r\n\
             2\r\n{{}}\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: {address}\r\n\r\n",
            leads.origin()
        );
        stream.write_all(requests.as_bytes()).unwrap();
        let mut answers = Vec::new();
        let _ = stream.read_to_end(&mut answers);
        let answers = String::from_utf8(answers).unwrap();
        assert!(answers.starts_with("HTTP/1.1 400") && answers.matches("HTTP/1.1").count() == 1, "{answers}");
    }
    nothing_is_stored(&settings, &leads);
}

#[tokio::test]
async fn a_body_that_never_ends_gets_a_408() {
    let settings = Settings::new();
    let leads = settings.serve();
    let address = leads.origin().trim_start_matches("http://").to_owned();
    let origin = leads.origin().to_owned();
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(&address).unwrap();
        let head = format!(
            "POST /api/leads HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    });
    assert_eq!(answer.await.unwrap(), "HTTP/1.1 408");
    nothing_is_stored(&settings, &leads);
    println!("torture: slow clients | 1 | 1 | 0 | 0");
}

#[tokio::test]
async fn slow_heads_are_dropped_and_do_not_block_other_clients() {
    const SLOW: usize = 200;
    let settings = Settings::new();
    let leads = settings.serve();
    let address = leads.origin().trim_start_matches("http://").to_owned();
    let head = b"POST /api/leads HTTP/1.1\r\nHost: x\r\nX-Slow: ";
    let connect = |_| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(head).unwrap();
        stream
    };
    let slow: Vec<TcpStream> = (0..SLOW).map(connect).collect();
    assert_eq!(post(&leads, &contact("slow-1")).await.unwrap().status(), 200);
    let dropped = tokio::task::spawn_blocking(move || {
        slow.into_iter().all(|mut stream| {
            let timeout = Some(std::time::Duration::from_secs(30));
            stream.set_read_timeout(timeout).unwrap();
            // The server ended the connection, with or without an answer.
            let rest = stream.read_to_end(&mut Vec::new());
            !rest.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
        })
    });
    assert!(dropped.await.unwrap());
    println!("torture: slow clients | {SLOW} | {} | 0 | 0", SLOW + 1);
}

#[tokio::test]
async fn too_many_posts_from_one_address_get_a_429() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url()).with("LEADS_POSTS_PER_MINUTE", "5");
    let leads = settings.serve();
    for number in 0..7 {
        let answer = post(&leads, &contact(&format!("flood-{number}"))).await.unwrap();
        assert_eq!(answer.status(), if number < 5 { 200 } else { 429 });
        assert!(number < 5 || answer.headers()["retry-after"] == "60");
    }
    settings.all_are_archived().await;
    assert_eq!(settings.objects("delivered").len(), 5);
    println!("torture: posts beyond the limit of one address | 1 | 7 | 0 | 0");
}
