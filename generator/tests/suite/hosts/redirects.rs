//! Sends requests that no browser would, byte for byte, and checks that no redirect leaves the site or adds a header.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use url::Url;

/// Where the text of a stranger is put: where an address is another spelling of a page, and below an address that moved.
const STARTS: [&str; 4] = ["/", "//", "/inventario/", "/en/inventario/"];
const ENDS: [&str; 4] = ["", "/", ".html", "/index.html"];

/// Texts that name another host, end a header or are another address once they are decoded; each also as it is.
const TEXTS: [&str; 20] = [
    "%5cevil.example",
    "\\evil.example",
    "%5c%5cevil.example",
    "%2fevil.example",
    "/evil.example",
    "//evil.example",
    "%2f%2fevil.example",
    "%09/evil.example",
    "\t/evil.example",
    "%0a/evil.example",
    "%0d/evil.example",
    "%00",
    "%7f",
    "x%0dSet-Cookie:%20a=b",
    "x%0d%0aSet-Cookie:%20a=b",
    "x%0aSet-Cookie:%20a=b",
    "x%e2%80%a8y",
    "x%C4%8DSet-Cookie:%20a=b",
    "http:%2f%2fevil.example",
    ".%2e/.%2e/%5cevil.example",
];

const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Checks the answer to each combination at one host.
pub fn check_redirects(host: &str, address: &str) {
    for start in STARTS {
        for text in TEXTS {
            for end in ENDS {
                let path = format!("{start}{text}{end}");
                let head = answer_head(address, &path);
                let wrong = problem(address, &path, &head);
                assert_eq!(wrong, None, "{host}: {path:?}: {head:?}");
            }
        }
    }
    let tried = STARTS.len() * TEXTS.len() * ENDS.len();
    println!("torture: spellings of addresses that redirect, {host} | {tried} | {tried} | 0 | 0");
}

/// The status line and the headers of an answer.
fn answer_head(address: &str, path: &str) -> String {
    let mut connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(TIME_LIMIT)).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A host that refuses the request may close the connection before it has read all of it.
    let _ = connection.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, _) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    head.to_owned()
}

/// What is wrong with the head of an answer.
fn problem(address: &str, path: &str, head: &str) -> Option<&'static str> {
    for line in head.split("\r\n") {
        if line.contains(|letter: char| letter.is_control() || !letter.is_ascii()) {
            return Some("a header has a letter that ends it or that browsers remove");
        }
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("set-cookie") {
            return Some("a cookie is set");
        }
        if name.eq_ignore_ascii_case("location") && !stays(address, path, value) {
            return Some("the redirect leaves the site");
        }
    }
    None
}

/// Whether a browser that gets a redirect from `path` remains on the host.
pub fn stays(address: &str, path: &str, location: &str) -> bool {
    let requested = Url::parse(&format!("http://{address}{path}")).unwrap();
    let target = requested.join(location);
    target.is_ok_and(|target| target.origin() == requested.origin())
}
