//! Checks the sizes of what visitors download against `budgets:` of `site.yaml`, and measures the home page.

use std::collections::BTreeSet;
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::stages::pictures::Pictures;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::islands::Islands;
use crate::stages::prerender::sizes::SizeReport;
use crate::stages::render::STYLE_LINK;
use compress::brotli;
use formats::problem::{Code, Problem};
use model::config::{self, Budgets};
use model::output::{ASSETS, OutputFile};
use model::site::Site;

/// Qualities of brotli, each several times slower than the one before: the last, that of CDNs, takes half a second for a home page.
const QUALITIES: [u32; 3] = [5, 10, 11];

/// A problem for each budget that is exceeded. `unit_page` is the largest page of a unit.
pub fn check(
    site: &Site,
    bundle: &Bundle,
    islands: &Islands,
    pictures: &Pictures,
    home: HomeWeight,
    unit_page: Option<&OutputFile>,
) -> Vec<Problem> {
    let budgets = &site.config.budgets;
    let mut problems = check_scripts(&bundle.sizes, islands.sets_on_pages(), budgets);
    problems.extend(home_budgets(site).and_then(|budgets| check_home(home, budgets)));
    problems.extend(unit_page.and_then(|page| check_unit_page(page, budgets)));
    problems.extend(check_pictures(pictures, budgets));
    problems
}

/// The budgets of the home page; nothing when the inventory has more units than the development declares. A home page
/// that grew with the data is not the editor's fault and must not stop the publication of prices.
fn home_budgets(site: &Site) -> Option<&Budgets> {
    (site.inventory.units.len() as u64 <= u64::from(site.config.declared_units()))
        .then_some(&site.config.budgets)
}

/// A problem when something has more bytes than its budget.
fn exceeded(what: impl fmt::Display, bytes: u64, key: &str, budget: u64) -> Option<Problem> {
    (bytes > budget).then(|| {
        let message = format!("{what}: {bytes} bytes, and `budgets.{key}` allows {budget}");
        Problem::in_file(Code::OverBudget, config::FILE, message)
            .hint("make it smaller, or raise the budget")
    })
}

/// The problems of scripts, after brotli: each alone, each island on a page of its own, these sets of islands on pages, and what
/// islands load on demand.
pub fn check_scripts(
    sizes: &SizeReport,
    mut pages: BTreeSet<BTreeSet<String>>,
    budgets: &Budgets,
) -> Vec<Problem> {
    const PAGE: &str = "script_island_page";
    // The largest of the scripts that a page has beside its form.
    let with_form =
        sizes.entry("estimate.js").max(sizes.entry("list.js")) + sizes.to_start(["form"]);
    pages.extend(
        sizes
            .islands()
            .map(|name| BTreeSet::from([name.to_owned()])),
    );
    let pages = pages.iter().map(|set| {
        let names: Vec<&str> = set.iter().map(String::as_str).collect();
        let what = format!("a page with {}, loader and framework", names.join(", "));
        exceeded(
            what,
            sizes.to_start(names),
            PAGE,
            budgets.script_island_page,
        )
    });
    let drawing = sizes.entry("drawing.js") + sizes.to_start(["selector"]);
    let (loader, script) = (sizes.entry("islands.js"), sizes.entry("page.js"));
    let single = [
        ("the island loader", loader, "loader", budgets.loader),
        (
            "the page script",
            script,
            "script_plain_page",
            budgets.script_plain_page,
        ),
        (
            "a page with the drawing and a selector",
            drawing,
            PAGE,
            budgets.script_island_page,
        ),
        (
            "a page with the return estimate or lists, and a form",
            with_form,
            PAGE,
            budgets.script_island_page,
        ),
        (
            "what islands load on demand",
            sizes.on_demand(),
            "script_on_demand",
            budgets.script_on_demand,
        ),
    ]
    .into_iter()
    .map(|(what, bytes, key, budget)| exceeded(what, bytes, key, budget));
    single.chain(pages).flatten().collect()
}

fn check_home(home: HomeWeight, budgets: &Budgets) -> Option<Problem> {
    let HomeWeight {
        html,
        styles,
        fonts,
    } = home;
    let what =
        format!("the home page, with {html} of HTML, {styles} of styles and {fonts} of fonts");
    exceeded(
        what,
        home.total(),
        "html_css_fonts_home",
        budgets.html_css_fonts_home,
    )
}

fn check_unit_page(page: &OutputFile, budgets: &Budgets) -> Option<Problem> {
    let budget = budgets.html_unit_page?;
    let bytes = compressed(
        |bytes| bytes <= budget,
        |quality| brotli(&page.bytes, quality).len() as u64,
    );
    exceeded(
        format!("{} after brotli", page.path),
        bytes,
        "html_unit_page",
        budget,
    )
}

fn check_pictures(pictures: &Pictures, budgets: &Budgets) -> Vec<Problem> {
    let over = pictures.on_phone().filter_map(|weight| {
        let what = format!(
            "the picture {} on a phone, {} pixels wide",
            weight.name, weight.width
        );
        let problem = exceeded(
            what,
            weight.bytes,
            "images_first_screen",
            budgets.images_first_screen,
        )?
        .hint("use a simpler picture (fine texture compresses badly), or raise the budget");
        Some(Problem {
            file: weight.master,
            ..problem
        })
    });
    over.collect()
}

/// Bytes as transferred: compressed with brotli, except fonts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct HomeWeight {
    /// The largest home page of a language.
    pub html: u64,
    /// The style sheets that it links.
    pub styles: u64,
    /// The fonts that every page preloads.
    pub fonts: u64,
}

