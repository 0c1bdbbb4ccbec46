//! The switch that makes the platform stub misbehave.

use std::time::Duration;

use platform::address::is_localhost;
use platform::client::read_limited;
use platform::stub::{Behaviour, Mode};
use reqwest::{Client, Method, RequestBuilder};
use url::Url;

/// The stub is on this machine and answers at once.
const STUB_TIMEOUT: Duration = Duration::from_secs(2);
/// Most bytes of an answer of the stub.
const STUB_ANSWER: usize = 64 * 1024;

/// The control address of a platform stub on this machine.
#[derive(Clone, Debug)]
pub struct StubSwitch {
    address: Url,
    client: Client,
}

impl StubSwitch {
    /// The switch of the platform at `platform`. None when it is on another machine: only stubs run on this one.
    pub fn new(platform: &str) -> Option<StubSwitch> {
        let url = Url::parse(platform).ok()?;
        if !is_localhost(&url) {
            return None;
        }
        let client = Client::builder()
            .timeout(STUB_TIMEOUT)
            .no_proxy()
            .build()
            .ok()?;
        let address = url.join("/_stub/behaviour").ok()?;
        Some(StubSwitch { address, client })
    }

    /// What it is set to; None when no stub answers.
    pub(super) async fn mode(&self) -> Option<Mode> {
        let answer = self.request(Method::GET).send().await.ok()?;
        let body = read_limited(answer, STUB_ANSWER).await.ok()??;
        let behaviours: Vec<Behaviour> = serde_json::from_slice(&body).ok()?;
        let all = behaviours.iter().find(|behaviour| behaviour.call == "*");
        Some(all.map_or(Mode::Ok, |behaviour| behaviour.mode))
    }

    /// Sets it.
    pub(super) async fn set(&self, mode: Mode) -> Result<(), reqwest::Error> {
        let request = match mode {
            Mode::Ok => self.request(Method::DELETE),
            mode => self.request(Method::PUT).json(&Behaviour::new("*", mode)),
        };
        request.send().await?.error_for_status().map(drop)
    }

    fn request(&self, method: Method) -> RequestBuilder {
        self.client.request(method, self.address.clone())
    }
}
