//! Pulls through the `site` command: exit statuses, an unchanged `dist/`, and all units on the pages.
//! Needs the npm packages.

use crate::support::files::copy_files;
use crate::support::pull_fixture::{PullFixture, SHIPPED_DAY, TOKEN};
use crate::support::torre::{self, UNITS};
use platform::stub::Mode;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

const SITE: &str = env!("CARGO_BIN_EXE_site");

/// The project in the fixture's folder, with a running platform stub.
pub(super) fn project() -> PullFixture {
    let fixture = PullFixture::start();
    for source in ["theme.yaml", "templates", "islands"] {
        symlink(torre::root().join(source), fixture.root().join(source)).unwrap();
    }
    // The fixture has an inventory of its own.
    copy_files(&torre::root().join("content"), &fixture.root().join("content"), |path| {
        !fixture.root().join("content").join(path).exists()
    });
    torre::link_cache(fixture.root());
    fs::copy(torre::root().join("site.yaml"), fixture.root().join("site.yaml")).unwrap();
    torre::configure(
        fixture.root(),
        &[(
            "project_code: TORRE-ARBOLEDA\n",
            "project_code: TEST\n  limits: { attempt_ms: 2000, deadline_ms: 3000 }\n",
        )],
    );
    fixture
}

pub(super) fn site(fixture: &PullFixture, arguments: &[&str]) -> Output {
    Command::new(SITE)
        .args(arguments)
        .arg("--root")
        .arg(fixture.root())
        .env("PLATFORM_TOKEN", TOKEN)
        .env("PLATFORM_URL", &fixture.url)
        .env("RUST_LOG", "warn")
        .output()
        .unwrap()
}

pub(super) fn done(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
}

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Every file below `folder` with its bytes and its modification time, without the cache that tests share.
fn files(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&path));
        } else if !entry.file_type().unwrap().is_symlink() {
            let changed = entry.metadata().unwrap().modified().unwrap();
            found.insert(path.clone(), (fs::read(path).unwrap(), changed));
        }
    }
    found
}

#[test]
fn a_build_from_the_platform_shows_every_unit_in_both_languages() {
    let fixture = project();
    done(&site(&fixture, &["build", "--strict"]));
    for page in ["inventario.html", "en/inventario.html"] {
        let html = fs::read_to_string(fixture.root().join("dist").join(page)).unwrap();
        let rows = html.matches("<tr").count();
        assert!(rows >= UNITS, "{page} has {rows} rows");
        for unit in &fixture.pull(&fixture.offline()).unwrap().inventory.units {
            assert!(html.contains(&format!("/inventario/{}", unit.code)), "{page} lacks {}", unit.code);
        }
    }
}

