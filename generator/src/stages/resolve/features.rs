//! Features of which a part is missing (a feature is absent when nothing of it is there), and what `site.yaml` names by a key, a path,
//! a code or the name of an icon.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use platform::amenity::Amenity;
use platform::closing::Closing;
use platform::unit::{Unit, UnitCode};
use platform::unit_field::FieldValue;

use super::schedule::PageSchedules;
use building::Plan;
use formats::problem::{Code, Problem, did_you_mean};
use model::config::{Config, LinkTarget, MenuLink, OwnField, Use};
use model::inventory::Inventory;
use model::lang::{Lang, Languages, PerLang};
use model::site::{Page, Routes, split_fragment, template};
use model::source::{EntrySource, PageSource};
use model::strings::Strings;
use model::theme::Theme;

/// The word for units that have left the market.
const SOLD_STATUS: &str = "status.vendido";
/// The group of strings with the names of the uses that forms offer.
const OPTIONS: &str = "space_options";
/// The groups of strings with the answers to who the visitor is: in every form, and in that of a page with this template.
const IDENTITIES: [(&str, Option<&str>); 2] = [
    ("identity_options", None),
    ("identity_brochure_options", Some(template::BROCHURE)),
];

/// A problem for each part of the months of construction that is missing: `site.yaml`, their texts and the page that shows both.
pub(super) fn incomplete_progress(
    config: &Config,
    pages: &[PageSource],
    months: &[EntrySource],
) -> Vec<Problem> {
    let name = template::PROGRESS;
    let page = pages.iter().find(|page| page.front.template == name);
    let hidden = |month: &&EntrySource| page.is_none_or(|page| month.folder() != page.slug);
    let month = months.iter().find(hidden).map(|month| {
        let problem = Problem::in_file(
            Code::IncompleteFeature,
            &month.file,
            "no page shows this month",
        );
        problem.hint(match page {
            Some(page) => format!("move it to content/{}/{}/", month.lang, page.slug),
            None => format!("write a page with `template: {name}`, or remove the months"),
        })
    });
    let key = match (page, config.facts.progress) {
        (None, Some(_)) => {
            let message = format!("`progress` has months, and no page has the template `{name}`");
            let problem = config.problem(Code::IncompleteFeature, "facts.progress", message);
            Some(problem.hint("write the page, or remove `progress`"))
        }
        (Some(page), None) => {
            let message =
                "the page shows the months of `facts.progress`, which site.yaml does not have";
            let hint = "write `progress: { from: 2026-01, to: 2026-12 }` below `facts`, or remove the page";
            Some(
                page.problem(Code::IncompleteFeature, "template", message)
                    .hint(hint),
            )
        }
        _ => None,
    };
    month.into_iter().chain(key).collect()
}

/// A problem for each page below a list of news that has no date: the list ends with it, and the feed lacks it.
pub(super) fn undated_news(pages: &[PageSource]) -> Vec<Problem> {
    let lists = pages
        .iter()
        .filter(|page| page.front.template == template::NEWS);
    let folders: BTreeSet<String> = lists.map(|list| format!("{}/", list.slug)).collect();
    let is_entry = |page: &&PageSource| {
        let mut folders = folders.iter();
        folders.any(|folder| page.slug.starts_with(folder.as_str()))
    };
    let undated = pages
        .iter()
        .filter(|page| page.front.date.is_none())
        .filter(is_entry);
    let problem = |page: &PageSource| {
        let message = "the page is one of the news and has no `date`";
        let problem = page.problem(Code::IncompleteFeature, "title", message);
        problem.hint("write the day, like `date: 2026-11-20`, in every language")
    };
    undated.map(problem).collect()
}

