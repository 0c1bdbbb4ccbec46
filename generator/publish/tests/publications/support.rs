//! Small sites, targets that record and refuse operations, and what visitors can see.
//!
//! An operation of these targets is complete when it is polled once, so that only timers let time pass.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::FutureExt as _;
use object_store::memory::InMemory;
use publish::error::PublishError;
use publish::lease::LIFETIME;
use publish::publication::{Publication, Published};
use publish::record::{Files, Record};
use publish::target::{FolderTarget, Headers, Listed, ObjectTarget, Target, Version};
use publish::upload;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::schedules::Network;
use crate::time::time;

pub type Done<T> = Result<T, PublishError>;

/// A target that records its operations and fails all after a number of them.
#[derive(Debug)]
pub struct Observed {
    inner: Arc<dyn Target>,
    operations: Mutex<Vec<String>>,
    remaining: AtomicUsize,
    /// What delays requests and answers, if anything does.
    network: Option<Network>,
    /// The folder that is removed with the target.
    _folder: Option<TempDir>,
}

impl Observed {
    pub fn memory() -> Arc<Observed> {
        let store = ObjectTarget::new(Arc::new(InMemory::new()), "site/one".into());
        Arc::new(Self::over(Arc::new(store)))
    }

    /// A store where these sites were published one after the other.
    pub fn with(sites: &[&Site]) -> Arc<Observed> {
        let target = Self::memory();
        for site in sites {
            site.publish(&*target).unwrap();
        }
        target.take_operations();
        target
    }

    pub fn folder(folder: &Path, is_precompressed: bool) -> Observed {
        Self::over(Arc::new(FolderTarget::new(
            folder.to_owned(),
            is_precompressed,
        )))
    }

    pub fn new_folder() -> Arc<Observed> {
        let folder = tempfile::tempdir().unwrap();
        let target = Self::folder(folder.path(), false);
        Arc::new(Observed {
            _folder: Some(folder),
            ..target
        })
    }

    fn over(inner: Arc<dyn Target>) -> Observed {
        let (operations, remaining) = (Mutex::default(), AtomicUsize::new(usize::MAX));
        Observed {
            inner,
            operations,
            remaining,
            network: None,
            _folder: None,
        }
    }

    /// The same target as a publisher reaches it through a network.
    pub fn through(&self, network: Network) -> Observed {
        Observed {
            network: Some(network),
            ..Self::over(Arc::clone(&self.inner))
        }
    }

    pub fn network(&self) -> &Network {
        self.network.as_ref().unwrap()
    }

    /// Does work of which only this many changes succeed, and then nothing, like a process that is killed.
    pub fn kill_after<T>(&self, changes: usize, work: impl FnOnce() -> T) -> T {
        self.remaining.store(changes, Ordering::SeqCst);
        let done = work();
        self.remaining.store(usize::MAX, Ordering::SeqCst);
        done
    }

    /// The operations since the last call.
    pub fn take_operations(&self) -> Vec<String> {
        std::mem::take(&mut *self.operations.lock().unwrap())
    }

    /// Writes a file as somebody else does.
    pub fn put(&self, path: &str, text: impl Into<Bytes>) {
        block_on(self.inner.write(path, text.into(), &Headers::new())).unwrap();
    }

