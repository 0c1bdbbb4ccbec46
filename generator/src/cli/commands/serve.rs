//! `site serve`: builds, serves `dist/` as the host does, accepts leads, and builds again when a file changes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use functions::{Config as LeadsConfig, Leads, PlatformAccess, Secret, StoreLocation};
use jiff::Timestamp;
use tokio::net::TcpListener;

use super::runtime;
use super::source::PageArguments;
use crate::cli::console::Console;
use crate::cli::exit_status::Status;
use crate::pipeline::progress::Progress;
use crate::pipeline::{self, RefusedPages, Request};
use crate::serve::{BuildOutcome, Changes, ServeState, router};
use crate::stages::load;
use crate::stages::pull::{self, Origin};
use model::build_error::BuildError;
use model::config::Config;
use model::problem::Bug;

const AFTER_HELP: &str = "\
Examples:
  site serve                                  http://127.0.0.1:8080
  site serve --port 0 --offline               a free port, the last good inventory
  site serve --host 0.0.0.0                   reachable from a phone in the same network

Leads that visitors send are stored in .outbox/.";

/// The folder of leads, from the project's root.
const OUTBOX: &str = ".outbox";

/// The time between two pulls from the platform while the server runs.
const PULL_INTERVAL: Duration = Duration::from_secs(60);

/// The arguments of `site serve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ServeArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open the site in the browser
    #[arg(long)]
    open: bool,
    /// Build once; do not watch files for changes
    #[arg(long)]
    no_watch: bool,
    /// Bundle the islands with preact's development warnings; for tests
    #[arg(long, hide = true)]
    debug_islands: bool,
}

impl ServeArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let request = self.pages.request(self.debug_islands);
        let config = match load::read_config(&request.root) {
            Ok(config) => config,
            Err(problems) => {
                console.problems(&problems);
                return Status::Problems;
            }
        };
        runtime::block_on(console, self.serve(Arc::new(console.clone()), request, config))
    }

    async fn serve(&self, console: Arc<Console>, request: Request, config: Config) -> Status {
        let address = SocketAddr::new(self.host, self.port);
        let listener = match TcpListener::bind(address).await {
            Ok(listener) => listener,
            Err(error) => {
                console.say(&format!(
                    "site: cannot listen on {address}: {error}; choose another port with --port"
                ));
                return Status::NotWritten;
            }
        };
        let leads = match Leads::new(leads_config(&request, &config)) {
            Ok(leads) => leads,
            Err(error) => {
                console.say(&format!("site: {error}"));
                return Status::NotWritten;
            }
        };
        let delivery = leads.deliver_in_background();
        let state = Arc::new(ServeState::new(request.out.clone(), !self.no_watch));
        // Watching starts before the first build, so that no edit is missed between them.
        let changes = if self.no_watch {
            None
        } else {
            watch(&console, &request)
        };
        rebuild(&console, &state, request.clone()).await;
        let url = listener
            .local_addr()
            .map_or_else(|_| address.to_string(), |address| address.to_string());
        console.result(&format!("http://{url}"));
        if self.open {
            open_in_browser(&format!("http://{url}"));
        }
        let app = router(&request.root, state.clone(), leads.router())
            .into_make_service_with_connect_info::<SocketAddr>();
        let served = async move { axum::serve(listener, app).await };
        tokio::select! {
            result = served => report(&console, result),
            Some(()) = rebuild_if_watching(changes, &console, &state, request) => {}
            () = runtime::stop_signal() => {}
        }
        delivery.stop().await;
        Status::Done
    }
}

/// Rebuilds on changes; returns nothing when files are not watched.
async fn rebuild_if_watching(
    changes: Option<Changes>,
    console: &Arc<Console>,
    state: &Arc<ServeState>,
    request: Request,
) -> Option<()> {
    rebuild_on_changes(console, state, request, changes?).await;
    Some(())
}

fn watch(console: &Console, request: &Request) -> Option<Changes> {
    let watched = Changes::watch(&request.root);
    watched
        .map_err(|error| console.say(&format!("site: cannot watch files for changes: {error}")))
        .ok()
}

