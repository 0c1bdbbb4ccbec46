//! From an SVG over a picture to the marks of the building's levels and units on it.

use std::collections::BTreeMap;

use kurbo::BezPath;

use super::first_notes;
use super::svg::{self, Drawing, Role, role};
use crate::geometry::{Facade, FacadeLevel, FacadeUnit, Geometry, address_of};
use formats::problem::{Code, Problem, did_you_mean, ok_unless};

impl Geometry {
    /// Marks on a picture what the SVG in `text` draws over it, in place of what was marked there: in a group for each level, named
    /// like those of plans, shapes named `outline` for the level, and shapes named by their codes for its units. Returns a note
    /// for each other shape that a person has named, or each shape of an unknown level or name.
    pub fn mark(
        &mut self,
        picture: &str,
        file: &str,
        text: &str,
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let mut notes = Vec::new();
        match self.mark_drawn(picture, file, text, &mut notes) {
            Ok(()) => Ok(notes),
            Err(mut problems) => {
                problems.extend(first_notes(notes));
                Err(problems)
            }
        }
    }

    fn mark_drawn(
        &mut self,
        picture: &str,
        file: &str,
        text: &str,
        notes: &mut Vec<Problem>,
    ) -> Result<(), Vec<Problem>> {
        let Drawing { shapes, view_box } = svg::read(file, text, &[], notes)?;
        let lacks = |what: &str, hint: &str| {
            let problem = Problem::in_file(Code::InvalidGeometry, file, what);
            Err(vec![problem.hint(hint)])
        };
        if shapes.is_empty() {
            let hint = "name the shape of each unit by its code, and that of a level `outline`";
            return lacks("the drawing has no named shape", hint);
        }
        let Some(view_box) = view_box else {
            let hint = "save the drawing with the extent of the picture as its page";
            return lacks(
                "the drawing has no `viewBox`, and no `width` and `height`",
                hint,
            );
        };
        let (mut levels, mut problems) = (BTreeMap::new(), Vec::new());
        for shape in shapes {
            let problem = |what: String| {
                Problem::at(
                    Code::InvalidGeometry,
                    file,
                    shape.place,
                    format!("`{}` {what}", shape.name),
                )
            };
            let Some(drawn) = self
                .levels
                .iter()
                .find(|drawn| Some(drawn.level) == shape.level)
            else {
                let hint = "put it into a group named like a level of the building: `level-3`";
                problems.push(problem("is on no level of the building".to_owned()).hint(hint));
                continue;
            };
            let (number, path, units) = (drawn.level, String::new(), Vec::new());
            let level = levels.entry(number).or_insert_with(|| FacadeLevel {
                level: number,
                path,
                units,
            });
            let codes = || drawn.units.iter().map(|unit| unit.code.as_str());
            if !is_drawable(&shape.path) {
                let hint = "check the transforms of the drawing";
                problems.push(problem("is too large".to_owned()).hint(hint));
                continue;
            }
            let path = shape.path.to_svg();
            match role(&shape.name) {
                Some(Role::Shared("outline")) => level.path.push_str(&path),
                Some(Role::Unit(code)) if codes().any(|known| known == address_of(&code)) => {
                    let code = address_of(&code);
                    level.units.push(FacadeUnit { code, path });
                }
                _ => {
                    let similar = did_you_mean(&shape.name, codes().chain(["outline"]));
                    let hint =
                        similar.unwrap_or("name it by the code of a unit, or `outline`".to_owned());
                    problems.push(problem(format!("is not a unit of level {number}")).hint(hint));
                }
            }
        }
        let levels = ok_unless(problems, levels)?.into_values().collect();
        self.facades.retain(|facade| facade.picture != picture);
        self.facades.push(Facade {
            picture: picture.to_owned(),
            view_box,
            levels,
        });
        Ok(())
    }
}

