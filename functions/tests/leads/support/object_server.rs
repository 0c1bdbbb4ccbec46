//! An object store in this process that speaks S3's protocol, and can answer late or lose its answers.

use super::serve;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;

const BUCKET: &str = "/leads-bucket";

/// A running store. It ends with the test.
pub struct ObjectServer {
    pub url: String,
    store: Arc<Store>,
}

struct Store {
    /// The content of each object and when it was written, by its path.
    objects: Mutex<BTreeMap<String, (Bytes, jiff::Timestamp)>>,
    /// A permit for each operation that may run now.
    permits: Semaphore,
    /// Length of each operation.
    delay: Duration,
    /// Writes whose answers are still to be lost.
    losses: AtomicUsize,
}

impl ObjectServer {
    /// Starts a store that runs `at_once` operations at the same time, each of which takes `delay`.
    pub async fn start(at_once: usize, delay: Duration) -> Self {
        let store = Arc::new(Store {
            objects: Mutex::default(),
            permits: Semaphore::new(at_once),
            delay,
            losses: AtomicUsize::new(0),
        });
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&store));
        Self {
            url: format!("http://{}", serve(router).await),
            store,
        }
    }

    /// Lets `number` more operations run at the same time.
    pub fn allow(&self, number: usize) {
        self.store.permits.add_permits(number);
    }

    /// Loses the answers to the next `number` writes, which are carried out.
    pub fn lose_answers(&self, number: usize) {
        self.store.losses.store(number, Ordering::SeqCst);
    }

    /// The number of objects whose path contains `part`.
    pub fn count(&self, part: &str) -> usize {
        let objects = self.store.objects.lock().unwrap();
        objects.keys().filter(|path| path.contains(part)).count()
    }
}

async fn answer(
    State(store): State<Arc<Store>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let _permit = store.permits.acquire().await;
    tokio::time::sleep(store.delay).await;
    let response = store.operate(&method, &uri, &headers, body);
    let lost = |left: usize| left.checked_sub(1);
    match method {
        Method::PUT
            if store
                .losses
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, lost)
                .is_ok() =>
        {
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
        _ => response,
    }
}

impl Store {
    fn operate(&self, method: &Method, uri: &Uri, headers: &HeaderMap, body: Bytes) -> Response {
        let mut objects = self.objects.lock().unwrap();
        let path = uri.path().to_owned();
        let tag = (header::ETAG, "\"1\"");
        let query: HashMap<String, String> = Query::try_from_uri(uri).unwrap().0;
        match *method {
            _ if !path.starts_with(BUCKET) => StatusCode::NOT_FOUND.into_response(),
            Method::PUT
                if headers.contains_key(header::IF_NONE_MATCH) && objects.contains_key(&path) =>
            {
                StatusCode::PRECONDITION_FAILED.into_response()
            }
            Method::PUT => {
                objects.insert(path, (body, jiff::Timestamp::now()));
                [tag].into_response()
            }
            Method::POST => {
                let text = String::from_utf8_lossy(&body).into_owned();
                // As S3 does, also for keys that do not exist.
                let mut deleted = String::new();
                for key in text.split("<Key>").skip(1) {
                    let key = key.split("</Key>").next().unwrap_or_default();
                    objects.remove(&format!("{BUCKET}/{key}"));
                    deleted += &format!("<Deleted><Key>{key}</Key></Deleted>");
                }
                format!("<DeleteResult>{deleted}</DeleteResult>").into_response()
            }
            _ if query.contains_key("list-type") => {
                let prefix = query.get("prefix").map_or("", String::as_str);
                let entries = objects.iter().filter_map(|(path, (bytes, written))| {
                    let key = path.strip_prefix(BUCKET)?.strip_prefix('/')?;
                    let size = bytes.len();
                    key.starts_with(prefix).then(|| {
                        format!("<Contents><Key>{key}</Key><Size>{size}</Size><LastModified>{written}</LastModified></Contents>")
                    })
                });
                format!(
                    "<ListBucketResult>{}</ListBucketResult>",
                    entries.collect::<String>()
                )
                .into_response()
            }
            _ => objects
                .get(&path)
                .map_or(StatusCode::NOT_FOUND.into_response(), |(bytes, _)| {
                    let modified = (header::LAST_MODIFIED, "Sat, 21 Nov 2026 12:00:00 GMT");
                    ([tag, modified], bytes.clone()).into_response()
                }),
        }
    }
}
