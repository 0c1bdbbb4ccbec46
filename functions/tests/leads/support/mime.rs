//! Reads received mails: headers, and the two parts of a notice.

/// The header called `name`, unfolded.
pub fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
    line.unwrap_or_else(|| panic!("{name} is missing in {mail}"))
}

/// The text part and the HTML part of a notice; a calendar may follow them.
pub fn parts(mail: &str) -> [String; 2] {
    let kind = header(mail, "Content-Type");
    if kind.starts_with("multipart/mixed;") {
        let boundary = kind.split('"').nth(1).unwrap();
        let [_, notice, calendar, _] = mail.split(&format!("--{boundary}")).collect::<Vec<_>>()[..] else {
            panic!("{mail}")
        };
        assert_eq!(header(calendar.trim_start(), "Content-Type"), "text/calendar; charset=utf-8");
        return parts(notice.trim_start());
    }
    assert!(kind.starts_with("multipart/alternative;"), "{kind}");
    let boundary = kind.split('"').nth(1).unwrap();
    let parts = mail.split(&format!("--{boundary}")).collect::<Vec<_>>();
    let [_, text, html, end] = parts[..] else { panic!("{} parts in {mail}", parts.len()) };
    assert_eq!(end.trim(), "--");
    let [text, html] = [(text, "text/plain"), (html, "text/html")].map(|(part, kind)| {
        let part = part.trim_start();
        assert_eq!(header(part, "Content-Type"), format!("{kind}; charset=utf-8"));
        decoded(part)
    });
    [text, html]
}

/// The body of a part.
fn decoded(part: &str) -> String {
    let body = part.split_once("\r\n\r\n").unwrap().1;
    match header(part, "Content-Transfer-Encoding").as_str() {
        "quoted-printable" => {
            let bytes = body.replace("=\r\n", "").replace('%', "=25").replace('=', "%");
            percent_encoding::percent_decode_str(&bytes).decode_utf8().unwrap().replace("\r\n", "\n")
        }
        "base64" => panic!("base64 is not expected in these mails"),
        _ => body.replace("\r\n", "\n"),
    }
}

/// The text part of a notice.
pub fn text(mail: &str) -> String {
    let [text, _] = parts(mail);
    text
}
