//! The page for when the site's own error page cannot be shown (S5f): a message and a link to the home page, on one line,
//! without template, style or script. The development server, the files for hosts and the service worker have it.

use formats::escape::escape_html;
use http::StatusCode;
use model::lang::Lang;
use model::strings::Strings;

/// The texts of such a page.
#[derive(Clone, Debug)]
pub struct FallbackTexts {
    /// Its heading; what follows the first line is below.
    message: String,
    /// The text of the link to the home page.
    home: String,
}

impl FallbackTexts {
    /// Those of a language of the site.
    pub fn from_strings(strings: &Strings) -> Option<FallbackTexts> {
        let text = |key| Some(strings.plain(key)?.to_string());
        Some(FallbackTexts { message: text("errors.fallback")?, home: text("errors.home")? })
    }

    /// The same with another message.
    pub fn with_message(self, message: String) -> FallbackTexts {
        FallbackTexts { message, ..self }
    }

    /// The page as HTML. Its title is that of the specification in every language (S5e).
    pub fn page(&self, status: StatusCode, lang: Option<Lang>) -> String {
        let home = lang.map_or_else(|| "/".to_owned(), |lang| lang.path("/"));
        let lang = lang.map_or("en", Lang::code);
        let title = match status {
            StatusCode::NOT_FOUND => "404 Not Found",
            _ => "An error occurred",
        };
        let (heading, details) = self.message.split_once('\n').unwrap_or((&self.message, ""));
        let details = match details {
            "" => String::new(),
            details => format!("<pre>{}</pre>", escape_html(details)),
        };
        let (heading, back) = (escape_html(heading), escape_html(&self.home));
        format!(
            "<!doctype html><html lang=\"{lang}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"robots\" content=\"noindex\"><title>{title}</title><h1>{heading}</h1>{details}\
             <p><a href=\"{home}\">{back}</a></p></html>"
        )
    }
}

impl Default for FallbackTexts {
    fn default() -> FallbackTexts {
        FallbackTexts { message: "An error occurred".to_owned(), home: "Back to home".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::sample::EN;

    #[test]
    fn the_message_is_escaped_and_the_page_links_to_the_home_page() {
        let texts = FallbackTexts::default().with_message("Unknown middleware \"<b>\"\na.md:3".to_owned());
        let html = texts.page(StatusCode::INTERNAL_SERVER_ERROR, Some(EN));
        for part in [
            "<title>An error occurred</title>",
            "<h1>Unknown middleware &quot;&lt;b&gt;&quot;</h1>",
            "<pre>a.md:3</pre>",
            "href=\"/en\"",
        ] {
            assert!(html.contains(part), "{html}");
        }
        let missing = texts.page(StatusCode::NOT_FOUND, None);
        assert!(missing.contains("<title>404 Not Found</title>"), "{missing}");
    }
}
