//! A locale: a language and the region whose customs its texts follow.

/// `es-MX` or `es-419`: language and region (BCP 47), in place, so that languages are passed around as small values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Locale {
    bytes: [u8; Locale::MAX],
    length: u8,
}

impl Locale {
    /// A language of two letters, a hyphen, and a region of two letters or three digits.
    const MAX: usize = 6;

    /// The locale that a text names; `None` when it does not have the form of one.
    pub(super) fn parse(text: &str) -> Option<Locale> {
        let (language, region) = text.split_once('-')?;
        let is_language = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_region = match region.len() {
            2 => region.bytes().all(|byte| byte.is_ascii_uppercase()),
            3 => region.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        (is_language && is_region).then(|| Locale::new(text))
    }

    /// The locale with this text, which has the form of one.
    pub(super) const fn new(text: &str) -> Locale {
        let mut bytes = [0; Locale::MAX];
        let mut at = 0;
        while at < text.len() {
            bytes[at] = text.as_bytes()[at];
            at += 1;
        }
        let length = text.len() as u8;
        Locale { bytes, length }
    }

    /// The text.
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}
