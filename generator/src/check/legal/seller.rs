//! Rules about who sells: the legal name, the channel for complaints, the registered contract. They hold on pages that
//! show what a unit costs.

use super::Demands;
use super::shown::plain;
use crate::check::page::CheckedPage;

/// How far from the hours the phone and the mailbox may stand, in bytes.
const NEAR: usize = 240;

pub(super) fn named(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    on_offer(demands, page, no_seller)
}

pub(super) fn complaints(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    on_offer(demands, page, no_complaints)
}

pub(super) fn contract(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    on_offer(demands, page, no_contract)
}

fn on_offer(
    demands: &Demands,
    page: &CheckedPage,
    missing: fn(&Demands, &str) -> Option<String>,
) -> Vec<String> {
    let text = &page.facts.shown.text;
    let missing = demands.offers(text).then(|| missing(demands, text));
    missing.flatten().into_iter().collect()
}

pub(super) fn no_seller(demands: &Demands, text: &str) -> Option<String> {
    let seller = plain(&demands.legal().responsible);
    (!text.contains(&seller)).then(|| format!("it offers, and does not name the seller, {seller}"))
}

/// Phone, mailbox and hours stand together: each may also stand elsewhere for another purpose.
pub(super) fn no_complaints(demands: &Demands, text: &str) -> Option<String> {
    let channel = demands.legal().complaints.as_ref()?;
    let hours = plain(channel.hours.get(demands.lang));
    let (phone, email) = (plain(channel.phone.label()), channel.email.as_str());
    let together = text.match_indices(&hours).any(|(at, _)| {
        let near = window(text, at.saturating_sub(NEAR), at + hours.len() + NEAR);
        near.contains(&phone) && near.contains(email)
    });
    (!together).then(|| {
        format!("it offers, and does not say where to complain: {phone}, {email}, {hours}, in one place")
    })
}

pub(super) fn no_contract(demands: &Demands, text: &str) -> Option<String> {
    let number = plain(demands.legal().profeco_contract.as_deref()?);
    (!text.contains(&number)).then(|| format!("it offers, and does not show PROFECO's registration {number}"))
}

fn window(text: &str, from: usize, to: usize) -> &str {
    let from = (0..=from).rev().find(|at| text.is_char_boundary(*at));
    let to = (to..text.len()).find(|at| text.is_char_boundary(*at));
    &text[from.unwrap_or_default()..to.unwrap_or(text.len())]
}
