//! Units from a command and from a file, with the gates, the snapshot and the messages of a platform's.

use std::fs;
use std::os::unix::fs::symlink;

use generator::stages::pull::{Origin, PullRequest, Source};
use platform::config::Limits;
use serde_json::{Value, json};

use crate::support::files::write;
use crate::support::pull_fixture::{PullFixture, YESTERDAY, kinds, noon, outcome};
use crate::support::rendered::lines;
use crate::support::torre::{self, UNITS};

/// A pull from the source of site.yaml.
fn own(fixture: &PullFixture) -> PullRequest {
    PullRequest {
        origin: Origin::Platform { url: None },
        ..fixture.request()
    }
}

/// The warnings of a pull that uses the last good inventory.
fn fallen_back(fixture: &PullFixture) -> String {
    let pulled = fixture.pull(&own(fixture)).unwrap();
    assert_ne!(pulled.source, Source::Platform);
    lines(pulled.warnings).join("\n")
}

fn shell(fixture: &mut PullFixture, script: &str) {
    fixture.platform.command = ["sh", "-c", script].map(str::to_owned).into();
}

/// The tower's units as CSV, by the names of the platform, with an empty row below them, as spreadsheets write it.
fn csv(separator: u8) -> String {
    let units = torre::STATED["Data"]["Property"].as_array().unwrap();
    let names: Vec<&String> = units[0].as_object().unwrap().keys().collect();
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer
        .delimiter(separator)
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(&names).unwrap();
    for unit in units {
        let cell = |name: &&String| match &unit[name.as_str()] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        writer.write_record(names.iter().map(cell)).unwrap();
    }
    writer.write_record(names.iter().map(|_| "")).unwrap();
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn what_a_command_prints_is_the_inventory() {
    let mut fixture = PullFixture::start();
    shell(&mut fixture, "cat content/inventory.json; echo noise >&2");
    let pulled = fixture
        .pull(&PullRequest {
            strict: true,
            now: noon(YESTERDAY),
            ..own(&fixture)
        })
        .unwrap();
    assert_eq!(
        (pulled.source, pulled.inventory.units.len()),
        (Source::Platform, UNITS)
    );
    assert_eq!(
        pulled.inventory.amenities.len(),
        2,
        "those of content/amenities.json"
    );
    assert!(fixture.requests().is_empty());
    let answer = json!({"data": [], "Data": {"Amenities": [{"code": "a", "name": "Alberca"}], "Property": torre::STATED["Data"]["Property"]}});
    write(fixture.root(), "answer.json", answer.to_string());
    shell(&mut fixture, "cat answer.json");
    assert_eq!(
        fixture.pull(&own(&fixture)).unwrap().inventory.amenities[0].name,
        "Alberca"
    );

    // The gates refuse half of the units.
    shell(
        &mut fixture,
        "head -c 0 /dev/null; printf '{\"Data\": {\"Property\": []}}'",
    );
    let refused = fixture.pull(&own(&fixture)).unwrap();
    assert_eq!(refused.source, Source::Snapshot);
    assert!(
        kinds(&refused.warnings).contains(&"vanished"),
        "{:?}",
        refused.warnings
    );

    // Commands that only show a project run nothing; an address takes precedence.
    shell(&mut fixture, "touch ran");
    let shown = fixture
        .pull(&PullRequest {
            runs_commands: false,
            ..own(&fixture)
        })
        .unwrap();
    assert_eq!(outcome(&shown), (Source::Snapshot, vec![]));
    assert_eq!(
        fixture.pull(&fixture.request()).unwrap().source,
        Source::Platform
    );
    assert!(!fixture.root().join("ran").exists());
    fs::remove_dir_all(fixture.root().join(".site")).unwrap();
    fixture
        .own
        .examples
        .push("content/amenities.json".to_owned());
    for runs_commands in [false, true] {
        // Those of the project, which no source replaces.
        let shipped = fixture
            .pull(&PullRequest {
                runs_commands,
                ..own(&fixture)
            })
            .unwrap();
        assert_eq!(
            (shipped.source, shipped.inventory.amenities.len()),
            (Source::Shipped, 2)
        );
    }
    fixture
        .own
        .examples
        .push("content/inventory.json".to_owned());
    assert!(
        fixture
            .pull(&PullRequest {
                runs_commands: false,
                ..own(&fixture)
            })
            .is_ok()
    );
    assert!(
        fixture.pull(&own(&fixture)).is_err(),
        "the command prints nothing"
    );
}

#[test]
fn a_command_that_fails_says_why() {
    let mut fixture = PullFixture::with_snapshot();
    for (script, message) in [
        (
            "printf 'no \\033[31mdatabase\\nat all' >&2; exit 3",
            "platform.command: it ended with exit status: 3: no [31mdatabase at all",
        ),
        ("yes | head -c 5000000", "larger than 1048576 bytes"),
        ("printf ''", "this is neither JSON nor a CSV"),
        ("printf '<html>,x'", "this is neither JSON nor a CSV"),
        (
            "printf '{\"Data\":'",
            "platform.command: the platform's JSON cannot be parsed",
        ),
        ("printf '{\"units\": [{}]}'", "there is a list at `units`"),
        ("kill -9 $$", "signal: 9"),
    ] {
        shell(&mut fixture, script);
        let warnings = fallen_back(&fixture);
        assert!(warnings.contains(message), "{script}: {warnings}");
    }
    fixture.platform.command = vec!["not/there".to_owned()];
    assert!(fallen_back(&fixture).contains("platform.command: `not/there` cannot be started"));
}

#[test]
fn a_command_that_does_not_end_is_stopped_with_its_children() {
    let mut fixture = PullFixture::with_snapshot();
    fixture.platform.limits = Limits {
        deadline_ms: 700,
        ..fixture.platform.limits
    };
    shell(
        &mut fixture,
        "echo waiting >&2; (sleep 600 & echo $! > child; wait); echo done",
    );
    let warnings = fallen_back(&fixture);
    assert!(
        warnings.contains("it did not end within 0.7 s"),
        "{warnings}"
    );
    assert!(warnings.contains("was stopped: waiting"), "{warnings}");
    let child = fs::read_to_string(fixture.root().join("child")).unwrap();
    let stat = format!("/proc/{}/stat", child.trim());
    while fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        std::thread::yield_now();
    }
    // A child that keeps the output open after its parent has ended.
    shell(&mut fixture, "sleep 600 & exit 0");
    assert!(fallen_back(&fixture).contains("it did not end within 0.7 s"));
}

