//! Pulls through the `site` command: exit statuses, an unchanged `dist/`, all units on the pages, and news.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use generator::pipeline::publication;
use platform::stub::Mode;
use serde_json::{Value, json};

use crate::support::child::ChildProcess;
use crate::support::command::{Ran, site_command};
use crate::support::files::{change, change_json, copy_files, read, read_files};
use crate::support::pull_fixture::{PullFixture, SHIPPED_DAY, TOKEN};
use crate::support::torre::{self, UNITS};

/// The project in the fixture's folder, with a running platform stub.
pub(super) fn project() -> PullFixture {
    let fixture = PullFixture::start();
    for source in ["theme.yaml", "templates", "islands"] {
        symlink(torre::root().join(source), fixture.root().join(source)).unwrap();
    }
    // The fixture has an inventory of its own.
    copy_files(
        &torre::root().join("content"),
        &fixture.root().join("content"),
        |path| !fixture.root().join("content").join(path).exists(),
    );
    torre::link_cache(fixture.root());
    fs::copy(
        torre::root().join("site.yaml"),
        fixture.root().join("site.yaml"),
    )
    .unwrap();
    let settings = "project_code: TEST\n  limits: { attempt_ms: 2000, deadline_ms: 3000 }\n";
    torre::configure(
        fixture.root(),
        &[("project_code: TORRE-ARBOLEDA\n", settings)],
    );
    fixture
}

pub(super) fn command(fixture: &PullFixture, arguments: &[&str]) -> Command {
    let mut command = site_command(arguments);
    command
        .arg("--root")
        .arg(fixture.root())
        .env("PLATFORM_TOKEN", TOKEN)
        .env("PLATFORM_URL", &fixture.url);
    command.env("RUST_LOG", "warn");
    command
}

pub(super) fn site(fixture: &PullFixture, arguments: &[&str]) -> Ran {
    Ran::run(&mut command(fixture, arguments))
}

fn files(dist: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let time = |path: &str| fs::metadata(dist.join(path)).unwrap().modified().unwrap();
    read_files(dist)
        .into_iter()
        .map(|(path, bytes)| (path.clone(), (bytes, time(&path))))
        .collect()
}

/// A pull of the units that a shell script prints, in a project with time for it.
fn pull_from_script(fixture: &PullFixture, script: &str) -> Command {
    let command = format!("  command: {}\n", json!(["sh", "-c", script]));
    let limits = "limits: { attempt_ms: 2000, deadline_ms: 3000 }\n";
    let patient = format!("limits: {{ deadline_ms: 300000 }}\n{command}");
    torre::configure(fixture.root(), &[(limits, &patient)]);
    let mut pull = self::command(fixture, &["pull", "--strict"]);
    pull.env_remove("PLATFORM_URL");
    pull
}

/// The command with no signal ignored: whoever runs the tests may ignore some, which processes inherit.
fn with_default_signals(command: &Command) -> Command {
    let mut wrapped = Command::new("env");
    wrapped
        .arg("--default-signal")
        .arg(command.get_program())
        .args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        wrapped.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
}

#[test]
fn a_credential_that_a_command_prints_is_not_shown() {
    let fixture = project();
    let script =
        "echo \"> Authorization: Bearer $PLATFORM_TOKEN\u{202e} $CRM_PASSWORD\" >&2; exit 3";
    let mut pull = pull_from_script(&fixture, script);
    let ran = Ran::run(pull.env("CRM_PASSWORD", "canary-5e1"));
    ran.ends(3).says("> Authorization: Bearer *** ***");
    println!("torture: credentials that a platform's command prints | 1 | 2 | 0 | 0");
}

