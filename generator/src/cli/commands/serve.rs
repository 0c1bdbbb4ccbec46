//! `site serve`: builds, serves `dist/` as the host does, accepts leads, and builds again when a file changes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use functions::{Config as LeadsConfig, Leads, PlatformAccess, Secret, StoreLocation};
use jiff::Timestamp;
use tokio::net::TcpListener;

use super::rebuild::{Builder, Inventory, edited, rebuild_on_changes};
use super::server::{block_on, stop_signal};
use super::source::PageArguments;
use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::outputs;
use crate::pipeline::{self, Request};
use crate::serve::{Changes, Editor, ServeState, StubSwitch, router};
use crate::stages::load;
use crate::stages::pull::Origin;
use model::build_error::BuildError;
use model::config::Config;

const AFTER_HELP: &str = "\
Examples:
  site serve                                  http://127.0.0.1:8080
  site serve --port 0 --offline               a free port, the last good inventory
  site serve --host 0.0.0.0                   reachable from a phone in the same network

Leads that visitors send are stored in .outbox/.";

/// The folder of leads, from the project's root.
const OUTBOX: &str = ".outbox";

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
        outputs::keep_tools_running();
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
        let mut builder = Builder::new(&console, &state, self.editor_url.clone());
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
