//! The command line: configuration checks, exit statuses, exports, graceful stop.

use super::support::platform::TOKEN;
use super::support::process::binary;
use super::support::sample_site::sample_site;
use super::support::{Platform, Settings, accepted, contact, contact_with, post};
use lead_site::FieldRule;
use serde_json::json;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

#[test]
fn check_reports_every_problem_and_no_secret() {
    let problems = [
        (
            "LEADS_ORIGINS",
            "https://ceibalta.example/x",
            "`https://ceibalta.example/x` is not an origin",
        ),
        ("LEADS_DEVELOPMENT", "", "LEADS_DEVELOPMENT: is not set"),
        (
            "LEADS_SITE",
            "",
            "LEADS_SITE: is not set: set it to the site's .site/leads.json",
        ),
        (
            "PLATFORM_URL",
            "https://platform.example",
            "PLATFORM_TOKEN: is not set",
        ),
        (
            "SMTP_URL",
            "mailto:user:pass-9a@host",
            "SMTP_URL: is not the URL of a mail server",
        ),
        (
            "SMTP_URL",
            "mailto:user:pass-9a@host",
            "LEADS_NOTICE_FROM: is not set",
        ),
        (
            "LEADS_NOTICE_TO",
            "not an address",
            "LEADS_NOTICE_TO: is not a mail address",
        ),
        (
            "LEADS_POLL_SECONDS",
            "1e19",
            "LEADS_POLL_SECONDS: is out of range",
        ),
        (
            "LEADS_WORKERS",
            "9000000000000000000",
            "LEADS_WORKERS: cannot be parsed",
        ),
        (
            "LEADS_LEASE_SECONDS",
            "3",
            "LEADS_LEASE_SECONDS: is too short",
        ),
        ("LEADS_IDLE_SECONDS", "0", "LEADS_IDLE_SECONDS: is 0"),
        (
            "LEADS_STORE",
            "ftp://host/x",
            "LEADS_STORE: has an unknown URL scheme",
        ),
    ];
    let wrong = problems
        .iter()
        .fold(Settings::new(), |settings, (name, value, _)| {
            settings.with(name, value)
        });
    let output = wrong.failure(&["check"]);
    for (_, _, part) in problems {
        assert!(output.contains(part), "{part:?} is missing in\n{output}");
    }
    assert!(!output.contains("pass-9a"));
    wrong.failure(&["serve"]);
    let latin_1 = OsStr::from_bytes(b"caf\xe9");
    let mut command = wrong.command(&binary());
    let output = command
        .arg("check")
        .env("LEADS_STORE", latin_1)
        .env("LEADS_ORIGINS", " , ")
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.contains("LEADS_STORE: is not in UTF-8")
            && output.contains("LEADS_ORIGINS: is not set")
    );
    let clear_text = Settings::to_platform("http://platform.example").failure(&["check"]);
    assert!(
        clear_text.contains("must start with https://"),
        "{clear_text}"
    );
}

#[test]
fn check_reports_success_and_parts_that_are_not_configured() {
    let valid = Settings::to_platform("http://127.0.0.1:9");
    let output =
        valid.output(&["check"]) + &valid.with("LEADS_TRUSTED_PROXIES", "2").output(&["check"]);
    for part in [
        "ok     the site of TORRE-ARBOLEDA, prices of 2026-11-20, build ",
        "ok     the configuration is valid and the store can save leads",
        "note   SMTP_URL is not set",
        "note   LEADS_RETENTION_DAYS is not set",
        "note   LEADS_TRUSTED_PROXIES is 0: posts and connections count under the address that connects",
        "note   LEADS_TRUSTED_PROXIES is 2: posts count under entry 2 of X-Forwarded-For from the end",
    ] {
        assert!(output.contains(part), "{output}");
    }
}

