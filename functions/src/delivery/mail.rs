//! The team's own notice and call 6, by SMTP.

use super::channel::{Channel, Failure};
use super::words;
use crate::config::MailAccess;
use crate::lead::{Lead, Reference};
use async_trait::async_trait;
use lettre::message::{Mailbox, Message, header::ContentType};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;
use thiserror::Error;

/// The longest a mail server may be silent; the courier's own deadline is usually shorter.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);
/// Answers that ask for other credentials: the operator's to mend.
const CREDENTIAL_ANSWERS: [u16; 4] = [530, 534, 535, 538];

/// Why no mail can be sent with what is configured. Names no secret.
#[derive(Debug, Error)]
pub(crate) enum BadMail {
    /// `SMTP_URL` cannot be understood.
    #[error("SMTP_URL is not a mail server's address")]
    Server,
    /// An address cannot be understood.
    #[error("{0:?} is not a mail address")]
    Address(String),
}

/// Sends notices.
pub(crate) struct MailChannel {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
    site_url: String,
}

impl MailChannel {
    /// A channel through the configured server. Does not connect yet.
    pub(crate) fn new(access: &MailAccess, site_url: &str) -> Result<Self, BadMail> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(access.url.reveal())
            .map_err(|_| BadMail::Server)?;
        let mailbox = |text: &String| {
            text.parse::<Mailbox>()
                .map_err(|_| BadMail::Address(text.clone()))
        };
        Ok(Self {
            transport: builder.timeout(Some(LONGEST_SILENCE)).build(),
            from: mailbox(&access.from)?,
            to: access.to.iter().map(mailbox).collect::<Result<_, _>>()?,
            site_url: site_url.to_owned(),
        })
    }

    fn message(&self, lead: &Lead, doubtful: bool) -> Result<Message, lettre::error::Error> {
        let mut builder = Message::builder()
            .from(self.from.clone())
            .subject(subject(lead, doubtful))
            .message_id(Some(message_id(&lead.reference, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            builder = builder.to(to.clone());
        }
        // The rules of the form follow HTML, which allows addresses that mail does not: those are in the text only.
        if let Ok(address) = lead.email.reveal().parse::<Address>() {
            builder = builder.reply_to(Mailbox::new(Some(lead.name.reveal().to_owned()), address));
        }
        builder.body(self.text(lead, doubtful))
    }

    fn text(&self, lead: &Lead, doubtful: bool) -> String {
        let mut lines = vec![
            format!("Nombre: {}", lead.name.reveal()),
            format!("Teléfono: {}", lead.phone.reveal()),
            format!("Correo: {}", lead.email.reveal()),
            words::summary(lead, doubtful),
            words::sending_page(lead, &self.site_url),
            format!("Recibido: {}", lead.received_at),
        ];
        if doubtful {
            lines.push(format!("Para liberarlo: leads release {}", lead.reference));
        }
        lines.join("\n")
    }
}

/// The subject. The visitor's own subject of call 6 has no line ends; encoding is the mail library's.
fn subject(lead: &Lead, doubtful: bool) -> String {
    let mark = if doubtful {
        format!("{} ", words::DOUBTFUL)
    } else {
        String::new()
    };
    let own = lead.subject.reveal();
    let what = if own.is_empty() {
        format!("Nuevo contacto: {}", words::form(lead.form))
    } else {
        own.to_owned()
    };
    let unit = lead
        .unit
        .as_ref()
        .map(|unit| format!(", {unit}"))
        .unwrap_or_default();
    format!("{mark}{what}{unit} ({})", lead.reference)
}

/// The same for every attempt at the same lead, so that a mail program shows a double once.
fn message_id(reference: &Reference, domain: &str) -> String {
    format!("<lead-{reference}@{domain}>")
}

#[async_trait]
impl Channel for MailChannel {
    async fn send(&self, lead: &Lead, doubtful: bool, deadline: Duration) -> Result<String, Failure> {
        let message = self
            .message(lead, doubtful)
            .map_err(|error| Failure::Refused(format!("no mail can be made: {error}")))?;
        match tokio::time::timeout(deadline, self.transport.send(message)).await {
            Ok(Ok(response)) => Ok(format!("accepted with {}", response.code())),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(Failure::Later(format!(
                "the mail server did not answer within {} s",
                deadline.as_secs_f32()
            ))),
        }
    }
}

/// What to do about a failed mail. The server's text may repeat an address: only its number is kept.
fn failure(error: &SmtpError) -> Failure {
    let code = error.status().map(u16::from);
    let what = code.map_or_else(
        || "the mail server cannot be reached".to_owned(),
        |code| format!("the mail server answered {code}"),
    );
    match code {
        Some(code) if error.is_permanent() && !CREDENTIAL_ANSWERS.contains(&code) => Failure::Refused(what),
        _ => Failure::Later(what),
    }
}
