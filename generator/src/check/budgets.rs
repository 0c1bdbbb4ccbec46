//! Checks the sizes of what visitors download against `budgets:` of `site.yaml`, and measures the home page without
//! pictures and scripts: its HTML, style sheets and fonts.

use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use crate::stages::render::STYLE_LINK;
use compress::brotli;
use model::build_error::BuildError;
use model::code::Code;
use model::config::{self, Budgets};
use model::output::{ASSETS, OutputFile};
use model::problem::{self, Problem};
use model::site::Site;

/// A fast quality of brotli, whose result is a little larger than [`STRONGEST`]'s.
const QUICK: u32 = 5;
/// The strongest quality, which CDNs use for stored files; it takes half a second for a home page.
const STRONGEST: u32 = 11;

/// The budgets of the home page; nothing when the inventory has more units than the development declares. A home page
/// that grew with the data is not the editor's fault and must not stop the publication of prices.
fn home_budgets(site: &Site) -> Option<&Budgets> {
    (site.inventory.units.len() as u64 <= u64::from(site.config.declared_units()))
        .then_some(&site.config.budgets)
}

/// Checks every budget.
///
/// # Errors
/// A problem for each budget that is exceeded.
pub fn check(
    site: &Site,
    bundle: &Bundle,
    islands: &Islands,
    pictures: &Pictures,
    home: HomeWeight,
    unit_page: Option<&OutputFile>,
) -> Result<(), BuildError> {
    let budgets = &site.config.budgets;
    let mut over = bundle.sizes.over(budgets);
    over.extend(home_budgets(site).and_then(|budgets| home.over(budgets)));
    over.extend(unit_page.and_then(|page| unit_page_over(page, budgets)));
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

/// A problem when the page of a unit is larger than `site.yaml` allows.
fn unit_page_over(page: &OutputFile, budgets: &Budgets) -> Option<Problem> {
    let budget = budgets.html_unit_page?;
    // The strongest compression takes long.
    let sizes = [QUICK, STRONGEST]
        .iter()
        .map(|quality| compressed(&page.bytes, *quality));
    let bytes = sizes.take_while(|bytes| *bytes > budget).nth(1)?;
    let file = &page.path;
    let message = format!("{file}: {bytes} bytes of HTML; `budgets.html_unit_page` allows {budget}");
    let problem = Problem::in_file(Code::OverBudget, config::FILE, message);
    Some(problem.hint("make the page smaller, or raise the budget"))
}

/// Bytes as transferred: compressed with brotli, except fonts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct HomeWeight {
    /// The largest home page of a language.
    pub html: u64,
    /// The style sheets that it links.
    pub styles: u64,
    /// All fonts of the bundle.
    pub fonts: u64,
}

impl HomeWeight {
    /// Measures a finished site. The strongest compression is used only when the fast one exceeds the budget.
    pub fn measure(site: &Site, files: &[OutputFile], bundle: &Bundle) -> HomeWeight {
        let homes: Vec<String> = site.config.languages.iter().map(|lang| lang.file("/")).collect();
        let homes: Vec<&OutputFile> = files.iter().filter(|file| homes.contains(&file.path)).collect();
        let largest = |quality| {
            let sizes = homes.par_iter().map(|file| compressed(&file.bytes, quality));
            sizes.max().unwrap_or_default()
        };
        let fonts = bundle.files.iter().filter(|file| file.name.ends_with(".woff2"));
        let mut weight = HomeWeight {
            html: largest(QUICK),
            styles: homes
                .iter()
                .map(|file| styles(file, bundle))
                .max()
                .unwrap_or_default(),
            fonts: fonts.map(|file| file.bytes.len() as u64).sum(),
        };
        if home_budgets(site).is_some_and(|budgets| weight.over(budgets).is_some()) {
            weight.html = largest(STRONGEST);
        }
        weight
    }

    /// HTML, styles and fonts together.
    pub fn total(self) -> u64 {
        self.html + self.styles + self.fonts
    }

    /// A problem when the home page is larger than `site.yaml` allows.
    pub fn over(self, budgets: &Budgets) -> Option<Problem> {
        let budget = budgets.html_css_fonts_home;
        (self.total() > budget).then(|| {
            let message = format!("{self}; budgets.html_css_fonts_home allows {budget}");
            Problem::in_file(Code::OverBudget, config::FILE, message)
                .hint("make the page smaller, or raise the budget")
        })
    }
}

impl fmt::Display for HomeWeight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HomeWeight { html, styles, fonts } = self;
        let total = self.total();
        write!(
            formatter,
            "the home page: HTML {html} B, styles {styles} B, fonts {fonts} B, {total} B in all"
        )
    }
}

/// The size of all style sheets that a page links.
fn styles(page: &OutputFile, bundle: &Bundle) -> u64 {
    let html = String::from_utf8_lossy(&page.bytes);
    let links = html.split(STYLE_LINK).skip(1);
    let addresses = links.filter_map(|rest| rest.split('"').next());
    let names = addresses.filter_map(|address| address.strip_prefix(ASSETS));
    names.map(|name| bundle.sizes.style_sheet(name)).sum()
}

fn compressed(bytes: &[u8], quality: u32) -> u64 {
    brotli(bytes, quality).len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_over_budget_is_a_problem_that_names_every_part() {
        let weight = HomeWeight {
            html: 30_000,
            styles: 10_000,
            fonts: 20_001,
        };
        let mut budgets = Budgets {
            script_island_page: 0,
            script_plain_page: 0,
            loader: 0,
            html_css_fonts_home: 60_001,
            html_unit_page: None,
            images_first_screen: 0,
        };
        assert!(weight.over(&budgets).is_none());
        budgets.html_css_fonts_home = 60_000;
        assert_eq!(
            weight.over(&budgets).unwrap().message,
            "the home page: HTML 30000 B, styles 10000 B, fonts 20001 B, 60001 B in all; \
             budgets.html_css_fonts_home allows 60000"
        );
        let page = OutputFile::new(
            "inventario/O-301.html",
            (0..300)
                .map(|number| format!("<p>{number}</p>"))
                .collect::<String>(),
            "",
        );
        let bytes = compressed(&page.bytes, STRONGEST);
        budgets.html_unit_page = Some(bytes);
        assert!(unit_page_over(&page, &budgets).is_none());
        budgets.html_unit_page = Some(10);
        assert_eq!(
            unit_page_over(&page, &budgets).unwrap().message,
            format!("inventario/O-301.html: {bytes} bytes of HTML; `budgets.html_unit_page` allows 10")
        );
    }
}
