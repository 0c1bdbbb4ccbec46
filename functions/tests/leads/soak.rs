//! Soak test: many posts while the platform keeps failing and recovering. In the end every lead is delivered or
//! dead-lettered. 200 posts in the first tier of the tests, 1,200 in the second; `make soak` sets `LEADS_SOAK_POSTS` to 100,000.

use super::support::platform::{LEAD, MAIL};
use super::support::{all_accepted, number, start};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Length of each phase of the platform's behaviour.
const PHASE: Duration = Duration::from_millis(400);

const MODES: &str =
    "ok server_error ok slow ok not_found server_error ok too_many_requests ok ok ok";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_lead_is_delivered_or_dead_lettered() {
    let posts = number("LEADS_SOAK_POSTS", 200);
    let (platform, settings, leads) = start("LEADS_ATTEMPTS=60 RUST_LOG=error").await;
    let began = Instant::now();
    let phases = async {
        for mode in MODES.split(' ').cycle() {
            platform.behave(json!({"call": "*", "mode": mode, "delay_ms": 150, "retry_after": 1}));
            tokio::time::sleep(PHASE).await;
        }
    };
    let posted_and_finished = async {
        // More at once could wait longer for the store than a post may, on a machine that runs other tests as well.
        let accepted = all_accepted(&leads, "soak", posts, 16).await;
        let (accepting, mut progress) = (began.elapsed(), (u64::MAX, Instant::now()));
        loop {
            let status = settings.json(&["status"]);
            if status["waiting"] == status["dead_lettered"] {
                break (accepted, accepting);
            }
            let waiting = status["waiting"].as_u64().unwrap();
            if waiting < progress.0 {
                progress = (waiting, Instant::now());
            }
            assert!(
                progress.1.elapsed().as_secs() < 120,
                "nothing is finished any more: {status}"
            );
            // The status costs listings, so it is polled less often with more leads.
            let pause = Duration::from_micros(50 * posts as u64).max(Duration::from_millis(500));
            tokio::time::sleep(pause).await;
        }
    };
    let (accepted, accepting) = tokio::select! {
        finished = posted_and_finished => finished,
        () = phases => unreachable!("they have no end"),
    };
    assert_eq!(accepted.len(), posts);
    assert!(leads.stop().await);
    let dead_lettered = settings
        .output(&["list", "--state", "dead_lettered"])
        .lines()
        .count();
    let reference = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let delivered: BTreeSet<String> = settings
        .objects("delivered")
        .iter()
        .map(reference)
        .collect();
    assert_eq!(
        delivered.len() + dead_lettered,
        posts,
        "each lead is delivered or dead-lettered"
    );
    assert!(delivered.is_subset(&accepted));
    for call in [LEAD, MAIL] {
        let taken = platform.taken(call);
        let is_taken = |reference: &String| taken.contains_key(reference);
        assert!(
            delivered.iter().all(is_taken),
            "{call}: a delivered lead was never received"
        );
        assert!(
            taken.values().all(|count| *count == 1),
            "{call}: without a crash nothing is sent twice"
        );
    }
    println!(
        "soak: {posts} posts accepted in {:.1} s ({:.0} a second), all finished after {:.1} s: {} delivered, {dead_lettered} dead-lettered, 0 lost",
        accepting.as_secs_f64(),
        posts as f64 / accepting.as_secs_f64(),
        began.elapsed().as_secs_f64(),
        delivered.len()
    );
    println!(
        "torture: phases of a failing platform | {} | {posts} | 0 | 0",
        began.elapsed().as_millis() / PHASE.as_millis()
    );
}
