//! No text of a drawing is on another, or leaves the drawing: 200 buildings, with the largest type sizes of each drawing.

use std::collections::BTreeMap;
use std::str::FromStr as _;

use kurbo::{Affine, Rect, Shape as _};
use platform::unit::Status;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use roxmltree::{Document, Node};
use serde_json::json;
use svgtypes::Transform;

use super::*;
use crate::drawing::{CloseUp, PlanView, PlanWords, UnitMark, plan_picture};
use crate::tests::theme;
use crate::{Geometry, Plan, Words};

/// A building, the numbers of its units and the name of its street.
#[derive(Debug)]
struct Example {
    geometry: Geometry,
    numbers: BTreeMap<String, String>,
    street: String,
}

/// A building of two rows of units with a corridor between them, and a smaller level above it.
fn examples() -> impl Strategy<Value = Example> {
    let widths = prop::collection::vec(10u32..180, 1..9);
    let rows = (widths.clone(), widths, 20u32..200, 8u32..40);
    let names = (
        prop::collection::vec("[A-Z0-9][A-Za-z0-9 -]{0,13}", 20),
        "[A-ZÁÉa-zñ ]{0,45}",
    );
    let axes = prop::collection::vec(0f64..1.0, 0..14);
    (rows, names, axes.clone(), axes, 0f64..360.0, any::<bool>()).prop_map(
        |((front, back, deep, corridor), (names, street), x, y, north, is_large_above)| {
            let metres = |decimetres: u32| f64::from(decimetres) / 10.0;
            let (deep, corridor) = (metres(deep), metres(corridor));
            let length = metres(front.iter().sum::<u32>().max(back.iter().sum()));
            let depth = 2.0 * deep + corridor;
            let rectangle = |a: f64, b: f64, c: f64, d: f64| json!([[a, b], [c, b], [c, d], [a, d]]);
            let level = |number: usize, scale: f64| {
                let row = |widths: &[u32], [outer, inner]: [f64; 2], first: usize| {
                    let mut at = 0.0;
                    let units = widths.iter().enumerate().map(|(index, width)| {
                        let (from, to) = (at, at + metres(*width) * scale);
                        at = to;
                        json!({
                            "code": format!("U-{number}{:02}", first + index),
                            "polygon": rectangle(from, outer.min(inner), to, outer.max(inner)),
                            "terrace": null,
                            "facade": [[from, outer], [to, outer]],
                            "door": [[from, inner], [to, inner]],
                        })
                    });
                    units.collect::<Vec<_>>()
                };
                let low = deep + corridor;
                let mut units = row(&front, [depth, low], 0);
                units.extend(row(&back, [0.0, deep], front.len()));
                let (wide, free) = (length * scale, metres(back.iter().sum()) * scale);
                // The rest of the second row are stairs, lifts and a room.
                let part = (wide - free) / 4.0;
                let room = |index: f64| rectangle(free + index * part, 0.0, free + (index + 1.0) * part, deep);
                let rooms = |places: &[f64]| {
                    if part > 0.3 {
                        places.iter().map(|index| room(*index)).collect()
                    } else {
                        json!([])
                    }
                };
                json!({
                    "level": number, "elevation": 4 * number, "clear_height": 3,
                    "outline": rectangle(0.0, 0.0, wide, depth),
                    "corridor": rectangle(0.0, deep, wide, low), "lobby": [],
                    "services": rooms(&[0.0]), "units": units,
                    "core": {
                        "outline": if part > 0.3 { rectangle(free + part, 0.0, wide, deep) } else { json!([]) },
                        "stairs": rooms(&[1.0]), "lifts": rooms(&[2.0, 3.0]),
                    },
                })
            };
            let axis = |parts: Vec<f64>, size: f64| {
                let mut at: Vec<f64> = parts.into_iter().map(|part| part * size).collect();
                at.sort_by(f64::total_cmp);
                at.iter().enumerate().map(|(index, at)| json!({"label": index.to_string(), "at": at})).collect::<Vec<_>>()
            };
            let scales = if is_large_above { [0.5, 1.0] } else { [1.0, 0.5] };
            let text = json!({
                "length": length, "depth": depth, "top": 12, "north": north, "street": [], "plot": [],
                "axes": {"x": axis(x, length), "y": axis(y, depth)},
                "levels": [level(1, scales[0]), level(2, scales[1])],
            });
            let geometry = Geometry::parse("", &text.to_string())
                .map_err(|problems| format!("{problems:?}"))
                .expect("drawable");
            let codes = geometry.levels.iter().flat_map(|level| &level.units).map(|unit| unit.code.clone());
            let numbers = codes.zip(names.into_iter().cycle()).collect();
            Example { geometry, numbers, street }
        },
    )
}

