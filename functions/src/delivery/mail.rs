//! The notice to the team and call 6, by SMTP.

use super::channel::{Attempt, Channel, Failure, NamedChannel, Opener, Receiver};
use super::notice::compose;
use crate::Secret;
use crate::config::Reader;
use crate::lead::{ChannelName, Lead};
use crate::site::{LoadedSite, TeamMail};
use anyhow::{Context, anyhow};
use async_trait::async_trait;
use jiff::civil::DateTime;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

pub(super) const RECEIVER: Receiver = Receiver {
    variables: &[
        "SMTP_URL",
        "SMTP_PASSWORD",
        "LEADS_NOTICE_FROM",
        "LEADS_NOTICE_TO",
    ],
    without: Some("the team gets no notices, and /mail/send (call 6) is rejected"),
    read,
};

fn read(reader: &mut Reader<'_>) -> Option<Opener> {
    let url = reader.value("SMTP_URL")?;
    let password = reader.text("SMTP_PASSWORD");
    if let Err((what, hint)) = check_url(&url, password.is_some()) {
        reader.problem("SMTP_URL", what, hint);
    }
    let hint = "set it to the sender of the team's notice";
    let from = reader.required("LEADS_NOTICE_FROM", hint);
    let hint = "set it to the team's addresses, comma-separated";
    let to = reader.comma_separated("LEADS_NOTICE_TO", hint);
    let sender = std::iter::once(("LEADS_NOTICE_FROM", &from)).filter(|(_, from)| !from.is_empty());
    for (name, address) in sender.chain(to.iter().map(|to| ("LEADS_NOTICE_TO", to))) {
        if address.parse::<Mailbox>().is_err() {
            let hint = "use name@host or Name <name@host>";
            reader.problem(name, "is not a mail address", hint);
        }
    }
    let url = Secret::new(url);
    let password = password.map(|text| Secret::new(text.trim_end_matches(['\r', '\n'])));
    let open = move || -> anyhow::Result<Vec<NamedChannel>> {
        let made = MailChannel::new(&url, password.as_ref(), &from, &to);
        let channel: Arc<dyn Channel> = Arc::new(made.context("cannot use the mail server")?);
        Ok(vec![(ChannelName::NOTICE, channel)])
    };
    Some(Box::new(open))
}

/// Checks that the URL of a mail server is meant as it is read, or says what is wrong and what to do: signs of a password would
/// end its host, and an unknown parameter would be ignored.
fn check_url(text: &str, has_password: bool) -> Result<(), (&'static str, &'static str)> {
    const FORM: &str = "use smtps://user@host:465 or smtp://user@host:587?tls=required, and SMTP_PASSWORD for the password; in the \
         URL its signs are percent-encoded";
    let url = Url::parse(text).map_err(|_| ("is not the URL of a mail server", FORM))?;
    if !matches!(url.scheme(), "smtp" | "smtps") || url.host_str().is_none_or(str::is_empty) {
        return Err(("is not the URL of a mail server", FORM));
    }
    if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
        return Err(("has a part after the mail server", FORM));
    }
    let modes: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let is_known = match &modes[..] {
        [] => url.query().is_none(),
        [(name, mode)] => {
            name == "tls"
                && (mode == "required" || mode == "opportunistic" && url.scheme() == "smtp")
        }
        _ => false,
    };
    if !is_known {
        return Err(("has a parameter that is not `tls=required`", FORM));
    }
    match (url.username(), url.password(), has_password) {
        ("", None, false) | (_, Some(_), false) => Ok(()),
        (user, None, true) if !user.is_empty() => Ok(()),
        (_, None, false) => Err(("has a user without a password", FORM)),
        (_, None, true) => Err(("has no user for SMTP_PASSWORD", FORM)),
        (_, Some(_), true) => Err(("has a password, and SMTP_PASSWORD is another one", FORM)),
    }
}

/// Timeout of the mail library; the deadline of an attempt is usually shorter.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Reply codes about wrong credentials (RFC 4954), which an operator can fix.
const CREDENTIAL_CODES: [u16; 4] = [530, 534, 535, 538];

pub(crate) struct MailChannel {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
}

