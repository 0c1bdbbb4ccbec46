//! A new project: the files of `starter/`, filled in, with a drawn building, an inventory, neutral pictures and texts of an example.

mod building;
mod checked;
mod known_use;
mod plate;
mod schedule;
mod values;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use ::building::{FILE as GEOMETRY, LevelRange};
use jiff::Zoned;
use jiff::civil::Date;
use minijinja::context;
use minijinja::syntax::SyntaxConfig;
use serde_json::Value;

pub use checked::{composed_name, engine_above};
pub use plate::Shape;
pub use schedule::ScheduleService;

use crate::cache::file;
use crate::outputs::render_with;
use crate::project::{self, packages};
use building::DrawnFloor;
use known_use::{KnownUse, joined_names};
use model::build_error::BuildError;
use model::lang::Languages;
use model::schema::ENGINE;
use values::use_values;

/// The folder of the files, from the engine's.
const FOLDER: &str = "starter";
/// The example with the texts that are the same for all; those of the development at the root are changed by its editors.
const TEXTS: &str = "examples/torre/content";
/// The files of a language that are taken from [`TEXTS`] as they are.
const SHARED: [&str; 5] = [
    "404.md",
    "500.md",
    "sin-conexion.md",
    "aviso-de-privacidad.md",
    "words.txt",
];
/// The pages of every project, in `starter/<lang>/`.
const PAGES: [&str; 4] = ["index.md", "inventario.md", "contacto.md", "gracias.md"];
/// The page of the months of construction; their folder has its name.
const PROGRESS_PAGE: &str = "avance-de-obra.md";
/// What a project may be made without, and the page of each.
const FEATURES: [(&str, Option<&str>); 4] = [
    ("progress", Some(PROGRESS_PAGE)),
    ("brochure", Some("brochure.md")),
    ("characteristics", Some("caracteristicas.md")),
    ("amenities", None),
];
/// The most units on a level, and the most levels: a plate of 80 units is 300 m long.
pub const MOST: usize = 80;

/// What to write. Empty and zero values are those that a command asks for.
#[derive(Clone, Debug, clap::Args)]
pub struct NewSite {
    /// The development's name
    #[arg(long, default_value_t, hide_default_value = true)]
    pub name: String,
    /// The languages of the site, the default first
    #[arg(
        long,
        value_name = "CODE,...",
        value_delimiter = ',',
        default_value = "es,en"
    )]
    pub languages: Vec<String>,
    /// What the units are, in the order of the site: oficina, local, departamento, consultorio, bodega
    #[arg(long, value_name = "USE,...", value_delimiter = ',')]
    pub uses: Vec<String>,
    /// How many levels, or from which to which, like -1..14: the last use has the ground floor, the one before it level 2, and so
    /// on; the first use has all others, and `bodega` the basements, which are without units otherwise
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub levels: Option<LevelRange>,
    /// How many units a level has, one number for each use; and for single levels like 14:2, which has 2
    #[arg(
        long,
        value_name = "N,LEVEL:N,...",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub units: Vec<UnitCount>,
    /// The shape of the building
    #[arg(
        long = "plate",
        value_name = "PLATE",
        value_enum,
        default_value = "bar"
    )]
    pub shape: Shape,
    /// What the site lacks: progress, brochure, characteristics, amenities
    #[arg(long, value_name = "FEATURE,...", value_delimiter = ',')]
    pub without: Vec<String>,
    /// The IANA name of the development's time zone
    #[arg(long, value_name = "ZONE", default_value = "America/Mexico_City")]
    pub time_zone: String,
    /// The date of the inventory.
    #[arg(skip = Zoned::now().date())]
    pub today: Date,
}

/// How many units a level has: that of a number, or each one of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitCount {
    /// The level.
    pub level: Option<i16>,
    /// Its units.
    pub units: usize,
}

impl FromStr for UnitCount {
    type Err = String;

    fn from_str(text: &str) -> Result<UnitCount, String> {
        let (level, units) = text
            .split_once(':')
            .map_or((None, text), |(level, units)| (Some(level), units));
        let level = level.map(|level| level.trim().parse()).transpose().ok();
        let units = units.trim().parse().ok();
        level.zip(units).map(|(level, units)| UnitCount { level, units }).ok_or_else(|| {
            format!("`{text}` is not a number of units: write one for each use, like `8`, or one for a level, like `14:2`")
        })
    }
}

impl NewSite {
    /// Whether it has one of the [`FEATURES`].
    fn has(&self, feature: &str) -> bool {
        self.without.iter().all(|without| without != feature)
    }

