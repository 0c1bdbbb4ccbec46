//! Invalid input gets a 4xx answer in the documented format, stores nothing and causes no panic.

use super::support::{Leads, PATIENCE, Settings, client, contact, contact_with, post, start};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read};

/// Checks that the request is rejected with `status` and a JSON error.
async fn rejected(request: RequestBuilder, status: u16) {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), status);
    assert_eq!(response.headers()["content-type"], "application/json");
    let body: Value = response.json().await.unwrap();
    assert!(
        body["error"].is_string() || body["errors"].is_object(),
        "{body}"
    );
}

fn nothing_is_stored(settings: &Settings, leads: &Leads) {
    assert!(
        settings.objects("").is_empty(),
        "stored: {:?}",
        settings.objects("")
    );
    assert!(!leads.log().contains("panic"), "{}", leads.log());
}

#[tokio::test]
async fn malformed_bodies_are_rejected() {
    let (settings, leads) = Settings::new().served();
    let json = "application/json";
    let long = format!("{{\"message\":\"{}\"}}", "x".repeat(16 * 1024));
    let nested = format!("{}1{}", "{\"a\":".repeat(2000), "}".repeat(2000));
    let utf16 = contact("utf-16").to_string();
    let bodies: [(&str, &[u8], u16); 17] = [
        (json, &[b'x'; 1024 * 1024], 413),
        (json, long.as_bytes(), 413),
        (json, &[0xff; 100], 400),
        (json, b"{\"form\":\"contact\",\"name\":\"\xc3\x28\"}", 400),
        (json, &[b'['; 10_000], 400),
        (json, nested.as_bytes(), 400),
        (json, b"", 400),
        (json, b"[]", 400),
        (json, b"null", 400),
        (json, b"{\"form\":\"contact\",\"tracking\":1}", 422),
        (json, b"{\"form\":\"contact\",\"name\":{\"$ne\":1}}", 400),
        (json, b"{\"form\":\"other\"}", 400),
        (
            json,
            b"{\"form\":\"contact\",\"key\":\"../../etc/passwd\"}",
            400,
        ),
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
    let (settings, leads) = Settings::new()
        .with("LEADS_ORIGINS", "https://ceibalta.example")
        .served();
    let without = || {
        client()
            .post(leads.url("/api/leads"))
            .json(&contact("origin-1"))
    };
    let from = |origin: &str| without().header("origin", origin);
    let two = from("https://ceibalta.example").header("origin", "https://evil.test");
    for request in [
        without(),
        from("https://evil.test"),
        from(leads.origin()),
        two,
    ] {
        rejected(request, 403).await;
    }
    for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
        rejected(client().request(method, leads.url("/api/leads")), 405).await;
    }
    rejected(client().post(leads.url("/api/health")), 405).await;
    rejected(client().get(leads.url("/api/other")), 404).await;
    nothing_is_stored(&settings, &leads);
    let response = from("https://ceibalta.example").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        "https://ceibalta.example"
    );
}

