//! Values of `id` for headings, made from their text.

use std::collections::HashSet;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// The anchors of one document; a repeated one gets a number.
#[derive(Debug, Default)]
pub struct Anchors {
    taken: HashSet<String>,
}

impl Anchors {
    /// An unused anchor made from a heading's text.
    pub fn make(&mut self, text: &str) -> String {
        match fold(text).as_str() {
            "" => self.take("section"),
            folded => self.take(folded),
        }
    }

    /// An anchor as given, or with the first number that makes it unique.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut candidate = wanted.to_owned();
        let mut number = 2_u32;
        while !self.taken.insert(candidate.clone()) {
            candidate = format!("{wanted}-{number}");
            number += 1;
        }
        candidate
    }
}

/// A text in lower-case letters a to z, digits and single hyphens: accents are removed, other characters become hyphens.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let normalizer = DecomposingNormalizerBorrowed::new_nfkd();
    for character in normalizer.normalize(&text.to_lowercase()).chars() {
        match character {
            'a'..='z' | '0'..='9' => out.push(character),
            // A combining accent belongs to the letter before it.
            '\u{300}'..='\u{36f}' => {}
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accents_are_removed() {
        assert_eq!(fold("¿Cuánto mide? 45 a 180 m²"), "cuanto-mide-45-a-180-m2");
        assert_eq!(fold("Ñandú"), "nandu");
        assert_eq!(fold("Cu\u{301}bico"), "cubico");
    }

    proptest! {
        #[test]
        fn anchors_have_only_letters_digits_and_hyphens(text in "\\PC*") {
            let id = Anchors::default().make(&text);
            prop_assert!(!id.is_empty());
            prop_assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
            prop_assert!(!id.starts_with('-') && !id.ends_with('-') && !id.contains("--"));
            prop_assert_eq!(fold(&id), id);
        }

        #[test]
        fn anchors_of_a_document_differ(texts in proptest::collection::vec("[ab ]{0,3}(-2)?", 0..12)) {
            let mut anchors = Anchors::default();
            let made: Vec<String> = texts.iter().map(|text| anchors.make(text)).collect();
            let different: HashSet<&String> = made.iter().collect();
            prop_assert_eq!(different.len(), made.len());
        }
    }
}
