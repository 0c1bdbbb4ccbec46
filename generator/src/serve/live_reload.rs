//! Pages in the browser follow the author's edits.
//!
//! Each page that the development server answers ends in a script of our own origin (the policy allows no
//! other); the script listens to an event stream and loads the page again after a build. A built site never
//! contains it.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use bytes::Bytes;
use futures::stream::{self, Stream};
use tokio::sync::broadcast;

/// Where the script is.
pub const SCRIPT_PATH: &str = "/_dev/reload.js";
/// Where the event stream is.
pub const EVENTS_PATH: &str = "/_dev/events";

/// The script that follows the event stream.
pub const SCRIPT: &str = "\
const events = new EventSource(\"/_dev/events\");
events.addEventListener(\"reload\", () => location.reload());
events.addEventListener(\"problems\", (event) => console.error(event.data));
";

/// What the browsers are told.
#[derive(Debug, Clone)]
pub enum Notice {
    /// The site was built again.
    Reload,
    /// The site could not be built; the last one stays.
    Problems(String),
}

/// A page with the script's tag before its end.
#[must_use]
pub fn with_reload_script(page: &Bytes) -> Bytes {
    let tag = format!("<script type=\"module\" src=\"{SCRIPT_PATH}\"></script>");
    let text = String::from_utf8_lossy(page);
    match text.rfind("</body>") {
        Some(place) => [&text[..place], &tag, &text[place..]].concat().into(),
        None => [&text[..], &tag].concat().into(),
    }
}

/// The stream of notices for one browser.
pub fn stream(receiver: broadcast::Receiver<Notice>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let notices = stream::unfold(receiver, |mut receiver| async move {
        let event = match receiver.recv().await {
            // Notices were missed: one reload makes up for all of them.
            Ok(Notice::Reload) | Err(broadcast::error::RecvError::Lagged(_)) => {
                Event::default().event("reload").data("reload")
            }
            Ok(Notice::Problems(text)) => Event::default().event("problems").data(text),
            Err(broadcast::error::RecvError::Closed) => return None,
        };
        Some((Ok(event), receiver))
    });
    Sse::new(notices).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stands_at_the_end_of_the_body() {
        let page = Bytes::from("<body><p>hola</p></body></html>");
        let text = with_reload_script(&page);
        assert_eq!(
            text,
            "<body><p>hola</p><script type=\"module\" src=\"/_dev/reload.js\"></script></body></html>"
        );
    }
}
