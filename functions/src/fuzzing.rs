//! Entry point of the fuzzer (`fuzz/targets/post.rs`): parses and checks a body.

use crate::post::{BodyKind, Post, check};
use crate::visitor_text::one_line;

/// Parses arbitrary bytes in both formats and checks them by the rules of every form. Panics when a value that the
/// rules accept is not normalized.
pub fn parse_and_check(body: &[u8]) {
    let forms = lead_site::standard_forms(|_| vec!["broker".to_owned()], None);
    for kind in [BodyKind::Json, BodyKind::Form] {
        let Ok(post) = Post::parse(kind, body, &["space", "identity"]) else {
            continue;
        };
        let _ = (post.form(), post.has_valid_key(), post.lang(), post.page());
        let _ = (post.is_checked("marketing"), post.elapsed_ms());
        for form in forms.values() {
            if let Ok(checked) = check(form, &post, jiff::Timestamp::UNIX_EPOCH) {
                assert!(checked.phone.bytes().all(|byte| byte.is_ascii_digit()));
                assert!(!checked.name.contains(['<', '>']) && one_line(&checked.name) == checked.name);
                assert!(checked.email.is_ascii() && !checked.email.contains(char::is_whitespace));
            }
        }
    }
}
