//! Checks what `site.yaml` names by a key, a path or the name of an icon: the links of the menu and the footer, the
//! social profiles and the drawings of amenities.

use formats::code::Code;
use formats::problem::{Problem, did_you_mean};
use model::config::{Config, LinkTarget, MenuLink};
use model::lang::{Lang, PerLang};
use model::site::{Routes, split_fragment};
use model::source::Icon;
use model::strings::Strings;

use super::schedule::PageSchedules;

/// What the names must be among: pages, files, strings and icons.
pub(super) struct LinkTargets<'a> {
    /// When each content page is public. A link to one that is not is left out.
    pub(super) schedules: &'a PageSchedules,
    /// Every page and file, public or not.
    pub(super) routes: &'a Routes,
    pub(super) strings: &'a PerLang<Strings>,
    pub(super) icons: &'a [Icon],
}

/// A problem for each name that stands for nothing.
pub(super) fn check(config: &Config, targets: &LinkTargets) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, link) in config.menu.iter().enumerate() {
        problems.extend(check_link(config, targets, &format!("menu.{at}"), link, true));
    }
    for (at, column) in config.footer.iter().enumerate() {
        problems.extend(check_string(config, targets, &format!("footer.{at}.title"), &column.title));
        for (index, link) in column.links.iter().enumerate() {
            let path = format!("footer.{at}.links.{index}");
            problems.extend(check_link(config, targets, &path, link, false));
        }
    }
    for (at, profile) in config.social.iter().enumerate() {
        problems.extend(check_icon(config, targets, &format!("social.{at}.icon"), &profile.icon));
    }
    for (code, icon) in &config.amenity_icons {
        problems.extend(check_icon(config, targets, &format!("amenity_icons.{code}"), icon));
    }
    problems
}

/// The problems of a link; `is_in_menu` when the pages of uses need a label too.
fn check_link(
    config: &Config,
    targets: &LinkTargets,
    path: &str,
    link: &MenuLink,
    is_in_menu: bool,
) -> Vec<Problem> {
    let problem = |code, message: String| config.problem(code, &format!("{path}.to"), message);
    let target = match &link.to {
        LinkTarget::Page(page) if !is_known(targets, page) => {
            let message = format!("the link `{page}` leads to no page");
            Some(problem(Code::BrokenLink, message).maybe_hint(targets.routes.hint(page)))
        }
        LinkTarget::Developer if config.developer.is_none() => {
            let message = "the link leads to `developer`, which this file does not have".to_owned();
            Some(problem(Code::BrokenLink, message).hint("write `developer`, or remove the link"))
        }
        _ => None,
    };
    let label = match &link.label {
        Some(label) => check_string(config, targets, &format!("{path}.label"), label),
        None if link.to == LinkTarget::Uses && !is_in_menu => None,
        None => {
            let message = "the link has no `label`".to_owned();
            Some(problem(Code::InvalidValue, message).hint("write the key of a string, like `nav.home`"))
        }
    };
    target.into_iter().chain(label).collect()
}

fn is_known(targets: &LinkTargets, page: &str) -> bool {
    let bare = split_fragment(page).0;
    targets.schedules.contains_key(bare) || targets.routes.is_static(bare)
}

fn check_string(config: &Config, targets: &LinkTargets, path: &str, key: &str) -> Option<Problem> {
    let lacks = |lang: &Lang| targets.strings.get(*lang).plain(key).is_none();
    let lang = config.languages.iter().find(lacks)?;
    let message = format!("there is no string `{key}` in content/{lang}/strings.json");
    let problem = config.problem(Code::MissingString, path, message);
    Some(problem.hint("add it in each language, or correct the key"))
}

fn check_icon(config: &Config, targets: &LinkTargets, path: &str, name: &str) -> Option<Problem> {
    let mut names = targets.icons.iter().map(|icon| icon.name.as_str());
    if names.clone().any(|known| known == name) {
        return None;
    }
    let message = format!("there is no icon `templates/icons/{name}.svg`");
    let hint = did_you_mean(name, names.by_ref());
    let hint = hint.unwrap_or_else(|| "write the name of a file of that folder, or add the file".to_owned());
    Some(config.problem(Code::UnknownIcon, path, message).hint(hint))
}
