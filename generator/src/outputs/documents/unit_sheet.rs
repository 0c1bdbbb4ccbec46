//! The data of a unit's sheet. It has nothing of other units, so that a change of one unit makes only its own sheet
//! again.

use std::collections::BTreeMap;

use platform::unit::Unit;
use serde_json::json;

use super::FONT;
use super::edition::{Edition, legible};
use super::payments;
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use model::building::Plan;
use model::building::drawing::plan_picture;
use model::document::Document;
use model::problem::Problem;
use model::site::UNIT_PARENT;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents unit unit_page price payment status legal";

/// Width and height of the close-up around the unit's centre, decimetres.
const CLOSE_UP: [i64; 2] = [320, 160];

/// The width of the axis bubbles on each side of a plan, decimetres.
const BUBBLES: i64 = 45;

pub(super) fn job(edition: &Edition, unit: &Unit, plan: &Plan) -> Result<Job, Problem> {
    let name = legible(&unit.unit);
    let heading = edition.text(&format!("unit.{}_title", unit.unit_use.key()), &[("unit", &name)])?;
    let (date, level) = (edition.date()?, edition.level(unit.level)?);
    let status = edition.text(&format!("status.{}", unit.status.key()), &[])?;
    let named = [("unit", name.as_str()), ("level", level.as_str())];
    let message = edition.text("messages.whatsapp_unit", &[("unit", unit.code.as_str())])?;
    let rate = edition.site.config.facts.vat_percent.to_string();
    let statuses = BTreeMap::from([(unit.code.to_string(), unit.status)]);
    let picture = |plan: &Plan| plan_picture(plan, &statuses, Some(unit.code.as_str()), FONT);
    let site = &edition.site.config.name;
    let sheet = Sheet {
        title: &format!("{heading}. {site}"),
        description: &format!("{site}. {heading}, {level}, {}.", edition.area(unit.area)),
        date_line: &sheet::availability(edition)?,
        date: edition.site.inventory.date,
    };
    let own = json!({
        "strings": edition.groups(STRINGS),
        "heading": heading,
        "unit": edition.unit(unit)?,
        "status_line": edition.text("documents.status_at", &[("status", &status), ("date", &date)])?,
        "vat_label": edition.text("price.vat_rate", &[("rate", &rate)])?,
        "usd": payments::dollars(edition, unit)?,
        "payments": payments::plans(edition, unit)?,
        "credit": edition.text("payment.credit", &[])?,
        "plan": picture(&without_axes(plan)),
        "close_up": picture(&close_up(plan, unit)),
        "close_alt": edition.text("documents.close_alt", &[("unit", &name)])?,
        "plan_alt": edition.text("unit.plan_of", &named)?,
        "plan_caption": edition.text("unit.plan_level", &named)?,
        "mark": plan.mark,
        "clear_height": edition.text("documents.clear_height", &[("height", &plan.clear_height)])?,
        "north": plan.north,
        "page": edition.url(&format!("{UNIT_PARENT}/{}", unit.code)),
        "contact": sheet::contact(edition, &message)?,
        "validity": edition.text("price.validity", &[("date", &date)])?,
        "legal": sheet::legal(edition)?,
    });
    let document = Document::UnitSheet(unit.code.as_str());
    Ok(sheet::job(edition, document, sheet, own))
}

/// The drawing without its axes and the space for their bubbles.
fn without_axes(plan: &Plan) -> Plan {
    let mut bare = plan.clone();
    bare.axes.x.clear();
    bare.axes.y.clear();
    let edges: Vec<i64> = plan
        .view_box
        .split(' ')
        .filter_map(|edge| edge.parse().ok())
        .collect();
    if let [left, top, width, height] = edges[..] {
        let (left, top) = (left + BUBBLES, top + BUBBLES);
        let (width, height) = (width - 2 * BUBBLES, height - 2 * BUBBLES);
        bare.view_box = format!("{left} {top} {width} {height}");
    }
    bare
}

/// The part of the drawing around one unit.
fn close_up(plan: &Plan, unit: &Unit) -> Plan {
    let mut close = without_axes(plan);
    if let Some(place) = plan.units.iter().find(|place| place.code == unit.code.as_str()) {
        let [width, height] = CLOSE_UP;
        let (left, top) = (place.x - width / 2, place.y - height / 2);
        close.view_box = format!("{left} {top} {width} {height}");
    }
    close
}
