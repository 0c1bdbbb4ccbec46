//! The start page of the development server, `/_dev`: every page in each language with its state and problems, the last
//! build, the inventory, the leads, the platform stub, and the other pages for developers. The mails to the team: about each lead,
//! and about what was counted. The switch that makes the platform stub misbehave, so that an author sees what a platform that is
//! down or sends nonsense does to the site.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use http::header::HOST;
use http::{HeaderMap, StatusCode};
use minijinja::{Environment, Value, context};
use platform::client::is_localhost;
use platform::stub::{Behaviour, Mode};
use reqwest::{Client, Method, RequestBuilder};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;

use super::live::with_script;
use super::state::ServeState;
use crate::outputs::FallbackTexts;
use formats::templating::values;
use functions::{Leads, ListedChannel, ListedLead};
use model::lang::Languages;
use model::site::Site;
use model::source::ScheduleState;

pub const PATH: &str = "/_dev";

/// What the start page shows of the last site that was built.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Overview {
    #[serde(skip)]
    pub(super) languages: Option<Languages>,
    /// The texts of fallback pages by the code of their language.
    #[serde(skip)]
    pub(super) fallback: BTreeMap<&'static str, FallbackTexts>,
    /// The content pages, each in its languages, by language-neutral path.
    pages: BTreeMap<String, BTreeMap<&'static str, ListedPage>>,
    units: usize,
    inventory_date: String,
    inventory_source: String,
    /// How long each stage of the build took, in milliseconds.
    stages: Vec<(&'static str, u128)>,
    /// When the site must be built again, and the file that changes.
    next_change: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ListedPage {
    url: String,
    title: String,
    file: String,
    state: String,
    is_public: bool,
}

impl Overview {
    /// The overview of a site. `source` is where its inventory came from, `stages` how many milliseconds each stage took.
    pub fn new(site: &Site, source: &str, stages: Vec<(&'static str, u128)>) -> Overview {
        let languages = site.config.languages;
        let fallback = languages
            .iter()
            .filter_map(|lang| Some((lang.code(), FallbackTexts::from_strings(site.strings.get(lang))?)));
        let mut overview = Overview {
            languages: Some(languages),
            fallback: fallback.collect(),
            units: site.inventory.units.len(),
            inventory_date: site.inventory.date.to_string(),
            inventory_source: source.to_owned(),
            stages,
            next_change: site.next_change.as_ref().map(|change| format!("{} ({})", change.at, change.file)),
            ..Overview::default()
        };
        for page in &site.pages {
            let Some(source) = page.source() else { continue };
            let listed = ListedPage {
                url: page.url.clone(),
                title: source.front.title.clone(),
                file: source.file.clone(),
                state: page.state.to_string(),
                is_public: page.state == ScheduleState::Published,
            };
            let languages = overview.pages.entry(page.neutral.clone()).or_default();
            languages.insert(page.lang.code(), listed);
        }
        overview
    }

    /// The state of a page that is not public, by its path.
    pub(super) fn unpublished(&self, path: &str) -> Option<&str> {
        let mut pages = self.pages.values().flat_map(BTreeMap::values);
        pages.find(|page| page.url == path && !page.is_public).map(|page| page.state.as_str())
    }
}

pub(super) async fn start_page(State(state): State<Arc<ServeState>>) -> Response {
    let build = state.last_build();
    let problems = |file: &str| build.problems.iter().filter(|problem| problem.is_in(file)).count();
    let pages = build.overview.pages.values().flat_map(BTreeMap::values);
    let by_file: BTreeMap<&str, usize> = pages.map(|page| (&*page.file, problems(&page.file))).collect();
    let leads = match &state.leads {
        Some(leads) => newest_leads(leads).await.map_err(|error| error.to_string()),
        None => Ok(Default::default()),
    };
    let stub = match &state.stub {
        Some(stub) => stub.mode().await,
        None => None,
    };
    let values = context! {
        overview => values::from_serialize(&*build.overview),
        problems => build.problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        problems_of => by_file,
        languages => build.overview.languages.map(|languages| languages.codes().collect::<Vec<_>>()).unwrap_or_default(),
        is_live => state.is_live,
        unreadable => leads.as_ref().err(),
        leads => leads.as_ref().ok().map(|(leads, _)| values::from_serialize(leads)),
        channels => leads.as_ref().ok().map(|(_, channels)| values::from_serialize(channels)),
        stub => stub.map(|current| values::from_serialize(&json!({"modes": Mode::ALL, "current": current}))),
    };
    let html = rendered("start_page.html", include_str!("start_page.html"), values);
    let script =
        |html: String| if state.is_live { with_script(html.as_bytes(), "page", None) } else { html.into() };
    html.map(|html| Html(script(html))).into_response()
}

/// A template filled with values. Its name's ending selects the escaping. An error is an answer.
pub(super) fn rendered(name: &str, template: &str, values: Value) -> Result<String, (StatusCode, String)> {
    let html = Environment::new().render_named_str(name, template, values);
    html.map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

pub(super) async fn request_pull(State(state): State<Arc<ServeState>>) -> Response {
    state.pull_requests.notify_one();
    Redirect::to(PATH).into_response()
}

const SHOWN_LEADS: usize = 20;

async fn newest_leads(leads: &Leads) -> anyhow::Result<(Vec<ListedLead>, Vec<ListedChannel>)> {
    let mut listed = leads.listed().await?;
    listed.reverse();
    listed.truncate(SHOWN_LEADS);
    Ok((listed, leads.channels().await?))
}

/// Answers with the mail about a lead, as the team would get it.
pub(super) async fn mail(
    State(state): State<Arc<ServeState>>,
    Path(reference): Path<String>,
    headers: HeaderMap,
) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let notice = match &state.leads {
        Some(leads) => leads.notice(&reference, &format!("http://{host}")).await,
        None => Ok(None),
    };
    shown_mail(notice.map(|notice| notice.map(|notice| (notice.subject, [notice.text, notice.html]))))
}

/// Answers with what was counted today, as the mail about a week shows it.
pub(super) async fn counts(State(state): State<Arc<ServeState>>) -> Response {
    shown_mail(match &state.leads {
        Some(leads) => leads.counted_today().await,
        None => Ok(None),
    })
}

/// The page of a mail: subject, text and HTML.
fn shown_mail(mail: anyhow::Result<Option<(String, [String; 2])>>) -> Response {
    match mail {
        Ok(Some((subject, [text, html]))) => {
            let values = context! { subject, html, text };
            rendered("lead_mail.html", include_str!("lead_mail.html"), values).map(Html).into_response()
        }
        Ok(None) => {
            (StatusCode::NOT_FOUND, "there is no such lead, or the site does not count").into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// The stub is on this machine and answers at once.
const STUB_TIMEOUT: Duration = Duration::from_secs(2);

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
    #[must_use]
    pub fn new(platform: &str) -> Option<StubSwitch> {
        let url = Url::parse(platform).ok()?;
        let client = Client::builder().timeout(STUB_TIMEOUT).no_proxy().build().ok()?;
        let address = url.join("/_stub/behaviour").ok()?;
        is_localhost(&url).then_some(StubSwitch { address, client })
    }

    /// What it is set to; None when no stub answers.
    async fn mode(&self) -> Option<Mode> {
        let answer = self.request(Method::GET).send().await.ok()?;
        let behaviours: Vec<Behaviour> = answer.json().await.ok()?;
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
        Err(error) => {
            (StatusCode::BAD_GATEWAY, format!("the platform stub does not answer: {error}")).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::BuildOutcome;

    #[tokio::test]
    async fn pages_are_listed_with_their_state() {
        let state = Arc::new(ServeState::new("dist".into(), true));
        let page = ListedPage {
            url: "/en/x".to_owned(),
            title: "A <b>".to_owned(),
            file: "content/en/x.md".to_owned(),
            state: "draft".to_owned(),
            is_public: false,
        };
        let overview = Overview {
            languages: Some(model::lang::sample::BOTH),
            pages: [("/x".to_owned(), [("en", page)].into())].into(),
            ..Overview::default()
        };
        assert_eq!(overview.unpublished("/en/x"), Some("draft"));
        state.finish_build(Some(0), BuildOutcome { overview: Arc::new(overview), ..BuildOutcome::default() });
        let answer = start_page(State(state)).await;
        assert_eq!(answer.status(), 200);
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        let html = String::from_utf8(body.expect("a body").to_vec()).expect("text");
        assert!(html.contains("A &lt;b&gt;") && html.contains("draft"), "{html}");
        assert!(html.contains("href=\"/_dev/edit\""), "{html}");
    }
}
