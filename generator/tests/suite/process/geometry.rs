//! `site geometry import` with the real command, and the warnings of a build with what it wrote.

use std::fs;

use crate::process::command::{stderr, stdout};
use crate::support::sample_site::SampleSite;

/// A plan of the ground floor with a unit of the inventory and one that is not in it; 1 unit is 10 cm.
const PLAN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\">
<line id=\"scale-10\" x1=\"0\" x2=\"100\"/>
<rect id=\"L-101\" width=\"100\" height=\"60\"/>
<rect id=\"L-109\" x=\"100\" width=\"100\" height=\"60\"/>
</svg>";

#[test]
fn a_plan_becomes_the_geometry_that_the_next_build_compares_with_the_inventory() {
    let site = SampleSite::with("base");
    let plan = site.root().join("plan.svg");
    let import = |text: &str| {
        fs::write(&plan, text).unwrap();
        let plan = format!("1={}", plan.display());
        site.run(&["geometry", "import", &plan])
    };
    let output = import(&PLAN.replace("x=\"100\" width", "x=\"90\" width"));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let message = "plan.svg:4:1: `L-109` overlaps `L-101` by 6.0 m²: move the corners of one of them [invalid-geometry]";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    assert!(!site.root().join("content/geometry.json").exists());

    let output = import(PLAN);
    assert_eq!(stdout(&output), "content/geometry.json: 1 level, 2 units\n", "{}", stderr(&output));
    let build = site.run(&["build", "--offline"]);
    assert_eq!(build.status.code(), Some(0), "{}", stderr(&build));
    for warning in [
        "`L-109` is drawn, and the inventory does not have it",
        "level 3 of the inventory has units that are not drawn: `O-301`",
    ] {
        assert!(stderr(&build).contains(warning), "{warning}: {}", stderr(&build));
    }
    assert!(!stderr(&build).contains("`L-101` is drawn"), "its area is that of the inventory");
}

#[test]
fn each_file_has_a_level_that_may_be_a_basement() {
    let site = SampleSite::with("base");
    let plan = site.root().join("plan.svg");
    fs::write(&plan, PLAN).unwrap();
    let import = |plan: &str| site.run(&["geometry", "import", plan]);
    let output = import(&format!("-1={}", plan.display()));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written = fs::read_to_string(site.root().join("content/geometry.json")).unwrap();
    assert!(written.contains("\"level\": -1, \"elevation\": -4.0"), "{written}");

    for (plan, levels) in [("5-2=plan.svg", "5-2"), ("0=plan.svg", "0"), ("x=plan.svg", "x")] {
        let output = import(plan);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let message = format!("`{levels}` does not name levels: write a number or a range");
        assert!(stderr(&output).contains(&message), "{}", stderr(&output));
    }
    // Several basements before their file are not options.
    let basements = import("-3..-1=nope.svg");
    assert!(stderr(&basements).contains("nope.svg: cannot be read"), "{}", stderr(&basements));
    // One file for several levels is a typical floor.
    let twice = site.run(&[
        "geometry",
        "import",
        &format!("2={0}", plan.display()),
        &format!("3={0}", plan.display()),
    ]);
    assert_eq!(twice.status.code(), Some(1), "{}", stderr(&twice));
    assert!(stderr(&twice).contains("is on 2 levels: write `*` for the level"), "{}", stderr(&twice));
    assert!(stderr(&twice).contains("1 problem"), "{}", stderr(&twice));
    let missing = import("nope.svg");
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        stderr(&missing).contains("nope.svg: cannot be read: the file does not exist"),
        "{}",
        stderr(&missing)
    );
    fs::write(&plan, b"<svg>\n\xf1</svg>").unwrap();
    let latin = import(&plan.display().to_string());
    assert!(
        stderr(&latin).contains("plan.svg:2:1: is not UTF-8 text: save the file as UTF-8"),
        "{}",
        stderr(&latin)
    );
}
