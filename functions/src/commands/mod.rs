//! The `leads` command line. Results go to stdout, talk and logs to stderr.
//! Exit statuses: 0 done, 1 failed or something is wrong, 2 wrong use.

mod audit;
mod check;
mod connections;
mod deliver;
mod export;
mod operate;
mod serve;

use crate::lead::Reference;
use crate::{Config, Leads, lambda};
use clap::{Parser, Subcommand};
use jiff::Timestamp;
use std::future::Future;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Where a Lambda function finds its runtime; set nowhere else.
const LAMBDA_RUNTIME: &str = "AWS_LAMBDA_RUNTIME_API";

/// Takes the form posts of the site, saves each lead, delivers it.
///
/// Configured by environment variables; `leads check` tells which and what is wrong with them.
#[derive(Parser)]
#[command(name = "leads", version, after_help = EXAMPLES)]
struct Command {
    /// Check the configuration, say what is wrong, and do nothing else.
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
  leads list --state parked        what has been given up
  leads retry --all                try parked leads again
  leads export --format csv > leads.csv
  leads delete --email ana@example.com --yes";

#[derive(Subcommand)]
enum Task {
    /// Run the HTTP server and its delivery loop.
    Serve {
        /// Port; 0 takes a free one. The address is printed.
        #[arg(long, default_value_t = 8787, env = "PORT")]
        port: u16,
        /// Address to listen at.
        #[arg(long, default_value = "127.0.0.1")]
        host: IpAddr,
        /// Save leads but leave delivery to `leads deliver`.
        #[arg(long)]
        no_delivery: bool,
    },
    /// Deliver what is due, once.
    Deliver,
    /// The outbox in numbers, as JSON.
    Status,
    /// Check the configuration.
    Check,
    /// One line per lead, without persons.
    List {
        /// Only leads in this state.
        #[arg(long, value_enum)]
        state: Option<audit::State>,
        /// As JSON, one object per line.
        #[arg(long)]
        json: bool,
    },
    /// Everything stored about one lead, as JSON.
    Show {
        /// The lead's reference.
        reference: String,
    },
    /// All leads with everything the sales team needs, or all data of one person (ARCO access).
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
    /// Delete every trace of a lead or of a person (ARCO cancellation).
    Delete {
        /// The lead's reference.
        #[arg(required_unless_present = "email", conflicts_with = "email")]
        reference: Option<String>,
        /// Every lead of this mail address.
        #[arg(long)]
        email: Option<String>,
        /// Really delete; without it the leads are only named.
        #[arg(long)]
        yes: bool,
    },
    /// Release a lead from quarantine: it is delivered without its mark.
    Release {
        /// The lead's reference.
        reference: String,
    },
    /// Try parked deliveries again from the start.
    Retry {
        /// The lead's reference.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        reference: Option<String>,
        /// All parked leads.
        #[arg(long)]
        all: bool,
    },
}

/// Runs the command line, or the Lambda function where there is a Lambda runtime.
pub fn command() -> ExitCode {
    crate::logging::start();
    let environment = |name: &str| std::env::var(name).ok();
    if environment(LAMBDA_RUNTIME).is_some() {
        return with_leads(environment, lambda::run);
    }
    let command = Command::parse();
    let Some(task) = command.task.filter(|_| !command.check) else {
        return if command.check {
            check::check(environment)
        } else {
            wrong_use()
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
        Task::List { state, json } => with_leads(environment, move |leads| audit::list(leads, state, json)),
        Task::Show { reference } => with_leads(environment, move |leads| audit::show(leads, reference)),
        Task::Export {
            format,
            email,
            since,
            until,
            out,
        } => {
            let wanted = export::Wanted { email, since, until };
            with_leads(environment, move |leads| {
                export::export(leads, format, wanted, out)
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

fn wrong_use() -> ExitCode {
    eprintln!("leads: say what to do; see leads --help");
    ExitCode::from(2)
}

/// Reads the configuration, makes the lead function and runs a task with it.
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
    let done = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from);
    let done = done.and_then(|runtime| runtime.block_on(async { task(Leads::new(config)?).await }));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("leads: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn reference(text: &str) -> anyhow::Result<Reference> {
    Reference::parse(text)
        .ok_or_else(|| anyhow::anyhow!("{text:?} is not a reference; they have 16 letters and digits"))
}
