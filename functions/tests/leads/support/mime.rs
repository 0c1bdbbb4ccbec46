//! Reads received mails as a mail program does.

use mail_parser::{MessageParser, MimeHeaders};

/// The header called `name`, unfolded.
pub fn header(mail: &str, name: &str) -> String {
    let message = MessageParser::default().parse(mail).unwrap();
    let value = message.header_raw(name.to_owned());
    value
        .unwrap_or_else(|| panic!("{name} is missing in {mail}"))
        .trim()
        .replace("\r\n ", " ")
}

/// The text part and the HTML part of a notice; a calendar may follow them.
pub fn parts(mail: &str) -> [String; 2] {
    let message = MessageParser::default().parse(mail).unwrap();
    let kinds = message.parts.iter().map(|part| {
        let kind = part.content_type().unwrap();
        let charset = kind.attribute("charset").unwrap_or_default();
        format!("{}/{} {charset}", kind.ctype(), kind.subtype().unwrap())
    });
    let notice = "multipart/alternative , text/plain utf-8, text/html utf-8";
    let with_calendar = format!("multipart/mixed , {notice}, text/calendar utf-8");
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    assert!([notice, &with_calendar].contains(&&*kinds), "{kinds}");
    [message.body_text(0), message.body_html(0)].map(|part| part.unwrap().replace("\r\n", "\n"))
}
