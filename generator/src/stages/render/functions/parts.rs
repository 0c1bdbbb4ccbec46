//! `part(name)`: a part that is the same on every page of a language, except for the current entry of the menu and the
//! links to other languages. It is rendered once for each content page's slug, and once for all unit pages.
//!
//! A part sees the global variables, `page.slug` (empty on a unit's page) and `languages`. Using another variable is an
//! error, so that nothing of one page appears on another.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use minijinja::{Error, State, Value, context};

use super::{current_page, invalid};
use crate::stages::render::context::RenderContext;
use crate::stages::render::placeholders::{fill, placeholder};
use crate::stages::render::{variables, whole_inventory};
use model::site::Page;

/// Rendered parts by name and slug.
#[derive(Default)]
pub(in crate::stages::render) struct PartMemo {
    by_name_and_slug: RwLock<HashMap<(String, String), Part>>,
}

#[derive(Clone)]
struct Part {
    /// With a placeholder for the page's URL in each language.
    html: Arc<str>,
    reads_inventory: bool,
}

/// The HTML of a part on the page being rendered.
pub(super) fn part(context: &RenderContext, state: &State, name: &str) -> Result<Value, Error> {
    let page = current_page(state, "part")?;
    let page = page.page();
    let slug = page.source().map_or("", |_| page.slug());
    let key = (name.to_owned(), slug.to_owned());
    let memo = &context.part_memo.by_name_and_slug;
    let known = memo
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&key)
        .cloned();
    let part = match known {
        Some(part) => part,
        None => {
            let (html, reads_inventory) =
                whole_inventory::record(|| render(context, state, page, name, slug));
            let part = Part {
                html: html?.into(),
                reads_inventory,
            };
            memo.write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(key, part.clone());
            part
        }
    };
    if part.reads_inventory {
        whole_inventory::mark_read();
    }
    let urls = context.site.config.languages.iter().map(|lang| page.url_in(lang));
    let urls: Vec<String> = urls.collect();
    let filled = fill(&part.html, &urls);
    filled.map(Value::from_safe_string).ok_or_else(|| {
        let hint = "write it unchanged".to_owned();
        invalid(
            format!("the part `{name}` changes the `url` of a language"),
            Some(hint),
        )
    })
}

fn render(
    context: &RenderContext,
    state: &State,
    page: &Page,
    name: &str,
    slug: &str,
) -> Result<String, Error> {
    let variables = context! {
        page => context! { slug },
        languages => variables::languages(&context.site, page, |index, _| placeholder(index)),
    };
    state.env().get_template(name)?.render(variables)
}
