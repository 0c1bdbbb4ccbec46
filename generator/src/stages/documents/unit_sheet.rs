//! The data of a unit's sheet. Of other units it has only their numbers, so that a change of one unit makes only its own
//! sheet again.

use platform::area::price_per_square_metre_text;
use platform::unit::Unit;
use serde_json::{Value, json};

use super::edition::{Edition, legible};
use super::job_pictures::{JobPictures, Width};
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use super::{levels, online, payments};
use crate::stages::pictures::Pictures;
use building::Plan;
use building::drawing::View;
use formats::markdown::blocks;
use formats::problem::Problem;
use model::document::Document;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing legal payment price status unit unit_page";

/// The data that all sheets of an edition share.
pub(super) struct Common {
    strings: Value,
    section: Value,
}

impl Common {
    pub(super) fn new(edition: &Edition) -> Result<Common, Problem> {
        Ok(Common {
            strings: edition.groups(STRINGS),
            section: json!(levels::section(edition)?),
        })
    }
}

pub(super) fn job(
    edition: &Edition,
    common: &Common,
    unit: &Unit,
    plan: &Plan,
    pictures: &Pictures,
) -> Result<Job, Problem> {
    let mut pictures = JobPictures::new(pictures);
    let name = legible(&unit.unit);
    let heading = edition.unit_title(unit)?;
    let (date, level) = (edition.date()?, edition.level(unit.level)?);
    let status = edition.text(&format!("status.{}", unit.status.key()), &[])?;
    let named = [("unit", name.as_str()), ("level", level.as_str())];
    let message = edition.text("messages.whatsapp_unit", &[("unit", unit.code.as_str())])?;
    let rate = edition.site.config.vat_percent(unit.unit_use);
    let code = unit.code.as_str();
    let declared = edition.site.config.use_of(unit.unit_use);
    let interior = declared.and_then(|declared| declared.pictures.interior.as_deref());
    let picture = |view| {
        levels::picture(edition, plan, view, &|other| {
            (other.code == unit.code).then_some(unit.status)
        })
    };
    let site = &edition.site.config.name;
    let sheet = Sheet {
        title: &format!("{heading}. {site}"),
        description: &format!("{site}. {heading}, {level}, {}.", edition.area(unit.area)),
        date_line: &sheet::availability(edition)?,
        date: edition.site.inventory.date,
    };
    let own = json!({
        "strings": common.strings,
        "heading": heading,
        "unit": edition.unit(unit)?,
        "fields": fields(edition, unit, plan)?,
        "facts": facts(edition, unit)?,
        "picture": interior.map(|name| pictures.take(edition, name, Width::Narrow)).transpose()?,
        "status_line": edition.text("documents.status_at", &[("status", &status), ("date", &date)])?,
        "vat_label": edition.text("price.vat_rate", &[("rate", &rate.to_string())])?,
        "per_m2_interior": per_interior_metre(unit),
        "usd": payments::dollars(edition, unit)?,
        "payments": payments::plans(edition, unit)?,
        "credit": edition.text("payment.credit", &[])?,
        "plan": picture(View::Location(code))?,
        "close_up": picture(View::CloseUp(code))?,
        "close_alt": edition.text("documents.close_alt", &[("unit", &name)])?,
        "plan_alt": edition.text("unit.plan_of", &named)?,
        "section": common.section,
        "level": plan.level,
        "page": online::page(edition, &edition.site.routes.unit(&unit.code))?,
        "contact": sheet::contact(edition, &message)?,
        "validity": edition.text("price.validity", &[("date", &date)])?,
        "legal": sheet::legal(edition, &[rate])?,
    });
    let document = Document::UnitSheet(code);
    Ok(Job {
        pictures: pictures.taken,
        ..sheet::job(edition, document, sheet, own)
    })
}

/// The values of the unit as pairs of a label and a text, as on its page.
fn fields(edition: &Edition, unit: &Unit, plan: &Plan) -> Result<Vec<Value>, Problem> {
    let text = |key: &str| edition.text(key, &[]);
    let terrace = match unit.terrace.is_zero() {
        true => text("unit.no_terrace")?,
        false => edition.area(unit.terrace),
    };
    let place = plan.units.iter().find(|place| place.code == unit.code.as_str());
    let size = place.map(|place| {
        let [width, depth] = place.size.map(|metres| format!("{metres:.2}"));
        format!("{width}\u{a0}×\u{a0}{depth}\u{a0}m")
    });
    let phase = format!("phase.{}", edition.site.config.phase.as_str());
    let fields = [
        ("unit.code", Some(unit.code.to_string())),
        (
            "unit.use",
            Some(blocks::bound(edition.localized.unit_use(&unit.unit_use))),
        ),
        ("unit.interior", Some(edition.area(unit.interior))),
        ("unit.terrace", Some(terrace)),
        ("unit.area_total", Some(edition.area(unit.area))),
        ("unit.size", size),
        ("unit.clear_height", Some(format!("{}\u{a0}m", plan.clear_height))),
        ("unit.bathrooms", Some(unit.bathrooms.to_string())),
        ("unit.typology", Some(legible(&unit.typology))),
        ("phase.label", Some(text(&phase)?)),
    ];
    fields
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .map(|(key, value)| Ok(json!([text(key)?, value])))
        .collect()
}

/// The price per square metre without the terrace, of a unit that has one.
fn per_interior_metre(unit: &Unit) -> Option<String> {
    price_per_square_metre_text(unit.price, unit.interior).filter(|_| !unit.terrace.is_zero())
}

/// What `site.yaml` says about the unit, as pairs of a label and a text.
fn facts(edition: &Edition, unit: &Unit) -> Result<Vec<Value>, Problem> {
    let facts = edition.site.config.unit_facts.given(unit);
    facts
        .map(|(key, fact)| {
            Ok(json!([
                edition.text(key, &[])?,
                blocks::bound(fact.get(edition.lang))
            ]))
        })
        .collect()
}
