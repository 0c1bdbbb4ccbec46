//! AWS Lambda: passes gateway events to the router, and sweeps the outbox on scheduled events.

use crate::Leads;
use crate::http::parse_address;
use axum::extract::ConnectInfo;
use lambda_http::lambda_runtime::{self, LambdaEvent};
use lambda_http::request::LambdaRequest;
use lambda_http::{Adapter, Service, service_fn};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};
use tokio::time::timeout;
use tower::util::MapRequest;

/// Set by AWS Lambda only: the address of its runtime API.
pub(crate) const RUNTIME: &str = "AWS_LAMBDA_RUNTIME_API";

/// How long the answer to an event may take after its work has ended.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Handles events until the Lambda runtime ends the process.
pub(crate) async fn run(leads: Arc<Leads>) -> anyhow::Result<()> {
    leads.site.get().await?;
    leads.counts_nothing.store(true, Ordering::Relaxed);
    let handler = service_fn(move |event: LambdaEvent<Value>| {
        let leads = Arc::clone(&leads);
        async move {
            handle(&leads, event)
                .await
                .map_err(lambda_http::Error::from)
        }
    });
    lambda_runtime::run(handler)
        .await
        .map_err(|error| anyhow::anyhow!("{error}"))
}

async fn handle(leads: &Arc<Leads>, event: LambdaEvent<Value>) -> anyhow::Result<Value> {
    if is_scheduled(&event.payload) {
        let deadline = event.context.deadline();
        let left = || {
            deadline
                .duration_since(SystemTime::now())
                .unwrap_or_default()
        };
        let report = leads.sweep(Some(left())).await?;
        report.log();
        // What is not added up in the rest of the time is added up by a later event.
        let rest = left().saturating_sub(ANSWER_TIME);
        if timeout(rest, leads.process_counts()).await.is_err() {
            tracing::warn!(result = "not ended in time", "counts");
        }
        return Ok(serde_json::to_value(report)?);
    }
    let LambdaEvent { payload, context } = event;
    let router = MapRequest::new(leads.whole_router(), gateway(&payload));
    let request: LambdaRequest = serde_json::from_value(payload)?;
    let response = Adapter::from(router)
        .call(LambdaEvent::new(request, context))
        .await?;
    Ok(serde_json::to_value(response)?)
}

/// Whether the event comes from `EventBridge`, or from a schedule with the input `{"task": "deliver"}`.
fn is_scheduled(payload: &Value) -> bool {
    payload["source"] == "aws.events"
        || payload["source"] == "aws.scheduler"
        || payload["task"] == "deliver"
}

/// Adds the peer's address of a gateway's event to its request, and removes the gateway's stage from the path.
fn gateway(
    payload: &Value,
) -> impl FnMut(lambda_http::Request) -> lambda_http::Request + Clone + use<> {
    let context = &payload["requestContext"];
    let source = context["http"]["sourceIp"]
        .as_str()
        .or_else(|| context["identity"]["sourceIp"].as_str());
    // A load balancer reports its peer only in the last entry of the header.
    let single = payload["headers"]["x-forwarded-for"].as_str();
    let last = || {
        payload["multiValueHeaders"]["x-forwarded-for"]
            .as_array()?
            .last()?
            .as_str()
    };
    let forwarded = || single.or_else(last)?.rsplit(',').next();
    let peer = source.or_else(forwarded).and_then(parse_address);
    let stage = context["stage"].as_str().unwrap_or_default().to_owned();
    move |mut request| {
        if let Some(address) = peer {
            request
                .extensions_mut()
                .insert(ConnectInfo(SocketAddr::new(address, 0)));
        }
        let path = request.uri().path();
        let rest = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(stage.as_str()));
        if let Some(rest) = rest.filter(|rest| !stage.is_empty() && rest.starts_with('/')) {
            let query = request
                .uri()
                .query()
                .map(|query| format!("?{query}"))
                .unwrap_or_default();
            if let Ok(uri) = format!("{rest}{query}").parse() {
                *request.uri_mut() = uri;
            }
        }
        request
    }
}
