//! Structured logs: one JSON object per line on stderr. `RUST_LOG` sets what is shown.

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The variable that sets what is shown, like `warn` or `functions=debug`.
const VARIABLE: &str = "RUST_LOG";

/// Starts logging for this process. `Targets` and not `EnvFilter`, which brings a whole engine of regular expressions.
pub(crate) fn start() {
    let asked = std::env::var(VARIABLE)
        .ok()
        .and_then(|text| text.parse::<Targets>().ok());
    // The libraries log addresses and bodies at debug level; we log our own lines only.
    let own = || {
        Targets::new()
            .with_default(Level::WARN)
            .with_target("functions", Level::INFO)
    };
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_writer(std::io::stderr);
    // A second start, in tests, changes nothing.
    let _ = tracing_subscriber::registry()
        .with(asked.unwrap_or_else(own))
        .with(lines)
        .try_init();
}
