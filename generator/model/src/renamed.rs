//! Keys of the author's files that a release removed or renamed, so that an author who upgrades reads what to write instead.

use formats::problem::{Code, Problem};

/// A key that earlier releases accepted: how the name of its file ends (`site.yaml`, `.md`), the path of its group up to the first
/// list (empty for a key of the whole file), the key, the release that no longer accepts it, and what to do about it.
type RenamedKey = [&'static str; 5];

/// In the order of their files.
const RENAMED: [RenamedKey; 2] = [
    [
        "site.yaml",
        "",
        "usd",
        "0.1.0",
        "write `reference_currency` with `rate: 1 USD = 18.4321 MXN`, `date` and `source`",
    ],
    ["site.yaml", "gates", "price_pesos", "0.1.0", "write `gates.price`"],
];

/// Adds to an unknown key that an earlier release accepted what to write instead.
pub(crate) fn name_replacement(problem: Problem) -> Problem {
    replacement_in(&RENAMED, problem)
}

fn replacement_in(renamed: &[RenamedKey], mut problem: Problem) -> Problem {
    let (group, key) = problem.message.split_once("unknown key ").unwrap_or_default();
    let group = group.split(['[', ':']).next().unwrap_or_default();
    let is_meant =
        |[file, ..]: &&RenamedKey| problem.code == Code::UnknownKey && problem.file.ends_with(file);
    let mut renamed = renamed.iter().filter(is_meant);
    if let Some([_, _, _, since, instead]) =
        renamed.find(|renamed| renamed[1..3] == [group, key.trim_matches('`')])
    {
        problem.hint = Some(format!("since version {since}, {instead}"));
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
        let renamed = [["site.yaml", "contact", "fax", "0.2.0", "write `contact.phone`"]];
        let problems = Config::parse(&old).unwrap_err().into_iter();
        let hints: Vec<String> =
            problems.map(|problem| replacement_in(&renamed, problem).sentence()).collect();
        let replaced = "contact: unknown key `fax`: since version 0.2.0, write `contact.phone`";
        assert!(hints.iter().any(|hint| hint == replaced), "{hints:?}");
        let elsewhere = hints.iter().find(|hint| hint.starts_with("unknown key `fax`"));
        assert!(elsewhere.is_some_and(|hint| !hint.contains("0.2.0")), "{hints:?}");
    }
}
