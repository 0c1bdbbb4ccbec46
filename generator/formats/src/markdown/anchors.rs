//! Anchors: the `id`s of headings and footnotes, made from their text.

use std::collections::HashSet;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// An anchor as wanted, or with the first number that makes it different from those `taken` in the document.
pub(super) fn unused_anchor(taken: &mut HashSet<String>, wanted: &str) -> String {
    let numbered = (2..).map(|number: u32| format!("{wanted}-{number}"));
    let mut anchors = [wanted.to_owned()].into_iter().chain(numbered);
    anchors
        .find(|anchor| taken.insert(anchor.clone()))
        .unwrap_or_default()
}

/// A text in lower-case letters a to z, digits and single hyphens: accents are removed, other characters become hyphens.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in DecomposingNormalizerBorrowed::new_nfkd()
        .normalize(&text.to_lowercase())
        .chars()
    {
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

    #[test]
    fn accents_are_removed() {
        let folded = ["¿Cuánto mide? 45 a 180 m²", "Ñandú", "Cu\u{301}bico"].map(fold);
        assert_eq!(folded, ["cuanto-mide-45-a-180-m2", "nandu", "cubico"]);
    }
}
