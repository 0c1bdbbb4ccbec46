//! The legal profile of `site.yaml`: which facts must be shown where, and by which law.
//!
//! `rules.rs` is the table of rules. They are checked against what a reader sees (`subject.rs`), not against the
//! mark-up; docs/legal.md explains them to authors. A site without problems is not legal advice.

mod amounts;
mod expected;
mod missing;
mod rules;
mod shown;
mod subject;

pub(super) use shown::Shown;
use shown::plain;

use std::sync::Arc;

use rayon::prelude::*;

use super::files::SiteFiles;
use super::page::CheckedPage;
use crate::outputs::markdown_alternate;
use crate::outputs::share::DrawnCard;
use crate::stages::documents::{self, Job};
use expected::Expected;
use formats::code::Code;
use formats::problem::Problem;
use model::lang::{Lang, PerLang};
use model::site::{Site, template};
use rules::RULES;
use subject::Subject;

/// Checks all pages, their Markdown alternates and the data of all documents.
pub(super) fn check(site: &Arc<Site>, pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    let alternates = site.pages.iter().filter_map(|page| {
        let file = files.get(&markdown_alternate::url(site, page)?)?;
        Some(Subject::of_markdown(site, page, file))
    });
    let pages = pages.iter().map(|page| Subject::of_page(site, page));
    // A document that cannot be made for lack of data is a problem of the build.
    let jobs = documents::jobs(site, &Arc::default()).unwrap_or_default();
    let documents = jobs.iter().map(|job| Subject::of_document(site, job));
    check_subjects(site, pages.chain(alternates).chain(documents).collect())
}

/// A problem for each language whose privacy notice does not say that the site counts (LFPDPPP, DOF 20-03-2025, articles 14 to
/// 16). Also without a profile: nobody is counted without being told.
pub fn check_counts_notice(site: &Site) -> Vec<Problem> {
    let missing = |lang: Lang| {
        let sentence = site.strings.get(lang).plain("legal.counts").unwrap_or_default();
        let mut notices =
            site.pages.iter().filter(|page| page.lang == lang && page.has_template(template::PRIVACY));
        let notice = notices.find_map(|page| page.source());
        let body = notice.map_or(String::new(), |notice| plain(&notice.body));
        if !sentence.is_empty() && body.contains(&plain(&sentence)) {
            return None;
        }
        let file = notice.map_or("the site", |notice| notice.file.as_str());
        let message = format!(
            "`counts` is true, and {file} has no privacy notice with the sentence `legal.counts` of strings.json (“{sentence}”)"
        );
        let problem = site.config.problem(Code::LegalCountsNotice, "counts", message);
        let hint = "write there what is counted (docs/leads.md) and raise `legal.notice_version`, or set `counts: false`";
        Some(problem.hint(hint))
    };
    let languages = site.config.languages.iter().filter(|_| site.config.counts);
    languages.filter_map(missing).collect()
}

/// Checks the data that documents are made from.
pub fn check_documents(site: &Site, jobs: &[Job]) -> Vec<Problem> {
    check_subjects(site, jobs.iter().map(|job| Subject::of_document(site, job)).collect())
}

/// Checks the drawings of share pictures.
pub fn check_drawings(site: &Site, drawings: &[DrawnCard]) -> Vec<Problem> {
    let subjects = drawings.iter().filter_map(|drawn| Subject::of_drawing(site, drawn));
    check_subjects(site, subjects.collect())
}

/// Checks subjects against the rules of the site's profile; a site without a profile has no rules.
fn check_subjects(site: &Site, subjects: Vec<Subject>) -> Vec<Problem> {
    let Some(profile) = site.config.legal.profile else {
        return Vec::new();
    };
    let expected = PerLang::from_fn(site.config.languages, |lang| Expected::from_site(site, lang));
    let problems = subjects.into_par_iter().flat_map_iter(|subject| {
        let rules = RULES.iter().filter(|rule| rule.profiles.contains(&profile));
        let problems = rules.flat_map(|rule| rule.problems(expected.get(subject.lang), &subject));
        problems.collect::<Vec<_>>()
    });
    problems.collect()
}
