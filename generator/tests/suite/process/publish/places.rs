//! Where the tests publish to, and what visitors can get there.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use jiff::{SignedDuration, Timestamp};
use object_store::path::Path as ObjectPath;
use object_store::{Attributes, ObjectStore, ObjectStoreExt as _};
use publish::layout::{LEASE, is_public};
use publish::target::{FolderTarget, ObjectTarget, Target};
use serde_json::Value;
use tokio::runtime::Runtime;
use url::Url;

use crate::support::command::Ran;
use crate::support::files::{change, copy_folder, read_files, write};
use crate::support::sample_site::SampleSite;
use crate::support::servers::{Server, s3};

/// The credentials of the S3-compatible server.
const KEY: &str = "test";

/// A project with two built sites, which is built once for all tests.
static BUILT: LazyLock<SampleSite> = LazyLock::new(|| {
    let site = SampleSite::with("units");
    let build = |name: &str| {
        site.build();
        let copy = site.root().join(name);
        copy_folder(&site.dist(), &copy);
        // A script whose name has a hash, as islands have.
        write(&copy, &format!("assets/{name}-1.js"), name);
        let script = format!("<script src=\"/assets/{name}-1.js\"></script>");
        change(&copy, "index.html", |text| text.to_owned() + &script);
    };
    build("one");
    site.edit(
        "content/inventory.json",
        "\"price\": 5000000",
        "\"price\": 5100000",
    );
    site.edit(
        "content/es/strings.json",
        "\"home\": \"Inicio\"",
        "\"home\": \"Principio\"",
    );
    build("other");
    site
});

fn built() -> SampleSite {
    let site = SampleSite::with("units");
    copy_folder(BUILT.root(), site.root());
    site
}

/// A project with two built sites, and a target.
pub struct Place {
    pub site: SampleSite,
    objects: Option<Objects>,
    pub target: Arc<dyn Target>,
    runtime: Runtime,
    /// What was read from the target, by entity tag.
    contents: Mutex<HashMap<String, Vec<u8>>>,
    /// How many commands were started. The clock of each is an hour ahead of the one before.
    hours: AtomicI64,
}

/// A part of an object store.
struct Objects {
    /// Our own server; none for the store of `STORE_URL`.
    server: Option<Server>,
    store: Arc<dyn ObjectStore>,
    prefix: ObjectPath,
}

impl Place {
    /// A folder beside the project's sources.
    pub fn folder() -> Place {
        let site = built();
        let target = FolderTarget::new(site.root().join("public"), false);
        Place::new(site, None, Arc::new(target), "{ url: public }")
    }

    /// A prefix of an object store: of the one with the URL in the variable `STORE_URL`, whose credentials are in the
    /// environment, or else of an S3-compatible server.
    pub fn objects() -> Place {
        static PLACES: AtomicU32 = AtomicU32::new(0);
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (url, server, variables): (_, _, Vec<_>) = match std::env::var("STORE_URL") {
            Ok(url) => {
                let number = PLACES.fetch_add(1, Ordering::SeqCst);
                (
                    format!("{url}/{}-{number}", std::process::id()),
                    None,
                    std::env::vars().collect(),
                )
            }
            Err(_) => {
                let credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
                    .map(|name| (name.to_owned(), KEY.to_owned()));
                (
                    "s3://leads-bucket/site/one".to_owned(),
                    Some(s3()),
                    credentials.into(),
                )
            }
        };
        let endpoint = server.as_ref().map(|server: &Server| server.url.clone());
        let setting = endpoint
            .iter()
            .map(|endpoint| format!(", endpoint: {endpoint}"));
        let settings = format!("{{ url: {url}{} }}", setting.collect::<String>());
        let options = variables
            .into_iter()
            .map(|(name, value)| (name.to_ascii_lowercase(), value))
            .chain(endpoint.map(|endpoint| ("aws_endpoint".to_owned(), endpoint)))
            .chain([("allow_http".to_owned(), "true".to_owned())]);
        let (store, prefix) =
            object_store::parse_url_opts(&Url::parse(&url).unwrap(), options).unwrap();
        let store: Arc<dyn ObjectStore> = Arc::from(store);
        let target = ObjectTarget::new(Arc::clone(&store), prefix.clone());
        Place::new(
            built(),
            Some(Objects {
                server,
                store,
                prefix,
            }),
            Arc::new(target),
            &settings,
        )
    }

    fn new(
        site: SampleSite,
        objects: Option<Objects>,
        target: Arc<dyn Target>,
        settings: &str,
    ) -> Place {
        let publish = format!(
            "\npublish:\n  keep: 3\n  max_deletes: 100\n  targets: {{ live: {settings} }}\n"
        );
        change(site.root(), "site.yaml", |text| text.to_owned() + &publish);
        let (runtime, hours) = (Runtime::new().unwrap(), AtomicI64::default());
        Place {
            site,
            objects,
            target,
            runtime,
            contents: Mutex::default(),
            hours,
        }
    }

