//! Open pages reload after a build.
//!
//! The development server adds a script to each page, from its own origin as the Content-Security-Policy requires. The
//! script listens to an event stream and reloads the page after a build. The built site does not contain it.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use bytes::Bytes;
use futures::stream::{self, Stream};
use tokio::sync::broadcast;

/// The path of the script.
pub const SCRIPT_PATH: &str = "/_dev/reload.js";
/// The path of the event stream.
pub const EVENTS_PATH: &str = "/_dev/events";

/// The script that reloads the page, or prints the problems of a build to the console.
pub const SCRIPT: &str = "\
const events = new EventSource(\"/_dev/events\");
events.addEventListener(\"reload\", () => location.reload());
events.addEventListener(\"problems\", (event) => console.error(event.data));
";

/// An event for open pages.
#[derive(Debug, Clone)]
pub enum Notice {
    /// A build wrote the site.
    Reload,
    /// The build failed, with its problems as text; the last written site is still served.
    Problems(String),
}

/// A page with the script's element before `</body>`.
#[must_use]
pub fn with_reload_script(page: &[u8]) -> Bytes {
    let tag = format!("<script type=\"module\" src=\"{SCRIPT_PATH}\"></script>");
    let text = String::from_utf8_lossy(page);
    match text.rfind("</body>") {
        Some(place) => [&text[..place], &tag, &text[place..]].concat().into(),
        None => [&text[..], &tag].concat().into(),
    }
}

/// The event stream for one open page.
pub fn stream(receiver: broadcast::Receiver<Notice>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let notices = stream::unfold(receiver, |mut receiver| async move {
        let event = match receiver.recv().await {
            // After missed notices one reload is enough.
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
    fn the_script_is_added_before_the_end_of_the_body() {
        let page = b"<body><p>hola</p></body></html>";
        let text = with_reload_script(page);
        assert_eq!(
            text,
            "<body><p>hola</p><script type=\"module\" src=\"/_dev/reload.js\"></script></body></html>"
        );
    }
}
