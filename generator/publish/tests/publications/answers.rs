//! Answers of an object store that break off.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use object_store::aws::AmazonS3Builder;
use publish::record::Headers;
use publish::target::{ObjectTarget, Target as _};

use crate::support::block_on;

/// Answers the requests of one connection each. The first ones break off, each elsewhere.
fn serve(listener: &TcpListener, broken: &[&str], whole: &str) {
    for at in 0..=broken.len() {
        let (mut connection, _) = listener.accept().unwrap();
        read_request(&mut connection);
        let answer = broken.get(at).copied().unwrap_or(whole);
        connection.write_all(answer.as_bytes()).unwrap();
    }
}

fn read_request(connection: &mut TcpStream) {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let length = connection.read(&mut buffer).unwrap();
        text.extend_from_slice(&buffer[..length]);
        let request = String::from_utf8_lossy(&text);
        if let Some((head, body)) = request.split_once("\r\n\r\n") {
            let header = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= header.map_or(0, |length| length.parse().unwrap()) {
                return;
            }
        }
        assert_ne!(length, 0, "the request is not complete");
    }
}

fn answer(body: &str) -> String {
    let dated = "Last-Modified: Tue, 24 Nov 2026 00:00:00 GMT";
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n{dated}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

#[test]
fn a_request_whose_answer_breaks_off_is_repeated() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let heads = ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 2x0 OK\r\n\r\n"];
    let body = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 900\r\n\r\n<half";
    let copied = "<CopyObjectResult><ETag>1</ETag></CopyObjectResult>";
    let deleted = "<DeleteResult><Deleted><Key>one/index.html</Key></Deleted></DeleteResult>";
    for (operation, broken, whole) in [
        ("write", heads, ""),
        ("write_if", heads, ""),
        ("copy", [heads[1], body], copied),
        ("delete", [heads[1], body], deleted),
        ("read", heads, "x"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let store = AmazonS3Builder::new()
            .with_endpoint(format!("http://{}", listener.local_addr().unwrap()))
            .with_allow_http(true)
            .with_bucket_name("site")
            .with_access_key_id("a")
            .with_secret_access_key("b");
        let target = ObjectTarget::new(Arc::new(store.build().unwrap()), "one".into());
        std::thread::spawn(move || serve(&listener, &broken, &answer(whole)));
        let done = block_on(async {
            match operation {
                "write" => target.write("index.html", "x".into(), &Headers::new()).await.map(drop),
                "write_if" => target.write_if("index.html", "x".into(), None).await.map(drop),
                "copy" => target.copy("index.html", "en.html").await,
                "delete" => target.delete(vec!["index.html".to_owned()]).await,
                _ => target.read("index.html").await.map(drop),
            }
        });
        assert!(done.is_ok(), "{operation}: {done:?}");
    }
}
