//! The text about a lead for the team, used in the platform's observations and in the notice. Always in Spanish, the
//! team's language.

use crate::lead::{FormKind, Lead};
use std::fmt::Write;

/// Prefix of texts about a lead that is suspected spam.
pub(super) const SUSPECTED_SPAM: &str = "[DUDOSO]";

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
    line("Mensaje", lead.message.reveal());
    line("Busca", lead.space.as_deref().map_or("", space));
    line(
        "Se identifica como",
        lead.identity.as_deref().map_or("", identity),
    );
    line("Unidad", lead.unit.as_deref().unwrap_or_default());
    line("Formulario", form(lead.form));
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
        form(lead.form).to_owned()
    } else {
        format!("{site_url}{}", lead.page)
    };
    match &lead.unit {
        Some(unit) => format!("Página: {page} (unidad {unit})"),
        None => format!("Página: {page}"),
    }
}

/// The Spanish name of the form.
pub(super) fn form(form: FormKind) -> &'static str {
    match form {
        FormKind::Contact => "contacto",
        FormKind::Offices => "contacto de oficinas",
        FormKind::Units => "contacto de locales",
        FormKind::Home => "inicio",
        FormKind::Brochure => "brochure",
        FormKind::Unit => "unidad",
        FormKind::Mail => "correo",
    }
}

fn space(space: &str) -> &str {
    if space == "local" {
        "local comercial"
    } else {
        space
    }
}

fn identity(identity: &str) -> &str {
    match identity {
        "director" => "director de empresa",
        "investor" => "inversionista",
        "end_user" => "usuario final",
        other => other,
    }
}
