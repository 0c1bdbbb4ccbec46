//! The choices of a visitor in words, for the platform's observations and the team's notice.

use crate::lead::{FormKind, Lead};
use crate::messages;
use model::lang::Lang;
use std::sync::Arc;

/// The name of a form.
pub(super) fn form(lang: Lang, form: FormKind) -> Arc<str> {
    messages::text(lang, &format!("notice.forms.{}", form.as_str()))
}

/// The space that the visitor is looking for, if the form asks.
pub(super) fn space(lang: Lang, lead: &Lead) -> Option<Arc<str>> {
    messages::option(lang, messages::SPACES, lead.space.as_deref()?)
}

/// How the visitor identified themselves, if the form asks.
pub(super) fn identity(lang: Lang, lead: &Lead) -> Option<Arc<str>> {
    messages::option(lang, lead.form.identities()?, lead.identity.as_deref()?)
}
