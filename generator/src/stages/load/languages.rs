//! The languages of the project and their folders below `content/`; and a further language: its texts are those of another one, as drafts, until they are translated.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::files::{self, NewFiles};
use super::visit::visit;
use crate::cache::file;
use formats::problem::{Code, Problem};
use formats::yaml::{self, CannotEdit, Step};
use model::build_error::BuildError;
use model::lang::{Lang, Languages};
use model::{config, payment};

/// The files with values for each language beside the folders of languages.
pub(crate) const SHARED_FILES: [&str; 2] = [payment::FILE, config::FILE];
/// The words of one language that its dictionary lacks.
const WORDS: &str = "words.txt";

/// Adds a language with the texts of the language `from`, the first one without it. `site.yaml` is changed before the folder of
/// the language has its name: what a killed run left is completed by the next one.
pub fn new_language(root: &Path, code: &str, from: Option<&str>) -> Result<NewFiles, BuildError> {
    let declared = languages(root)?;
    let added = Languages::from_codes([code])
        .map_err(BuildError::Usage)?
        .first();
    let from = from.unwrap_or(declared.first().code());
    let others: Vec<Lang> = declared.iter().filter(|lang| lang.code() != code).collect();
    let Some(from) = others.iter().find(|lang| lang.code() == from) else {
        let hint = others.first().map_or_else(
            || "write the code of another language".to_owned(),
            |other| format!("write another language of the site after `--from`, such as `{other}`"),
        );
        return Err(BuildError::Usage(format!(
            "`{code}` cannot have the texts of `{from}`: {hint}"
        )));
    };
    let (source, target) = (format!("content/{from}"), format!("content/{code}"));
    if root.join(&target).exists() {
        let message =
            format!("{target} exists: translate what is in it, or remove the folder first");
        return Err(BuildError::NotWritten(message));
    }
    let temporary = root.join(format!("content/.{code}"));
    if temporary.exists() {
        fs::remove_dir_all(&temporary).map_err(BuildError::at(&temporary))?;
    }
    let mut problems = Vec::new();
    let below = |_: &str, name: &str| Ok((name != WORDS).then(|| name.to_owned()));
    let names = files::read_each(root, &source, &mut problems, below);
    for name in &names {
        let bytes = files::read_bytes(root, &format!("{source}/{name}"))?;
        let copied = String::from_utf8(bytes.clone())
            .ok()
            .and_then(|text| match name.as_str() {
                "strings.json" => in_plural_forms(&text, *from, added),
                name if name.ends_with(".md") => as_draft(&text, &format!("{source}/{name}")),
                _ => None,
            });
        let path = temporary.join(name);
        let bytes = copied.map_or(bytes, String::into_bytes);
        file::create(&path, &bytes).map_err(BuildError::at(&path))?;
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let others: Vec<&str> = others.iter().map(|lang| lang.code()).collect();
    let mut written: Vec<String> = names
        .iter()
        .map(|name| format!("{target}/{name}"))
        .collect();
    for name in SHARED_FILES
        .into_iter()
        .filter(|name| root.join(name).exists())
    {
        let text = files::read_text(root, name)?;
        let changed = with_language(&text, &others, from.code(), code)
            .map_err(|error| BuildError::NotWritten(format!("{name}: {error}")))?;
        let path = root.join(name);
        file::replace(&path, changed.as_bytes()).map_err(BuildError::at(&path))?;
        written.push(name.to_owned());
    }
    let path = root.join(target);
    fs::rename(&temporary, &path).map_err(BuildError::at(&path))?;
    let note =
        "the pages are drafts, which `site serve` shows; `site check` lists what to translate";
    Ok(NewFiles {
        slug: code.to_owned(),
        files: written,
        note: Some(note.to_owned()),
    })
}

/// A content file with the mark of a draft, which nobody sees before it is translated; `None` without front matter.
pub(crate) fn as_draft(text: &str, from: &str) -> Option<String> {
    let (fence, rest) = text.split_once('\n')?;
    let kept: String = rest
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("draft:"))
        .collect();
    Some(format!(
        "{fence}\ndraft: true # translate from {from}, then remove this line\n{kept}"
    ))
}