#[test]
fn strict_leaves_dist_as_it_was_and_ends_with_status_3() {
    let fixture = project();
    done(&site(&fixture, &["build"]));
    let dist = fixture.root().join("dist");
    let (before, snapshot) = (files(&dist), fixture.snapshot_bytes());
    assert!(before.len() > 100);
    for mode in
        [Mode::ServerError, Mode::Refuse, Mode::Half, Mode::PriceTimesTen, Mode::UnknownStatus, Mode::Html]
    {
        fixture.mode(mode);
        let refused = site(&fixture, &["build", "--strict"]);
        assert_eq!(refused.status.code(), Some(3), "{mode:?}: {}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("the inventory is refused"), "{mode:?}");
        assert!(files(&dist) == before, "{mode:?}: dist/ was touched");
        assert_eq!(fixture.snapshot_bytes(), snapshot, "{mode:?}");
    }
}

#[test]
fn without_strict_the_last_good_inventory_is_built_and_the_reason_is_logged() {
    let fixture = project();
    done(&site(&fixture, &["build"]));
    let inventory = fixture.root().join("dist/inventario.html");
    let before = fs::read(&inventory).unwrap();
    fixture.mode(Mode::Empty);
    let built = site(&fixture, &["build", "--json"]);
    done(&built);
    assert!(text(&built.stderr).contains("units of the use oficina: 0, but `facts:` declares 30"));
    let report: Value = serde_json::from_slice(&built.stdout).unwrap();
    assert_eq!(report["inventory"]["source"], "snapshot");
    assert_eq!(report["inventory"]["warnings"][0]["kind"], "count");
    assert_eq!(fs::read(&inventory).unwrap(), before);
}

#[test]
fn a_pull_reports_for_people_and_for_machines() {
    let fixture = project();
    let pulled = site(&fixture, &["pull"]);
    assert!(text(&pulled.stdout).starts_with("34 units ("), "{}", text(&pulled.stdout));
    assert!(text(&pulled.stdout).trim_end().ends_with("from the platform"));
    fixture.mode(Mode::Hang);
    let pulled = site(&fixture, &["pull", "--json"]);
    let report: Value = serde_json::from_slice(&pulled.stdout).unwrap();
    assert_eq!((&report["done"], &report["source"]), (&Value::Bool(true), &Value::from("snapshot")));
    assert_eq!(report["warnings"][0]["kind"], "failed");
    let refused = site(&fixture, &["pull", "--json", "--strict"]);
    assert_eq!(refused.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&refused.stdout).unwrap();
    assert_eq!(
        (&report["done"], &report["reasons"][0]["kind"]),
        (&Value::Bool(false), &Value::from("failed"))
    );
}

#[test]
fn offline_overrides_an_address_in_the_environment() {
    let fixture = project();
    let pulled = site(&fixture, &["pull", "--offline", "--json"]);
    let report: Value = serde_json::from_slice(&pulled.stdout).unwrap();
    assert_eq!((&report["source"], &report["date"]), (&Value::from("shipped"), &Value::from(SHIPPED_DAY)));
    assert!(fixture.requests().is_empty());
}

#[test]
fn an_unusable_file_and_wrong_use_have_their_own_exit_status() {
    let fixture = project();
    assert_eq!(site(&fixture, &["build", "--inventory", "nowhere.json"]).status.code(), Some(1));
    assert_eq!(site(&fixture, &["build", "--offline", "--inventory", "x.json"]).status.code(), Some(2));
    assert!(!fixture.root().join("dist").exists());
}

#[test]
fn the_stub_prints_its_address_and_ends_on_sigterm() {
    let fixture = project();
    let mut stub = Command::new(SITE)
        .args(["platform-stub", "--port", "0", "--root"])
        .arg(fixture.root())
        .env("PLATFORM_TOKEN", TOKEN)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(stub.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().to_owned();
    let pulled = site(&fixture, &["pull", "--strict", "--platform", &format!("http://{address}")]);
    done(&pulled);
    let ended = Command::new("kill").arg(stub.id().to_string()).status().unwrap();
    assert!(ended.success());
    assert_eq!(stub.wait().unwrap().code(), Some(0));
    assert_eq!(output.read(&mut [0]).unwrap(), 0, "it prints one line only");
}

#[test]
fn a_saved_inventory_is_used_when_the_platform_fails() {
    let fixture = project();
    let marked = |marks: &str| {
        let yaml = fs::read_to_string(torre::root().join("site.yaml")).unwrap();
        let yaml = yaml.replace("examples:\n", &format!("examples:\n{marks}"));
        fs::write(fixture.root().join("site.yaml"), yaml.replace("TORRE-ARBOLEDA", "TEST")).unwrap();
    };
    marked("  # invented\n  - content/inventory.json\n  - content/amenities.json # too\n");
    let inventory = fixture.root().join("content/inventory.json");
    let example = fs::read(&inventory).unwrap();
    let saves = |arguments: &[&str]| {
        let output = site(&fixture, &[&["pull", "--save"], arguments].concat());
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for arguments in [&[][..], &["--offline"]] {
        let (code, _, message) = saves(arguments);
        assert_eq!(code, Some(1), "the stub's example: {message}");
        assert!(message.contains("content/inventory.json is unchanged: there is no good pull"), "{message}");
    }
    assert_eq!(fs::read(&inventory).unwrap(), example);

    for code in (1..=4).flat_map(|level| (1..=10).map(move |unit| format!("O-{level}{unit:02}"))) {
        let url = format!("units/{code}");
        if torre::STATED["Data"]["Property"]
            .as_array()
            .unwrap()
            .iter()
            .any(|unit| unit["propertyCode"] == *code)
        {
            fixture.put(&url, &serde_json::json!({"status": "reservado"}));
        }
    }
    fixture.mode(Mode::ServerError);
    assert_eq!(saves(&[]).0, Some(1));
    fixture.mode(Mode::Ok);
    let (code, printed, message) = saves(&[]);
    assert_eq!(code, Some(0), "{message}");
    assert!(printed.contains("content/inventory.json: written\nsite.yaml: written\n"), "{printed}");
    let yaml = fs::read_to_string(fixture.root().join("site.yaml")).unwrap();
    assert!(yaml.contains("  - content/amenities.json # too\n"), "the stub's are the example");
    let amenities = fixture.root().join("content/amenities.json");
    let mut other: Value = serde_json::from_slice(&fs::read(&amenities).unwrap()).unwrap();
    other["Data"]["Amenities"][0]["name"] = "Otra".into();
    fs::write(&amenities, other.to_string()).unwrap();
    let (code, printed, message) = saves(&[]);
    assert_eq!(code, Some(0), "{message}");
    assert!(
        printed.contains(
            "content/inventory.json: written\ncontent/amenities.json: written\nsite.yaml: written\n"
        )
    );
    let yaml = fs::read_to_string(fixture.root().join("site.yaml")).unwrap();
    assert!(!yaml.contains("content/inventory.json") && !yaml.contains("content/amenities.json"), "{yaml}");
    assert!(yaml.contains("  - legal.responsible\n"));

    fixture.mode(Mode::ServerError);
    fs::remove_dir_all(fixture.root().join(".site/snapshot")).unwrap();
    let output = site(&fixture, &["pull", "--json"]);
    let pulled: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&pulled["source"], &pulled["units"]), (&"shipped".into(), &UNITS.into()));
    assert_eq!(pulled["statuses"]["disponible"].as_u64().map(|number| number < 20), Some(true), "{pulled}");
}
