//! Stage 7: the PDFs: brochure, price list, a sheet for each unit, the privacy notice; each in every language. A document has two
//! templates in `templates/documents`: `unit.json` is what it says, and `unit.typ` its layout. See docs/documents.md. Documents that
//! are made on request are not part of the site: sheets of units with the name of a broker, and signs with a QR code.

mod document_context;
mod drawings;
mod functions;
pub mod typesetter;

pub use typesetter::Job;

use std::str::FromStr;
use std::sync::Arc;

use minijinja::{AutoEscape, Environment, Error, context};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::pictures::Pictures;
use crate::cache::Inputs;
use crate::node::{Tools, run_concurrently};
use crate::outputs::share::{self, SharePictures};
use crate::outputs::values::{Described, SiteValues, compile};
use document_context::{DocumentContext, Taken};
use formats::markdown::blocks::bind;
use formats::problem::{self, Code, Problem};
use formats::templating::template_problem;
use model::build_error::BuildError;
use model::config::query_value;
use model::document::Document;
use model::lang::Lang;
use model::output::OutputFile;
use model::schema::ENGINE;
use model::site::{Site, template};
use model::source::DOCUMENTS_FOLDER;
use typesetter::TEMPLATES;

/// Stage 7: the documents and the share pictures.
pub fn documents(
    tools: &Tools,
    described: &Described,
    pictures: &Arc<Pictures>,
    share: &SharePictures,
) -> Result<Vec<OutputFile>, BuildError> {
    let make = || typesetter::typeset(tools, &jobs(described, pictures)?);
    let (documents, shared) = run_concurrently(make, || share::render(tools, share));
    let documents = documents?
        .into_iter()
        .map(|(path, bytes)| OutputFile::new(&path, bytes, TEMPLATES));
    Ok(documents.chain(shared?).collect())
}

/// Every document of the site with its data, in a fixed order. A page or a text that one needs and the site lacks is a problem.
pub fn jobs(described: &Described, pictures: &Arc<Pictures>) -> Result<Vec<Job>, Vec<Problem>> {
    let site = &described.site;
    let others = [
        Document::Brochure,
        Document::PriceList,
        Document::PrivacyNotice,
    ]
    .into_iter()
    .filter(|document| site.has_document(*document))
    .map(|document| (document, None));
    let first = described.get(site.config.languages.first());
    let wanted: Vec<(Document, Option<usize>)> = others.chain(sheets(first)).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let mut jobs = Vec::new();
    for lang in site.config.languages.iter() {
        let (context, engine) = engine(described.get(lang), pictures)?;
        let made = wanted.par_iter().map(|(document, unit)| {
            refuse_without_page(site, lang, *document)?;
            let path = document.path(lang, &site.config.product);
            job(
                &context,
                &engine,
                document.template(),
                path,
                *unit,
                &().into(),
            )
        });
        jobs.extend(made.collect::<Vec<_>>());
    }
    problem::collect(jobs).map_err(template_problem::deduplicate)
}

/// The sheet of every unit that has one, with the unit's index, in inventory order.
fn sheets(values: &SiteValues) -> impl Iterator<Item = (Document<'_>, Option<usize>)> {
    let views = values
        .catalogue
        .units
        .iter()
        .enumerate()
        .filter(|(_, view)| view.sheet.is_some());
    views.map(|(index, view)| (Document::UnitSheet(&view.code), Some(index)))
}

/// The template engine with the data templates of documents in a language, and what its functions take their values from.
fn engine(
    values: &Arc<SiteValues>,
    pictures: &Arc<Pictures>,
) -> Result<(Arc<DocumentContext>, Environment<'static>), Vec<Problem>> {
    let site = &values.site;
    let mut drawn_from = Inputs::default();
    // Another release may draw otherwise.
    drawn_from.add(ENGINE);
    drawn_from.add(format!("{:?}", site.plans));
    drawn_from.add(json!(&*site.theme).to_string());
    let context = Arc::new(DocumentContext {
        values: Arc::clone(values),
        pictures: Arc::clone(pictures),
        drawn_from,
    });
    let mut environment = context.values.environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Json);
    functions::add(&mut environment, &context);
    compile(&mut environment, site, |name| {
        name.starts_with(DOCUMENTS_FOLDER)
    })?;
    Ok((context, environment))
}

/// A document with its data; `unit` is the index of the one that it is about, `paper` what a document on request has.
fn job(
    context: &DocumentContext,
    engine: &Environment,
    layout: &'static str,
    path: String,
    unit: Option<usize>,
    paper: &minijinja::Value,
) -> Result<Job, Problem> {
    let SiteValues { site, units, .. } = &*context.values;
    let failed = |error: Error| template_problem::to_problem(&error, &path);
    let name = format!("{DOCUMENTS_FOLDER}{}", layout.replace(".typ", ".json"));
    let template = engine.get_template(&name).map_err(failed)?;
    let unit = unit.map(|index| units[index].clone());
    let rendered = template
        .render_captured(context! { unit, paper })
        .map_err(failed)?;
    let mut data: Value = serde_json::from_str(rendered.output()).map_err(|error| {
        let message = format!("this template does not write JSON: {error}");
        Problem::in_file(
            Code::TemplateError,
            format!("templates/{}", template.name()),
            message,
        )
    })?;
    bind_texts(&mut data);
    let date = data["date"]
        .as_str()
        .and_then(|date| date.parse().ok())
        .unwrap_or(site.inventory.date);
    let Taken { pictures, drawings } = rendered
        .state()
        .get_extension::<Taken>()
        .cloned()
        .unwrap_or_default();
    Ok(Job {
        template: layout,
        data,
        date,
        pictures,
        drawings,
        path,
    })
}

