//! The addresses that pages have in their languages.

use std::borrow::Cow;
use std::collections::HashMap;

use super::page::neutral_path;
use super::routes::split_fragment;
use crate::lang::Lang;
use crate::source::PageSource;

/// The addresses of pages that differ from the path of their file, by language-neutral path.
#[derive(Clone, Debug, Default)]
pub struct Addresses(HashMap<String, Vec<(Lang, String)>>);

impl Addresses {
    /// Those that the pages name.
    pub fn new<'a>(pages: impl IntoIterator<Item = &'a PageSource>) -> Addresses {
        let mut addresses = Addresses::default();
        for page in pages {
            let named = page.front.address.clone().map(|address| (page.lang, address));
            if let Some(named) = named {
                addresses.0.entry(neutral_path(&page.slug)).or_default().push(named);
            }
        }
        addresses
    }

    /// The path in a language of a language-neutral path with its query and fragment. What is below a page with an address of
    /// its own is below that address.
    pub fn path(&self, lang: Lang, neutral: &str) -> String {
        lang.path(&self.localized(lang, neutral))
    }

    /// The file below `dist/` of a language-neutral path.
    pub fn file(&self, lang: Lang, neutral: &str) -> String {
        lang.file(&self.localized(lang, neutral))
    }

    fn localized<'a>(&self, lang: Lang, neutral: &'a str) -> Cow<'a, str> {
        if self.0.is_empty() {
            return neutral.into();
        }
        let (mut above, mut below) = split_fragment(neutral);
        loop {
            let own = self.0.get(above).into_iter().flatten().find(|(own, _)| *own == lang);
            if let Some((_, address)) = own {
                return format!("{address}{below}").into();
            }
            match above.rfind('/').filter(|at| *at > 0) {
                Some(at) => (above, below) = neutral.split_at(at),
                None => return neutral.into(),
            }
        }
    }

    /// The language-neutral path of the page with this address.
    pub fn neutral(&self, address: &str) -> Option<&str> {
        let mut pages = self.0.iter().filter(|(_, own)| own.iter().any(|(_, own)| *own == address));
        pages.next().map(|(neutral, _)| neutral.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{EN, ES};

    #[test]
    fn what_is_below_a_page_follows_its_address() {
        let text = "---\ntitle: A\ndescription: B\naddress: /inventory\n---\n";
        let page = PageSource::parse("content/en/inventario.md", EN, "inventario", text).unwrap();
        let addresses = Addresses::new([&page]);
        let path = |lang, neutral: &str| addresses.path(lang, neutral);
        assert_eq!(path(EN, "/inventario"), "/en/inventory");
        assert_eq!(path(EN, "/inventario/O-301?a=b#c"), "/en/inventory/O-301?a=b#c");
        assert_eq!(path(EN, "/inventario#c"), "/en/inventory#c");
        assert_eq!(path(EN, "/inventarios"), "/en/inventarios");
        assert_eq!(path(EN, "/"), "/en");
        assert_eq!(path(ES, "/inventario/O-301"), "/inventario/O-301");
        assert_eq!(addresses.file(EN, "/inventario"), "en/inventory.html");
        assert_eq!(addresses.neutral("/inventory"), Some("/inventario"));
    }
}
