//! Documents that are made on request, from the site as a build would make it now.

use bytes::Bytes;
use platform::unit::Status;

use super::{Request, resolve};
use crate::outputs::values::describe;
use crate::stages::documents::{self, Broker, typesetter};
use crate::stages::load::Unsaved;
use crate::stages::pictures;
use formats::problem::did_you_mean;
use model::build_error::BuildError;
use model::site::Site;

/// What is made.
#[derive(Debug, Clone)]
pub enum OnPaper {
    /// The sheets of units with the name of a broker.
    Sheets(Broker),
    /// A sign for each unit and place, on paper of this size.
    Signs {
        /// Where the signs hang: the campaign of their links.
        places: Vec<String>,
        /// `a4` or `a5`.
        paper: String,
    },
}

/// The documents of units, by their paths; without codes, of all available units. `lang` is a code, or none for the first language.
pub fn on_paper(
    request: &Request,
    what: &OnPaper,
    codes: &[String],
    lang: Option<&str>,
) -> Result<Vec<(String, Bytes)>, BuildError> {
    let resolved = resolve(request, &Unsaved::new())?;
    let (tools, site) = (&resolved.tools, &resolved.site);
    let languages = site.config.languages;
    let lang = lang.map_or(Ok(languages.first()), |code| {
        let message = || {
            format!(
                "the site is not in `{code}`: use one of {}",
                languages.listed()
            )
        };
        languages
            .find(code)
            .ok_or_else(|| BuildError::Tool(message()))
    })?;
    let units = units(site, codes)?;
    let described = describe(site);
    let values = described.get(lang);
    let pictures = pictures::pictures(tools, &described)?.0;
    let jobs = match what {
        OnPaper::Sheets(broker) => {
            let mut views = units.iter().map(|unit| &values.catalogue.units[*unit]);
            if let Some(view) = views.find(|view| view.sheet.is_none()) {
                let code = &view.label;
                let message =
                    format!("the unit `{code}` has no sheet: draw it in content/geometry.json");
                return Err(BuildError::Tool(message));
            }
            documents::broker_sheets(&described, lang, &pictures, &units, broker)
        }
        OnPaper::Signs { places, paper } => {
            documents::signs(&described, lang, &pictures, &units, places, paper)
        }
    };
    typesetter::typeset(tools, &jobs?)
}

fn units(site: &Site, codes: &[String]) -> Result<Vec<usize>, BuildError> {
    let all = &site.inventory.units;
    if codes.is_empty() {
        return Ok((0..all.len())
            .filter(|index| all[*index].status == Status::Available)
            .collect());
    }
    let index = |code: &String| {
        all.iter()
            .position(|unit| unit.code.address() == code || unit.code.spelling() == code)
            .ok_or_else(|| {
                let hint = did_you_mean(code, all.iter().map(|unit| unit.code.spelling()))
                    .unwrap_or_else(|| "use a code of the inventory".to_owned());
                BuildError::Tool(format!("the site does not have a unit `{code}`: {hint}"))
            })
    };
    codes.iter().map(index).collect()
}
