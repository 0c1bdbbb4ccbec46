//! The command line: its commands, their options, and the exit status of each outcome.

mod commands;
mod console;
mod findings;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use building::LevelRange;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::pipeline::OnPaper;
use crate::stages::documents::Broker;
use crate::starter::ScheduleService;
use commands::on_paper::PaperArguments;
#[cfg(feature = "publish")]
use commands::publishing::PublishingCommand;
use commands::{build, check, geometry, made_files, new, on_paper, pull, serve, upgrade};
use console::{Console, ExitStatus};
use formats::STACK_BYTES;
use model::schema::{FILES, FORMAT};

const AFTER_HELP: &str = "\
Examples:
  site build --offline            build dist/ from the last good inventory
  site build --strict             build, and fail rather than use an older inventory
  site check --format sarif       check links, anchors, texts and more; print a SARIF log
  site explain broken-link        explain the code of a finding
  site serve --open               build, serve, and build again when a file changes

Exit status:
  0  success
  1  problems in the author's files (each is printed as file:line:column), no inventory at all,
     or a tool that is missing or failed; dist/ is unchanged
  2  wrong arguments
  3  the inventory is refused under --strict; dist/ is unchanged
  4  a file could not be read or written; dist/ is unchanged, unless the message says otherwise
  5  success, but the inventory is older than gates.max_age_hours of site.yaml allows
  6  a person must confirm the publication: .site/confirm-publication.md lists what changed
  7  the target of a publication changed meanwhile, or another publisher is at work there

The platform's credential is read from the environment variable PLATFORM_TOKEN.";

const AFTER_COMPLETIONS_HELP: &str = "\
Example:
  site completions bash > ~/.local/share/bash-completion/completions/site";

/// Builds, checks and serves the development's website.
#[derive(Debug, Parser)]
#[command(name = "site", version = lead_site::version_line("project format", FORMAT), about, after_help = AFTER_HELP, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The project's folder
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build dist/ from content, templates, islands and the inventory
    Build(build::BuildArguments),
    /// Build and serve the site, and build it again when a file changes
    Serve(serve::ServeArguments),
    /// Check the finished pages: links, anchors, assets, texts, languages
    Check(check::CheckArguments),
    /// Explain the code of a finding: what, why, how to fix it, an example
    #[command(after_help = check::AFTER_EXPLAIN_HELP)]
    Explain {
        /// The code in brackets at the end of a finding [default: list all codes]
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
    /// Create a project, or a page or a month of progress in each language
    New(new::NewArguments),
    /// Add a language to the project
    #[command(subcommand)]
    Add(new::WhatToAdd),
    /// Write the geometry of the building from SVG plans
    #[command(after_help = geometry::AFTER_HELP)]
    Geometry {
        #[command(subcommand)]
        action: geometry::Action,
        /// The key of the building, in a development with several
        #[arg(
            long,
            global = true,
            value_name = "KEY",
            default_value = "",
            hide_default_value = true
        )]
        building: String,
    },
    /// Print the JSON Schema of a file of the project, or write all of them for editors
    #[command(after_help = made_files::AFTER_SCHEMA_HELP)]
    Schema {
        /// Print this one instead of writing all
        #[arg(value_parser = FILES.map(|(name, ..)| name))]
        name: Option<String>,
    },
    /// Print what is made from theme.yaml
    #[command(subcommand)]
    Theme(made_files::ThemeCommand),
    /// Write the PDF sheets of units with the name of a broker
    #[command(after_help = on_paper::AFTER_SHEETS_HELP)]
    Sheets {
        #[command(flatten)]
        paper: PaperArguments,
        /// Name, phone and e-mail address of the broker, separated by `·` or `|`
        #[arg(long, value_name = "TEXT")]
        broker: Broker,
    },
    /// Write PDF signs with QR codes, for each unit and place
    #[command(after_help = on_paper::AFTER_SIGNS_HELP)]
    Signs {
        #[command(flatten)]
        paper: PaperArguments,
        /// Where the signs hang: each place gets its own
        #[arg(long = "place", value_name = "PLACES", required = true, value_delimiter = ',', value_parser = on_paper::place)]
        places: Vec<String>,
        /// The size of the paper
        #[arg(long = "paper", value_parser = ["a4", "a5"], default_value = "a5")]
        size: String,
    },
    /// Get the inventory from the platform and store it as the last good one
    Pull(pull::PullArguments),
    #[cfg(feature = "publish")]
    #[command(flatten)]
    Publishing(PublishingCommand),
    /// Write what makes GitHub, GitLab or systemd publish the site unattended
    #[command(after_help = made_files::AFTER_SCHEDULE_HELP)]
    Schedule {
        /// What starts the publications
        service: ScheduleService,
        /// Replace files that have another content
        #[arg(long)]
        force: bool,
    },
    /// Write the configuration of nginx, Caddy and CloudFront to deploy/
    #[command(after_help = made_files::AFTER_HOST_FILES_HELP)]
    HostFiles {
        /// The folder for the files [default: deploy below the project's folder]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// List what another version of the engine changes in the output, and install it
    #[command(after_help = upgrade::AFTER_HELP)]
    Upgrade {
        /// The version of the engine, or the path of its package
        #[arg(default_value = upgrade::LATEST)]
        version: String,
        /// List what would change, and install nothing
        #[arg(long)]
        check: bool,
    },
    /// Start a stub of the platform, for tests and for development without the platform
    #[command(after_help = pull::AFTER_STUB_HELP)]
    PlatformStub {
        /// The port to listen on; 0 chooses a free one
        #[arg(long, value_name = "N", default_value_t = 4010)]
        port: u16,
    },
    /// Print a completion script for a shell
    #[command(after_help = AFTER_COMPLETIONS_HELP)]
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
}

