//! The props of each island: those that every island gets, those that the island of this name needs, and those that
//! the template passes. What does not depend on the page is separate, because it is published once for all pages.

pub(crate) mod form;
pub(crate) mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::{Error, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use ts_rs::TS;

use crate::outputs::values::{SiteValues, failed, invalid};
use crate::stages::render::browser_files::hashed_file;
use model::output::OutputFile;
use units::USE;

/// The props of every island on one page, beside what the template passes.
#[derive(Serialize, TS)]
pub(crate) struct OwnProps<'a> {
    /// Unique on the page: the prefix of every `id` in the island.
    id: &'a str,
    /// Of a form: the path of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    page: Option<&'a str>,
    #[serde(flatten)]
    #[ts(skip)]
    options: &'a Map<String, Json>,
}

/// The props of every island that its pages share.
#[derive(Serialize, TS)]
pub(crate) struct SharedProps<'a> {
    /// The code of the language: `es`.
    lang: &'a str,
    /// The full locale: `es-MX`.
    locale: &'a str,
    /// Only the groups of strings that the registry lists for this island.
    #[ts(type = "StringTree")]
    strings: Json,
}

/// Names of the props that differ from page to page and that the island shows unchanged (see `shared_html.rs`).
pub(super) fn holes(name: &str) -> &'static [&'static str] {
    match name {
        "form" => &["page", form::UNIT],
        _ => &[],
    }
}

/// The props of an island on this page only, as JSON text.
pub(super) fn own(
    name: &str,
    id: &str,
    page_url: &str,
    extra: &Map<String, Json>,
) -> Result<String, Error> {
    match name {
        "form" => form::check_kind(&options::<form::FormOptions>(name, extra)?.kind)?,
        "selector" => options::<units::SelectorOptions>(name, extra).map(drop)?,
        "inventory" => options::<units::InventoryOptions>(name, extra).map(drop)?,
        _ => {}
    }
    to_text(&OwnProps {
        id,
        page: (name == "form").then_some(page_url),
        options: extra,
    })
}

fn to_text(props: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(props).map_err(failed)
}

/// What a template passes to an island.
fn options<T: DeserializeOwned>(name: &str, extra: &Map<String, Json>) -> Result<T, Error> {
    let read = serde_json::from_value(Json::Object(extra.clone()));
    read.map_err(|error| invalid(format!("`props` of the island `{name}`: {error}"), None))
}

/// The props of an island that do not depend on the page, as JSON text. Of those that the template passes, only the text of
/// [`units::USE`] matters.
fn shared(
    context: &SiteValues,
    name: &str,
    extra: &Map<String, Json>,
    groups: &[String],
) -> Result<String, Error> {
    let props = SharedProps {
        lang: context.lang.code(),
        locale: context.lang.locale(),
        strings: context.strings().groups(groups),
    };
    let every = to_text(&props)?;
    let island = match name {
        "inventory" => to_text(&units::inventory(context)?)?,
        "selector" => to_text(&units::selector(context, extra)?)?,
        "form" => to_text(&form::settings(context)?)?,
        _ => return Ok(every),
    };
    Ok(merged(&every, &island))
}

/// Shared props and those of a page or island, which count where both have a prop, as JSON text.
pub(super) fn merged(shared: &str, own: &str) -> String {
    // Neither is empty, and of two equal names JSON's readers take the second.
    format!("{},{}", &shared[..shared.len() - 1], &own[1..])
}

/// The props that the template passes.
pub(super) fn from_template(extra: Option<&Value>) -> Result<Map<String, Json>, Error> {
    let Some(extra) = extra else {
        return Ok(Map::new());
    };
    match serde_json::to_value(extra).map_err(failed)? {
        Json::Object(map) => Ok(map),
        other => {
            let hint = "write props={\"name\": value}".to_owned();
            Err(invalid(
                format!("`props` is not a map: {other}"),
                Some(hint),
            ))
        }
    }
}

/// The shared props of every island of a language, each a file: by the island's name and the use that limits it.
#[derive(Default)]
pub(in crate::stages::render) struct SharedPropsFiles(
    BTreeMap<(String, Option<String>), Arc<OutputFile>>,
);

impl SharedPropsFiles {
    /// Those of the islands of `strings`, which have these groups of strings.
    pub(in crate::stages::render) fn new(
        values: &SiteValues,
        strings: &BTreeMap<String, Vec<String>>,
    ) -> SharedPropsFiles {
        let mut files = BTreeMap::new();
        for (name, groups) in strings {
            let mut variants = vec![None];
            if name == "selector" {
                let uses = values.site.config.uses.iter();
                variants.extend(uses.map(|one| Some(one.key.key().to_owned())));
            }
            for only in variants {
                let extra = only
                    .iter()
                    .map(|only| (USE.to_owned(), only.as_str().into()));
                // A project that does not use an island may lack its texts; a page that uses it reports them.
                if let Ok(props) = shared(values, name, &extra.collect(), groups) {
                    let path = format!("{name}-{}", values.lang);
                    let file = hashed_file(&path, "json", props, "islands");
                    files.insert((name.clone(), only), Arc::new(file));
                }
            }
        }
        SharedPropsFiles(files)
    }

    /// The file of an island that gets the props `extra` from its template.
    pub(super) fn get(
        &self,
        values: &SiteValues,
        name: &str,
        extra: &Map<String, Json>,
        groups: &[String],
    ) -> Result<Arc<OutputFile>, Error> {
        let only = extra.get(USE).and_then(Json::as_str).map(str::to_owned);
        if let Some(file) = self.0.get(&(name.to_owned(), only)) {
            return Ok(Arc::clone(file));
        }
        // What it lacks, or a use that the site does not have.
        let props = shared(values, name, extra, groups)?;
        let path = format!("{name}-{}", values.lang);
        Ok(Arc::new(hashed_file(&path, "json", props, "islands")))
    }

    /// The files, each path once: all units are those of one use where the others have none.
    pub(in crate::stages::render) fn files(&self) -> Vec<OutputFile> {
        let mut files: Vec<OutputFile> = self
            .0
            .values()
            .map(|file| OutputFile::clone(file))
            .collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files.dedup_by(|one, other| one.path == other.path);
        files
    }
}
