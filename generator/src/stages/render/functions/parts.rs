//! `part(name)`: a part that is the same on every page of a language, except for the current entry of the menu and the
//! link to the other language. It is rendered once for each content page's slug, and once for all unit pages.
//!
//! A part sees the global variables, `page.slug` (empty on a unit's page) and `other`. Using another variable is an
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
    /// With a placeholder for the page's URL in the other language.
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
            let (html, reads_inventory) = whole_inventory::record(|| render(state, page, name, slug));
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
    let filled = fill(&part.html, &[&page.url_in_other_language()]);
    filled.map(Value::from_safe_string).ok_or_else(|| {
        let hint = "write it unchanged".to_owned();
        invalid(format!("the part `{name}` changes `other.url`"), Some(hint))
    })
}

fn render(state: &State, page: &Page, name: &str, slug: &str) -> Result<String, Error> {
    let variables = context! {
        page => context! { slug },
        other => variables::other(page, &placeholder(0)),
    };
    state.env().get_template(name)?.render(variables)
}
