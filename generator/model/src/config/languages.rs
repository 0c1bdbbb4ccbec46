//! The key `languages` of `site.yaml`, which is read before everything else: all other values depend on it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::FILE;
use crate::lang::Languages;
use formats::code::Code;
use formats::problem::{Place, Problem};
use formats::yaml;

/// The one key; all others are left to [`super::Config`].
#[derive(Deserialize, JsonSchema)]
struct Declaration {
    languages: Option<Languages>,
}

/// The languages that the text of `site.yaml` declares, the default first.
///
/// # Errors
/// A text that is not YAML, or the problem of the list.
pub fn languages(text: &str) -> Result<Languages, Vec<Problem>> {
    let declared: Declaration = yaml::parse(FILE, text, 0).map_err(|problem| vec![problem])?;
    declared.languages.ok_or_else(|| {
        let problem = Problem::at(Code::InvalidValue, FILE, Place::START, "`languages` is missing");
        let hint = "write `languages: [es, en]`, the names of the folders below content/, the default language first";
        vec![problem.hint(hint)]
    })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    const IN_FRENCH: &str = include_str!("valid.yaml");

    fn problems(text: &str) -> Vec<String> {
        let problems = Config::parse(text).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_value_by_language_needs_each_language() {
        let text = IN_FRENCH.replace("languages: [es, en]", "languages: [es, en, fr]");
        let found = problems(&text);
        assert!(
            found[0].starts_with("site.yaml:10:")
                && found[0].ends_with("`contact.whatsapp.fr` is missing: add it"),
            "{found:#?}"
        );
        assert!(found.iter().any(|problem| problem.contains("`levels.1.fr` is missing")), "{found:#?}");
        assert_eq!(found.iter().collect::<std::collections::BTreeSet<_>>().len(), found.len(), "{found:#?}");
    }

    #[test]
    fn a_value_in_an_undeclared_language_is_a_problem() {
        let found = problems(&IN_FRENCH.replace("languages: [es, en]", "languages: [es]"));
        assert!(found[0].contains("`en` is not one of the site's languages"), "{found:#?}");
    }

    #[test]
    fn the_list_itself_is_checked() {
        let missing = problems(&IN_FRENCH.replace("languages: [es, en]\n", ""));
        assert!(
            missing[0].starts_with("site.yaml:1:1: `languages` is missing: write `languages:"),
            "{missing:?}"
        );
        let unknown = problems(&IN_FRENCH.replace("[es, en]", "[es, xx]"));
        assert!(
            unknown[0].contains("the plural rule of the language `xx` is unknown: use one of"),
            "{unknown:?}"
        );
    }
}
