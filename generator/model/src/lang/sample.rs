//! Spanish and English as the languages of a site, for tests.

use super::{Lang, Language, Languages};

/// Mexican Spanish, without a prefix.
pub const ES: Lang = Lang(&Language {
    position: 0,
    code: "es",
    prefix: "",
    locale: "es-MX",
    name: "Español",
});

/// American English, under `/en`.
pub const EN: Lang = Lang(&Language {
    position: 1,
    code: "en",
    prefix: "/en",
    locale: "en-US",
    name: "English",
});

/// What `languages: [es, en]` declares.
pub const BOTH: Languages = Languages(&[ES, EN]);