    pub fn root(&self) -> &Path {
        self.site.root()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.site.command(arguments);
        let hours = SignedDuration::from_hours(self.hours.fetch_add(1, Ordering::SeqCst));
        let first: Timestamp = "2027-01-02T00:00:00Z".parse().unwrap();
        command.arg("--now").arg((first + hours).to_string());
        // The credentials of another store are in our own environment.
        if self
            .objects
            .as_ref()
            .is_none_or(|objects| objects.server.is_some())
        {
            command
                .env("AWS_ACCESS_KEY_ID", KEY)
                .env("AWS_SECRET_ACCESS_KEY", KEY);
        }
        command.env("PUBLISHER", "ana").env("CI", "true");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::run(&mut self.command(arguments))
    }

    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Value {
        self.run(&[arguments, &["--json"]].concat()).json()
    }

    pub fn publication(&self, name: &str, more: &[&str]) -> Command {
        let out = self.root().join(name);
        self.command(&[&["publish", "--out", out.to_str().unwrap()], more].concat())
    }

    pub fn run_publication(&self, name: &str, more: &[&str]) -> Ran {
        Ran::run(&mut self.publication(name, more))
    }

    /// Publishes one of the built sites, and returns the JSON that is printed.
    #[track_caller]
    pub fn publish(&self, name: &str) -> Value {
        self.run_publication(name, &["--json"]).json()
    }

    /// The files that visitors can get. What has a known entity tag is not read again.
    pub fn public(&self) -> BTreeMap<String, Vec<u8>> {
        let mut known = self.contents.lock().unwrap();
        let mut listed = self.block_on(self.target.list()).unwrap();
        loop {
            let read = |path: &str| {
                self.block_on(self.target.read(path))
                    .unwrap()
                    .unwrap()
                    .0
                    .to_vec()
            };
            let mut new = Vec::new();
            let mut files = BTreeMap::new();
            for (path, file) in listed.iter().filter(|(path, _)| is_public(path)) {
                let content = file
                    .etag
                    .as_ref()
                    .and_then(|etag| known.get(etag))
                    .cloned()
                    .unwrap_or_else(|| read(path));
                new.extend(file.etag.clone().map(|etag| (etag, content.clone())));
                files.insert(path.clone(), content);
            }
            // A request of a killed publisher may have been under way.
            let again = self.block_on(self.target.list()).unwrap();
            if again == listed {
                known.extend(new);
                return files;
            }
            listed = again;
        }
    }

    /// The lease; `null` before the first publication.
    pub fn lease(&self) -> Value {
        let lease = self.block_on(self.target.read(LEASE)).unwrap();
        lease.map_or(Value::Null, |(lease, _)| {
            serde_json::from_slice(&lease).unwrap()
        })
    }

    /// The files of one of the built sites, as the target has them.
    pub fn wanted(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = read_files(&self.root().join(name));
        if self.objects.is_some() {
            files.retain(|path, _| !path.starts_with('_'));
        }
        files
    }

    /// Checks that visitors get one of the built sites, and beside it only hashed files of others.
    #[track_caller]
    pub fn assert_shows(&self, name: &str, run: u32) {
        let (mut public, wanted) = (self.public(), self.wanted(name));
        public.retain(|path, _| wanted.contains_key(path) || !path.starts_with("assets/"));
        let differs = |path: &&String| public.get(*path) != wanted.get(*path);
        let different: Vec<&String> = public.keys().chain(wanted.keys()).filter(differs).collect();
        assert!(
            different.is_empty(),
            "run {run}: not as in {name}: {different:?}"
        );
    }

    pub fn attributes(&self, path: &str) -> Attributes {
        let objects = self.objects.as_ref().unwrap();
        let object = format!("{}/{path}", objects.prefix);
        let found = self.block_on(objects.store.get(&object.into()));
        found.unwrap().attributes
    }

    /// The requests that our own server got since the last call, as `METHOD path`; no other store reports them.
    pub fn requests(&self) -> Option<Vec<String>> {
        let server = self.objects.as_ref()?.server.as_ref()?;
        let url = format!("{}/requests", server.url);
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let text =
            self.block_on(async { client.get(url).send().await.unwrap().text().await.unwrap() });
        Some(text.lines().map(str::to_owned).collect())
    }

    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}

/// The hashed files that pages, style sheets and scripts refer to and that visitors cannot get.
pub fn missing(public: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut missing = Vec::new();
    let is_text = |path: &str| {
        [".html", ".css", ".js"]
            .iter()
            .any(|ending| path.ends_with(ending))
    };
    for (page, bytes) in public.iter().filter(|(path, _)| is_text(path)) {
        let text = String::from_utf8_lossy(bytes);
        for rest in text.split("/assets/").skip(1) {
            let end = rest
                .find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_.".contains(letter)));
            let path = format!("assets/{}", &rest[..end.unwrap_or(rest.len())]);
            // A folder's name alone is not a reference.
            if path.contains('.') && !public.contains_key(&path) {
                missing.push(format!("{page}: {path}"));
            }
        }
    }
    missing
}
