//! `site platform-stub`.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use platform::client::Token;
use platform::stub::{self, StubConfig, StubError};

use crate::cli::Status;
use crate::config::{self, Config};
use crate::console::Console;

const AFTER_HELP: &str = "\
Examples:
  site platform-stub                  listen on port 4010
  PLATFORM_TOKEN=local-development-only site build --platform http://127.0.0.1:4010

Tell it to misbehave, change a unit, or see what it was sent:
  curl -X PUT localhost:4010/_stub/behaviour -H 'content-type: application/json' \\
       -d '{\"call\":\"property/list\",\"mode\":\"server_error\",\"times\":2}'
  curl -X PUT localhost:4010/_stub/units/O-301 -H 'content-type: application/json' \\
       -d '{\"price\":5000000,\"status\":\"vendido\"}'
  curl localhost:4010/_stub/requests

Modes: ok, refuse, hang, stall, break, slow (delay_ms), unauthorized, not_found, unprocessable,
too_many_requests (retry_after), server_error, redirect, html, cut_off, other_shape, deep, empty,
half, unknown_status, price_times_ten, duplicate_codes, huge. The call \"*\" means every call.";

/// The bearer that the stub takes when the environment names none. It opens nothing but the stub.
const LOCAL_TOKEN: &str = "local-development-only";

/// What `site platform-stub` may be asked.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct StubArguments {
    /// The project's folder: its site.yaml names the project, its content/ holds the data
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The port; 0 takes a free one. The address is printed when the stub is ready
    #[arg(long, value_name = "N", default_value_t = 4010)]
    port: u16,
    /// Units to serve, in the shape of the property/list answer [default: content/inventory.json]
    #[arg(long, value_name = "FILE")]
    inventory: Option<PathBuf>,
    /// Amenities to serve, in the shape of the amenities/list answer [default: content/amenities.json]
    #[arg(long, value_name = "FILE")]
    amenities: Option<PathBuf>,
}

impl StubArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let config = match self.config(console) {
            Ok(config) => config,
            Err(status) => return status,
        };
        let runtime = match tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
        {
            Ok(runtime) => runtime,
            Err(error) => {
                console.say(&format!("site: cannot start the stub ({error})"));
                return Status::NotWritten;
            }
        };
        runtime.block_on(until_stopped(config, console))
    }

    fn config(&self, console: &Console) -> Result<StubConfig, Status> {
        let path = self.root.join(config::FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| {
            console.say(&format!("site: {}: {error}", path.display()));
            Status::Problems
        })?;
        let site = Config::parse(&text).map_err(|problems| {
            console.problems(&problems);
            Status::Problems
        })?;
        let token = std::env::var(Token::VARIABLE)
            .ok()
            .filter(|token| !token.trim().is_empty());
        if token.is_none() {
            console.say(&format!(
                "site: {} is not set; the stub takes \"{LOCAL_TOKEN}\"",
                Token::VARIABLE
            ));
        }
        let content = self.root.join("content");
        Ok(StubConfig {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, self.port)),
            base_path: site.platform.base_path,
            token: token.map_or_else(|| LOCAL_TOKEN.to_owned(), |token| token.trim().to_owned()),
            project_code: site.platform.project_code,
            inventory: self
                .inventory
                .clone()
                .unwrap_or_else(|| content.join("inventory.json")),
            amenities: self
                .amenities
                .clone()
                .unwrap_or_else(|| content.join("amenities.json")),
        })
    }
}

/// Serves until the process is asked to end.
async fn until_stopped(config: StubConfig, console: &Console) -> Status {
    let (address, handle) = match stub::serve(config).await {
        Ok(started) => started,
        Err(error) => {
            console.say(&format!("site: {error}"));
            return match error {
                StubError::Data(_) => Status::Problems,
                StubError::Listen(..) => Status::NotWritten,
            };
        }
    };
    console.result(&format!("http://{address}"));
    asked_to_end().await;
    handle.stop().await;
    Status::Done
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without signals to wait for, the process ends by being killed.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
