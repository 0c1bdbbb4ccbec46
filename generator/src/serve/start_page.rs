//! The start page of the development server, `/_dev`: every page in each language with its state and problems, the last
//! build, the inventory, the leads, the platform stub, and the other pages for developers.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use http::StatusCode;
use minijinja::{Environment, context};
use serde::Serialize;

use super::leads_page;
use super::live::with_script;
use super::state::ServeState;
use crate::outputs::last_resort::FallbackTexts;
use formats::templating::values;
use model::lang::Languages;
use model::site::Site;
use model::source::ScheduleState;

/// The path of the page.
pub const PATH: &str = "/_dev";
/// The path that pulls the inventory.
pub const PULL_PATH: &str = "/_dev/pull";

const TEMPLATE: &str = include_str!("start_page.html");
const NAME: &str = "start_page.html";

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
    /// How many units have a page.
    units: usize,
    inventory_date: String,
    inventory_source: String,
    /// How long each stage of the build took, in milliseconds.
    stages: Vec<(&'static str, u128)>,
    /// When the site must be built again, and the file that changes.
    next_change: Option<String>,
}

/// A content page in one language.
#[derive(Clone, Debug, Serialize)]
struct ListedPage {
    url: String,
    title: String,
    file: String,
    state: String,
    is_public: bool,
}

impl Overview {
    /// The overview of a site. `source` is where its inventory came from, `stages` how long each stage took in
    /// milliseconds.
    pub fn new(site: &Site, source: &str, stages: Vec<(&'static str, u128)>) -> Overview {
        let mut overview = Overview {
            languages: Some(site.config.languages),
            fallback: site
                .config
                .languages
                .iter()
                .filter_map(|lang| {
                    let texts = FallbackTexts::from_strings(site.strings.get(lang))?;
                    Some((lang.code(), texts))
                })
                .collect(),
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

/// Answers a request for the start page.
pub(super) async fn start_page(State(state): State<Arc<ServeState>>) -> Response {
    let build = state.last_build();
    let problems = |file: &str| {
        let problems = build.problems.iter();
        problems.filter(|problem| problem.is_in(file)).count()
    };
    let by_file: BTreeMap<&str, usize> = build
        .overview
        .pages
        .values()
        .flat_map(BTreeMap::values)
        .map(|page| (page.file.as_str(), problems(&page.file)))
        .collect();
    let leads = match &state.leads {
        Some(leads) => leads_page::newest(leads).await.map_err(|error| error.to_string()),
        None => Ok(Default::default()),
    };
    let stub = match &state.stub {
        Some(stub) => stub.shown().await,
        None => None,
    };
    let html = rendered(
        NAME,
        TEMPLATE,
        context! {
            overview => values::from_serialize(&*build.overview),
            problems => build.problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
            problems_of => by_file,
            languages => build.overview.languages.map(|languages| languages.codes().collect::<Vec<_>>()).unwrap_or_default(),
            is_live => state.is_live,
            unreadable => leads.as_ref().err(),
            leads => leads.as_ref().ok().map(|(leads, _)| values::from_serialize(leads)),
            channels => leads.as_ref().ok().map(|(_, channels)| values::from_serialize(channels)),
            stub => stub.as_ref().map(values::from_serialize),
        },
    );
    match html {
        Ok(html) if state.is_live => Html(with_script(html.as_bytes(), "page", None)).into_response(),
        Ok(html) => Html(html).into_response(),
        Err(error) => error.into_response(),
    }
}

/// A template filled with values. Its name's ending selects the escaping. An error is an answer.
pub(super) fn rendered(
    name: &str,
    template: &str,
    values: minijinja::Value,
) -> Result<String, (StatusCode, String)> {
    let mut environment = Environment::new();
    let html = environment
        .add_template(name, template)
        .and_then(|()| environment.get_template(name)?.render(values));
    html.map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

/// Asks for a pull of the inventory, which the next build of the server makes.
pub(super) async fn request_pull(State(state): State<Arc<ServeState>>) -> Response {
    state.pull_requests.notify_one();
    Redirect::to(PATH).into_response()
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
