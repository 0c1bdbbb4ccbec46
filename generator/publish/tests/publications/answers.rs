//! Answers of an object store that break off.

use std::io::{self, Write as _};
use std::net::{Shutdown, TcpListener};
use std::sync::Arc;

use object_store::aws::AmazonS3Builder;
use publish::target::{Headers, ObjectTarget, Target as _};

use crate::support::block_on;

/// Answers the requests of one connection each. The first ones break off, each elsewhere.
fn serve(listener: &TcpListener, broken: &[&str], whole: &str) {
    let dated = "ETag: \"1\"\r\nLast-Modified: Tue, 24 Nov 2026 00:00:00 GMT";
    let length = whole.len();
    let whole = format!(
        "HTTP/1.1 200 OK\r\n{dated}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{whole}"
    );
    for answer in broken.iter().copied().chain([&*whole]) {
        let (mut connection, _) = listener.accept().unwrap();
        // The request is read after its answer, which must not arrive before it.
        connection.peek(&mut [0]).unwrap();
        connection.write_all(answer.as_bytes()).unwrap();
        connection.shutdown(Shutdown::Write).unwrap();
        io::copy(&mut connection, &mut io::sink()).unwrap();
    }
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
        std::thread::spawn(move || serve(&listener, &broken, whole));
        let done = block_on(async {
            match operation {
                "write" => target
                    .write("index.html", "x".into(), &Headers::new())
                    .await
                    .map(drop),
                "write_if" => target
                    .write_if("index.html", "x".into(), None)
                    .await
                    .map(drop),
                "copy" => target.copy("index.html", "en.html").await,
                "delete" => target.delete(vec!["index.html".to_owned()]).await,
                _ => target.read("index.html").await.map(drop),
            }
        });
        assert!(done.is_ok(), "{operation}: {done:?}");
    }
}