#[tokio::test]
async fn hostile_text_is_rejected_or_stored_as_data() {
    let (settings, leads) = Settings::new().served();
    let fields = ["name", "phone", "email", "space", "identity", "unit"];
    let mut sent = 0;
    for text in [
        "Ana\r\nBcc: all@evil.test",
        "</script><script>alert(1)</script>",
        "a\u{0}b",
        "\u{2028}\r\n",
    ] {
        for field in fields {
            sent += 1;
            let body = contact_with("hostile-1", json!({field: format!("x{text}x")}));
            assert_eq!(post(&leads, &body).await.status(), 422, "{field} {text:?}");
        }
    }
    nothing_is_stored(&settings, &leads);
    // Fields that accept any text store it as data.
    for field in "message query page lang notice_version captcha website".split(' ') {
        sent += 1;
        let text = json!({field: "</script>\r\nSet-Cookie: a=b\r\n\u{0}"});
        let response = post(&leads, &contact_with(&format!("hostile-2-{field}"), text)).await;
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
    let (settings, leads) = Settings::new().served();
    let (length, chunked) = ("Content-Length: 4", "Transfer-Encoding: chunked");
    for [first, second] in [[length, chunked], [chunked, length]] {
        let mut stream = leads.connect(&format!(
            "{}{first}\r\n{second}\r\n\r\n2\r\n{{}}\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
            head(&leads)
        ));
        let mut answers = Vec::new();
        let _ = stream.read_to_end(&mut answers);
        let answers = String::from_utf8(answers).unwrap();
        assert!(
            answers.starts_with("HTTP/1.1 400") && answers.matches("HTTP/1.1").count() == 1,
            "{answers}"
        );
    }
    nothing_is_stored(&settings, &leads);
}

/// The first lines of a request that posts a lead.
fn head(leads: &Leads) -> String {
    let (address, origin) = (leads.address(), leads.origin());
    let kind = "Content-Type: application/json";
    format!("POST /api/leads HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\n{kind}\r\n")
}

#[tokio::test]
async fn slow_clients_are_dropped_and_do_not_block_others() {
    const SLOW: usize = 200;
    let (settings, leads) = Settings::new().served();
    let mut endless = leads.connect(&format!("{}Content-Length: 500\r\n\r\n{{", head(&leads)));
    let connect = |_| leads.connect("POST /api/leads HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    let slow: Vec<_> = (0..SLOW).map(connect).collect();
    assert_eq!(post(&leads, &contact("slow-1")).await.status(), 200);
    let dropped = tokio::task::spawn_blocking(move || {
        let mut answer = [0; 12];
        endless.read_exact(&mut answer).unwrap();
        assert_eq!(answer, *b"HTTP/1.1 408", "a body that never ends");
        slow.into_iter().all(|mut stream| {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            // The server ended the connection, with or without an answer.
            let rest = stream.read_to_end(&mut Vec::new());
            !rest.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        })
    });
    assert!(dropped.await.unwrap());
    assert_eq!(
        settings.objects("waiting").len(),
        1,
        "only the whole post is stored"
    );
    println!(
        "torture: slow clients | {} | {} | 0 | 0",
        SLOW + 1,
        SLOW + 2
    );
}

#[tokio::test]
async fn too_many_posts_from_one_address_get_a_429() {
    const LIMIT: usize = 5;
    let (_platform, settings, leads) = start(&format!(
        "LEADS_TRUSTED_PROXIES=1 LEADS_POSTS_PER_MINUTE={LIMIT}"
    ))
    .await;
    let visitors: [&[&[u8]]; 3] = [
        &[b"203.0.113.77:4000", b"203.0.113.77", b"203.0.113.77:4001"],
        &[b"[2001:db8::1]", b"[2001:db8::2]:443", b"2001:db8::3"],
        &[b"evil1", b"", b"unknown", b"\xff", b"1.2.3.4.5"],
    ];
    let mut sent = 0;
    for entries in visitors {
        for (number, entry) in entries.iter().cycle().take(LIMIT + 2).enumerate() {
            sent += 1;
            let post = leads.post("/api/leads").header("x-forwarded-for", *entry);
            let response = post
                .json(&contact(&format!("address-{sent}")))
                .send()
                .await
                .unwrap();
            let expected = if number < LIMIT { 200 } else { 429 };
            assert_eq!(
                response.status(),
                expected,
                "{} {number}",
                entry.escape_ascii()
            );
            assert!(number < LIMIT || response.headers()["retry-after"] == "60");
        }
    }
    // The third visitor, whose address cannot be read, is the peer, as is a client that sends no header.
    assert_eq!(post(&leads, &contact("address-direct")).await.status(), 429);
    settings.all_are_archived().await;
    assert_eq!(settings.objects("delivered").len(), visitors.len() * LIMIT);
    println!("torture: posts beyond the limit of one address | 1 | {sent} | 0 | 0");
}
