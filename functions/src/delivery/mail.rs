//! The notice to the team and call 6, by SMTP.

use super::channel::{Channel, Failure};
use super::team_text;
use crate::config::MailAccess;
use crate::lead::{Lead, Reference};
use async_trait::async_trait;
use lettre::message::{Mailbox, Message, header::ContentType};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;
use thiserror::Error;

/// Timeout of the mail library; the deadline of an attempt is usually shorter.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Reply codes about wrong credentials (RFC 4954), which an operator can fix.
const CREDENTIAL_CODES: [u16; 4] = [530, 534, 535, 538];

/// Why the mail configuration cannot be used. The message contains no secret.
#[derive(Debug, Error)]
pub(crate) enum BadMail {
    /// `SMTP_URL` cannot be parsed.
    #[error("`SMTP_URL` is not the URL of a mail server")]
    Server,
    /// An address cannot be parsed.
    #[error("{0:?} is not a mail address")]
    Address(String),
}

/// Sends leads to the team by mail.
pub(crate) struct MailChannel {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
    site_url: String,
}

impl MailChannel {
    /// A channel through the configured server. Connects at the first mail.
    pub(crate) fn new(access: &MailAccess, site_url: &str) -> Result<Self, BadMail> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(access.url.reveal())
            .map_err(|_| BadMail::Server)?;
        let mailbox = |text: &String| {
            text.parse::<Mailbox>()
                .map_err(|_| BadMail::Address(text.clone()))
        };
        Ok(Self {
            transport: builder.timeout(Some(TIMEOUT)).build(),
            from: mailbox(&access.from)?,
            to: access.to.iter().map(mailbox).collect::<Result<_, _>>()?,
            site_url: site_url.to_owned(),
        })
    }

    fn message(&self, lead: &Lead, suspected_spam: bool) -> Result<Message, lettre::error::Error> {
        let mut builder = Message::builder()
            .from(self.from.clone())
            .subject(subject(lead, suspected_spam))
            .message_id(Some(message_id(&lead.reference, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            builder = builder.to(to.clone());
        }
        // The form accepts every address that HTML does; some of them are not valid in mail and only in the text.
        if let Ok(address) = lead.email.reveal().parse::<Address>() {
            builder = builder.reply_to(Mailbox::new(Some(lead.name.reveal().to_owned()), address));
        }
        builder.body(self.text(lead, suspected_spam))
    }

    fn text(&self, lead: &Lead, suspected_spam: bool) -> String {
        let mut lines = vec![
            format!("Nombre: {}", lead.name.reveal()),
            format!("Teléfono: {}", lead.phone.reveal()),
            format!("Correo: {}", lead.email.reveal()),
            team_text::summary(lead, suspected_spam),
            team_text::sending_page(lead, &self.site_url),
            format!("Recibido: {}", lead.received_at),
        ];
        if suspected_spam {
            lines.push(format!("Para liberarlo: leads release {}", lead.reference));
        }
        lines.join("\n")
    }
}

/// The subject line. The visitor's own subject of call 6 has no line breaks; the mail library encodes it.
fn subject(lead: &Lead, suspected_spam: bool) -> String {
    let mark = if suspected_spam {
        format!("{} ", team_text::SUSPECTED_SPAM)
    } else {
        String::new()
    };
    let own = lead.subject.reveal();
    let what = if own.is_empty() {
        format!("Nuevo contacto: {}", team_text::form(lead.form))
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

/// The `Message-ID`. It is the same for every attempt at one lead, so that mail programs show a repeated mail once.
fn message_id(reference: &Reference, domain: &str) -> String {
    format!("<lead-{reference}@{domain}>")
}

#[async_trait]
impl Channel for MailChannel {
    async fn send(&self, lead: &Lead, suspected_spam: bool, deadline: Duration) -> Result<String, Failure> {
        let message = self
            .message(lead, suspected_spam)
            .map_err(|error| Failure::Permanent(format!("the mail cannot be composed: {error}")))?;
        match tokio::time::timeout(deadline, self.transport.send(message)).await {
            Ok(Ok(response)) => Ok(format!("accepted with {}", response.code())),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(Failure::Temporary(format!(
                "the mail server did not respond within {} s",
                deadline.as_secs_f32()
            ))),
        }
    }
}

/// Classifies an SMTP error. Only its code is kept, because the server's text may repeat an address.
fn failure(error: &SmtpError) -> Failure {
    let code = error.status().map(u16::from);
    let what = code.map_or_else(
        || "the mail server cannot be reached".to_owned(),
        |code| format!("the mail server answered {code}"),
    );
    match code {
        Some(code) if error.is_permanent() && !CREDENTIAL_CODES.contains(&code) => Failure::Permanent(what),
        _ => Failure::Temporary(what),
    }
}
