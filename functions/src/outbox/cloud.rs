//! Stores of clouds, over the HTTP client of this crate: that of `object_store` brings HTTP/2, which is 5 % of the function.

use async_trait::async_trait;
use axum::http::Response;
use http_body_util::BodyExt;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::client::{
    ClientConfigKey, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest,
    HttpResponse, HttpResponseBody, HttpService,
};
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreScheme};
use reqwest::Body;
use reqwest::redirect::Policy;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// The store of a URL with these options, those of other clouds among them, and the path in it.
pub(super) fn open(
    url: &Url,
    options: impl Iterator<Item = (String, String)>,
) -> Result<(Arc<dyn ObjectStore>, Path), Error> {
    macro_rules! open_with {
        ($builder:expr) => {{
            let builder = options.fold(
                $builder.with_url(url.as_str()),
                |builder, (name, value)| match name.parse() {
                    Ok(key) => builder.with_config(key, value),
                    Err(_) => builder,
                },
            );
            Arc::new(builder.with_http_connector(Connector).build()?)
        }};
    }
    let (scheme, path) = ObjectStoreScheme::parse(url)?;
    let store: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::AmazonS3 => open_with!(AmazonS3Builder::new()),
        ObjectStoreScheme::GoogleCloudStorage => open_with!(GoogleCloudStorageBuilder::new()),
        ObjectStoreScheme::MicrosoftAzure => open_with!(MicrosoftAzureBuilder::new()),
        // Tests have an object in a file.
        ObjectStoreScheme::Local => Arc::new(LocalFileSystem::new()),
        _ => {
            return Err(Error::NotSupported {
                source: url.scheme().into(),
            });
        }
    };
    Ok((store, Path::parse(path)?))
}

#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> Result<HttpClient, Error> {
        let may_be_http = options
            .get_config_value(&ClientConfigKey::AllowHttp)
            .is_some_and(|value| value == "true");
        // `object_store` writes durations like `30s`; that of a machine's credentials is shorter than those of stores.
        let seconds = |key, default| {
            let text = options.get_config_value(&key);
            Duration::from_secs(
                text.and_then(|text| text.strip_suffix('s')?.parse().ok())
                    .unwrap_or(default),
            )
        };
        let client = reqwest::Client::builder()
            .https_only(!may_be_http)
            .timeout(seconds(ClientConfigKey::Timeout, 30))
            .connect_timeout(seconds(ClientConfigKey::ConnectTimeout, 5));
        // The lengths of objects are those of the answers. No store redirects, and no credential goes to another host.
        let built = client.no_gzip().redirect(Policy::none()).build();
        let client = built.map_err(|error| Error::Generic {
            store: "cloud",
            source: Box::new(error),
        })?;
        Ok(HttpClient::new(Client(client)))
    }
}

#[derive(Debug)]
struct Client(reqwest::Client);

#[async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let request = request.map(Body::wrap).try_into().map_err(failed)?;
        let response: Response<Body> = self.0.execute(request).await.map_err(failed)?.into();
        Ok(response.map(|body| HttpResponseBody::new(body.map_err(failed))))
    }
}

/// The text of an error has no URL, which may contain a credential. What this crate asks of a store may be asked twice.
fn failed(error: reqwest::Error) -> HttpError {
    let kind = match () {
        () if error.is_timeout() => HttpErrorKind::Timeout,
        () if error.is_connect() => HttpErrorKind::Connect,
        () if error.is_builder() || error.is_decode() => HttpErrorKind::Unknown,
        () => HttpErrorKind::Request,
    };
    HttpError::new(kind, error.without_url())
}
