//! The sections `menu:`, `footer:` and `social:` of `site.yaml`, with the links of header and footer; and `pictures:`.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Config;

/// A link of the menu or the footer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuLink {
    /// Where it leads.
    pub to: LinkTarget,
    /// The key of the string that it shows. The links to the pages of uses in the footer have none.
    pub label: Option<String>,
}

/// Where a link of the menu or the footer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page of the site, by its path without a language.
    Page(String),
    /// A page of another site, which opens in a new tab.
    Web(String),
    /// The pages of all uses: a menu of its own in the header, one link for each in the footer.
    Uses,
    /// The developer's site, which opens in a new tab.
    Developer,
}

impl FromStr for LinkTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<LinkTarget, String> {
        match text {
            "uses" => Ok(LinkTarget::Uses),
            "developer" => Ok(LinkTarget::Developer),
            _ if text.starts_with("https://") => Ok(LinkTarget::Web(text.to_owned())),
            _ if text.starts_with('/') => Ok(LinkTarget::Page(text.to_owned())),
            _ => Err(format!(
                "`{text}` is not a link target: write the path of a page like `/page`, an https URL, `uses` or `developer`"
            )),
        }
    }
}

formats::read_as_text!(LinkTarget, "^(uses|developer|/.*|https://.+)$");

/// A column of links in the footer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkColumn {
    /// The key of the string above the links.
    pub title: String,
    /// The links.
    pub links: Vec<MenuLink>,
}

/// A profile of the development in a social network.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SocialProfile {
    /// The name of the network.
    pub name: String,
    /// The URL of the profile.
    pub url: String,
    /// The name of an icon of `templates/icons/`.
    pub icon: String,
}

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
    /// Earlier works of the developer, one picture for each, beside who builds.
    pub works: Vec<String>,
}

impl Config {
    /// Every picture that `site.yaml` names, with the path of its name in this file: `uses.0.pictures.page`.
    pub fn named_pictures(&self) -> Vec<(String, String)> {
        let of_uses = self
            .uses
            .iter()
            .enumerate()
            .map(|(index, own)| (format!("uses.{index}.pictures"), json!(own.pictures)));
        let mut named = Vec::new();
        for (group, pictures) in [("pictures".to_owned(), json!(self.pictures))]
            .into_iter()
            .chain(of_uses)
        {
            for (key, value) in pictures.as_object().into_iter().flatten() {
                let names = value
                    .as_array()
                    .map_or(std::slice::from_ref(value), Vec::as_slice)
                    .iter()
                    .filter_map(Value::as_str);
                named.extend(names.map(|name| (format!("{group}.{key}"), name.to_owned())));
            }
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_page_another_site_the_uses_or_the_developer() {
        assert_eq!("uses".parse(), Ok(LinkTarget::Uses));
        assert_eq!("developer".parse(), Ok(LinkTarget::Developer));
        assert_eq!("/a#b".parse(), Ok(LinkTarget::Page("/a#b".to_owned())));
        assert_eq!(
            "https://a.example".parse(),
            Ok(LinkTarget::Web("https://a.example".to_owned()))
        );
        for wrong in ["inventario", "http://a.example", "", "use"] {
            assert!(wrong.parse::<LinkTarget>().is_err(), "{wrong}");
        }
    }
}
