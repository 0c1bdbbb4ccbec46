//! The site that the function serves: its `leads.json` with what is made of it once.

mod source;

pub use source::SiteError;
pub(crate) use source::SiteSource;

use crate::lead::{LeadTracking, hex};
use crate::post::{MAX_EMAIL, MAX_MESSAGE, MAX_NAME, MAX_UNITS, Post};
use bytes::Bytes;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use lead_site::{FormKind, Language, LeadSite, MAX_ANSWER, MailTheme, Question, ReadError};
use lettre::message::Mailbox;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Serde};
use minijinja::{
    AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, context,
    escape_formatter,
};
use platform::unit::UnitCode;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// How many digits of the hash identify a build.
const BUILD_DIGITS: usize = 12;

/// A mail to the team.
#[derive(Debug)]
pub struct TeamMail {
    /// The subject line.
    pub subject: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The visitor, when the address is valid in mail.
    pub(crate) reply_to: Option<Mailbox>,
}

/// What the page of a rejected post shows.
pub(crate) struct RejectedPage<'a> {
    pub language: &'a Language,
    /// URL of the site; empty when the function runs on its host.
    pub site_url: &'a str,
    pub title: &'a str,
    /// What the visitor reads of the error of each invalid field, by the field's name.
    pub errors: BTreeMap<&'a str, String>,
    /// Before the form is known there is nothing to repeat: the page contains only the message.
    pub form: Option<FormKind>,
    pub post: &'a Post,
    /// Whether another lead has the key of the post.
    pub is_key_taken: bool,
}

/// A site. Its data is that of its file.
#[derive(Debug)]
pub(crate) struct LoadedSite {
    data: LeadSite,
    /// Identifies the file: the start of its SHA-256, in hexadecimal.
    pub build: String,
    /// The style sheet of the page of a rejected post.
    pub style: String,
    /// The OpenAPI description, made at the first request for it: clients that ask for it endlessly must not keep a processor busy.
    pub description: OnceLock<Bytes>,
    zone: TimeZone,
    /// The codes of the units as people write them, by their addresses in lower-case letters.
    codes: HashMap<String, String>,
    /// Compiled when one is first rendered.
    templates: OnceLock<Environment<'static>>,
}

impl Deref for LoadedSite {
    type Target = LeadSite;

    fn deref(&self) -> &LeadSite {
        &self.data
    }
}