/// Whether browsers can draw a path: its numbers are not too large.
fn is_drawable(path: &BezPath) -> bool {
    let extent = path.control_box();
    let mut corners = [extent.x0, extent.y0, extent.x1, extent.y1].into_iter();
    corners.all(|at| at.abs() <= svg::MOST_UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The building with the marks of a drawing with these elements on lines of their own.
    fn marked(elements: &str) -> Result<Geometry, Vec<String>> {
        let mut geometry = crate::tests::geometry();
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 160 90\">\n{elements}\n</svg>"
        );
        let marked = geometry.mark("exterior", "facade.svg", &text);
        marked.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok(Geometry::parse("", &geometry.to_text()).expect("what is marked can be read"))
    }

    #[test]
    fn levels_and_units_are_marked_by_their_names() {
        let elements = "<g id=\"level-1\" transform=\"translate(10 0)\"><path id=\"outline\" d=\"M0 0H60V9H0z\"/>\
                        <rect id=\"outline-2\" x=\"60\" y=\"0\" width=\"5\" height=\"9\"/>\
                        <polygon id=\"L-101\" points=\"0,0 9,0 9,9\"/><path id=\"path7\" d=\"M0 0\"/></g>";
        let geometry = marked(elements).expect("importable");
        let [facade] = &geometry.facades[..] else {
            panic!("one picture")
        };
        assert_eq!(
            (facade.picture.as_str(), facade.view_box.as_str()),
            ("exterior", "0 0 160 90")
        );
        let [level] = &facade.levels[..] else {
            panic!("one level")
        };
        assert_eq!(
            level.path,
            "M10,0 L70,0 L70,9 L10,9 ZM70,0 L75,0 L75,9 L70,9 Z"
        );
        assert_eq!(
            (level.units[0].code.as_str(), level.units.len()),
            ("L-101", 1)
        );
    }

    #[test]
    fn marks_are_read_as_they_are_drawn() {
        let elements = "<switch><foreignObject requiredExtensions=\"x\"/><g><g id=\"Nivel_1_2_\">\
                        <g id=\"outline_1_\"><rect width=\"60\" height=\"9\"/></g>\
                        <svg x=\"5\"><path id=\"L_x002D_101\" style=\"transform:translate(2px,1px)\" d=\"M0 0H9V9z\"/></svg>\
                        <path id=\"L-102\" display=\"none\" d=\"M0 0H9V9z\"/></g></g></switch>";
        let geometry = marked(elements).expect("importable");
        let [level] = &geometry.facades[0].levels[..] else {
            panic!("one level")
        };
        assert_eq!(level.path, "M0,0 L60,0 L60,9 L0,9 Z");
        let paths: Vec<&str> = level.units.iter().map(|unit| &*unit.path).collect();
        assert_eq!(paths, ["M7,1 L16,1 L16,10 Z"]);
        let large =
            "<g id=\"level-1\"><path id=\"L-101\" transform=\"scale(1e300)\" d=\"M0 0H9V9z\"/></g>";
        let problems = marked(large).expect_err("too large");
        assert!(problems[0].contains("`L-101` is too large"), "{problems:?}");
    }

    #[test]
    fn the_page_of_a_drawing_is_its_size_where_it_has_no_view_box() {
        let mut geometry = crate::tests::geometry();
        let outline = "<g id=\"level-1\"><path id=\"outline\" d=\"M0 0H9V9z\"/></g>";
        let text = format!("<svg width=\"160px\" height=\"90\">{outline}</svg>");
        let marked = geometry.mark("exterior", "facade.svg", &text);
        marked.expect("importable");
        assert_eq!(geometry.facades[0].view_box, "0 0 160 90");
        let text = format!("<svg><rect id=\"no code\"/>{outline}</svg>");
        let problems = geometry
            .mark("exterior", "facade.svg", &text)
            .expect_err("no page");
        assert!(problems[0].message.contains("has no `viewBox`"));
        assert!(problems[1].message.contains("`no code` is ignored"));
    }

    #[test]
    fn marks_replace_those_of_the_same_picture() {
        let outline = r#"<g id="level-1"><path id="outline" d="M0 0H9V9z"/></g>"#;
        let mut geometry = marked(outline).expect("importable");
        let text =
            r#"<svg viewBox="0 0 1 1"><g id="Nivel 1"><path id="L-101" d="M0 0H9V9z"/></g></svg>"#;
        geometry
            .mark("exterior", "facade.svg", text)
            .expect("importable");
        assert_eq!(geometry.facades.len(), 1);
        assert_eq!(geometry.facades[0].levels[0].path, "");
        geometry
            .mark("street", "facade.svg", text)
            .expect("importable");
        assert_eq!(geometry.facades.len(), 2);
    }

    #[test]
    fn unknown_names_and_levels_are_reported_at_their_places() {
        let elements = "<path id=\"outline\" d=\"M0 0H9V9z\"/>\n<g id=\"level-1\">\n\
                        <path id=\"L-1O1\" d=\"M0 0H9V9z\"/>\n<path id=\"corridor\" d=\"M0 0H9V9z\"/></g>\n\
                        <g id=\"level-9\"><path id=\"L-101\" d=\"M0 0H9V9z\"/></g>";
        let problems = marked(elements).expect_err("refused");
        for (problem, start) in problems.iter().zip([
            "2:1: `outline` is on no level of the building",
            "4:1: `L-1O1` is not a unit of level 1: did you mean `L-101`?",
            "5:1: `corridor` is not a unit of level 1",
            "6:17: `L-101` is on no level of the building",
        ]) {
            assert!(
                problem.starts_with(&format!("facade.svg:{start}")),
                "{problem}"
            );
        }
        assert_eq!(problems.len(), 4, "{problems:?}");
        for wrong in ["<svg viewBox=\"0 0 1 1\"/>", "no"] {
            assert!(
                crate::tests::geometry()
                    .mark("exterior", "facade.svg", wrong)
                    .is_err(),
                "{wrong}"
            );
        }
    }
}