    /// Writes the project to `dir`, a new or empty folder below an engine, and returns the paths of its files. A wrong value is an error.
    pub fn write(&self, dir: &Path) -> Result<Vec<String>, BuildError> {
        let engine = engine_above(dir)?;
        let uses = self.check(&engine)?;
        let floors = self.floors(&uses);
        let building = building::building(self.shape, &floors, self.today);
        let read = |name: &str| read_file(&engine.join(FOLDER).join(name));
        let filled = |name: &str, values: &minijinja::Value| {
            fill(&format!("{FOLDER}/{name}"), &read(name)?, values)
        };
        let chosen = values::values(self, &uses, &floors, &building);
        let common = context! { packages => self.packages(dir), ..chosen };
        let amenities = parse_json(
            "starter/amenities.json",
            &filled("amenities.json", &common)?,
        )?;
        // The neutral colours of the engine.
        let neutral = read_file(&engine.join("generator/model/src/theme/neutral.yaml"))?;
        let colours = neutral.split("fonts:").next().unwrap_or_default();
        let theme = format!(
            "{}{colours}\n{}",
            read("theme-head.yaml")?,
            read("theme-fonts.yaml")?
        );
        let mut files: Vec<(String, Vec<u8>)> = vec![
            (".gitignore".to_owned(), read("gitignore")?.into()),
            (
                "package.json".to_owned(),
                filled("package.json", &common)?.into(),
            ),
            (
                "README.md".to_owned(),
                filled(&format!("{}/README.md", self.languages[0]), &common)?.into(),
            ),
            (
                ".vscode/settings.json".to_owned(),
                read("vscode.json")?.into(),
            ),
            ("site.yaml".to_owned(), filled("site.yaml", &common)?.into()),
            ("theme.yaml".to_owned(), theme.into()),
            ("content/logo/icon.svg".to_owned(), read("icon.svg")?.into()),
            (GEOMETRY.to_owned(), building.geometry.clone().into()),
            (
                "content/inventory.json".to_owned(),
                building.inventory.clone().into(),
            ),
            (
                "content/amenities.json".to_owned(),
                format!("{amenities:#}\n").into(),
            ),
            (
                "content/words.txt".to_owned(),
                filled("words.txt", &common)?.into(),
            ),
        ];
        for name in ["exterior.png", "interior.png"] {
            let path = engine.join(FOLDER).join("images").join(name);
            let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
            files.push((format!("content/images/{name}"), bytes));
        }
        let features = FEATURES.iter().filter(|(name, _)| self.has(name));
        let feature_pages: Vec<&str> = features.filter_map(|(_, page)| *page).collect();
        for lang in &self.languages {
            let values = context! { uses => joined_names(&uses, lang), ..common.clone() };
            let mut add = |name: &str, text: String| {
                files.push((format!("content/{lang}/{name}"), text.into()))
            };
            for name in SHARED {
                add(name, read_file(&engine.join(TEXTS).join(lang).join(name))?);
            }
            for name in PAGES.iter().chain(&feature_pages) {
                add(name, filled(&format!("{lang}/{name}"), &values)?);
            }
            for used in &uses {
                let values = context! { use => use_values(used, &floors), ..values.clone() };
                add(
                    &format!("{}.md", used.page),
                    filled(&format!("{lang}/use.md"), &values)?,
                );
            }
            if feature_pages.contains(&PROGRESS_PAGE) {
                let folder = PROGRESS_PAGE.trim_end_matches(".md");
                let text = filled(&format!("{lang}/month.md"), &values)?;
                add(
                    &format!("{folder}/{}.md", self.today.strftime("%Y-%m")),
                    text,
                );
            }
            let path = engine.join(TEXTS).join(lang).join("strings.json");
            let mut strings = parse_json(&path.display().to_string(), &read_file(&path)?)?;
            let name = format!("{lang}/strings.json");
            replace(
                &mut strings,
                &parse_json(&format!("{FOLDER}/{name}"), &filled(&name, &values)?)?,
            );
            add("strings.json", format!("{strings:#}\n"));
        }
        for (name, bytes) in &files {
            let path = dir.join(name);
            file::replace(&path, bytes).map_err(BuildError::at(&path))?;
        }
        project::write_schemas(dir).map_err(BuildError::at(dir))?;
        Ok(files.into_iter().map(|(name, _)| name).collect())
    }

