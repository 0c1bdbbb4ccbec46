//! The enumerations of a lead: forms and channels.

use crate::messages;
use serde::{Deserialize, Serialize};

/// The form a lead came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FormKind {
    /// The form for every use.
    Contact,
    /// The first form of a use: `form: offices` in `uses` of `site.yaml`.
    Offices,
    /// The second form of a use: `form: units` in `uses` of `site.yaml`.
    Units,
    /// The contact module of the home page.
    Home,
    /// The page of the brochure.
    Brochure,
    /// The page of one unit.
    Unit,
    /// Call 6, `/mail/send`.
    Mail,
}

/// The values of the field `form` in a post, one for each kind of form.
pub fn form_kinds() -> impl Iterator<Item = &'static str> {
    FormKind::POSTED.into_iter().map(FormKind::as_str)
}

impl FormKind {
    /// The kinds a page may name in the field `form`; [`FormKind::Mail`] has its own route.
    pub(crate) const POSTED: [Self; 6] = [
        Self::Contact,
        Self::Offices,
        Self::Units,
        Self::Home,
        Self::Brochure,
        Self::Unit,
    ];

    /// The name used in posts, in the outbox and in call 1.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Offices => "offices",
            Self::Units => "units",
            Self::Home => "home",
            Self::Brochure => "brochure",
            Self::Unit => "unit",
            Self::Mail => "mail",
        }
    }

    /// The kind that the field `form` of a post names.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::POSTED.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether the form has the field `space`.
    pub(crate) fn has_space(self) -> bool {
        matches!(self, Self::Contact | Self::Offices | Self::Units | Self::Home)
    }

    /// Whether the form has the field `message`.
    pub(crate) fn has_message(self) -> bool {
        self != Self::Brochure
    }

    /// The group below `form` in the site's strings with the options of the field `identity`; `None` for a form without that
    /// field.
    pub(crate) fn identities(self) -> Option<&'static str> {
        match self {
            Self::Brochure => Some(messages::BROCHURE_IDENTITIES),
            Self::Mail => None,
            _ => Some(messages::IDENTITIES),
        }
    }
}

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