/// The strings of a language with the plural forms of another one: a form that the first one lacks is its last one.
fn in_plural_forms(text: &str, from: Lang, to: Lang) -> Option<String> {
    fn convert(strings: &Map<String, Value>, [from, to]: [&[&str]; 2]) -> Map<String, Value> {
        let mut converted = Map::new();
        for (key, value) in strings {
            let base = from
                .iter()
                .find_map(|form| key.strip_suffix(form)?.strip_suffix('_'));
            let form = |form: &str| base.and_then(|base| strings.get(&format!("{base}_{form}")));
            // `too_many` is not a plural.
            let is_plural = form("one").or(form("other")).is_some();
            let last = if is_plural {
                form("other").or(form("many")).or(form("one"))
            } else {
                None
            };
            match (value, base.zip(last)) {
                (Value::Object(group), _) => {
                    converted.insert(key.clone(), convert(group, [from, to]).into());
                }
                (_, Some((base, last))) => converted
                    .extend(to.iter().map(|name| {
                        (format!("{base}_{name}"), form(name).unwrap_or(last).clone())
                    })),
                _ => converted.extend([(key.clone(), value.clone())]),
            }
        }
        converted
    }
    let (required, optional) = from.plural_forms();
    let all = [required, optional].concat();
    let strings: Map<String, Value> = serde_json::from_str(text).ok()?;
    Some(format!(
        "{:#}\n",
        Value::from(convert(&strings, [&all, &to.plural_forms().0]))
    ))
}

/// The text of a YAML file with the language `code` wherever it has one value for each of `languages`: that of `from`.
fn with_language(
    text: &str,
    languages: &[&str],
    from: &str,
    code: &str,
) -> Result<String, CannotEdit> {
    let mut wanted: Value = serde_yaml::from_str(text).map_err(|_| CannotEdit("---".to_owned()))?;
    let repeated = yaml::repeated(text);
    for path in per_language(&wanted, languages) {
        let is_repeated = repeated.iter().any(|repeated| path.starts_with(repeated));
        let place = path.iter().try_fold(&mut wanted, |value, step| match step {
            Step::Key(key) => value.get_mut(key),
            Step::Index(index) => value.get_mut(index),
        });
        if !is_repeated
            && let Some(Value::Object(values)) = place
            && !values.contains_key(code)
        {
            values.insert(code.to_owned(), values[from].clone());
        }
    }
    if let Some(declared) = wanted["languages"].as_array_mut()
        && declared
            .iter()
            .all(|entry| entry != code && entry["code"] != code)
    {
        declared.push(code.into());
    }
    yaml::edited(text, &wanted)
}

/// The paths of the groups with one value for each of these languages.
pub(crate) fn per_language(value: &Value, languages: &[&str]) -> Vec<Vec<Step>> {
    let mut found = Vec::new();
    visit(value, &mut Vec::new(), &mut |value, path| {
        let is_found = is_per_language(value, languages);
        found.extend(is_found.then(|| path.to_vec()));
        !is_found
    });
    found
}

pub(crate) fn is_per_language(value: &Value, languages: &[&str]) -> bool {
    value
        .as_object()
        .is_some_and(|group| languages.iter().all(|code| group.contains_key(*code)))
}

/// The languages that `site.yaml` declares, for commands that need nothing else.
pub fn languages(root: &Path) -> Result<Languages, Vec<Problem>> {
    model::lang::languages(&config_text(root)?)
}