impl MailChannel {
    /// A channel through the configured server. Connects at the first mail. No message of an error contains a secret.
    fn new(
        url: &Secret,
        password: Option<&Secret>,
        from: &str,
        to: &[String],
    ) -> anyhow::Result<Self> {
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.reveal())
            .map_err(|_| anyhow!("`SMTP_URL` is not the URL of a mail server"))?;
        if let Some(password) = password {
            let url = Url::parse(url.reveal())?;
            let user = percent_decode_str(url.username()).decode_utf8()?;
            let credentials = Credentials::new(user.into_owned(), password.reveal().to_owned());
            builder = builder.credentials(credentials);
        }
        let mailbox = |text: &str| {
            text.parse::<Mailbox>()
                .map_err(|_| anyhow!("{text:?} is not a mail address"))
        };
        Ok(Self {
            transport: builder.timeout(Some(TIMEOUT)).build(),
            from: mailbox(from)?,
            to: to.iter().map(|to| mailbox(to)).collect::<Result<_, _>>()?,
        })
    }

    /// Sends the team a mail that is not about a lead.
    pub(super) async fn send_to_team(&self, mail: TeamMail, id: &str) -> anyhow::Result<()> {
        let sent = self.transport.send(self.message(mail, id, None)?).await;
        // The server's text may repeat an address.
        sent.map(drop)
            .map_err(|error| anyhow!("{}", answer(&error)))
    }

    /// Every attempt at one lead has the same `Message-ID`, so that mail programs show it once.
    fn message(
        &self,
        mail: TeamMail,
        id: &str,
        calendar: Option<String>,
    ) -> anyhow::Result<Message> {
        // No absence note of the team must go to the visitor, to whom replies go (RFC 3834).
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        let automatic = HeaderValue::new(name, "auto-generated".to_owned());
        let mut builder = Message::builder()
            .from(self.from.clone())
            .subject(mail.subject)
            .raw_header(automatic)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())));
        for to in &self.to {
            builder = builder.to(to.clone());
        }
        if let Some(reply_to) = mail.reply_to {
            builder = builder.reply_to(reply_to);
        }
        let texts = MultiPart::alternative_plain_html(mail.text, mail.html);
        let Some(calendar) = calendar else {
            return Ok(builder.multipart(texts)?);
        };
        let kind =
            ContentType::parse("text/calendar; charset=utf-8").unwrap_or(ContentType::TEXT_PLAIN);
        let file = Attachment::new("visit.ics".to_owned()).body(calendar, kind);
        Ok(builder.multipart(MultiPart::mixed().multipart(texts).singlepart(file))?)
    }
}

#[async_trait]
impl Channel for MailChannel {
    fn as_mail(&self) -> Option<&MailChannel> {
        Some(self)
    }

    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site,
            site_url,
            lead,
            suspected_spam,
            deadline,
            ..
        } = *attempt;
        let site = site.get().await?;
        // Only the kind of the error, because a detail may repeat a value.
        let message = compose(lead, suspected_spam, &site, site_url)
            .map_err(|error| anyhow!("a template fails: {}", error.kind()))
            .and_then(|mail| {
                let visit = calendar(lead, &site, &mail.subject);
                self.message(mail, &format!("lead-{}", lead.reference), visit)
            })
            // Another file of the site may make it possible.
            .map_err(|error| Failure::Temporary(format!("the mail cannot be composed: {error}")))?;
        match tokio::time::timeout(deadline, self.transport.send(message)).await {
            Ok(Ok(response)) => Ok(format!("accepted with {}", response.code())),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => {
                let seconds = deadline.as_secs_f32();
                Err(Failure::Temporary(format!(
                    "the mail server did not respond within {seconds} s"
                )))
            }
        }
    }
}

/// Classifies an SMTP error. Only its code is kept, because the server's text may repeat an address.
fn failure(error: &SmtpError) -> Failure {
    let what = answer(error);
    match error.status().map(u16::from) {
        Some(code) if error.is_permanent() && !CREDENTIAL_CODES.contains(&code) => {
            Failure::Permanent(what)
        }
        _ => Failure::Temporary(what),
    }
}

fn answer(error: &SmtpError) -> String {
    error.status().map_or_else(
        || "the mail server cannot be reached".to_owned(),
        |code| format!("the mail server answered {}", u16::from(code)),
    )
}

/// The fields of the moments, in the order of preference.
const MOMENTS: [&str; 2] = ["visit_1", "visit_2"];
/// The most bytes of a line; longer ones continue in the next line, after a space.
const LINE: usize = 74;

/// The moments that a lead proposes for a visit, as a calendar (RFC 5545) with one tentative hour for each; `None` for a lead
/// without a moment. In UTC: with the name of a zone it would need the zone's rules, too.
fn calendar(lead: &Lead, site: &LoadedSite, summary: &str) -> Option<String> {
    let (reference, summary) = (&lead.reference, escaped(summary));
    let stamp = lead.received_at.strftime("%Y%m%dT%H%M%SZ");
    let events: String = MOMENTS.iter().enumerate().filter_map(|(index, name)| {
        let local = lead.choices.get(*name)?.parse::<DateTime>().ok()?;
        let start = site.moment(local)?.strftime("%Y%m%dT%H%M%SZ");
        let number = index + 1;
        Some(format!(
            "BEGIN:VEVENT\nUID:{reference}-{number}\nDTSTAMP:{stamp}\nDTSTART:{start}\nDURATION:PT1H\n\
             STATUS:TENTATIVE\nSUMMARY:{summary}\nEND:VEVENT\n"
        ))
    })
    .collect();
    let text =
        format!("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//leads//visit//EN\n{events}END:VCALENDAR");
    (!events.is_empty()).then(|| text.lines().map(folded).collect())
}

/// A line with its end, divided where it is too long.
fn folded(line: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for letter in line.chars() {
        if length + letter.len_utf8() > LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(letter);
        length += letter.len_utf8();
    }
    text + "\r\n"
}

/// A text with the signs escaped that separate values.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(';', "\\;")
        .replace(',', "\\,")
}