/// Runs the command and returns its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // Basements before their file, `-1=base.svg` or `-3..-1=base.svg`, would be read as an option.
    let is_basement = |text: &str| {
        let levels = text
            .starts_with('-')
            .then(|| text.split_once('='))
            .flatten();
        levels.is_some_and(|(levels, _)| levels.parse::<LevelRange>().is_ok())
    };
    let arguments = arguments
        .into_iter()
        .map(|argument| match argument.to_str() {
            Some(text) if is_basement(text) => format!(" {text}").into(),
            _ => argument,
        });
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(message) = without_publishing(&error) {
                Console::detect().say(&message);
                return ExitStatus::Usage.into();
            }
            // Help goes to stdout and is not a failure. A closed pipe is not an error.
            let _ = error.print();
            return if error.use_stderr() {
                ExitStatus::Usage
            } else {
                ExitStatus::Done
            }
            .into();
        }
    };
    start_logging();
    // The threads on which stages run, one per processor. Fails only when a test has started them already.
    let _ = rayon::ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .build_global();
    let console = Console::detect();
    let root = &*cli.root;
    let (result, as_json) = match &cli.command {
        Command::Build(arguments) => (arguments.run(root, &console), arguments.json),
        Command::Serve(arguments) => (arguments.run(root, &console), false),
        Command::Check(arguments) => (arguments.run(root, &console), arguments.is_json()),
        Command::New(arguments) => (arguments.run(root, &console), false),
        Command::Add(what) => (what.run(root, &console), false),
        Command::Explain { code } => (check::explain(code.as_deref(), &console), false),
        Command::Geometry { action, building } => {
            (geometry::geometry(root, action, building, &console), false)
        }
        Command::Schema { name } => (made_files::schemas(root, name.as_deref(), &console), false),
        Command::Theme(command) => (command.run(root, &console), false),
        Command::Sheets { paper, broker } => (
            paper.write(root, "sheets", &OnPaper::Sheets(broker.clone()), &console),
            false,
        ),
        Command::Signs {
            paper,
            places,
            size,
        } => {
            let signs = OnPaper::Signs {
                places: places.clone(),
                paper: size.clone(),
            };
            (paper.write(root, "signs", &signs, &console), false)
        }
        Command::Pull(arguments) => (arguments.run(root, &console), arguments.json),
        #[cfg(feature = "publish")]
        Command::Publishing(command) => command.run(root, &console),
        Command::Schedule { service, force } => (
            made_files::schedule(root, *service, *force, &console),
            false,
        ),
        Command::HostFiles { out } => (
            made_files::host_files(root, out.as_deref(), &console),
            false,
        ),
        Command::Upgrade { version, check } => {
            (upgrade::upgrade(root, version, *check, &console), false)
        }
        Command::PlatformStub { port } => (pull::serve_stub(root, *port, &console), false),
        Command::Completions { shell } => (Ok(print_completions(*shell, &console)), false),
    };
    let status = result.unwrap_or_else(|error| console::report_failure(&console, &error, as_json));
    console.checked(status).into()
}

/// The commands of the feature `publish`, without which `make serve` compiles.
const PUBLISHING: [&str; 4] = ["publish", "releases", "rollback", "restore"];

/// What to say when a command of the feature `publish` is unknown because the program is compiled without it.
fn without_publishing(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    if !PUBLISHING.contains(&name.as_str()) {
        return None;
    }
    Some(format!(
        "site: this program is compiled without `publish`, so that it has no `site {name}`: use the program of a release or of \
         the npm package, or compile one with `make release` (target/release/site)"
    ))
}

fn print_completions(shell: Shell, console: &Console) -> ExitStatus {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "site", &mut script);
    console.result(String::from_utf8_lossy(&script).trim_end());
    ExitStatus::Done
}

/// Writes warnings to stderr; the environment variable `RUST_LOG` can select more. The library that watches files warns of each
/// watched folder that is removed.
fn start_logging() {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::prelude::*;
    let requested = std::env::var("RUST_LOG")
        .ok()
        .and_then(|text| text.parse().ok());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .without_time()
        .with_target(false);
    let usual = || {
        Targets::new()
            .with_default(LevelFilter::WARN)
            .with_target("notify", LevelFilter::ERROR)
    };
    // Fails when logging was already started, which only happens in tests.
    let _ = tracing_subscriber::registry()
        .with(requested.unwrap_or_else(usual))
        .with(lines)
        .try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_publishing_says_how_to_get_one() {
        let said = |name: &str| {
            let program = clap::Command::new("site").subcommand(clap::Command::new("pull"));
            let error = program.try_get_matches_from(["site", name]).unwrap_err();
            without_publishing(&error)
        };
        for name in PUBLISHING {
            let message = said(name).expect(name);
            assert!(
                message.contains("is compiled without `publish`"),
                "{message}"
            );
            #[cfg(feature = "publish")]
            assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        }
        assert_eq!(said("publsh"), None);
    }
}
