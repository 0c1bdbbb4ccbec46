//! Spanish and English as the languages of a site, for tests.

use tinystr::tinystr;

use super::known::KNOWN;
use super::{Lang, Languages};

/// Mexican Spanish, without a prefix.
pub const ES: Lang = Lang {
    position: 0,
    known: &KNOWN[0],
    locale: tinystr!(6, "es-MX"),
};

/// American English, under `/en`.
pub const EN: Lang = Lang {
    position: 1,
    known: &KNOWN[1],
    locale: tinystr!(6, "en-US"),
};

/// What `languages: [es, en]` declares.
pub const BOTH: Languages = Languages::new(ES).with(EN);