fn report(console: &Console, result: std::io::Result<()>) {
    if let Err(error) = result {
        console.say(&format!("site: {error}"));
    }
}

/// Rebuilds on each change with the last good inventory, so that editors do not wait for the network. The inventory is
/// pulled again after each [`PULL_INTERVAL`].
async fn rebuild_on_changes(
    console: &Arc<Console>,
    state: &Arc<ServeState>,
    request: Request,
    mut changes: Changes,
) {
    let mut edited = request.clone();
    if matches!(request.pull.origin, Origin::Platform { .. }) {
        edited.pull.origin = Origin::Offline;
    }
    let mut pulls = tokio::time::interval(PULL_INTERVAL);
    pulls.tick().await;
    loop {
        tokio::select! {
            changed = changes.next() => match changed {
                Some(_) => rebuild(console, state, edited.clone()).await,
                None => return,
            },
            _ = pulls.tick() => {
                let now = Timestamp::now();
                rebuild(console, state, Request { pull: pull::Request { now, ..request.pull.clone() }, ..request.clone() }).await;
            }
        }
    }
}

/// Builds on a blocking thread and reports the outcome to the browsers.
async fn rebuild(console: &Arc<Console>, state: &Arc<ServeState>, request: Request) {
    let progress = console.clone();
    let built = tokio::task::spawn_blocking(move || {
        let result = pipeline::build_for_serving(&request, progress.as_ref());
        progress.clear();
        result
    });
    let outcome = match built.await {
        Ok((Ok(built), refused)) => {
            console.note(&format!("{} addresses changed", built.written.changed.len()));
            if !refused.problems.is_empty() {
                console.problems(&refused.problems);
            }
            // The other pages are new, so browsers load them; each refused page answers with its own message.
            BuildOutcome {
                failed_pages: refused.messages.into_iter().collect(),
                problems: None,
            }
        }
        Ok((Err(error), refused)) => failed(console, &error, refused),
        Err(error) => failed(console, &Bug(error.to_string()).into(), RefusedPages::default()),
    };
    state.finish_build(outcome);
}

fn failed(console: &Console, error: &BuildError, refused: RefusedPages) -> BuildOutcome {
    let message = match error {
        BuildError::Problems(problems) => {
            console.problems(problems);
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            lines.join("\n")
        }
        other => {
            console.say(&format!("site: {other}"));
            other.to_string()
        }
    };
    BuildOutcome {
        failed_pages: refused.messages.into_iter().collect(),
        problems: Some(message),
    }
}

/// Leads are stored in a folder, and delivered to the platform when its credential is in the environment.
fn leads_config(request: &Request, config: &Config) -> LeadsConfig {
    let mut leads = LeadsConfig::new(StoreLocation::Folder(request.root.join(OUTBOX)));
    leads.zones.clone_from(&config.platform.project_name);
    leads.email_to.clone_from(&config.contact.no_reply_email);
    leads.email_cc.clone_from(&config.contact.email);
    leads.phone = Some(config.contact.phone.label().to_owned());
    let address = &config.showroom.address;
    leads.address = Some(format!(
        "{}, {}, {}, {}",
        config.legal.responsible, address.street, address.locality, address.region
    ));
    leads.platform = platform_access(request, config);
    leads
}

fn platform_access(request: &Request, config: &Config) -> Option<PlatformAccess> {
    let given = match &request.pull.origin {
        Origin::Platform { url } => url.clone(),
        Origin::Offline | Origin::File(_) => None,
    };
    let url = given
        .or_else(|| Some(config.platform.url.clone()))
        .filter(|url| !url.is_empty())?;
    let token = std::env::var("PLATFORM_TOKEN")
        .ok()
        .filter(|token| !token.is_empty())?;
    Some(PlatformAccess {
        url,
        base_path: config.platform.base_path.clone(),
        token: Secret::new(token),
    })
}

/// Opens the address in the default browser. A browser that cannot be started is no error.
fn open_in_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        Path::new("open")
    } else {
        Path::new("xdg-open")
    };
    let _ = std::process::Command::new(opener).arg(url).spawn();
}