/// What a drawing shows, with this many of its units for one of a label.
fn frame(view_box: &str, zoom: f64) -> LabelArea {
    let edges: Vec<f64> = view_box
        .split(' ')
        .map(|edge| edge.parse::<f64>().expect("a number") / zoom)
        .collect();
    [edges[0], edges[1], edges[0] + edges[2], edges[1] + edges[3]]
}

/// The boxes of the texts of a drawing, in units of the drawing, each with its text; and those of circles with texts.
fn texts(svg: &str) -> (LabelArea, Vec<(LabelArea, String)>) {
    fn walk(node: Node<'_, '_>, outer: Affine, found: &mut Vec<(LabelArea, String)>) {
        let number = |name: &str| {
            node.attribute(name)
                .map_or(0.0, |text| text.parse::<f64>().expect("a number"))
        };
        let transform = node
            .attribute("transform")
            .map_or(Affine::IDENTITY, |text| {
                let Transform { a, b, c, d, e, f } =
                    Transform::from_str(text).expect("a transform");
                Affine::new([a, b, c, d, e, f])
            });
        let whole = outer * transform;
        let mut add = |area: LabelArea, text: &str| {
            let path = whole * Rect::new(area[0], area[1], area[2], area[3]).to_path(0.1);
            let Rect { x0, y0, x1, y1 } = path.bounding_box();
            found.push(([x0, y0, x1, y1], text.to_owned()));
        };
        match node.tag_name().name() {
            "text" => {
                let anchor = match node.attribute("text-anchor") {
                    Some("middle") => Anchor::Middle,
                    Some("end") => Anchor::End,
                    _ => Anchor::Start,
                };
                let text = node.text().unwrap_or_default();
                let size = number("font-size");
                let label = Label::new("", text, [number("x"), number("y")], size);
                let [left, top, right, bottom] = label.at(number("x"), anchor).area();
                // The letter of the arrow turns with it, and has neither accent nor descender.
                let less = if text == "N" { size * 0.22 } else { 0.0 };
                add(
                    [
                        left + less / 2.0,
                        top + less,
                        right - less / 2.0,
                        bottom - less,
                    ],
                    text,
                );
            }
            // The bubble of an axis, whose text is within it.
            "circle" if node.attribute("cy").is_some() => {
                add(around([number("cx"), number("cy")], number("r")), "bubble");
            }
            _ => {}
        }
        for child in node.children().filter(Node::is_element) {
            walk(child, whole, found);
        }
    }
    let document = Document::parse(svg).expect("an SVG drawing");
    let root = document.root_element();
    let frame = frame(root.attribute("viewBox").unwrap_or_default(), 1.0);
    let mut found = Vec::new();
    walk(root, Affine::IDENTITY, &mut found);
    (frame, found)
}

/// Fails for two texts that cover each other, and for one that leaves the drawing.
fn check(
    what: &str,
    (frame, texts): (LabelArea, Vec<(LabelArea, String)>),
) -> Result<(), TestCaseError> {
    let inner =
        |[left, top, right, bottom]: LabelArea| [left + 0.1, top + 0.1, right - 0.1, bottom - 0.1];
    for (index, (area, text)) in texts.iter().enumerate() {
        let is_within = (0..2)
            .all(|axis| area[axis] >= frame[axis] - 0.6 && area[axis + 2] <= frame[axis + 2] + 0.6);
        prop_assert!(is_within, "{what}: `{text}` at {area:?} leaves {frame:?}");
        for (other, name) in &texts[..index] {
            let is_own_bubble = name == "bubble" && other[0] <= area[0] && other[2] >= area[2];
            prop_assert!(
                is_own_bubble || !intersect(inner(*area), inner(*other)),
                "{what}: `{text}` at {area:?} and `{name}` at {other:?}"
            );
        }
    }
    Ok(())
}

fn check_pictures(plan: &Plan, example: &Example) -> Result<(), TestCaseError> {
    let words = PlanWords {
        font: "Sans",
        street: &example.street,
        north: "N",
        decimal: ',',
    };
    let mark = |(code, label): (&String, &String)| {
        (
            code.clone(),
            UnitMark {
                label: label.clone(),
                status: Some(Status::Reserved),
            },
        )
    };
    let marks = example.numbers.iter().map(mark).collect();
    // One at the corner, and one beside the rooms of the level.
    let [first, last] = [&plan.units[0].code, &plan.units[plan.units.len() - 1].code];
    let [corner, beside] = [first, last].map(|code| {
        PlanView::CloseUp(CloseUp {
            code: code.clone(),
            furnished: None,
            height: 66.0,
        })
    });
    for view in [
        PlanView::Level,
        PlanView::Location(first.clone()),
        corner,
        beside,
    ] {
        let picture = plan_picture(plan, &marks, &view, words, &theme());
        check(
            &format!("{view:?} of level {}", plan.level),
            texts(&picture.svg),
        )?;
    }
    Ok(())
}

