//! Spanish and English as the languages of a site, for tests.

use super::known::KNOWN;
use super::locale::Locale;
use super::{Lang, Languages};

/// Mexican Spanish, without a prefix.
pub const ES: Lang = Lang::new(0, &KNOWN[0], Locale::new("es-MX"));

/// American English, under `/en`.
pub const EN: Lang = Lang::new(1, &KNOWN[1], Locale::new("en-US"));

/// What `languages: [es, en]` declares.
pub const BOTH: Languages = Languages::new(ES).with(EN);
