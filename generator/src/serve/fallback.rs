//! The error page that needs no template, style or build (S5f): a message and a link to the home page.

use axum::body::Bytes;
use axum::response::{Html, IntoResponse as _, Response};
use http::StatusCode;
use http::header::CACHE_CONTROL;

use formats::escape::escape_html;
use model::lang::Lang;
use model::strings::Strings;

/// The texts of such a page.
#[derive(Clone, Debug)]
pub struct FallbackTexts {
    /// The message, when there is none of its own.
    message: String,
    /// The text of the link to the home page.
    home: String,
}

impl FallbackTexts {
    /// Those of a language of the site.
    pub(super) fn from_strings(strings: &Strings) -> Option<FallbackTexts> {
        let text = |key| Some(strings.plain(key)?.to_string());
        Some(FallbackTexts { message: text("errors.fallback")?, home: text("errors.home")? })
    }
}

impl Default for FallbackTexts {
    fn default() -> FallbackTexts {
        FallbackTexts { message: "An error occurred".to_owned(), home: "Back to home".to_owned() }
    }
}

/// The page when the site's own error page cannot be shown.
pub fn last_resort(status: StatusCode, lang: Option<Lang>, texts: &FallbackTexts) -> Response {
    error_page(status, &texts.message, lang, texts)
}

/// A small complete page with `message` as its heading and a link to the home page of its language.
pub fn error_page(status: StatusCode, message: &str, lang: Option<Lang>, texts: &FallbackTexts) -> Response {
    response(status, html(message, lang, texts).into())
}

/// The answer with such a page.
pub fn response(status: StatusCode, page: Bytes) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// The page as HTML. What follows the first line of the message is below the heading.
pub fn html(message: &str, lang: Option<Lang>, texts: &FallbackTexts) -> String {
    let home = lang.map_or_else(|| "/".to_owned(), |lang| lang.path("/"));
    let lang = lang.map_or("en", Lang::code);
    let (heading, details) = message.split_once('\n').unwrap_or((message, ""));
    let details = match details {
        "" => String::new(),
        details => format!("<pre>{}</pre>", escape_html(details)),
    };
    let (heading, back) = (escape_html(heading), escape_html(&texts.home));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{heading}</title>\n<h1>{heading}</h1>\n{details}\n\
         <p><a href=\"{home}\">{back}</a></p>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_escaped_and_the_page_links_to_the_home_page() {
        let message = "Unknown middleware \"<b>\"\na.md:3";
        let html = html(message, Some(model::lang::sample::EN), &FallbackTexts::default());
        for part in ["<h1>Unknown middleware &quot;&lt;b&gt;&quot;</h1>", "<pre>a.md:3</pre>", "href=\"/en\""]
        {
            assert!(html.contains(part), "{html}");
        }
    }
}
