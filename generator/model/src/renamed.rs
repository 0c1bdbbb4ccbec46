//! Keys of the author's files that a release removed or renamed, so that an author who upgrades reads what to write instead.

use formats::problem::{Code, Problem};

/// How the name of a key's file ends (`site.yaml`, `.md`), what is reported about the key, and what to do about it.
const RENAMED: [[&str; 3]; 2] = [
    [
        "site.yaml",
        "unknown key `usd`",
        "since version 0.1.0, write `reference_currency` with `rate: 1 USD = 18.4321 MXN`, `date` and `source`",
    ],
    [
        "site.yaml",
        "gates: unknown key `price_pesos`",
        "since version 0.1.0, write `gates.price`",
    ],
];

/// Adds to an unknown key that an earlier release accepted what to write instead.
pub(crate) fn name_replacement(problem: Problem) -> Problem {
    replacement_in(&RENAMED, problem)
}

fn replacement_in(renamed: &[[&str; 3]], mut problem: Problem) -> Problem {
    let is_meant = |[file, message, _]: &&[&str; 3]| {
        problem.code == Code::UnknownKey
            && problem.file.ends_with(file)
            && problem.message == *message
    };
    if let Some([_, _, hint]) = renamed.iter().find(is_meant) {
        problem.hint = Some((*hint).to_owned());
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn a_key_of_an_older_release_is_reported_with_its_replacement() {
        let text = include_str!("../../../examples/torre/site.yaml");
        let old = text.replacen("\ncontact:\n", "\nfax: 1\ncontact:\n  fax: 1\n", 1);
        let renamed = [[
            "site.yaml",
            "contact: unknown key `fax`",
            "since version 0.2.0, write `contact.phone`",
        ]];
        let problems = Config::parse(&old).unwrap_err().into_iter();
        let hints: Vec<_> = problems
            .map(|problem| replacement_in(&renamed, problem).sentence())
            .collect();
        let replaced = "contact: unknown key `fax`: since version 0.2.0, write `contact.phone`";
        assert!(hints.iter().any(|hint| hint == replaced), "{hints:?}");
        let elsewhere = hints
            .iter()
            .find(|hint| hint.starts_with("unknown key `fax`"));
        assert!(
            elsewhere.is_some_and(|hint| !hint.contains("0.2.0")),
            "{hints:?}"
        );
    }
}
