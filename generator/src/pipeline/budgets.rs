//! What a visitor may be made to download (`budgets:` of `site.yaml`).

use crate::build_error::BuildError;
use crate::config::Budgets;
use crate::pictures::Pictures;
use crate::prerender::bundle::Bundle;
use crate::prerender::islands::Islands;
use crate::problem::{self, Problem};
use crate::resolve::Site;

/// The budgets that the home page is held to. One that grew with the data, by more units than the development
/// declares, must not stop the prices of the day: nobody who writes made it heavy.
pub(super) fn of_home(site: &Site) -> Option<&Budgets> {
    let facts = &site.config.facts;
    let declared = u64::from(facts.offices) + u64::from(facts.commercial_units);
    (site.inventory.units.len() as u64 <= declared).then_some(&site.config.budgets)
}

/// Refuses a site that would make visitors download more than `site.yaml` allows.
pub(super) fn hold(
    site: &Site,
    bundle: &Bundle,
    islands: &Islands,
    pictures: &Pictures,
    home: Option<Problem>,
) -> Result<(), BuildError> {
    let budgets = &site.config.budgets;
    let mut over = bundle.sizes.over(budgets);
    over.extend(home);
    over.extend(pictures.over(budgets));
    for together in islands.together() {
        let names = together.iter().map(String::as_str);
        over.extend(bundle.sizes.page_over(names, budgets));
    }
    match over.is_empty() {
        true => Ok(()),
        false => Err(problem::sorted(over).into()),
    }
}
