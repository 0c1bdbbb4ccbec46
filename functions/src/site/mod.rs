//! The site that the function serves: its `leads.json` with what is made of it once.

mod source;
mod templates;

pub use source::SiteError;
pub(crate) use source::SiteSource;

use crate::lead::hex;
use bytes::Bytes;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use lead_site::{Language, LeadSite, ReadError};
use minijinja::value::Kwargs;
use minijinja::{Environment, Error, Value, context};
use sha2::{Digest, Sha256};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// How many digits of the hash identify a build.
const BUILD_DIGITS: usize = 12;

/// A site. Its data is that of its file.
#[derive(Debug)]
pub(crate) struct LoadedSite {
    data: LeadSite,
    /// Identifies the file: the start of its SHA-256, in hexadecimal.
    pub build: String,
    /// The style sheet of the page of a rejected post.
    pub style: String,
    /// The OpenAPI description, made at the first request for it.
    pub description: OnceLock<Bytes>,
    zone: TimeZone,
    templates: Environment<'static>,
}

impl Deref for LoadedSite {
    type Target = LeadSite;

    fn deref(&self) -> &LeadSite {
        &self.data
    }
}

impl LoadedSite {
    /// The site of a file with these bytes.
    ///
    /// # Errors
    /// See [`LeadSite::parse`]; also a theme without a colour that the templates use.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let data = LeadSite::parse(bytes)?;
        let templates = templates::environment(&data.theme);
        let style = templates.get_template("page.css").and_then(|css| css.render(context! {}));
        Ok(Self {
            zone: data.zone()?,
            description: OnceLock::new(),
            build: hex(&Sha256::digest(bytes))[..BUILD_DIGITS].to_owned(),
            style: style
                .map_err(|error| ReadError::invalid(&format!("`theme` is not complete ({error})")))?,
            templates,
            data,
        })
    }

    /// The language of the sales team.
    pub(crate) fn team(&self) -> &Language {
        self.language(&self.team_language)
    }

    /// The day and time in the development's time zone.
    pub(crate) fn local(&self, moment: Timestamp) -> DateTime {
        self.zone.to_datetime(moment)
    }

    /// Renders a template.
    pub(crate) fn render(&self, name: &str, context: Value) -> Result<String, Error> {
        self.templates.get_template(name)?.render(context)
    }

    /// The function `t(key, name=value)` of templates: a text with a value for each placeholder, in the language with this code.
    pub(crate) fn texts(self: &Arc<Self>, lang: &str) -> Value {
        let (site, lang) = (Arc::clone(self), lang.to_owned());
        Value::from_function(move |key: &str, values: Kwargs| -> Result<String, Error> {
            let pairs = values.args().map(|name| Ok((name, values.get::<&str>(name)?)));
            let pairs = pairs.collect::<Result<Vec<_>, Error>>()?;
            Ok(site.language(&lang).filled(key, &pairs))
        })
    }
}

#[cfg(test)]
mod tests;
