//! The `site` command as a process: exit statuses, stdout and stderr, and the files it writes.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::sample_site::SampleSite;
use serde_json::Value;

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_build_prints_its_result_on_stdout_and_progress_on_stderr() {
    let site = SampleSite::with("units");
    let output = site.run(&["build", "--offline"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("8 pages, 2 units, "), "{}", stdout(&output));
    assert_eq!(stdout(&output).lines().count(), 1);
    assert!(stderr(&output).contains("site: render"));
}

#[test]
fn explain_says_of_each_file_whether_it_was_written() {
    let site = SampleSite::with("units");
    let lines = || -> Vec<String> {
        let output = site.run(&["build", "--offline", "--explain"]);
        stdout(&output).lines().map(str::to_owned).collect()
    };
    let first = lines();
    assert_eq!(first.len(), site.files().len() + 1);
    assert!(first.contains(&"written inventario/L-101.html: rendered".to_owned()), "{first:?}");
    let again = lines();
    assert!(again.contains(&"kept    inventario/L-101.html: rendered".to_owned()), "{again:?}");
}

#[test]
fn a_build_writes_what_the_lead_function_has_of_the_site_beside_it() {
    let site = SampleSite::with("units");
    let file = site.root().join(lead_site::FILE);
    let build = || {
        assert!(site.run(&["build", "--offline"]).status.success());
        fs::read(&file).unwrap()
    };
    let first = build();
    let data = lead_site::LeadSite::parse(&first).unwrap();
    let unit = &data.units["L-101"];
    assert_eq!(unit.total, "$5,800,000\u{a0}MXN");
    assert_eq!(unit.pages["en"].page, "/en/inventario/L-101");
    fs::remove_file(&file).unwrap();
    assert_eq!(build(), first, "the same sources, the same bytes");
    assert!(!site.files().keys().any(|path| path.contains("leads")));
}

#[test]
fn json_is_one_object_with_the_changed_addresses() {
    let site = SampleSite::with("units");
    site.run(&["build", "--offline"]);
    site.edit("content/inventory.json", "\"price\": 5000000", "\"price\": 5100000");
    let output = site.run(&["build", "--offline", "--json"]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["done"], true);
    let changed: Vec<&str> =
        result["changed_urls"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let lists = ["/data/inventory.json", "/data/listings.csv", "/data/listings.en.csv"];
    let pages = ["/en/inventario/L-101", "/inventario/L-101", "/sitemap.xml"];
    assert_eq!(changed, [&lists[..], &pages].concat());
    let noted = fs::read_to_string(site.root().join(".site/changed-urls.txt")).unwrap();
    assert_eq!(noted.lines().next(), Some("https://muestra.example/data/inventory.json"));
}

#[test]
fn a_build_without_changes_writes_nothing() {
    let site = SampleSite::with("units");
    site.run(&["build", "--offline"]);
    let before = fs::metadata(site.dist()).unwrap().modified().unwrap();
    let output = site.run(&["build", "--offline"]);
    assert!(stdout(&output).contains("nothing changed"), "{}", stdout(&output));
    assert_eq!(fs::metadata(site.dist()).unwrap().modified().unwrap(), before);
}

#[test]
fn problems_end_with_status_1_and_leave_the_last_site() {
    let site = SampleSite::with("base");
    site.run(&["build", "--offline"]);
    let before = site.files();
    site.edit("content/es/index.md", "title:", "titel:");
    let output = site.run(&["build", "--offline"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(
        "content/es/index.md:2:1: unknown key `titel`: did you mean `title`? [unknown-key]\n1 problem\n"
    ));
    assert_eq!(stdout(&output), "");
    assert_eq!(site.files(), before);
    let output = site.run(&["build", "--offline", "--json"]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["problems"][0]["line"], 2);
}

#[test]
fn wrong_use_ends_with_status_2() {
    let site = SampleSite::with("base");
    for arguments in
        [&["build", "--ofline"][..], &["bild"], &["build", "--offline", "--inventory", "units.json"]]
    {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn refused_data_ends_with_status_3_and_leaves_the_last_site() {
    let site = SampleSite::with("units");
    site.run(&["build", "--offline"]);
    let before = site.files();
    // Nothing listens on port 9.
    let mut command = site.command(&["build", "--strict", "--platform", "http://127.0.0.1:9"]);
    let output = command.env("PLATFORM_TOKEN", "unused").output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert_eq!(site.files(), before);
}

#[test]
fn a_folder_of_somebody_else_ends_with_status_4() {
    let site = SampleSite::with("base");
    let photos = site.root().join("photos");
    fs::create_dir(&photos).unwrap();
    fs::write(photos.join("holiday.jpg"), "x").unwrap();
    let output = site.run(&["build", "--offline", "--out", photos.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(photos.join("holiday.jpg").exists());
}

#[test]
fn check_prints_problems_of_finished_pages() {
    let site = SampleSite::with("base");
    // The smallest site has months of construction and no page for them, which would be a finding.
    site.edit("site.yaml", "  progress: { from: 2025-01, to: 2025-02 }\n", "");
    // And facts that no text shows.
    let facts = "{# facts.parking_spaces facts.elevators facts.clear_height_m facts.price_from facts.tourism_gdp_percent #}";
    site.edit("templates/pages/text.html", "<h1>", &format!("{facts}<h1>"));
    // And an amenity without a text in English.
    site.edit("content/amenities.json", "{\"code\": \"cardio\"", "{\"code\": \"relax\"");
    let untranslated = site.run(&["check", "--offline"]);
    let warning = "content/en/strings.json: the amenity `relax` of the platform has no text `amenity.relax.name`: add it";
    assert!(stdout(&untranslated).starts_with(warning), "{}", stdout(&untranslated));
    site.edit(
        "content/amenities.json",
        "\"name\": \"Cardio room\", \"description\": \"Un cuarto.\"",
        "\"name\": \"\", \"description\": \"\"",
    );
    let output = site.run(&["check", "--offline"]);
    assert_eq!(stdout(&output), "2 pages checked, 0 problems\n", "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
    site.edit("templates/pages/text.html", "<h1>", "<h1 style=\"color: red\">");
    let output = site.run(&["check", "--offline", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["problems"].as_array().unwrap().len(), 2);
    assert!(!site.dist().exists(), "check writes no site");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let site = SampleSite::with("base");
    let mut child =
        site.command(&["build", "--offline"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn every_command_has_help() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_site")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        stdout(&output)
    };
    assert!(help(&["--help"]).contains("Exit status:"));
    for command in [
        "build",
        "serve",
        "check",
        "explain",
        "geometry",
        "theme",
        "new",
        "pull",
        "host-files",
        "upgrade",
        "platform-stub",
        "completions",
    ] {
        let text = help(&[command, "--help"]);
        assert!(text.contains("Example"), "{command}: {text}");
    }
    assert!(help(&["completions", "bash"]).contains("platform-stub"));
}

#[test]
fn a_check_before_launch_reports_every_example() {
    let site = SampleSite::with("payment-plans");
    site.edit("site.yaml", "name: Muestra\n", "name: Muestra\nexamples: [name, legal.responsible]\n");
    site.edit("content/es/index.md", "title:", "example: true\ntitle:");
    site.edit("content/en/index.md", "title:", "example: true\ntitle:");
    site.edit("content/payment-plans.yaml", "plans:\n  - ", "plans:\n  - example: true\n    ");
    let output = site.run(&["check", "--offline", "--before-launch"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let printed = stdout(&output);
    for line in [
        "content/en/index.md:2:1: this text is an example: replace or confirm it, and remove `example`",
        "content/es/index.md:2:1: this text is an example: replace or confirm it, and remove `example`",
        "this payment plan is an example: replace or confirm it, and remove `example`",
        "site.yaml:1:1: `name` is an example: replace it, and remove it from `examples`",
        "`legal.responsible` is an example: replace it, and remove it from `examples`",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    let plain = stdout(&site.run(&["check", "--offline"]));
    assert!(!plain.contains("an example"), "{plain}");
}

#[test]
fn a_program_and_what_it_writes_say_which_release_they_are_of() {
    let site = SampleSite::with("base");
    let printed = stdout(&site.run(&["schema", "theme"]));
    let version = env!("CARGO_PKG_VERSION");
    assert!(printed.contains(&format!("\"$comment\": \"Written by site {version}.\"")), "{printed}");
    let printed = stdout(&Command::new(env!("CARGO_BIN_EXE_site")).arg("--version").output().unwrap());
    let build =
        option_env!("SITE_COMMIT").map_or("development build".to_owned(), |id| format!("commit {id}"));
    assert_eq!(printed, format!("site {version} ({build}, project format 1)\n"));
}
