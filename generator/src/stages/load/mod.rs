//! Stage 1: reads and parses the author's files, in sorted order, and collects all problems. It uses neither the network nor the clock.

mod buildings;
mod drawings;
mod examples;
mod files;
mod languages;
mod new_files;
mod pages;
mod pictures;
mod static_files;
mod templates;
mod visit;

use std::collections::BTreeMap;
use std::path::Path;

pub use buildings::{geometries, geometry, site_plan};
pub use examples::examples;
pub use files::NewFiles;
pub use files::Unsaved;
pub(crate) use files::{decode, list_files, read_text, without_byte_order_mark};
pub(crate) use languages::{SHARED_FILES, as_draft, config_text, is_per_language, per_language};
pub use languages::{languages, new_language};
use model::build_error::BuildError;
use model::output::OutputFile;
use model::source::{EntrySource, PageSource};
pub use new_files::{new_month, new_news, new_page, stages};
pub(crate) use pages::is_slug;
pub use pictures::{PICTURES, name_problem, picture_files, picture_name};
pub use templates::{merge_templates, page_templates};
pub(crate) use visit::visit;

use building::{Geometry, SitePlan};
use files::Texts;
use formats::problem::{Code, Problem, sorted};
use model::config::Config;
use model::lang::{Languages, PerLang};
use model::map::{self, MapDrawing};
use model::payment::{self, PaymentPlans};
use model::strings::{self, Strings};
use model::theme::{self, Theme};
use platform::closing::Closing;
use platform::unit::Unit;

use crate::outputs::theme::{check_fonts, letters};
use crate::project;

/// The parsed files of the author.
#[derive(Debug)]
pub struct Sources {
    /// `site.yaml`.
    pub config: Config,
    /// `theme.yaml`.
    pub theme: Theme,
    /// The texts of each language.
    pub strings: PerLang<Strings>,
    /// The pages of each language, sorted by file.
    pub pages: Vec<PageSource>,
    /// The months of construction progress, sorted by file.
    pub entries: Vec<EntrySource>,
    /// The templates, sorted by name.
    pub templates: BTreeMap<String, String>,
    /// The names of the templates of PDF documents.
    pub documents: Vec<String>,
    /// The icons that templates show.
    pub icons: BTreeMap<String, String>,
    /// The file names of the pictures, sorted.
    pub pictures: Vec<String>,
    /// Files that are published unchanged.
    pub static_files: Vec<OutputFile>,
    /// The geometry of each building that has a file of it, in the order of the site.
    pub geometries: Vec<Geometry>,
    /// Where the buildings are on the site, if a file says so.
    pub site_plan: Option<SitePlan>,
    /// The map of the surroundings in each language, if there is a file of it.
    pub map: Option<PerLang<MapDrawing>>,
    /// The payment plans that the site offers.
    pub payment_plans: PaymentPlans,
}

/// Reads the project at `root`. Every file that cannot be read or parsed is a problem, and every string that one language lacks.
pub fn load(root: &Path) -> Result<Sources, Vec<Problem>> {
    load_with(root, &Unsaved::new())
}

/// Reads the project at `root` as it will be when the texts of `unsaved` are saved.
pub fn load_with(root: &Path, unsaved: &Unsaved) -> Result<Sources, Vec<Problem>> {
    // Nothing else can be read without them.
    let languages = languages(root)?;
    let missing = languages::missing_folders(root, languages);
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut problems = Vec::new();
    let mut config = or_record(read_config(root), &mut problems);
    let mut theme = or_record(read_theme(root), &mut problems).unwrap_or_default();
    problems.extend(read_logo(root, &mut theme));
    problems.extend(check_fonts(root, &theme));
    let texts = Texts::new(root, unsaved, config.as_ref());
    let strings = read_strings(&texts, languages, &mut problems);
    problems.extend(languages::unknown_folders(root, languages));
    if let Some(config) = config
        .as_mut()
        .filter(|config| !config.buildings.is_empty())
    {
        buildings::name_field(config, &strings, &mut problems);
    }
    let (pages, entries) = pages::read_pages(&texts, languages, &mut problems);
    problems.extend(templates::unread_templates(root, &pages));
    let home = &project::base(root, project::TEMPLATES);
    let templates = templates::read_templates(home, &mut problems);
    let documents = templates::list_documents(home, &mut problems);
    let icons = templates::read_icons(home, &mut problems);
    let static_files = static_files::read(root, home, &mut problems);
    let declared = config.as_ref().map_or(&[][..], |config| &config.buildings);
    let geometries =
        or_record(buildings::geometries(root, declared), &mut problems).unwrap_or_default();
    // Without site.yaml nothing says which buildings there are.
    let site_plan = config.as_ref().and_then(|config| {
        or_record(buildings::site_plan(root, &config.buildings), &mut problems).flatten()
    });
    let map = read_map(&texts, config.as_ref(), &strings, &mut problems);
    let payment_plans = or_record(
        read_optional(root, payment::FILE, |text| payment::parse(languages, text)),
        &mut problems,
    );
    if problems.is_empty()
        && let Some(config) = &config
    {
        problems.extend(examples::unknown(root, config, &strings));
    }
    match config {
        Some(config) if problems.is_empty() => Ok(Sources {
            config,
            theme,
            strings,
            pages,
            entries,
            templates,
            documents,
            icons,
            pictures: picture_files(root),
            static_files,
            geometries,
            site_plan,
            map,
            payment_plans: payment_plans.unwrap_or_default(),
        }),
        _ => Err(sorted(problems)),
    }
}