fn check_pages(plan: &Plan, example: &Example) -> Result<(), TestCaseError> {
    let of_labels = |labels: &[Label]| {
        labels
            .iter()
            .map(|label| (label.area(), label.text.clone()))
            .collect::<Vec<_>>()
    };
    let location = plan.location(&example.street);
    check(
        "location",
        (frame(&location.view_box, 1.0), of_labels(&location.labels)),
    )?;
    for unit in &plan.units {
        let room = |kind: &str| format!("The {kind}");
        let number = &example.numbers[&unit.code];
        let words = Words {
            number,
            street: &example.street,
            room: &room,
            decimal: '.',
        };
        let drawing = plan.enlarged(unit, words);
        let mut all = of_labels(&drawing.labels);
        all.extend(
            drawing
                .north
                .map(|[x, y]| (around([x as f64, y as f64], 13.5), "north".to_owned())),
        );
        prop_assert!(
            all.iter().any(|(_, text)| text.ends_with(" m")),
            "{}: no dimension",
            unit.code
        );
        check(
            &format!("page of {}", unit.code),
            (frame(&drawing.view_box, drawing.zoom), all),
        )?;
    }
    // The plans of levels, as `plan.html` draws them.
    let numbers = plan.units.iter().map(|unit| {
        let place = match unit.fit.as_deref() {
            None => format!("x=\"{}\" y=\"{}\"", unit.x, unit.y + 4),
            Some("") => return String::new(),
            Some(fit) => format!("transform=\"{fit}\""),
        };
        let number = &example.numbers[&unit.code];
        format!("<text {place} font-size=\"22\" text-anchor=\"middle\">{number}</text>")
    });
    let bubble = |x: i64, y: i64| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"12\"/>");
    let shown = |axes: &[crate::PlanAxis]| {
        let axes = axes.iter().filter(|axis| !axis.label.is_empty());
        axes.map(|axis| axis.bubble.unwrap_or(axis.at))
            .collect::<Vec<_>>()
    };
    let bubbles = shown(&plan.axes.x)
        .into_iter()
        .map(|at| bubble(at, -42))
        .chain(shown(&plan.axes.y).into_iter().map(|at| bubble(-42, at)));
    let north = format!("<circle cx=\"{}\" cy=\"-30\" r=\"22\"/>", plan.size[0] + 44);
    let drawn: String = numbers.chain(bubbles).chain([north]).collect();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\">{drawn}</svg>",
        plan.view_box
    );
    check(&format!("level {} on pages", plan.level), texts(&svg))
}

/// The labels of the axonometric drawing, with the type sizes of a phone.
fn check_axonometry(example: &Example) -> Result<(), TestCaseError> {
    let drawing = example.geometry.axonometry();
    let [left, top, width, height] = drawing.extent.map(|edge| edge as f64);
    let lines = [
        ("Planta Baja y estacionamiento", -8.4, 42.0),
        ("144 disponibles", 41.8, 38.0),
    ];
    let mut all = Vec::new();
    for level in &drawing.levels {
        let Some(scale) = level.label_scale(lines.map(|(text, _, size)| (text, size))) else {
            continue;
        };
        for (text, below, size) in lines {
            let at = [
                level.anchor[0] as f64 + 48.0,
                level.label as f64 + below * scale,
            ];
            let mut area = Label::new("", text, at, size * scale)
                .at(at[0], Anchor::Start)
                .area();
            // Few letters reach as far as the tallest of the boxes.
            area[1] += size * scale * 0.03;
            area[3] -= size * scale * 0.03;
            all.push((area, format!("{text} of level {}", level.level)));
        }
    }
    check(
        "axonometry",
        ([left, top, left + width + 295.0 + 48.0, top + height], all),
    )
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..Config::default() })]

    #[test]
    fn no_text_of_a_drawing_is_on_another_or_leaves_the_drawing(example in examples()) {
        check_axonometry(&example)?;
        for mut plan in example.geometry.plans() {
            plan.fit_numbers(|code| example.numbers.get(code).map(String::as_str));
            check_pages(&plan, &example)?;
            check_pictures(&plan, &example)?;
        }
    }
}

#[test]
fn bubbles_keep_their_distance_and_stay_at_the_building() {
    assert_eq!(
        bubbles(&[0, 90, 114, 204], 23, 204),
        [Some(0), Some(90), Some(119), Some(204)]
    );
    assert_eq!(
        bubbles(&[0, 100, 102], 28, 102),
        [Some(0), Some(68), Some(102)]
    );
    assert_eq!(
        bubbles(&[0, 10, 20, 30], 28, 35),
        [Some(0), None, Some(34), None]
    );
    assert_eq!(bubbles(&[], 28, 35), []);
}
