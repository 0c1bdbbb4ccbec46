//! Pages of content files and of units. Middleware: changes to a page that its front matter names (S5g). Aliases: old addresses
//! that redirect to a page; each is language-neutral, like a link.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use platform::unit::UnitCode;

use super::schedule::DatedView;
use crate::outputs::reserved_for;
use formats::problem::{Code, Problem, did_you_mean};
use formats::yaml::Step;
use model::config::Config;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::phase::Phase;
use model::site::{
    Addresses, Page, PageKind, Routes, Site, neutral_path, path_with_template, template,
};
use model::source::{PageSource, Robots, ScheduleState};

/// The page of a content file, with the texts for the building's phase.
pub(super) fn content_page(
    mut source: PageSource,
    addresses: &Addresses,
    phase: Phase,
    view: DatedView,
    problems: &mut Vec<Problem>,
) -> Page {
    let data = std::mem::take(&mut source.front.data);
    source.front.data = phase.choose(data).unwrap_or_default();
    let source = Arc::new(source);
    let state = view.state(source.front.schedule());
    let template = format!("pages/{}.html", source.front.template).into();
    let kind = PageKind::Content(Arc::clone(&source));
    let mut page = page(
        source.lang,
        neutral_path(&source.slug),
        template,
        kind,
        addresses,
    );
    page.state = state;
    page.robots = source.front.robots;
    if page.is_error() || state != ScheduleState::Published {
        page.robots = Robots::Noindex;
    }
    run_middleware(&mut page, &source, problems);
    page
}

/// Adds the pages of all units to those of the content, in the order of the inventory; none when there is no inventory page.
pub(super) fn add_unit_pages(
    pages: &mut Vec<Page>,
    config: &Config,
    addresses: &Addresses,
    inventory: &Inventory,
) {
    let Some(parent) = path_with_template(&*pages, config, template::INVENTORY).map(str::to_owned)
    else {
        return;
    };
    for (index, unit) in inventory.units.iter().enumerate() {
        let page = |lang| {
            let neutral = format!("{parent}/{}", unit.code.address());
            page(
                lang,
                neutral,
                "pages/unit.html".into(),
                PageKind::Unit(index),
                addresses,
            )
        };
        pages.extend(config.languages.iter().map(page));
    }
}

/// A page that is public and listed.
fn page(
    lang: Lang,
    neutral: String,
    template: Cow<'static, str>,
    kind: PageKind,
    addresses: &Addresses,
) -> Page {
    Page {
        lang,
        url: addresses.path(lang, &neutral),
        file: addresses.file(lang, &neutral),
        neutral,
        template,
        robots: Robots::Index,
        no_store: false,
        state: ScheduleState::Published,
        refused: None,
        kind,
    }
}

/// Every address of every unit that is gone: its pages and documents redirect, so authors' links to them are valid.
pub(super) fn gone_addresses(
    config: &Config,
    inventory: &Inventory,
    routes: &Routes,
) -> HashSet<String> {
    let addresses = |code: &UnitCode| {
        let sheet = Document::UnitSheet(code.address());
        let sheets = config
            .languages
            .iter()
            .map(|lang| format!("/{}", sheet.path(lang, &config.product)));
        sheets.chain([routes.unit(code)]).collect::<Vec<_>>()
    };
    inventory.history.gone.iter().flat_map(addresses).collect()
}

/// The page of a changed source and its index in [`Site::pages`]; nothing for a new page, or when more than its own texts changes.
pub fn changed_page(site: &Site, source: PageSource, view: DatedView) -> Option<(usize, Page)> {
    let is_same = |page: &Page| page.source().is_some_and(|known| known.file == source.file);
    let index = site.pages.iter().position(is_same)?;
    let known = &site.pages[index];
    let has_same_address = known
        .source()
        .is_some_and(|own| own.front.address == source.front.address);
    let addresses = &site.routes.addresses;
    let changed = content_page(source, addresses, site.config.phase, view, &mut Vec::new());
    let is_alike = changed.refused.is_none()
        && has_same_address
        && (&changed.url, &changed.template) == (&known.url, &known.template)
        && (changed.state, changed.robots, changed.no_store)
            == (known.state, known.robots, known.no_store);
    is_alike.then_some((index, changed))
}

