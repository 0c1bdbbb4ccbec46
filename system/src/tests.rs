//! The same promises of both implementations.

use std::fs::{self, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

macro_rules! promises {
    ($own:ident) => {
        mod $own {
            use super::*;
            use crate::$own::*;

            #[test]
            fn only_files_below_the_folder_are_opened_and_replaced() {
                let parent = tempfile::tempdir().unwrap();
                let folder = parent.path().join("served");
                fs::create_dir_all(folder.join("a")).unwrap();
                fs::write(folder.join("a/b"), "old").unwrap();
                fs::write(parent.path().join("canary"), "canary").unwrap();
                symlink("../../canary", folder.join("a/link")).unwrap();
                symlink("..", folder.join("out")).unwrap();
                replace_below(&folder, "a/b", b"new").unwrap();
                let mut text = String::new();
                open_below(&folder, "a/b")
                    .unwrap()
                    .read_to_string(&mut text)
                    .unwrap();
                assert_eq!(text, "new");
                for refused in ["a", "a/c", "a/link", "out/canary", "b/b"] {
                    assert!(open_below(&folder, refused).is_err(), "{refused}");
                }
                replace_below(&folder, "a/link", b"new").unwrap();
                assert!(replace_below(&folder, "out/canary", b"new").is_err());
                assert_eq!(
                    fs::read_to_string(parent.path().join("canary")).unwrap(),
                    "canary"
                );
                assert_eq!(fs::read_dir(folder.join("a")).unwrap().count(), 2);
            }

            #[test]
            fn nothing_is_changed_outside_of_the_folder() {
                let parent = tempfile::tempdir().unwrap();
                let folder = parent.path().join("published");
                fs::create_dir(&folder).unwrap();
                let canary = parent.path().join("canary");
                fs::write(&canary, "canary").unwrap();
                fs::create_dir(parent.path().join("empty")).unwrap();
                create_folders_below(&folder, "a/b", 0o700).unwrap();
                create_folders_below(&folder, "a/b/c", 0o755).unwrap();
                symlink("..", folder.join("out")).unwrap();
                create_below(&folder, "a/b/file", 0o600).unwrap();
                assert!(create_below(&folder, "a/b/file", 0o600).is_err());
                for path in [
                    "../canary",
                    "out/canary",
                    "a/../../canary",
                    "/canary",
                    "a//canary",
                    "",
                    ".",
                    "a/",
                ] {
                    let error = "an error";
                    open_below(&folder, path).expect_err(error);
                    replace_below(&folder, path, b"new").expect_err(error);
                    create_below(&folder, &path.replace("canary", "new"), 0o600).expect_err(error);
                    rename_below(&folder, "a/b/file", path).expect_err(error);
                    rename_below(&folder, path, "a/canary").expect_err(error);
                    remove_below(&folder, path).expect_err(error);
                    remove_folder_below(&folder, &path.replace("canary", "empty"))
                        .expect_err(error);
                    create_folders_below(&folder, &path.replace("canary", "new/a"), 0o700)
                        .expect_err(error);
                }
                assert_eq!(fs::read_to_string(&canary).unwrap(), "canary");
                assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 3);
                rename_below(&folder, "a/b/file", "a/file").unwrap();
                remove_below(&folder, "a/file").unwrap();
                remove_below(&folder, "out").unwrap();
                assert!(
                    remove_folder_below(&folder, "a/b").is_err(),
                    "it has a folder"
                );
                remove_folder_below(&folder, "a/b/c").unwrap();
                remove_folder_below(&folder, "a/b").unwrap();
                assert!(canary.exists());
            }

            #[tokio::test]
            async fn a_group_that_is_dropped_takes_what_it_started_along() {
                let mut command = tokio::process::Command::new("sh");
                command.args(["-c", "sleep 9 & wait"]).kill_on_drop(true);
                let mut child = {
                    let (child, _group) = ProcessGroup::spawn(&mut command).unwrap();
                    child
                };
                match stringify!($own) {
                    "unix" => assert!(!child.wait().await.unwrap().success()),
                    _ => assert_eq!(child.try_wait().unwrap(), None),
                }
            }

            #[test]
            fn files_are_created_and_flushed() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("a");
                temporary_file(folder.path(), "a", 0o600)
                    .unwrap()
                    .persist(&path)
                    .unwrap();
                set_mode(&path, 0o600).unwrap();
                let temporary = temporary_file(folder.path(), "new-", 0o600).unwrap();
                let name = temporary.path().file_name().unwrap().to_string_lossy();
                assert!(name.starts_with("new-"), "{name}");
                let mode = fs::metadata(&path).unwrap().permissions().mode();
                assert!(mode & 0o077 == 0 || stringify!($own) == "portable");
                flush_below(folder.path()).unwrap();
                flush_names(folder.path()).unwrap();
                assert!(flush_below(&folder.path().join("missing")).is_err());
            }

            #[tokio::test]
            async fn nobody_has_stopped_the_process() {
                let soon = tokio::time::timeout(std::time::Duration::ZERO, terminated());
                assert!(soon.await.is_err());
            }

            #[test]
            fn folders_are_exchanged_or_unchanged() {
                let folder = tempfile::tempdir().unwrap();
                let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
                fs::create_dir(&other).unwrap();
                fs::create_dir_all(one.join("a")).unwrap();
                let exchanged = exchange(&one, &other).is_ok();
                assert_eq!(other.join("a").exists(), exchanged);
                assert_eq!(exchanged, stringify!($own) == "unix");
            }
        }
    };
}

promises!(unix);
promises!(portable);

/// The usual umask takes a part of these modes away; a stricter one would leave files that no web server can read.
#[test]
fn no_umask_changes_the_modes_of_published_files() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("public/site");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    crate::create_folders(&folder, 0o777).unwrap();
    crate::create_below(&folder, "index.html", 0o666).unwrap();
    crate::create_folders_below(&folder, "a/b", 0o777).unwrap();
    assert_eq!(mode(&folder.join("index.html")), 0o666);
    for path in ["", "a", "a/b"] {
        assert_eq!(mode(&folder.join(path)), 0o777, "{path:?}");
    }
    assert_eq!(mode(folder.parent().unwrap()), 0o777);

    fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    crate::create_folders(&folder, 0o777).unwrap();
    assert_eq!(mode(&folder), 0o700, "an existing folder keeps its mode");
}

#[test]
fn paths_have_slashes() {
    assert_eq!(
        crate::slashed(&Path::new("a").join("b c").join("d")),
        "a/b c/d"
    );
}
