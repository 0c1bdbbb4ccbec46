//! The data of a unit's sheet. Of other units it has only their numbers, so that a change of one unit makes only its own
//! sheet again, and those of the sold units that show it as similar.

use platform::unit::{Status, Unit};
use serde_json::{Value, json};

use super::base_data::{self, Header};
use super::context::DocumentContext;
use super::job_pictures::{JobPictures, Width};
use super::typesetter::Job;
use super::{levels, payments};
use crate::stages::pictures::Pictures;
use building::drawing::PlanView;
use building::{Furnished, Plan};
use formats::markdown::blocks;
use formats::problem::Problem;
use model::config::FieldPlace;
use model::document::Document;
use model::localized::Localized;
use model::similar_units::SimilarUnits;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing legal payment price status unit unit_page";

/// The data that all sheets of a language share.
pub(super) struct Common {
    strings: Value,
    sections: Vec<Value>,
    similar: SimilarUnits,
}

impl Common {
    pub(super) fn new(context: &DocumentContext) -> Result<Common, Problem> {
        Ok(Common {
            strings: context.groups(STRINGS),
            sections: levels::sections(context)?,
            similar: SimilarUnits::new(&context.site.inventory),
        })
    }
}

pub(super) fn job(
    context: &DocumentContext,
    common: &Common,
    unit: &Unit,
    plan: &Plan,
    pictures: &Pictures,
) -> Result<Job, Problem> {
    let mut pictures = JobPictures::new(pictures);
    let name = context.site.theme.drawn(&unit.unit);
    let heading = context.unit_title(unit)?;
    let (date, level) = (context.date(), context.level(context.site.config.floor(unit))?);
    let status = context.text(&format!("status.{}", unit.status.key()), &[])?;
    let message = format!("messages.whatsapp_unit.{}", unit.status.key());
    let named = [("unit", name.as_str()), ("level", level.as_str())];
    let rate = context.site.config.vat_percent(unit.unit_use);
    let code = unit.code.as_str();
    let document = Document::UnitSheet(code);
    let declared = context.site.config.use_of(unit.unit_use);
    let interior = declared.and_then(|declared| declared.pictures.interior.as_deref());
    let place = plan.units.iter().find(|place| place.code == code);
    let furnished = place.zip(declared.and_then(|declared| declared.furniture));
    let furnished = furnished.and_then(|(place, furniture)| place.furnished(furniture));
    let picture = |view| {
        levels::picture(context, plan, view, &|other| (other.code == unit.code).then_some(unit.status))
    };
    let site = &context.site.config.name;
    let header = Header {
        title: format!("{}. {site}", context.localized.in_building(heading.clone(), unit)),
        description: format!(
            "{site}. {heading}, {level}, {}.",
            context.bound(context.localized.unit_area(unit, Localized::area))?
        ),
        date_line: base_data::availability(context)?,
        date: context.site.inventory.date,
    };
    let own = json!({
        "strings": common.strings,
        "heading": heading,
        "unit": context.unit(unit)?,
        "fields": fields(context, unit, plan)?,
        "facts": facts(context, unit)?,
        "picture_note": context.text("legal.illustrative_unit", &[("unit", code)])?,
        "picture": interior.map(|name| pictures.take(context, name, Width::Narrow)).transpose()?,
        "status_line": context.text("documents.status_at", &[("status", &status), ("date", &date)])?,
        "vat_label": context.bound(context.localized.vat_label(rate))?,
        "reference": reference(context)?,
        "payments": payments::plans(context, unit)?,
        "similar": similar(context, common, unit)?,
        "credit": context.text("payment.credit", &[])?,
        "plan": picture(PlanView::Location(code))?,
        "close_up": picture(PlanView::CloseUp(code, furnished.as_ref()))?,
        "furniture": furnished.as_ref().map(|furnished| furniture(context, furnished)).transpose()?,
        "close_alt": context.text("documents.close_alt", &[("unit", &name)])?,
        "plan_alt": context.text("unit.plan_of", &named)?,
        "section": common.sections.iter().find(|section| section["building"] == plan.building),
        "level": plan.level,
        "page": context.link(&context.site.routes.unit(&unit.code))?,
        "contact": base_data::contact(context, document, &message, &[("unit", code)])?,
        "validity": context.text("price.validity", &[("date", &date)])?,
        "legal": base_data::legal(context, &[rate])?,
    });
    Ok(base_data::job(context, document, &header, own, pictures.taken))
}