    /// The levels from below, each with its use and its units. Uses that only complete others are in basements.
    fn floors<'a>(&self, uses: &'a [KnownUse]) -> Vec<DrawnFloor<'a>> {
        let places = |is_secondary: bool| {
            (0..uses.len()).filter(move |place| uses[*place].secondary == is_secondary)
        };
        let main: Vec<usize> = places(false).collect();
        let counts: Vec<usize> = self
            .units
            .iter()
            .filter(|count| count.level.is_none())
            .map(|count| count.units)
            .collect();
        let floor = |level: i16| {
            let place = match usize::try_from(level) {
                Ok(level) => main[main.len().saturating_sub(level)],
                Err(_) => places(true).next().unwrap_or(main[0]),
            };
            let known = &uses[place];
            let own = self
                .units
                .iter()
                .find(|count| count.level == Some(level))
                .map(|count| count.units);
            let usual = if level < 0 && !known.secondary {
                0
            } else {
                counts[place]
            };
            DrawnFloor {
                level,
                known,
                units: own.unwrap_or(usual),
            }
        };
        self.level_numbers().into_iter().map(floor).collect()
    }

    /// The numbers of the levels from below: a single number counts those from the ground floor up.
    fn level_numbers(&self) -> Vec<i16> {
        let range = self.levels.map(|LevelRange { lowest, highest }| {
            let lowest = if lowest == highest {
                lowest.min(1)
            } else {
                lowest
            };
            LevelRange { lowest, highest }
        });
        range.into_iter().flat_map(LevelRange::numbers).collect()
    }

    /// The packages of the project with their versions: the engine, the typesetter, and the dictionaries of its languages.
    fn packages(&self, dir: &Path) -> BTreeMap<String, String> {
        let own = (packages::engine_name(), ENGINE.to_owned());
        let languages = Languages::from_codes(self.languages.iter().map(String::as_str));
        let dictionaries = languages
            .into_iter()
            .flat_map(Languages::iter)
            .filter_map(packages::dictionary);
        let others = [packages::TYPESETTER.to_owned()]
            .into_iter()
            .chain(dictionaries);
        let known =
            others.filter_map(|name| packages::version(dir, &name).map(|version| (name, version)));
        [own].into_iter().chain(known).collect()
    }
}

fn read_file(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path).map_err(BuildError::at(path))
}

fn parse_json(path: &str, text: &str) -> Result<Value, BuildError> {
    serde_json::from_str(text)
        .map_err(|error| BuildError::Usage(format!("{path}: {error}: correct it")))
}

/// Fills in a file of `starter/`, a template with `[[name]]` and `[% if name %]`, because `{{...}}` are placeholders of the site itself.
fn fill(path: &str, text: &str, values: &minijinja::Value) -> Result<String, BuildError> {
    let mut syntax = SyntaxConfig::builder();
    syntax
        .block_delimiters("[%", "%]")
        .variable_delimiters("[[", "]]")
        .comment_delimiters("[#", "#]");
    render_with(&mut syntax, path, text, values)
        .map_err(|error| BuildError::Usage(format!("{path}: {error}: correct it")))
}

/// Replaces values of nested objects by those at dotted paths; `null` removes.
fn replace(target: &mut Value, changes: &Value) {
    for (path, value) in changes.as_object().into_iter().flatten() {
        let pointer = format!("/{}", path.replace('.', "/"));
        let (group, last) = pointer.rsplit_once('/').unwrap_or_default();
        let Some(entries) = target.pointer_mut(group).and_then(Value::as_object_mut) else {
            continue;
        };
        match value {
            Value::Null => entries.shift_remove(last),
            value => entries.insert(last.to_owned(), value.clone()),
        };
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;
    use serde_json::json;

    use super::*;

    #[test]
    fn names_blocks_and_flags_are_filled_in() {
        let values = context! { name => "Torre", each_use => [context! { key => "a" }, context! { key => "b" }], homes => true };
        let text = "[[name]]\n[% for use in each_use %]\n  - [[use.key]] {{x}}\n[% endfor %]\n[% if homes %]\n1\n[% else %]\n2\n[% endif %]\n";
        assert_eq!(
            fill("x", text, &values).unwrap(),
            "Torre\n  - a {{x}}\n  - b {{x}}\n1\n"
        );
        let unknown = fill("x", "[[other]]", &values).unwrap_err().to_string();
        assert!(unknown.starts_with("x: undefined value"), "{unknown}");
        let mut strings = json!({"form": {"options": {"x": "X"}}, "map": {"sea": "S"}});
        replace(
            &mut strings,
            &json!({"form.options": {"a": "A"}, "map": null}),
        );
        assert_eq!(strings, json!({"form": {"options": {"a": "A"}}}));
    }
}
