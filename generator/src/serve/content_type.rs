//! The media type of a file by its ending.

/// The `Content-Type` for a file name.
#[must_use]
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "xml" => "application/xml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether compressing a file of this type saves anything.
#[must_use]
pub fn is_compressible(content_type: &str) -> bool {
    content_type.starts_with("text/")
        || [
            "application/json",
            "application/manifest+json",
            "image/svg+xml",
            "application/xml; charset=utf-8",
            "application/atom+xml; charset=utf-8",
        ]
        .contains(&content_type)
}
