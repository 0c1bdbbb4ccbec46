//! The props of forms.

use std::collections::{BTreeMap, HashMap};

use lead_site::{FormKind, VisitHours};
use minijinja::Error;
use platform::unit::Status;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::catalogue::chat::{self, UNIT_PLACEHOLDER};
use crate::outputs::questions::questions;
use crate::outputs::values::functions::whatsapp_address;
use crate::outputs::values::{SiteValues, failed, invalid};
use formats::problem::did_you_mean;
use model::config::{OpeningHours, OwnFieldKind, Phone};
use model::site::template;
use model::strings::StringsError;

/// The prop with the code of a form's unit.
pub(in crate::stages::render::functions) const UNIT: &str = "unit";

/// What a template passes to a form.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only checks what a template passes")]
#[ts(optional_fields)]
pub(crate) struct FormOptions {
    #[ts(type = "Kind")]
    pub(super) kind: String,
    /// The preselected option of the field `space`, on a page about one use.
    space: Option<String>,
    /// The code of the unit, on the page of a unit.
    unit: Option<String>,
    /// The preselected option of the field `wish`.
    wish: Option<String>,
    /// The path that is shown after success, instead of the thank-you page.
    thanks: Option<String>,
    /// Whether the unit of the form has payment plans; whether the site has some where absent.
    plans: Option<bool>,
}

/// The props of a form that its pages share.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormSettings<'a> {
    /// Where the post goes: `/api/leads`.
    action: &'static str,
    /// The path of the thank-you page, shown after success.
    thanks: String,
    whatsapp_url: WhatsappUrls,
    #[ts(type = "{ label: string, href: string }")]
    phone: &'a Phone,
    privacy_url: String,
    /// When a visit may begin; null without hours.
    #[ts(inline)]
    visit: Option<Visit<'a>>,
    /// The codes of units as people write them, by their addresses, where these differ; absent where none does.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<HashMap<String, String>>", optional)]
    unit_labels: BTreeMap<&'a str, &'a str>,
    /// Whether there are payment plans to ask for.
    plans: bool,
    /// The version of the privacy notice that the form links.
    notice_version: &'a str,
    /// The site key of reCAPTCHA v3; null when none is configured.
    captcha_site_key: Option<&'a str>,
    /// The development's own questions by the kind of their form; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, type = "Partial<Record<Kind, Question[]>>")]
    questions: BTreeMap<FormKind, Vec<QuestionProps>>,
}

/// A question of the development's own.
#[derive(Serialize, TS)]
#[ts(rename = "Question")]
pub(crate) struct QuestionProps {
    /// The name of its field in posts.
    #[ts(type = "`answer_${string}`")]
    name: String,
    #[ts(type = "\"text\" | \"choice\" | \"number\" | \"date\"")]
    kind: OwnFieldKind,
    label: String,
    /// A line below the field.
    hint: Option<String>,
    required: bool,
    /// The key and the label of each option of a choice.
    options: Vec<(String, String)>,
    /// The least number that is valid.
    #[ts(type = "number | null")]
    min: Option<i64>,
    /// The largest number that is valid.
    #[ts(type = "number | null")]
    max: Option<i64>,
    #[ts(inline)]
    errors: AnswerErrors,
}

/// What a visitor reads of an answer that is missing, and of one that is not valid.
#[derive(Serialize, TS)]
pub(crate) struct AnswerErrors {
    required: String,
    invalid: String,
}

/// When a visit may begin.
#[derive(Serialize, TS)]
pub(crate) struct Visit<'a> {
    /// The hours, as visitors read them.
    text: &'a str,
    #[ts(type = "{ days: number[], from: string, to: string }")]
    hours: VisitHours,
}

/// The hours of visits, as the lead function checks them.
pub(crate) fn visit_hours(hours: &OpeningHours) -> VisitHours {
    VisitHours {
        days: hours.days.iter().map(|day| *day as i8).collect(),
        from: hours.from,
        to: hours.to,
    }
}

/// The link that opens WhatsApp.
#[derive(Serialize, TS)]
pub(crate) struct WhatsappUrls {
    plain: String,
    /// The one about a unit, with `{{unit}}` in its text.
    unit: String,
    /// The one about several, with `{{unit}}` for their codes.
    units: String,
}

/// Refuses a form that the lead function would refuse.
pub(super) fn check_kind(kind: &str) -> Result<(), Error> {
    if FormKind::parse(kind).is_some() {
        return Ok(());
    }
    let message = format!("`kind` of the island `form` cannot be `{kind}`");
    let known = FormKind::POSTED.map(FormKind::as_str);
    Err(invalid(message, did_you_mean(kind, known)))
}

/// The codes of units as people write them, by their addresses, where these differ.
fn unit_labels(context: &SiteValues) -> BTreeMap<&str, &str> {
    let units = context.catalogue.units.iter();
    let labels = units.map(|view| (&*view.code, &*view.label));
    labels.filter(|(code, label)| code != label).collect()
}

/// The questions of each form in the language of the page.
fn questions_of(
    context: &SiteValues,
) -> Result<BTreeMap<FormKind, Vec<QuestionProps>>, StringsError> {
    let mut all = BTreeMap::new();
    for (kind, questions) in questions(&context.site)? {
        let fields = &context.site.config.forms[kind.as_str()].fields;
        let props = fields.iter().zip(questions).map(|(field, question)| {
            let name = question.name();
            let mut of_languages = question.texts;
            let texts = of_languages.remove(context.lang.code()).unwrap_or_default();
            let options = field.options.iter().map(|option| {
                let label = option.label.get(context.lang);
                (option.key.clone(), label.clone())
            });
            QuestionProps {
                name,
                kind: field.kind,
                label: texts.label,
                hint: texts.hint,
                required: field.required,
                options: options.collect(),
                min: field.min,
                max: field.max,
                errors: AnswerErrors {
                    required: texts.required,
                    invalid: texts.invalid,
                },
            }
        });
        all.insert(kind, props.collect());
    }
    Ok(all)
}

/// The props that do not depend on the page.
pub(super) fn settings(context: &SiteValues) -> Result<FormSettings<'_>, Error> {
    let config = &context.site.config;
    let message = context.text("messages.whatsapp", &[])?;
    let several = context.text("messages.whatsapp_units", &[("unit", UNIT_PLACEHOLDER)])?;
    let chat = config.contact.whatsapp.get(context.lang);
    let site_key = &*config.captcha_site_key;
    Ok(FormSettings {
        action: "/api/leads",
        thanks: context.localized().page_with(template::THANKS),
        whatsapp_url: WhatsappUrls {
            plain: whatsapp_address(context, &message, &config.name)?,
            unit: chat
                .chat_url(&chat::message(context.localized(), Status::Available).map_err(failed)?),
            units: whatsapp_address(context, &several, UNIT_PLACEHOLDER)?,
        },
        phone: &config.contact.phone,
        visit: config.showroom.hours.as_ref().map(|hours| Visit {
            text: hours.text.get(context.lang),
            hours: visit_hours(hours),
        }),
        privacy_url: context.localized().page_with(template::PRIVACY),
        unit_labels: unit_labels(context),
        plans: !context.site.payment_plans.is_empty(),
        notice_version: &config.legal.notice_version,
        captcha_site_key: (!site_key.is_empty()).then_some(site_key),
        questions: questions_of(context).map_err(failed)?,
    })
}
