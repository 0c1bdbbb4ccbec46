//! Helpers that several unit tests of this crate use.

use crate::lead::{ChannelKind, FormKind, Lead, SpamReport};
use crate::post::{BodyKind, Post, check};
use jiff::Timestamp;

/// A lead of the contact form with the given key and message, to be delivered by call 1.
pub(crate) fn lead(key: &str, message: &str) -> Lead {
    let body = serde_json::json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com",
        "space": "local", "identity": "broker", "message": message, "key": key});
    let Ok(post) = Post::parse(BodyKind::Json, body.to_string().as_bytes()) else {
        panic!("the post cannot be parsed")
    };
    let Ok(checked) = check(FormKind::Contact, &post) else {
        panic!("the post is not valid")
    };
    post.to_lead(
        checked,
        FormKind::Contact,
        Timestamp::now(),
        vec![ChannelKind::Lead],
        key,
        SpamReport::default(),
    )
}