#[test]
fn a_site_that_cannot_be_served_is_an_error_at_the_start() {
    let settings = Settings::new().with("LEADS_SITE", "/nowhere/leads.json");
    for arguments in [&["serve", "--port", "0"][..], &["deliver"], &["check"]] {
        let output = settings.failure(arguments);
        let part = "LEADS_SITE: /nowhere/leads.json: the file is missing: run `site build`";
        assert!(output.contains(part), "{arguments:?}: {output}");
    }
    settings.output(&["list"]);
}

#[tokio::test]
async fn leads_without_a_receiver_wait_for_one_and_are_never_deleted() {
    let settings = Settings::new().set("LEADS_RETENTION_DAYS=1");
    let said = settings.failure(&["check"]);
    assert!(
        said.contains("error  no channel is configured, so nobody receives leads"),
        "{said}"
    );
    let (settings, leads) = settings.served();
    assert_eq!(
        leads.get_json("/api/health").await["status"],
        "no channel is configured"
    );
    accepted(&leads, &contact("no-receiver")).await;
    settings.run(&["deliver"]);
    assert_eq!(
        (
            settings.objects("delivered").len(),
            settings.objects("waiting").len()
        ),
        (0, 1)
    );
    drop(leads);
    let platform = Platform::start().await;
    let settings = settings
        .with("PLATFORM_URL", &platform.url())
        .with("PLATFORM_TOKEN", TOKEN);
    settings.run(&["deliver"]);
    assert_eq!(
        settings.objects("delivered").len(),
        1,
        "the first channel receives what waited"
    );
}

#[tokio::test]
async fn a_new_build_is_served_without_a_restart() {
    let settings = Settings::to_platform("http://127.0.0.1:9");
    // The deliveries look at the file, too: a request goes on with the last site while they do.
    let leads = settings.serve_without_delivery();
    let health = leads.get_json("/api/health").await;
    let shown = ["status", "development", "date"].map(|name| &health[name]);
    assert_eq!(shown, ["ok", "TORRE-ARBOLEDA", "2026-11-20"]);
    let mut site = sample_site();
    for field in site.forms.values_mut().flat_map(|form| &mut form.fields) {
        if let FieldRule::Choice { options, .. } = &mut field.rule {
            options.retain(|option| option != "oficina");
        }
    }
    accepted(&leads, &contact("live-1")).await;
    settings.write_site(&site);
    assert_eq!(
        post(&leads, &contact("live-2")).await.status(),
        422,
        "the option is gone"
    );
    let build = leads.get_json("/api/health").await["build"].clone();
    assert_ne!(build, health["build"]);
    let last_site_stays = async |why: &str| {
        assert_eq!(leads.get_json("/api/health").await["build"], build, "{why}");
        assert!(
            leads.log().contains("the last site stays"),
            "{}",
            leads.log()
        );
    };
    fs::write(settings.site(), "{").unwrap();
    last_site_stays("a broken file").await;
    let mut other = sample_site();
    "OTRA".clone_into(&mut other.development.code);
    settings.write_site(&other);
    last_site_stays("another development").await;
    fs::remove_file(settings.site()).unwrap();
    last_site_stays("no file").await;
    settings.write_site(&sample_site());
    accepted(&leads, &contact("live-3")).await;
}

#[test]
fn invalid_arguments_and_failures_have_different_exit_statuses() {
    let settings = Settings::new();
    for arguments in [&[][..], &["fly"], &["show", "nonsense"]] {
        assert_eq!(
            settings.run(arguments).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
    settings.failure(&["counts", "--since", "9999-01-01"]);
    for command in [
        &["show"][..],
        &["delete"],
        &["delete", "--yes"],
        &["retry"],
        &["release"],
    ] {
        let output = settings.failure(&[command, &["0000000000000000"]].concat());
        assert!(
            output.contains("lead 0000000000000000"),
            "{command:?}: {output}"
        );
    }
    assert!(
        settings
            .output(&["--help"])
            .contains("leads export --format csv")
    );
    for command in ["check", "status", "export", "counts"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status = settings
            .command(&binary())
            .arg(command)
            .stdout(full)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(1), "{command}: a full disk");
    }
    // It lacks an account.
    let on_azure = settings.with("LEADS_STORE", "az://container/leads");
    let mut command = on_azure.command(&binary());
    let status = command
        .arg("status")
        .env("AWS_NAME", OsStr::from_bytes(b"\xff"))
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1), "a variable that is not in UTF-8");
}

