//! The legal profile of `site.yaml`: which facts must be shown where, and by which law (`rules.rs`), checked against what a reader
//! sees (`visible_text.rs`). docs/legal.md explains the rules to authors. A site without problems is not legal advice.

mod amounts;
mod checked_output;
mod missing;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use platform::money::Money;
use rayon::prelude::*;

use super::links::SiteFiles;
use super::page::CheckedPage;
use super::visible_text::{ShownAmount, plain};
use crate::outputs::markdown_alternate;
use crate::outputs::share::DrawnCard;
use crate::outputs::values::Described;
use crate::stages::documents::{self, Job};
use amounts::AmountReader;
use checked_output::CheckedOutput;
use formats::problem::{Code, Problem};
use model::dates;
use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::site::{Page, Site, template};
use rules::{RULES, Rule};

/// Checks all pages, their Markdown alternates and the data of all documents.
pub(super) fn check(
    described: &Described,
    pages: &[CheckedPage],
    files: &SiteFiles,
) -> Vec<Problem> {
    let site = &described.site;
    let alternates = site.pages.iter().filter_map(|page| {
        Some(CheckedOutput::of_markdown(
            site,
            page,
            files.get(&markdown_alternate::url(site, page)?)?,
        ))
    });
    let pages = pages.iter().map(|page| CheckedOutput::of_page(site, page));
    // A document that cannot be made for lack of data is a problem of the build.
    let jobs = documents::jobs(described, &Arc::default()).unwrap_or_default();
    let documents = jobs.iter().map(|job| CheckedOutput::of_document(site, job));
    check_outputs(site, pages.chain(alternates).chain(documents).collect())
}

/// A problem for each language whose privacy notice does not say that the site counts (LFPDPPP, DOF 20-03-2025, articles 14 to
/// 16). Also without a profile: nobody is counted without being told.
pub fn check_counts_notice(site: &Site) -> Vec<Problem> {
    let missing = |lang: Lang| {
        let sentence = site
            .strings
            .get(lang)
            .plain("legal.counts")
            .unwrap_or_default();
        let is_notice = |page: &&Page| page.lang == lang && page.has_template(template::PRIVACY);
        let notice = site.pages.iter().filter(is_notice).find_map(Page::source);
        let body = notice.map_or(String::new(), |notice| plain(&notice.body));
        if !sentence.is_empty() && body.contains(&plain(&sentence)) {
            return None;
        }
        let file = notice.map_or("the site", |notice| notice.file.as_str());
        let message = format!(
            "`counts` is true, and {file} has no privacy notice with the sentence `legal.counts` of strings.json (“{sentence}”)"
        );
        let problem = site
            .config
            .problem(Code::LegalCountsNotice, "counts", message);
        let hint = "write there what is counted (docs/leads.md) and raise `legal.notice_version`, or set `counts: false`";
        Some(problem.hint(hint))
    };
    if !site.config.counts {
        return Vec::new();
    }
    site.config.languages.iter().filter_map(missing).collect()
}

/// Checks the data that documents are made from.
pub fn check_documents(site: &Site, jobs: &[Job]) -> Vec<Problem> {
    check_outputs(
        site,
        jobs.iter()
            .map(|job| CheckedOutput::of_document(site, job))
            .collect(),
    )
}

/// Checks the drawings of share pictures.
pub fn check_drawings(site: &Site, drawings: &[DrawnCard]) -> Vec<Problem> {
    check_outputs(
        site,
        drawings
            .iter()
            .filter_map(|drawn| CheckedOutput::of_drawing(site, drawn))
            .collect(),
    )
}

/// Checks outputs against the rules of the site's profile; a site without a profile has no rules.
fn check_outputs(site: &Site, outputs: Vec<CheckedOutput>) -> Vec<Problem> {
    let Some(profile) = site.config.legal.profile else {
        return Vec::new();
    };
    let required = PerLang::from_fn(site.config.languages, |lang| {
        RequiredTexts::from_site(site, lang)
    });
    let rules: Vec<&Rule> = RULES
        .iter()
        .filter(|rule| rule.profiles.contains(&profile))
        .collect();
    let problems = outputs.into_par_iter().flat_map_iter(|output| {
        let required = required.get(output.lang);
        rules
            .iter()
            .flat_map(|rule| rule.problems(required, &output))
            .collect::<Vec<_>>()
    });
    problems.collect()
}

struct RequiredTexts<'a> {
    site: &'a Site,
    lang: Lang,
    reader: AmountReader<'a>,
    /// The total with tax of each net price in the inventory.
    total_of: BTreeMap<Money, Money>,
    /// The totals with tax of all units.
    totals: BTreeSet<Money>,
    /// Every net price and total in the inventory.
    prices: BTreeSet<Money>,
    /// Whether a price has tax.
    has_tax: bool,
    /// The date of the inventory, in words.
    date: String,
    /// Sentences that say until when, or for how many units, the prices are valid; one of them is enough.
    validity: Vec<String>,
}

impl<'a> RequiredTexts<'a> {
    fn from_site(site: &'a Site, lang: Lang) -> RequiredTexts<'a> {
        let mut total_of: BTreeMap<Money, Money> = BTreeMap::new();
        let mut totals = BTreeSet::new();
        let mut has_tax = false;
        let units = site.inventory.units.iter();
        for price in units.filter_map(|unit| site.config.price(unit)) {
            // Uses with different taxes may have the same net price; the lowest total is enough for it.
            let total = total_of.entry(price.net).or_insert(price.total);
            *total = price.total.min(*total);
            totals.insert(price.total);
            has_tax |= price.total != price.net;
        }
        let date = dates::long(lang, site.inventory.date);
        RequiredTexts {
            site,
            lang,
            reader: AmountReader::new(
                site.config.money_format(lang),
                site.config.reference_format(lang),
            ),
            prices: total_of.keys().chain(&totals).copied().collect(),
            total_of,
            totals,
            has_tax,
            validity: validity_sentences(site, lang, &date),
            date: plain(&date),
        }
    }

    /// A price as the unit's view has it.
    fn money(&self, amount: Money) -> String {
        Localized::new(self.site, self.lang).money(amount)
    }

    /// The amounts in the development's currency that an element shows; none in its place where they are in a short form.
    fn amounts_of(&self, shown: &ShownAmount) -> Vec<Option<Money>> {
        let amounts = self.reader.prices(&shown.text);
        if amounts.is_empty() {
            return vec![None];
        }
        amounts.into_iter().map(Some).collect()
    }

    /// The texts of `strings.json` with these keys, as a reader sees them; unknown and empty ones are left out.
    fn strings(&self, keys: &[&str]) -> Vec<String> {
        let strings = self.site.strings.get(self.lang);
        let texts = keys.iter().filter_map(|key| strings.plain(key));
        texts
            .map(|text| plain(&text))
            .filter(|text| !text.is_empty())
            .collect()
    }
}

/// The date of the prices; or the number of available units, of all uses or of one use.
fn validity_sentences(site: &Site, lang: Lang, date: &str) -> Vec<String> {
    let (strings, values) = (site.strings.get(lang), [("date", date)]);
    let by_use = site
        .config
        .uses
        .iter()
        .map(|declared| site.summary.of_use(declared.key));
    let summaries = [site.summary.all].into_iter().chain(by_use);
    let in_offer = summaries
        .map(|summary| strings.counted("legal.units_in_offer", summary.available(), &values));
    let sentences = ["price.validity", "rent.validity"]
        .map(|key| strings.filled(key, &values))
        .into_iter()
        .chain(in_offer);
    sentences.flatten().map(|text| plain(&text)).collect()
}
