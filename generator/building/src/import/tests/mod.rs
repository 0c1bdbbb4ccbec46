use proptest::prelude::*;

use super::*;
use crate::shape::{Point, bounds};

mod programs;

const ASSUMED: Assumed = Assumed {
    scale: None,
    storey_height: None,
    clear_height: None,
};

/// A drawing with these shapes from its third line on, and a scale of 0.1 m for each unit.
fn svg(shapes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\">\n\
         <line id=\"scale-10\" x1=\"0\" y1=\"0\" x2=\"100\" y2=\"0\"/>\n{shapes}\n</svg>"
    )
}

/// The shape of a room of 8 by 6 m.
fn room(name: &str, x: u32) -> String {
    format!("<rect id=\"{name}\" x=\"{x}\" width=\"80\" height=\"60\"/>")
}

/// What plans give, each with these shapes and their levels, and the geometry that is read from it.
fn import_plans(
    plans: &[(&str, &[i16])],
    assumed: Assumed,
    before: Option<&Geometry>,
) -> Result<(Geometry, Imported), Vec<String>> {
    let texts: Vec<String> = plans.iter().map(|(shapes, _)| svg(shapes)).collect();
    let plans: Vec<_> = texts
        .iter()
        .zip(plans)
        .map(|(text, (_, levels))| PlanFile {
            file: "plan.svg",
            text,
            levels,
        })
        .collect();
    let imported = import(&plans, assumed, before)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    Ok((
        Geometry::parse("", &imported.text).expect("what is imported can be read"),
        imported,
    ))
}

/// The geometry of a plan whose shapes are in groups of their levels.
fn imported(shapes: &str) -> Result<Geometry, Vec<String>> {
    import_plans(&[(shapes, &[])], ASSUMED, None).map(|(geometry, _)| geometry)
}

#[test]
fn units_rooms_and_levels_are_found_by_their_names() {
    let geometry = imported(
        "<g id=\"layer1\" inkscape:label=\"Level 1\" transform=\"translate(50 50)\">\
           <rect id=\"rect1\" inkscape:label=\"A-101\" x=\"0\" y=\"0\" width=\"80\" height=\"60\"/>\
           <path id=\"A-102\" d=\"m 80,0 h 80 v 60 h -80 z\"/>\
           <polygon id=\"corridor\" points=\"0,60 160,60 160,80 0,80\"/>\
           <path id=\"terrace-A-102\" d=\"M80-20H160V0H80Z\"/>\
           <path id=\"path99\" d=\"M0 0\"/><defs><path id=\"A-103\" d=\"M0 0\"/></defs>\
         </g>\
         <g id=\"level-2\"><path id=\"A-201\" transform=\"matrix(0 1 -1 0 130 50)\" d=\"M0 0H80V80H0Z\"/></g>",
    )
    .expect("importable");
    assert!(geometry.example);
    assert_eq!(
        [geometry.length, geometry.depth, geometry.top],
        [16.0, 8.0, 8.0]
    );
    let [ground, upper] = &geometry.levels[..] else {
        panic!("two levels")
    };
    assert_eq!(
        (ground.elevation, upper.elevation, ground.clear_height),
        (0.0, 4.0, 3.0)
    );
    assert_eq!(
        ground.units[0].polygon,
        [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]
    );
    assert_eq!(
        ground.units[1].terrace.as_deref().map(<[Point]>::len),
        Some(4)
    );
    assert_eq!(
        ground.units[0].door,
        Some([[4.5, 6.0], [3.5, 6.0]]),
        "at the corridor"
    );
    assert_eq!(
        ground.units[0].facade,
        [[0.0, 0.0], [8.0, 0.0]],
        "the longest outer wall"
    );
    assert_eq!(
        bounds(&ground.outline),
        [[0.0, 0.0], [16.0, 8.0]],
        "the rooms together"
    );
    assert_eq!(bounds(&upper.units[0].polygon), [[0.0, 0.0], [8.0, 8.0]]);
}

