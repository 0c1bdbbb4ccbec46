//! The media type of a file by its extension.

/// The `Content-Type` of a file; texts are UTF-8.
pub fn content_type(name: &str) -> String {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    let charset = if guessed.type_() == "text" { "; charset=utf-8" } else { "" };
    format!("{guessed}{charset}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_file_of_a_site_has_its_type() {
        for (name, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/a.css", "text/css; charset=utf-8"),
            ("assets/a.js", "text/javascript; charset=utf-8"),
            ("inventario.md", "text/markdown; charset=utf-8"),
            ("data/inventory.csv", "text/csv; charset=utf-8"),
            ("robots.txt", "text/plain; charset=utf-8"),
            ("sitemap.xml", "text/xml; charset=utf-8"),
            ("data/inventory.json", "application/json"),
            ("site.webmanifest", "application/manifest+json"),
            ("changes.atom", "application/atom+xml"),
            ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"),
            ("a.jpg", "image/jpeg"),
            ("a.webp", "image/webp"),
            ("a.avif", "image/avif"),
            ("favicon.ico", "image/x-icon"),
            ("a.woff2", "font/woff2"),
            ("pdf/a.pdf", "application/pdf"),
            ("unknown", "application/octet-stream"),
        ] {
            assert_eq!(content_type(name), expected, "{name}");
        }
    }
}
