//! Soak test: many posts while the platform keeps failing and recovering. In the end every lead is delivered or
//! dead-lettered. 600 posts in the ordinary tests; `make soak` sets `LEADS_SOAK_POSTS` to 100,000.

use super::support::platform::{LEAD, MAIL, TOKEN, reference};
use super::support::{self, Settings};
use axum::Json;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures::StreamExt;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long no lead may be finished, on a machine that does other things too.
const LONGEST_STANDSTILL: Duration = Duration::from_secs(120);

/// Length of each phase of the platform's behaviour.
const PHASE: Duration = Duration::from_millis(400);

/// A platform whose behaviour changes with each phase; counts the leads it accepted.
struct UnstablePlatform {
    start: Instant,
    taken: Mutex<BTreeMap<String, HashMap<String, u32>>>,
}

async fn answer(
    State(platform): State<Arc<UnstablePlatform>>,
    Path(call): Path<String>,
    Json(body): Json<Value>,
) -> Response {
    match (platform.start.elapsed().as_millis() / PHASE.as_millis()) % 12 {
        1 | 6 => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        3 => tokio::time::sleep(Duration::from_millis(150)).await,
        5 => return ([("content-type", "text/html")], "<h1>Down for maintenance</h1>").into_response(),
        8 => return (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "1")]).into_response(),
        _ => {}
    }
    let mut taken = platform.taken.lock().unwrap();
    *taken.entry(call).or_default().entry(reference(&body)).or_default() += 1;
    Json(json!({"Status": 200, "Data": {"Status": "sent"}})).into_response()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_lead_is_delivered_or_dead_lettered() {
    let posts = support::number("LEADS_SOAK_POSTS", 600);
    let platform = Arc::new(UnstablePlatform { start: Instant::now(), taken: Mutex::default() });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/v2/api/{*call}", post(answer)).with_state(Arc::clone(&platform));
    tokio::spawn(async move { axum::serve(listener, router).await });

    let settings = Settings::to_platform(&url)
        .with("PLATFORM_TOKEN", TOKEN)
        .with("LEADS_ATTEMPTS", "60")
        .with("RUST_LOG", "error");
    let leads = settings.serve();
    let start = Instant::now();
    let keys = (0..posts).map(|number| format!("soak-{number}"));
    // More at once could wait longer for the store than a post may, on a machine that runs other tests as well.
    let accepted: BTreeSet<String> = support::posts(&leads, keys, 16)
        .map(|answer| answer.expect("every post is accepted"))
        .collect()
        .await;
    let accepting = start.elapsed();
    assert_eq!(accepted.len(), posts);

    let mut progress = (u64::MAX, Instant::now());
    let status = loop {
        let status = settings.json(&["status"]);
        if status["waiting"] == status["dead_lettered"] {
            break status;
        }
        let waiting = status["waiting"].as_u64().unwrap();
        if waiting < progress.0 {
            progress = (waiting, Instant::now());
        }
        assert!(progress.1.elapsed() < LONGEST_STANDSTILL, "nothing is finished any more: {status}");
        // The status costs listings, so it is polled less often with more leads.
        tokio::time::sleep(Duration::from_millis(500).max(Duration::from_micros(50 * posts as u64))).await;
    };
    assert!(leads.stop().await);
    let dead_lettered = settings.output(&["list", "--state", "dead_lettered"]).lines().count();
    let reference = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let delivered: BTreeSet<String> = settings.objects("delivered").iter().map(reference).collect();
    assert_eq!(delivered.len() + dead_lettered, posts, "each lead is delivered or dead-lettered: {status}");
    assert!(delivered.is_subset(&accepted));
    let taken = platform.taken.lock().unwrap();
    let repeated: usize =
        [LEAD, MAIL].iter().map(|call| taken[*call].values().filter(|count| **count > 1).count()).sum();
    for call in [LEAD, MAIL] {
        let is_taken = |reference: &String| taken[call].contains_key(reference);
        assert!(delivered.iter().all(is_taken), "{call}: a delivered lead was never received");
    }
    println!(
        "soak: {posts} posts accepted in {:.1} s ({:.0} a second), all finished after {:.1} s: {} delivered, {dead_lettered} dead-lettered, 0 lost, {repeated} sent twice",
        accepting.as_secs_f64(),
        posts as f64 / accepting.as_secs_f64(),
        start.elapsed().as_secs_f64(),
        delivered.len()
    );
    println!(
        "torture: phases of a failing platform | {} | {posts} | 0 | 0",
        start.elapsed().as_millis() / PHASE.as_millis()
    );
    assert_eq!(repeated, 0, "without a crash nothing is sent twice");
}
