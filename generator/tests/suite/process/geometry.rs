//! `site geometry import` with the real command, and the warnings of a build with what it wrote.

use std::fs;

use crate::support::files::write;
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
    let plan = format!("1={}", site.root().join("plan.svg").display());
    let import = |text: &str| {
        write(site.root(), "plan.svg", text);
        site.run(&["geometry", "import", &plan])
    };
    import(&PLAN.replace("x=\"100\" width", "x=\"90\" width")).ends(1).says(
        "plan.svg:4:1: `L-109` overlaps `L-101` by 6.0 m²: move the corners of one of them [invalid-geometry]",
    );
    assert!(!site.root().join("content/geometry.json").exists());

    assert_eq!(import(PLAN).ends(0).stdout, "content/geometry.json: 1 level, 2 units\n");
    let build = site
        .build()
        .says("`L-109` is drawn, and the inventory does not have it")
        .says("level 3 of the inventory has units that are not drawn: `O-301`");
    assert!(!build.stderr.contains("`L-101` is drawn"), "its area is that of the inventory");
}

#[test]
fn each_file_has_a_level_that_may_be_a_basement() {
    let site = SampleSite::with("base");
    write(site.root(), "plan.svg", PLAN);
    let plan = site.root().join("plan.svg").display().to_string();
    let import = |plans: &[&str]| site.run(&[&["geometry", "import"], plans].concat());
    import(&[&format!("-1={plan}")]).ends(0);
    let written = site.read("content/geometry.json");
    assert!(written.contains("\"level\": -1, \"elevation\": -4.0"), "{written}");

    for levels in ["5-2", "0", "x"] {
        let message = format!("`{levels}` does not name levels: write a number or a range");
        import(&[&format!("{levels}=plan.svg")]).ends(2).says(&message);
    }
    // Several basements before their file are not options.
    import(&["-3..-1=nope.svg"]).says("nope.svg: cannot be read");
    // One file for several levels is a typical floor.
    let twice = import(&[&format!("2={plan}"), &format!("3={plan}")]).ends(1);
    twice.says("is on 2 levels: write `*` for the level").says("1 problem");
    import(&["nope.svg"]).ends(1).says("nope.svg: cannot be read: the file does not exist");
    fs::write(&plan, b"<svg>\n\xf1</svg>").unwrap();
    import(&[&plan]).says("plan.svg:2:1: is not UTF-8 text: save the file as UTF-8");
}
