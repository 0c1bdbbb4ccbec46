//! Open pages reload after a build.
//!
//! The development server adds a script to each page, from its own origin as the Content-Security-Policy requires. The
//! script listens to an event stream and reloads the page after a build. The built site does not contain it.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use bytes::Bytes;
use futures::stream::{self, Stream};
use tokio::sync::broadcast::{self, error::RecvError};

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

/// A page with the script's element before `</body>`.
pub fn with_reload_script(page: &[u8]) -> Bytes {
    let tag = format!("<script type=\"module\" src=\"{SCRIPT_PATH}\"></script>");
    let text = String::from_utf8_lossy(page);
    match text.rfind("</body>") {
        Some(place) => [&text[..place], &tag, &text[place..]].concat().into(),
        None => [&text[..], &tag].concat().into(),
    }
}

/// The event stream for one open page. It receives the problems of each build that wrote no site, and nothing for a
/// build that wrote one.
pub fn stream(
    builds: broadcast::Receiver<Option<String>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold(builds, |mut builds| async move {
        let event = match builds.recv().await {
            // After missed builds one reload is enough.
            Ok(None) | Err(RecvError::Lagged(_)) => Event::default().event("reload").data("reload"),
            Ok(Some(problems)) => Event::default().event("problems").data(problems),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(event), builds))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
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
