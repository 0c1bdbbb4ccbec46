//! Builds on a machine that fails: the output is the whole old site or the whole new one, and the message names the cause.

use std::process::{Command, Stdio};

use crate::support::command::{Ran, site_binary};
use crate::support::files::{Files, change, copy_folder, read_files};
use crate::support::sample_site::SampleSite;

/// The text that changes between the two sites, long enough that pages are larger than a limit of file sizes.
const TEXTS: [&str; 2] = ["\"home\": \"Inicio\"", "\"home\": \"Principio\""];

/// A project whose old site is built and whose new one is not.
struct Edited {
    site: SampleSite,
    old: Files,
    new: Files,
}

impl Edited {
    fn new() -> Edited {
        let site = SampleSite::with("units");
        let paragraph = "Una frase que hace larga la página.\n".repeat(2000);
        for lang in ["es", "en"] {
            let page = format!("content/{lang}/index.md");
            change(site.root(), &page, |text| {
                text.to_owned() + "\n" + &paragraph
            });
        }
        let mut edited = Edited {
            site,
            old: Files::new(),
            new: Files::new(),
        };
        edited.old = edited.build();
        edited
            .site
            .edit("content/es/strings.json", TEXTS[0], TEXTS[1]);
        edited.new = edited.build();
        edited.revert();
        edited
    }

    fn build(&self) -> Files {
        self.site.build();
        self.site.files()
    }

    /// Back to the old site, and then to the new text.
    fn revert(&self) {
        self.site
            .edit("content/es/strings.json", TEXTS[1], TEXTS[0]);
        assert!(self.build() == self.old);
        self.site
            .edit("content/es/strings.json", TEXTS[0], TEXTS[1]);
    }

    /// Runs a build under a program that makes it fail. Returns its message if it failed.
    fn fails(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let ran = Ran::run(&mut self.site.build_under(program, arguments));
        let (files, is_done) = (self.site.files(), ran.code == Some(0));
        // A build that succeeds writes the new site.
        assert!(
            files == self.new || !is_done && files == self.old,
            "{ran:?}"
        );
        assert!(self.build() == self.new, "the next build is not affected");
        self.revert();
        (!is_done).then_some(ran.stderr)
    }
}

/// The options with which `unshare` gives a process mounts of its own, if the machine allows that.
fn own_mounts() -> Option<&'static str> {
    let works = |option: &&str| {
        let mut command = Command::new("unshare");
        let status = command
            .args([option, "true"])
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    };
    ["-m", "-rm"].into_iter().find(works).or_else(|| {
        eprintln!("skipped: `unshare` cannot mount a file system here");
        None
    })
}

#[test]
fn limits_of_file_sizes_and_descriptors_are_reported_and_leave_a_whole_site() {
    let edited = Edited::new();
    for (what, limit, values, expected) in [
        (
            "file sizes",
            "trap '' XFSZ; ulimit -f",
            &[0, 1, 2, 8, 32, 60][..],
            "File too large",
        ),
        (
            "file descriptors",
            "ulimit -n",
            &[3, 4, 5, 6, 7, 8, 10, 12],
            "",
        ),
    ] {
        let mut failed = 0;
        for value in values {
            let message = edited.fails(
                "bash",
                &["-c", &format!("{limit} {value}; exec \"$@\""), "bash"],
            );
            failed += usize::from(message.is_some());
            assert!(
                message.is_none_or(|message| message.contains(expected)),
                "{limit} {value}"
            );
        }
        assert!(failed > 2, "{what}: only {failed} builds failed");
        println!(
            "torture: limits of {what}, build | {failed} | {} | 0 | 0",
            values.len()
        );
    }
}

/// Fills a small file system up to so many kilobytes, builds there, and copies the sites of that build and of one with
/// enough space out of it. Its exit status is that of the first build.
const FULL_DISK: &str = r#"
set -e
mkdir "$1/disk" "$1/after" "$1/repaired"
mount -t tmpfs -o size=2m tmpfs "$1/disk"
cp -a "$1/project/." "$1/disk/"
# What earlier builds kept would make the new site without writing it.
rm -rf "$1/disk/.site"
free=$(df --output=avail --block-size=1K "$1/disk" | tail -1)
head -c $(((free - $2) * 1024)) /dev/zero > "$1/disk/filler"
status=0; "$3" build --offline --root "$1/disk" || status=$?
rm "$1/disk/filler"
cp -a "$1/disk/dist/." "$1/after/"
"$3" build --offline --root "$1/disk"
cp -a "$1/disk/dist/." "$1/repaired/"
exit $status
"#;

#[test]
fn a_read_only_folder_and_a_full_disk_are_reported_and_leave_a_whole_site() {
    let Some(option) = own_mounts() else { return };
    let edited = Edited::new();
    let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\"";
    let folder = edited.site.root().to_str().unwrap();
    let message = edited.fails("unshare", &[option, "bash", "-c", script, folder]);
    assert!(message.is_some_and(|message| message.contains("build.lock: Read-only file system")));
    println!("torture: read-only folder, build | 1 | 1 | 0 | 0");

    let mut failed = 0;
    let spaces = [0, 4, 16, 32, 64, 96, 128, 160, 256];
    for kilobytes in spaces {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(edited.site.root(), &folder.path().join("project"));
        let mut command = Command::new("unshare");
        command
            .args([option, "bash", "-c", FULL_DISK, "bash"])
            .arg(folder.path());
        let ran = Ran::run(command.args([kilobytes.to_string(), site_binary()]));
        let [after, repaired] =
            ["after", "repaired"].map(|name| read_files(&folder.path().join(name)));
        let is_done = ran.code == Some(0);
        // Without space for its list of changed addresses, a build fails after the new site is in place.
        let is_whole = after == edited.new || !is_done && after == edited.old;
        assert!(is_whole, "{kilobytes} KB: {ran:?}");
        assert!(
            repaired == edited.new,
            "{kilobytes} KB: the next build fails: {ran:?}"
        );
        assert!(
            is_done || ran.stderr.contains("No space left on device"),
            "{ran:?}"
        );
        failed += usize::from(!is_done);
    }
    assert!(
        failed > 2 && failed < spaces.len(),
        "{failed} builds failed"
    );
    println!(
        "torture: full disk, build | {failed} | {} | 0 | 0",
        spaces.len()
    );
}

#[test]
fn builds_at_once_wait_for_each_other_and_a_wrong_clock_changes_nothing() {
    let edited = Edited::new();
    let build = || {
        let mut command = edited.site.command(&["build", "--offline"]);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for build in [(); 6].map(|()| build()) {
        Ran::from(build.wait_with_output().unwrap()).ends(0);
    }
    assert!(edited.site.files() == edited.new);
    println!("torture: builds at once | 6 | 6 | 0 | 0");

    edited.revert();
    if Command::new("faketime").arg("--version").output().is_err() {
        eprintln!("skipped: `faketime` is not installed");
        return;
    }
    let offsets = ["-30y", "+60y", "-1d", "+1d"];
    for offset in offsets {
        assert_eq!(
            edited.fails("faketime", &["-m", "-f", offset]),
            None,
            "{offset}"
        );
    }
    println!(
        "torture: wrong clocks, build | {0} | {0} | 0 | 0",
        offsets.len()
    );
}
