//! Posts of browsers without a script: `name=value&...`, strictly UTF-8.
//!
//! Not `url::form_urlencoded`, which replaces bad UTF-8 in silence: a name with a replacement
//! sign in it is a lead that cannot be called by name.

use super::{ParseError, Post};
use percent_encoding::percent_decode;

/// More pairs than any form of the site has.
const MOST_PAIRS: usize = 100;

/// Reads a form-encoded body.
pub(super) fn parse(body: &[u8]) -> Result<Post, ParseError> {
    let mut post = Post::default();
    for (index, pair) in body
        .split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
        .enumerate()
    {
        if index == MOST_PAIRS {
            return Err(ParseError::Unreadable);
        }
        let equals = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        let name = decode(&pair[..equals])?;
        let value = decode(pair.get(equals + 1..).unwrap_or_default())?;
        post.put(&name, value);
    }
    Ok(post)
}

fn decode(bytes: &[u8]) -> Result<String, ParseError> {
    let spaced: Vec<u8> = bytes
        .iter()
        .map(|byte| if *byte == b'+' { b' ' } else { *byte })
        .collect();
    let decoded: Vec<u8> = percent_decode(&spaced).collect();
    String::from_utf8(decoded).map_err(|_| ParseError::Unreadable)
}
