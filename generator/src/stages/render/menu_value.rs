//! The template values `menu` and `footer`: the links of `site.yaml` in a language. Links to pages that are not public are
//! left out.

use minijinja::{Value, context};

use model::config::{LinkTarget, MenuLink};
use model::localized::Localized;
use model::site::{slug, split_fragment};

/// The links of the header.
pub(super) fn menu(localized: Localized<'_>) -> Vec<Value> {
    links(localized, &localized.site.config.menu)
}

/// The columns of the footer that have links.
pub(super) fn footer(localized: Localized<'_>) -> Vec<Value> {
    let columns = localized.site.config.footer.iter();
    columns
        .filter_map(|column| {
            let links = links(localized, &column.links);
            let title = text(localized, &column.title);
            (!links.is_empty()).then(|| context! { title, links })
        })
        .collect()
}

/// Each link with `label` and either `uses`, or `url` with the `slug` of the page or `new_tab`.
fn links(localized: Localized<'_>, links: &[MenuLink]) -> Vec<Value> {
    let Localized { site, lang, .. } = localized;
    let elsewhere = |label, url: &str| context! { label, url, new_tab => true, uses => false };
    let one = |link: &MenuLink| {
        let label = link.label.as_ref().map(|label| text(localized, label));
        match &link.to {
            LinkTarget::Uses => Some(context! { label, uses => true }),
            LinkTarget::Web(url) => Some(elsewhere(label, url)),
            LinkTarget::Developer => Some(elsewhere(label, &site.config.developer.as_ref()?.url)),
            LinkTarget::Page(page) => {
                let url = site.routes.path(lang, page)?;
                let slug = slug(split_fragment(page).0);
                Some(context! { label, url, slug, new_tab => false, uses => false })
            }
        }
    };
    links.iter().filter_map(one).collect()
}

/// A string that `resolve` found.
fn text(localized: Localized<'_>, key: &str) -> String {
    localized.text(key).unwrap_or_default()
}
