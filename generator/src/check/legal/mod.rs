//! Lawful by build: which facts the legal profile of `site.yaml` wants where, looked for in what visitors read, not in
//! how it is marked up. A rule compares the words and amounts on the page with the true ones.
//!
//! The rules are data (`rules.rs`); docs/legal.md explains each. That a site passes is no legal advice.

mod amounts;
mod demands;
mod documents;
mod elsewhere;
mod prices;
mod rules;
mod seller;
mod shown;
mod visuals;

pub(super) use shown::Shown;

use rayon::prelude::*;

use super::files::Files;
use super::page::CheckedPage;
use crate::outputs::documents::Job;
use crate::outputs::pictures::Pictures;
use crate::outputs::share::Drawn;
use demands::Demands;
use model::config::Profile;
use model::lang::{Lang, PerLang};
use model::problem::Problem;
use model::site::Site;
use rules::{RULES, Rule};

/// Checks all pages with their Markdown twins, and the data of all documents, against the profile of the site.
pub(super) fn check(site: &Site, pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    let Some(profile) = site.config.legal.profile else {
        return Vec::new();
    };
    let demands = PerLang::from_fn(|lang| Demands::of(site, lang));
    let on_pages = pages.par_iter().flat_map_iter(|page| {
        let demands = demands.get(page.page.lang);
        rules(profile).flat_map(move |rule| of_page(rule, demands, page))
    });
    let mut problems: Vec<Problem> = on_pages.collect();
    problems.extend(elsewhere::twins(site, profile, &demands, files));
    // What a document lacks to be made is a problem of the build.
    problems.extend(check_documents(
        site,
        &crate::outputs::documents::jobs(site, &Pictures::default()).unwrap_or_default(),
    ));
    problems
}

/// Checks the data that documents are made of against the profile of the site.
pub fn check_documents(site: &Site, jobs: &[Job]) -> Vec<Problem> {
    let Some(profile) = site.config.legal.profile else {
        return Vec::new();
    };
    let demands = PerLang::from_fn(|lang| Demands::of(site, lang));
    let on_documents = jobs.par_iter().flat_map_iter(|job| {
        let lang = job.data["lang"].as_str().and_then(|code| code.parse().ok());
        let demands = demands.get(lang.unwrap_or(Lang::FALLBACK));
        rules(profile).flat_map(move |rule| of_document(rule, demands, job))
    });
    on_documents.collect()
}

/// Checks the drawings that chats show with links to pages against the profile of the site.
pub fn check_drawings(site: &Site, drawings: &[Drawn]) -> Vec<Problem> {
    let profile = site.config.legal.profile;
    profile.map_or_else(Vec::new, |profile| elsewhere::drawings(site, profile, drawings))
}

/// The rules of a profile.
fn rules(profile: Profile) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.profiles.contains(&profile))
}

fn of_page(rule: &'static Rule, demands: &Demands, page: &CheckedPage) -> Vec<Problem> {
    let missing = (rule.on_page)(demands, page).into_iter();
    missing
        .map(|what| page.problem(said(rule, &what)).hint(rule.remedy))
        .collect()
}

fn of_document(rule: &'static Rule, demands: &Demands, job: &Job) -> Vec<Problem> {
    let Some(test) = rule.on_document else {
        return Vec::new();
    };
    let file = format!("templates/documents/{}", job.template);
    let missing = test(demands, &job.data).into_iter();
    missing
        .map(|what| {
            Problem::in_file(&file, format!("{} (document {})", said(rule, &what), job.path))
                .hint(rule.remedy)
        })
        .collect()
}

fn said(rule: &Rule, what: &str) -> String {
    format!("legal rule {} ({}): {what}", rule.name, rule.source)
}