impl LoadedSite {
    /// The site of a file with these bytes.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let data = LeadSite::parse(bytes)?;
        let templates = environment(&data.theme, &FILES[..1]);
        let style = templates
            .get_template("page.css")
            .and_then(|css| css.render(context! {}));
        Ok(Self {
            zone: data.zone()?,
            codes: data
                .units
                .iter()
                .map(|(code, unit)| (unit.address_of(code).to_ascii_lowercase(), code.clone()))
                .collect(),
            description: OnceLock::new(),
            build: hex(&Sha256::digest(bytes))[..BUILD_DIGITS].to_owned(),
            style: style.map_err(|error| {
                ReadError::invalid(&format!("`theme` is not complete ({error})"))
            })?,
            templates: OnceLock::new(),
            data,
        })
    }

    pub(crate) fn team(&self) -> &Language {
        self.language(&self.team_language)
    }

    /// [`LeadSite::listed_code`], without looking at each unit: events name units often.
    pub(crate) fn listed_code(&self, address: &str) -> Option<&str> {
        let code = self.codes.get(&address.to_ascii_lowercase())?;
        Some(code)
    }

    /// The moment of a day and time in the development's time zone.
    pub(crate) fn moment(&self, local: DateTime) -> Option<Timestamp> {
        Some(local.to_zoned(self.zone.clone()).ok()?.timestamp())
    }

    /// The day and time in the development's time zone.
    pub(crate) fn local(&self, moment: Timestamp) -> DateTime {
        self.zone.to_datetime(moment)
    }

    pub(crate) fn render(&self, name: &str, context: Value) -> Result<String, Error> {
        let templates = self
            .templates
            .get_or_init(|| environment(&self.theme, &FILES));
        templates.get_template(name)?.render(context)
    }

    /// The mail that the templates `name.txt` and `name.html` make.
    pub(crate) fn mail(
        &self,
        name: &str,
        subject: String,
        context: Value,
    ) -> Result<TeamMail, Error> {
        let text = self.render(&format!("{name}.txt"), context.clone())?;
        Ok(TeamMail {
            subject,
            text,
            html: self.render(&format!("{name}.html"), context)?,
            reply_to: None,
        })
    }

    /// The page of a rejected post.
    pub(crate) fn render_page(self: &Arc<Self>, page: &RejectedPage<'_>) -> Result<String, Error> {
        let language = page.language;
        let form = page.form.and_then(|kind| self.forms.get(&kind));
        let values = context! {
            lang => language.code.as_str(),
            site_url => page.site_url,
            home => language.home.as_str(),
            privacy => language.privacy.as_str(),
            phone => self.phone.as_str(),
            responsible => self.responsible.as_str(),
            title => page.title,
            errors => (!page.errors.is_empty()).then_some(Serde(&page.errors)),
            kind => page.form.map(Serde),
            form => form.map(Serde),
            typed => Serde(&page.post.fields),
            is_key_taken => page.is_key_taken,
            tracking => Serde(&page.post.tracking),
            marketing => page.post.is_checked("marketing"),
            t => self.texts(&language.code),
        };
        self.render("page.html", values)
    }

    /// The OpenAPI description of the routes, with the fields of this site's forms.
    pub(crate) fn render_description(&self) -> Result<String, Error> {
        let fields = self.forms.values().flat_map(|form| &form.fields);
        let questions = self.questions().into_values().map(Question::name);
        let names = fields.map(|field| field.name.clone()).chain(questions);
        let values = context! {
            forms => Serde(&self.forms),
            names => Serde(names.chain(["units".to_owned()]).collect::<BTreeSet<_>>()),
            tracking => LeadTracking::NAMES.to_vec(),
        };
        self.render("openapi.json", values)
    }

    /// The function `t(key, name=value)` of templates: a text with a value for each placeholder, in the language with this code.
    pub(crate) fn texts(self: &Arc<Self>, lang: &str) -> Value {
        let (site, lang) = (Arc::clone(self), lang.to_owned());
        Value::from_function(move |key: &str, values: Kwargs| -> Result<String, Error> {
            let pairs = values
                .args()
                .map(|name| Ok((name, values.get::<&str>(name)?)))
                .collect::<Result<Vec<_>, Error>>()?;
            Ok(site.language(&lang).filled(key, &pairs))
        })
    }
}

const FILES: [(&str, &str); 8] = [
    ("page.css", include_str!("../../templates/page.css")),
    (
        "openapi.json",
        include_str!("../../templates/openapi.json.j2"),
    ),
    ("page.html", include_str!("../../templates/page.html")),
    (
        "mail-head.html",
        include_str!("../../templates/mail-head.html"),
    ),
    ("notice.html", include_str!("../../templates/notice.html")),
    ("notice.txt", include_str!("../../templates/notice.txt")),
    ("counts.html", include_str!("../../templates/counts.html")),
    ("counts.txt", include_str!("../../templates/counts.txt")),
];

/// The compiled templates. An error here shows in every test that renders a template.
fn environment(theme: &MailTheme, files: &[(&'static str, &'static str)]) -> Environment<'static> {
    let mut templates = Environment::new();
    templates.set_formatter(write_value);
    templates.add_global("theme", Value::from(Serde(theme)));
    let limits = context! { name => MAX_NAME, email => MAX_EMAIL, message => MAX_MESSAGE, unit => UnitCode::MAX, units => MAX_UNITS, answer => MAX_ANSWER };
    templates.add_global("limits", limits);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    if let Ok(syntax) = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
    {
        templates.set_syntax(syntax);
    }
    for (name, source) in files {
        let _ = templates.add_template(name, source);
    }
    templates
}

/// Writes a value. minijinja's own formatter escapes every slash in HTML, which makes URLs in a mail's source unreadable.
fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let text = match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => text,
        _ => return escape_formatter(out, state, value),
    };
    for letter in text.chars() {
        match letter {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            other => out.write_char(other)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
