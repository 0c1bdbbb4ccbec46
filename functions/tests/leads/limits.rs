//! The function with as many idle connections as it takes, without file descriptors, and with a clock that jumps.

use super::support::platform::{LEAD, MAIL};
use super::support::process::binary;
use super::support::{Platform, Settings, accepted, contact, eventually, is_taken_once, posts};
use futures::StreamExt;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

#[tokio::test]
async fn out_of_file_descriptors_it_loses_no_lead_and_recovers() {
    const POSTS: usize = 150;
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let script = format!("ulimit -n 40; exec {} serve --port 0", binary());
    let leads = settings.start(settings.command("bash").args(["-c", &script]));
    let keys = (0..POSTS).map(|post| format!("descriptors-{post}"));
    let answers: Vec<_> = posts(&leads, keys, 100).collect().await;
    let mut references: BTreeSet<String> = answers.into_iter().flatten().collect();
    assert!(
        leads.log().contains("not accepted"),
        "no descriptor was missing: {}",
        leads.log()
    );
    references.insert(accepted(&leads, &contact("descriptors-after")).await);
    eventually(60, "all leads are archived", || async {
        settings.objects("waiting").is_empty()
    })
    .await;
    for call in [LEAD, MAIL] {
        let taken = platform.taken(call);
        assert!(
            references.iter().all(|reference| taken.contains_key(reference)),
            "{call}"
        );
    }
    println!("torture: out of file descriptors | 1 | {} | 0 | 0", POSTS + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn beyond_half_of_the_connections_new_ones_end_after_one_request() {
    let settings = Settings::new();
    let leads = settings.serve();
    let address = leads.origin().trim_start_matches("http://").to_owned();
    let mut idle = Vec::new();
    let closes = |idle: &mut Vec<_>| {
        let mut stream = TcpStream::connect(&address).unwrap();
        let head = format!("GET /api/health HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
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
        std::fs::rename(&part, Path::new(&offset)).unwrap();
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
        eventually(15, "an attempt fails", || async {
            leads.log().matches("\"result\":\"retry\"").count() > 2 * number
        })
        .await;
        jump_to(jump);
        platform.mode("ok");
        references.insert(accepted(&leads, &contact(&format!("clock-after-{number}"))).await);
    }
    let shown: jiff::Timestamp = settings.json(&["show", references.first().unwrap()])["lead"]["received_at"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(shown.as_second() > 0);
    // A lead that failed while the clock was 20 seconds ahead waits as long as that.
    eventually(60, "all leads are archived", || async {
        settings.objects("waiting").is_empty()
    })
    .await;
    for call in [LEAD, MAIL] {
        is_taken_once(&platform, call, &references);
    }
    println!(
        "torture: jumps of the clock | {} | {} | 0 | 0",
        jumps.len(),
        references.len()
    );
}
