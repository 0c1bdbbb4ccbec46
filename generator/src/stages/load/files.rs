//! Reads files and folders. Every error becomes a problem that names the file by its path from the project's root.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::or_record;
use formats::problem::{Code, Place, Problem, control_character};
use model::config::{Config, FactTexts};
use model::dates::TimeZone;
use model::lang::Lang;
use model::source::{ContentFile, Front};

/// What a command created.
#[derive(Debug)]
pub struct NewFiles {
    /// Its path below a language's folder, without `.md`.
    pub slug: String,
    /// The files, from the project's root.
    pub files: Vec<String>,
    /// The follow-up step, if there is one.
    pub note: Option<String>,
}

/// The largest text file that is read, in bytes: many times the longest page.
const LARGEST_TEXT: u64 = 16 * 1024 * 1024;

/// A file's bytes without the byte order mark that some editors write: it would end up in the middle of a page.
pub(crate) fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The text of a file in UTF-8, or in UTF-16 when it begins with the mark of its byte order, as spreadsheets write it; otherwise the line
/// that is neither.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, usize> {
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks();
        let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
        let text = String::from_utf16(&units).ok();
        text.filter(|text| rest.is_empty() && !text.contains('\0'))
            .ok_or(1_usize)
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes)?,
        bytes => {
            let invalid = std::str::from_utf8(bytes)
                .err()
                .map(|error| error.valid_up_to());
            let wrong = invalid.or_else(|| bytes.iter().position(|byte| *byte == 0));
            if let Some(at) = wrong {
                return Err(bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1);
            }
            String::from_utf8_lossy(bytes).into_owned()
        }
    };
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The folder of addresses that standards give a meaning (RFC 8615).
pub(super) const WELL_KNOWN: &str = ".well-known";

/// The path of every file below `folder`, from the root, with `/` and sorted. A missing folder has no files. What belongs to editors
/// and operating systems is ignored.
pub(crate) fn list_files(root: &Path, folder: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let top = root.join(folder);
    if !top.exists() {
        return Vec::new();
    }
    // The project's own folders may be links themselves, set up by whoever owns the project.
    let first = folder.split('/').next().unwrap_or_default();
    let homes = [root.to_owned(), root.join(first)].map(|home| home.canonicalize().unwrap_or(home));
    let mut files = Vec::new();
    let walk = WalkDir::new(&top)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter();
    let is_ignored = |name: &std::ffi::OsStr| {
        name != WELL_KNOWN && system::is_of_a_program(&name.to_string_lossy())
    };
    let mut walk = walk.filter_entry(|entry| entry.depth() == 0 || !is_ignored(entry.file_name()));
    let unlisted = |error: walkdir::Error| {
        let file = error
            .path()
            .map_or_else(|| folder.to_owned(), |path| from_root(root, path));
        let reason = error.io_error().map_or_else(|| error.to_string(), reason);
        unreadable(file, format!("cannot be read: {reason}"))
    };
    while let Some(entry) = walk.next() {
        let is_folder = entry.as_ref().is_ok_and(|entry| entry.file_type().is_dir());
        match entry
            .map_err(unlisted)
            .and_then(|entry| safe_path(root, &homes, &entry))
        {
            Ok(_) if is_folder => {}
            Ok(file) => files.push(file),
            Err(problem) => {
                problems.push(problem);
                if is_folder {
                    walk.skip_current_dir();
                }
            }
        }
    }
    files
}

/// The path from the root. Refuses what is neither a file nor a folder, because reading it may never end, and links out of the
/// project, because they would publish files of this machine.
fn safe_path(root: &Path, homes: &[PathBuf], entry: &DirEntry) -> Result<String, Problem> {
    let (path, kind) = (from_root(root, entry.path()), entry.file_type());
    if !kind.is_file() && !kind.is_dir() {
        return Err(
            unreadable(path, "is neither a file nor a folder").hint("replace it with a file")
        );
    }
    let is_inside = |path: PathBuf| homes.iter().any(|home| path.starts_with(home));
    if entry.depth() > 0
        && entry.path_is_symlink()
        && !entry.path().canonicalize().is_ok_and(is_inside)
    {
        let problem = unreadable(path, "this link leads out of the project");
        return Err(problem.hint("replace the symbolic link with a copy of its target"));
    }
    Ok(path)
}

/// What `read` makes of each file below `folder`, given its path from the root and its path below `folder`.
pub(super) fn read_each<T>(
    root: &Path,
    folder: &str,
    problems: &mut Vec<Problem>,
    read: impl Fn(&str, &str) -> Result<Option<T>, Problem>,
) -> Vec<T> {
    let files = list_files(root, folder, problems).into_iter();
    let read =
        files.map(|file| read(&file, &file[folder.len() + 1..]).map_err(|problem| vec![problem]));
    read.filter_map(|read| or_record(read, problems).flatten())
        .collect()
}

/// Texts that are not on the disk yet, by the path of their file from the root.
pub type Unsaved = BTreeMap<String, String>;

/// The text of a file, without a byte order mark. `file` is its path from the root.
pub(crate) fn read_text(root: &Path, file: &str) -> Result<String, Problem> {
    let bytes = read_limited(root, file, LARGEST_TEXT, || {})?;
    let text = String::from_utf8(without_byte_order_mark(&bytes).to_vec()).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        Problem::at(
            Code::InvalidEncoding,
            file,
            Place::of_offset(&before, valid),
            "is not UTF-8 text",
        )
        .hint("save the file as UTF-8")
    })?;
    let Some((at, message)) = control_character(&text) else {
        return Ok(text);
    };
    Err(Problem::at(
        Code::InvalidEncoding,
        file,
        Place::of_offset(&text, at),
        message,
    )
    .hint("remove it"))
}

