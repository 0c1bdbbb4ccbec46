//! `site serve`: builds, serves `dist/` as the host does, accepts leads, and builds again when a file changes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, value_parser};
use functions::{Leads, LeadsConfig, StoreLocation};
use platform::own_names::OwnNames;
use tokio::net::TcpListener;

use super::rebuild::{Builder, edited, rebuild_on_changes};
use super::{PageArguments, block_on, write_schemas};
use crate::check;
use crate::cli::console::{CommandResult, Console, ExitStatus};
use crate::pipeline::{self, Request};
use crate::serve::{Editor, FileChanges, ServeState, StubSwitch, router};
use crate::stages::load;
use crate::stages::pull::Origin;
use model::build_error::BuildError;
use model::config::Config;

const AFTER_HELP: &str = "\
Examples:
  site serve                                  http://127.0.0.1:8080
  site serve --port 0 --offline               a free port, the last good inventory
  site serve --host 0.0.0.0                   also for a phone in the same network: stderr says
                                              at which address
  site serve --host 0.0.0.0 --allow-host mac.local

Leads that visitors send are stored in .outbox/.

Without --host, only this machine can open the site. With it, every machine that reaches the
address can open the pages and send leads, but not the pages below /_dev: those are for browsers
on this machine, at http://127.0.0.1. Requests under any other name than the address, localhost
and those of --allow-host are refused, because a page of another site could send them.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ServeArguments {
    #[command(flatten)]
    pub(in crate::cli) pages: PageArguments,
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Also answer under this host name, such as that of this machine in its network
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Open the site in the browser
    #[arg(long)]
    open: bool,
    /// Build once; do not watch files for changes
    #[arg(long)]
    no_watch: bool,
    /// The address with which your editor opens a place, such as
    /// vscode://file{path}:{line}:{column}; problems on the pages link to it
    #[arg(long, value_name = "URL", env = "EDITOR_URL")]
    editor_url: Option<String>,
    /// Seconds between two pulls; for tests
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u64).range(1..), hide = true)]
    pull_interval: u64,
}

impl ServeArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        let mut request = self.pages.request(root);
        // Without watching, the site is served as it is published.
        request.unpublished = !self.no_watch;
        write_schemas(&request.root);
        if let Some(problem) = check::content::unignored_leads(&request.root) {
            console.say(&problem.to_string());
        }
        let config = load::read_config(&request.root).map_err(BuildError::from)?;
        block_on(self.serve(console, request, config))
    }

    fn pull_interval(&self) -> Duration {
        Duration::from_secs(self.pull_interval)
    }

    async fn serve(&self, console: &Console, request: Request, config: Config) -> CommandResult {
        let address = SocketAddr::new(self.host, self.port);
        let listener = TcpListener::bind(address).await.map_err(|error| {
            anyhow!("cannot listen on {address}: {error}; choose another port with --port")
        })?;
        let leads = Leads::new(leads_config(&request, &config)?)?;
        let mut state = ServeState::new(request.out.clone(), !self.no_watch, leads.clone());
        state.names = OwnNames {
            address: self.host,
            allowed: self.allow_host.clone(),
        };
        state.stub = platform_url(&request, &config).and_then(StubSwitch::new);
        let state = Arc::new(state);
        // Watching starts before the first build, so that no edit is missed between them.
        let changes = (!self.no_watch)
            .then(|| FileChanges::watch(&request.root))
            .transpose()
            .unwrap_or_else(|error| {
                console.say(&format!("site: cannot watch files for changes: {error}"));
                None
            });
        let editor_url = self.editor_url.as_deref();
        let mut builder = Builder::new(console, &state, editor_url, &request.pull.origin);
        builder.build(request.clone()).await;
        // The first build of a project writes the `leads.json` that deliveries read.
        leads.deliver_in_background();
        let address = listener.local_addr().unwrap_or(address);
        let url = format!("http://{}", seen_from_here(address));
        if !address.ip().is_loopback() {
            console.say(&reachable(address, network_address(), &self.allow_host));
        }
        console.result(&url);
        if self.open {
            open_in_browser(&url);
        }
        // Without watching, nothing shows what the editor saves.
        let editor = (!self.no_watch).then(|| {
            let (root, request) = (request.root.clone(), request.clone());
            Editor::new(root, move |unsaved| {
                pipeline::resolve(&edited(&request), unsaved).map(drop)
            })
        });
        let app = router(&request.root, state, editor)
            .into_make_service_with_connect_info::<SocketAddr>();
        let served = tokio::select! {
            served = async { axum::serve(listener, app).await } => served,
            () = rebuild_on_changes(changes, builder, request, self.pull_interval()) => Ok(()),
            () = system::stop_signal() => Ok(()),
        };
        leads.finish().await;
        served?;
        Ok(ExitStatus::Done)
    }
}

