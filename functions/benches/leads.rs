//! Measures the function: binary size, idle memory, time from exec to the first answer, and accepted leads per second
//! with every write synced, compared with an empty handler and with one that writes and syncs a file (the baseline).
//! `cargo bench -p functions --bench leads`
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/leads/support/sample_site.rs"]
mod sample_site;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use bytes::Bytes;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
const STARTS: usize = 11;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, role, folder] = &arguments[..] {
        return serve(role, Path::new(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let binary = env!("CARGO_BIN_EXE_leads");
    println!(
        "binary, stripped        {:>8.2} MB (target: at most 8)",
        fs::metadata(binary).unwrap().len() as f64 / 1e6
    );
    let mut starts: Vec<f64> =
        (0..STARTS).map(|number| first_answer(&folder.path().join(format!("start-{number}")))).collect();
    println!("exec to first answer    {:>8.1} ms (target: at most 20)", median(&mut starts));
    let idle = leads(&folder.path().join("idle"));
    std::thread::sleep(Duration::from_millis(500));
    println!("idle memory             {:>8.1} MB", idle.memory());
    drop(idle);

    let own = std::env::current_exe().unwrap();
    let mut rates: [Vec<f64>; 3] = Default::default();
    for round in 0..ROUNDS {
        // Alternating, so that other load on the machine affects all three.
        for (index, rates) in rates.iter_mut().enumerate() {
            let store = folder.path().join(format!("round-{round}-{index}"));
            fs::create_dir(&store).unwrap();
            let server = match index {
                0 => Server::start(Command::new(&own).arg("empty").arg(&store)),
                1 => Server::start(Command::new(&own).arg("baseline").arg(&store)),
                _ => leads(&store),
            };
            rates.push(server.rate());
            drop(server);
            fs::remove_dir_all(&store).unwrap();
        }
    }
    let [empty, baseline, leads] = rates.map(|mut rates| median(&mut rates));
    println!("empty handler           {empty:>8.0} per second");
    println!(
        "baseline: write, sync   {baseline:>8.0} per second, {:.2} of the empty handler",
        baseline / empty
    );
    println!(
        "accepted leads          {leads:>8.0} per second, {:.2} of the baseline, {:.2} of the empty handler",
        leads / baseline,
        leads / empty
    );
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A server process. Dropping it kills it.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, address: line.trim().trim_start_matches("http://").to_owned() }
    }

    /// Resident memory in MB.
    fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok()).unwrap_or(f64::NAN)
            / 1e3
    }

    /// Accepted posts per second over all connections.
    fn rate(&self) -> f64 {
        let count = AtomicUsize::new(0);
        let start = Instant::now();
        std::thread::scope(|scope| {
            for connection in 0..CONNECTIONS {
                let count = &count;
                scope.spawn(move || {
                    let mut stream = TcpStream::connect(&self.address).unwrap();
                    stream.set_nodelay(true).unwrap();
                    let mut number = 0;
                    while start.elapsed() < ROUND {
                        send(&mut stream, &self.address, &format!("bench-{connection}-{number}"));
                        number += 1;
                    }
                    count.fetch_add(number, Ordering::Relaxed);
                });
            }
        });
        count.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Posts one lead and checks that the answer is a 200.
fn send(stream: &mut TcpStream, address: &str, key: &str) {
    let body = format!(
        r#"{{"key":"{key}","form":"contact","lang":"es","page":"/contacto","name":"María José Núñez","phone":"9845550162","email":"maria@example.com","space":"oficina","identity":"investor","message":"Quisiera más información."}}"#
    );
    let request = format!(
        "POST /api/leads HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let mut chunk = [0; 2048];
    loop {
        let read = stream.read(&mut chunk).unwrap();
        answer.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&answer);
        if let Some((head, rest)) = text.split_once("\r\n\r\n") {
            assert!(head.starts_with("HTTP/1.1 200"), "{text}");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if rest.len() >= length.parse::<usize>().unwrap() {
                return;
            }
        }
        assert!(read > 0, "the connection ended");
    }
}

fn leads_command(store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leads"));
    let site = store.with_extension("site.json");
    fs::write(&site, sample_site::sample_site().to_bytes().unwrap()).unwrap();
    let variables = [
        ("LEADS_ORIGINS", "same-host"),
        ("LEADS_DEVELOPMENT", "TORRE-ARBOLEDA"),
        ("LEADS_POSTS_PER_MINUTE", "0"),
        ("LEADS_CONNECTIONS_PER_ADDRESS", "0"),
        ("LEADS_WITHIN_REQUEST_SECONDS", "0"),
        ("RUST_LOG", "error"),
    ];
    command
        .args(["serve", "--port", "0", "--no-delivery"])
        .envs(variables)
        .env("LEADS_SITE", &site)
        .env("LEADS_STORE", store);
    command
}

fn leads(store: &Path) -> Server {
    Server::start(&mut leads_command(store))
}

/// Milliseconds from exec to the first answer of `/api/health`.
fn first_answer(store: &Path) -> f64 {
    let start = Instant::now();
    let server = leads(store);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    assert_eq!(&answer, b"HTTP/1.1 200");
    elapsed
}

/// Serves a handler for comparison, in its own process like the function.
fn serve(role: &str, folder: &Path) {
    let router = match role {
        "empty" => Router::new().route("/api/leads", post(empty)),
        _ => Router::new()
            .route("/api/leads", post(baseline))
            .with_state(Arc::new(Folder { path: folder.to_owned(), next: AtomicUsize::new(0) })),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("http://{}", listener.local_addr().unwrap());
        axum::serve(listener, router).await.unwrap();
    });
}

async fn empty(body: Bytes) -> String {
    body.len().to_string()
}

struct Folder {
    path: PathBuf,
    next: AtomicUsize,
}

/// Writes and syncs one file, the least that a durable save must do.
async fn baseline(State(folder): State<Arc<Folder>>, body: Bytes) -> String {
    let path = folder.path.join(folder.next.fetch_add(1, Ordering::Relaxed).to_string());
    tokio::task::spawn_blocking(move || {
        let mut file = File::create_new(path).unwrap();
        file.write_all(&body).unwrap();
        file.sync_all().unwrap();
        body.len().to_string()
    })
    .await
    .unwrap()
}
