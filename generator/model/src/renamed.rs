//! Keys of the author's files that a release removed or renamed, so that an author who upgrades reads what to write instead.

use formats::code::Code;
use formats::problem::Problem;

/// A key that earlier releases accepted.
struct RenamedKey {
    /// How the name of its file ends: `site.yaml`, `.md`.
    file: &'static str,
    /// The path of the group that it was in, up to the first list; empty for a key of the whole file.
    group: &'static str,
    /// The key.
    key: &'static str,
    /// The release that no longer accepts it.
    since: &'static str,
    /// What to do about it, as an instruction.
    instead: &'static str,
}

/// In the order of their files.
const RENAMED: &[RenamedKey] = &[
    RenamedKey {
        file: "site.yaml",
        group: "",
        key: "usd",
        since: "0.1.0",
        instead: "write `reference_currency` with `rate: 1 USD = 18.4321 MXN`, `date` and `source`",
    },
    RenamedKey {
        file: "site.yaml",
        group: "gates",
        key: "price_pesos",
        since: "0.1.0",
        instead: "write `gates.price`",
    },
    #[cfg(test)]
    RenamedKey {
        file: "site.yaml",
        group: "contact",
        key: "fax",
        since: "0.2.0",
        instead: "write `contact.phone`",
    },
];

/// Adds to each unknown key that an earlier release accepted what to write instead.
pub(crate) fn name_replacement(mut problem: Problem) -> Problem {
    let (group, key) = problem.message.split_once("unknown key ").unwrap_or_default();
    let group = group.split(['[', ':']).next().unwrap_or_default();
    let renamed = RENAMED.iter().find(|renamed| {
        problem.code == Code::UnknownKey
            && problem.file.ends_with(renamed.file)
            && (group, key.trim_matches('`')) == (renamed.group, renamed.key)
    });
    problem.hint = match renamed {
        Some(renamed) => Some(format!("since version {}, {}", renamed.since, renamed.instead)),
        None => problem.hint,
    };
    problem
}

#[cfg(test)]
mod tests {
    use crate::build_error::BuildError;
    use crate::config::Config;
    use formats::problem::Problem;

    #[test]
    fn a_key_of_an_older_release_is_reported_with_its_replacement() {
        let text = include_str!("../../../examples/torre/site.yaml");
        let old = text.replacen("\ncontact:\n", "\nfax: 1\ncontact:\n  fax: 1\n", 1);
        let error = BuildError::from(Config::parse(&old).unwrap_err());
        let BuildError::Problems(problems) = error else {
            panic!("{error}");
        };
        let hints: Vec<String> = problems.iter().map(Problem::sentence).collect();
        let replaced = "contact: unknown key `fax`: since version 0.2.0, write `contact.phone`";
        assert!(hints.iter().any(|hint| hint == replaced), "{hints:?}");
        let elsewhere = hints.iter().find(|hint| hint.starts_with("unknown key `fax`"));
        assert!(elsewhere.is_some_and(|hint| !hint.contains("0.2.0")), "{hints:?}");
    }
}
