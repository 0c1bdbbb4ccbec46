//! The `leads` command line. Results go to stdout, messages and logs to stderr.
//! Exit statuses: 0 success, 1 failure, 2 invalid arguments.

mod check;
mod connections;
mod deliver;
mod export;
mod filter;
mod inspect;
mod operate;
mod read_deadline;
mod serve;

#[cfg(feature = "cloud")]
use crate::lambda;
use crate::lead::Reference;
use crate::listing::LeadStatus;
use crate::{Config, Leads};
use anyhow::Context;
use clap::{Parser, Subcommand};
use jiff::Timestamp;
use std::future::Future;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Accepts the form posts of the site, saves each lead and delivers it.
///
/// Configured by environment variables; `leads check` reports every missing or invalid one.
#[derive(Parser)]
#[command(name = "leads", version, after_help = EXAMPLES)]
struct Command {
    /// Check the configuration, report errors, and exit.
    #[arg(long, global = true)]
    check: bool,
    #[command(subcommand)]
    task: Option<Task>,
}

const EXAMPLES: &str = "\
Examples:
  leads serve --port 8787          run the HTTP server and its delivery loop
  leads check                      check the configuration
  leads deliver                    deliver what is due, once (a schedule calls this)
  leads list --state dead-lettered leads given up after too many failed attempts
  leads retry --all                deliver dead-lettered leads again
  leads export --format csv > leads.csv
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
        reference: String,
    },
    /// Export all leads for the sales team, or all data of one person (ARCO access).
    Export {
        /// The format.
        #[arg(long, value_enum, default_value_t = export::Format::Csv)]
        format: export::Format,
        /// Only leads of this mail address.
        #[arg(long)]
        email: Option<String>,
        /// Only leads received at or after this moment, like 2026-11-01T00:00:00Z.
        #[arg(long)]
        since: Option<Timestamp>,
        /// Only leads received before this moment.
        #[arg(long)]
        until: Option<Timestamp>,
        /// Write to this file instead of stdout.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Delete a lead, or all leads of one person (ARCO cancellation).
    Delete {
        /// The lead's reference.
        #[arg(required_unless_present = "email", conflicts_with = "email")]
        reference: Option<String>,
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
        reference: String,
    },
    /// Deliver dead-lettered leads again.
    Retry {
        /// The lead's reference.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        reference: Option<String>,
        /// Retry all dead-lettered leads.
        #[arg(long)]
        all: bool,
    },
}

/// Runs the command line, or the Lambda function in a Lambda environment.
pub fn command() -> ExitCode {
    crate::logging::start();
    let environment = |name: &str| std::env::var(name).ok();
    #[cfg(feature = "cloud")]
    if environment(lambda::RUNTIME).is_some() {
        return with_leads(environment, lambda::run);
    }
    let command = Command::parse();
    let Some(task) = command.task.filter(|_| !command.check) else {
        return if command.check {
            check::check(environment)
        } else {
            missing_command()
        };
    };
    match task {
        Task::Check => check::check(environment),
        Task::Serve {
            port,
            host,
            no_delivery,
        } => with_leads(environment, move |leads| {
            serve::serve(leads, host, port, !no_delivery)
        }),
        Task::Deliver => with_leads(environment, deliver::deliver),
        Task::Status => with_leads(environment, deliver::status),
        Task::List { state, json } => with_leads(environment, move |leads| inspect::list(leads, state, json)),
        Task::Show { reference } => with_leads(environment, move |leads| inspect::show(leads, reference)),
        Task::Export {
            format,
            email,
            since,
            until,
            out,
        } => {
            let filter = filter::LeadFilter { email, since, until };
            with_leads(environment, move |leads| {
                export::export(leads, format, filter, out)
            })
        }
        Task::Delete {
            reference,
            email,
            yes,
        } => with_leads(environment, move |leads| {
            operate::delete(leads, reference, email, yes)
        }),
        Task::Release { reference } => {
            with_leads(environment, move |leads| operate::release(leads, reference))
        }
        Task::Retry { reference, .. } => {
            with_leads(environment, move |leads| operate::retry(leads, reference))
        }
    }
}

fn missing_command() -> ExitCode {
    eprintln!("leads: a command is missing: see `leads --help`");
    ExitCode::from(2)
}

/// Reads the configuration, creates the lead function and runs a task with it.
fn with_leads<F>(environment: impl Fn(&str) -> Option<String>, task: impl FnOnce(Leads) -> F) -> ExitCode
where
    F: Future<Output = anyhow::Result<()>>,
{
    let config = match Config::from_env(environment) {
        Ok(config) => config,
        Err(problems) => {
            for problem in problems {
                eprintln!("leads: {problem}");
            }
            return ExitCode::FAILURE;
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the async runtime");
    let result = runtime.and_then(|runtime| runtime.block_on(async { task(Leads::new(config)?).await }));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("leads: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn parse_reference(text: &str) -> anyhow::Result<Reference> {
    Reference::parse(text).ok_or_else(|| {
        anyhow::anyhow!("`{text}` is not a reference: use the 16 letters and digits that `leads list` prints")
    })
}
