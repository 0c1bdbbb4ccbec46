//! Names of files that every system can have, so that a project and its site can be copied to any machine.

/// Names of devices on Windows, with any extension ("Naming Files, Paths, and Namespaces").
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Characters that names of files cannot have on Windows. Those of addresses, `?` and `/`, are among them.
const FORBIDDEN: [char; 9] = ['\\', '/', ':', '*', '?', '"', '<', '>', '|'];

/// Names, in lower case, of files and folders that Windows, macOS and network storage add to folders.
const ADDED_BY_SYSTEMS: [&str; 9] = [
    "$recycle.bin",
    "@eadir",
    "__macosx",
    "desktop.ini",
    "ehthumbs.db",
    "ehthumbs_vista.db",
    "icon\r",
    "system volume information",
    "thumbs.db",
];

/// How names, in lower case, of editors' backup and temporary files end.
const BACKUPS: [&str; 6] = ["~", ".bak", ".orig", ".swo", ".swp", ".tmp"];

/// Whether a file or folder with this name comes from an operating system, a file manager or an editor, and not from the author.
/// That is every name that begins with a dot, such as `.DS_Store` and `._x`.
pub fn is_of_a_program(name: &str) -> bool {
    let lower = name.to_lowercase();
    // `~$x.docx` is the lock of an office program, `#x#` the unsaved text of Emacs.
    name.starts_with(['.', '#'])
        || name.starts_with("~$")
        || ADDED_BY_SYSTEMS.contains(&&*lower)
        || BACKUPS.iter().any(|ending| lower.ends_with(ending))
}

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
    fn files_of_programs_are_told_from_those_of_authors() {
        for name in [
            "Thumbs.db",
            "thumbs.DB",
            "desktop.ini",
            "Desktop.ini",
            "ehthumbs.db",
            "Icon\r",
            ".DS_Store",
            "._hall.jpg",
            ".hall.jpg.swp",
            "hall.jpg~",
            "#hall.md#",
            "hall.md.bak",
            "hall.md.orig",
            "~$precios.xlsx",
            "__MACOSX",
            "@eaDir",
        ] {
            assert!(is_of_a_program(name), "{name:?}");
        }
        for name in [
            "hall.jpg",
            "hall.JPG",
            "Icon",
            "a~b.txt",
            "thumbs.jpg",
            "bak",
            "index.md",
        ] {
            assert!(!is_of_a_program(name), "{name}");
        }
    }

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
