//! The start page `/_dev`, the mails to the team about leads and counts, and the switch that makes the platform stub misbehave.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use http::header::HOST;
use http::{HeaderMap, StatusCode};
use minijinja::{Environment, Value, context};
use platform::stub::Mode;
use serde::Deserialize;
use serde_json::json;
use strum::VariantArray as _;

use super::live::with_script;
use super::state::ServeState;
use formats::templating::values;
use functions::{Leads, ListedChannel, ListedLead, TeamMail};

pub const PATH: &str = "/_dev";

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

#[derive(Deserialize)]
pub(super) struct StubScenario {
    mode: Mode,
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
