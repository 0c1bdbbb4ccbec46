//! Floor plans and the axonometry as complete SVG pictures, for documents and share pictures.
//!
//! Drawings in pages are coloured by the site's style sheet; these pictures contain their colours. Colour is not the only
//! sign of the status: reserved units also have a diagonal hatch.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::axonometry::Axonometry;
use super::plan::Plan;
use crate::formats::escape::escape_html;

/// How a unit is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Available.
    Available,
    /// Reserved, with a diagonal hatch.
    Reserved,
    /// Sold.
    Sold,
    /// Not the subject of the drawing: outline only.
    Neutral,
}

/// The colours of a picture, as SVG paints.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// Lines and text.
    pub line: &'static str,
    /// The background.
    pub ground: &'static str,
    /// Core, corridor and services.
    pub neutral: &'static str,
    /// An available unit's fill.
    pub available: &'static str,
    /// A reserved unit's fill.
    pub reserved: &'static str,
    /// A sold unit's fill.
    pub sold: &'static str,
    /// The outline of the unit that is the picture's subject.
    pub accent: &'static str,
}

impl Palette {
    /// For documents: the light theme of the site's design tokens.
    pub const PAPER: Palette = Palette {
        line: "#1c1413",
        ground: "#fcfaf6",
        neutral: "#e6dccd",
        available: "#cfe5d4",
        reserved: "#f4e2ae",
        sold: "#eac2ba",
        accent: "#0d5a63",
    };
    /// For dark backgrounds: the dark theme of the site's design tokens.
    pub const DARK: Palette = Palette {
        line: "#d3c7b8",
        ground: "#16100f",
        neutral: "#2a201e",
        available: "#2f6a4b",
        reserved: "#7a6122",
        sold: "#4a2320",
        accent: "#7fc6c6",
    };

    fn fill(self, mark: Mark) -> &'static str {
        match mark {
            Mark::Available => self.available,
            Mark::Reserved => self.reserved,
            Mark::Sold => self.sold,
            Mark::Neutral => self.ground,
        }
    }
}

/// What a plan picture shows.
#[derive(Debug, Clone, Copy)]
pub struct PlanPicture<'a> {
    /// How each unit is drawn, by code; other units are [`Mark::Neutral`].
    pub marks: &'a BTreeMap<String, Mark>,
    /// The code of the unit to outline.
    pub subject: Option<&'a str>,
    /// The colours.
    pub palette: Palette,
    /// The font of labels and axis bubbles.
    pub font: &'a str,
}

/// The floor plan of a level as SVG, with axis bubbles and unit numbers.
#[must_use]
pub fn plan_picture(plan: &Plan, picture: PlanPicture<'_>) -> String {
    let palette = picture.palette;
    let mut svg = open(&plan.view_box, palette);
    axes(&mut svg, plan, palette, picture.font);
    path(&mut svg, &plan.outline, palette.ground, palette.line, 3);
    for shape in [&plan.lobby, &plan.services, &plan.core, &plan.corridor] {
        path(&mut svg, shape, palette.neutral, palette.line, 1);
    }
    for shape in [&plan.stairs, &plan.lifts] {
        path(&mut svg, shape, "none", palette.line, 1);
    }
    for unit in &plan.units {
        let mark = picture.marks.get(&unit.code).copied().unwrap_or(Mark::Neutral);
        if let Some(terrace) = &unit.terrace {
            path(&mut svg, terrace, "none", palette.line, 1);
        }
        path(&mut svg, &unit.path, palette.fill(mark), palette.line, 2);
        if mark == Mark::Reserved {
            path(&mut svg, &unit.path, "url(#hatch)", "none", 0);
        }
        path(&mut svg, &unit.door, "none", palette.ground, 5);
        let number = unit.code.rsplit('-').next().unwrap_or(&unit.code);
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"17\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            unit.x,
            unit.y + 6,
            escape_html(picture.font),
            palette.line,
            escape_html(number)
        );
    }
    if let Some(unit) = picture
        .subject
        .and_then(|code| plan.units.iter().find(|unit| unit.code == code))
    {
        path(&mut svg, &unit.path, "none", palette.accent, 9);
    }
    svg.push_str("</svg>");
    svg
}