#[cfg(test)]
mod tests {
    use super::{MailChannel, calendar, check_url, compose};
    use crate::Secret;
    use crate::tests::{lead, site};
    use crate::visitor_text::tests::hostile_text;
    use crate::visitor_text::{header_value, lines, one_line};
    use mail_parser::MessageParser;
    use proptest::prelude::*;
    use std::sync::LazyLock;
    use tokio::runtime::Runtime;

    const HEADERS: &str =
        "From Subject Message-ID Auto-Submitted To Reply-To MIME-Version Date Content-Type";

    static CHANNEL: LazyLock<(Runtime, MailChannel)> = LazyLock::new(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = Runtime::new().expect("a runtime");
        let url = Secret::new("smtp://127.0.0.1:9");
        let to = ["team@development.example".to_owned()];
        let from = "no-reply@development.example";
        let channel = runtime.block_on(async { MailChannel::new(&url, None, from, &to) });
        (runtime, channel.expect("a channel"))
    });

    proptest! {
        #[test]
        fn a_mail_program_shows_no_hidden_character(texts in prop::collection::vec(hostile_text(), 4)) {
            let mut lead = lead("mail", "");
            let [name, subject, message, source] = &texts[..] else { unreachable!("four texts") };
            lead.name = Secret::new(name);
            lead.subject = Secret::new(subject);
            lead.message = Secret::new(message);
            lead.tracking.put("utm_source", source);
            let (_, channel) = &*CHANNEL;
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            let notice = compose(&lead, true, site(), "").expect("a notice");
            let expected = [&notice.subject, &header_value(name)].map(|text| solid(text));
            let composed = channel.message(notice, "lead", None);
            let bytes = composed.expect("a mail").formatted();
            let mail = MessageParser::default().parse(&bytes).expect("a mail");
            for header in mail.headers() {
                prop_assert!(HEADERS.split(' ').any(|known| known == header.name()), "{}", header.name());
            }
            let to = mail.reply_to().and_then(|to| to.first()).expect("an address");
            prop_assert_eq!(to.address(), Some("ana@example.com"));
            // Nothing is decoded to something else. Headers are folded at spaces.
            let shown = [mail.subject(), to.name()].map(|text| solid(text.unwrap_or_default()));
            prop_assert_eq!(&shown, &expected);
            prop_assert_eq!(shown.each_ref().map(|text| one_line(text)), expected);
            for body in [mail.body_text(0), mail.body_html(0)] {
                let body = body.expect("a body").replace("\r\n", "\n");
                prop_assert_eq!(lines(&body).join("\n"), body);
            }
        }
    }

    #[test]
    fn a_url_is_used_as_it_is_meant_or_refused() {
        for (url, has_password) in [
            ("smtp://mail.example", false),
            ("smtp://mail.example:587?tls=required", false),
            ("smtp://mail.example:25/?tls=opportunistic", false),
            ("smtps://ventas:2026%23Torre@mail.example:465", false),
            ("smtps://ventas:p@ss@mail.example", false),
            ("smtps://ventas%40mail.example@mail.example:465", true),
        ] {
            assert_eq!(check_url(url, has_password), Ok(()), "{url}");
        }
        for (url, has_password) in [
            ("mailto:ventas@mail.example", false),
            ("smtps:mail.example", false),
            ("smtps://ventas:2026#Torre@mail.example:465", false),
            ("smtps://ventas:20/26@mail.example:465", false),
            ("smtps://ventas:20?26@mail.example:465", false),
            ("smtps://AKIAEXAMPLE:9/U8m@mail.example:465", false),
            ("smtp://localhost:2525#Torre@mail.example:587", false),
            ("smtp://mail.example:587?starttls=true", false),
            ("smtp://mail.example:587?tls=requried", false),
            ("smtp://mail.example:587?", false),
            (
                "smtp://mail.example:587?tls=required&tls=opportunistic",
                false,
            ),
            ("smtps://mail.example:465?tls=opportunistic", false),
            ("smtps://ventas@mail.example:465", false),
            ("smtps://mail.example:465", true),
            ("smtps://ventas:other@mail.example:465", true),
        ] {
            assert!(check_url(url, has_password).is_err(), "{url}");
        }
    }

    #[test]
    fn each_moment_is_a_tentative_hour_of_the_development() {
        let mut lead = lead("visit", "");
        assert_eq!(calendar(&lead, site(), "Visita"), None);
        for (name, at) in [
            ("visit_1", "2026-12-01T10:00"),
            ("visit_2", "2026-12-02T16:30"),
        ] {
            lead.choices.insert(name.to_owned(), at.to_owned());
        }
        let name = "Ana; Núñez, ".repeat(9);
        let text = calendar(&lead, site(), &name).expect("a calendar");
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let unfolded = text.replace("\r\n ", "");
        for line in [
            // Panama is five hours behind UTC.
            "DTSTART:20261201T150000Z",
            "DTSTART:20261202T213000Z",
            "SUMMARY:Ana\\; Núñez\\, ",
        ] {
            assert!(unfolded.contains(line), "{unfolded}");
        }
        assert_eq!(unfolded.matches("BEGIN:VEVENT").count(), 2);
    }
}