#[test]
fn a_file_is_json_or_csv() {
    let mut fixture = PullFixture::start();
    let file = "data/units.txt";
    fixture.platform.file = Some(file.to_owned());
    let expected = fixture
        .pull(&fixture.offline())
        .unwrap()
        .inventory
        .units
        .clone();
    for text in [
        csv(b','),
        csv(b';'),
        format!("\u{feff}\r\n{}", csv(b';')),
        csv(b'\t'),
        torre::STATED.to_string(),
    ] {
        write(fixture.root(), file, &text);
        let pulled = fixture
            .pull(&PullRequest {
                strict: true,
                ..own(&fixture)
            })
            .unwrap();
        assert_eq!(pulled.source, Source::Platform, "{}", &text[..40]);
        assert_eq!(pulled.inventory.units, expected, "{}", &text[..40]);
    }
    let whole = csv(b',');
    let heading = whole.lines().next().unwrap();
    let price = torre::STATED["Data"]["Property"][0]["price"].to_string();
    for (text, message) in [
        (
            whole.replace("disponible", "NaN").into_bytes(),
            "line 3, unit L-102, column `status`: \"NaN\" is not a known status: map it in",
        ),
        (
            format!("{heading}\r\n\r\nO-1,2\r\n").into_bytes(),
            "line 3 has 2 values, and the line of names",
        ),
        // As spreadsheets on Windows write it.
        (
            format!("{heading}\r\nO-1,2\r\n").into_bytes(),
            "line 2 has 2 values, and the line of names",
        ),
        (
            format!("{whole}\r\n{heading}\r\n").into_bytes(),
            "has the names of line 1 again: remove it",
        ),
        (
            format!(
                "{}\r\nTOTAL{}\r\n",
                whole.trim_end(),
                ",".repeat(heading.matches(',').count())
            )
            .into_bytes(),
            "write them, or remove a row that is not a unit, as of totals",
        ),
        (
            format!("price,{heading}\n").into_bytes(),
            "have the name \"price\": give each column its own name",
        ),
        (
            b"propertyCode,unit\nO-1,\xff\n".to_vec(),
            "line 2 is not UTF-8 text: save or print it as UTF-8",
        ),
        (b"p\0r\0o\0".to_vec(), "line 1 is not UTF-8 text"),
        (
            whole.replace("price", "prize").into_bytes(),
            "the table has no column `price` for `platform.fields.price` (did you mean `prize`?): its columns are",
        ),
        (
            whole.replacen(&price, "3 millones", 1).into_bytes(),
            "\"3 millones\" is not a number like 1,234.50: correct it in the table",
        ),
        (
            format!("3 units\n{}", *torre::STATED).into_bytes(),
            "line 1, \"3 units\", is above the JSON, which begins in line 2: print the units alone",
        ),
    ] {
        write(fixture.root(), file, &text);
        let warnings = fallen_back(&fixture);
        assert!(
            warnings.to_lowercase().contains(&message.to_lowercase()),
            "{message}: {warnings}"
        );
    }
}

#[test]
fn a_file_outside_of_the_project_is_not_read() {
    let mut fixture = PullFixture::with_snapshot();
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "units.json", torre::STATED.to_string());
    symlink(outside.path(), fixture.root().join("data")).unwrap();
    symlink(
        outside.path().join("units.json"),
        fixture.root().join("units.json"),
    )
    .unwrap();
    fs::create_dir(fixture.root().join("folder")).unwrap();
    for file in [
        "data/units.json",
        "units.json",
        "folder",
        "missing.csv",
        "../units.json",
    ] {
        fixture.platform.file = Some(file.to_owned());
        let warnings = fallen_back(&fixture);
        assert!(
            warnings.contains(&format!("platform.file: {file} cannot be read")),
            "{warnings}"
        );
    }
}
