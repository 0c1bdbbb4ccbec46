//! `part(name)`: a part that is the same on every page of a language, except for the current entry of the menu and the
//! links to other languages. It is rendered once for each content page's slug, and once for all unit pages.
//!
//! A part sees the global variables, `page.slug` (empty on a unit's page) and `languages`. Using another variable is an
//! error, so that nothing of one page appears on another.

use std::sync::Arc;

use minijinja::{Error, State, Value, context};

use super::current_page;
use super::memo::Memo;
use crate::outputs::values::invalid;
use crate::stages::render::context::RenderContext;
use crate::stages::render::page_value;
use crate::stages::render::placeholders::{fill, needs_no_escaping, placeholder};
use model::site::Page;

/// Rendered parts by name and slug, with a placeholder for the page's URL in each language. Without it the first build of
/// 10,000 units takes 1.5 times as much processor time.
pub(in crate::stages::render) type PartMemo = Memo<(String, String), Arc<str>>;

/// The HTML of a part on the page being rendered.
pub(super) fn part(context: &RenderContext, state: &State, name: &str) -> Result<Value, Error> {
    let page = current_page(state, "part")?;
    let page = page.page();
    let slug = page.source().map_or("", |_| page.slug());
    let key = (name.to_owned(), slug.to_owned());
    let urls = context.site.config.languages.iter().map(|lang| context.site.routes.url_in(page, lang));
    let urls: Vec<String> = urls.collect();
    if !urls.iter().all(|url| needs_no_escaping(url)) {
        let html = render(context, state, page, name, slug, |index| urls[index].clone())?;
        return Ok(Value::from_safe_string(html));
    }
    let make = || render(context, state, page, name, slug, placeholder).map(Arc::from);
    let html = context.part_memo.get(key, make)?;
    let filled = fill(&html, &urls);
    filled.map(Value::from_safe_string).ok_or_else(|| {
        let hint = "write it unchanged".to_owned();
        invalid(format!("the part `{name}` changes the `url` of a language"), Some(hint))
    })
}

/// The HTML of a part with `url` as the page's URL in each language, by the language's index.
fn render(
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
