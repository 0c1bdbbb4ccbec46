//! HTML that thousands of pages share, made once for each language: pieces with holes where pages differ. A part (`part(...)`) has a
//! hole for each address of its page and for each value that it is given, and the form of a unit's page has holes for its page and its unit. Without it each page of a
//! unit would render the header, the footer and, in QuickJS, the form again, which takes more time than all else of the page.
//!
//! Whoever makes the HTML writes the marker of a hole wherever the value belongs; a value fits only if HTML, JSON and addresses all
//! write it unescaped ([`needs_no_escaping`]). A page with another value is rendered on its own.

use std::collections::HashMap;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};
use parking_lot::RwLock;

use super::current_page;
use crate::outputs::values::{failed, invalid};
use crate::stages::render::environment::RenderContext;
use crate::stages::render::page_value;
use formats::escape::escape_html;
use model::site::Page;

/// Shared HTML of a language, by what it is made from.
#[derive(Default)]
pub(in crate::stages::render) struct SharedHtml(RwLock<HashMap<String, Arc<Pieces>>>);

/// HTML with holes.
#[derive(Debug)]
pub(super) struct Pieces {
    first: String,
    /// After each hole, whose number is first, the HTML up to the next one.
    rest: Vec<(usize, String)>,
}

/// The marker of a hole is its number between two private-use characters, which no content contains.
const START: char = '\u{e000}';
const END: char = '\u{e001}';

/// The marker of the hole with this number.
pub(super) fn marker(hole: usize) -> String {
    format!("{START}{hole}{END}")
}

/// Whether HTML, JSON and addresses all write this text unescaped.
pub(super) fn needs_no_escaping(text: &str) -> bool {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "-_./".contains(character);
    !text.is_empty() && text.chars().all(is_safe)
}

impl SharedHtml {
    /// The HTML with this key, filled with these values; made by `make`, with markers for the values, where it is not known.
    /// Threads that need it at the same time may each make it. None when a marker was changed.
    pub(super) fn filled(
        &self,
        key: &str,
        values: &[&str],
        make: impl FnOnce() -> Result<String, Error>,
    ) -> Result<Option<String>, Error> {
        let known = self.0.read().get(key).cloned();
        let pieces = match known {
            Some(pieces) => pieces,
            None => {
                let Some(pieces) = Pieces::parse(&make()?, values.len()) else {
                    return Ok(None);
                };
                let pieces = Arc::new(pieces);
                self.0.write().insert(key.to_owned(), Arc::clone(&pieces));
                pieces
            }
        };
        Ok(Some(pieces.filled(values)))
    }
}

impl Pieces {
    /// Splits HTML at its markers; none when one is damaged or has a number of `holes` or more.
    fn parse(html: &str, holes: usize) -> Option<Pieces> {
        let mut parts = html.split(START);
        let first = parts.next()?.to_owned();
        let rest: Vec<(usize, String)> = parts
            .map(|part| {
                let (number, after) = part.split_once(END)?;
                let number = number.parse().ok().filter(|number| *number < holes)?;
                Some((number, after.to_owned()))
            })
            .collect::<Option<_>>()?;
        let is_damaged = |html: &String| html.contains(END);
        if is_damaged(&first) || rest.iter().any(|(_, html)| is_damaged(html)) {
            return None;
        }
        Some(Pieces { first, rest })
    }

    fn filled(&self, values: &[&str]) -> String {
        let own = self
            .rest
            .iter()
            .map(|(hole, html)| values[*hole].len() + html.len());
        let mut filled = String::with_capacity(self.first.len() + own.sum::<usize>());
        filled.push_str(&self.first);
        for (hole, html) in &self.rest {
            filled.push_str(values[*hole]);
            filled.push_str(html);
        }
        filled
    }
}

