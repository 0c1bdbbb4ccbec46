//! The section `pictures:` of `site.yaml`: which picture stands where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    pub fn named_pictures(&self) -> Vec<(String, &str)> {
        let SitePictures { home, showroom, characteristics, investors, investors_contact } = &self.pictures;
        let of_site = [
            ("home", home),
            ("showroom", showroom),
            ("characteristics", characteristics),
            ("investors", investors),
            ("investors_contact", investors_contact),
        ];
        let of_site = of_site.map(|(key, name)| (format!("pictures.{key}"), name));
        let of_uses = self.uses.iter().enumerate().flat_map(|(index, declared)| {
            let pictures = &declared.pictures;
            let named = [
                ("interior", &pictures.interior),
                ("page", &pictures.page),
                ("contact", &pictures.contact),
                ("brochure", &pictures.brochure),
            ];
            named.map(|(key, name)| (format!("uses.{index}.pictures.{key}"), name))
        });
        let all = of_site.into_iter().chain(of_uses);
        all.filter_map(|(path, name)| Some((path, name.as_deref()?))).collect()
    }
}
