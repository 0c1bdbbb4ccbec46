//! One table of addresses, asked of the development server, nginx and Caddy, and CloudFront's function with its stack.

mod cloudfront;
mod fixture;
mod requests;

use std::fs;
use std::net::Ipv4Addr;

use cloudfront::Edge;
use fixture::Fixture;
use requests::{Received, check, get, request};
use tokio::net::TcpSocket;

use crate::support::files::engine_file;

#[test]
fn each_host_answers_as_the_table_says() {
    let fixture = Fixture::start();
    check("serve", &fixture.serve, &fixture);
    for (host, (_process, address)) in
        [("nginx", fixture::nginx(&fixture)), ("caddy", fixture::caddy(&fixture))]
    {
        check(host, &address, &fixture);
    }
    check("cloudfront", &Edge::of(&fixture).listen(), &fixture);
    // The quota "Maximum function size".
    let function = fs::metadata(engine_file("deploy/cloudfront/function.js")).unwrap();
    assert!(function.len() <= 10_240, "{} bytes", function.len());
}

/// Files as a publishing target with `precompressed` has them.
#[test]
fn web_servers_send_compressed_files_as_they_are() {
    let fixture = Fixture::start();
    let page = fixture.dist().join("inventario.html");
    fs::write(page.with_extension("html.gz"), "bytes of the .gz file").unwrap();
    fs::write(page.with_extension("html.br"), "bytes of the .br file").unwrap();
    for (host, (_process, address)) in
        [("nginx", fixture::nginx(&fixture)), ("caddy", fixture::caddy(&fixture))]
    {
        let answer = get(&address, "/inventario", &[("accept-encoding", "gzip")]);
        assert_eq!(answer.body, "bytes of the .gz file", "{host}");
        assert_eq!(answer.headers["content-encoding"], "gzip", "{host}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8", "{host}");
        assert!(get(&address, "/inventario", &[]).body.contains("<h1>Inventario</h1>"), "{host}");
        for path in ["/inventario.html.gz", "/inventario.gz", "/inventario.html.br"] {
            let answer = get(&address, path, &[]);
            assert_eq!((answer.status, &*answer.body), (404, "Not Found"), "{host}: {path}");
        }
    }
}

/// An address that is bound and not listening: connections are refused, and no other test's server gets the port.
fn refusing() -> (TcpSocket, String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let address = socket.local_addr().unwrap().to_string();
    (socket, address)
}

#[test]
fn the_error_page_answers_while_the_lead_function_is_down() {
    let mut fixture = Fixture::start();
    let (_down, address) = refusing();
    fixture.serve = address;
    let (nginx, caddy) = (fixture::nginx(&fixture), fixture::caddy(&fixture));
    let cloudfront = Edge::of(&fixture).listen();
    let (spanish, english) = ("<h1>Ocurrió un error</h1>", "<h1>An error occurred</h1>");
    for (host, address, english) in [
        ("nginx", &nginx.1, english),
        ("caddy", &caddy.1, english),
        // It has one error page for a status.
        ("cloudfront", &cloudfront, spanish),
    ] {
        for (method, path, page, heading) in [
            ("POST", "/api/leads", "/contacto", spanish),
            ("POST", "/api/leads", "/en/contacto", english),
            ("POST", "/mail/send", "/en/contacto", english),
            ("GET", "/api/leads", "/en", english),
            ("GET", "/api/health", "/", spanish),
            ("HEAD", "/api/leads", "/contacto", ""),
        ] {
            let referer = format!("https://muestra.example{page}");
            let answer = request(method, address, path, &[("referer", &referer)], "form=contact");
            let asked = format!("{host}: {method} {path} from {page}");
            assert_eq!(answer.status, 502, "{asked}");
            check_error_page(&asked, &answer, heading, &fixture);
        }
    }
}

/// CloudFront cannot answer with anything in place of its error page.
#[test]
fn without_an_error_page_the_answer_has_a_message_and_a_link_home() {
    let mut fixture = Fixture::start();
    let (_down, address) = refusing();
    let serve = std::mem::replace(&mut fixture.serve, address);
    for page in ["404.html", "500.html", "en/404.html", "en/500.html"] {
        fs::remove_file(fixture.dist().join(page)).unwrap();
    }
    let (nginx, caddy) = (fixture::nginx(&fixture), fixture::caddy(&fixture));
    let [spanish, english] = fixture::TEXTS;
    let hosts = [("nginx", &nginx.1), ("caddy", &caddy.1), ("serve", &serve)];
    for (method, path, page, status, title, (lang, message, home)) in [
        ("GET", "/nada", "/", 404, "404 Not Found", spanish),
        ("GET", "/en/nothing", "/en", 404, "404 Not Found", english),
        ("POST", "/api/leads", "/contacto", 502, "An error occurred", spanish),
        ("POST", "/api/leads", "/en/contacto", 502, "An error occurred", english),
    ] {
        let start = if lang == "es" { "/" } else { "/en" };
        let parts = [
            format!("<title>{title}</title>"),
            format!("lang=\"{lang}\""),
            format!("<h1>{message}</h1>"),
            format!("<a href=\"{start}\">{home}</a>"),
        ];
        // The lead function is a part of the development server.
        for (host, address) in &hosts[..if method == "GET" { 3 } else { 2 }] {
            let referer = format!("https://muestra.example{page}");
            let answer = request(method, address, path, &[("referer", &referer)], "");
            let asked = format!("{host}: {method} {path} from {page}");
            assert_eq!(answer.status, status, "{asked}");
            assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8", "{asked}");
            let body = answer.body.replace("&#36;", "$").replace("&#123;", "{");
            for part in &parts {
                assert!(body.contains(part), "{asked}: {body}");
            }
            if *host != "serve" {
                check_rules(&asked, &answer, &fixture);
            }
        }
    }
}

/// Caddy and CloudFront have no limit of their own.
#[test]
fn nginx_refuses_a_large_post_with_the_error_page() {
    let fixture = Fixture::start();
    let (_nginx, address) = fixture::nginx(&fixture);
    let referer = ("referer", "https://muestra.example/en/contacto");
    let large = "x".repeat((1 << 20) + 1);
    let answer = request("POST", &address, "/api/leads", &[referer], &large);
    assert_eq!(answer.status, 413);
    check_error_page("413", &answer, "<h1>An error occurred</h1>", &fixture);
}

/// Checks a page of the site with the site's headers.
fn check_error_page(asked: &str, answer: &Received, heading: &str, fixture: &Fixture) {
    assert!(answer.body.contains(heading), "{asked}: {}", answer.body);
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8", "{asked}");
    check_rules(asked, answer, fixture);
}

/// Checks that an answer has the headers of every address.
fn check_rules(asked: &str, answer: &Received, fixture: &Fixture) {
    for (name, value) in requests::rules_of_every_address(fixture) {
        let found: Vec<_> = answer.headers.get_all(&name).iter().collect();
        assert_eq!(found, [value.as_str()], "{asked}: {name}");
    }
}

#[test]
#[ignore = "needs wrangler: make test-hosts"]
fn cloudflare_pages_answers_as_the_table_says() {
    let fixture = Fixture::start();
    let (_pages, address) = fixture::pages(&fixture);
    check("pages", &address, &fixture);
}
