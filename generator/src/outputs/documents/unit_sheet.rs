//! The data of a unit's sheet. It has nothing of other units, so that a change of one unit makes only its own sheet
//! again.

use std::collections::BTreeMap;

use platform::unit::Unit;
use serde_json::{Value, json};

use super::FONT;
use super::edition::{Edition, legible};
use super::payments;
use super::sheet::{self, add};
use super::typesetter::Job;
use model::building::Plan;
use model::building::drawing::plan_picture;
use model::document::Document;
use model::problem::Problem;
use model::site::UNIT_PARENT;

/// The groups of strings that its template uses.
const STRINGS: [&str; 7] = [
    "documents",
    "unit",
    "unit_page",
    "price",
    "payment",
    "status",
    "legal",
];

/// Width and height of the close-up around the unit's centre, decimetres.
const CLOSE_UP: [i64; 2] = [320, 160];

/// The width of the axis bubbles on each side of a plan, decimetres.
const BUBBLES: i64 = 45;

pub(super) fn job(edition: &Edition, unit: &Unit, plan: &Plan) -> Result<Job, Problem> {
    let name = legible(&unit.unit);
    let title = edition.text(&format!("unit.{}_title", unit.unit_use.key()), &[("unit", &name)])?;
    let (date, level) = (edition.date()?, edition.level(unit.level)?);
    let status = edition.text(&format!("status.{}", unit.status.key()), &[])?;
    let named = [("unit", name.as_str()), ("level", level.as_str())];
    let message = edition.text("messages.whatsapp_unit", &[("unit", unit.code.as_str())])?;
    let rate = edition.site.config.facts.vat_percent.to_string();
    let statuses = BTreeMap::from([(unit.code.to_string(), unit.status)]);
    let picture = |plan: &Plan| plan_picture(plan, &statuses, Some(unit.code.as_str()), FONT);
    let site = &edition.site.config.name;
    let description = format!("{site}. {title}, {level}, {}.", unit.area);
    let mut data = sheet::sheet(
        edition,
        &format!("{title}. {site}"),
        &description,
        &sheet::availability(edition)?,
    );
    add(
        &mut data,
        [
            ("strings", edition.groups(&STRINGS)),
            ("heading", json!(title)),
            ("unit", edition.unit(unit)?),
            (
                "status_line",
                json!(edition.text("documents.status_at", &[("status", &status), ("date", &date)])?),
            ),
            (
                "vat_label",
                json!(edition.text("price.vat_rate", &[("rate", &rate)])?),
            ),
            ("usd", payments::dollars(edition, unit)?),
            ("payments", payments::plans(edition, unit)?),
            ("credit", json!(edition.text("payment.credit", &[])?)),
            ("plan", json!(picture(&without_axes(plan)))),
            ("close_up", json!(picture(&close_up(plan, unit)))),
            (
                "close_alt",
                json!(edition.text("documents.close_alt", &[("unit", &name)])?),
            ),
            ("plan_alt", json!(edition.text("unit.plan_of", &named)?)),
            ("plan_caption", json!(edition.text("unit.plan_level", &named)?)),
            ("mark", json!(plan.mark)),
            (
                "clear_height",
                json!(edition.text("documents.clear_height", &[("height", &plan.clear_height)])?),
            ),
            ("north", json!(plan.north)),
            (
                "page",
                json!(edition.url(&format!("{UNIT_PARENT}/{}", unit.code))),
            ),
            ("contact", sheet::contact(edition, &message)?),
            (
                "validity",
                json!(edition.text("price.validity", &[("date", &date)])?),
            ),
            ("legal", json!(sheet::legal(edition)?)),
        ],
    );
    Ok(Job {
        path: Document::UnitSheet(unit.code.as_str()).path(edition.lang, &edition.site.config.product),
        template: Document::UnitSheet("").template(),
        data: Value::Object(data),
        date: sheet::day(edition),
        pictures: Vec::new(),
    })
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
        let cut = BUBBLES;
        bare.view_box = format!(
            "{} {} {} {}",
            left + cut,
            top + cut,
            width - 2 * cut,
            height - 2 * cut
        );
    }
    bare
}

/// The part of the drawing around one unit.
fn close_up(plan: &Plan, unit: &Unit) -> Plan {
    let mut close = without_axes(plan);
    if let Some(place) = plan.units.iter().find(|place| place.code == unit.code.as_str()) {
        let [width, height] = CLOSE_UP;
        close.view_box = format!(
            "{} {} {width} {height}",
            place.x - width / 2,
            place.y - height / 2
        );
    }
    close
}
