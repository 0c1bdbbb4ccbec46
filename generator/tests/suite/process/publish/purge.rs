//! A publication to a target with a cache in front of it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread::{self, JoinHandle};

use super::places::Place;
use crate::support::command::Ran;

/// A service on this machine that gives these answers, one for each connection. Returns its URL, and the bodies of the
/// requests at the end.
fn service(statuses: &'static [&'static str]) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = move |status: &&str| {
        let mut reader = BufReader::new(listener.accept().unwrap().0);
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line).unwrap() > 2 {
            let header = line.to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        reader.get_mut().write_all(head.as_bytes()).unwrap();
        String::from_utf8(body).unwrap()
    };
    (url, thread::spawn(move || statuses.iter().map(answer).collect()))
}

/// A target behind a CloudFront distribution.
fn place_with_cache() -> Place {
    let place = Place::folder();
    let purge = "{ url: public, purge: { cloudfront: E2EXAMPLE } }";
    place.site.edit("site.yaml", "{ url: public }", purge);
    place
}

#[test]
fn a_dry_run_prints_what_would_be_purged_from_the_cache_that_is_there() {
    let purges = |place: &Place| {
        let lines = place.run_publication("one", &["--dry-run"]).ends(0).stdout;
        let purges = lines.lines().filter(|line| line.starts_with("purge "));
        purges.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(purges(&Place::folder()), [""; 0]);
    let all = purges(&place_with_cache());
    assert!(all.contains(&"purge CloudFront E2EXAMPLE: /inventario/L-101".to_owned()), "{all:?}");
}

#[test]
fn a_purge_that_failed_is_repeated_by_the_next_run() {
    let place = place_with_cache();
    let (url, bodies) = service(&["201 Created", "403 Forbidden", "201 Created"]);
    let publish = |name: &str| Ran::of(place.publication(name, &[]).env("AWS_ENDPOINT_URL_CLOUDFRONT", &url));
    publish("one").ends(0);
    let message = "the cache is not purged: CloudFront: the purge was refused with status 403";
    publish("other").ends(4).says(message);
    publish("other").ends(0);
    let bodies = bodies.join().unwrap();
    for body in &bodies[1..] {
        assert!(body.contains("<Path>/inventario/L-101</Path><Path>/inventario/L-101.html</Path>"), "{body}");
        assert!(!body.contains("<Path>/en</Path>"), "the page did not change: {body}");
    }
}