/// The axonometry as SVG.
#[must_use]
pub fn axonometry_picture(
    axonometry: &Axonometry,
    marks: &BTreeMap<String, Mark>,
    palette: Palette,
) -> String {
    let mut svg = open(&axonometry.view_box, palette);
    path(&mut svg, &axonometry.plot, "none", palette.line, 1);
    path(&mut svg, &axonometry.street, "none", palette.line, 1);
    for level in &axonometry.levels {
        path(&mut svg, &level.edge, palette.neutral, palette.line, 2);
        path(&mut svg, &level.slab, palette.ground, palette.line, 2);
        for unit in &level.units {
            let mark = marks.get(&unit.code).copied().unwrap_or(Mark::Neutral);
            path(&mut svg, &unit.path, palette.fill(mark), palette.line, 1);
            if mark == Mark::Reserved {
                path(&mut svg, &unit.path, "url(#hatch)", "none", 0);
            }
        }
        path(&mut svg, &level.core, palette.neutral, palette.line, 1);
        for facade in level.units.iter().filter_map(|unit| unit.facade.as_deref()) {
            path(&mut svg, facade, "none", palette.line, 1);
        }
    }
    svg.push_str("</svg>");
    svg
}

fn open(view_box: &str, palette: Palette) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view_box}\">\
         <defs><pattern id=\"hatch\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path d=\"M0 0V10\" stroke=\"{}\" stroke-width=\"2\"/></pattern></defs>",
        palette.line
    )
}

fn path(svg: &mut String, shape: &str, fill: &str, stroke: &str, width: u8) {
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        "<path d=\"{shape}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
    );
}

/// The minimum distance between the centres of two axis bubbles, decimetres.
const BUBBLE_PITCH: i64 = 32;

fn axes(svg: &mut String, plan: &Plan, palette: Palette, font: &str) {
    let mut values = plan
        .view_box
        .split(' ')
        .filter_map(|value| value.parse::<i64>().ok());
    let (Some(left), Some(top)) = (values.next(), values.next()) else {
        return;
    };
    let far = |axes: &[super::plan::PlanAxis]| axes.iter().map(|axis| axis.at).max().unwrap_or(0);
    let (right, bottom) = (far(&plan.axes.x), far(&plan.axes.y));
    let bubble = |svg: &mut String, x: i64, y: i64, label: &str| {
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"none\" stroke=\"{line}\"/>\
             <text x=\"{x}\" y=\"{}\" font-family=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"{line}\">{}</text>",
            y + 5,
            escape_html(font),
            escape_html(label),
            line = palette.line
        );
    };
    for axis in &plan.axes.x {
        let at = axis.at;
        let _ = write!(
            svg,
            "<path d=\"M{at} {}V{bottom}\" stroke=\"{}\" stroke-dasharray=\"14 5 3 5\" opacity=\".45\"/>",
            top + 32,
            palette.line
        );
        bubble(svg, at, top + 18, &axis.label);
    }
    let mut last = i64::MIN / 2;
    for axis in &plan.axes.y {
        let at = axis.at;
        // The axes of a corridor are closer than two bubbles: the second bubble moves down, with a bend in its line.
        let beside = at.max(last + BUBBLE_PITCH);
        last = beside;
        let _ = write!(
            svg,
            "<path d=\"M{} {beside}L{} {at}H{right}\" fill=\"none\" stroke=\"{}\" stroke-dasharray=\"14 5 3 5\" opacity=\".45\"/>",
            left + 32,
            left + 46,
            palette.line
        );
        bubble(svg, left + 18, beside, &axis.label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::building::Geometry;

    fn geometry() -> Geometry {
        serde_json::from_str(include_str!("../../../../content/geometry.json")).expect("readable")
    }

    #[test]
    fn a_plan_picture_draws_each_unit_with_its_mark() {
        let plan = &geometry().plans()[3];
        let marks = BTreeMap::from([
            ("O-401".to_owned(), Mark::Reserved),
            ("O-402".to_owned(), Mark::Sold),
        ]);
        let picture = PlanPicture {
            marks: &marks,
            subject: Some("O-402"),
            palette: Palette::PAPER,
            font: "Sans",
        };
        let svg = plan_picture(plan, picture);
        assert_eq!(svg.matches("font-size=\"17\"").count(), 20);
        assert_eq!(svg.matches("url(#hatch)").count(), 1);
        assert_eq!(svg.matches(Palette::PAPER.sold).count(), 1);
        assert!(svg.contains("stroke-width=\"9\""));
    }

    #[test]
    fn labels_and_fonts_are_escaped() {
        let mut plan = geometry().plans().remove(0);
        plan.units[0].code = "<script>".to_owned();
        let marks = BTreeMap::new();
        let picture = PlanPicture {
            marks: &marks,
            subject: None,
            palette: Palette::DARK,
            font: "\"><b>",
        };
        let svg = plan_picture(&plan, picture);
        assert!(!svg.contains("<script>") && !svg.contains("<b>"), "{svg}");
    }
}
