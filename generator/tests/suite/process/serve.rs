//! `site serve` as a process: it builds, prints its address, answers like the host, and rebuilds after edits.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use platform::stub::{Behaviour, Mode};
use serde_json::json;

use crate::support::PATIENCE;
use crate::support::files::{change_json, write};
use crate::support::platform::TestPlatform;
use crate::support::sample_site::SampleSite;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// What it has printed on stderr so far.
    messages: Arc<Mutex<String>>,
}

impl Server {
    pub(crate) fn start(site: &SampleSite) -> Server {
        Server::with_inventory(site, &["--offline"])
    }

    /// Starts a server whose inventory comes from where these arguments say.
    pub(crate) fn with_inventory(site: &SampleSite, from: &[&str]) -> Server {
        let mut command = site.command(&["serve", "--port", "0"]);
        Server::run(command.args(from))
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let messages = Arc::<Mutex<String>>::default();
        let (copy, stderr) = (
            Arc::clone(&messages),
            BufReader::new(child.stderr.take().unwrap()),
        );
        thread::spawn(move || {
            stderr
                .lines()
                .map_while(Result::ok)
                .for_each(|line| *copy.lock().unwrap() += &(line + "\n"));
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("http://").expect(&line).to_owned();
        assert!(!messages.lock().unwrap().contains("ERROR"), "{messages:?}");
        Server {
            child,
            address,
            messages,
        }
    }

    /// How many builds it has reported so far.
    fn builds(&self) -> usize {
        self.messages
            .lock()
            .unwrap()
            .matches("site: load\n")
            .count()
    }

    pub(crate) fn wait_for_message(&self, words: &str) {
        wait_until(&format!("a message that says {words}"), || {
            self.messages.lock().unwrap().contains(words)
        });
    }

    /// The whole response to a GET, head and body.
    pub(crate) fn get(&self, path: &str) -> String {
        self.send_to(&self.address, "GET", path, "text/plain", "")
    }

    #[track_caller]
    pub(crate) fn answers(&self, path: &str, status: u16, words: &[&str]) {
        let answer = self.get(path);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{path}: {answer}"
        );
        let missing = words.iter().find(|words| !answer.contains(*words));
        assert_eq!(missing, None, "{path}: {answer}");
    }

    /// The whole response to a request from a page of the server under another name.
    pub(crate) fn send_to(
        &self,
        host: &str,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn wait_for(&self, path: &str, words: &str) {
        wait_until(&format!("{path} with {words}"), || {
            self.get(path).contains(words)
        });
    }
}

fn wait_until(what: &str, mut is_there: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_there() {
        assert!(started.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// S5g, without an earlier build: a page that cannot be shown affects no other page.
#[test]
fn only_a_page_with_an_unknown_middleware_answers_500_until_it_is_fixed() {
    let site = SampleSite::with("units");
    site.edit(
        "content/es/inventario.md",
        "title: Inventario",
        "middleware: [<b>]\ntitle: Inventario",
    );
    let server = Server::start(&site);
    // The headers are those of the host but for the editor, which shows pages in a frame.
    let headers = "content-security-policy: default-src 'self'; ";
    let of_editor = ["; frame-ancestors 'self'; ", "x-frame-options: SAMEORIGIN"];
    let page = [
        headers,
        of_editor[0],
        of_editor[1],
        "<h1>Oficina O-301</h1>",
    ];
    server.answers("/inventario/O-301", 200, &page);
    let heading = "<h1>Unknown middleware &quot;&lt;b&gt;&quot;";
    let message = [
        "<title>An error occurred</title>",
        heading,
        "content/es/inventario.md:2:14",
    ];
    server.answers("/inventario", 500, &message);
    server.answers(
        "/en/nada",
        404,
        &["<title>404 Not Found</title>", "href=\"/en\""],
    );
    for path in ["/", "/en", "/en/inventario"] {
        server.answers(path, 200, &[]);
    }
    assert!(
        !site.dist().join("inventario.html").exists(),
        "it is not published"
    );
    // Edits of other pages still show.
    site.edit(
        "content/en/inventario.md",
        "title: Inventario",
        "title: A <b>",
    );
    server.wait_for("/en/inventario", "<h1>A &lt;b&gt;</h1>");
    server.wait_for("/_dev", "A &lt;b&gt;</a>");
    site.run(&["build", "--offline"]).ends(1);
    site.edit(
        "content/en/inventario.md",
        "title: A",
        "middleware: [no-store]\ntitle: A",
    );
    site.edit("content/es/inventario.md", "<b>]", "no-store]");
    server.wait_for("/inventario", "<h1>Inventario</h1>");
    server.answers("/inventario", 200, &["cache-control: no-store"]);
}

#[test]
fn an_edit_shows_and_a_mistake_keeps_the_last_page() {
    let site = SampleSite::with("base");
    let server = Server::start(&site);
    let good = site.read("content/es/index.md");
    let write = |text: &str| write(site.root(), "content/es/index.md", text);
    let front = format!("---\ndata: {}\n", "[".repeat(50_000));
    for (bad, message) in [
        (good.replace("title:", "titel:"), "titel"),
        (
            format!("{good}\n{}x\n", "> - ".repeat(3000)),
            "nested in more than 10 levels",
        ),
        (
            good.replacen("---\n", &front, 1),
            "values are nested too deeply",
        ),
    ] {
        write(&bad);
        server.wait_for_message(message);
        server.answers("/", 200, &["<h1>Inicio</h1>"]);
        server.wait_for(
            "/_dev",
            "content&#x2f;es&#x2f;index.md: published, problems: 1<",
        );
    }
    write(&good.replace("title: Inicio", "title: Principio"));
    server.wait_for("/", "<h1>Principio</h1>");
}

#[test]
fn the_start_page_shows_each_lead_with_its_mail_and_switches_the_stub() {
    let site = SampleSite::with("units");
    for lang in ["es", "en"] {
        change_json(
            site.root(),
            &format!("content/{lang}/strings.json"),
            |strings| {
                strings["form"] = json!({"space_options": {"oficina": "Oficina", "local": "Local"}, "identity_options": {"investor": "Investor"}});
            },
        );
    }
    let platform = TestPlatform::start(&site.root().join("content"), "local");
    let server = Server::with_inventory(&site, &["--platform", &platform.url]);
    let shown = [
        "href=\"/_dev/edit\"",
        "None yet",
        "No channel is configured",
        "site signs --place",
    ];
    server.answers("/_dev", 200, &shown);
    let lead = json!({
        "key": "1f0e2d3c-start-page", "form": "contact", "lang": "es", "page": "/contacto", "name": "Ana Pérez",
        "phone": "+52 984 555 0162", "email": "ana@example.com", "space": "oficina", "identity": "investor",
        "message": "<b>Hola</b>", "notice_version": "2025-03-21", "website": "", "elapsed_ms": 25000
    });
    let post = |path: &str, kind: &str, body: &str| {
        server.send_to(&server.address, "POST", path, kind, body)
    };
    let answer = post("/api/leads", "application/json", &lead.to_string());
    assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
    let page = server.get("/_dev");
    let (_, link) = page
        .split_once("href=\"/_dev/leads/")
        .unwrap_or_else(|| panic!("{page}"));
    let (reference, row) = link.split_once('"').unwrap();
    assert!(answer.contains(reference), "{answer}");
    // Without a platform's credential a lead has nowhere to go.
    assert!(
        ["waiting", "delivered"]
            .iter()
            .any(|state| row.contains(state)),
        "{row}"
    );
    let mail = server.get(&format!("/_dev/leads/{reference}"));
    assert!(
        mail.contains("ana@example.com") && !mail.contains("<b>Hola"),
        "{mail}"
    );
    server.answers("/_dev/leads/0000000000000000", 404, &[]);

    for (mode, status) in [("server_error", 303), ("ok", 303), ("explode", 422)] {
        let answer = post(
            "/_dev/stub",
            "application/x-www-form-urlencoded",
            &format!("mode={mode}"),
        );
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{mode}: {answer}"
        );
        if status == 303 {
            server.answers(
                "/_dev",
                200,
                &[&format!("<option value=\"{mode}\" selected>")],
            );
        }
    }
}

#[test]
fn an_interval_builds_only_after_news_from_the_platform() {
    let site = SampleSite::with("units");
    let settings = site.read("site.yaml") + "\nplatform:\n  project_code: TEST\n";
    write(site.root(), "site.yaml", &settings);
    let platform = TestPlatform::start(&site.root().join("content"), "local");
    let mut command = site.command(&["serve", "--port", "0", "--pull-interval", "1"]);
    command
        .args(["--platform", &platform.url])
        .env("PLATFORM_TOKEN", "local");
    let server = Server::run(&mut command);
    let pulls = || platform.stub.requests(Some("property/list")).len();
    // The last of these pulls has begun when what came of those before it is known.
    let wait_for_pulls = |number: usize| {
        let before = pulls();
        wait_until("pulls", || pulls() > before + number);
    };
    server.wait_for_message("[incomplete-feature]");
    let said = server.messages.lock().unwrap().clone();
    wait_for_pulls(2);
    assert_eq!(*server.messages.lock().unwrap(), said);

    let is_changed = platform.stub.change_unit(
        "O-301",
        json!({"status": "vendido"}).as_object().unwrap().clone(),
    );
    assert!(is_changed);
    wait_until("a build", || server.builds() == 2);
    wait_for_pulls(2);
    assert_eq!(server.builds(), 2);

    platform
        .stub
        .set_behaviour(Behaviour::new("*", Mode::ServerError));
    server.wait_for_message("inventory: ");
    let said = server.messages.lock().unwrap().clone();
    wait_for_pulls(4);
    assert_eq!(server.builds(), 3, "{said}");
}
