//! Measures the function: binary size, idle memory, time from exec to the first answer, and accepted leads per second
//! with every write synced, compared with an empty handler and with one that writes and syncs a file (the baseline).
//! `cargo bench -p functions --bench leads`
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/leads/support/mod.rs"]
#[allow(dead_code, unused_imports)]
mod support;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use bytes::Bytes;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::child::ChildProcess;
use support::process::binary;
use support::{Leads, Settings, contact};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
const STARTS: usize = 11;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, role, folder] = &arguments[..] {
        return serve(role, Path::new(folder));
    }
    println!(
        "binary, stripped        {:>8.2} MB (target: at most 8)",
        fs::metadata(binary()).unwrap().len() as f64 / 1e6
    );
    let starts = (0..STARTS).map(|_| first_answer()).collect();
    println!(
        "exec to first answer    {:>8.1} ms (target: at most 20)",
        median(starts)
    );
    let idle = settings().serve_without_delivery();
    std::thread::sleep(Duration::from_millis(500));
    println!(
        "idle memory             {:>8.1} MB",
        idle.memory_kb("VmRSS") as f64 / 1e3
    );
    drop(idle);

    let own = std::env::current_exe().unwrap();
    let mut rates: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        // Alternating, so that other load on the machine affects all three.
        for (role, rates) in ["empty", "baseline", "leads"].into_iter().zip(&mut rates) {
            let settings = settings();
            let server = match role {
                "leads" => settings.serve_without_delivery(),
                _ => settings.start(Command::new(&own).arg(role).arg(settings.folder())),
            };
            rates.push(rate(&server));
        }
    }
    let [empty, baseline, leads] = rates.map(median);
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

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn settings() -> Settings {
    Settings::new().set("LEADS_WITHIN_REQUEST_SECONDS=0 RUST_LOG=error")
}

/// Accepted posts per second over all connections.
fn rate(server: &Leads) -> f64 {
    let count = AtomicUsize::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            let count = &count;
            scope.spawn(move || {
                let mut stream = BufReader::new(server.connect(""));
                stream.get_ref().set_nodelay(true).unwrap();
                let mut number = 0;
                while start.elapsed() < ROUND {
                    send(
                        &mut stream,
                        server.address(),
                        &format!("bench-{connection}-{number}"),
                    );
                    number += 1;
                }
                count.fetch_add(number, Ordering::Relaxed);
            });
        }
    });
    count.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
}

/// Posts one lead and checks that the answer is a 200.
fn send(stream: &mut BufReader<TcpStream>, address: &str, key: &str) {
    let body = contact(key).to_string();
    let request = format!(
        "POST /api/leads HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(
            stream.read_line(&mut head).unwrap() > 0,
            "the connection ended"
        );
    }
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .unwrap();
    stream
        .read_exact(&mut vec![0; length.parse().unwrap()])
        .unwrap();
}

/// Milliseconds from exec to the first answer of `/api/health`.
fn first_answer() -> f64 {
    let settings = settings();
    let mut command = settings.command(&binary());
    let start = Instant::now();
    let (_process, origin) =
        ChildProcess::start_and_read_line(command.args(["serve", "--port", "0", "--no-delivery"]));
    let mut stream = TcpStream::connect(origin.trim_start_matches("http://")).unwrap();
    stream
        .write_all(b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    start.elapsed().as_secs_f64() * 1e3
}

/// Serves a handler for comparison, in its own process like the function.
fn serve(role: &str, folder: &Path) {
    let router = match role {
        "empty" => Router::new().route("/api/leads", post(empty)),
        _ => Router::new()
            .route("/api/leads", post(baseline))
            .with_state(Arc::<Path>::from(folder)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("http://{}", listener.local_addr().unwrap());
        axum::serve(listener, router).await.unwrap();
    });
}

async fn empty(body: Bytes) -> String {
    body.len().to_string()
}

/// Writes and syncs one file, the least that a durable save must do.
async fn baseline(State(folder): State<Arc<Path>>, body: Bytes) -> String {
    tokio::task::spawn_blocking(move || {
        let (mut file, _) = tempfile::NamedTempFile::new_in(folder)
            .unwrap()
            .keep()
            .unwrap();
        file.write_all(&body).unwrap();
        file.sync_all().unwrap();
        body.len().to_string()
    })
    .await
    .unwrap()
}
