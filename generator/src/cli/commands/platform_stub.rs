//! `site platform-stub`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use clap::Args;
use platform::stub::{self, StubConfig};

use super::block_on;
use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use crate::stages::load;
use model::build_error::BuildError;
use model::config::Config;

/// The bearer token that the stub accepts when PLATFORM_TOKEN is not set.
const DEFAULT_TOKEN: &str = "local-development-only";

const AFTER_HELP: &str = "\
Examples:
  site platform-stub --port 4010              listen on port 4010
  PLATFORM_TOKEN=local-development-only site build --platform http://127.0.0.1:4010

The first line on stdout is the address. The stub lists the units of content/inventory.json and
accepts the bearer token in PLATFORM_TOKEN (local-development-only when it is not set).

Make a call fail, change a unit, or list the requests that it received:
  curl -X PUT localhost:4010/_stub/behaviour -H 'content-type: application/json' \\
       -d '{\"call\":\"property/list\",\"mode\":\"server_error\",\"times\":2}'
  curl -X PUT localhost:4010/_stub/units/O-301 -H 'content-type: application/json' \\
       -d '{\"price\":5000000,\"status\":\"vendido\"}'
  curl localhost:4010/_stub/requests

Modes: ok, refuse, hang, stall, break, slow (delay_ms), unauthorized, not_found, unprocessable,
too_many_requests (retry_after), server_error, redirect, html, cut_off, other_shape, deep, empty,
half, unknown_status, price_times_ten, duplicate_codes, incomplete (lacks), wrong_types, other_unit,
huge. The call \"*\" matches every call.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct StubArguments {
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 4010)]
    port: u16,
}

impl StubArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let config = load::read_config(root).map_err(BuildError::from)?;
        block_on(self.serve(root, console, &config))
    }

    async fn serve(&self, root: &Path, console: &Console, config: &Config) -> anyhow::Result<ExitStatus> {
        let stub = StubConfig {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.port),
            base_path: config.platform.base_path.clone(),
            token: std::env::var("PLATFORM_TOKEN").unwrap_or_else(|_| DEFAULT_TOKEN.to_owned()),
            project_code: config.platform.project_code.clone(),
            inventory: root.join("content/inventory.json"),
            amenities: root.join("content/amenities.json"),
        };
        let (address, handle) = stub::serve(stub).await?;
        console.result(&format!("http://{address}"));
        tokio::select! {
            () = handle.run() => {}
            () = system::stop_signal() => {}
        }
        Ok(ExitStatus::Done)
    }
}