/// Reads one page of a project whose `site.yaml` is known; nothing when it is not a page, or has a problem.
pub fn read_page(root: &Path, config: &Config, file: &str) -> Option<PageSource> {
    let saved = Unsaved::new();
    let texts = Texts::new(root, &saved, Some(config));
    let (folder, path) = file.strip_prefix("content/")?.split_once('/')?;
    let lang = config.languages.find(folder)?;
    let slug = path.strip_suffix(".md")?;
    pages::read_page(
        &texts.read(lang, file).ok()?,
        file,
        lang,
        config.languages,
        slug,
    )
    .map(|page| texts.with_time_zone(page))
    .ok()
}

/// Reads `site.yaml` alone, for commands that need nothing else.
pub fn read_config(root: &Path) -> Result<Config, Vec<Problem>> {
    Config::parse(&languages::config_text(root)?)
}

/// Reads `theme.yaml` alone; a project without it has a neutral theme.
pub fn read_theme(root: &Path) -> Result<Theme, Vec<Problem>> {
    let mut theme = read_optional(root, theme::FILE, Theme::parse)?;
    theme.letters = letters(root, &theme);
    Ok(theme)
}

/// Reads `theme.yaml` and the files of its logo.
pub fn read_theme_with_logo(root: &Path) -> Result<Theme, Vec<Problem>> {
    let mut theme = read_theme(root)?;
    let problems = read_logo(root, &mut theme);
    if problems.is_empty() {
        Ok(theme)
    } else {
        Err(problems)
    }
}

/// Reads the files of the logo that the theme names.
fn read_logo(root: &Path, theme: &mut Theme) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut logo = std::mem::take(&mut theme.logo);
    for (key, file) in logo.files() {
        let text =
            files::read_text(&project::base(root, &file.path), &file.path).map_err(|error| {
                let message = format!("`{}` {}", file.path, error.message);
                theme
                    .problem(Code::UnreadableFile, key, message)
                    .hint("add the file, or correct its name")
            });
        let read = text.and_then(|text| {
            drawings::refuse_scripts(&file.path, &text)?;
            file.read(&text)
        });
        problems.extend(read.err());
    }
    theme.logo = logo;
    problems
}

/// Reads the texts about these units in the language of the team alone.
pub fn team_strings(root: &Path, config: &Config, units: &[Unit]) -> Result<Strings, BuildError> {
    let lang = config.team_language();
    let file = format!("content/{lang}/strings.json");
    let strings = Strings::parse(lang, &file, &files::read_text(root, &file)?)?;
    Ok(strings.about(Closing::of(units)))
}

/// Reads the texts of each language, and compares them with those of the first one if all are valid.
fn read_strings(
    texts: &Texts,
    languages: Languages,
    problems: &mut Vec<Problem>,
) -> PerLang<Strings> {
    let before = problems.len();
    let strings = PerLang::from_fn(languages, |lang| {
        let file = format!("content/{lang}/strings.json");
        let read = texts.read(lang, &file);
        let parsed = read.and_then(|text| Strings::parse(lang, &file, &text));
        or_record(parsed, problems).unwrap_or_else(|| Strings::empty(lang, &file))
    });
    if problems.len() == before {
        let first = languages.first();
        for lang in languages.others(first) {
            problems.extend(strings::compare(strings.get(first), strings.get(lang)));
        }
    }
    strings
}

/// Reads the map in each language. The texts in it are checked when `site.yaml` and the strings are valid.
fn read_map(
    texts: &Texts,
    config: Option<&Config>,
    strings: &PerLang<Strings>,
    problems: &mut Vec<Problem>,
) -> Option<PerLang<MapDrawing>> {
    let has_file = texts.root.join(map::FILE).exists();
    if !has_file || !problems.is_empty() {
        return None;
    }
    let config = config?;
    let read = config.languages.iter().map(|lang| {
        let text = texts.read(lang, map::FILE);
        let parsed = text.and_then(|text| {
            let drawing = MapDrawing::parse(&text, strings.get(lang))?;
            drawings::refuse_scripts(map::FILE, &drawing.svg).map_err(|problem| vec![problem])?;
            Ok(drawing)
        });
        or_record(parsed, problems)
    });
    // Each one is read, so that the problems of all are found.
    let drawings: Option<Vec<_>> = read.collect::<Vec<_>>().into_iter().collect();
    Some(PerLang::from_values(config.languages, drawings?))
}

fn read_optional<T: Default>(
    root: &Path,
    file: &str,
    parse: impl FnOnce(&str) -> Result<T, Vec<Problem>>,
) -> Result<T, Vec<Problem>> {
    if !root.join(file).exists() {
        return Ok(T::default());
    }
    parse(&files::read_text(root, file).map_err(|problem| vec![problem])?)
}

/// The value; or nothing, after the problems were added to the list.
fn or_record<T>(result: Result<T, Vec<Problem>>, problems: &mut Vec<Problem>) -> Option<T> {
    result.map_err(|found| problems.extend(found)).ok()
}