#[test]
fn a_level_may_consist_of_several_blocks() {
    let rooms = [
        room("A-101", 0),
        room("A-102", 200),
        room("outline", 0),
        room("outline-2", 200),
    ];
    let geometry =
        imported(&format!("<g id=\"level-1\">{}</g>", rooms.concat())).expect("importable");
    let level = &geometry.levels[0];
    assert_eq!(geometry.length, 28.0, "both blocks");
    assert_eq!(
        level.blocks,
        [[[20.0, 0.0], [28.0, 0.0], [28.0, 6.0], [20.0, 6.0]]]
    );
    assert_eq!(
        level.units[1].facade,
        [[28.0, 6.0], [20.0, 6.0]],
        "on the outline of its block"
    );
    let plan = &geometry.plans()[0];
    assert_eq!(
        (plan.outline.matches('z').count(), plan.extent),
        (2, [0, 0, 280, 60])
    );
    assert_eq!(geometry.axonometry().levels[0].slab.matches('z').count(), 2);
}

#[test]
fn mistakes_are_reported_at_their_element() {
    let level =
        |elements: &str| format!("<g id=\"level-1\">\n{}\n{elements}\n</g>", room("A-101", 0));
    let cases = r#"
<path id="A-102" d="M80 0H160V60"/>
    5:1: `A-102` is not closed: close its path, so that its last point is its first one
<image id="A-102"/>
    5:1: `A-102` is a `image`, which cannot be imported: draw it as a closed path, polygon or rectangle
<rect id="A-102" x="60" width="80" height="60"/>
    5:1: `A-102` overlaps `A-101` by 12.0 m²: move the corners of one of them
<rect id="A-102" x="9em" width="80" height="60"/>
    5:1: `A-102` has the x `9em`, which depends on a font: draw it as a closed path, polygon or rectangle
<path id="door-A-109" d="M0 0H9"/>
    5:1: `door-A-109` belongs to `A-109`, which level 1 does not have: name it after a unit of the same level, such as `door-O-301`
<rect id="outline" width="80" height="60"/><rect id="Outline" width="80" height="60"/>
    5:44: `Outline` is a second `outline` of level 1, after that at plan.svg:5:1: there can be one
<rect id="outline" width="80" height="60"/><rect id="outline-2" width="70" height="60"/>
    5:44: a further `outline` of level 1 overlaps `outline` of level 1 by 42.0 m²: move the corners of one of them
<path id="A-102" d="M80 0H160V60H80Z M90 9H99V20Z"/>
    5:1: `A-102` does not consist of one line: draw it in one line, without holes
<path id="A-102" transform="turn(9)" d="M80 0H160V60H80Z"/>
    5:1: `A-102` `transform` cannot be read"#;
    for case in cases.trim().lines().collect::<Vec<_>>().chunks(2) {
        let problems = imported(&level(case[0])).expect_err(case[0]);
        assert!(
            problems[0].starts_with(&format!("plan.svg:{}", case[1].trim_start())),
            "{problems:#?}"
        );
    }
    for (shapes, message) in [
        (
            room("A-101", 0),
            "plan.svg:3:1: `A-101` is in no level: put it into a group",
        ),
        (
            level(&room("A-102", 200)),
            "plan.svg: level 1 has no `outline`, and its rooms are apart",
        ),
        ("<g>".to_owned(), "plan.svg:4:"),
    ] {
        let problems = imported(&shapes).expect_err(&shapes);
        assert!(problems[0].starts_with(message), "{problems:#?}");
    }
}

#[test]
fn a_basement_is_a_level_of_its_own_below_the_ground_floor() {
    // Levels with one room each, in groups with these names.
    let levels = |names: &[&str]| {
        let rooms = names
            .iter()
            .enumerate()
            .map(|(index, name)| (name, room(&format!("A-{index}"), 0)));
        imported(
            &rooms
                .map(|(name, room)| format!("<g id=\"{name}\">{room}</g>"))
                .collect::<String>(),
        )
    };
    let names = [
        "level-1",
        "level--1",
        "Nivel -2",
        "Sótano 3",
        "SOTANO_4",
        "Basement 5",
        "Level 2",
    ];
    let found: Vec<_> = levels(&names)
        .expect("importable")
        .levels
        .iter()
        .map(|level| (level.level, level.elevation))
        .collect();
    let expected = [
        (-5, -20.0),
        (-4, -16.0),
        (-3, -12.0),
        (-2, -8.0),
        (-1, -4.0),
        (1, 0.0),
        (2, 4.0),
    ];
    assert_eq!(found, expected);
    let none = levels(&["level 1", "level-0"]).expect_err("no level 0");
    assert!(none[0].contains("a building has no level 0"), "{none:?}");
}