/// The bytes of a file. `file` is its path from the root.
pub(super) fn read_bytes(root: &Path, file: &str) -> Result<Vec<u8>, Problem> {
    read_limited(root, file, u64::MAX, || {})
}

/// The bytes of a file that nobody changes meanwhile. `before_end` runs before the last look at it, for tests.
fn read_limited(
    root: &Path,
    file: &str,
    largest: u64,
    before_end: impl FnOnce(),
) -> Result<Vec<u8>, Problem> {
    let failed = |error: io::Error| unreadable(file, format!("cannot be read: {}", reason(&error)));
    let path = root.join(file);
    // Opening a named pipe would wait for a writer.
    let kind = fs::metadata(&path).map_err(failed)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        return Err(
            unreadable(file, "is neither a file nor a folder").hint("replace it with a file")
        );
    }
    let mut opened = File::open(&path).map_err(failed)?;
    let before = opened.metadata().map_err(failed)?;
    if before.len() > largest {
        let [size, most] = [before.len(), largest].map(|bytes| bytes / (1024 * 1024));
        let message = format!("is {size} MB; text files may have at most {most} MB");
        return Err(
            unreadable(file, message).hint("split it, or remove what does not belong to it")
        );
    }
    // One byte more shows that the file has grown; no more is read of a file that grows without end.
    let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or_default());
    let mut reader = (&mut opened).take(before.len() + 1);
    reader.read_to_end(&mut bytes).map_err(failed)?;
    before_end();
    let after = fs::metadata(&path).map_err(failed)?;
    let state = |metadata: &Metadata| (metadata.len(), metadata.modified().ok());
    if state(&before) != state(&after) || bytes.len() as u64 != before.len() {
        let problem = unreadable(file, "changed while it was read");
        return Err(problem.hint("build again when nothing writes to it"));
    }
    Ok(bytes)
}

pub(super) fn unreadable(file: impl Into<String>, message: impl Into<String>) -> Problem {
    Problem::in_file(Code::UnreadableFile, file, message)
}

/// The same text on every operating system for the frequent errors.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "the file does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

fn from_root(root: &Path, path: &Path) -> String {
    system::slashed(path.strip_prefix(root).unwrap_or(path))
}

/// The author's texts, saved or not, with what `site.yaml` says about them: the facts that replace placeholders, and the time zone.
pub(super) struct Texts<'a> {
    pub(super) root: &'a Path,
    pub(super) unsaved: &'a Unsaved,
    pub(super) facts: Option<FactTexts>,
    pub(super) time_zone: Option<TimeZone>,
}

impl<'a> Texts<'a> {
    /// The texts below `root`. Without a valid `site.yaml`, placeholders stay as they are: its own problems are reported first.
    pub(super) fn new(root: &'a Path, unsaved: &'a Unsaved, config: Option<&Config>) -> Texts<'a> {
        Texts {
            root,
            unsaved,
            facts: config.map(FactTexts::from_config),
            time_zone: config.map(|config| config.time_zone.clone()),
        }
    }

    /// A content file whose times have the development's time zone.
    pub(super) fn with_time_zone<F: Front>(&self, mut content: ContentFile<F>) -> ContentFile<F> {
        if let Some(zone) = &self.time_zone {
            content.front.set_time_zone(zone);
        }
        content
    }

    /// The text of a file in a language. A placeholder that names no fact is a problem.
    pub(super) fn read(&self, lang: Lang, file: &str) -> Result<String, Vec<Problem>> {
        let text = match self.unsaved.get(file) {
            Some(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            None => read_text(self.root, file).map_err(|problem| vec![problem])?,
        };
        let Some(facts) = &self.facts else {
            return Ok(text);
        };
        facts.fill(lang, file, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changes_while_it_is_read_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.md");
        fs::write(&path, "one text").expect("written");
        let read = |before_end: &dyn Fn()| read_limited(folder.path(), "x.md", 100, before_end);
        assert_eq!(read(&|| {}).expect("read"), b"one text");
        let longer = || fs::write(&path, "one text and more").expect("written");
        let removed = || fs::remove_file(&path).expect("removed");
        let refused = |result: Result<_, Problem>| {
            result
                .map(|_: Vec<u8>| ())
                .expect_err("refused")
                .to_string()
        };
        let changed = "x.md: changed while it was read: build again when nothing writes to it";
        assert_eq!(refused(read(&longer)), changed);
        assert_eq!(
            refused(read(&removed)),
            "x.md: cannot be read: the file does not exist"
        );
    }

    #[test]
    fn a_named_pipe_is_refused_without_waiting_for_a_writer() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path().join("site.yaml"))
            .status();
        assert!(made.expect("mkfifo").success());
        let refused = read_text(folder.path(), "site.yaml").map_err(|problem| problem.to_string());
        let message = "site.yaml: is neither a file nor a folder: replace it with a file";
        assert_eq!(refused.expect_err("refused"), message);
    }

    #[test]
    fn control_characters_are_found_at_their_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |text: &str| {
            fs::write(folder.path().join("x.md"), text).expect("written");
            read_text(folder.path(), "x.md").map_err(|problem| problem.to_string())
        };
        assert_eq!(read("\u{feff}a\tñ\r\n").as_deref(), Ok("a\tñ\r\n"));
        for (text, message) in [
            ("a\n\0", "x.md:2:1: has the control character U+0000"),
            ("ñ\u{85}", "x.md:1:2"),
        ] {
            let found = read(text).expect_err("refused");
            assert!(
                found.starts_with(message) && found.ends_with(": remove it"),
                "{found}"
            );
        }
    }
}