/// The amenities of the platform without a text in a language other than the first: pages show the platform's own text.
pub(super) fn untranslated_amenities(
    languages: Languages,
    strings: &PerLang<Strings>,
    amenities: &[Amenity],
) -> Vec<Problem> {
    let problem = |lang: Lang, amenity: &Amenity| {
        let strings = strings.get(lang);
        let texts = [
            ("name", &amenity.name),
            ("description", &amenity.description),
        ]
        .into_iter()
        .filter(|(_, text)| !text.is_empty());
        let mut keys = texts.map(|(field, _)| format!("amenity.{}.{field}", amenity.code));
        let missing = keys.find(|key| strings.plain(key).is_none())?;
        let message = format!(
            "the amenity `{}` of the platform has no text `{missing}`",
            amenity.code
        );
        let problem = Problem::in_file(Code::Untranslated, &strings.file, message);
        Some(problem.hint("add it: without it, pages show the platform's text"))
    };
    let others = languages.others(languages.first());
    others
        .flat_map(|lang| {
            amenities
                .iter()
                .filter_map(move |amenity| problem(lang, amenity))
        })
        .collect()
}

/// A problem for each use that forms offer and the site does not have.
pub(super) fn undeclared_uses(config: &Config, strings: &Strings) -> Vec<Problem> {
    let form = strings.groups(&["form".to_owned()]);
    let offered = form["form"][OPTIONS]
        .as_object()
        .into_iter()
        .flat_map(|options| options.keys());
    let undeclared = offered.filter(|key| {
        config
            .uses
            .iter()
            .all(|declared| declared.key.key() != *key)
    });
    let problem = |key| {
        let message =
            format!("forms offer `form.{OPTIONS}.{key}`, and `uses` in site.yaml has no `{key}`");
        let problem = Problem::in_file(Code::IncompleteFeature, &strings.file, message);
        problem.hint("remove the string, or declare the use")
    };
    undeclared.map(problem).collect()
}

/// A problem for each use of units that `uses` does not declare: a stored inventory, or one in a file, may be older than the uses.
pub(super) fn unknown_uses(config: &Config, inventory: &Inventory) -> Vec<Problem> {
    let mut unknown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for unit in &inventory.units {
        if config
            .uses
            .iter()
            .all(|declared| declared.key != unit.unit_use)
        {
            unknown
                .entry(unit.unit_use.key())
                .or_default()
                .push(unit.code.spelling());
        }
    }
    let problem = |(key, codes): (&str, Vec<&str>)| {
        let (first, more) = (codes[0], codes.len() - 1);
        let others = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let message = format!(
            "`uses` does not declare `{key}`, the use of the unit `{first}`{others} in the inventory"
        );
        config
            .problem(Code::ValueOutOfRange, "uses", message)
            .hint(format!(
                "declare it, or write which use it is in `platform.uses`, like `{key}: office`"
            ))
    };
    unknown.into_iter().map(problem).collect()
}

/// A problem for each page of a use that the site does not have or that is the page of another use, and for each use without a name in
/// forms.
pub(super) fn incomplete_uses(
    config: &Config,
    strings: &PerLang<Strings>,
    pages: &[Page],
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, declared) in config.uses.iter().enumerate() {
        let key = declared.key;
        let same_page = |other: &&Use| other.page.is_some() && other.page == declared.page;
        if let (Some(page), Some(other)) =
            (&declared.page, config.uses[..index].iter().find(same_page))
        {
            let other = other.key;
            let message = format!(
                "`page` of the use `{key}` is `{page}`, which is the page of the use `{other}`, too"
            );
            let problem = config.problem(
                Code::DuplicateAddress,
                &format!("uses.{index}.page"),
                message,
            );
            problems.push(problem.hint("write a page of its own"));
        }
        let named = [("page", &declared.page), ("contact", &declared.contact)];
        for (name, neutral) in named
            .into_iter()
            .filter_map(|(name, page)| Some((name, page.as_ref()?)))
        {
            if !pages.iter().any(|page| page.neutral == *neutral) {
                let what = format!(
                    "`{name}` of the use `{key}` is `{neutral}`, which is not the path of a page"
                );
                let problem =
                    config.problem(Code::MissingPage, &format!("uses.{index}.{name}"), what);
                problems.push(problem.hint(format!(
                    "write content/<language>{neutral}.md, or correct it"
                )));
            }
        }
        for strings in strings.values() {
            let has_options = !strings.groups(&["form".to_owned()])["form"][OPTIONS].is_null();
            let option = format!("form.{OPTIONS}.{key}");
            if has_options && strings.plain(&option).is_none() {
                let message = format!("the use `{key}` has no string `{option}`");
                let problem = Problem::in_file(Code::MissingString, &strings.file, message);
                problems.push(problem.hint("forms offer every use: add it"));
            }
        }
    }
    problems
}