#[test]
fn a_new_basement_is_below_the_level_that_the_geometry_before_has() {
    let before = crate::tests::geometry();
    let [base, ground] = ["B-01", "A-101"].map(|code| room(code, 0));
    let import = |assumed| {
        let plans: [(&str, &[i16]); 2] = [(&base, &[-1]), (&ground, &[1])];
        import_plans(&plans, assumed, Some(&before))
            .expect("importable")
            .0
    };
    let geometry = import(ASSUMED);
    let ground = before.levels[0].elevation;
    let storey = before.levels[3].elevation - before.levels[2].elevation;
    assert_eq!(geometry.levels[0].elevation, ground - storey);
    assert_eq!(
        geometry.top - ground,
        before.top - before.levels[before.levels.len() - 1].elevation
    );
    let taller = import(Assumed {
        storey_height: Some(5.0),
        ..ASSUMED
    });
    assert_eq!(taller.levels[0].elevation, ground - 5.0);
}

#[test]
fn shapes_with_unknown_names_are_listed() {
    let shapes = "<rect id=\"A-101\" width=\"80\" height=\"60\"/>\n\
        <rect id=\"A dos\" width=\"8\" height=\"6\"/>\n<path id=\"corrider\" d=\"M0 0\"/><path id=\"path7\" d=\"M0 0\"/>\n\
        <rect id=\"terrase-A-101\" width=\"8\" height=\"6\"/>\n<rect id=\"balkon-A-101\" width=\"8\" height=\"6\"/>";
    let (_, imported) = import_plans(&[(shapes, &[1])], ASSUMED, None).expect("importable");
    let ignored: Vec<String> = imported.ignored.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(ignored.join("\n"), @"
    plan.svg:4:1: `A dos` is ignored: a unit has the name of its code, which has a digit, such as `O-301`
    plan.svg:5:1: `corrider` is ignored: did you mean `corridor`?
    plan.svg:6:1: `terrase-A-101` is ignored: did you mean `terrace-A-101`?
    plan.svg:7:1: `balkon-A-101` is ignored: a part of `A-101` begins with `terrace-`, `door-` or `facade-`
    ");
}

#[test]
fn a_plan_without_scale_or_names_is_refused() {
    let problems = |text: &str, scale| {
        let plan = PlanFile {
            file: "plan.svg",
            text,
            levels: &[1],
        };
        let assumed = Assumed { scale, ..ASSUMED };
        let found = import(&[plan], assumed, None).expect_err("refused");
        found
            .iter()
            .map(|problem| problem.message.clone())
            .collect::<Vec<_>>()
    };
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"80\" height=\"60\"/></svg>";
    assert_eq!(problems(svg, None), ["the drawing has no scale"]);
    assert_eq!(problems(svg, Some(0.1)), ["the drawing has no named shape"]);
}

#[test]
fn heights_of_the_geometry_before_remain() {
    let before = crate::tests::geometry();
    let (geometry, imported) =
        import_plans(&[(&room("L-201", 0), &[2])], ASSUMED, Some(&before)).expect("importable");
    assert_eq!(
        (geometry.street, geometry.plot),
        (before.street, before.plot)
    );
    assert_eq!(
        (
            geometry.levels[0].elevation,
            geometry.levels[0].clear_height
        ),
        (4.5, 4.0)
    );
    assert_eq!(
        (geometry.north, geometry.axes.x.len()),
        (18.0, 0),
        "axes outside the building are not kept"
    );
    assert!(imported.lost_axes);
}

#[test]
fn a_typical_floor_is_on_each_of_its_levels() {
    let typical = format!(
        "{}{}<path id=\"door-D-*01\" d=\"M20 60H30\"/><rect id=\"plot\" x=\"-9\" width=\"200\" height=\"80\"/>",
        room("D-*01", 0),
        room("D-*02", 80)
    );
    let (geometry, _) =
        import_plans(&[(&typical, &[-1, 2, 3, 13])], ASSUMED, None).expect("importable");
    let units = geometry.levels.iter().flat_map(|level| &level.units);
    let codes: Vec<&str> = units.map(|unit| unit.code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "D-101", "D-102", "D-201", "D-202", "D-301", "D-302", "D-1301", "D-1302"
        ]
    );
    let elevations: Vec<f64> = geometry
        .levels
        .iter()
        .map(|level| level.elevation)
        .collect();
    assert_eq!(
        elevations,
        [-4.0, 4.0, 8.0, 48.0],
        "levels that are not drawn have their height"
    );
    assert_eq!(
        geometry.levels[3].units[0].door,
        Some([[2.0, 6.0], [3.0, 6.0]])
    );
    let problems =
        import_plans(&[(&room("D-201", 0), &[2, 3])], ASSUMED, None).expect_err("one code twice");
    let hint = "write `*` for the level in the codes of the file, such as `D-*01`";
    assert_eq!(
        problems,
        [format!("plan.svg:3:1: `D-201` is on 2 levels: {hint}")]
    );
}

