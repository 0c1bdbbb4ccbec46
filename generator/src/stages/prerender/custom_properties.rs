//! The custom properties of style sheets: browsers ignore a declaration with one that nothing defines.

use std::collections::BTreeSet;
use std::fs;

use super::esbuild::BundleSources;
use super::esbuild::from_root;
use formats::code::Code;
use formats::problem::{Place, Problem, most_similar};

/// The start of a use of a property; its name begins with two hyphens.
const USE: &str = "var(";

/// What the theme defines only with a logo, without which no page has an element that uses it.
const OF_LOGO: [&str; 3] = ["--mark", "--mark-primary", "--wordmark"];

/// A problem for each `var(--name)` without a fallback in these sources of a bundle, when none of them defines the name.
pub(super) fn undefined(places: &BundleSources, sources: &BTreeSet<&str>) -> Vec<Problem> {
    let read = |source: &&str| Some((from_root(source), fs::read_to_string(places.path(source)).ok()?));
    let is_own = |source: &&&str| !source.contains("node_modules/");
    problems(&sources.iter().filter(is_own).filter_map(read).collect::<Vec<_>>())
}

fn problems(texts: &[(String, String)]) -> Vec<Problem> {
    let found =
        || texts.iter().flat_map(|(file, text)| names(text).map(move |(at, name)| (file, text, at, name)));
    let is_use = |text: &str, at: usize| text[..at].trim_end().ends_with(USE);
    let mut defined: BTreeSet<&str> =
        found().filter(|(_, text, at, _)| !is_use(text, *at)).map(|(.., name)| name).collect();
    defined.extend(OF_LOGO);
    let defined: Vec<&str> = defined.into_iter().collect();
    let unknown = found().filter(|(file, text, at, name)| {
        let has_fallback = !text[at + name.len()..].trim_start().starts_with(')');
        file.ends_with(".css") && is_use(text, *at) && !has_fallback && !defined.contains(name)
    });
    let problem = |(file, text, at, name): (&String, &String, usize, &str)| {
        let message = format!("nothing defines the custom property `{name}`");
        let meant = most_similar(name, &defined).map(|meant| format!("did you mean `{meant}`?"));
        let hint = meant.unwrap_or_else(|| "define it, or use one of templates/styles/tokens.css".to_owned());
        Problem::at(Code::ScriptError, file, Place::of_offset(text, at), message).hint(hint)
    };
    unknown.map(problem).collect()
}

/// Every name that begins with two hyphens, with its position.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let starts = text.match_indices("--").filter(move |(at, _)| !text[..*at].ends_with(is_part));
    starts.map(move |(at, _)| {
        let rest = &text[at..];
        (at, &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_defined_by_a_style_sheet_or_a_script() {
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let texts = [
            file("a.css", ":root{--primary: red}\na{color: var(--prmary); width: var( --width )}"),
            file("b.css", "b--other{top: var(--none, 1px); margin: var(--other)}"),
            file("c.ts", "style.setProperty(\"--width\", x--)"),
        ];
        let printed: Vec<String> = problems(&texts).iter().map(ToString::to_string).collect();
        assert_eq!(
            printed,
            [
                "a.css:2:14: nothing defines the custom property `--prmary`: did you mean `--primary`?",
                "b.css:1:45: nothing defines the custom property `--other`: define it, or use one of templates/styles/tokens.css",
            ]
        );
    }
}
