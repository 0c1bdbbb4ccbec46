//! What the editor's preview needs: its page may show pages of this server in a frame, and they may be shown in one. The
//! built site allows neither.

use http::HeaderMap;
use http::HeaderValue;
use http::header::{CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};

/// Lets this server show a page in a frame.
pub(super) fn allow_as_frame(headers: &mut HeaderMap) {
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    allow_own(headers, "frame-ancestors");
}

/// Lets a page show pages of this server in a frame.
pub(super) fn allow_frames(headers: &mut HeaderMap) {
    allow_own(headers, "frame-src");
}

/// Allows the server's own origin where a directive of the policy allows nothing.
fn allow_own(headers: &mut HeaderMap, directive: &str) {
    let Some(policy) = headers.get_mut(CONTENT_SECURITY_POLICY) else {
        return;
    };
    let text = policy.to_str().unwrap_or_default();
    let text = text.replace(&format!("{directive} 'none'"), &format!("{directive} 'self'"));
    if let Ok(changed) = HeaderValue::from_str(&text) {
        *policy = changed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_preview_needs_is_allowed() {
        let policy = "default-src 'self'; object-src 'none'; frame-src 'none'; frame-ancestors 'none'";
        let mut headers = HeaderMap::new();
        allow_frames(&mut headers);
        assert!(headers.is_empty());
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        allow_frames(&mut headers);
        let framing = policy.replace("frame-src 'none'", "frame-src 'self'");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], framing);
        allow_as_frame(&mut headers);
        let framed = framing.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], framed);
        assert_eq!(headers[X_FRAME_OPTIONS], "SAMEORIGIN");
    }
}
