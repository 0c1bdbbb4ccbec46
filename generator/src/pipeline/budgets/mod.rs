//! Checks the sizes of what visitors download against `budgets:` of `site.yaml`.

pub mod home_weight;

use crate::outputs::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use home_weight::HomeWeight;
use model::build_error::BuildError;
use model::config::Budgets;
use model::problem;
use model::site::Site;

/// The budgets of the home page; nothing when the inventory has more units than the development declares. A home page
/// that grew with the data is not the editor's fault and must not stop the publication of prices.
pub(super) fn of_home(site: &Site) -> Option<&Budgets> {
    let facts = &site.config.facts;
    let declared = u64::from(facts.offices) + u64::from(facts.commercial_units);
    (site.inventory.units.len() as u64 <= declared).then_some(&site.config.budgets)
}

/// Checks every budget.
///
/// # Errors
/// A problem for each budget that is exceeded.
pub(super) fn check(
    site: &Site,
    bundle: &Bundle,
    islands: &Islands,
    pictures: &Pictures,
    home: HomeWeight,
) -> Result<(), BuildError> {
    let budgets = &site.config.budgets;
    let mut over = bundle.sizes.over(budgets);
    over.extend(of_home(site).and_then(|budgets| home.over(budgets)));
    over.extend(pictures.over(budgets));
    for set in islands.sets_on_pages() {
        let names = set.iter().map(String::as_str);
        over.extend(bundle.sizes.page_over(names, budgets));
    }
    match over.is_empty() {
        true => Ok(()),
        false => Err(problem::sorted(over).into()),
    }
}
