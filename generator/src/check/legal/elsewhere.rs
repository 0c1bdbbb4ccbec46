//! The rules where a page is told again: its Markdown twin, and the drawing that a chat shows with its link. A drawing
//! is small: who sells, and where to complain, stand on the page that it leads to.

use std::collections::HashMap;

use pulldown_cmark::{Options, Parser, html};
use resvg::usvg::roxmltree::Document;
use scraper::Html;

use super::shown::plain;
use super::{Demands, Shown, rules, said};
use crate::check::files::Files;
use crate::check::page::{CheckedPage, Facts};
use crate::outputs::markdown_alternate;
use crate::outputs::share::Drawn;
use model::config::Profile;
use model::dates;
use model::lang::PerLang;
use model::problem::Problem;
use model::site::{Page, PageKind, Site};

/// Checks every twin as if it were its page.
pub(super) fn twins(
    site: &Site,
    profile: Profile,
    demands: &PerLang<Demands>,
    files: &Files,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in site
        .pages
        .iter()
        .filter(|page| markdown_alternate::exists(site, page))
    {
        let path = markdown_alternate::file(page);
        let Some(file) = files.get(&path) else { continue };
        let told = again(page, of_markdown(&String::from_utf8_lossy(&file.bytes)));
        let template = format!("templates/{}", markdown_alternate::template(page));
        for rule in rules(profile) {
            let missing = (rule.on_page)(demands.get(page.lang), &told).into_iter();
            problems.extend(missing.map(|what| {
                Problem::in_file(&template, format!("{} (page /{path})", said(rule, &what))).hint(rule.remedy)
            }));
        }
    }
    problems
}

/// Checks every drawing: totals, pesos first, the day of what it says, and that it illustrates.
pub(super) fn drawings(site: &Site, profile: Profile, drawings: &[Drawn]) -> Vec<Problem> {
    let demands = PerLang::from_fn(|lang| Demands::of(site, lang));
    let pages: HashMap<&str, &Page> = site.pages.iter().map(|page| (page.url.as_str(), page)).collect();
    let mut problems = Vec::new();
    for drawn in drawings {
        let Some(page) = pages.get(drawn.url.as_str()) else {
            continue;
        };
        let told = again(page, of_svg(&drawn.svg));
        for rule in rules(profile) {
            let Some(test) = rule.on_drawing else { continue };
            let missing = test(demands.get(page.lang), &told).into_iter();
            problems.extend(missing.map(|what| {
                let message = format!("{} (share picture of {})", said(rule, &what), page.url);
                Problem::in_file(format!("templates/{}", drawn.template), message).hint(REMEDY)
            }));
        }
    }
    problems
}

/// What to do about any of it.
const REMEDY: &str = "the names of what the drawing may show stand in docs/share-pictures.md";

/// A drawing with prices says of which day they are.
pub(super) fn day(demands: &Demands, told: &CheckedPage) -> Vec<String> {
    let text = &told.facts.shown.text;
    let strings = demands.site.strings.get(demands.lang);
    let day = dates::long(strings, demands.site.inventory.date).unwrap_or_default();
    let is_said = text.contains(&plain(&day)) || !demands.offers(text);
    let message = "it shows prices, and not of which day they are";
    (!is_said).then(|| message.to_owned()).into_iter().collect()
}

/// A drawing says that it illustrates.
pub(super) fn illustrative(demands: &Demands, told: &CheckedPage) -> Vec<String> {
    let keys = match told.page.kind {
        PageKind::Unit(_) => ["legal.illustrative_plan", "legal.illustrative"],
        PageKind::Content(_) => ["legal.illustrative", "legal.illustrative"],
    };
    let mut words = keys.iter().filter_map(|key| demands.string(key));
    let is_said = words.any(|words| told.facts.shown.text.contains(&words));
    let message = "it is a drawing, and does not say that it is illustrative";
    (!is_said).then(|| message.to_owned()).into_iter().collect()
}

fn again(page: &Page, shown: Shown) -> CheckedPage<'_> {
    CheckedPage {
        page,
        facts: Facts {
            shown,
            ..Facts::default()
        },
    }
}

fn of_markdown(text: &str) -> Shown {
    let mut made = String::new();
    html::push_html(&mut made, Parser::new_ext(text, Options::ENABLE_TABLES));
    Shown::of(&Html::parse_document(&made))
}

/// All words of a drawing are one block. One that is not well formed is a problem of the build.
fn of_svg(svg: &str) -> Shown {
    let document = Document::parse(svg);
    let words = document.iter().flat_map(|document| {
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts.flat_map(|text| text.descendants().filter_map(|node| node.text()))
    });
    let words: Vec<&str> = words.collect();
    let text = plain(&words.join(" "));
    Shown {
        unfolded: text.clone(),
        blocks: vec![text.clone()],
        text,
        ..Shown::default()
    }
}
