//! The closed lists of a lead: forms, languages, deliveries.

use serde::{Deserialize, Serialize};

/// The form a lead came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FormKind {
    /// `/contacto`.
    Contact,
    /// `/contacto-oficinas`.
    Offices,
    /// `/contacto-locales`.
    Units,
    /// The contact module of the home page.
    Home,
    /// `/brochure`.
    Brochure,
    /// A page of one unit.
    Unit,
    /// Call 6, `/mail/send`.
    Mail,
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

    /// The word used in posts, in the outbox and towards the platform.
    pub(crate) fn word(self) -> &'static str {
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

    /// The kind a post names.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::POSTED.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether the form asks for the space sought.
    pub(crate) fn asks_space(self) -> bool {
        matches!(self, Self::Contact | Self::Offices | Self::Units | Self::Home)
    }

    /// Whether the form has a message field.
    pub(crate) fn asks_message(self) -> bool {
        self != Self::Brochure
    }

    /// The identities the form offers (spec 3); none where it does not ask.
    pub(crate) fn identities(self) -> &'static [&'static str] {
        match self {
            Self::Brochure => &["broker", "investor", "end_user"],
            Self::Mail => &[],
            _ => &["broker", "director", "investor"],
        }
    }
}

/// The language of the sending page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lang {
    /// Spanish, without prefix.
    #[default]
    Es,
    /// English, under `/en`.
    En,
}

impl Lang {
    /// The language of a `lang` field; anything but `en` is Spanish, the site's default.
    pub(crate) fn from_word(word: &str) -> Self {
        if word.trim().eq_ignore_ascii_case("en") {
            Self::En
        } else {
            Self::Es
        }
    }

    /// The word used in posts and in HTML.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Es => "es",
            Self::En => "en",
        }
    }

    /// What stands before every path of the language.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Es => "",
            Self::En => "/en",
        }
    }
}

/// One of the places a lead must arrive at, each with its own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryKind {
    /// Call 1, `POST /lead/createLeadWebsite`.
    Lead,
    /// Call 2, `POST /sendContactMail`.
    Contact,
    /// The team's own notice, by SMTP.
    Notice,
}

impl DeliveryKind {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Lead, Self::Contact, Self::Notice];

    /// The word in object names and logs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Lead => "lead",
            Self::Contact => "contact",
            Self::Notice => "notice",
        }
    }

    /// The delivery a word names.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
