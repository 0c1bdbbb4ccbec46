//! The `leads` command line: results on stdout, messages and logs on stderr; exit status 1 after a failure, 2 for invalid arguments.

mod check;
mod counts;
mod export;
mod serve;
mod stored_leads;

#[cfg(feature = "cloud")]
use crate::lambda;
use crate::lead::{Lead, Reference};
use crate::panics;
use crate::service::LeadStatus;
use crate::{Leads, LeadsConfig};
use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use std::fmt::Display;
use std::future::Future;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The stack of each thread that reads a request, in bytes. The deepest parser, that of JSON, stops at 128 levels.
const STACK_BYTES: usize = 32 << 20;

/// How long operations of a disk may take after a task has ended, which has waited for all that matter.
const SHUTDOWN_TIME: Duration = Duration::from_secs(2);

/// Accepts the form posts of the site, saves each lead and delivers it.
///
/// Configured by environment variables; `leads check` reports every missing or invalid one.
#[derive(Parser)]
#[command(name = "leads", version = lead_site::version_line("leads.json format", lead_site::VERSION), after_help = EXAMPLES)]
struct Command {
    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
Examples:
  leads serve --port 8787          run the HTTP server and its delivery loop
  leads check                      check the configuration
  leads deliver                    deliver what is due, once (a schedule calls this)
  leads list --state dead_lettered leads given up after too many failed attempts
  leads waiting                    who asked to hear of a unit that is available now
  leads retry --all                deliver at once what is dead-lettered or waits for a later attempt
  leads export --format csv > leads.csv
  leads export --format google-ads --conversion Solicitud --out conversions.csv
  leads counts --since 2026-11-01  what was opened, begun, sent and delivered
  leads delete --email ana@example.com --yes";

#[derive(Subcommand)]
enum Task {
    /// Run the HTTP server and its delivery loop.
    Serve {
        /// Port to listen on; 0 chooses a free one. The address is printed.
        #[arg(long, default_value_t = 8787, env = "PORT")]
        port: u16,
        /// Address to listen on.
        #[arg(long, default_value = "127.0.0.1")]
        host: IpAddr,
        /// Save leads, but deliver them only with `leads deliver`.
        #[arg(long)]
        no_delivery: bool,
    },
    /// Deliver what is due, once.
    Deliver,
    /// Print the outbox's metrics as JSON.
    Status,
    /// Check the configuration.
    Check,
    /// Print one line per lead, without personal data.
    List {
        /// Only leads in this state.
        #[arg(long, value_enum)]
        state: Option<LeadStatus>,
        /// Print JSON, one object per line.
        #[arg(long)]
        json: bool,
    },
    /// Print everything stored about one lead, as JSON.
    Show {
        /// The lead's reference.
        reference: Reference,
    },
    /// Print who asked to hear of a unit that is available now, with name and telephone number.
    Waiting {
        /// The code of a unit, whatever its status.
        #[arg(long)]
        unit: Option<String>,
    },
    /// Print how often pages were opened and used, and what became leads.
    #[command(args_conflicts_with_subcommands = true)]
    Counts {
        #[command(subcommand)]
        task: Option<CountsTask>,
        /// The first day, like 2026-11-01; thirty days ago without it.
        #[arg(long)]
        since: Option<Date>,
        /// Print CSV: each campaign, unit and language.
        #[arg(long)]
        csv: bool,
    },
    /// Export all leads for the sales team, or all data of one person (ARCO access).
    Export {
        /// The format.
        #[arg(long, value_enum, default_value_t = export::Format::Csv)]
        format: export::Format,
        /// For google-ads: the name of the conversion action in Google Ads.
        #[arg(long, default_value = "Lead")]
        conversion: String,
        #[command(flatten)]
        filter: LeadFilter,
        /// Write to this file instead of stdout.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Delete a lead, or all leads of one person (ARCO cancellation).
    Delete {
        /// The lead's reference.
        #[arg(required_unless_present = "email", conflicts_with = "email")]
        reference: Option<Reference>,
        /// Delete all leads of this mail address.
        #[arg(long)]
        email: Option<String>,
        /// Delete; without this option the leads are only printed.
        #[arg(long)]
        yes: bool,
    },
    /// Release a lead from quarantine; it is delivered without the spam warning.
    Release {
        /// The lead's reference.
        reference: Reference,
    },
    /// Deliver leads at once that are dead-lettered or wait for a later attempt.
    Retry {
        /// The lead's reference.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        reference: Option<Reference>,
        /// Retry all of them.
        #[arg(long)]
        all: bool,
    },
}

#[derive(Subcommand)]
enum CountsTask {
    /// Count the events in standard logs of CloudFront, for a function on AWS Lambda.
    Import {
        /// The logs; - is stdin.
        #[arg(required = true)]
        logs: Vec<PathBuf>,
    },
}

/// Conditions that a lead must meet. `None` accepts every lead.
#[derive(Args, Default)]
struct LeadFilter {
    /// Only leads of this mail address.
    #[arg(long)]
    email: Option<String>,
    /// Only leads received at or after this moment, like 2026-11-01T00:00:00Z.
    #[arg(long)]
    since: Option<Timestamp>,
    /// Only leads received before this moment.
    #[arg(long)]
    until: Option<Timestamp>,
}

impl LeadFilter {
    /// Whether `lead` meets all conditions. Mail addresses are compared without case.
    fn matches(&self, lead: &Lead) -> bool {
        let is_own = |email: &String| lead.email.reveal().eq_ignore_ascii_case(email.trim());
        self.email.as_ref().is_none_or(is_own)
            && self.since.is_none_or(|since| lead.received_at >= since)
            && self.until.is_none_or(|until| lead.received_at < until)
    }
}

/// Runs the command line, or the Lambda function in a Lambda environment.
pub fn command() -> ExitCode {
    start_logging();
    panics::log_places();
    let environment = |name: &str| Some(std::env::var_os(name)?.to_string_lossy().into_owned());
    #[cfg(feature = "cloud")]
    if environment(lambda::RUNTIME).is_some() {
        return with_leads(environment, lambda::run);
    }
    match Command::parse().task {
        Task::Check => {
            let mut lines = Vec::new();
            let problems = check::check(environment, &mut lines).err();
            lines.extend(
                problems
                    .iter()
                    .flatten()
                    .map(|problem| format!("error  {problem}")),
            );
            let is_printed = lines.iter().try_for_each(print).is_ok();
            if problems.is_none() && is_printed {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        task => with_leads(environment, |leads| run(task, leads)),
    }
}

async fn run(task: Task, leads: Arc<Leads>) -> anyhow::Result<()> {
    match task {
        Task::Serve {
            port,
            host,
            no_delivery,
        } => serve::serve(leads, host, port, !no_delivery).await,
        Task::Deliver => {
            leads.site.get().await?;
            let report = leads.sweep(None).await?;
            report.log();
            leads.process_counts().await;
            print_json(&report)
        }
        Task::Status => print_json(&leads.metrics().await?),
        Task::List { state, json } => stored_leads::print_list(&leads, state, json).await,
        Task::Waiting { unit } => stored_leads::print_waiting(&leads, unit.as_deref()).await,
        Task::Counts {
            task: Some(CountsTask::Import { logs }),
            ..
        } => counts::import(&leads, &logs).await,
        Task::Counts { since, csv, .. } => counts::print(&leads, since, csv).await,
        Task::Show { reference } => stored_leads::show(&leads, &reference).await,
        Task::Export {
            format,
            conversion,
            filter,
            out,
        } => export::export(&leads, format, &conversion, filter, out).await,
        Task::Delete {
            reference,
            email,
            yes,
        } => stored_leads::delete(&leads, reference, email, yes).await,
        Task::Release { reference } => stored_leads::release(&leads, &reference).await,
        Task::Retry { reference, .. } => stored_leads::retry(&leads, reference).await,
        // It runs without a valid configuration, too.
        Task::Check => Ok(()),
    }
}

/// Prints a line to stdout, which may be closed or a full disk.
fn print(line: impl Display) -> anyhow::Result<()> {
    writeln!(std::io::stdout(), "{line}").context("cannot write to stdout")
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(serde_json::to_string(value)?)
}

/// Reads the configuration, creates the lead function and runs a task with it.
fn with_leads<F>(
    environment: impl Fn(&str) -> Option<String>,
    task: impl FnOnce(Arc<Leads>) -> F,
) -> ExitCode
where
    F: Future<Output = anyhow::Result<()>>,
{
    let run = || {
        let config = LeadsConfig::from_env(environment)
            .map_err(|problems| anyhow!(problems.join("\nleads: ")))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .thread_stack_size(STACK_BYTES)
            .build()
            .context("cannot start the async runtime")?;
        let result = runtime.block_on(async { task(Leads::new(config)?).await });
        // A thread that waits for a disk that hangs does not keep the process.
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        result
    };
    if let Err(error) = run() {
        eprintln!("leads: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Starts structured logs: one JSON object per line on stderr. `RUST_LOG` sets the level, like `warn` or `functions=debug`.
/// `EnvFilter` in place of `Targets` would add a regular expression engine to the binary.
fn start_logging() {
    let requested = std::env::var("RUST_LOG")
        .ok()
        .and_then(|text| text.parse::<Targets>().ok());
    // At debug level libraries log addresses and bodies, so only this crate's lines are logged by default.
    let default = || {
        Targets::new()
            .with_default(Level::WARN)
            .with_target("functions", Level::INFO)
    };
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_writer(std::io::stderr);
    // Fails when logging was already started, which only happens in tests.
    let _ = tracing_subscriber::registry()
        .with(requested.unwrap_or_else(default))
        .with(lines)
        .try_init();
}