    fn note(&self, operation: &str, path: &str, is_change: bool) -> Done<()> {
        let take = |left: usize| left.checked_sub(usize::from(is_change));
        let left = self
            .remaining
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take);
        if left.is_err() || left == Ok(0) {
            let (path, reason) = (path.to_owned(), "killed".to_owned());
            return Err(PublishError::Store {
                path,
                reason,
                advice: "publish again",
            });
        }
        self.operations
            .lock()
            .unwrap()
            .push(format!("{operation} {path}"));
        Ok(())
    }

    pub fn public(&self) -> BTreeMap<String, String> {
        let paths = block_on(self.inner.list()).unwrap().into_keys();
        let read = |path: String| {
            let (bytes, _) = block_on(self.inner.read(&path)).unwrap().unwrap();
            (path, String::from_utf8(bytes.to_vec()).unwrap())
        };
        paths
            .filter(|path| publish::layout::is_public(path))
            .map(read)
            .collect()
    }

    async fn request<T>(
        &self,
        (kind, path): (&str, &str),
        work: impl Future<Output = Done<T>>,
    ) -> Done<T> {
        if let Some(network) = &self.network {
            network.wait().await;
        }
        self.note(kind, path, !matches!(kind, "GET" | "LIST"))?;
        let done = block_on(work);
        if let Some(network) = &self.network {
            network.torn.lock().unwrap().extend(missing(&self.public()));
            network.wait().await;
        }
        done
    }
}

#[async_trait]
impl Target for Observed {
    async fn read(&self, path: &str) -> Done<Option<(Bytes, Version)>> {
        self.request(("GET", path), self.inner.read(path)).await
    }

    async fn write(&self, path: &str, bytes: Bytes, headers: &Headers) -> Done<Option<String>> {
        self.request(("PUT", path), self.inner.write(path, bytes, headers))
            .await
    }

    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        known: Option<&Version>,
    ) -> Done<Option<Version>> {
        self.request(("PUT", path), self.inner.write_if(path, bytes, known))
            .await
    }

    async fn copy(&self, from: &str, to: &str) -> Done<()> {
        self.request(("COPY", to), self.inner.copy(from, to)).await
    }

    async fn delete(&self, paths: Vec<String>) -> Done<()> {
        // One by one, so that an interruption leaves some.
        for path in paths {
            self.request(("DELETE", &path), self.inner.delete(vec![path.clone()]))
                .await?;
        }
        Ok(())
    }

    async fn list(&self) -> Done<BTreeMap<String, Listed>> {
        self.request(("LIST", ""), self.inner.list()).await
    }

    async fn clean(&self) -> Done<()> {
        block_on(self.inner.clean())
    }

    async fn flush(&self) -> Done<()> {
        block_on(self.inner.flush())
    }

    fn is_precompressed(&self) -> bool {
        self.inner.is_precompressed()
    }

    fn takes_host_files(&self) -> bool {
        self.inner.takes_host_files()
    }
}

pub struct Site {
    folder: TempDir,
    files: Files,
}

impl Site {
    /// A site with these files. A page's content is the list of the files that it refers to.
    pub fn with(files: &[(&str, &str)]) -> Site {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let files = upload::read_site(folder.path(), |_| true, headers, |_| None).unwrap();
        Site { folder, files }
    }

    pub fn change(&mut self, path: &str, text: &str) {
        std::fs::write(self.folder.path().join(path), text).unwrap();
        let changed =
            upload::read_site(self.folder.path(), |found| found == path, headers, |_| None);
        self.files.extend(changed.unwrap());
    }

    /// What visitors see of it.
    pub fn public(&self) -> BTreeMap<String, String> {
        let read = |path: &String| std::fs::read_to_string(self.folder.path().join(path)).unwrap();
        self.files
            .keys()
            .map(|path| (path.clone(), read(path)))
            .collect()
    }

    pub fn publication<'a>(&self, target: &'a dyn Target) -> Publication<'a> {
        Publication {
            folder: Some(self.folder.path().to_owned()),
            ..publication(target, self.files.clone())
        }
    }

    pub fn publish(&self, target: &dyn Target) -> Done<Published> {
        run(self.publication(target))
    }

    pub fn publish_with<'a>(
        &self,
        target: &'a dyn Target,
        change: impl FnOnce(&mut Publication<'a>),
    ) -> Done<Published> {
        let mut publication = self.publication(target);
        change(&mut publication);
        run(publication)
    }
}

