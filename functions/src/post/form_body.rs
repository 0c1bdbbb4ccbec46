//! Parses posts of browsers without scripts: `name=value&...`, strictly UTF-8.
//!
//! `url::form_urlencoded` is not used because it silently replaces invalid UTF-8, which would store a damaged name.

use super::{Post, Unreadable};
use percent_encoding::percent_decode;

/// Most pairs of a body, more than any form of the site has.
const MAX_PAIRS: usize = 100;

/// Parses a form-encoded body.
pub(super) fn parse(body: &[u8], choices: &[&str]) -> Result<Post, Unreadable> {
    let mut post = Post::default();
    for (index, pair) in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()).enumerate() {
        if index == MAX_PAIRS {
            return Err(Unreadable);
        }
        let equals = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        let name = decode(&pair[..equals])?;
        let value = decode(pair.get(equals + 1..).unwrap_or_default())?;
        post.put(&name, value, choices);
    }
    Ok(post)
}

fn decode(bytes: &[u8]) -> Result<String, Unreadable> {
    let spaced: Vec<u8> = bytes.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    let decoded: Vec<u8> = percent_decode(&spaced).collect();
    String::from_utf8(decoded).map_err(|_| Unreadable)
}