proptest! {
    /// Rows of units of any width and depth, drawn with any scale, turn and shift, come back as they were.
    #[test]
    fn what_is_drawn_is_imported(
        widths in prop::collection::vec(3u32..20, 1..8), depth in 4u32..20, scale in 0.01f64..50.0,
        shift in (-500f64..500.0, -500f64..500.0), quarter_turns in 0u32..4,
    ) {
        let depth = f64::from(depth);
        let mut x = 0.0;
        let mut shapes = String::new();
        for (index, width) in widths.iter().enumerate() {
            let next = x + f64::from(*width);
            let [left, right, bottom] = [x, next, depth].map(|metres| metres / scale);
            shapes += &format!("<path id=\"A-{}\" d=\"M{left} 0L{right} 0L{right} {bottom}L{left} {bottom}Z\"/>", index + 1);
            x = next;
        }
        let degrees = 90 * quarter_turns;
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"level-1\" transform=\"rotate({degrees}) translate({} {})\">\
             <g transform=\"rotate(-{degrees})\"/><g transform=\"translate(1 2)\">{shapes}</g></g></svg>",
            shift.0, shift.1
        );
        let plan = PlanFile { file: "plan.svg", text: &text, levels: &[] };
        let imported = import(&[plan], Assumed { scale: Some(scale), ..ASSUMED }, None);
        let geometry = Geometry::parse("", &imported.expect("importable").text).expect("readable");
        let turned = |[across, along]: [f64; 2]| if quarter_turns % 2 == 0 { [across, along] } else { [along, across] };
        let size = turned([x, depth]);
        prop_assert!((geometry.length - size[0]).abs() < 0.02 && (geometry.depth - size[1]).abs() < 0.02);
        for (unit, width) in geometry.levels[0].units.iter().zip(widths) {
            let ([low, high], drawn) = (bounds(&unit.polygon), turned([f64::from(width), depth]));
            let is_as_drawn = (0..2).all(|axis| (high[axis] - low[axis] - drawn[axis]).abs() < 0.03);
            prop_assert!(is_as_drawn, "{low:?} {high:?} {drawn:?}");
        }
    }

    #[test]
    fn no_text_panics(text in "(<svg>|</svg>|<g id=\"level-1\">|</g>|<path id=\"A-1\" d=\"|\"/>|M0 0|H9|V9|Z|C1 2 3 4 5 6|\\PC){0,20}") {
        let plan = PlanFile { file: "plan.svg", text: &text, levels: &[1] };
        let _ = import(&[plan], Assumed { scale: Some(1.0), ..ASSUMED }, None);
    }
}

#[test]
fn groups_are_limited_and_long_plans_are_read_once() {
    let nested = |groups: usize| {
        let shapes = room("A-101", 0);
        imported(&format!(
            "{}<g id=\"level-1\">{shapes}</g>{}",
            "<g>".repeat(groups),
            "</g>".repeat(groups)
        ))
    };
    assert_eq!(nested(98).expect("a plan").levels.len(), 1);
    for groups in [99, 100_000] {
        let problems = nested(groups).expect_err("too deep");
        assert_eq!(problems.len(), 1, "{problems:?}");
        let advice = "is in more than 100 groups: ungroup the drawing, or save it as plain SVG";
        assert!(problems[0].ends_with(advice), "{problems:?}");
    }
    // Problems have the place of their shape, in a long line, too.
    let wrong = "<rect id=\"A-9\" width=\"x\"/>";
    let line = "<rect/>".repeat(50_000);
    let problems = imported(&format!("{line}{wrong}\n{wrong}")).expect_err("no number");
    let column = 7 * 50_000 + 1;
    assert!(
        problems[0].starts_with(&format!("plan.svg:3:{column}: ")),
        "{}",
        problems[0]
    );
    assert!(problems[1].starts_with("plan.svg:4:1: "), "{}", problems[1]);
}
