//! The forms: their fields, and the rule of each.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::question::Question;

/// The most fields of a form, beside its questions.
pub const MAX_FIELDS: usize = 11;

/// The kind of a form, the value of the field `form` in a post (specification, S18 and call 1).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FormKind {
    /// The form for every use.
    Contact,
    /// The first form of a use: `form: offices` in `uses` of `site.yaml`.
    Offices,
    /// The second form of a use: `form: units` in `uses` of `site.yaml`.
    Units,
    /// The contact module of the home page.
    Home,
    /// The page of the brochure.
    Brochure,
    /// The page of one unit.
    Unit,
    /// Call 6, `/mail/send`.
    Mail,
}

impl FormKind {
    /// The kinds a page may name in the field `form`; [`FormKind::Mail`] has its own route.
    pub const POSTED: [Self; 6] = [
        Self::Contact,
        Self::Offices,
        Self::Units,
        Self::Home,
        Self::Brochure,
        Self::Unit,
    ];

    /// The name in posts, in the outbox and in call 1.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The kind that the field `form` of a post names.
    pub fn parse(name: &str) -> Option<Self> {
        Self::POSTED.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A form.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Form {
    /// The string of the button that sends it.
    pub submit: String,
    /// The fields, in their order on the page.
    pub fields: Vec<FormField>,
    /// The development's own questions, after the fields. Not fields, so that earlier versions of `leads` read the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
}

/// A field of a form.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct FormField {
    /// Its name in posts. Its label is the string `form.<name>`, its errors are `validation.<name>_...`.
    pub name: String,
    /// Whether the form asks for it.
    pub presence: Presence,
    /// Which values are valid.
    #[serde(flatten)]
    pub rule: FieldRule,
}

/// Whether a form asks for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// A post must have it.
    Required,
    /// A visitor may leave it empty.
    Optional,
    /// The form does not show it, but a post may have it.
    Unasked,
}

/// Which values of a field are valid (`functions/cases/README.md`). A lead has one value of each rule but [`FieldRule::Choice`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum FieldRule {
    /// The visitor's name, on one line.
    Name,
    /// A telephone number.
    Phone,
    /// A mail address.
    Email,
    /// One of several options.
    Choice {
        /// The string group with the label of each option.
        labels: String,
        /// The keys of the options, in their order.
        options: Vec<String>,
        /// The keys that only pages of earlier publications have, and until when they are accepted.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        earlier: BTreeMap<String, Timestamp>,
    },
    /// Free text.
    Text,
    /// A day and an hour of a visit, in the development's time: `2026-12-01T10:30`.
    Moment {
        /// When a visit may begin.
        hours: VisitHours,
    },
    /// The code of a unit.
    Unit,
}

/// When the sales office receives visitors.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct VisitHours {
    /// The days of the week, Monday is 1.
    pub days: Vec<i8>,
    /// The first minute of a visit.
    pub from: Time,
    /// When the office closes.
    pub to: Time,
}

impl VisitHours {
    /// Whether a visit may begin then.
    pub fn include(&self, moment: DateTime) -> bool {
        let day = moment.weekday().to_monday_one_offset();
        self.days.contains(&day) && (self.from..self.to).contains(&moment.time())
    }
}

/// The names of the fields of all forms, those with a moment too.
pub fn standard_names() -> BTreeSet<String> {
    let hours = VisitHours {
        days: Vec::new(),
        from: Time::midnight(),
        to: Time::midnight(),
    };
    let forms = standard_forms(|_| Vec::new(), Some(&hours));
    let fields = forms.into_values().flat_map(|form| form.fields);
    fields.map(|field| field.name).collect()
}

/// The forms of the specification (S18), with moments of a visit where the site has hours. `options` gives the keys of a string group.
pub fn standard_forms(
    options: impl Fn(&str) -> Vec<String>,
    hours: Option<&VisitHours>,
) -> BTreeMap<FormKind, Form> {
    let field = |name: &str, presence, rule| FormField {
        name: name.to_owned(),
        presence,
        rule,
    };
    let choice = |name: &str, presence, labels: &str| {
        let (options, earlier) = (options(labels), BTreeMap::new());
        field(
            name,
            presence,
            FieldRule::Choice {
                labels: labels.to_owned(),
                options,
                earlier,
            },
        )
    };
    let form = |kind| {
        use Presence::{Optional, Required, Unasked};
        // The unit determines the use, and the brochure is about all of them.
        let space = match kind {
            FormKind::Brochure | FormKind::Unit => Unasked,
            _ => Required,
        };
        let (submit, identities, message) = match kind {
            FormKind::Brochure => (
                "form.submit_brochure",
                "form.identity_brochure_options",
                Unasked,
            ),
            FormKind::Unit => ("form.submit_unit", "form.identity_options", Optional),
            _ => ("form.submit", "form.identity_options", Optional),
        };
        let phone = if kind == FormKind::Mail {
            Optional
        } else {
            Required
        };
        let mut fields = vec![
            field("name", Required, FieldRule::Name),
            field("phone", phone, FieldRule::Phone),
            field("email", Required, FieldRule::Email),
        ];
        if kind != FormKind::Mail {
            fields.push(choice("space", space, "form.space_options"));
            fields.push(choice("identity", Required, identities));
        }
        if message == Optional && kind != FormKind::Mail {
            fields.push(choice("wish", Optional, "form.wish_options"));
            if let Some(hours) = hours {
                let moment = |name| {
                    field(
                        name,
                        Optional,
                        FieldRule::Moment {
                            hours: hours.clone(),
                        },
                    )
                };
                fields.extend(["visit_1", "visit_2"].map(moment));
            }
        }
        fields.push(field("message", message, FieldRule::Text));
        fields.push(field("unit", Unasked, FieldRule::Unit));
        (
            kind,
            Form {
                submit: submit.to_owned(),
                fields,
                questions: Vec::new(),
            },
        )
    };
    FormKind::POSTED
        .into_iter()
        .chain([FormKind::Mail])
        .map(form)
        .collect()
}
