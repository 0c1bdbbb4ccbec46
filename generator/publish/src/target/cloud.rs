//! Object stores over a client that follows no redirect: no store redirects, and no credential goes to another host.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::client::{ClientConfigKey, HttpClient, HttpConnector};
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreScheme};
use reqwest::Client;
use reqwest::redirect::Policy;
use url::Url;

/// How long a request may take, and a connection to be made: the defaults of `object_store`.
const TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The store of a URL with these options, those of other clouds among them, and the path in it.
pub(super) fn open(
    url: &Url,
    options: Vec<(String, String)>,
) -> Result<(Arc<dyn ObjectStore>, Path), Error> {
    macro_rules! open_with {
        ($builder:expr) => {{
            let mut builder = $builder.with_url(url.as_str());
            for (name, value) in options {
                if let Ok(key) = name.parse() {
                    builder = builder.with_config(key, value);
                }
            }
            Arc::new(builder.with_http_connector(Connector).build()?)
        }};
    }
    let (scheme, path) = ObjectStoreScheme::parse(url)?;
    let store: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::AmazonS3 => open_with!(AmazonS3Builder::new()),
        ObjectStoreScheme::GoogleCloudStorage => open_with!(GoogleCloudStorageBuilder::new()),
        ObjectStoreScheme::MicrosoftAzure => open_with!(MicrosoftAzureBuilder::new()),
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
        let built = Client::builder()
            .https_only(!may_be_http)
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(Policy::none())
            // The lengths of objects are those of the answers.
            .no_gzip()
            .build();
        let client = built.map_err(|error| Error::Generic {
            store: "cloud",
            source: Box::new(error),
        })?;
        Ok(HttpClient::new(client))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread;

    use http::{Method, Request, StatusCode};

    use super::*;

    #[tokio::test]
    async fn a_redirect_to_another_host_is_not_followed() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let [store, other] = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [address, target] = [&store, &other].map(|one| one.local_addr().unwrap());
        thread::spawn(move || {
            let (mut connection, _) = store.accept().unwrap();
            let _ = connection.read(&mut [0; 4096]);
            let answer = format!(
                "HTTP/1.1 307 Moved\r\nLocation: http://{target}/\r\nContent-Length: 0\r\n\r\n"
            );
            connection.write_all(answer.as_bytes()).unwrap();
        });
        let options = ClientOptions::new().with_allow_http(true);
        let client = Connector.connect(&options).unwrap();
        let request = Request::builder()
            .method(Method::GET)
            .uri(format!("http://{address}/"))
            .body(Vec::new().into())
            .unwrap();
        let answer = client.execute(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT);
        other.set_nonblocking(true).unwrap();
        assert!(other.accept().is_err(), "nothing asks the other host");
    }
}