/// A warning for each unit with a text that the fonts cannot show.
pub(super) fn undrawn(theme: &Theme, inventory: &Inventory) -> impl Iterator<Item = Problem> {
    inventory.units.iter().filter_map(|unit| {
        let own = unit.fields.values().filter_map(|value| match value {
            FieldValue::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let mut texts = [unit.code.spelling(), unit.unit.as_str(), unit.typology.as_str()].into_iter().chain(own);
        let text = texts.find(|text| theme.with_missing_letters_replaced(text) != **text)?;
        let message = format!("the unit `{}` has the text `{text}`, which has a letter that the fonts lack", unit.code);
        let problem = theme.problem(Code::MissingGlyph, "fonts", message);
        Some(problem.hint("documents and share pictures show `?`: cut the fonts with it, or change the text on the platform"))
    })
}

/// A warning where the strings lack the word for units that are let, or sold or let: those would read as sold.
pub(super) fn missing_words_of_rents(strings: &Strings, inventory: &Inventory) -> Option<Problem> {
    let closings: Vec<Closing> = inventory
        .units
        .iter()
        .map(Unit::closing)
        .chain([Closing::of(&inventory.units)])
        .collect();
    let rents = [Closing::Let, Closing::Either];
    let missing = rents
        .into_iter()
        .find(|closing| closings.contains(closing) && !strings.has_own(*closing, SOLD_STATUS))?;
    let message = format!(
        "there is no string `{SOLD_STATUS}_{}`, so that units that are let read as sold",
        missing.key()
    );
    let problem = Problem::in_file(Code::MissingString, &strings.file, message);
    Some(problem.hint(
        "copy the texts whose names have `_let` and `_either` from the strings of a new project",
    ))
}

/// A problem for each unit of `unit_facts` in `site.yaml` that neither the inventory nor the geometry has.
pub(super) fn unknown_facts(
    config: &Config,
    inventory: &Inventory,
    plans: &[Plan],
) -> Vec<Problem> {
    let listed = inventory.units.iter().map(|unit| unit.code.address());
    let drawn = plans
        .iter()
        .flat_map(|plan| &plan.units)
        .map(|unit| unit.code.as_str());
    let gone = inventory.history.gone.iter().map(UnitCode::address);
    let known: HashSet<&str> = listed.chain(drawn).chain(gone).collect();
    let problem = |code: &UnitCode| {
        let message = format!("`unit_facts.units` names `{code}`, which is not a unit");
        let problem = config.problem(
            Code::InvalidValue,
            &format!("unit_facts.units.{code}"),
            message,
        );
        problem.hint("write the code of a unit, as in the inventory")
    };
    let unknown = config
        .unit_facts
        .units
        .keys()
        .filter(|code| !known.contains(code.address()));
    unknown.map(problem).collect()
}

/// The groups of answers that a form needs and the strings do not have: nobody could send it.
pub(super) fn missing_identities(strings: &Strings, pages: &[PageSource]) -> Vec<Problem> {
    let form = strings.groups(&["form".to_owned()])["form"].clone();
    let is_empty = |group: &str| {
        form[group]
            .as_object()
            .is_none_or(serde_json::Map::is_empty)
    };
    let is_shown = |name: &str| pages.iter().any(|page| page.front.template == name);
    let is_needed = |name: Option<&str>| form["identity"].is_string() && name.is_none_or(is_shown);
    let missing = IDENTITIES
        .into_iter()
        .filter(|(group, name)| is_needed(*name) && is_empty(group));
    let problem = |(group, _)| {
        let message = format!("`form.{group}` has no options, and a form asks who the visitor is");
        let problem = Problem::in_file(Code::MissingString, &strings.file, message);
        problem.hint("add one, like `\"investor\": \"Inversionista\"`, in every language")
    };
    missing.map(problem).collect()
}

/// A problem for each text of a question's errors that the strings do not have.
pub(super) fn missing_question_texts(config: &Config, strings: &Strings) -> Vec<Problem> {
    let own = config.forms.values().flat_map(|own| &own.fields);
    let needed: BTreeSet<&str> = own.flat_map(OwnField::error_strings).collect();
    let is_missing = |key: &&str| strings.messages().all(|(known, _)| known != *key);
    let problem = |key| {
        let message = format!("there is no string `{key}`, and `forms` in site.yaml needs it");
        let problem = Problem::in_file(Code::MissingString, &strings.file, message);
        problem.hint("add it in each language: visitors read it when an answer is missing or wrong")
    };
    needed.into_iter().filter(is_missing).map(problem).collect()
}

/// What names in `site.yaml` must be among: pages, files, strings and icons.
pub(super) struct NamedTargets<'a> {
    pub(super) config: &'a Config,
    /// When each content page is public. A link to one that is not is left out.
    pub(super) schedules: &'a PageSchedules,
    /// Every page and file, public or not.
    pub(super) routes: &'a Routes,
    pub(super) strings: &'a PerLang<Strings>,
    pub(super) icons: &'a BTreeMap<String, String>,
}

impl NamedTargets<'_> {
    /// A problem for each name that the program does not know.
    pub(super) fn unknown(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (at, link) in self.config.menu.iter().enumerate() {
            problems.extend(self.check_link(&format!("menu.{at}"), link, true));
        }
        for (at, column) in self.config.footer.iter().enumerate() {
            problems.extend(self.check_string(&format!("footer.{at}.title"), &column.title));
            for (index, link) in column.links.iter().enumerate() {
                problems.extend(self.check_link(
                    &format!("footer.{at}.links.{index}"),
                    link,
                    false,
                ));
            }
        }
        for (at, profile) in self.config.social.iter().enumerate() {
            problems.extend(self.check_icon(&format!("social.{at}.icon"), &profile.icon));
        }
        for (code, icon) in &self.config.amenity_icons {
            problems.extend(self.check_icon(&format!("amenity_icons.{code}"), icon));
        }
        problems
    }

    /// The problems of a link; `is_in_menu` when the pages of uses need a label too.
    fn check_link(&self, path: &str, link: &MenuLink, is_in_menu: bool) -> Vec<Problem> {
        let problem =
            |code, message: &str| self.config.problem(code, &format!("{path}.to"), message);
        let is_known = |page: &str| {
            let bare = split_fragment(page).0;
            self.schedules.contains_key(bare) || self.routes.is_static(bare)
        };
        let target = match &link.to {
            LinkTarget::Page(page) if !is_known(page) => {
                let message = format!("the link `{page}` leads to no page");
                Some(problem(Code::BrokenLink, &message).maybe_hint(self.routes.hint(page)))
            }
            LinkTarget::Developer if self.config.developer.is_none() => {
                let message = "the link leads to `developer`, which this file does not have";
                Some(
                    problem(Code::BrokenLink, message)
                        .hint("write `developer`, or remove the link"),
                )
            }
            _ => None,
        };
        let label = match &link.label {
            Some(label) => self.check_string(&format!("{path}.label"), label),
            None if link.to == LinkTarget::Uses && !is_in_menu => None,
            None => {
                let problem = problem(Code::InvalidValue, "the link has no `label`");
                Some(problem.hint("write the key of a string, like `nav.home`"))
            }
        };
        target.into_iter().chain(label).collect()
    }

    fn check_string(&self, path: &str, key: &str) -> Option<Problem> {
        let lacks = |lang: &Lang| self.strings.get(*lang).plain(key).is_none();
        let lang = self.config.languages.iter().find(lacks)?;
        let message = format!("there is no string `{key}` in content/{lang}/strings.json");
        let problem = self.config.problem(Code::MissingString, path, message);
        Some(problem.hint("add it in each language, or correct the key"))
    }

    fn check_icon(&self, path: &str, name: &str) -> Option<Problem> {
        if self.icons.contains_key(name) {
            return None;
        }
        let message = format!("there is no icon `templates/icons/{name}.svg`");
        let problem = self
            .config
            .problem(Code::UnknownIcon, path, message)
            .hint("write the name of a file of that folder, or add the file");
        Some(problem.maybe_hint(did_you_mean(name, self.icons.keys().map(String::as_str))))
    }
}
