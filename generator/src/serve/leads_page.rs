//! The leads that the development server received, for the start page, and the mails to the team: about each of them, and about
//! what was counted.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use functions::{Leads, ListedChannel, ListedLead};
use http::header::HOST;
use http::{HeaderMap, StatusCode};
use minijinja::context;

use super::start_page::rendered;
use super::state::ServeState;

/// The route of the mail about a lead.
pub(super) const MAIL_ROUTE: &str = "/_dev/leads/{reference}";
/// The route of what was counted today.
pub(super) const COUNTS_ROUTE: &str = "/_dev/counts";
/// How many leads the start page shows, the newest first.
const SHOWN: usize = 20;

const TEMPLATE: &str = include_str!("lead_mail.html");

/// The newest leads, and the channels.
///
/// # Errors
/// The store cannot be read.
pub(super) async fn newest(leads: &Leads) -> anyhow::Result<(Vec<ListedLead>, Vec<ListedChannel>)> {
    let mut listed = leads.listed().await?;
    listed.reverse();
    listed.truncate(SHOWN);
    Ok((listed, leads.channels().await?))
}

/// Answers with the mail about a lead, as the team would get it.
pub(super) async fn mail(
    State(state): State<Arc<ServeState>>,
    Path(reference): Path<String>,
    headers: HeaderMap,
) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let site_url = format!("http://{}", host.unwrap_or_default());
    let notice = match &state.leads {
        Some(leads) => leads.notice(&reference, &site_url).await,
        None => Ok(None),
    };
    shown(notice.map(|notice| notice.map(|notice| (notice.subject, [notice.text, notice.html]))))
}

/// Answers with what was counted today, as the mail about a week shows it.
pub(super) async fn counts(State(state): State<Arc<ServeState>>) -> Response {
    shown(match &state.leads {
        Some(leads) => leads.counted_today().await,
        None => Ok(None),
    })
}

/// The page of a mail: subject, text and HTML.
fn shown(mail: anyhow::Result<Option<(String, [String; 2])>>) -> Response {
    match mail {
        Ok(Some((subject, [text, html]))) => {
            rendered("lead_mail.html", TEMPLATE, context! { subject, html, text })
                .map_or_else(IntoResponse::into_response, |html| Html(html).into_response())
        }
        Ok(None) => {
            (StatusCode::NOT_FOUND, "there is no such lead, or the site does not count").into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