#[test]
fn a_command_ends_with_the_program_whatever_ends_that() {
    for signal in ["TERM", "INT", "HUP", "KILL"] {
        let fixture = project();
        let pipe = fixture.root().join("held");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let script = "exec 3>held; sleep 86400 & wait";
        let site = ChildProcess::start(
            with_default_signals(&pull_from_script(&fixture, script))
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        // The script opens the pipe, and it and the process that it started hold it open until they end.
        let mut held = fs::File::open(&pipe).unwrap();
        let id = site.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(held.read_to_end(&mut Vec::new()).unwrap(), 0, "{signal}");
    }
    println!("torture: ends of the program while a platform's command runs | 4 | 4 | 0 | 0");
}

#[test]
fn a_build_from_the_platform_shows_every_unit_and_strict_leaves_it_as_it_was() {
    let fixture = project();
    site(&fixture, &["build", "--strict"]).ends(0);
    for page in ["dist/inventario.html", "dist/en/inventario.html"] {
        let html = read(fixture.root(), page);
        let rows = html.matches("<tr").count();
        assert!(rows >= UNITS, "{page} has {rows} rows");
    }
    let dist = fixture.root().join("dist");
    let (before, snapshot) = (files(&dist), fixture.snapshot_bytes());
    assert!(before.len() > 100);
    for mode in [Mode::ServerError, Mode::PriceTimesTen] {
        fixture.mode(mode);
        site(&fixture, &["build", "--strict"])
            .ends(3)
            .says("the inventory is refused");
        assert!(files(&dist) == before, "{mode:?}: dist/ was touched");
        assert_eq!(fixture.snapshot_bytes(), snapshot, "{mode:?}");
    }
    // Without it, the last good inventory is built and the reason is logged.
    let page = || read(fixture.root(), "dist/inventario.html");
    let before = page();
    fixture.mode(Mode::Empty);
    let built = site(&fixture, &["build", "--json"]).ends(0);
    let report = built
        .says("units of the use oficina: 0, but `facts:` declares 30")
        .json();
    assert_eq!(report["inventory"]["source"], "snapshot");
    assert_eq!(report["inventory"]["warnings"][0]["kind"], "count");
    assert_eq!(page(), before);
}

#[test]
fn a_pull_reports_for_people_and_for_machines() {
    let fixture = project();
    let shipped = site(&fixture, &["pull", "--offline", "--json"]).json();
    // Offline overrides an address in the environment.
    assert_eq!(
        (&shipped["source"], &shipped["date"]),
        (&json!("shipped"), &json!(SHIPPED_DAY))
    );
    assert!(fixture.requests().is_empty());
    let printed = site(&fixture, &["pull"]).stdout;
    assert!(
        printed.starts_with("34 units (") && printed.ends_with("from the platform\n"),
        "{printed}"
    );
    fixture.mode(Mode::Hang);
    let report = site(&fixture, &["pull", "--json"]).json();
    assert_eq!(
        (&report["done"], &report["source"]),
        (&json!(true), &json!("snapshot"))
    );
    assert_eq!(report["warnings"][0]["kind"], "failed");
    let report = site(&fixture, &["pull", "--json", "--strict"])
        .ends(3)
        .json();
    assert_eq!(
        (&report["done"], &report["reasons"][0]["kind"]),
        (&json!(false), &json!("failed"))
    );
}

#[test]
fn the_stub_prints_its_address_and_ends_on_sigterm() {
    let fixture = project();
    let mut stub = command(&fixture, &["platform-stub", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(stub.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line.trim();
    assert!(address.starts_with("http://"), "{address}");
    site(&fixture, &["pull", "--strict", "--platform", address]).ends(0);
    let ended = Command::new("kill")
        .arg(stub.id().to_string())
        .status()
        .unwrap();
    assert!(ended.success());
    assert_eq!(stub.wait().unwrap().code(), Some(0));
    assert_eq!(output.read(&mut [0]).unwrap(), 0, "it prints one line only");
}

#[test]
fn a_saved_inventory_is_used_when_the_platform_fails() {
    let fixture = project();
    let marks =
        "examples:\n  # invented\n  - content/inventory.json\n  - content/amenities.json # too\n";
    change(fixture.root(), "site.yaml", |_| {
        torre::source("site.yaml")
            .replace("examples:\n", marks)
            .replace("TORRE-ARBOLEDA", "TEST")
    });
    let inventory = || read(fixture.root(), "content/inventory.json");
    let example = inventory();
    let save = |arguments: &[&str]| site(&fixture, &[&["pull", "--save"], arguments].concat());
    for arguments in [&[][..], &["--offline"]] {
        // What the stub sends is the example.
        save(arguments)
            .ends(1)
            .says("content/inventory.json is unchanged: there is no good pull");
    }
    assert_eq!(inventory(), example);

    for unit in torre::STATED["Data"]["Property"].as_array().unwrap() {
        let code = unit["propertyCode"].as_str().unwrap();
        if code.starts_with("O-") {
            fixture.put(code, &json!({"status": "reservado"}));
        }
    }
    fixture.mode(Mode::ServerError);
    save(&[]).ends(1);
    fixture.mode(Mode::Ok);
    save(&[])
        .ends(0)
        .prints("content/inventory.json: written\nsite.yaml: written\n");
    let yaml = read(fixture.root(), "site.yaml");
    assert!(
        yaml.contains("  - content/amenities.json # too\n"),
        "the stub's are the example"
    );
    change_json(fixture.root(), "content/amenities.json", |answer| {
        answer["Data"]["Amenities"][0]["name"] = "Otra".into();
    });
    let files = [
        "content/inventory.json",
        "content/amenities.json",
        "site.yaml",
    ];
    save(&[])
        .ends(0)
        .prints(&files.map(|file| format!("{file}: written\n")).concat());
    let yaml = read(fixture.root(), "site.yaml");
    assert!(
        files.iter().all(|file| !yaml.contains(file)) && yaml.contains("  - legal.responsible\n"),
        "{yaml}"
    );

    fixture.mode(Mode::ServerError);
    fs::remove_dir_all(fixture.root().join(".site/snapshot")).unwrap();
    let pulled = site(&fixture, &["pull", "--json"]).json();
    assert_eq!(
        (&pulled["source"], &pulled["units"]),
        (&"shipped".into(), &UNITS.into())
    );
    assert!(
        pulled["statuses"]["disponible"]
            .as_u64()
            .is_some_and(|number| number < 20),
        "{pulled}"
    );
}

#[test]
fn commands_say_what_changed_since_the_last_publication() {
    let fixture = project();
    let read = |name: &str| read(fixture.root(), &format!(".site/{name}"));
    let said = |arguments: &[&str]| {
        let messages = site(&fixture, arguments).ends(0).stderr;
        let line = messages
            .lines()
            .find_map(|line| line.strip_prefix("site: news: "));
        line.unwrap_or_else(|| panic!("no news in {messages}"))
            .to_owned()
    };
    assert!(said(&["pull"]).starts_with("sin publicación anterior: 34 unidades ("));
    fixture.put("O-301", &json!({"status": "vendido"}));
    assert_eq!(said(&["pull"]), "1 vendida: O-301", "since the pull before");
    assert!(
        read("news.md").starts_with("### Cambios del inventario\n\nDesde la consulta anterior")
    );
    assert!(said(&["build"]).starts_with("sin publicación anterior: "));
    let data_file = fs::read(fixture.root().join("dist/data/inventory.json")).unwrap();
    publication::record_published(fixture.root(), &data_file).unwrap();
    fixture.put("O-305", &json!({"price": 3_328_000}));
    let report: Value = site(&fixture, &["build", "--json"]).ends(0).json();
    assert_eq!(report["news"]["text"], "1 precio sube 4 %: O-305");
    assert_eq!(report["news"]["since"]["kind"], "publication");
    let changes =
        json!([{"code": "O-305", "kind": "price", "from": 320_000_000, "to": 332_800_000}]);
    assert_eq!(report["news"]["changes"], changes);
    assert_eq!(read("news.txt"), "1 precio sube 4 %: O-305\n");
    assert!(read("news.md").ends_with("- 1 precio sube 4 %: `O-305`\n"));
    assert_eq!(said(&["pull", "--offline"]), "1 precio sube 4 %: O-305");
}
