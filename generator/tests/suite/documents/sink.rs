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

/// A sink that has everything, or nothing.
struct Sink {
    has_all: bool,
    written: Mutex<Vec<OutputFile>>,
}

impl PageSink for Sink {
    fn reuse(&self, _: &[String], _: &Fingerprint) -> bool {
        self.has_all
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
    let mut all = bytes(documents::make(root(), &SITE, &PICTURES).unwrap());
    for has_all in [false, true] {
        let sink = Sink {
            has_all,
            written: Mutex::default(),
        };
        let inputs = Fingerprint::default();
        let made = documents::make_into(&sink, &inputs, root(), &SITE, &PICTURES).unwrap();
        assert_eq!(made.in_sink.len(), 2 * UNITS);
        assert_eq!(made.reused, if has_all { 2 * UNITS } else { 0 });
        let written = bytes(sink.written.into_inner().unwrap());
        assert_eq!(written.len(), 2 * UNITS - made.reused);
        assert!(written.keys().all(|path| made.in_sink.contains(path)));
        let found: BTreeMap<_, _> = bytes(made.files).into_iter().chain(written).collect();
        assert_eq!(found, all);
        all.retain(|path, _| !made.in_sink.contains(path));
    }
}
