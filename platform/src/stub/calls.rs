//! Answers calls 1 to 5 like the platform, after checking the bearer token and the project.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;

use super::behaviour::Mode;
use super::connection::Connection;
use super::data::{CODE, corrupt, success};
use super::{Stub, misbehave};

/// The fields of call 1 (specification, section 7).
const LEAD: &[&str] = &[
    "contact_lead_name",
    "email",
    "phone",
    "register_contact",
    "send_notification",
    "zones",
    "source_name",
    "medium_name",
    "observations",
    "carrousel",
    "status",
    "campaign",
    "adSet",
    "ad",
    "form",
    "cost",
    "sales",
    "revenue",
    "utm_term",
    "utm_content",
    "campaign_id",
];

/// The fields of call 2.
const MAIL: &[&str] = &[
    "name",
    "email",
    "phone",
    "message",
    "emailTo",
    "emailCC",
    "flatInterested",
    "recaptchaVersion",
];

/// Answers one call as its behaviour says and records it.
pub(super) async fn answer(
    State(stub): State<Arc<Stub>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    Path(call): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let authorized = bearer(&headers).is_some_and(|token| token == stub.token);
    let parsed = serde_json::from_slice(&body);
    let recorded = parsed
        .as_ref()
        .map_or_else(|_| Value::from(String::from_utf8_lossy(&body)), Value::clone);
    let (number, behaviour) = {
        let mut state = stub.state();
        (
            state.requests.add(&call, authorized, &headers, recorded),
            state.plan.next(&call),
        )
    };
    let correct = match (authorized, parsed) {
        (false, _) => failure(StatusCode::UNAUTHORIZED, "the bearer token is missing or wrong"),
        (true, Err(_)) => failure(StatusCode::BAD_REQUEST, "the body is not JSON"),
        (true, Ok(body)) => correct_answer(&stub, &call, &body, behaviour.mode),
    };
    let response = misbehave::apply(&behaviour, correct, connection).await;
    if behaviour.mode.answers() {
        stub.state().requests.answered(number, response.status().as_u16());
    }
    response
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// The answer to an authorized call. For modes with wrong data, its lists are changed.
fn correct_answer(stub: &Stub, call: &str, body: &Value, mode: Mode) -> Response {
    let project_field = match call {
        "property/list" | "amenities/list" => Some("real_estate_development_code"),
        "property/detail" => Some("realEstateCode"),
        _ => None,
    };
    if project_field.is_some_and(|field| body[field] != stub.project_code) {
        return failure(StatusCode::NOT_FOUND, "there is no such project");
    }
    match call {
        "property/list" => Json(success("Property", units(stub, mode))).into_response(),
        "property/detail" => detail(stub, body["propertyCode"].as_str().unwrap_or_default()),
        "amenities/list" => Json(success("Amenities", amenities(stub, mode))).into_response(),
        "lead/createLeadWebsite" => {
            missing_fields(body, LEAD).unwrap_or_else(|| Json(json!({"Status": 200})).into_response())
        }
        "sendContactMail" => {
            missing_fields(body, MAIL).unwrap_or_else(|| Json(success("Status", "success")).into_response())
        }
        _ => failure(StatusCode::NOT_FOUND, "there is no such call"),
    }
}

fn units(stub: &Stub, mode: Mode) -> Vec<Value> {
    let mut units = stub.state().data.units.clone();
    match mode {
        Mode::Empty => units.clear(),
        Mode::Half => units = units.into_iter().step_by(2).collect(),
        Mode::UnknownStatus => corrupt::status(&mut units),
        Mode::PriceTimesTen => corrupt::prices(&mut units),
        Mode::DuplicateCodes => corrupt::codes(&mut units, CODE),
        _ => {}
    }
    units
}

fn amenities(stub: &Stub, mode: Mode) -> Vec<Value> {
    let mut amenities = stub.state().data.amenities.clone();
    match mode {
        Mode::Empty => amenities.clear(),
        Mode::DuplicateCodes => corrupt::codes(&mut amenities, "code"),
        _ => {}
    }
    amenities
}

fn detail(stub: &Stub, code: &str) -> Response {
    match stub.state().data.unit(code) {
        Some(unit) => Json(success("Property", unit.clone())).into_response(),
        None => failure(StatusCode::NOT_FOUND, "there is no such unit"),
    }
}

/// A 422 with the fields of `names` that `body` lacks; `None` if it has all.
fn missing_fields(body: &Value, names: &[&str]) -> Option<Response> {
    let missing: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| body.get(name).is_none())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let message = format!("missing: {}", missing.join(", "));
    Some(failure(StatusCode::UNPROCESSABLE_ENTITY, &message))
}

/// An error in the platform's format.
pub(super) fn failure(status: StatusCode, message: &str) -> Response {
    (
        status,
        Json(json!({"Status": status.as_u16(), "Message": message})),
    )
        .into_response()
}
