//! HTML that is made once and reused on thousands of pages. Placeholders are where pages differ: numbers between two
//! private-use characters, which no content contains. A caller renders with placeholders, stores the HTML and calls [`fill`] for
//! each page.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use minijinja::{Error, State, Value, context};
use parking_lot::RwLock;

use super::current_page;
use crate::outputs::values::invalid;
use crate::stages::render::environment::RenderContext;
use crate::stages::render::page_value;
use model::site::Page;

/// Values by what they are made from.
pub(in crate::stages::render) type Memo<K, V> = RwLock<HashMap<K, V>>;

/// The value of a key, made by `make` unless it is known. Threads that need it at the same time may each make it.
pub(super) fn memoized<K: Eq + Hash, V: Clone>(
    memo: &Memo<K, V>,
    key: K,
    make: impl FnOnce() -> Result<V, Error>,
) -> Result<V, Error> {
    if let Some(value) = memo.read().get(&key) {
        return Ok(value.clone());
    }
    let value = make()?;
    memo.write().insert(key, value.clone());
    Ok(value)
}

const START: char = '\u{e000}';
const END: char = '\u{e001}';

/// The placeholder of the value with this index.
pub(super) fn placeholder(index: usize) -> String {
    format!("{START}{index}{END}")
}

/// Whether HTML, JSON and URLs all write this text unescaped. Only such a value can replace a placeholder, because
/// [`fill`] does not know how the text around the placeholder is escaped.
pub(super) fn needs_no_escaping(text: &str) -> bool {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "-_./".contains(character);
    !text.is_empty() && text.chars().all(is_safe)
}

/// Replaces each placeholder by the value with its index. `None` when a placeholder is damaged or has no value.
pub(super) fn fill(html: &str, values: &[impl AsRef<str>]) -> Option<String> {
    let mut filled = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(START) {
        let (index, after) = after.split_once(END)?;
        filled.push_str(before);
        filled.push_str(values.get(index.parse::<usize>().ok()?)?.as_ref());
        rest = after;
    }
    filled.push_str(rest);
    (!filled.contains(END)).then_some(filled)
}

/// Rendered parts by name and slug, with a placeholder for the page's URL in each language. Without it the first build of
/// 10,000 units takes 1.5 times as much processor time.
pub(in crate::stages::render) type PartMemo = Memo<(String, String), Arc<str>>;

/// `part(name)`: the HTML of a part that is the same on every page of a language, except for the current entry of the menu and the
/// links to other languages. It is rendered once for each content page's slug, and once for all unit pages. It sees the global
/// variables, `page.slug` (empty on a unit's page) and `languages`; another variable is an error, so that nothing of one page
/// appears on another.
pub(super) fn part(context: &RenderContext, state: &State, name: &str) -> Result<Value, Error> {
    let page = current_page(state, "part")?;
    let page = page.page();
    let slug = page.source().map_or("", |_| page.slug());
    let key = (name.to_owned(), slug.to_owned());
    let urls = context
        .site
        .config
        .languages
        .iter()
        .map(|lang| context.site.routes.url_in(page, lang));
    let urls: Vec<String> = urls.collect();
    if !urls.iter().all(|url| needs_no_escaping(url)) {
        let html = render_part(context, state, page, name, slug, |index| {
            urls[index].clone()
        });
        return html.map(Value::from_safe_string);
    }
    let make = || render_part(context, state, page, name, slug, placeholder).map(Arc::from);
    let html = memoized(&context.part_memo, key, make)?;
    let filled = fill(&html, &urls);
    filled.map(Value::from_safe_string).ok_or_else(|| {
        let hint = "write it unchanged".to_owned();
        invalid(
            format!("the part `{name}` changes the `url` of a language"),
            Some(hint),
        )
    })
}

/// The HTML of a part with `url` as the page's URL in each language, by the language's index.
fn render_part(
    context: &RenderContext,
    state: &State,
    page: &Page,
    name: &str,
    slug: &str,
    url: impl Fn(usize) -> String,
) -> Result<String, Error> {
    let variables = context! {
        page => context! { slug },
        languages => page_value::languages(&context.site, page, |index, _| url(index)),
    };
    state.env().get_template(name)?.render(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_replaces_every_placeholder_and_refuses_a_damaged_one() {
        let (unit, page) = (placeholder(0), placeholder(1));
        let html = format!("<b>{unit}</b><input value=\"{page}\">{unit}");
        assert_eq!(
            fill(&html, &["O-301", "/inventario/O-301"]).unwrap(),
            "<b>O-301</b><input value=\"/inventario/O-301\">O-301"
        );
        for html in ["\u{e000}", "0\u{e001}", "\u{e000}7\u{e001}"] {
            assert_eq!(fill(html, &["O-301"]), None);
        }
    }

    #[test]
    fn text_that_some_format_escapes_is_refused() {
        assert!(needs_no_escaping("/inventario/O-301"));
        for text in ["", "<O>", "a & b", "O 301", "ñ"] {
            assert!(!needs_no_escaping(text), "{text}");
        }
    }
}
