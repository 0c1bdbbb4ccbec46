//! The function with as many connections as it takes, with clients that never read, without file descriptors, and with a clock
//! that jumps.

use super::support::platform::{LEAD, MAIL};
use super::support::process::binary;
use super::support::{
    Leads, Platform, Settings, accepted, are_taken_once, contact, eventually, posts, wait_for,
};
use futures::StreamExt;
use std::collections::BTreeSet;
use std::io::Read;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

#[tokio::test]
#[ignore = "make test-rest"]
async fn out_of_file_descriptors_it_loses_no_lead_and_recovers() {
    const POSTS: usize = 150;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let script = format!("ulimit -n 40; exec \"{}\" serve --port 0", binary());
    let leads = settings.start(settings.command("bash").args(["-c", &script]));
    let keys = (0..POSTS).map(|post| format!("descriptors-{post}"));
    let answers: Vec<_> = posts(&leads, keys, 100).collect().await;
    let mut references: BTreeSet<String> = answers.into_iter().flatten().collect();
    assert!(
        leads.log().contains("not accepted"),
        "no descriptor was missing: {}",
        leads.log()
    );
    // It recovers when the connections of before are closed.
    let after = contact("descriptors-after");
    let post = || leads.post("/api/leads").json(&after).send();
    let is_accepted = async || post().await.ok().filter(|answer| answer.status() == 200);
    wait_for("a post is accepted again", is_accepted).await;
    references.insert(accepted(&leads, &after).await);
    settings.all_are_archived().await;
    for call in [LEAD, MAIL] {
        let taken = platform.taken(call);
        assert!(
            references
                .iter()
                .all(|reference| taken.contains_key(reference)),
            "{call}"
        );
    }
    println!(
        "torture: out of file descriptors | 1 | {} | 0 | 0",
        POSTS + 1
    );
}

