//! The leads that the development server received, for the start page, and the mail to the team about each of them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use functions::{Leads, ListedLead};
use http::header::HOST;
use http::{HeaderMap, StatusCode};
use minijinja::context;

use super::start_page::rendered;
use super::state::ServeState;

/// The route of the mail about a lead.
pub(super) const MAIL_ROUTE: &str = "/_dev/leads/{reference}";
/// How many leads the start page shows, the newest first.
const SHOWN: usize = 20;

const TEMPLATE: &str = include_str!("lead_mail.html");

/// The newest leads.
///
/// # Errors
/// The store cannot be read.
pub(super) async fn newest(leads: &Leads) -> anyhow::Result<Vec<ListedLead>> {
    let mut listed = leads.listed().await?;
    listed.reverse();
    listed.truncate(SHOWN);
    Ok(listed)
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
    match notice {
        Ok(Some(notice)) => rendered(
            "lead_mail.html",
            TEMPLATE,
            context! { subject => notice.subject, html => notice.html, text => notice.text },
        )
        .map_or_else(IntoResponse::into_response, |html| Html(html).into_response()),
        Ok(None) => (StatusCode::NOT_FOUND, "there is no such lead").into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