impl HomeWeight {
    /// Measures a finished site.
    pub fn measure(site: &Site, files: &[OutputFile], bundle: &Bundle) -> HomeWeight {
        let names_of_homes: Vec<String> = site
            .config
            .languages
            .iter()
            .map(|lang| lang.file("/"))
            .collect();
        let homes: Vec<&OutputFile> = files
            .iter()
            .filter(|file| names_of_homes.contains(&file.path))
            .collect();
        let largest = |quality| {
            homes
                .par_iter()
                .map(|file| brotli(&file.bytes, quality).len() as u64)
                .max()
                .unwrap_or_default()
        };
        let styles = homes.iter().map(|file| styles(file, bundle));
        let preloaded: Vec<String> = site
            .theme
            .fonts
            .preloaded()
            .filter_map(|name| bundle.url(name))
            .collect();
        let fonts = bundle
            .files
            .iter()
            .filter(|file| preloaded.iter().any(|url| url.ends_with(&file.name)))
            .map(|file| file.bytes.len() as u64)
            .sum();
        let weight = HomeWeight {
            html: 0,
            styles: styles.max().unwrap_or_default(),
            fonts,
        };
        let budgets = home_budgets(site);
        let fits = |html| {
            budgets
                .is_none_or(|budgets| check_home(HomeWeight { html, ..weight }, budgets).is_none())
        };
        HomeWeight {
            html: compressed(fits, largest),
            ..weight
        }
    }

    /// HTML, styles and fonts together.
    pub fn total(self) -> u64 {
        self.html + self.styles + self.fonts
    }
}

impl fmt::Display for HomeWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HomeWeight {
            html,
            styles,
            fonts,
        } = self;
        let total = self.total();
        write!(
            f,
            "the home page: HTML {html} B, styles {styles} B, fonts {fonts} B, {total} B in all"
        )
    }
}

/// The size of all style sheets that a page links.
fn styles(page: &OutputFile, bundle: &Bundle) -> u64 {
    let html = String::from_utf8_lossy(&page.bytes);
    let addresses = html
        .split(STYLE_LINK)
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let names = addresses.filter_map(|address| address.strip_prefix(ASSETS));
    names.map(|name| bundle.sizes.style_sheet(name)).sum()
}

/// The size after the first compression that fits, or after the strongest.
fn compressed(fits: impl Fn(u64) -> bool, size: impl Fn(u32) -> u64) -> u64 {
    let [fast @ .., strongest] = QUALITIES;
    fast.into_iter()
        .map(&size)
        .find(|bytes| fits(*bytes))
        .unwrap_or_else(|| size(strongest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Budgets of exactly what the tests measure.
    const BUDGETS: Budgets = Budgets {
        script_island_page: 1_013,
        script_on_demand: 4,
        script_plain_page: 0,
        loader: 1_000,
        html_css_fonts_home: 60_001,
        html_unit_page: None,
        images_first_screen: 0,
    };

    #[test]
    fn scripts_over_budget_are_named_with_both_numbers() {
        let island = |name: &str| json!({ "initial": ["shared.js", name], "lazy": ["dialog.js"] });
        let mut report = serde_json::to_value(SizeReport::default()).unwrap();
        report["entries"] = json!({ "islands.js": 1_000 });
        report["scripts"] = json!({ "shared.js": 10, "a.js": 1, "b.js": 2, "dialog.js": 4 });
        report["islands"] = json!({ "a": island("a.js"), "b": island("b.js") });
        let report: SizeReport = serde_json::from_value(report).unwrap();
        let each = "a page with a 1011 B to start; a page with b 1012 B to start";
        assert!(
            report.to_string().ends_with(&format!(
                "; {each}; all islands together 1013 B to start, 4 B on demand"
            )),
            "{report}"
        );
        let both = BTreeSet::from([["a", "b"].map(str::to_owned).into()]);
        assert!(check_scripts(&report, both.clone(), &BUDGETS).is_empty());
        let less = Budgets {
            script_island_page: 1_012,
            script_on_demand: 3,
            loader: 999,
            ..BUDGETS
        };
        let found = check_scripts(&report, both, &less)
            .into_iter()
            .map(|problem| problem.message);
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                "the island loader: 1000 bytes, and `budgets.loader` allows 999",
                "what islands load on demand: 4 bytes, and `budgets.script_on_demand` allows 3",
                "a page with a, b, loader and framework: 1013 bytes, and `budgets.script_island_page` allows 1012"
            ]
        );
    }

    #[test]
    fn a_page_over_budget_is_named_with_every_part() {
        let home = HomeWeight {
            html: 30_000,
            styles: 10_000,
            fonts: 20_001,
        };
        let html: String = (0..300).map(|number| format!("<p>{number}</p>")).collect();
        let page = OutputFile::new("inventario/O-301.html", html, "");
        let bytes = brotli(&page.bytes, 11).len() as u64;
        let messages = |budgets: &Budgets| {
            let found = [check_home(home, budgets), check_unit_page(&page, budgets)];
            found
                .into_iter()
                .flatten()
                .map(|problem| problem.message)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            messages(&Budgets {
                html_unit_page: Some(bytes),
                ..BUDGETS
            }),
            [""; 0]
        );
        assert_eq!(
            messages(&Budgets {
                html_css_fonts_home: 60_000,
                html_unit_page: Some(10),
                ..BUDGETS
            }),
            [
                "the home page, with 30000 of HTML, 10000 of styles and 20001 of fonts: 60001 bytes, and \
                 `budgets.html_css_fonts_home` allows 60000",
                &format!(
                    "inventario/O-301.html after brotli: {bytes} bytes, and `budgets.html_unit_page` allows 10"
                )
            ]
        );
    }
}
