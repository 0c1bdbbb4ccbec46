//! The `site` command as a process: exit statuses, stdout and stderr, and the files it writes.

use std::fs;
use std::process::Stdio;

use serde_json::json;

use crate::support::command::{Ran, site_command};
use crate::support::files::write;
use crate::support::sample_site::SampleSite;

#[test]
fn a_build_prints_its_result_on_stdout_and_progress_on_stderr_and_writes_what_changed() {
    let site = SampleSite::with("units");
    let first = site
        .build()
        .prints("8 pages, 2 units, ")
        .says("site: render");
    assert_eq!(first.stdout.lines().count(), 1);
    let modified = || fs::metadata(site.dist()).unwrap().modified().unwrap();
    let before = modified();
    site.build().prints("nothing changed");
    assert_eq!(modified(), before);

    site.edit(
        "content/inventory.json",
        "\"price\": 5000000",
        "\"price\": 5100000",
    );
    let result = site.run(&["build", "--offline", "--json"]).json();
    assert_eq!(result["done"], true);
    let lists = [
        "/data/inventory.json",
        "/data/listings.csv",
        "/data/listings.en.csv",
    ];
    let pages = ["/en/inventario/L-101", "/inventario/L-101", "/sitemap.xml"];
    assert_eq!(result["changed_urls"], json!([lists, pages].concat()));
    let noted = site.read(".site/changed-urls.txt");
    assert_eq!(
        noted.lines().next(),
        Some("https://muestra.example/data/inventory.json")
    );
}

#[test]
fn explain_names_each_written_file_and_that_of_the_lead_function_is_beside_the_site() {
    let site = SampleSite::with("units");
    let explain = || site.run(&["build", "--offline", "--explain"]);
    let first = explain().prints("written inventario/L-101.html: rendered\n");
    assert_eq!(first.stdout.lines().count(), site.files().len() + 1);
    explain().prints("kept    inventario/L-101.html: rendered\n");

    // What the lead function has of the site is beside it, and is written again.
    let file = site.root().join(lead_site::FILE);
    let first = fs::read(&file).unwrap();
    let unit = &lead_site::LeadSite::parse(&first).unwrap().units["L-101"];
    assert_eq!(
        (&*unit.total, &*unit.pages["en"].page),
        ("$5,800,000\u{a0}MXN", "/en/inventario/L-101")
    );
    fs::remove_file(&file).unwrap();
    site.build();
    assert_eq!(
        fs::read(&file).unwrap(),
        first,
        "the same sources, the same bytes"
    );
    assert!(!site.files().keys().any(|path| path.contains("leads")));
}

#[test]
fn problems_wrong_use_and_a_folder_of_somebody_else_have_statuses_of_their_own() {
    let site = SampleSite::with("base");
    write(site.root(), "photos/holiday.jpg", "x");
    let photos = site.root().join("photos").display().to_string();
    for (arguments, status) in [
        (&["build", "--ofline"][..], 2),
        (&["bild"], 2),
        (&["build", "--offline", "--inventory", "units.json"], 2),
        (&["build", "--inventory", "nowhere.json"], 1),
        (&["build", "--offline", "--out", &photos], 4),
    ] {
        println!("{arguments:?}");
        site.run(arguments).ends(status);
    }
    assert_eq!(site.read("photos/holiday.jpg"), "x");

    site.edit("content/es/index.md", "title:", "titel:");
    let ran = site.run(&["build", "--offline"]).ends(1);
    let message = "content/es/index.md:2:1: unknown key `titel`: did you mean `title`? [unknown-key]\n1 problem\n";
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.ends_with(message)),
        ("", true),
        "{}",
        ran.stderr
    );
    assert_eq!(
        site.run(&["build", "--offline", "--json"]).json()["problems"][0]["line"],
        2
    );
    assert!(!site.dist().exists());
}