/// That furniture is a suggestion, and for how many people.
fn furniture(context: &DocumentContext, furnished: &Furnished) -> Result<String, Problem> {
    let [from, to] = furnished.people.map(|people| people.to_string());
    match furnished.people {
        [_, 0] => context.text("unit.furniture", &[]),
        _ => context.text("unit.furniture_people", &[("from", &from), ("to", &to)]),
    }
}

/// What a sold unit's sheet shows of the available units that are most like it.
fn similar(context: &DocumentContext, common: &Common, unit: &Unit) -> Result<Vec<Value>, Problem> {
    let units = &context.site.inventory.units;
    let Some(index) = units.iter().position(|other| other.code == unit.code && other.status == Status::Sold)
    else {
        return Ok(Vec::new());
    };
    let other = |index: usize| {
        let other = &units[index];
        let Some(plan) = context.site.plan(context.site.config.floor(other)) else { return Ok(None) };
        let view = PlanView::Location(other.code.as_str());
        Ok(Some(json!({
            "title": context.unit_title(other)?,
            "unit": context.unit(other)?,
            "plan": levels::picture(context, plan, view, &|_| None)?,
            "url": context.localized.page_url(&context.site.routes.unit(&other.code)),
        })))
    };
    common.similar.nearest(unit, index).into_iter().map(other).filter_map(Result::transpose).collect()
}

/// The values of the unit as pairs of a label and a text, as on its page.
fn fields(context: &DocumentContext, unit: &Unit, plan: &Plan) -> Result<Vec<Value>, Problem> {
    let text = |key: &str| context.text(key, &[]);
    let has_terrace = !unit.terrace.is_zero();
    let area = |part| Some(context.localized.area(part));
    let place = plan.units.iter().find(|place| place.code == unit.code.as_str());
    let size = place.map(|place| {
        let [width, depth] =
            place.size.map(|metres| context.localized.numbers().number(&format!("{metres:.2}")));
        format!("{width}\u{a0}×\u{a0}{depth}\u{a0}m")
    });
    // A fact that no unit of the use has is not shown.
    let of_use = context.site.summary.of_use(unit.unit_use);
    let fields = [
        ("unit.code", Some(unit.code.to_string())),
        ("unit.use", Some(blocks::bound(context.localized.unit_use(&unit.unit_use)))),
        ("unit.interior", area(unit.interior).filter(|_| has_terrace)),
        ("unit.terrace", area(unit.terrace).filter(|_| has_terrace)),
        ("unit.area_total", area(unit.area)),
        ("unit.size", size),
        (
            "unit.clear_height",
            Some(format!("{}\u{a0}m", context.localized.numbers().number(&plan.clear_height))),
        ),
        ("unit.bathrooms", unit.bathrooms.filter(|_| of_use.has_bathrooms).map(|number| number.to_string())),
        ("unit.typology", Some(context.site.theme.drawn(&unit.typology)).filter(|name| !name.is_empty())),
    ];
    let own = context.fields(unit, FieldPlace::Sheet)?;
    let own = own
        .into_iter()
        .map(|(field, value)| Ok(json!([blocks::bound(field.label.get(context.lang)), value])));
    fields
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .map(|(key, value)| Ok(json!([text(key)?, value])))
        .chain(own)
        .collect()
}

/// The label of amounts in the second currency, and the sentence with its rate; null on a site without one.
pub(super) fn reference(context: &DocumentContext) -> Result<Value, Problem> {
    let Some(format) = context.site.config.reference_format(context.lang) else {
        return Ok(Value::Null);
    };
    let label = context.bound(context.localized.reference_label())?;
    let note = context.bound(context.localized.reference_note())?;
    let head = format!("{} {}", context.text("payment.about", &[])?, format.currency);
    Ok(json!({ "label": label, "note": note, "head": head }))
}

/// What `site.yaml` says about the unit, as pairs of a label and a text.
fn facts(context: &DocumentContext, unit: &Unit) -> Result<Vec<Value>, Problem> {
    let unknown = context.text("facts.unknown", &[])?;
    let text = |fact: Option<String>| fact.map_or_else(|| unknown.clone(), |fact| blocks::bound(&fact));
    let facts = context.localized.unit_facts(unit);
    facts.map(|(key, fact)| Ok(json!([context.text(key, &[])?, text(fact)]))).collect()
}
