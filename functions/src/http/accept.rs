//! Accepts a post: limits, parsing, checking, saving, first delivery attempt.

use super::request::{add_cors_headers, body_kind, counted_address, is_allowed, read_body};
use super::response;
use super::response::{Rejection, RequestContext};
use crate::app_state::AppState;
use crate::lead::{CaptchaState, Lead};
use crate::outbox::SaveResult;
use crate::post::{self, BodyKind, Post};
use crate::site::LoadedSite;
use crate::spam::{self, Signals};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use lead_site::FormKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a post waits for other leads to be saved. A post that would wait longer gets a 503 instead.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Handles a post. `form` is set when the route determines it; otherwise the post names it.
pub(super) async fn accept(
    state: &Arc<AppState>,
    site: &Arc<LoadedSite>,
    form: Option<FormKind>,
    headers: &HeaderMap,
    request: Request,
) -> Response {
    let kind = body_kind(headers);
    let newer;
    let mut context = RequestContext::new(state, site, kind, headers);
    let response = match read_post(state, headers, kind, request, &mut context).await {
        Err(rejection) => response::rejected(&context, &rejection),
        Ok(recent_posts) => {
            let mut saved = save(state, form, &mut context, recent_posts).await;
            if matches!(saved, Err(Rejection::Invalid(_))) {
                // The page may have been published after the last look at the site's file.
                newer = state.site.newer_than(&site.build).await;
                if let Some(newer) = &newer {
                    context.site = newer;
                    saved = save(state, form, &mut context, recent_posts).await;
                }
            }
            match saved {
                Err(rejection) => response::rejected(&context, &rejection),
                Ok(lead) => response::accepted(&context, &lead),
            }
        }
    };
    add_cors_headers(&state.config.origins, headers, response)
}

/// Applies the limits and parses the body. Returns the number of recent posts from the same address.
async fn read_post(
    state: &AppState,
    headers: &HeaderMap,
    kind: Option<BodyKind>,
    request: Request,
    context: &mut RequestContext<'_>,
) -> Result<usize, Rejection> {
    if !is_allowed(&state.config.origins, headers) {
        return Err(Rejection::Origin);
    }
    let kind = kind.ok_or(Rejection::MediaType)?;
    let address = counted_address(&request, headers, state.config.trusted_proxies);
    let counts = state.rates.count(address, Instant::now());
    let limit = state.config.posts_per_minute;
    if limit > 0 && counts.minute > limit {
        return Err(Rejection::TooMany);
    }
    let bytes = read_body(headers, request.into_body()).await?;
    context.post = Post::parse(kind, &bytes, &context.site.choices()).map_err(|_| Rejection::Unreadable)?;
    Ok(counts.window)
}

/// Checks and saves the lead, then attempts to deliver it. The result of that attempt does not change the answer.
async fn save(
    state: &Arc<AppState>,
    form: Option<FormKind>,
    context: &mut RequestContext<'_>,
    recent_posts: usize,
) -> Result<Lead, Rejection> {
    context.form = form.or_else(|| context.post.form());
    let form = context.form.ok_or(Rejection::Unreadable)?;
    if !context.post.has_valid_key() {
        return Err(Rejection::Unreadable);
    }
    let rules = context.site.forms.get(&form).ok_or(Rejection::Unreadable)?;
    let now = state.config.clock.now();
    let checked = post::check(rules, &context.post, now).map_err(Rejection::Invalid)?;
    let channels = state.channels_of(form);
    if form == FormKind::Mail && channels.is_empty() {
        return Err(Rejection::Unavailable);
    }
    let captcha = match &state.config.captcha_secret {
        Some(secret) => {
            let token = context.post.field("captcha");
            spam::verify(&state.http, &state.config.captcha_url, secret.reveal(), token).await
        }
        None => CaptchaState::NotAsked,
    };
    let signals = Signals {
        honeypot: context.post.field("website"),
        elapsed_ms: context.post.elapsed_ms(),
        name: &checked.name,
        message: &checked.message,
        recent_posts,
        captcha,
    };
    let report = spam::assess(&signals, state.config.quarantine_from);
    let quarantine_ms = i64::try_from(state.config.quarantine_time.as_millis()).unwrap_or(i64::MAX / 4);
    let quarantine_until = report.quarantined.then_some(now.as_millisecond() + quarantine_ms);
    let lead = context.post.to_lead(checked, form, context.site, now, channels, report);
    let reference = lead.reference.clone();
    let saved = {
        let Ok(Ok(_permit)) = tokio::time::timeout(LONGEST_WAIT, state.saving.acquire()).await else {
            tracing::debug!(%reference, result = "too many at once", "lead");
            return Err(Rejection::Unavailable);
        };
        state.outbox.save(&lead, quarantine_until).await
    };
    match saved {
        Ok(SaveResult::New) => {
            tracing::info!(%reference, form = form.as_str(), quarantined = lead.spam.quarantined, result = "saved", "lead");
            state.worker.attempt_within_request(lead.clone()).await;
            Ok(lead)
        }
        Ok(SaveResult::Existing) => {
            tracing::info!(%reference, result = "saved before", "lead");
            Ok(lead)
        }
        Ok(SaveResult::Conflict) => {
            tracing::warn!(%reference, result = "key of another lead", "lead");
            Err(Rejection::Conflict)
        }
        Err(error) => {
            tracing::error!(%reference, %error, result = "not saved", "lead");
            Err(Rejection::Unavailable)
        }
    }
}
