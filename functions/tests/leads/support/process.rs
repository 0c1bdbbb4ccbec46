//! The `leads` binary as a process, on a free port.

use super::child::ChildProcess;
use super::client;
use super::eventually;
use super::platform::TOKEN;
use super::sample_site::sample_site;
use super::servers::Mail;
use lead_site::LeadSite;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use walkdir::{DirEntry, WalkDir};

/// The binary under test: the one built with the tests, or the one that `LEADS_BINARY` names.
pub fn binary() -> String {
    std::env::var("LEADS_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_leads").to_owned())
}

/// The environment variables and the folder of a process. Dropping it deletes the folder.
pub struct Settings {
    folder: TempDir,
    variables: BTreeMap<String, String>,
}

impl Settings {
    /// A new folder; no channel is configured.
    pub fn new() -> Self {
        let settings = Self {
            folder: tempfile::tempdir().unwrap(),
            variables: BTreeMap::new(),
        };
        settings.write_site(&sample_site());
        let [store, site] =
            [settings.store(), settings.site()].map(|path| path.display().to_string());
        settings
            .with("LEADS_STORE", &store)
            .with("LEADS_SITE", &site)
            .set(
                "LEADS_ORIGINS=same-host LEADS_DEVELOPMENT=TORRE-ARBOLEDA LEADS_QUARANTINE_FROM=99",
            )
            .set("LEADS_POSTS_PER_MINUTE=0 LEADS_CONNECTIONS_PER_ADDRESS=0 LEADS_POLL_SECONDS=0.1")
            .set("LEADS_FIRST_WAIT_SECONDS=0.1 LEADS_LONGEST_WAIT_SECONDS=0.4")
            // An accepted post has been attempted, on a busy machine too.
            .with("LEADS_WITHIN_REQUEST_SECONDS", "15")
    }

    pub fn to_platform(url: &str) -> Self {
        Self::new()
            .with("PLATFORM_URL", url)
            .with("PLATFORM_TOKEN", TOKEN)
    }

    pub fn with_mail(self, mail: &Mail) -> Self {
        self.with("SMTP_URL", &mail.server.url)
            .with("LEADS_NOTICE_FROM", "Ceibalta <no-reply@ceibalta.example>")
            .with("LEADS_NOTICE_TO", "ventas@ceibalta.example")
    }

    /// The same, with the bucket `leads-bucket` of an S3-compatible server as the store.
    pub fn on_s3(self, server: &str) -> Self {
        let set = self
            .set("LEADS_STORE=s3://leads-bucket/site/one AWS_REGION=us-east-1 AWS_ALLOW_HTTP=true");
        set.set("AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test-secret-77")
            .with("AWS_ENDPOINT", server)
    }

    /// The same with these variables, like `LEADS_ATTEMPTS=3 LEADS_WORKERS=1`.
    pub fn set(self, variables: &str) -> Self {
        let pairs = variables
            .split_whitespace()
            .map(|pair| pair.split_once('=').unwrap());
        pairs.fold(self, |settings, (name, value)| settings.with(name, value))
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn store(&self) -> PathBuf {
        self.folder.path().join("leads")
    }

    pub fn site(&self) -> PathBuf {
        self.folder.path().join("leads.json")
    }

    /// Replaces the site's file, as `site build` does.
    pub fn write_site(&self, site: &LeadSite) {
        let new = self.site().with_extension("new");
        std::fs::write(&new, site.to_bytes().unwrap()).unwrap();
        std::fs::rename(new, self.site()).unwrap();
    }

    /// Paths of the objects in one folder of the local store.
    pub fn objects(&self, part: &str) -> Vec<PathBuf> {
        let entries = WalkDir::new(self.store().join(part)).into_iter().flatten();
        entries
            .filter(|entry| entry.file_type().is_file())
            .map(DirEntry::into_path)
            .collect()
    }

    pub async fn all_are_archived(&self) {
        eventually("all leads are archived", || {
            self.objects("waiting").is_empty()
        })
        .await;
    }

    pub async fn prints(&self, arguments: &[&str], part: &str) {
        let what = format!("{arguments:?} prints {part}");
        eventually(&what, || self.output(arguments).contains(part)).await;
    }

    /// Whether the local store has a work object whose path ends with `name`.
    pub fn has_work_object(&self, name: &str) -> bool {
        self.objects("work").iter().any(|path| path.ends_with(name))
    }

    /// Sets how long ago the object of a lead was written.
    pub fn set_age(&self, reference: &str, age: Duration) {
        let name = format!("{reference}.json");
        let path = self
            .objects("")
            .into_iter()
            .find(|path| path.ends_with(&name));
        let file = File::options().write(true).open(path.unwrap()).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }

    /// A command with only these environment variables.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).envs(&self.variables);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(&binary()).args(arguments).output().unwrap()
    }

    /// Runs `leads`, checks that it succeeds, and returns its output.
    pub fn output(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs `leads`, checks that its exit status is 1, and returns all that it printed.
    pub fn failure(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
        text
    }

    /// Runs `leads`, checks that it succeeds, and returns its output as JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.output(arguments)).unwrap()
    }

    pub fn serve(&self) -> Leads {
        self.start(self.command(&binary()).args(["serve", "--port", "0"]))
    }

    /// Starts the server; returns it with its settings.
    pub fn served(self) -> (Self, Leads) {
        let leads = self.serve();
        (self, leads)
    }

    /// Starts the server without its delivery loop.
    pub fn serve_without_delivery(&self) -> Leads {
        let mut command = self.command(&binary());
        self.start(command.args(["serve", "--port", "0", "--no-delivery"]))
    }

    /// Starts a command that prints its address on its first line.
    pub fn start(&self, command: &mut Command) -> Leads {
        let log = tempfile::Builder::new()
            .prefix("log-")
            .tempfile_in(self.folder())
            .unwrap()
            .into_temp_path()
            .keep()
            .unwrap();
        let errors = File::create(&log).unwrap();
        let (process, origin) = ChildProcess::start_and_read_line(command.stderr(errors));
        let leads = Leads {
            process,
            http: client(),
            origin,
            log,
        };
        assert!(
            leads.origin.starts_with("http"),
            "the address is missing: {}",
            leads.log()
        );
        leads
    }
}

pub struct Leads {
    process: ChildProcess,
    http: Client,
    origin: String,
    log: PathBuf,
}

impl Leads {
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Its address, without `http://`.
    pub fn address(&self) -> &str {
        self.origin.trim_start_matches("http://")
    }

    pub fn connect(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.write_all(bytes.as_bytes()).unwrap();
        stream
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// A post as a page of the site sends it.
    pub fn post(&self, path: &str) -> RequestBuilder {
        self.http
            .post(self.url(path))
            .header("origin", &self.origin)
    }

    pub async fn get(&self, path: &str) -> Response {
        self.http.get(self.url(path)).send().await.unwrap()
    }

    /// Sends a GET request and returns the JSON of the answer.
    pub async fn get_json(&self, path: &str) -> Value {
        self.get(path).await.json().await.unwrap()
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    pub fn sockets(&self) -> usize {
        let files = std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).unwrap();
        let targets = files
            .flatten()
            .filter_map(|file| std::fs::read_link(file.path()).ok());
        targets
            .filter(|target| target.to_string_lossy().starts_with("socket:"))
            .count()
    }

    /// Its memory in KB: `VmRSS` is that of now, `VmHWM` the most so far.
    pub fn memory_kb(&self, kind: &str) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(kind)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Sends SIGTERM; returns whether the exit status is 0.
    pub async fn stop(self) -> bool {
        self.process.terminate().await
    }
}
