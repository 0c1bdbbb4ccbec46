//! Structured logs: one JSON object per line on stderr. `RUST_LOG` sets what is shown.

use tracing_subscriber::EnvFilter;

/// The libraries log addresses and bodies at debug level; we log our own lines only.
const SHOWN: &str = "warn,functions=info";

/// Starts logging for this process.
pub(crate) fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(SHOWN));
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second start, in tests, changes nothing.
    let _ = subscriber.try_init();
}
