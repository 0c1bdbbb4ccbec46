//! `site serve`: builds, serves `dist/` as the host does, accepts leads, and builds again when a file changes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use functions::{Config as LeadsConfig, Leads, PlatformAccess, Secret, StoreLocation};
use jiff::Timestamp;
use tokio::net::TcpListener;

use super::server::{block_on, stop_signal};
use super::source::PageArguments;
use crate::cli::console::Console;
use crate::cli::failure::{self, Status};
use crate::pipeline::progress::Progress;
use crate::pipeline::{self, RefusedPages, Request};
use crate::serve::{BuildOutcome, Changes, Editor, Overview, ServeState, ShownProblem, StubSwitch, router};
use crate::stages::load;
use crate::stages::pull::Origin;
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
    /// The address with which your editor opens a place, such as
    /// vscode://file{path}:{line}:{column}; problems on the pages link to it
    #[arg(long, value_name = "URL", env = "EDITOR_URL")]
    editor_url: Option<String>,
}

impl ServeArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let mut request = self.pages.request();
        // Without watching, the site is served as it is published.
        request.unpublished = !self.no_watch;
        let config = load::read_config(&request.root).map_err(BuildError::from)?;
        block_on(self.serve(Arc::new(console.clone()), request, config))
    }

    async fn serve(&self, console: Arc<Console>, request: Request, config: Config) -> anyhow::Result<Status> {
        let address = SocketAddr::new(self.host, self.port);
        let listener = TcpListener::bind(address).await.map_err(|error| {
            anyhow!("cannot listen on {address}: {error}; choose another port with --port")
        })?;
        let leads = Leads::new(leads_config(&request, &config))?;
        let delivery = leads.deliver_in_background();
        let mut state = ServeState::new(request.out.clone(), !self.no_watch);
        state.leads = Some(leads.clone());
        state.stub = platform_url(&request, &config).and_then(StubSwitch::new);
        let state = Arc::new(state);
        // Watching starts before the first build, so that no edit is missed between them.
        let changes = (!self.no_watch)
            .then(|| Changes::watch(&request.root))
            .transpose();
        let changes = changes.unwrap_or_else(|error| {
            console.say(&format!("site: cannot watch files for changes: {error}"));
            None
        });
        let mut builder = Builder {
            console: Arc::clone(&console),
            state: Arc::clone(&state),
            editor: self.editor_url.clone(),
            pull_problems: Vec::new(),
            overview: Arc::default(),
        };
        builder.build(request.clone(), Inventory::Pulled).await;
        let url = format!("http://{}", listener.local_addr().unwrap_or(address));
        console.result(&url);
        if self.open {
            open_in_browser(&url);
        }
        // Without watching, nothing shows what the editor saves.
        let editor = (!self.no_watch).then(|| editor(&request));
        let app = router(&request.root, state.clone(), editor, leads.router())
            .into_make_service_with_connect_info::<SocketAddr>();
        let served = tokio::select! {
            served = async { axum::serve(listener, app).await } => served,
            () = rebuild_on_changes(changes, builder, request) => Ok(()),
            () = stop_signal() => Ok(()),
        };
        delivery.stop().await;
        served?;
        Ok(Status::Done)
    }
}

/// The editor of texts, which checks them with the last good inventory.
fn editor(request: &Request) -> Editor {
    let request = edited(request);
    Editor::new(request.root.clone(), move |unsaved| {
        let mut request = request.clone();
        request.pull.now = Timestamp::now();
        pipeline::check_sources(&request, unsaved)
    })
}

/// The request of a build after an edit, which does not wait for the network.
fn edited(request: &Request) -> Request {
    let mut edited = request.clone();
    if matches!(request.pull.origin, Origin::Platform { .. }) {
        edited.pull.origin = Origin::Offline;
    }
    edited
}

/// Rebuilds on each change with the last good inventory, so that editors do not wait for the network. An
/// inventory that is not the stored one is pulled again after each [`PULL_INTERVAL`]. Without `changes` it does nothing and
/// never ends.
async fn rebuild_on_changes(changes: Option<Changes>, mut builder: Builder, mut request: Request) {
    let Some(mut changes) = changes else {
        return std::future::pending().await;
    };
    let can_change = !matches!(request.pull.origin, Origin::Offline);
    let state = Arc::clone(&builder.state);
    let mut edited = edited(&request);
    let mut pulls = tokio::time::interval(PULL_INTERVAL);
    pulls.tick().await;
    loop {
        tokio::select! {
            changed = changes.next() => match changed {
                Some(_) => {
                    edited.pull.now = Timestamp::now();
                    builder.build(edited.clone(), Inventory::AsBefore).await;
                }
                None => return,
            },
            _ = pulls.tick(), if can_change => {
                request.pull.now = Timestamp::now();
                builder.build(request.clone(), Inventory::Pulled).await;
            }
            () = state.pull_request() => {
                request.pull.now = Timestamp::now();
                builder.build(request.clone(), Inventory::Pulled).await;
            }
        }
    }
}

