//! The error page that needs no template, style or build (S5f): a message and a link to the home page.

use axum::body::Bytes;
use axum::response::{Html, IntoResponse as _, Response};
use http::StatusCode;
use http::header::CACHE_CONTROL;

use formats::escape::escape_html;
use model::lang::Lang;

/// The page when the site's own error page cannot be shown.
pub fn last_resort(status: StatusCode, lang: Option<Lang>) -> Response {
    let message = match is_spanish(lang) {
        true => "Ocurrió un error",
        false => "An error occurred",
    };
    page(status, message, lang)
}

/// These pages are in Spanish or, for every other language, in English.
fn is_spanish(lang: Option<Lang>) -> bool {
    lang.is_some_and(|lang| lang.code() == "es")
}

/// A small complete page with `message` as its heading and a link to the home page of its language.
pub fn page(status: StatusCode, message: &str, lang: Option<Lang>) -> Response {
    response(status, html(message, lang).into())
}

/// The answer with such a page.
pub fn response(status: StatusCode, page: Bytes) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// The page as HTML.
pub fn html(message: &str, lang: Option<Lang>) -> String {
    let home = lang.map_or_else(|| "/".to_owned(), |lang| lang.path("/"));
    let (lang, back) = match is_spanish(lang) {
        true => ("es", "Volver al inicio"),
        false => ("en", "Back to home"),
    };
    let (heading, details) = message.split_once('\n').unwrap_or((message, ""));
    let details = match details {
        "" => String::new(),
        details => format!("<pre>{}</pre>", escape_html(details)),
    };
    let heading = escape_html(heading);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{heading}</title>\n<h1>{heading}</h1>\n{details}\n\
         <p><a href=\"{home}\">{back}</a></p>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_message_is_escaped_and_the_page_links_to_the_home_page() {
        let answer = page(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Unknown middleware \"<b>\"\na.md:3",
            Some(model::lang::sample::EN),
        );
        let bytes = axum::body::to_bytes(answer.into_body(), 10_000)
            .await
            .expect("a body");
        let html = String::from_utf8(bytes.to_vec()).expect("text");
        assert!(
            html.contains("<h1>Unknown middleware &quot;&lt;b&gt;&quot;</h1>"),
            "{html}"
        );
        assert!(
            html.contains("<pre>a.md:3</pre>") && html.contains("href=\"/en\""),
            "{html}"
        );
    }
}
