//! Many processes on one bucket: what a lead costs in store calls, and that no lead is lost or sent twice.
//! `docs/scale.md` computes with these numbers.

use super::support::servers::{Mail, Server, s3};
use super::support::{
    PATIENCE, Platform, Settings, accepted, all_accepted, are_taken_once, client, contact, number,
};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(200);

/// Number of requests to the store by kind.
type Calls = BTreeMap<&'static str, usize>;

/// The requests that the store got since the last call.
async fn requests(store: &Server) -> Vec<String> {
    let url = format!("{}/requests", store.url);
    // The server may be busy for longer than the tests' client waits.
    let request = client().get(url).timeout(PATIENCE);
    let text = request.send().await.unwrap().text().await.unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Counts the requests since the last call by kind, as S3 bills them.
async fn calls(store: &Server) -> Calls {
    count(&requests(store).await)
}

fn count(requests: &[String]) -> Calls {
    let mut calls = Calls::new();
    for request in requests {
        let (method, path) = request.split_once(' ').unwrap();
        let is_bucket = path.trim_end_matches('/') == "/leads-bucket";
        let kind = match method {
            "GET" if is_bucket => "list",
            "GET" | "HEAD" => "get",
            "PUT" => "put",
            _ => "delete",
        };
        *calls.entry(kind).or_default() += 1;
    }
    calls
}

#[tokio::test]
async fn a_lead_costs_the_store_calls_that_the_documentation_says() {
    let documented = include_str!("../../../docs/scale.md");
    let by_sweep =
        "| 4 reads, 2 listings more for the lead; 2 for the sweep; 1 and 1 an hour for counts |";
    for row in ["| 3 reads, 3 + channels writes, 2 deletions |", by_sweep] {
        assert!(documented.contains(row), "{row}");
    }
    let (store, platform, mail) = (s3(), Platform::start().await, Mail::start());
    let to_platform = || Settings::to_platform(&platform.url());
    // The reads, listings and writes for counts: once a week the mail about them, which reads each delivered lead.
    for (channels, counts, settings) in [
        (1, [3, 3, 1], Settings::new().with_mail(&mail)),
        (2, [0, 1, 0], to_platform()),
        (3, [1, 1, 0], to_platform().with_mail(&mail)),
    ] {
        let settings = settings
            .on_s3(&store.url)
            .with("LEADS_WITHIN_REQUEST_SECONDS", "20");
        let leads = settings.serve_without_delivery();
        requests(&store).await;
        accepted(&leads, &contact(&format!("within-{channels}"))).await;
        let within = Calls::from([("get", 3), ("put", 3 + channels), ("delete", 2)]);
        assert_eq!(
            calls(&store).await,
            within,
            "{channels} channels, within the request"
        );

        drop(leads);
        let leads = settings.with("LEADS_WITHIN_REQUEST_SECONDS", "0");
        let server = leads.serve_without_delivery();
        requests(&store).await;
        accepted(&server, &contact(&format!("sweep-{channels}"))).await;
        leads.output(&["deliver"]);
        let [get, list, put] = counts;
        let (get, list, put) = (4 + get, 2 + 2 + list, 3 + channels + put);
        let by_sweep = Calls::from([("get", get), ("list", list), ("put", put), ("delete", 2)]);
        assert_eq!(
            calls(&store).await,
            by_sweep,
            "{channels} channels, by a sweep"
        );
    }
}

/// `LEADS_SCALE_PROCESSES` and `LEADS_SCALE_LEADS` set how many processes deliver how many leads (default 8 and 40).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_processes_deliver_a_backlog_once() {
    let processes = number("LEADS_SCALE_PROCESSES", 8);
    let backlog = number("LEADS_SCALE_LEADS", 40);
    // The test server handles one request at a time, and should have time for 20 listings a second and for attempts.
    let poll = processes as f64 / 10.0;
    let (store, platform) = (s3(), Platform::start().await);
    let settings = Settings::to_platform(&platform.url())
        .on_s3(&store.url)
        .set(&format!(
            "LEADS_WITHIN_REQUEST_SECONDS=0 LEADS_WORKERS=2 LEADS_POLL_SECONDS={poll}"
        ));
    let server = settings.serve_without_delivery();
    let references = all_accepted(&server, "scale", backlog, 4).await;
    drop(server);
    requests(&store).await;

    let start = Instant::now();
    let servers: Vec<_> = (0..processes).map(|_| settings.serve()).collect();
    let (mut sent, mut archived) = (Vec::new(), BTreeSet::new());
    while archived.len() < backlog {
        assert!(
            start.elapsed().as_secs() < 600,
            "{} of {backlog} are archived",
            archived.len()
        );
        tokio::time::sleep(PAUSE).await;
        let new = requests(&store).await;
        let is_archiving =
            |request: &&String| request.starts_with("PUT") && request.contains("/delivered/");
        archived.extend(new.iter().filter(is_archiving).cloned());
        sent.extend(new);
    }
    let (seconds, calls) = (start.elapsed().as_secs_f64(), count(&sent));
    are_taken_once(&platform, &references);
    let per_lead = |kind| calls.get(kind).copied().unwrap_or(0) as f64 / backlog as f64;
    let [lists, reads, writes, deletions] = ["list", "get", "put", "delete"].map(per_lead);
    println!(
        "load: {processes} processes deliver {backlog} leads in {seconds:.0} s with {lists:.1} listings, {reads:.1} reads, {writes:.1} writes and {deletions:.1} deletions each"
    );
    println!("torture: processes that share a bucket | {processes} | {backlog} | 0 | 0");

    // Nothing is waiting any more, so once the last deletions are done the processes only list.
    let (end, mut start, mut idle) = (Instant::now() + PATIENCE, Instant::now(), 0);
    while idle < 6 * processes {
        assert!(Instant::now() < end, "idle processes do more than list");
        tokio::time::sleep(PAUSE).await;
        let new = count(&requests(&store).await);
        if new.keys().all(|kind| *kind == "list") {
            idle += new.values().sum::<usize>();
        } else {
            (start, idle) = (Instant::now(), 0);
        }
    }
    println!(
        "load: {processes} idle processes list {:.0} times a minute; 2 times each {poll} s are {:.0}",
        idle as f64 * 60.0 / start.elapsed().as_secs_f64(),
        processes as f64 * 2.0 * 60.0 / poll
    );
    drop(servers);
}
