//! The WhatsApp messages about a unit. Only the code differs between units of a status, so each address is made once with a hole.

use platform::unit::Status;

use model::config::query_value;
use model::localized::Localized;
use model::strings::StringsError;

/// Stands for the code in texts that the browser fills in.
pub(crate) const UNIT_PLACEHOLDER: &str = "{{unit}}";

/// The text of a message about a unit of each status, and its address, with the placeholder for the code.
pub(super) struct ChatTexts([Result<String, StringsError>; 3]);

impl ChatTexts {
    pub(super) fn new(localized: Localized<'_>) -> ChatTexts {
        let number = localized.site.config.contact.whatsapp.get(localized.lang);
        ChatTexts(Status::ALL.map(|status| Ok(number.chat_url(&message(localized, status)?))))
    }

    /// The address of the message about a unit.
    pub(super) fn about(&self, status: Status, code: &str) -> Result<String, &StringsError> {
        let url = self.0[status as usize].as_ref()?;
        Ok(url.replace(&query_value(UNIT_PLACEHOLDER), &query_value(code)))
    }
}

/// The text of a message about a unit of this status, with [`UNIT_PLACEHOLDER`] for its code.
pub(crate) fn message(localized: Localized<'_>, status: Status) -> Result<String, StringsError> {
    let key = format!("messages.whatsapp_unit.{}", status.key());
    let message = localized.filled(&key, &[("unit", UNIT_PLACEHOLDER)])?;
    localized.chat_text(&message, UNIT_PLACEHOLDER)
}
