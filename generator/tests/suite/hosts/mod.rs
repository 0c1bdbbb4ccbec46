//! One table of addresses, asked of the development server, nginx and Caddy, and CloudFront's function with its stack.

mod cloudfront;
mod fixture;
mod redirects;
mod requests;

use std::fs;
use std::net::Ipv4Addr;

use cloudfront::Edge;
use fixture::{Fixture, TEXTS, caddy, nginx, pages};
use redirects::check_redirects;
use requests::{check, get, request, rules_of_every_address};
use tokio::net::TcpSocket;

#[test]
fn each_host_answers_as_the_table_says() {
    let fixture = Fixture::start();
    let servers = [nginx(&fixture), caddy(&fixture)];
    let cloudfront = Edge::new(&fixture).listen();
    let mut hosts = vec![
        ("serve", fixture.serve.as_str()),
        ("cloudfront", &cloudfront),
    ];
    hosts.extend(
        servers
            .iter()
            .map(|server| (server.name, server.address.as_str())),
    );
    for (host, address) in hosts {
        check(host, address, &fixture);
        check_redirects(host, address);
    }
    // Caddy and CloudFront have no limit of their own.
    let large = "x".repeat((1 << 20) + 1);
    let heading = "<h1>An error occurred</h1>";
    fixture.check_page(
        "nginx",
        &servers[0].address,
        "POST /api/leads /en/contacto",
        &large,
        413,
        &[heading],
    );

    // Files as a publishing target with `precompressed` has them.
    let page = fixture.dist().join("inventario.html");
    fs::write(page.with_extension("html.gz"), "bytes of the .gz file").unwrap();
    fs::write(page.with_extension("html.br"), "bytes of the .br file").unwrap();
    for server in &servers {
        let (host, address) = (server.name, &server.address);
        let answer = get(address, "/inventario", &[("accept-encoding", "gzip")]);
        assert_eq!(answer.body, "bytes of the .gz file", "{host}");
        assert_eq!(answer.headers["content-encoding"], "gzip", "{host}");
        assert_eq!(
            answer.headers["content-type"], "text/html; charset=utf-8",
            "{host}"
        );
        assert!(
            get(address, "/inventario", &[])
                .body
                .contains("<h1>Inventario</h1>"),
            "{host}"
        );
        for path in [
            "/inventario.html.gz",
            "/inventario.gz",
            "/inventario.html.br",
        ] {
            let answer = get(address, path, &[]);
            assert_eq!(
                (answer.status, &*answer.body),
                (404, "Not Found"),
                "{host}: {path}"
            );
        }
    }
}

#[test]
fn the_error_page_answers_while_the_lead_function_is_down() {
    let mut fixture = Fixture::start();
    // Bound and not listening: connections are refused, and no other test's server gets the port.
    let down = TcpSocket::new_v4().unwrap();
    down.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let serve = std::mem::replace(&mut fixture.serve, down.local_addr().unwrap().to_string());
    let (nginx, caddy) = (nginx(&fixture), caddy(&fixture));
    let cloudfront = Edge::new(&fixture).listen();
    let (spanish, english) = ("<h1>Ocurrió un error</h1>", "<h1>An error occurred</h1>");
    for (host, address, english) in [
        ("nginx", &nginx.address, english),
        ("caddy", &caddy.address, english),
        // It has one error page for a status.
        ("cloudfront", &cloudfront, spanish),
    ] {
        for (line, heading) in [
            ("POST /api/leads /contacto", spanish),
            ("POST /api/leads /en/contacto", english),
            ("POST /mail/send /en/contacto", english),
            ("GET /api/leads /en", english),
            ("GET /api/health /", spanish),
            ("HEAD /api/leads /contacto", ""),
        ] {
            fixture.check_page(host, address, line, "form=contact", 502, &[heading]);
        }
    }

    // Without an error page, a message with a link home does.
    for page in ["404.html", "500.html", "en/404.html", "en/500.html"] {
        fs::remove_file(fixture.dist().join(page)).unwrap();
    }
    let [spanish, english] = TEXTS;
    // CloudFront cannot answer with anything in place of its error page.
    let hosts = [
        ("nginx", &nginx.address),
        ("caddy", &caddy.address),
        ("serve", &serve),
    ];
    for (line, status, title, (lang, message, home)) in [
        ("GET /nada /", 404, "404 Not Found", spanish),
        ("GET /en/nothing /en", 404, "404 Not Found", english),
        (
            "POST /api/leads /contacto",
            502,
            "An error occurred",
            spanish,
        ),
        (
            "POST /api/leads /en/contacto",
            502,
            "An error occurred",
            english,
        ),
    ] {
        let start = if lang == "es" { "/" } else { "/en" };
        let title = format!("<title>{title}</title>");
        let (lang, message) = (format!("lang=\"{lang}\""), format!("<h1>{message}</h1>"));
        let home = format!("<a href=\"{start}\">{home}</a>");
        // The lead function is a part of the development server.
        for (host, address) in &hosts[..if status == 404 { 3 } else { 2 }] {
            fixture.check_page(
                host,
                address,
                line,
                "",
                status,
                &[&title, &lang, &message, &home],
            );
        }
    }
}

impl Fixture {
    /// Sends a request (`line`: method, path, and the page that it comes from), and checks that a page with the headers of
    /// every address answers it.
    fn check_page(
        &self,
        host: &str,
        address: &str,
        line: &str,
        body: &str,
        status: u16,
        parts: &[&str],
    ) {
        let [method, path, page] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let referer = format!("https://muestra.example{page}");
        let answer = request(method, address, path, &[("referer", &referer)], body);
        assert_eq!(answer.status, status, "{host}: {line}");
        assert_eq!(
            answer.headers["content-type"], "text/html; charset=utf-8",
            "{host}: {line}"
        );
        let body = answer.body.replace("&#36;", "$").replace("&#123;", "{");
        for part in parts {
            assert!(body.contains(part), "{host}: {line}: {part}\n{body}");
        }
        if host == "serve" {
            return;
        }
        for (name, value) in &rules_of_every_address(self) {
            let found: Vec<_> = answer.headers.get_all(name).iter().collect();
            assert_eq!(found, [value.as_str()], "{host}: {line}: {name}");
        }
    }
}

#[test]
#[ignore = "needs wrangler: make test-hosts"]
fn cloudflare_pages_answers_as_the_table_says() {
    let fixture = Fixture::start();
    check("pages", &pages(&fixture).address, &fixture);
}
