//! `part(name)`: a part that is the same on every page of a language but for its menu's mark and the link to the
//! other language. Made once for each entry of the menu, and once for all units' pages.
//!
//! It sees what all pages share, `page.slug` (empty on a unit's page) and `other`; asking for more is an error, so
//! that nothing of one page can stay on another.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use minijinja::{Environment, Error, State, Value};

use super::refused;
use crate::stages::prerender::slots;
use crate::stages::render::page_value::PageValue;
use crate::stages::render::shared::Shared;
use crate::stages::render::whole_inventory;
use model::formats::templating::values::group;
use model::site::Page;

/// Finished parts by name and slug, with a mark where the address in the other language stands, and with a note
/// whether they show the inventory.
#[derive(Default)]
pub(in crate::stages::render) struct PartMemo {
    made: RwLock<HashMap<(String, String), Part>>,
}

#[derive(Clone)]
struct Part {
    html: Arc<str>,
    shows_inventory: bool,
}

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("part", move |state: &State, name: &str| part(&own, state, name));
}

fn part(shared: &Shared, state: &State, name: &str) -> Result<Value, Error> {
    let page = state.lookup("page");
    let page = page
        .as_ref()
        .and_then(|page| page.downcast_object_ref::<PageValue>());
    let page = page.ok_or_else(|| refused("part() needs the page", None))?.page();
    let slug = page.source().map_or("", |_| page.slug());
    let key = (name.to_owned(), slug.to_owned());
    let memo = &shared.part_memo.made;
    let known = memo
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&key)
        .cloned();
    let made = match known {
        Some(made) => made,
        None => {
            let (html, shows_inventory) = whole_inventory::noting(|| make(state, page, name, slug));
            let html = html?.into();
            let made = Part {
                html,
                shows_inventory,
            };
            memo.write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(key, made.clone());
            made
        }
    };
    if made.shows_inventory {
        whole_inventory::ask();
    }
    let filled = slots::fill(&made.html, &[&page.url_in_other_language()]);
    filled
        .map(Value::from_safe_string)
        .ok_or_else(|| refused(format!("{name} cuts the address of the other language"), None))
}

fn make(state: &State, page: &Page, name: &str, slug: &str) -> Result<String, Error> {
    let other = page.lang.other();
    let variables = group([
        ("page", group([("slug", Value::from(slug))])),
        (
            "other",
            group([
                ("lang", Value::from(other.code())),
                ("locale", Value::from(other.locale())),
                ("url", Value::from(slots::mark(0))),
            ]),
        ),
    ]);
    state.env().get_template(name)?.render(variables)
}
