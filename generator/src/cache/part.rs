//! Names for files and folders of a cache that are not finished yet.

use std::sync::atomic::{AtomicU64, Ordering};

/// An ending that nothing else writes to, whether in this process or in another: `4711.0.part`. What is finished is
/// renamed, so that a file with its proper name is whole.
pub(crate) fn ending() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}.{count}.part", std::process::id())
}