/// `part(name, value=...)`: the HTML of a part that is the same on every page of a language, except for the current entry of the menu,
/// the links to other languages and the values that it is given. It is made once for each content page's slug, and once for all unit
/// pages. It sees the global variables, `page.slug` (empty on a unit's page), `languages` and its values, which it can only print;
/// another variable is an error, so that nothing of one page appears on another.
pub(super) fn part(
    context: &RenderContext,
    state: &State,
    name: &str,
    values: &Kwargs,
) -> Result<Value, Error> {
    let current = current_page(state, "part")?;
    let page = current.page();
    let slug = page.source().map_or("", |_| page.slug());
    let urls = current.urls();
    let mut own: Vec<(&str, String)> = Vec::new();
    for value in values.args() {
        own.push((value, values.get::<&str>(value)?.to_owned()));
    }
    if !urls.iter().all(|url| needs_no_escaping(url)) {
        let url = |index: usize| urls[index].clone();
        let html = render_part(context, state, page, name, slug, url, own);
        return html.map(Value::from_safe_string);
    }
    let escaped: Vec<String> = own.iter().map(|(_, value)| escape_html(value)).collect();
    let filling: Vec<&str> = urls.iter().chain(&escaped).map(String::as_str).collect();
    let markers: Vec<_> = own
        .iter()
        .zip(urls.len()..)
        .map(|((value, _), hole)| (*value, marker(hole)))
        .collect();
    let mut key = format!("{name} {slug}");
    for (value, _) in &own {
        key.extend([" ", *value]);
    }
    let make = || render_part(context, state, page, name, slug, marker, markers);
    let filled = context.shared_html.filled(&key, &filling, make)?;
    filled.map(Value::from_safe_string).ok_or_else(|| {
        let hint = "write it unchanged".to_owned();
        invalid(
            format!(
                "the part `{name}` changes the `url` of a language, or a value that it is given"
            ),
            Some(hint),
        )
    })
}

/// The error of an island whose component changes a value that has a hole.
pub(super) fn changed_value(island: &str) -> Error {
    failed(format!(
        "the island `{island}` changes its `page` or its `unit`: show them unchanged, or remove them from `holes` of \
         island_props/mod.rs"
    ))
}

/// The HTML of a part with these values and with `url` as the page's URL in each language, by the language's index.
fn render_part(
    context: &RenderContext,
    state: &State,
    page: &Page,
    name: &str,
    slug: &str,
    url: impl Fn(usize) -> String,
    values: Vec<(&str, String)>,
) -> Result<String, Error> {
    let variables = context! {
        page => context! { slug },
        languages => page_value::languages(&context.site, page, url),
        ..Value::from_pairs(values)
    };
    state.env().get_template(name)?.render(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(html: &str, values: &[&str]) -> Option<String> {
        let pieces = Pieces::parse(html, values.len())?;
        Some(pieces.filled(values))
    }

    #[test]
    fn every_hole_is_filled_and_a_damaged_marker_is_refused() {
        let (unit, page) = (marker(0), marker(1));
        let html = format!("<b>{unit}</b><input value=\"{page}\">{unit}");
        assert_eq!(
            filled(&html, &["O-301", "/inventario/O-301"]).unwrap(),
            "<b>O-301</b><input value=\"/inventario/O-301\">O-301"
        );
        for html in ["\u{e000}", "0\u{e001}", "\u{e000}7\u{e001}"] {
            assert_eq!(filled(html, &["O-301"]), None);
        }
    }

    #[test]
    fn html_is_made_once_for_each_key() {
        let shared = SharedHtml::default();
        let fill = |key: &str, value: &str, html: &str| {
            let made = shared.filled(key, &[value], || Ok(html.to_owned()));
            made.unwrap().unwrap()
        };
        let html = format!("<b>{}</b>", marker(0));
        assert_eq!(fill("form", "O-1", &html), "<b>O-1</b>");
        assert_eq!(fill("form", "O-2", "another"), "<b>O-2</b>");
        assert_eq!(fill("part", "O-2", "another"), "another");
    }

    #[test]
    fn text_that_some_format_escapes_is_refused() {
        assert!(needs_no_escaping("/inventario/O-301"));
        for text in ["", "<O>", "a & b", "O 301", "ñ"] {
            assert!(!needs_no_escaping(text), "{text}");
        }
    }
}
