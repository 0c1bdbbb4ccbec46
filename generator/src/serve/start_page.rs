//! The start page `/_dev`, the mails to the team about leads and counts, and the switch that makes the platform stub misbehave.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use http::header::HOST;
use http::{HeaderMap, StatusCode};
use minijinja::{Environment, Value, context};
use platform::client::{is_localhost, read_limited};
use platform::stub::{Behaviour, Mode};
use reqwest::{Client, Method, RequestBuilder};
use serde::Deserialize;
use serde_json::json;
use strum::VariantArray as _;
use url::Url;

use super::live::with_script;
use super::state::ServeState;
use crate::stages::render::PageRenderer;
use formats::templating::values;
use functions::{Leads, ListedChannel, ListedLead, TeamMail};
use model::lang::Languages;
use model::source::{PageSource, ScheduleState};

pub const PATH: &str = "/_dev";

/// The last site that was built.
#[derive(Debug, Default)]
pub struct Overview {
    /// Renders its pages with other texts.
    pub renderer: Option<Arc<PageRenderer>>,
    pub(super) languages: Option<Languages>,
    /// The state of each page that is not public, by its path.
    pub(super) unpublished: HashMap<String, String>,
    /// What the start page shows of it.
    pub(super) values: Value,
}

impl Overview {
    /// The overview of a site. `source` is where its inventory came from, `stages` how many milliseconds each stage took.
    pub fn new(renderer: Arc<PageRenderer>, source: &str, stages: &[(&str, u128)]) -> Overview {
        let site = Arc::clone(&renderer.site);
        let languages = site.config.languages;
        // By language-neutral path, then by language.
        let mut pages: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
        let mut unpublished = HashMap::new();
        for page in &site.pages {
            let Some(PageSource { file, front, .. }) = page.source() else {
                continue;
            };
            let state = page.state.to_string();
            let listed =
                context! { url => &page.url, title => &front.title, file => file, state => &state };
            pages
                .entry(&page.neutral)
                .or_default()
                .insert(page.lang.code(), listed);
            if page.state != ScheduleState::Published {
                unpublished.insert(page.url.clone(), state);
            }
        }
        let values = context! {
            languages => languages.codes().collect::<Vec<_>>(),
            pages => values::from_serialize(&pages),
            units => site.inventory.units.len(),
            inventory_date => site.inventory.date.to_string(),
            inventory_source => source,
            stages => values::from_serialize(&stages),
            next_change => site.next_change.as_ref().map(|change| format!("{} ({})", change.at, change.file)),
        };
        Overview {
            renderer: Some(renderer),
            languages: Some(languages),
            unpublished,
            values,
        }
    }
}

pub(super) async fn start_page(State(state): State<Arc<ServeState>>) -> Response {
    let build = state.last_build();
    let leads = newest_leads(&state.leads)
        .await
        .map_err(|error| error.to_string());
    let stub = match &state.stub {
        Some(stub) => stub.mode().await,
        None => None,
    };
    let (overview, problems) = (build.overview.values.clone(), build.problems.clone());
    let values = context! {
        problems => problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        number_of_problems => Value::from_function(move |file: &str| {
            problems.iter().filter(|problem| problem.is_in(file)).count()
        }),
        is_live => state.is_live,
        unreadable => leads.as_ref().err(),
        leads => leads.as_ref().ok().map(|(leads, _)| values::from_serialize(leads)),
        channels => leads.as_ref().ok().map(|(_, channels)| values::from_serialize(channels)),
        stub => stub.map(|current| values::from_serialize(&json!({"modes": Mode::VARIANTS, "current": current}))),
        ..overview
    };
    let html = rendered("start_page.html", include_str!("start_page.html"), values);
    html.map(|html| {
        Html(if state.is_live {
            with_script(&html, "page", None)
        } else {
            html
        })
    })
    .into_response()
}

/// A template filled with values. Its name's ending selects the escaping. An error is an answer.
pub(super) fn rendered(
    name: &str,
    template: &str,
    values: Value,
) -> Result<String, (StatusCode, String)> {
    let html = Environment::new().render_named_str(name, template, values);
    html.map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

pub(super) async fn request_pull(State(state): State<Arc<ServeState>>) -> Response {
    state.pull_requests.notify_one();
    Redirect::to(PATH).into_response()
}

const SHOWN_LEADS: usize = 20;

async fn newest_leads(leads: &Leads) -> anyhow::Result<(Vec<ListedLead>, Vec<ListedChannel>)> {
    let listed = leads.listed().await?.into_iter().rev().take(SHOWN_LEADS);
    Ok((listed.collect(), leads.channels().await?))
}

/// Answers with the mail about a lead, as the team would get it.
pub(super) async fn mail(
    State(state): State<Arc<ServeState>>,
    Path(reference): Path<String>,
    headers: HeaderMap,
) -> Response {
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    shown_mail(
        state
            .leads
            .notice(&reference, &format!("http://{host}"))
            .await,
    )
}

/// Answers with what was counted today, as the mail about a week shows it.
pub(super) async fn counts(State(state): State<Arc<ServeState>>) -> Response {
    shown_mail(state.leads.counted_today().await)
}

/// The page of a mail: subject, text and HTML.
fn shown_mail(mail: anyhow::Result<Option<TeamMail>>) -> Response {
    match mail {
        Ok(Some(TeamMail {
            subject,
            text,
            html,
            ..
        })) => {
            let values = context! { subject, html, text };
            rendered("lead_mail.html", include_str!("lead_mail.html"), values)
                .map(Html)
                .into_response()
        }
        Ok(None) => (
            StatusCode::NOT_FOUND,
            "there is no such lead, or the site does not count",
        )
            .into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

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

#[derive(Deserialize)]
pub(super) struct StubScenario {
    mode: Mode,
}

impl StubSwitch {
    /// The switch of the platform at `platform`. None when it is on another machine: only stubs run on this one.
    pub fn new(platform: &str) -> Option<StubSwitch> {
        let url = Url::parse(platform).ok()?;
        let client = Client::builder()
            .timeout(STUB_TIMEOUT)
            .no_proxy()
            .build()
            .ok()?;
        let address = url.join("/_stub/behaviour").ok()?;
        is_localhost(&url).then_some(StubSwitch { address, client })
    }

    /// What it is set to; None when no stub answers.
    async fn mode(&self) -> Option<Mode> {
        let answer = self.request(Method::GET).send().await.ok()?;
        let body = read_limited(answer, STUB_ANSWER).await.ok()??;
        let behaviours: Vec<Behaviour> = serde_json::from_slice(&body).ok()?;
        let all = behaviours.iter().find(|behaviour| behaviour.call == "*");
        Some(all.map_or(Mode::Ok, |behaviour| behaviour.mode))
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

pub(super) async fn switch(
    State(state): State<Arc<ServeState>>,
    Form(scenario): Form<StubScenario>,
) -> Response {
    let Some(switch) = &state.stub else {
        return (StatusCode::NOT_FOUND, "the platform is not a stub").into_response();
    };
    match switch.set(scenario.mode).await {
        Ok(()) => Redirect::to(PATH).into_response(),
        Err(error) => (
            StatusCode::BAD_GATEWAY,
            format!("the platform stub does not answer: {error}"),
        )
            .into_response(),
    }
}
