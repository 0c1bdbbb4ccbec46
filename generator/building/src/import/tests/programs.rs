//! What drawing programs write by default, and what of SVG they use.

use super::*;

/// The bounds of each unit on level 1 of a plan with these elements in the group of that level, in decimetres.
fn units(elements: &str) -> Result<String, Vec<String>> {
    let shapes = format!(
        "<g id=\"level-1\">\n<rect id=\"outline\" x=\"-1000\" y=\"-1000\" width=\"2000\" height=\"2000\"/>\n{elements}\n</g>"
    );
    let geometry = imported(&shapes)?;
    let units = geometry.levels[0].units.iter().map(|unit| {
        let [low, high] = bounds(&unit.polygon).map(|at| at.map(|metres| metres * 10.0 - 1000.0));
        let [[left, top], [right, bottom]] = [low, high];
        format!("{} {left:.0} {top:.0} {right:.0} {bottom:.0}", unit.code)
    });
    Ok(units.collect::<Vec<_>>().join(", "))
}

/// The notes on a plan that can be imported.
fn notes(elements: &str) -> Vec<String> {
    let (_, imported) = import_plans(&[(elements, &[1])], ASSUMED, None).expect("importable");
    imported.ignored.iter().map(ToString::to_string).collect()
}

#[test]
fn shapes_are_where_they_are_drawn() {
    // Each is drawn at the place of the first one.
    for element in [
        r#"<rect id="A-1" x="20" y="10" width="80" height="60"/>"#,
        r#"<svg x="20" y="10"><rect id="A-1" width="80" height="60"/></svg>"#,
        r#"<svg x="20" y="10" width="80" height="60" viewBox="-4 -3 8 6"><rect id="A-1" x="-4" y="-3" width="8" height="6"/></svg>"#,
        r#"<svg x="20" y="10" width="80" height="90" viewBox="0 0 8 6" preserveAspectRatio="xMidYMin meet"><rect id="A-1" width="8" height="6"/></svg>"#,
        r#"<svg x="20" y="-5" width="80" height="90" viewBox="0 0 8 6"><rect id="A-1" width="8" height="6"/></svg>"#,
        r#"<svg x="20" y="10" width="40" height="60" viewBox="0 0 8 6" preserveAspectRatio="xMinYMin slice"><rect id="A-1" width="8" height="6"/></svg>"#,
        r#"<svg x="20" y="10" width="80" height="60" viewBox="0 0 1 1" preserveAspectRatio="none"><rect id="A-1" width="100%" height="100%"/></svg>"#,
        r#"<rect id="A-1" width="80" height="60" style="transform:translate(20px, 10px)"/>"#,
        r#"<style>.a{transform:translateX(20px) translateY(10px)}</style><rect id="A-1" class="b a" width="80" height="60"/>"#,
        r#"<style><![CDATA[ #A-1{transform: matrix(0,1,-1,0,100,10)} ]]></style><rect id="A-1" width="60" height="80"/>"#,
        r#"<rect id="A-1" x="-20" y="-10" width="80" height="60" transform="rotate(180)" transform-origin="40 30"/>"#,
        r#"<g style="transform-origin:60px 40px;transform:rotate(.5turn)"><rect id="A-1" x="20" y="10" width="80" height="60"/></g>"#,
        r#"<rect id="A-1" x="2" y="1" width="8" height="6" style="transform: scale(10)"/>"#,
        r#"<rect id="A-1" x="20" y="10" style="width:80px;height:60px"/>"#,
        r##"<defs><rect id="r" width="80" height="60"/></defs><use id="A-1" href="#r" x="20" y="10"/>"##,
        r##"<defs><g id="type-A2"><g><rect width="80" height="60"/></g></g></defs><use id="A-1" href="#type-A2" transform="translate(20 10)"/>"##,
        r##"<symbol id="s" viewBox="0 0 4 3"><path id="path3" d="M0 0H4V3H0z"/></symbol><g id="A-1"><use href="#s" x="20" y="10" width="80" height="60"/></g>"##,
        r##"<defs><svg id="s" width="8" height="6" viewBox="0 0 4 3"><g id="A-1"><path d="M0 0H4V3H0z"/></g></svg></defs><use href="#s" x="20" y="10" width="80" height="60"/>"##,
        r##"<symbol id="s" x="-10" y="5" width="80" height="60" viewBox="0 0 4 3"><path d="M0 0H4V3H0z"/></symbol><g id="A-1"><use href="#s" x="30" y="5"/></g>"##,
        r##"<symbol id="s"><rect x="20" width="80" height="60"/></symbol><use id="A-1" href="#s" y="10"/>"##,
        r#"<path id="A-1" d="M20 40a40 30 0 0180 0 40 30 0 01-80 0z"/>"#,
        r#"<path id="A-1" d="M20 10h80v60h-80z"/>"#,
        r#"<polygon id="A-1" points="20,10 100,10 100,70 20,70"/>"#,
        r#"<rect id="A-1" x="20" y="10" rx="9" width="80" height="60"/>"#,
        r#"<ellipse id="A-1" cx="60" cy="40" rx="40" ry="30"/>"#,
        r#"<rect id="A-1" x="15pt" y="7.5pt" width="60pt" height=".625in"/>"#,
    ] {
        let found = units(element).unwrap_or_else(|problems| panic!("{element}: {problems:?}"));
        assert_eq!(found, "A-1 20 10 100 70", "{element}");
    }
}