pub(super) fn unknown_templates(
    pages: &[Page],
    templates: &BTreeMap<String, String>,
) -> Vec<Problem> {
    let names = templates
        .keys()
        .filter_map(|name| name.strip_prefix("pages/")?.strip_suffix(".html"));
    let known: Vec<&str> = names.collect();
    let unknown = pages.iter().filter_map(|page| {
        let source = page.source()?;
        let name = source.front.template.as_str();
        let message = format!("there is no template `{name}` (templates/pages/{name}.html)");
        let problem = || source.problem(Code::MissingTemplate, "template", message);
        (!known.contains(&name)).then(|| problem().maybe_hint(did_you_mean(name, known.clone())))
    });
    let unit = pages.iter().find(|page| page.source().is_none());
    let missing = unit
        .filter(|page| !templates.contains_key(&*page.template))
        .map(|page| {
            let file = format!("templates/{}", page.template);
            let problem = Problem::in_file(Code::MissingTemplate, file, "this template is missing");
            problem.hint("create it: every unit's page is rendered from it")
        });
    unknown.chain(missing).collect()
}

type Change = fn(&mut Page);

pub(super) const MIDDLEWARE: [(&str, Change); 2] = [
    // Excludes the page from search engines and from the sitemap.
    ("noindex", |page| page.robots = Robots::Noindex),
    // Tells caches not to store the page.
    ("no-store", |page| page.no_store = true),
];

/// Applies each middleware that the page names. A page with an unknown one shows visitors of `site serve` the message.
fn run_middleware(page: &mut Page, source: &PageSource, problems: &mut Vec<Problem>) {
    for (index, name) in source.front.middleware.iter().enumerate() {
        if let Some((_, apply)) = MIDDLEWARE.iter().find(|(known, _)| known == name) {
            apply(page);
            continue;
        }
        let message = format!("Unknown middleware \"{name}\"");
        page.refused = Some(message.clone());
        let place = source.place(&[Step::Key("middleware".to_owned()), Step::Index(index)]);
        let problem = Problem::at(Code::UnknownMiddleware, &source.file, place, message);
        problems.push(problem.maybe_hint(did_you_mean(name, MIDDLEWARE.map(|(known, _)| known))));
    }
}

/// The problems of all aliases: not an address, or that of something else.
pub(super) fn check_aliases(pages: &[Page], routes: &Routes) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut owners: BTreeMap<(Lang, String), &str> = BTreeMap::new();
    let sources = pages.iter().filter_map(Page::source);
    for (source, alias) in sources.flat_map(|source| {
        source
            .front
            .aliases
            .iter()
            .map(move |alias| (source, alias))
    }) {
        let owner = owners
            .entry((source.lang, alias.to_lowercase()))
            .or_insert(&source.file);
        let (what, hint) = match alias_fault(alias, routes) {
            Some((what, hint)) => (what.to_owned(), hint),
            None if *owner != source.file => {
                (format!("is also an alias of {owner}"), "remove one of them")
            }
            None => continue,
        };
        let message = format!("the alias `{alias}` {what}");
        problems.push(
            source
                .problem(Code::InvalidAlias, "aliases", message)
                .hint(hint),
        );
    }
    problems
}

/// What is wrong with an alias, and what to do.
fn alias_fault(alias: &str, routes: &Routes) -> Option<(&'static str, &'static str)> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~%".contains(&byte);
    let has_form = alias.len() > 1
        && alias.starts_with('/')
        && !alias.starts_with("//")
        && !alias.contains("..");
    if !has_form || !alias.bytes().all(is_plain) {
        return Some((
            "is not an address",
            "write a path like `/old-name`, without a query",
        ));
    }
    let lower = alias.to_lowercase();
    if routes.without_language(&lower).is_some() {
        return Some((
            "has the prefix of a language",
            "remove the language prefix; the build adds it",
        ));
    }
    let is_index =
        lower.ends_with("/index") || lower.ends_with("/index.html") || lower.ends_with('/');
    let inventory = routes.with_template(template::INVENTORY);
    let is_of_unit = inventory.is_some_and(|inventory| lower.starts_with(&format!("{inventory}/")));
    if is_index
        || is_of_unit
        || routes.is_static(alias)
        || routes.is_generated(alias)
        || reserved_for(&lower).is_some()
    {
        return Some((
            "is an address that the build answers",
            "use another one, or remove it",
        ));
    }
    let is_page = [lower.as_str(), lower.trim_end_matches(".html")]
        .iter()
        .any(|path| routes.contains(path));
    is_page.then_some(("is the address of a page", "remove it, or rename the page"))
}