/// The address at which this machine reaches a server that listens on `address`.
fn seen_from_here(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let is_v4 = address.is_ipv4();
        address.set_ip(if is_v4 {
            Ipv4Addr::LOCALHOST.into()
        } else {
            Ipv6Addr::LOCALHOST.into()
        });
    }
    address
}

/// What other machines can open of a server that listens on `address`. `network_address` is one of this machine's.
fn reachable(address: SocketAddr, network_address: Option<IpAddr>, names: &[String]) -> String {
    let port = address.port();
    let (ip, others, private) = if address.ip().is_unspecified() {
        (
            network_address,
            Some("any other address of this machine".to_owned()),
            format!(
                "only this machine, at http://{}/_dev",
                seen_from_here(address)
            ),
        )
    } else {
        (
            Some(address.ip()),
            None,
            "no machine: this needs --host 0.0.0.0, or no --host".to_owned(),
        )
    };
    let own = ip.map(|ip| format!("http://{}", SocketAddr::new(ip, port)));
    let named = names.iter().map(|name| format!("http://{name}:{port}"));
    let urls = own
        .into_iter()
        .chain(named)
        .chain(others)
        .collect::<Vec<_>>()
        .join(", ");
    format!(
        "site: other machines can open the pages and send leads at {urls}; /_dev opens on {private}"
    )
}

/// The address of this machine in the network of its default route. Nothing is sent.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Any address outside of this machine; this one is for documentation (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Leads are stored in a folder, and delivered to the platform and to other receivers as the environment says.
fn leads_config(request: &Request, config: &Config) -> anyhow::Result<LeadsConfig> {
    let store = StoreLocation::Path(request.root.join(lead_site::OUTBOX));
    let mut leads = LeadsConfig::new(
        store,
        StoreLocation::Path(request.root.join(lead_site::FILE)),
    );
    let token = std::env::var("PLATFORM_TOKEN")
        .ok()
        .filter(|token| !token.is_empty());
    let platform = platform_url(request, config).zip(token);
    let variable = |name: &str| match (name, &platform) {
        ("PLATFORM_URL", platform) => platform.as_ref().map(|(url, _)| (*url).to_owned()),
        ("PLATFORM_TOKEN", platform) => platform.as_ref().map(|(_, token)| token.clone()),
        ("PLATFORM_BASE_PATH", _) => Some(config.platform.base_path.clone()),
        _ => std::env::var(name).ok(),
    };
    leads
        .read_receivers(variable)
        .map_err(|problems| anyhow!("{}", problems.join("\n")))?;
    Ok(leads)
}

/// The address of the platform, from the arguments or else from `site.yaml`.
fn platform_url<'a>(request: &'a Request, config: &'a Config) -> Option<&'a str> {
    let url = match &request.pull.origin {
        Origin::Platform { url: Some(url) } => url,
        _ => &config.platform.url,
    };
    (!url.is_empty()).then_some(url)
}

/// Opens the address in the default browser. A browser that cannot be started is not an error.
fn open_in_browser(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = std::process::Command::new(opener).arg(url).spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_says_what_other_machines_can_open() {
        let said = |address: &str, names: &[String]| {
            let address = address.parse().unwrap();
            reachable(address, Some([192, 0, 2, 7].into()), names)
        };
        let everywhere = said("0.0.0.0:8080", &["mac.local".to_owned()]);
        assert!(
            everywhere.ends_with(
                " at http://192.0.2.7:8080, http://mac.local:8080, any other address of this machine; /_dev opens on only \
                 this machine, at http://127.0.0.1:8080/_dev"
            ),
            "{everywhere}"
        );
        let one = said("192.0.2.9:8080", &[]);
        assert!(
            one.contains(" at http://192.0.2.9:8080; /_dev opens on no machine: "),
            "{one}"
        );
        assert!(said("[::]:8080", &[]).ends_with("at http://[::1]:8080/_dev"));
    }
}
