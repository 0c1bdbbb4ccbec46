//! Reports how far a publication is.

/// Receives the progress of a publication; the command line shows it.
pub trait UploadProgress: Sync {
    /// Another publisher has the target. Waits at most so many seconds, until it gives a sign.
    fn waiting(&self, _owner: &str, _seconds: u32) {}
    /// The upload of so many files and bytes begins.
    fn begin(&self, _files: usize, _bytes: u64) {}
    /// A file with so many bytes is uploaded.
    fn uploaded(&self, _bytes: u64) {}
}

/// Reports nothing.
#[derive(Clone, Copy, Debug)]
pub struct SilentUpload;

impl UploadProgress for SilentUpload {}
