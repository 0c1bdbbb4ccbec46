//! Names of files that every system can have, so that a project and its site can be copied to any machine.

/// Names of devices on Windows, with any extension ("Naming Files, Paths, and Namespaces").
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Characters that names of files cannot have on Windows. Those of addresses, `?` and `/`, are among them.
const FORBIDDEN: [char; 9] = ['\\', '/', ':', '*', '?', '"', '<', '>', '|'];

/// Why a text is not the name of a file on every system, after "its name".
pub fn portable_name_problem(name: &str) -> Option<String> {
    let stem = name.split('.').next().unwrap_or(name);
    if DEVICES
        .iter()
        .any(|device| stem.eq_ignore_ascii_case(device))
    {
        return Some(format!("is that of the device `{stem}` on Windows"));
    }
    if name.contains(char::is_control) {
        return Some("has a control character".to_owned());
    }
    if let Some(forbidden) = name.chars().find(|letter| FORBIDDEN.contains(letter)) {
        return Some(format!("has `{forbidden}`, which Windows does not allow"));
    }
    // The parent folder is such a name, too.
    if name.is_empty() || name.ends_with(['.', ' ']) {
        return Some("is empty, or ends with a dot or a space".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_system_does_not_allow_are_found() {
        for (name, reason) in [
            ("con", "device"),
            ("CON.txt", "device"),
            ("lpt9.tar.gz", "device"),
            ("a\nb", "control"),
            ("a\u{85}b", "control"),
            ("x?y=1.txt", "`?`"),
            ("a:b", "`:`"),
            ("a/b", "`/`"),
            ("", "empty"),
            ("..", "dot"),
            ("a.", "dot"),
            ("a ", "space"),
        ] {
            let found = portable_name_problem(name);
            assert!(
                found.is_some_and(|found| found.contains(reason)),
                "{name:?}"
            );
        }
        for name in [
            "a b",
            "café.txt",
            ".well-known",
            "console.txt",
            "com10",
            "x-con",
            "a..b",
        ] {
            assert_eq!(portable_name_problem(name), None, "{name}");
        }
    }
}
