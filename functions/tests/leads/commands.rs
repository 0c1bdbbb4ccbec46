//! The command line: configuration checks, exit statuses, exports, graceful stop.

use super::support::platform::TOKEN;
use super::support::sample_site::sample_site;
use super::support::{Platform, Settings, accepted, contact, post};
use lead_site::FieldRule;
use serde_json::json;
use std::time::Duration;

#[test]
fn check_reports_every_problem_and_no_secret() {
    let settings = Settings::new()
        .with("LEADS_ORIGINS", "https://ceibalta.example/path")
        .with("LEADS_DEVELOPMENT", "")
        .with("LEADS_SITE", "")
        .with("PLATFORM_URL", "https://platform.example")
        .with("SMTP_URL", "mailto:user:pass-9a@host")
        .with("LEADS_NOTICE_TO", "not an address")
        .with("LEADS_ATTEMPTS", "many")
        .with("LEADS_LEASE_SECONDS", "3")
        .with("LEADS_IDLE_SECONDS", "0")
        .with("LEADS_STORE", "ftp://host/x");
    let output = settings.run(&["check"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "LEADS_STORE: has an unknown URL scheme",
        "`https://ceibalta.example/path` is not an origin",
        "LEADS_SITE: is not set: set it to the site's .site/leads.json",
        "LEADS_DEVELOPMENT: is not set",
        "PLATFORM_TOKEN: is not set",
        "SMTP_URL: is not the URL of a mail server",
        "LEADS_NOTICE_FROM: is not set",
        "LEADS_NOTICE_TO: is not a mail address",
        "LEADS_ATTEMPTS: cannot be parsed",
        "LEADS_LEASE_SECONDS: is too short",
        "LEADS_IDLE_SECONDS: is 0",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(!text.contains("pass-9a"));
    let served = settings.run(&["serve"]);
    assert_eq!(served.status.code(), Some(1), "it does not start with an invalid configuration");
}

#[test]
fn check_reports_success_and_parts_that_are_not_configured() {
    let output = Settings::to_platform("http://127.0.0.1:9").output(&["check"]);
    for part in [
        "ok     the site of TORRE-ARBOLEDA, prices of 2026-11-20, build ",
        "ok     the configuration is valid and the store can save leads",
        "note   SMTP_URL is not set",
        "note   LEADS_RETENTION_DAYS is not set",
    ] {
        assert!(output.contains(part), "{output}");
    }
    for (proxies, meaning) in [
        ("0", "posts and connections count under the address that connects"),
        ("2", "posts count under entry 2 of X-Forwarded-For from the end"),
    ] {
        let output = Settings::to_platform("http://127.0.0.1:9")
            .with("LEADS_TRUSTED_PROXIES", proxies)
            .output(&["check"]);
        let note = format!("note   LEADS_TRUSTED_PROXIES is {proxies}: {meaning}");
        assert!(output.contains(&note), "{output}");
    }
    let clear_text = Settings::to_platform("http://platform.example").run(&["check"]);
    let clear_text = String::from_utf8(clear_text.stdout).unwrap();
    assert!(clear_text.contains("must start with https://"), "{clear_text}");
}

#[test]
fn a_site_that_cannot_be_served_is_an_error_at_the_start() {
    for (name, value, part) in [
        (
            "LEADS_SITE",
            "/nowhere/leads.json",
            "LEADS_SITE: /nowhere/leads.json: the file is missing: run `site build`",
        ),
        ("LEADS_SITE", "../Cargo.toml", "it is not a leads.json"),
        (
            "LEADS_DEVELOPMENT",
            "OTRA",
            "belongs to the development `TORRE-ARBOLEDA`, and LEADS_DEVELOPMENT is `OTRA`",
        ),
    ] {
        let settings = Settings::new().with(name, value);
        for arguments in [&["serve", "--port", "0"][..], &["deliver"], &["check"]] {
            let output = settings.run(arguments);
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(output.status.code() == Some(1) && text.contains(part), "{arguments:?}: {text}");
        }
        settings.output(&["list"]);
    }
}

#[tokio::test]
async fn leads_without_a_receiver_wait_for_one_and_are_never_deleted() {
    let settings = Settings::new().with("LEADS_RETENTION_DAYS", "1");
    let check = settings.run(&["check"]);
    let said = String::from_utf8(check.stdout).unwrap();
    assert_eq!(check.status.code(), Some(1), "{said}");
    assert!(said.contains("error  no channel is configured, so nobody receives leads"), "{said}");
    let leads = settings.serve();
    assert_eq!(leads.get_json("/api/health").await["status"], "no channel is configured");
    accepted(&leads, &contact("no-receiver")).await;
    settings.run(&["deliver"]);
    assert_eq!((settings.objects("delivered").len(), settings.objects("waiting").len()), (0, 1));
    drop(leads);
    let platform = Platform::start().await;
    let settings = settings.with("PLATFORM_URL", &platform.url()).with("PLATFORM_TOKEN", TOKEN);
    settings.run(&["deliver"]);
    assert_eq!(settings.objects("delivered").len(), 1, "the first channel receives what waited");
}

#[tokio::test]
async fn a_new_build_is_served_without_a_restart() {
    let settings = Settings::to_platform("http://127.0.0.1:9");
    let leads = settings.serve();
    let health = leads.get_json("/api/health").await;
    assert_eq!(health["status"], "ok");
    assert_eq!(health["development"], "TORRE-ARBOLEDA");
    assert_eq!(health["date"], "2026-11-20");
    let mut site = sample_site();
    for field in site.forms.values_mut().flat_map(|form| &mut form.fields) {
        if let FieldRule::Choice { options, .. } = &mut field.rule {
            options.retain(|option| option != "oficina");
        }
    }
    accepted(&leads, &contact("live-1")).await;
    settings.write_site(&site);
    let refused = post(&leads, &contact("live-2")).await.unwrap();
    assert_eq!(refused.status(), 422, "the option is gone");
    assert_ne!(leads.get_json("/api/health").await["build"], health["build"]);
    std::fs::write(settings.site(), "{").unwrap();
    let refused = post(&leads, &contact("live-3")).await.unwrap();
    assert_eq!(refused.status(), 422, "the last good site stays");
    assert!(leads.log().contains("the last site stays"), "{}", leads.log());
}

#[test]
fn invalid_arguments_and_failures_have_different_exit_statuses() {
    let settings = Settings::new();
    for (arguments, status) in
        [(&[][..], 2), (&["fly"], 2), (&["show", "nonsense"], 2), (&["show", "0000000000000000"], 1)]
    {
        assert_eq!(settings.run(arguments).status.code(), Some(status), "{arguments:?}");
    }
    assert!(settings.output(&["--help"]).contains("leads export --format csv"));
}

#[tokio::test]
async fn the_csv_is_for_spreadsheets_and_only_for_its_owner() {
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url());
    let leads = settings.serve();
    let mut body = contact("csv-1");
    body["name"] = json!("=HYPERLINK(\"http://evil.test\")");
    body["message"] = json!("Una, \"dos\"\r\ntres");
    body["tracking"] = json!({"utm_source": "+google"});
    let reference = accepted(&leads, &body).await;
    settings.all_are_archived().await;
    let file = settings.folder().join("leads.csv");
    settings.output(&["export", "--out", file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&file).unwrap();
    let (head, row) = text.strip_prefix('\u{feff}').unwrap().split_once("\r\n").unwrap();
    assert!(
        head.starts_with("reference,state,received_at,form,")
            && head.ends_with(",adset,asesor,gclid,gbraid,wbraid,fbclid,ttclid,msclkid")
    );
    assert!(row.starts_with(&format!("{reference},delivered,")), "{row}");
    assert!(row.contains("\"'=HYPERLINK(\"\"http://evil.test\"\")\"") && row.contains(",'+google,"));
    assert!(row.contains("\"Una, \"\"dos\"\"\ntres\""));
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "only its owner can read it");
    let past = settings.output(&["export", "--until", "2020-01-01T00:00:00Z"]);
    assert_eq!(past.lines().count(), 1, "only the header");
}

#[tokio::test]
async fn status_reports_the_age_of_the_oldest_undelivered_lead() {
    let settings = Settings::to_platform("http://127.0.0.1:9");
    let leads = settings.serve_without_delivery();
    let reference = accepted(&leads, &contact("age-1")).await;
    settings.set_age(&reference, Duration::from_secs(3600));
    let ready = leads.get_json("/api/ready").await;
    assert_eq!(ready, json!({"status": "ready"}), "anybody may ask");
    let status = settings.json(&["status"]);
    assert_eq!(status["waiting"], 1);
    assert!(status["oldest_undelivered_seconds"].as_i64().unwrap() >= 3600);
    assert!(leads.stop().await, "SIGTERM stops it with exit status 0");
}

#[tokio::test]
async fn waiting_prints_who_asked_for_a_unit_and_only_once_it_is_available() {
    let settings = Settings::new();
    let leads = settings.serve();
    for (key, wish, unit) in [("waiting-1", "notify", "O-301"), ("waiting-2", "information", "O-301")] {
        let mut body = contact(key);
        body["wish"] = json!(wish);
        body["unit"] = json!("O-999");
        body["units"] = json!(["O-999", unit]);
        accepted(&leads, &body).await;
    }
    // The unit is reserved in the site's file.
    assert_eq!(settings.output(&["waiting"]), "");
    let output = settings.output(&["waiting", "--unit", "o-301"]);
    let [line] = &output.lines().collect::<Vec<_>>()[..] else { panic!("one line: {output}") };
    assert!(line.starts_with("O-301  ") && line.contains("  María José Núñez  "), "{line}");
}
