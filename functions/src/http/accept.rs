//! A post on its way to a saved lead.

use super::address;
use super::answer::{Asked, Refusal, refuse, thank};
use super::{body, origin};
use crate::lead::{FormKind, Lead};
use crate::outbox::Saved;
use crate::post::{self, BodyKind, Post};
use crate::service::Parts;
use crate::spam::{self, CaptchaState, Signals};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Takes a post. `form` is fixed by the route, or named by the post itself.
pub(super) async fn accept(
    parts: &Arc<Parts>,
    form: Option<FormKind>,
    headers: &HeaderMap,
    request: Request,
) -> Response {
    let kind = body::kind(headers);
    let mut asked = Asked::new(parts, kind, headers);
    let response = match read(parts, headers, kind, request, &mut asked).await {
        Err(refusal) => refuse(&asked, &refusal),
        Ok(recent_posts) => match save(parts, form, &mut asked, recent_posts).await {
            Err(refusal) => refuse(&asked, &refusal),
            Ok(lead) => thank(&asked, &lead),
        },
    };
    origin::allow_reading(&parts.config.origins, headers, response)
}

/// Limits and parsing. Answers how many posts came from the same address lately.
async fn read(
    parts: &Parts,
    headers: &HeaderMap,
    kind: Option<BodyKind>,
    request: Request,
    asked: &mut Asked<'_>,
) -> Result<usize, Refusal> {
    if !origin::is_allowed(&parts.config.origins, headers) {
        return Err(Refusal::Origin);
    }
    let kind = kind.ok_or(Refusal::MediaType)?;
    let counts = address::of(&request, headers, parts.config.trusted_proxies)
        .map(|ip| parts.rates.note(ip, Instant::now()));
    let limit = usize::try_from(parts.config.spam.posts_per_minute).unwrap_or(usize::MAX);
    if limit > 0 && counts.is_some_and(|counts| counts.minute > limit) {
        return Err(Refusal::TooMany);
    }
    let bytes = body::read(headers, request.into_body()).await?;
    asked.post = Post::parse(kind, &bytes).map_err(|_| Refusal::Unreadable)?;
    Ok(counts.map_or(0, |counts| counts.window))
}

/// Checking and saving; then the first turn at delivery, which changes nothing about the answer.
async fn save(
    parts: &Arc<Parts>,
    form: Option<FormKind>,
    asked: &mut Asked<'_>,
    recent_posts: usize,
) -> Result<Lead, Refusal> {
    let form = form
        .map_or_else(|| asked.post.form(), Ok)
        .map_err(|_| Refusal::Unreadable)?;
    asked.form = Some(form);
    let key = asked
        .post
        .key()
        .map_err(|_| Refusal::Unreadable)?
        .unwrap_or_default()
        .to_owned();
    let checked = post::check(form, &asked.post).map_err(Refusal::Invalid)?;
    let deliveries = parts.deliveries(form);
    if form == FormKind::Mail && deliveries.is_empty() {
        return Err(Refusal::Unavailable);
    }
    let captcha = match &parts.config.captcha_secret {
        Some(secret) => {
            let token = asked.post.field("captcha");
            spam::verify(&parts.http, &parts.config.captcha_url, secret.reveal(), token).await
        }
        None => CaptchaState::NotAsked,
    };
    let signals = Signals {
        honeypot: asked.post.field("website"),
        elapsed_ms: asked.post.elapsed_ms(),
        name: &checked.name,
        message: &checked.message,
        recent_posts,
        captcha,
    };
    let report = spam::assess(&signals, parts.config.spam.quarantine_from);
    let now = parts.config.clock.now();
    let hold = i64::try_from(parts.config.spam.hold.as_millis()).unwrap_or(i64::MAX / 4);
    let hold_until = report.quarantined.then_some(now.as_millisecond() + hold);
    let lead = Lead::from_post(&asked.post, checked, form, now, deliveries, &key, report);
    let reference = lead.reference.clone();
    match parts.outbox.save(&lead, hold_until).await {
        Ok(Saved::New) => {
            tracing::info!(%reference, form = form.word(), quarantined = lead.spam.quarantined, result = "saved", "lead");
            parts.courier.turn_within_request(lead.clone()).await;
            Ok(lead)
        }
        Ok(Saved::Before) => {
            tracing::info!(%reference, result = "saved before", "lead");
            Ok(lead)
        }
        Ok(Saved::Conflict) => {
            tracing::warn!(%reference, result = "key of another lead", "lead");
            Err(Refusal::Conflict)
        }
        Err(error) => {
            tracing::error!(%reference, %error, result = "not saved", "lead");
            Err(Refusal::Unavailable)
        }
    }
}
