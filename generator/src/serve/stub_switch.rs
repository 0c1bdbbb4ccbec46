//! The switch on the start page that makes the platform stub misbehave, so that an author sees what a platform that is
//! down or sends nonsense does to the site.

use std::sync::Arc;
use std::time::Duration;

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use http::StatusCode;
use platform::client::is_localhost;
use platform::stub::{Behaviour, Mode};
use reqwest::{Client, Method, RequestBuilder};
use serde::{Deserialize, Serialize};
use url::Url;

use super::start_page;
use super::state::ServeState;

/// The path that switches.
pub(super) const PATH: &str = "/_dev/stub";
/// The stub is on this machine and answers at once.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The control address of a platform stub on this machine.
#[derive(Clone, Debug)]
pub struct StubSwitch {
    address: Url,
    client: Client,
}

/// The modes and the one that is on, for the start page.
#[derive(Debug, Serialize)]
pub(super) struct StubModes {
    modes: &'static [Mode],
    current: Mode,
}

#[derive(Deserialize)]
pub(super) struct StubScenario {
    mode: Mode,
}

impl StubSwitch {
    /// The switch of the platform at `platform`. None when it is on another machine: only stubs run on this one.
    #[must_use]
    pub fn new(platform: &str) -> Option<StubSwitch> {
        let url = Url::parse(platform).ok()?;
        let client = Client::builder().timeout(TIMEOUT).no_proxy().build().ok()?;
        let address = url.join("/_stub/behaviour").ok()?;
        is_localhost(&url).then_some(StubSwitch { address, client })
    }

    /// What it is set to; None when no stub answers.
    pub(super) async fn shown(&self) -> Option<StubModes> {
        let answer = self.request(Method::GET).send().await.ok()?;
        let behaviours: Vec<Behaviour> = answer.json().await.ok()?;
        let all = behaviours.iter().find(|behaviour| behaviour.call == "*");
        Some(StubModes { modes: Mode::ALL, current: all.map_or(Mode::Ok, |behaviour| behaviour.mode) })
    }

    async fn set(&self, mode: Mode) -> Result<(), reqwest::Error> {
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

/// Switches the stub to the chosen mode, and goes back to the start page.
pub(super) async fn switch(
    State(state): State<Arc<ServeState>>,
    Form(scenario): Form<StubScenario>,
) -> Response {
    let Some(switch) = &state.stub else {
        return (StatusCode::NOT_FOUND, "the platform is not a stub").into_response();
    };
    match switch.set(scenario.mode).await {
        Ok(()) => Redirect::to(start_page::PATH).into_response(),
        Err(error) => {
            let message = format!("the platform stub does not answer: {error}");
            (StatusCode::BAD_GATEWAY, message).into_response()
        }
    }
}
