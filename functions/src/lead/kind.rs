//! The channels of a lead.

use serde::{Deserialize, Serialize};

/// A channel that a lead is delivered through. Each channel of a lead has its own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChannelKind {
    /// Call 1, `POST /lead/createLeadWebsite`.
    Lead,
    /// Call 2, `POST /sendContactMail`.
    Contact,
    /// The notice to the team by SMTP.
    Notice,
}

impl ChannelKind {
    /// All channels.
    pub(crate) const ALL: [Self; 3] = [Self::Lead, Self::Contact, Self::Notice];

    /// The name used in object names and logs.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Lead => "lead",
            Self::Contact => "contact",
            Self::Notice => "notice",
        }
    }

    /// The channel with this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
