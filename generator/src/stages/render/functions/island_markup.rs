//! The element that the loader starts: `<site-island>` with the island's HTML, and its props as JSON in an attribute.

use formats::escape::{escape_html, escape_json_for_html};

/// When an island starts; the names of `islands/src/loader/moments.ts`.
pub(super) const MOMENTS: [&str; 3] = ["load", "idle", "visible"];

/// Everything that a page contains for one island.
pub(super) struct IslandMarkup<'a> {
    pub(super) name: &'a str,
    /// One of [`MOMENTS`].
    pub(super) when: &'a str,
    /// The page's own props as JSON text, not yet escaped.
    pub(super) props: &'a str,
    /// URL of the file with the props that other pages share.
    pub(super) shared: &'a str,
    /// Its HTML.
    pub(super) html: &'a str,
    /// URL of the loader, for the first island of a page only.
    pub(super) loader: Option<&'a str>,
    /// URLs of modules to preload, for an island that starts on load. The shared props are preloaded with them.
    pub(super) preloads: &'a [String],
    /// What visitors read when the island cannot start (S5f).
    pub(super) fallback: &'a str,
    /// The text and the URL of the link to the home page below it.
    pub(super) home_label: &'a str,
    pub(super) home: &'a str,
}

impl IslandMarkup<'_> {
    /// The scripts and the element.
    pub(super) fn to_html(&self) -> String {
        let start = format!(
            "{}<site-island name=\"{}\" when=\"{}\" props='{}' shared=\"{}\" fallback=\"{}\" home=\"{}\" home-label=\"{}\">",
            self.scripts(),
            escape_html(self.name),
            escape_html(self.when),
            // JSON has many quotation marks, which single quotes leave as they are.
            escape_json_for_html(self.props).replace('\'', "\\u0027"),
            escape_html(self.shared),
            escape_html(self.fallback),
            escape_html(self.home),
            escape_html(self.home_label),
        );
        [&start, self.html, "</site-island>"].concat()
    }

    fn scripts(&self) -> String {
        let mut scripts = String::new();
        if let Some(loader) = self.loader {
            let loader = escape_html(loader);
            scripts.push_str(&format!("<script type=\"module\" src=\"{loader}\"></script>"));
        }
        // Low priority, so that styles and fonts, which the first screen needs, load first.
        for module in self.preloads {
            let module = escape_html(module);
            scripts
                .push_str(&format!("<link rel=\"modulepreload\" href=\"{module}\" fetchpriority=\"low\">"));
        }
        if !self.preloads.is_empty() {
            let shared = escape_html(self.shared);
            scripts.push_str(&format!(
                "<link rel=\"preload\" as=\"fetch\" href=\"{shared}\" crossorigin fetchpriority=\"low\">"
            ));
        }
        scripts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_the_html_is_escaped() {
        let markup = IslandMarkup {
            name: "form",
            when: "idle",
            props: r#"{"unit":"</script>'"}"#,
            shared: "/assets/form-es-A.json",
            html: "<form></form>",
            loader: Some("/assets/islands-A.js"),
            preloads: &["/assets/form-B.js".to_owned()],
            fallback: "\"Algo\" falló",
            home_label: "Inicio",
            home: "/",
        };
        assert_eq!(
            markup.to_html(),
            "<script type=\"module\" src=\"/assets/islands-A.js\"></script>\
             <link rel=\"modulepreload\" href=\"/assets/form-B.js\" fetchpriority=\"low\">\
             <link rel=\"preload\" as=\"fetch\" href=\"/assets/form-es-A.json\" crossorigin fetchpriority=\"low\">\
             <site-island name=\"form\" when=\"idle\" props='{\"unit\":\"\\u003c/script\\u003e\\u0027\"}' \
             shared=\"/assets/form-es-A.json\" fallback=\"&quot;Algo&quot; falló\" home=\"/\" home-label=\"Inicio\">\
             <form></form></site-island>"
        );
    }
}