#[tokio::test]
async fn an_answer_before_the_body_is_read_says_that_the_connection_ends() {
    let (_settings, leads) = Settings::new().set("LEADS_POSTS_PER_MINUTE=1").served();
    let body = contact("close-1");
    let other = leads
        .post("/api/leads")
        .header("origin", "https://other.example");
    accepted(&leads, &body).await;
    for (request, status) in [(leads.post("/api/leads"), 429), (other, 403)] {
        let answer = request.json(&body).send().await.unwrap();
        assert_eq!(answer.status(), status);
        assert_eq!(answer.headers()["connection"], "close", "{status}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn beyond_half_of_the_connections_new_ones_end_after_one_request() {
    // On a busy machine the first ones would be closed before there are so many.
    let (_settings, leads) = Settings::new().with("LEADS_IDLE_SECONDS", "600").served();
    let mut idle = Vec::new();
    let closes = |idle: &mut Vec<_>| {
        let mut stream = leads.connect("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
        let mut answer = [0; 1024];
        let length = stream.read(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]).to_lowercase();
        assert!(answer.starts_with("http/1.1 200"), "{answer}");
        idle.push(stream);
        answer.contains("connection: close")
    };
    tokio::task::block_in_place(|| {
        assert!(!closes(&mut idle), "few connections are kept");
        let closed = (0..600).position(|_| closes(&mut idle));
        assert!(closed.is_some_and(|number| number >= 511), "{closed:?}");
        assert!(closes(&mut idle));
    });
    println!("torture: idle connections | {} | 1 | 0 | 0", idle.len());
}

/// Connects from `from`, an address of this machine, with a small buffer for answers, and sends `requests` at once.
async fn connected(leads: &Leads, from: &str, requests: &str) -> tokio::net::TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let mut stream = socket
        .connect(leads.address().parse().unwrap())
        .await
        .unwrap();
    // Fails when the server has closed the connection already.
    let _ = stream.write_all(requests.as_bytes()).await;
    stream
}

#[tokio::test]
async fn clients_that_never_read_are_disconnected_and_do_not_block_others() {
    const STUCK: usize = 210;
    let (_settings, leads) = Settings::new().with("LEADS_IDLE_SECONDS", "1").served();
    let before = leads.sockets();
    let answers_that_fill_its_buffers =
        "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100);
    let requests = [
        answers_that_fill_its_buffers.as_str(),
        "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "",
    ];
    let mut stuck = Vec::new();
    for requests in requests.iter().cycle().take(STUCK) {
        stuck.push(connected(&leads, "127.0.0.1", requests).await);
    }
    accepted(&leads, &contact("stuck-1")).await;
    eventually("the connections are closed", || leads.sockets() <= before).await;
    println!(
        "torture: clients that never read | {STUCK} | {} | 0 | 0",
        stuck.len() + 1
    );
}

#[tokio::test]
async fn one_address_holds_no_more_than_its_connections() {
    const LIMIT: usize = 8;
    let request = "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
    for (proxies, answered) in [(0, LIMIT), (1, 20)] {
        let limit =
            format!("LEADS_CONNECTIONS_PER_ADDRESS={LIMIT} LEADS_TRUSTED_PROXIES={proxies}");
        let (_settings, leads) = Settings::new().set(&limit).served();
        let (mut held, mut answers) = (Vec::new(), 0);
        for _ in 0..20 {
            let mut stream = connected(&leads, "127.0.0.2", request).await;
            // A reset or an end is not an answer.
            answers += usize::from(stream.read_u8().await.is_ok());
            held.push(stream);
        }
        assert_eq!(answers, answered, "{proxies} proxies");
        accepted(&leads, &contact("other-address")).await;
        drop(held);
        let connects = async || {
            connected(&leads, "127.0.0.2", request)
                .await
                .read_u8()
                .await
                .ok()
        };
        wait_for("the address may connect again", connects).await;
    }
    println!("torture: connections of one address | 2 | 40 | 0 | 0");
}

/// The library of the package `faketime`, which `scripts/set-up-test-servers` installs.
fn clock_library() -> Option<std::path::PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let mut found = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    found.find(|path| path.is_file())
}

#[tokio::test]
async fn a_clock_that_jumps_loses_no_lead_and_repeats_none() {
    let Some(library) = clock_library() else {
        eprintln!("skipped: the package `faketime` is not installed");
        return;
    };
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let offset = settings.folder().join("offset");
    let jump_to = |text: &str| {
        let part = settings.folder().join("offset.part");
        std::fs::write(&part, text).unwrap();
        std::fs::rename(&part, &offset).unwrap();
    };
    jump_to("+0");
    let mut command = settings.command(&binary());
    command
        .args(["serve", "--port", "0"])
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", &offset)
        .env("FAKETIME_NO_CACHE", "1")
        // Time that has passed is not what jumps.
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .env("NO_FAKE_STAT", "1");
    let leads = settings.start(&mut command);
    let mut references = BTreeSet::new();
    let jumps = ["+400d", "-2d", "+20s", "-90s", "-20y", "+0"];
    for (number, jump) in jumps.iter().enumerate() {
        platform.mode("server_error");
        references.insert(accepted(&leads, &contact(&format!("clock-{number}"))).await);
        let failures = || leads.log().matches("\"result\":\"retry\"").count();
        eventually("an attempt fails", || failures() > 2 * number).await;
        jump_to(jump);
        platform.mode("ok");
        references.insert(accepted(&leads, &contact(&format!("clock-after-{number}"))).await);
    }
    assert!(
        settings.json(&["show", references.first().unwrap()])["lead"]["received_at"].is_string()
    );
    // A lead that failed while the clock was 20 seconds ahead waits as long as that.
    settings.all_are_archived().await;
    are_taken_once(&platform, &references);
    println!(
        "torture: jumps of the clock | {} | {} | 0 | 0",
        jumps.len(),
        references.len()
    );
}