/// Refuses a document without the page that it is made from.
fn refuse_without_page(site: &Site, lang: Lang, document: Document) -> Result<(), Problem> {
    let neutral = match document {
        Document::Brochure => "/",
        Document::PrivacyNotice => site
            .routes
            .with_template(template::PRIVACY)
            .unwrap_or(template::PRIVACY),
        Document::PriceList | Document::UnitSheet(_) => return Ok(()),
    };
    if site
        .page(lang, neutral)
        .is_some_and(|page| page.source().is_some())
    {
        return Ok(());
    }
    let template = format!("{TEMPLATES}/{}", document.template());
    let message = format!("this document needs the page `{neutral}` in `{lang}`");
    let problem = Problem::in_file(Code::MissingPage, template, message);
    Err(problem.hint("write the page, or remove the document's template"))
}

/// Binds numbers and their units in every text but markup.
fn bind_texts(value: &mut Value) {
    match value {
        Value::String(text) if text.starts_with('<') => {}
        Value::String(text) => bind(text),
        Value::Array(list) => list.iter_mut().for_each(bind_texts),
        Value::Object(map) => map.values_mut().for_each(bind_texts),
        _ => {}
    }
}

/// Who answers the reader of a sheet. Its fields may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    name: String,
    phone: String,
    email: String,
}

impl Broker {
    /// The query by which a lead of the sheet's link names the broker: `?asesor=Ana%20P%C3%A9rez`.
    fn query(&self) -> String {
        format!("?asesor={}", query_value(&self.name))
    }
}

impl FromStr for Broker {
    type Err = &'static str;

    /// `Ana Pérez · 984 000 0000 · ana@example.com`, in any order; the phone and the address may be missing.
    fn from_str(text: &str) -> Result<Broker, &'static str> {
        let mut broker = Broker {
            name: String::new(),
            phone: String::new(),
            email: String::new(),
        };
        for part in text
            .split(['·', '|', ';'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let is_phone = part
                .chars()
                .all(|letter| letter.is_ascii_digit() || "+ -().".contains(letter));
            let field = match part {
                _ if part.contains('@') => &mut broker.email,
                _ if is_phone => &mut broker.phone,
                _ => &mut broker.name,
            };
            if !field.is_empty() || part.chars().any(char::is_control) {
                return Err(
                    "write one name, one phone and one e-mail address, separated by `·` or `|`",
                );
            }
            part.clone_into(field);
        }
        match broker.name.chars().count() {
            0 => Err("write the broker's name first, like `Ana Pérez · 984 000 0000`"),
            1..=40 => Ok(broker),
            _ => Err("write a name of at most 40 characters"),
        }
    }
}

/// The sheets of these units, given by their index, with a broker and in a language.
pub fn broker_sheets(
    described: &Described,
    lang: Lang,
    pictures: &Arc<Pictures>,
    units: &[usize],
    broker: &Broker,
) -> Result<Vec<Job>, Vec<Problem>> {
    let values = described.get(lang);
    let (context, engine) = engine(values, pictures)?;
    let contact = vec![
        broker.name.clone(),
        broker.phone.clone(),
        broker.email.clone(),
    ];
    let paper = context! { broker => contact, query => broker.query() };
    problem::collect(units.iter().map(|unit| {
        let path = format!("{}.pdf", values.catalogue.unit(*unit).code);
        job(
            &context,
            &engine,
            Document::UnitSheet("").template(),
            path,
            Some(*unit),
            &paper,
        )
    }))
}

/// The signs of these units, given by their index, for each place, which its link names, and on paper of a size of Typst.
pub fn signs(
    described: &Described,
    lang: Lang,
    pictures: &Arc<Pictures>,
    units: &[usize],
    places: &[String],
    size: &str,
) -> Result<Vec<Job>, Vec<Problem>> {
    let values = described.get(lang);
    let (context, engine) = engine(values, pictures)?;
    let pairs = places
        .iter()
        .flat_map(|place| units.iter().map(move |unit| (place, *unit)));
    problem::collect(pairs.map(|(place, unit)| {
        let query = format!("?utm_source=letrero&utm_medium=qr&utm_campaign={place}");
        let path = format!("{place}/{}.pdf", values.catalogue.unit(unit).code);
        job(
            &context,
            &engine,
            "sign.typ",
            path,
            Some(unit),
            &context! { place, size, query },
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_has_a_name_and_perhaps_a_phone_and_an_address() {
        let broker: Broker = "ana@example.com | Ana Pérez | +52 (984) 000-0000"
            .parse()
            .unwrap();
        assert_eq!(broker.query(), "?asesor=Ana%20P%C3%A9rez");
        assert_eq!(
            [broker.phone, broker.email],
            ["+52 (984) 000-0000", "ana@example.com"]
        );
        assert_eq!("Ana".parse::<Broker>().unwrap().phone, "");
        for wrong in [
            "",
            " · ",
            "984 000 0000",
            "Ana · Luis",
            "a@b.c|d@e.f",
            "Ana\u{7}",
            &"x".repeat(41),
        ] {
            assert!(wrong.parse::<Broker>().is_err(), "{wrong}");
        }
    }
}