pub fn publication<'a>(target: &'a dyn Target, files: Files) -> Publication<'a> {
    Publication {
        target,
        files,
        folder: None,
        leads: None,
        publisher: "ana".to_owned(),
        revision: None,
        news: &|| async { Ok(None) }.boxed(),
        rollback_to: None,
        state: None,
        keep: 3,
        max_deletes: 100,
        allow_deletes: false,
        adopt: false,
        verify: false,
        dry_run: false,
        start: "2026-11-20T12:00:00Z".parse().unwrap(),
        timer: time(),
        lease: LIFETIME,
        purge: None,
        progress: &(),
        stop: Box::pin(std::future::pending()),
    }
}

/// Runs a publication. When it waits, its time passes at once.
pub fn run(publication: Publication<'_>) -> Done<Published> {
    time().run(publication.run())
}

/// Waits for an operation at a target, in real time.
pub fn block_on<T>(operation: impl Future<Output = T>) -> T {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
    RUNTIME.block_on(operation)
}

pub fn record(target: &dyn Target) -> Record {
    futures::executor::block_on(Record::read(target))
        .unwrap()
        .unwrap()
        .0
}

fn headers(path: &str) -> Headers {
    let cache = if path.starts_with("assets/") {
        "public, immutable"
    } else {
        "no-cache"
    };
    let kind = if path.ends_with(".html") {
        "text/html"
    } else {
        "image/svg+xml"
    };
    [("cache-control", cache), ("content-type", kind)]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The files that pages refer to and that visitors cannot get.
pub fn missing(public: &BTreeMap<String, String>) -> Vec<String> {
    let pages = public.iter().filter(|(path, _)| path.ends_with(".html"));
    let words = pages.flat_map(|(_, text)| text.split_whitespace());
    let is_missing = |word: &&str| word.starts_with("assets/") && !public.contains_key(*word);
    words.filter(is_missing).map(str::to_owned).collect()
}

/// Checks that visitors see a site, with everything that its pages refer to. Older hashed files may remain.
pub fn assert_shows(target: &Observed, site: &Site, context: &str) {
    let (mut public, wanted) = (target.public(), site.public());
    public.retain(|path, _| wanted.contains_key(path) || !path.starts_with("assets/"));
    assert_eq!(public, wanted, "{context}");
}

/// Two sites that differ in everything that can differ.
pub fn two_sites() -> (Site, Site) {
    let one = Site::with(&[
        ("index.html", "one assets/a-1.js assets/c-1.css"),
        ("en.html", "one assets/a-1.js"),
        ("vieja.html", "assets/c-1.css"),
        ("sitemap.xml", "one"),
        ("sw.js", "one"),
        ("icon.svg", "icon"),
        ("assets/a-1.js", "a one"),
        ("assets/c-1.css", "c"),
    ]);
    let other = Site::with(&[
        ("index.html", "other assets/a-2.js assets/c-1.css"),
        ("en.html", "other assets/a-2.js"),
        ("nueva.html", "assets/c-1.css assets/n-1.css"),
        ("sitemap.xml", "other"),
        ("sw.js", "other"),
        ("icon.svg", "icon"),
        ("assets/a-2.js", "a other"),
        ("assets/c-1.css", "c"),
        ("assets/n-1.css", "n"),
    ]);
    (one, other)
}

/// Kills a run after each number of changes that is `step` more than the one before, until it completes. What visitors see
/// then is whole, and `check` gets the target. Returns how often the run was killed.
pub fn kill_everywhere(
    step: usize,
    target: impl Fn() -> Arc<Observed>,
    run: impl Fn(&Observed) -> Done<Published>,
    check: impl Fn(&Observed, &str),
) -> usize {
    let run_killed = |changes: &usize| {
        let (target, context) = (target(), format!("killed after {changes} changes"));
        let is_killed = target.kill_after(*changes, || run(&target)).is_err();
        assert_eq!(missing(&target.public()), [""; 0], "{context}");
        check(&target, &context);
        is_killed
    };
    let killed = (0..100).step_by(step).take_while(run_killed).count();
    assert!(
        (10 / step..100 / step).contains(&killed),
        "killed {killed} times"
    );
    killed
}
