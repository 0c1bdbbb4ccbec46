//! Who sells and answers, and which laws' demands `site check` holds the pages to.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::contact::Phone;
use crate::lang::PerLang;

/// Who sells, who answers for personal data, and to whom a buyer can complain.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// What is sold, and so which facts must stand where; absent: `site check` holds the pages to none.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// The legal name of the responsible person or company.
    pub responsible: String,
    /// The version of the privacy notice, sent with each lead.
    pub notice_version: String,
    /// Where and when a buyer can complain.
    #[serde(default)]
    pub complaints: Option<Complaints>,
    /// The number under which PROFECO registered the contract that buyers sign; homes need one.
    #[serde(default)]
    pub profeco_contract: Option<String>,
    /// Pictures that are photographs of what has been built, by their names; all others are renders.
    #[serde(default)]
    pub photographs: Vec<String>,
}

/// What is sold: it decides which rules hold. See docs/legal.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Offices and commercial units.
    Commercial,
    /// Homes: NOM-247-SE-2021 as well.
    Housing,
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Profile::Commercial => "commercial",
            Profile::Housing => "housing",
        })
    }
}

/// The channel for complaints and questions about a purchase.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Complaints {
    /// Its phone.
    pub phone: Phone,
    /// Its mailbox.
    pub email: String,
    /// When somebody answers, in words.
    pub hours: PerLang<String>,
}

impl Legal {
    /// What the profile asks of `site.yaml` itself and is not there, as the rule's message.
    pub(super) fn omissions(&self) -> Vec<String> {
        let Some(profile) = self.profile else {
            return Vec::new();
        };
        let mut missing = Vec::new();
        let mut ask = |rule: &str, source: &str, key: &str, is_there: bool| {
            if !is_there {
                missing.push(format!(
                    "the legal profile {profile} needs legal.{key}: rule {rule} ({source})"
                ));
            }
        };
        let written = |text: &str| !text.trim().is_empty();
        ask(
            "seller",
            "LFPC, article 76 Bis",
            "responsible",
            written(&self.responsible),
        );
        ask(
            "complaints",
            "LFPC, article 76 Bis",
            "complaints with phone, email and hours",
            self.complaints
                .as_ref()
                .is_some_and(|channel| written(&channel.hours.es) && written(&channel.hours.en)),
        );
        ask(
            "profeco-contract",
            "LFPC, articles 73 and 87; NOM-247-SE-2021",
            "profeco_contract",
            profile == Profile::Commercial || self.profeco_contract.as_deref().is_some_and(written),
        );
        missing
    }
}
