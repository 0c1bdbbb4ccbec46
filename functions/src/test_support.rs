//! Helpers that several unit tests of this crate use.

use crate::lead::{ChannelKind, FormKind, Lead, SpamReport};
use crate::post::{BodyKind, Post, check};
use jiff::Timestamp;
use serde_json::{Value, json};

/// A lead of the contact form with the given key and message, to be delivered by call 1.
pub(crate) fn lead(key: &str, message: &str) -> Lead {
    let body = json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com",
        "space": "local", "identity": "broker", "message": message, "key": key});
    lead_of(FormKind::Contact, &body, Timestamp::now(), SpamReport::default())
}

/// The lead of a valid post, to be delivered by call 1.
pub(crate) fn lead_of(form: FormKind, body: &Value, received_at: Timestamp, spam: SpamReport) -> Lead {
    let Ok(post) = Post::parse(BodyKind::Json, body.to_string().as_bytes()) else {
        panic!("the post cannot be parsed")
    };
    let Ok(checked) = check(form, &post) else {
        panic!("the post is not valid")
    };
    let key = post.field("key").to_owned();
    post.to_lead(checked, form, received_at, vec![ChannelKind::Lead], &key, spam)
}