#[test]
fn check_prints_problems_of_finished_pages() {
    let site = SampleSite::with("base");
    // The smallest site has months of construction and no page for them, which would be a finding.
    site.edit(
        "site.yaml",
        "  progress: { from: 2025-01, to: 2025-02 }\n",
        "",
    );
    // And facts that no text shows.
    let facts = "{# facts.parking_spaces facts.elevators facts.clear_height_m facts.price_from facts.tourism_gdp_percent #}";
    site.edit("templates/pages/text.html", "<h1>", &format!("{facts}<h1>"));
    // And an amenity without a text in English.
    site.edit(
        "content/amenities.json",
        "{\"code\": \"cardio\"",
        "{\"code\": \"relax\"",
    );
    let check = || site.run(&["check", "--offline"]);
    let warning = "content/en/strings.json: the amenity `relax` of the platform has no text `amenity.relax.name`: add it";
    assert!(check().prints(warning).stdout.starts_with(warning));
    let texts = "\"name\": \"Cardio room\", \"description\": \"Un cuarto.\"";
    site.edit(
        "content/amenities.json",
        texts,
        "\"name\": \"\", \"description\": \"\"",
    );
    assert_eq!(check().ends(0).stdout, "2 pages checked, 0 problems\n");
    site.edit(
        "templates/pages/text.html",
        "<h1>",
        "<h1 style=\"color: red\">",
    );
    let result = site.run(&["check", "--offline", "--json"]).ends(1).json();
    assert_eq!(result["problems"].as_array().unwrap().len(), 2);
    assert!(!site.dist().exists(), "check writes no site");
}

#[test]
fn every_command_has_help() {
    let run = |arguments: &[&str]| Ran::run(&mut site_command(arguments)).ends(0);
    run(&["--help"]).prints("Exit status:");
    let commands = "build serve check explain geometry theme new pull host-files upgrade platform-stub completions";
    for command in commands.split(' ') {
        println!("{command}");
        run(&[command, "--help"]).prints("Example");
    }
    run(&["completions", "bash"]).prints("platform-stub");
}

#[test]
fn a_check_before_launch_reports_every_example() {
    let site = SampleSite::with("payment-plans");
    site.edit(
        "site.yaml",
        "name: Muestra\n",
        "name: Muestra\nexamples: [name, legal.responsible]\n",
    );
    site.edit("content/es/index.md", "title:", "example: true\ntitle:");
    site.edit("content/en/index.md", "title:", "example: true\ntitle:");
    site.edit(
        "content/payment-plans.yaml",
        "plans:\n  - ",
        "plans:\n  - example: true\n    ",
    );
    let confirm = "is an example: replace or confirm it, and remove `example`";
    site.run(&["check", "--offline", "--before-launch"])
        .ends(1)
        .prints(&format!("content/en/index.md:2:1: this text {confirm}"))
        .prints(&format!("content/es/index.md:2:1: this text {confirm}"))
        .prints(&format!("this payment plan {confirm}"))
        .prints("[missing-fact]")
        .prints("site.yaml:1:1: `name` is an example: replace it, and remove it from `examples`")
        .prints("`legal.responsible` is an example: replace it, and remove it from `examples`");
    let plain = site.run(&["check", "--offline"]).stdout;
    assert!(!plain.contains("an example"), "{plain}");
}

#[test]
fn a_program_and_what_it_writes_say_which_release_they_are_of() {
    let version = env!("CARGO_PKG_VERSION");
    let written = format!("\"$comment\": \"Written by site {version}.\"");
    SampleSite::with("base")
        .run(&["schema", "theme"])
        .prints(&written);
    let build = option_env!("SITE_COMMIT")
        .map_or("development build".to_owned(), |id| format!("commit {id}"));
    let printed = Ran::run(&mut site_command(&["--version"])).stdout;
    assert_eq!(
        printed,
        format!("site {version} ({build}, project format 1)\n")
    );
}

#[test]
fn a_closed_pipe_is_not_an_error_and_results_that_cannot_be_written_are_one() {
    let site = SampleSite::with("base");
    let mut command = site.command(&["build", "--offline"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let status = site_command(&["completions", "bash"])
        .stdout(full)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}
