//! Structured logs: one JSON object per line on stderr. `RUST_LOG` sets the level.

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The environment variable with the level, like `warn` or `functions=debug`.
const VARIABLE: &str = "RUST_LOG";

/// Starts logging for this process. Uses `Targets` because `EnvFilter` would add a regular expression engine to the
/// binary.
pub(crate) fn start() {
    let requested = std::env::var(VARIABLE).ok().and_then(|text| text.parse::<Targets>().ok());
    // At debug level libraries log addresses and bodies, so only this crate's lines are logged by default.
    let default = || Targets::new().with_default(Level::WARN).with_target("functions", Level::INFO);
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    // Fails when logging was already started, which only happens in tests.
    let _ = tracing_subscriber::registry().with(requested.unwrap_or_else(default)).with(lines).try_init();
}
