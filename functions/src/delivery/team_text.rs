//! The text about a lead for the team, in the platform's observations. Always in Spanish, the team's language.

use super::lead_words;
use crate::lead::Lead;
use crate::visitor_text::lines;
use std::sync::LazyLock;

use crate::languages;
use model::lang::Lang;
use std::fmt::Write;

/// Prefix of texts about a lead that is suspected spam.
pub(super) const SUSPECTED_SPAM: &str = "[DUDOSO]";
/// The language of the platform's users, for the names of choices; the site's default for a site without Spanish.
static LANG: LazyLock<Lang> = LazyLock::new(|| languages::or_first("es"));

/// The message and the chosen options, one per line. The last line is the reference: two entries with the same
/// reference are the same lead.
pub(super) fn summary(lead: &Lead, suspected_spam: bool) -> String {
    let mut text = String::new();
    if suspected_spam {
        let _ = writeln!(
            text,
            "{SUSPECTED_SPAM} Revisar antes de contactar: {}",
            lead.spam.reasons.join(", ")
        );
    }
    let mut line = |label: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{label}: {value}");
        }
    };
    line("Mensaje", &lines(lead.message.reveal()).join("\n"));
    line(
        "Busca",
        lead_words::space(*LANG, lead).as_deref().unwrap_or_default(),
    );
    line(
        "Se identifica como",
        lead_words::identity(*LANG, lead).as_deref().unwrap_or_default(),
    );
    line("Unidad", lead.unit.as_deref().unwrap_or_default());
    line("Formulario", &lead_words::form(*LANG, lead.form));
    line("Idioma", lead.lang.code());
    line(
        "Acepta publicidad",
        if lead.consents.marketing { "sí" } else { "no" },
    );
    line("Folio", lead.reference.as_str());
    text.truncate(text.trim_end().len());
    text
}

/// The sending page, for `flatInterested` of call 2.
pub(super) fn sending_page(lead: &Lead, site_url: &str) -> String {
    let page = if lead.page.is_empty() {
        lead_words::form(*LANG, lead.form).to_string()
    } else {
        format!("{site_url}{}", lead.page)
    };
    match &lead.unit {
        Some(unit) => format!("Página: {page} (unidad {unit})"),
        None => format!("Página: {page}"),
    }
}
