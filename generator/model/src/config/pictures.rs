//! The section `pictures:` of `site.yaml`: which picture stands where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::Config;

/// The names of pictures of `content/images/`; where a place has none, nothing stands there.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SitePictures {
    /// Below the first screen of the home page, and on the cover of the brochure.
    pub home: Option<String>,
    /// Beside the address of the showroom on the home page.
    pub showroom: Option<String>,
    /// On the page of characteristics, and beside them in the brochure.
    pub characteristics: Option<String>,
    /// On the page for investors, and at the end of the brochure.
    pub investors: Option<String>,
    /// Beside the form of the page for investors.
    pub investors_contact: Option<String>,
}

impl Config {
    /// Every picture that `site.yaml` names, with the path of its name in this file: `uses.0.pictures.page`.
    pub fn named_pictures(&self) -> Vec<(String, String)> {
        let named = |path: String, pictures: Option<Value>| {
            let pictures = pictures.and_then(|pictures| pictures.as_object().cloned()).into_iter().flatten();
            let name = move |(key, name): (String, Value)| {
                Some((format!("{path}.{key}"), name.as_str()?.to_owned()))
            };
            pictures.filter_map(name)
        };
        let of_site = named("pictures".to_owned(), to_value(&self.pictures).ok());
        let of_uses = self.uses.iter().enumerate().flat_map(|(index, declared)| {
            named(format!("uses.{index}.pictures"), to_value(&declared.pictures).ok())
        });
        of_site.chain(of_uses).collect()
    }
}