#[test]
fn a_name_on_a_group_is_that_of_the_shape_in_it() {
    for element in [
        r#"<g id="A-1"><rect width="80" height="60"/></g>"#,
        r#"<g id="A-1"><rect id="rect5" width="80" height="60"/><text>A-1</text></g>"#,
        r#"<g id="A-1"><rect id="A-1_1_" width="80" height="60"/><text id="A-1_2_">A-1</text><path d="M0 0H9"/></g>"#,
        r#"<g id="A-1"><rect id="A-1_2" width="80" height="60"/></g>"#,
        r#"<g inkscape:label="A-1" id="g7"><g><rect id="planta" width="80" height="60"/></g></g>"#,
        r#"<g data-name="A-1" id="A-1-2"><rect width="80" height="60"/><rect width="9" height="9" display="none"/></g>"#,
        r#"<a id="A-1"><rect width="80" height="60"/></a>"#,
        r#"<g id="A-1"><g id="A-1-2" data-name="A-1"><rect width="80" height="60"/></g></g>"#,
        r#"<switch><foreignObject requiredExtensions="http://ns.adobe.com/x/"/><g><rect id="A-1" width="80" height="60"/></g></switch>"#,
        r#"<switch><g systemLanguage="fr"/><rect id="A-1" width="80" height="60"/></switch>"#,
    ] {
        let found = units(element).unwrap_or_else(|problems| panic!("{element}: {problems:?}"));
        assert_eq!(found, "A-1 0 0 80 60", "{element}");
    }
    let level = room("A-1", 0);
    let elements = format!(
        "{level}<g id=\"terrace-A-1\"><rect y=\"-10\" width=\"80\" height=\"10\"/></g>\n\
         <g inkscape:label=\"corridor\"><rect y=\"60\" width=\"80\" height=\"10\"/><text/></g>\n\
         <g id=\"A-2\"><rect width=\"8\" height=\"6\"/><rect width=\"8\" height=\"6\"/></g>\n\
         <g id=\"A-3\"><text>A-3</text></g>\n<g id=\"A cuatro\"><rect id=\"rect4\" width=\"8\" height=\"6\"/></g>\n\
         <g id=\"Muebles\"><rect id=\"silla\" width=\"8\" height=\"6\"/><path d=\"M0 0\"/></g>\n\
         <g id=\"corrider\"><rect width=\"8\" height=\"6\"/><path d=\"M0 0\"/></g>"
    );
    let (geometry, _) = import_plans(&[(&elements, &[1])], ASSUMED, None).expect("importable");
    assert_eq!(geometry.levels[0].corridor.len(), 4);
    assert!(geometry.levels[0].units[0].terrace.is_some());
    insta::assert_snapshot!(notes(&elements).join("\n"), @"
    plan.svg:5:1: `A-2` is a group of several shapes, and is ignored: give its name to one shape in it
    plan.svg:6:1: `A-3` is a group without a shape for its name, and is ignored: give its name to one shape in it
    plan.svg:7:1: `A cuatro` is ignored: a unit has the name of its code, which has a digit, such as `O-301`
    plan.svg:8:17: `silla` is ignored: a unit has the name of its code, which has a digit, such as `O-301`
    plan.svg:9:1: `corrider` is ignored: did you mean `corridor`?
    ");
}

#[test]
fn what_is_not_displayed_is_left_out_with_a_note() {
    let hidden = format!(
        "<style>.st0{{display:none;}}\n.x > .st1{{opacity:0}}</style>{}\n<g id=\"viejo\" style=\"display:none\">{}{}</g>\n\
         <rect id=\"A-4\" visibility=\"hidden\"/>\n<g class=\"x\"><rect id=\"A-5\" class=\"st1\"/></g>\n\
         <g id=\"Nivel_1_viejo\" class=\"st0\">{}</g>\n<g display=\"none\"><path id=\"path5\"/></g>\n\
         <g visibility=\"hidden\">{}<g visibility=\"visible\">{}</g></g>\n\
         <g id=\"A-8\" opacity=\"0%\"><rect width=\"9\" height=\"9\"/></g>\n<foreignObject>{}</foreignObject>\n\
         <defs>{}</defs><mask id=\"m\">{}</mask><clipPath id=\"c\">{}</clipPath>\n<switch>{}<g/></switch>\n<symbol>{}</symbol><use href=\"#A-14\" class=\"st0\"/>",
        room("A-1", 0),
        room("A-2", 80),
        room("A-3", 160),
        room("A-1", 0),
        room("A-6", 0),
        room("A-7", 80),
        room("A-9", 0),
        room("A-10", 0),
        room("A-11", 0),
        room("A-12", 0),
        room("A-13", 0).replace("<rect", "<rect requiredExtensions=\"x\""),
        room("A-14", 0),
    );
    let (geometry, _) = import_plans(&[(&hidden, &[1])], ASSUMED, None).expect("importable");
    let codes = geometry.levels[0].units.iter().map(|unit| &*unit.code);
    assert_eq!(codes.collect::<Vec<_>>(), ["A-1", "A-7"]);
    insta::assert_snapshot!(notes(&hidden).join("\n"), @"
    plan.svg:5:1: `viejo` is hidden, and is left out, with `A-2`, `A-3`: show it in the drawing program if it belongs to the plan
    plan.svg:6:1: `A-4` is hidden, and is left out: show it in the drawing program if it belongs to the plan
    plan.svg:7:14: `A-5` is hidden, and is left out: show it in the drawing program if it belongs to the plan
    plan.svg:8:1: `Nivel_1_viejo` is hidden, and is left out, with `A-1`: show it in the drawing program if it belongs to the plan
    plan.svg:10:1: `g` is hidden, and is left out, with `A-6`: show it in the drawing program if it belongs to the plan
    plan.svg:11:1: `A-8` is hidden, and is left out: show it in the drawing program if it belongs to the plan
    plan.svg:12:1: `foreignObject` cannot be read, and is left out, with `A-9`: save the plan as plain SVG
    plan.svg:13:1: `defs` is not drawn, and is left out, with `A-10`: draw it, or place it with `use`
    plan.svg:14:9: `A-13` is not drawn by browsers, and is left out: save the plan as plain SVG
    plan.svg:15:64: `use` is hidden, and is left out, with `A-14`: show it in the drawing program if it belongs to the plan
    ");
}

#[test]
fn what_cannot_be_read_is_named_at_its_element() {
    for (element, message) in [
        (
            r#"<rect id="A-1" transform="rotate(9)" style="transform-box:fill-box" width="80" height="60"/>"#,
            "`A-1` `transform-box` cannot be read: it is `fill-box`",
        ),
        (
            r#"<rect id="A-1" style="transform:rotate3d(1,1,1,9deg)" width="80" height="60"/>"#,
            "`A-1` `transform` cannot be read: `rotate3d(1,1,1,9deg)` is not known",
        ),
        (
            r#"<rect id="A-1" style="transform:rotate(9)" width="80" height="60"/>"#,
            "`A-1` `transform` cannot be read: `rotate(9)` is not known",
        ),
        (
            r#"<rect id="A-1" style="translate:20px" width="80" height="60"/>"#,
            "`A-1` `translate` of its style cannot be read",
        ),
        (
            r#"<rect id="A-1" style="transform:var(--t)" width="80" height="60"/>"#,
            "has the transform `var(--t)` in its style, which is computed",
        ),
        (
            r#"<g transform="translate(1mm)"><rect id="A-1" width="80" height="60"/></g>"#,
            "`g` `transform` cannot be read",
        ),
        (
            r#"<svg viewBox="0 0 9"><rect id="A-1" width="80" height="60"/></svg>"#,
            "`svg` has the `viewBox` `0 0 9`, which is not four numbers with a size",
        ),
        (
            r#"<svg viewBox="0 0 9 9"><rect id="A-1" width="80" height="60"/></svg>"#,
            "`svg` has a `viewBox`, and no `width` and `height`",
        ),
        (
            r#"<rect id="A-1" width="50%" height="60"/>"#,
            "`A-1` has the width `50%`, and the drawing has no `viewBox`",
        ),
        (
            r#"<rect id="A-1" width="5em" height="60"/>"#,
            "`A-1` has the width `5em`, which depends on a font",
        ),
        (
            r#"<polygon id="A-1" points="0,0 80,0 80"/>"#,
            "`A-1` has a path that cannot be read",
        ),
        (
            r#"<use id="A-1" href="other.svg#a"/>"#,
            "`A-1` uses an element that the drawing does not have",
        ),
        (
            r#"<text id="A-1">A-1</text>"#,
            "`A-1` is a `text`, which cannot be imported",
        ),
        (
            r##"<g id="A-1"><use href="#level-1"/></g>"##,
            "is in more than 100 groups",
        ),
        (
            r#"<rect id="A-1" transform="scale(1e300)" width="80" height="60"/>"#,
            "`A-1` is too large",
        ),
        (
            r#"<path id="A-1" d="M0 0A1e300 1e300 0 0 0 1e300 1e300z"/>"#,
            "`A-1` has an arc that is too large",
        ),
    ] {
        let problems = units(element).expect_err(element);
        let expected = "plan.svg:5:";
        assert!(
            problems[0].starts_with(expected) && problems[0].contains(message),
            "{element}: {problems:?}"
        );
    }
}

#[test]
fn a_drawing_that_cannot_be_imported_lists_what_is_ignored_in_it() {
    let shapes = "<g id=\"level-1\"><rect id=\"O uno\" width=\"8\" height=\"6\"/>\n<g display=\"none\"><rect id=\"O-102\"/></g></g>";
    let problems = imported(shapes).expect_err("no units");
    insta::assert_snapshot!(problems.join("\n"), @"
    plan.svg: the drawing has no named shape: name the shape of each unit by its code, as its id or its label in Inkscape
    plan.svg:3:17: `O uno` is ignored: a unit has the name of its code, which has a digit, such as `O-301`
    plan.svg:4:1: `g` is hidden, and is left out, with `O-102`: show it in the drawing program if it belongs to the plan
    ");
    let many = "<rect id=\"no code\"/>".repeat(30);
    let problems = imported(&many).expect_err("no units");
    assert_eq!(problems.len(), 22);
    assert!(
        problems[21].ends_with("10 more names are ignored"),
        "{problems:?}"
    );
}

#[test]
fn scales_of_a_drawing_are_equal() {
    let second = r#"<line id="scale-5" x2="51"/>"#;
    let problems = imported(&format!("{second}{}", room("A-1", 0))).expect_err("two scales");
    assert!(
        problems[0].contains("`scale-5` gives another scale"),
        "{problems:?}"
    );
    let second = r#"<line id="scale-5" x2="50.1"/>"#;
    assert!(imported(&format!("{second}<g id=\"level-1\">{}</g>", room("A-1", 0))).is_ok());
}

#[test]
fn drawings_that_draw_themselves_without_end_are_refused() {
    let doubled = |index: usize| {
        let next = format!("<use href=\"#d{}\"/>", index + 1);
        format!("<g id=\"d{index}\">{next}{next}</g>")
    };
    let bomb: String = (0..40).map(doubled).collect();
    let bomb = format!("<defs>{bomb}<rect id=\"d40\"/></defs><use href=\"#d0\"/>");
    let problems = units(&bomb).expect_err("too many");
    assert!(
        problems[0].contains("draws more than 100000 elements"),
        "{:?}",
        problems[0]
    );
    // Selectors take no longer than their length for each element.
    let style = format!("<style>{}.x{{display:none}}</style>", "g ".repeat(200));
    let deep = format!(
        "{style}{}{}{}",
        "<g>".repeat(90),
        room("A-1", 0)
            .replace("<rect", "<rect class=\"x\"")
            .repeat(200),
        "</g>".repeat(90)
    );
    assert!(units(&deep).is_err());
}

/// A plan of two levels with a typical unit, a corridor and a label, as programs write it by default.
const EXPECTED: &str = "1: A-101 [0.0, 0.0] [8.0, 6.0], A-102 [8.0, 0.0] [16.0, 6.0], corridor 4, outlines 1\n\
    2: A-201 [0.0, 0.0] [8.0, 6.0], A-202 [8.0, 0.0] [16.0, 6.0], corridor 4, outlines 1";

#[test]
fn what_programs_write_by_default_is_read() {
    for (program, text) in [
        ("Illustrator, saved", include_str!("illustrator.svg")),
        (
            "Illustrator, exported",
            include_str!("illustrator-exported.svg"),
        ),
        ("Inkscape", include_str!("inkscape.svg")),
        ("Figma", include_str!("figma.svg")),
        ("CorelDRAW", include_str!("coreldraw.svg")),
    ] {
        let plan = PlanFile {
            file: "plan.svg",
            text,
            levels: &[],
        };
        let imported = import(&[plan], ASSUMED, None)
            .unwrap_or_else(|problems| panic!("{program}: {problems:#?}"));
        assert!(
            imported.ignored.is_empty(),
            "{program}: {:#?}",
            imported.ignored
        );
        let geometry = Geometry::parse("", &imported.text).expect("readable");
        let levels = geometry.levels.iter().map(|level| {
            let units: Vec<String> = level
                .units
                .iter()
                .map(|unit| {
                    let [low, high] = bounds(&unit.polygon);
                    format!("{} {low:?} {high:?}", unit.code)
                })
                .collect();
            let outlines = 1 + level.blocks.len();
            format!(
                "{}: {}, corridor {}, outlines {outlines}",
                level.level,
                units.join(", "),
                level.corridor.len()
            )
        });
        let found: Vec<String> = levels.collect();
        assert_eq!(found.join("\n"), EXPECTED, "{program}");
    }
}

proptest! {
    /// Units within any groups come out as many as they are, at their place; or a problem or a note names each that does not.
    #[test]
    fn no_unit_is_lost_or_moved_in_silence(wraps in prop::collection::vec(prop::collection::vec(0usize..14, 0..4), 1..6)) {
        let mut elements = String::new();
        let mut hidden = Vec::new();
        for (index, wrap) in wraps.iter().enumerate() {
            let code = format!("A-{index}");
            let mut element = format!("<rect id=\"{code}\" x=\"{}\" width=\"80\" height=\"60\"/>", index * 100);
            for kind in wrap {
                element = match kind {
                    0 => format!("<g>{element}</g>"),
                    1 => format!("<a href=\"x\">{element}</a>"),
                    2 => format!("<switch><foreignObject requiredExtensions=\"x\"/><g>{element}</g></switch>"),
                    3 => format!("<g transform=\"translate(7 3)\"><g style=\"transform:translate(-7px,-3px)\">{element}</g></g>"),
                    4 => format!("<svg x=\"5\"><g transform=\"translate(-5)\">{element}</g></svg>"),
                    5 => format!("<g id=\"{code}\">{element}<text>{code}</text></g>"),
                    6 => element.replace(&format!("id=\"{code}\""), &format!("id=\"A_x2D_{index}_1_\"")),
                    7 => format!("<g id=\"Capa_{index}\" class=\"shown\">{element}</g>"),
                    8 => format!("<svg width=\"10\" height=\"10\" viewBox=\"0 0 100 100\"><g transform=\"scale(10)\">{element}</g></svg>"),
                    9 => format!("<defs><g id=\"u{index}{}\">{element}</g></defs><use href=\"#u{index}{}\"/>", element.len(), element.len()),
                    10 => format!("<g style=\"transform-origin:9px 9px;transform:rotate(90deg)\"><g transform=\"rotate(-90 9 9)\">{element}</g></g>"),
                    _ => {
                        hidden.push(code.clone());
                        let how = ["style=\"display:none\"", "class=\"hidden\"", "opacity=\"0\""][kind - 11];
                        format!("<g {how}>{element}</g>")
                    }
                };
            }
            elements += &element;
        }
        let shapes = format!("<style>.hidden{{display:none}}</style>{elements}<rect id=\"outline\" width=\"900\" height=\"60\"/>");
        let (geometry, imported) = import_plans(&[(&shapes, &[1])], ASSUMED, None).expect("importable");
        let notes = format!("{:?}", imported.ignored);
        for (index, _) in wraps.iter().enumerate() {
            let code = format!("A-{index}");
            let unit = geometry.levels[0].units.iter().find(|unit| unit.code == code);
            prop_assert_eq!(unit.is_none(), hidden.contains(&code), "{} in {}", code, shapes);
            match unit {
                None => prop_assert!(notes.contains(&format!("`{code}")), "{notes}"),
                Some(unit) => {
                    let [low, _] = bounds(&unit.polygon);
                    prop_assert!((low[0] - index as f64 * 10.0).abs() < 0.02 && low[1].abs() < 0.02, "{} in {}", code, shapes);
                }
            }
        }
    }
}
