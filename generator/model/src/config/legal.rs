//! The `legal:` section of `site.yaml`: the seller, and the set of legal rules that `site check` applies to the pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::Display;

use super::contact::Phone;
use crate::lang::PerLang;

/// The seller, who is responsible for personal data, and the contact for complaints.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// What is sold, which selects the legal rules; without it, `site check` applies none.
    pub profile: Option<Profile>,
    /// The legal name of the responsible person or company.
    pub responsible: String,
    /// The version of the privacy notice, sent with each lead.
    pub notice_version: String,
    /// Where and when a buyer can complain.
    pub complaints: Option<Complaints>,
    /// The number under which PROFECO registered the contract that buyers sign; required for homes.
    pub profeco_contract: Option<String>,
    /// Names of the pictures that are photographs of what has been built; all others are renders.
    #[serde(default)]
    pub photographs: Vec<String>,
}

/// What is sold, which selects the legal rules. See docs/legal.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Profile {
    /// Offices and commercial units.
    Commercial,
    /// Homes: NOM-247-SE-2021 applies as well.
    Housing,
}

/// The channel for complaints and questions about a purchase.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Complaints {
    /// Its phone.
    pub phone: Phone,
    /// Its e-mail address.
    pub email: String,
    /// Opening hours, as text.
    pub hours: PerLang<String>,
}

impl Legal {
    /// Messages for values of `site.yaml` that the profile requires and that are missing.
    pub(super) fn omissions(&self) -> Vec<String> {
        let Some(profile) = self.profile else {
            return Vec::new();
        };
        let is_written = |text: &str| !text.trim().is_empty();
        let channel = self.complaints.as_ref();
        let has_hours = channel.is_some_and(|channel| channel.hours.values().all(|hours| is_written(hours)));
        let has_contract = self.profeco_contract.as_deref().is_some_and(is_written);
        let is_complete = has_contract || profile == Profile::Commercial;
        let required = [
            ("responsible", is_written(&self.responsible), "seller: LFPC, article 76 Bis"),
            ("complaints", has_hours, "complaints: LFPC, article 76 Bis"),
            ("profeco_contract", is_complete, "profeco-contract: LFPC, articles 73 and 87; NOM-247-SE-2021"),
        ];
        let message = |(key, _, rule): (&str, bool, &str)| {
            format!("the profile `{profile}` requires `legal.{key}`: add it (rule {rule})")
        };
        required.into_iter().filter(|(_, is_present, _)| !is_present).map(message).collect()
    }
}
