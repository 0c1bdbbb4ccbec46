//! The sheets of units in a sink.

use std::collections::BTreeMap;
use std::sync::Mutex;

use generator::outputs::documents;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::OutputFile;
use model::page_sink::PageSink;

use super::{PICTURES, SITE, root};
use crate::support::torre::UNITS;

/// Whether a sink has the sheet with that path.
type Has = fn(&str) -> bool;

/// A sink that has some sheets.
struct Sink {
    has: Has,
    written: Mutex<Vec<OutputFile>>,
}

impl PageSink for Sink {
    fn reuse(&self, paths: &[&str], _: &Fingerprint) -> bool {
        paths.iter().all(|path| (self.has)(path))
    }

    fn write(&self, file: &OutputFile, _: &Fingerprint, _: bool) -> Result<(), BuildError> {
        self.written.lock().unwrap().push(file.clone());
        Ok(())
    }
}

#[test]
fn sheets_go_to_the_sink_unless_it_has_them() {
    let bytes = |files: Vec<OutputFile>| -> BTreeMap<_, _> {
        files.into_iter().map(|file| (file.path, file.bytes)).collect()
    };
    let all = bytes(documents::make(root(), &SITE, &PICTURES).unwrap());
    let others = all.len() - 2 * UNITS;
    let sinks: [(Has, usize); 3] = [
        (|_| false, 2 * UNITS),
        (|path| !path.contains("O-301"), 2),
        (|_| true, 0),
    ];
    for (has, missing) in sinks {
        let sink = Sink {
            has,
            written: Mutex::default(),
        };
        let inputs = |_| Fingerprint::default();
        let made = documents::make_into(&sink, &inputs, root(), &SITE, &PICTURES).unwrap();
        assert_eq!(made.in_sink.len(), 2 * UNITS);
        assert_eq!(made.reused, 2 * UNITS - missing);
        assert_eq!(made.files.len(), others);
        let written = bytes(sink.written.into_inner().unwrap());
        assert_eq!(written.len(), missing);
        assert!(
            written
                .keys()
                .all(|path| made.in_sink.contains(path) && !has(path))
        );
        for (path, made) in bytes(made.files).into_iter().chain(written) {
            assert_eq!(made, all[&path], "{path}");
        }
    }
}