/// Whether a build asks for the inventory or takes the one of the build before.
enum Inventory {
    Pulled,
    AsBefore,
}

/// Builds the site again and again and reports to the terminal and to open pages.
struct Builder {
    console: Arc<Console>,
    state: Arc<ServeState>,
    /// The address of an editor, from the arguments.
    editor: Option<String>,
    /// What was wrong with the last pull, which holds until the next one.
    pull_problems: Vec<ShownProblem>,
    /// What the start page shows of the last site that was built.
    overview: Arc<Overview>,
}

impl Builder {
    /// Builds on a blocking thread.
    async fn build(&mut self, request: Request, inventory: Inventory) {
        let progress = self.console.clone();
        let root = request.root.clone();
        let built = tokio::task::spawn_blocking(move || {
            let mut refused = RefusedPages::default();
            let built = pipeline::build_with(&request, progress.as_ref(), Some(&mut refused));
            progress.clear();
            (built, refused)
        });
        let (built, refused) = built
            .await
            .unwrap_or_else(|error| (Err(Bug(error.to_string()).into()), RefusedPages::default()));
        let editor = self.editor.as_deref();
        let problems = match built {
            Ok(built) => {
                let changed = built.written.changed.len();
                let stages = built.stages.iter();
                let stages = stages.map(|(stage, time)| (stage.name(), time.as_millis()));
                let rendered = &built.rendered;
                let source = rendered.pulled.source.to_string();
                self.overview = Arc::new(Overview::of(&rendered.site, &source, stages.collect()));
                self.console.note(&format!("{changed} addresses changed"));
                self.console.warnings(&rendered.warnings);
                if !refused.problems.is_empty() {
                    self.console.problems(&refused.problems);
                }
                if matches!(inventory, Inventory::Pulled) {
                    let warnings = built.rendered.pulled.warnings.iter();
                    self.pull_problems = warnings
                        .map(|warning| ShownProblem::message(warning.to_string()))
                        .collect();
                }
                // The other pages are new; each refused page answers with its own message.
                let refused = refused.problems.iter();
                refused
                    .map(|problem| ShownProblem::new(problem, &root, editor))
                    .chain(self.pull_problems.iter().cloned())
                    .collect()
            }
            Err(error) => {
                let problems = ShownProblem::of_error(&error, &root, editor);
                failure::report(&self.console, &error.into(), false);
                problems
            }
        };
        self.state.finish_build(BuildOutcome {
            overview: Arc::clone(&self.overview),
            failed_pages: refused.messages.into_iter().collect(),
            problems,
        });
    }
}

/// Leads are stored in a folder, and delivered to the platform when its credential is in the environment.
fn leads_config(request: &Request, config: &Config) -> LeadsConfig {
    let mut leads = LeadsConfig::new(StoreLocation::Folder(request.root.join(OUTBOX)));
    leads.time_zone.clone_from(&config.time_zone);
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
    let url = platform_url(request, config)?.to_owned();
    let token = std::env::var("PLATFORM_TOKEN")
        .ok()
        .filter(|token| !token.is_empty())?;
    Some(PlatformAccess {
        url,
        base_path: config.platform.base_path.clone(),
        token: Secret::new(token),
    })
}

/// The address of the platform, from the arguments or else from `site.yaml`.
fn platform_url<'a>(request: &'a Request, config: &'a Config) -> Option<&'a str> {
    let url = match &request.pull.origin {
        Origin::Platform { url: Some(url) } => url,
        _ => &config.platform.url,
    };
    (!url.is_empty()).then_some(url)
}

/// Opens the address in the default browser. A browser that cannot be started is no error.
fn open_in_browser(url: &str) {
    let on_mac = cfg!(target_os = "macos");
    let opener = if on_mac { "open" } else { "xdg-open" };
    let _ = std::process::Command::new(opener).arg(url).spawn();
}