/// A problem for each language that has no folder. Without it each text and value of the language would be missing.
pub(super) fn missing_folders(root: &Path, languages: Languages) -> Vec<Problem> {
    let text = config_text(root).unwrap_or_default();
    let place = yaml::locate(&text, "languages");
    let missing = languages
        .iter()
        .filter(|lang| !root.join(format!("content/{lang}")).is_dir());
    let problem = |lang: Lang| {
        let message = format!("`{lang}` is one of `languages`, and has no folder content/{lang}");
        let hint = if lang == languages.first() {
            "write first a language that has its texts".to_owned()
        } else {
            format!(
                "run `site add language {lang}`, which copies the texts as drafts, or remove it"
            )
        };
        Problem::at(Code::UnreadableFile, config::FILE, place, message).hint(hint)
    };
    missing.map(problem).collect()
}

/// The text of `site.yaml`; without one, the problem says where a project may be.
pub(crate) fn config_text(root: &Path) -> Result<String, Vec<Problem>> {
    let path = root.join(config::FILE);
    if path.exists() {
        return files::read_text(root, config::FILE).map_err(|problem| vec![problem]);
    }
    let below = std::fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let project = below
        .filter(|folder| folder.join(config::FILE).is_file())
        .min();
    let like = project.map_or_else(String::new, |folder| {
        format!(", such as {}", folder.display())
    });
    let file = path
        .strip_prefix(".")
        .unwrap_or(&path)
        .display()
        .to_string();
    let problem = Problem::in_file(Code::UnreadableFile, file, "does not exist");
    Err(vec![problem.hint(format!(
        "`--root` must be the folder of a project{like}"
    ))])
}

/// A problem for each folder with the texts of a language that the site does not have.
pub(super) fn unknown_folders(root: &Path, languages: Languages) -> Vec<Problem> {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_text = |path: &Path| {
        path.ends_with("strings.json") || path.extension().is_some_and(|ending| ending == "md")
    };
    let folders = entries(&root.join("content"));
    let mut names: Vec<String> = folders
        .filter(|folder| entries(&folder.path()).any(|file| is_text(&file.path())))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && languages.find(name).is_none())
        .collect();
    names.sort();
    let problem = |name: &String| {
        let message = format!("has texts, and `{name}` is not one of the site's languages");
        Problem::in_file(Code::InvalidFileName, format!("content/{name}"), message).hint(format!(
            "the languages are {}: declare it under `languages` in site.yaml, rename the folder, or move it out of content/",
            languages.listed()
        ))
    };
    names.iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> Lang {
        Languages::from_codes([code]).unwrap().first()
    }

    #[test]
    fn values_for_each_language_get_another_one_and_the_rest_stays() {
        let text = "languages: [es, en] # two\nfact: &f { es: Uno, en: \"One, a\" } # c\nagain: *f\nlevels:\n  1: {es: a, en: b}\n  2:\n    es: c\n    en: d # e\nuses:\n  - {es: x}\n";
        let added = with_language(text, &["es", "en"], "en", "pt").unwrap();
        let expected = text
            .replace("[es, en]", "[es, en, pt]")
            .replace("\"One, a\" }", "\"One, a\", pt: \"One, a\" }")
            .replace("en: b}", "en: b, pt: b}")
            .replace("    en: d # e\n", "    en: d # e\n    pt: d\n");
        assert_eq!(added, expected);
        assert_eq!(
            with_language(&added, &["es", "en"], "en", "pt").unwrap(),
            added,
            "a second run"
        );
    }

    #[test]
    fn strings_get_the_plural_forms_of_their_language() {
        let text = r#"{"a": {"n_one": "1", "n_other": "x", "n_many": "m"}, "too_many": "t"}"#;
        let converted = |code| {
            let text = in_plural_forms(text, language("es"), language(code)).unwrap();
            serde_json::from_str::<Value>(&text).unwrap().to_string()
        };
        assert_eq!(
            converted("en"),
            r#"{"a":{"n_one":"1","n_other":"x"},"too_many":"t"}"#
        );
        assert_eq!(
            converted("pl"),
            r#"{"a":{"n_one":"1","n_few":"x","n_many":"m"},"too_many":"t"}"#
        );
        assert_eq!(converted("ja"), r#"{"a":{"n_other":"x"},"too_many":"t"}"#);
    }
}
