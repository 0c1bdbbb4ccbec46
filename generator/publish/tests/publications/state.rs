//! The project's state is stored at the target and restored on a machine without it.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use futures::executor::block_on;
use publish::state::{Restored, State};

use crate::support::{Observed, two_sites};

fn write(folder: &Path, text: &str, age: Duration) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("history.json"), format!("history of {text}")).unwrap();
    fs::write(folder.join("history.damaged.json"), "damaged").unwrap();
    let file = folder.join("inventory.json");
    fs::write(&file, text).unwrap();
    let file = fs::File::options().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn a_bare_machine_gets_the_state_back() {
    let (one, _) = two_sites();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let target = Observed::memory();
    let restore = |folder: &Path| block_on(State::restore(&*target, folder)).unwrap();
    let publish = || {
        let state = State::read(first.path()).unwrap();
        one.publish_with(&*target, |next| next.state = state)
            .unwrap();
    };
    assert_eq!(restore(second.path()), Restored::Missing);
    write(first.path(), "monday", Duration::from_secs(7200));
    publish();
    assert_eq!(restore(second.path()), Restored::Restored);
    let text = |name: &str| fs::read_to_string(second.path().join(name)).unwrap();
    assert_eq!(text("inventory.json"), "monday");
    assert_eq!(text("history.json"), "history of monday");
    assert!(!second.path().join("history.damaged.json").exists());
    assert_eq!(restore(second.path()), Restored::Unneeded, "it is as old");

    // A newer state is stored although the site did not change; an unchanged one takes no request.
    write(first.path(), "tuesday", Duration::from_secs(3600));
    target.take_operations();
    publish();
    let operations = [
        "GET .site/current.json",
        "GET .site/lease.json",
        "PUT .site/state.json",
    ];
    assert_eq!(target.take_operations(), operations);
    assert_eq!(restore(second.path()), Restored::Restored);
    assert_eq!(text("inventory.json"), "tuesday");
    write(second.path(), "today", Duration::ZERO);
    assert_eq!(restore(second.path()), Restored::Unneeded, "it is newer");
    assert_eq!(text("inventory.json"), "today");
}