#[tokio::test]
async fn an_export_is_for_spreadsheets_or_google_ads_and_only_for_its_owner() {
    let (settings, leads) = Settings::new().served();
    let message = "\n=HYPERLINK(\"http://evil.test\")\r\nUna, \"dos\"";
    let fields = json!({"name": "Ana \"la\" López", "message": message, "tracking": {"utm_source": "+google", "gclid": "Cj0KCQ-1_a"},
        "measurement": "on"});
    let reference = accepted(&leads, &contact_with("csv-1", fields)).await;
    let file = settings.folder().join("leads.csv");
    settings.output(&["export", "--out", file.to_str().unwrap()]);
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let exported = fs::read_to_string(&file).unwrap();
    let text = exported.strip_prefix('\u{feff}').unwrap();
    let last = ",adset,asesor,tel,gclid,gbraid,wbraid,fbclid,ttclid,msclkid\r\n";
    assert!(
        text.starts_with("reference,state,received_at,form,") && text.contains(last),
        "{text}"
    );
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let [row] = &reader.records().collect::<Result<Vec<_>, _>>().unwrap()[..] else {
        panic!("one row: {text}")
    };
    for (name, value) in [
        ("reference", &*reference),
        ("state", "waiting"),
        ("space", "oficina"),
        ("name", "Ana \"la\" López"),
        ("message", "'=HYPERLINK(\"http://evil.test\")\nUna, \"dos\""),
        ("utm_source", "'+google"),
        ("adset", ""),
    ] {
        let index = header.iter().position(|column| column == name).unwrap();
        assert_eq!(&row[index], value, "{name}");
    }
    let past = settings.output(&["export", "--until", "2020-01-01T00:00:00Z"]);
    assert_eq!(past.lines().count(), 1, "only the header");
    let ads = settings.output(&["export", "--format", "google-ads", "--conversion", "Visita"]);
    let lines: Vec<&str> = ads.lines().collect();
    let [_, _, row] = lines[..] else {
        panic!("three lines: {ads}")
    };
    assert!(
        row.starts_with("Cj0KCQ-1_a,,,Visita,") && row.contains(&reference),
        "{ads}"
    );
}

#[tokio::test]
async fn status_reports_the_age_of_the_oldest_undelivered_lead() {
    let settings = Settings::to_platform("http://127.0.0.1:9");
    let leads = settings.serve_without_delivery();
    let reference = accepted(&leads, &contact("age-1")).await;
    settings.set_age(&reference, Duration::from_secs(3600));
    assert_eq!(
        leads.get_json("/api/ready").await,
        json!({"status": "ready"}),
        "anybody may ask"
    );
    let status = settings.json(&["status"]);
    assert_eq!(status["waiting"], 1);
    assert!(status["oldest_undelivered_seconds"].as_i64().unwrap() >= 3600);
    assert!(leads.stop().await, "SIGTERM stops it with exit status 0");
}

#[tokio::test]
async fn waiting_prints_who_asked_for_a_unit_and_only_once_it_is_available() {
    let (settings, leads) = Settings::new().served();
    for wish in ["notify", "information"] {
        let fields = json!({"wish": wish, "unit": "O-999", "units": ["O-999", "O-301"]});
        accepted(&leads, &contact_with(wish, fields)).await;
    }
    // The unit is reserved in the site's file.
    assert_eq!(settings.output(&["waiting"]), "");
    let output = settings.output(&["waiting", "--unit", "o-301"]);
    let [line] = &output.lines().collect::<Vec<_>>()[..] else {
        panic!("one line: {output}")
    };
    assert!(
        line.starts_with("O-301  ") && line.contains("  María José Núñez  "),
        "{line}"
    );
}
