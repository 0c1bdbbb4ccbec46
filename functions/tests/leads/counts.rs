//! Counting over HTTP with real processes: exact sums, nothing of hostile events, leads beside a flood, a kill, the weekly mail,
//! the log of a CDN.

use super::support::process::binary;
use super::support::sample_site::sample_site;
use super::support::servers::Mail;
use super::support::{Leads, Settings, all_accepted, eventually, received};
use futures::StreamExt;
use jiff::{SignedDuration, Timestamp, ToSpan};
use reqwest::RequestBuilder;
use std::collections::BTreeSet;
use std::fs;

const OPENED: &str = "/api/count?e=opened&p=home&l=es-MX&d=phone&c=VERANO";

/// What a browser reports of a picture that the policy blocked.
const REPORT: &str = "[{\"body\":{\"effectiveDirective\":\"img-src\"}}]";

async fn send(request: RequestBuilder) {
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 204, "{}", answer.url());
}

/// Sends the same events from 16 threads of the client, `times` each.
async fn send_many(leads: &Leads, paths: &[&str], times: usize) {
    let paths = (0..times).flat_map(|_| paths.iter().copied());
    futures::stream::iter(paths)
        .for_each_concurrent(16, |path| send(leads.post(path)))
        .await;
}

/// The rows of `leads counts --csv`: campaign, unit, language and numbers.
fn rows(settings: &Settings) -> BTreeSet<String> {
    settings
        .output(&["counts", "--csv"])
        .lines()
        .skip(1)
        .map(str::to_owned)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_thousand_events_of_two_processes_add_up() {
    let settings = Settings::new();
    let (one, two) = (settings.serve(), settings.serve_without_delivery());
    let unit = "/api/count?e=unit&p=unit&l=en&d=desktop&v=O-301";
    let begun = "/api/count?e=begun&p=unit&l=en&d=desktop&v=O-301";
    let (of_one, of_two) = ([OPENED, unit], [OPENED, unit, begun]);
    tokio::join!(
        send_many(&one, &of_one, 2_500),
        send_many(&two, &of_two, 1_666)
    );
    send_many(&two, &of_one, 1).await;
    assert!(one.stop().await && two.stop().await);
    let counted = ["VERANO,,es,4167,0,0,0,0", ",O-301,en,0,4167,1666,0,0"];
    assert_eq!(rows(&settings), counted.map(str::to_owned).into());
}

#[tokio::test]
async fn hostile_events_leave_no_trace() {
    let (settings, leads) = Settings::new().served();
    for path in [
        "/api/count",
        "/api/count?e=canary&p=home&l=es&d=phone",
        "/api/count?e=opened&p=home&l=es&d=phone&c=canary@example.com",
        "/api/count?e=opened&p=home&l=es&d=phone&c=canary%00",
        "/api/count?e=opened&p=home&l=es&d=phone&c=%ff%fe",
        &format!("{OPENED}{}", "canary".repeat(2_000)),
    ] {
        send(leads.post(path)).await;
    }
    send(
        leads
            .post("/api/count/reports")
            .body(REPORT.replace("img-src", "canary").repeat(50)),
    )
    .await;
    let _ = leads
        .post("/api/count")
        .body("canary".repeat(200_000))
        .send()
        .await;
    for (name, value) in [
        ("sec-gpc", "1"),
        ("dnt", "1"),
        ("origin", "https://canary.test"),
    ] {
        for path in [OPENED, "/api/count/reports"] {
            let request = super::support::client().post(leads.url(path)).body(REPORT);
            let request = if name == "origin" {
                request
            } else {
                request.header("origin", leads.origin())
            };
            send(request.header(name, value)).await;
        }
    }
    let log = leads.log();
    assert!(leads.stop().await);
    assert!(
        !log.contains("canary") && !log.contains("/api/count"),
        "{log}"
    );
    // Nor do events of a site that does not count.
    let mut site = sample_site();
    site.counts.clear();
    settings.write_site(&site);
    let leads = settings.serve();
    send(leads.post(OPENED)).await;
    send(leads.post("/api/count/reports").body(REPORT)).await;
    assert!(leads.stop().await);
    assert!(settings.objects("counts").is_empty() && rows(&settings).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_lead_is_accepted_while_counts_are_flooded() {
    let settings = Settings::new();
    let leads = settings.serve_without_delivery();
    let flood = (0..5_000).map(|number| format!("{OPENED}-{number}"));
    let flood =
        futures::stream::iter(flood).for_each_concurrent(64, |path| send(leads.post(&path)));
    tokio::join!(flood, all_accepted(&leads, "beside-a-flood", 20, 1));
    assert!(leads.stop().await);
    let bytes = settings
        .objects("counts")
        .iter()
        .map(|object| fs::metadata(object).unwrap().len())
        .max();
    assert!(
        bytes.is_some_and(|bytes| bytes < 256 * 1024),
        "campaigns are bounded"
    );
    assert_eq!(settings.objects("waiting").len(), 20);
    println!("torture: invented events | 5000 | 5020 | 0 | 0");
}

/// Most memory of the process in the following test, in KB. Without numbers it needs a third of it.
#[cfg(target_os = "linux")]
const MOST_MEMORY_KB: u64 = 96 * 1024;

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_store_full_of_invented_campaigns_does_not_stop_leads() {
    let settings = Settings::new();
    let day = settings.store().join("counts/2026-11-20");
    for minute in 0..1_440 {
        let rows = (0..1_000).map(|number| {
            format!(
                r#"{{"event":"opened","page":"home","lang":"es","device":"phone","campaign":"a-campaign-that-nobody-has-{minute}-{number}","detail":"","number":1}}"#
            )
        });
        let object = format!("{{\"rows\":[{}]}}", rows.collect::<Vec<_>>().join(","));
        let folder = day.join(format!("{:02}", minute / 60));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{minute}.json")), object).unwrap();
    }
    // Memory beyond the limit is refused, and the process aborts.
    let limited = format!("ulimit -v {}; exec \"$0\" serve --port 0", 1_258_291);
    let leads = settings.start(settings.command("sh").args(["-c", &limited, &binary()]));
    all_accepted(&leads, "beside-a-full-store", 20, 1).await;
    let sum = day.join("day.json");
    eventually("the day is added up", || sum.exists()).await;
    all_accepted(&leads, "after-it", 1, 1).await;
    let memory = leads.memory_kb("VmHWM");
    assert!(memory < MOST_MEMORY_KB, "{memory} KB");
    assert!(leads.stop().await);
    let csv = settings.output(&["counts", "--csv", "--since", "2026-11-20"]);
    assert!(csv.lines().count() < 11_000, "campaigns are bounded");
    let others = csv
        .lines()
        .filter_map(|line| line.split(',').nth(3)?.parse::<u64>().ok());
    assert!(others.max() >= Some(1_430_000), "nothing is lost");
    println!("torture: a store full of invented events | 1440 | 21 | 0 | 0");
}

#[tokio::test]
async fn a_kill_loses_what_was_not_written_and_no_more() {
    let (settings, leads) = Settings::new().served();
    send_many(&leads, &[OPENED], 9).await;
    assert!(leads.stop().await);
    let leads = settings.serve();
    send_many(&leads, &[OPENED], 50).await;
    drop(leads);
    assert_eq!(rows(&settings), ["VERANO,,es,9,0,0,0,0".to_owned()].into());
}

#[tokio::test]
async fn the_team_gets_one_mail_about_a_week() {
    let mail = Mail::start();
    let settings = Settings::new().with_mail(&mail);
    let leads = settings.serve_without_delivery();
    send_many(&leads, &[OPENED], 12).await;
    assert!(leads.stop().await);
    // What was counted now, seven days ago: in the week before the one whose mail is due.
    let zone = jiff::tz::TimeZone::get(&sample_site().time_zone).unwrap();
    let local = |time: Timestamp| time.to_zoned(zone.clone()).date();
    let counts = settings.store().join("counts");
    let week_ago = local(Timestamp::now() - SignedDuration::from_hours(7))
        .checked_sub(7.days())
        .unwrap();
    let [day] = &fs::read_dir(&counts).unwrap().flatten().collect::<Vec<_>>()[..] else {
        panic!("one day")
    };
    fs::rename(day.path(), counts.join(week_ago.to_string())).unwrap();
    for _ in 0..2 {
        settings.json(&["deliver"]);
    }
    let text = &received(&mail, 1).await[0];
    assert!(
        text.contains("Message-ID: <counts-") && text.contains("VERANO"),
        "{text}"
    );
}

#[tokio::test]
async fn a_log_of_the_cdn_is_counted_once() {
    let settings = Settings::new().with("LEADS_ORIGINS", "https://torre.example");
    let log = settings.folder().join("access.log");
    let query = "e=opened&p=home&l=es&d=phone&c=oto%25C3%25B1o";
    let own = "https://torre.example/?utm_campaign=oto%25C3%25B1o";
    let lines = [
        ("POST\t/api/count\t204", own, query),
        ("POST\t/api/count\t204", own, query),
        ("GET\t/api/count\t405", own, query),
        ("POST\t/api/count\t403", own, query),
        ("POST\t/api/count\t204", "https://evil.test/", query),
        ("POST\t/api/count\t204", "-", query),
        ("POST\t/api/leads\t200", own, query),
        ("POST\t/api/count\t204", own, "e=opened&c=canary"),
    ]
    .map(|(request, referer, query)| {
        format!("2026-11-20\t15:04:05\tMEX50\t203.0.113.7\t{request}\t{referer}\tcanary\t{query}\n")
    });
    let fields = "#Version: 1.0\n#Fields: date time x-edge-location c-ip cs-method cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query\n";
    fs::write(&log, format!("{fields}{}", lines.concat().repeat(4))).unwrap();
    let import = ["counts", "import", log.to_str().unwrap()];
    assert!(settings.output(&import).ends_with(": events: 8\n"));
    assert!(
        settings
            .output(&import)
            .ends_with(": events: 8, imported before\n")
    );
    let csv = settings.output(&["counts", "--csv", "--since", "2026-11-01"]);
    assert_eq!(csv.lines().nth(1), Some("otoño,,es,8,0,0,0,0"), "{csv}");
    let [object] = &settings.objects("counts")[..] else {
        panic!("one object")
    };
    let text = fs::read_to_string(object).unwrap();
    assert!(
        !text.contains("203.0.113.7") && !text.contains("canary"),
        "{text}"
    );
    fs::write(&log, [0x1f, 0x8b, 0]).unwrap();
    let output = settings.failure(&import);
    assert!(output.contains("zcat"), "{output}");
}
