//! The rules as data: name, law, where it holds, how a page, a document and a drawing are tested, what to do.

use super::Demands;
use super::{documents, elsewhere, prices, seller, visuals};
use crate::check::page::CheckedPage;
use model::config::Profile;
use serde_json::Value;

/// A fact that must stand somewhere.
pub(super) struct Rule {
    /// Its stable name, which `site check` prints and docs/legal.md explains.
    pub(super) name: &'static str,
    /// Where the law says so.
    pub(super) source: &'static str,
    /// The profiles it holds for.
    pub(super) profiles: &'static [Profile],
    /// What a page lacks, a sentence for each.
    pub(super) on_page: fn(&Demands, &CheckedPage) -> Vec<String>,
    /// What a document lacks, seen from the data it is made of.
    pub(super) on_document: Option<fn(&Demands, &Value) -> Vec<String>>,
    /// What the drawing lacks that chats show with a page's link.
    pub(super) on_drawing: Option<fn(&Demands, &CheckedPage) -> Vec<String>>,
    /// What to do.
    pub(super) remedy: &'static str,
}

const ALL: &[Profile] = &[Profile::Commercial, Profile::Housing];

pub(super) const RULES: [Rule; 9] = [
    Rule {
        name: "total-price",
        source: "LFPC, article 7 Bis",
        profiles: ALL,
        on_page: prices::total_price,
        on_document: Some(documents::total_price),
        on_drawing: Some(prices::total_price),
        remedy: "show unit.total beside the net price, and t(\"price.vat_suffix\") behind every net price",
    },
    Rule {
        name: "mxn-first",
        source: "LFPC, article 34; NOM-247-SE-2021",
        profiles: ALL,
        on_page: prices::pesos_first,
        on_document: Some(documents::pesos_first),
        on_drawing: Some(prices::pesos_first),
        remedy: "put the amount in pesos (MXN) before any other currency, in the same block",
    },
    Rule {
        name: "offer-validity",
        source: "LFPC, article 48, section I",
        profiles: ALL,
        on_page: prices::validity,
        on_document: Some(documents::validity),
        on_drawing: Some(elsewhere::day),
        remedy: "show t(\"price.validity\", date=inventory.date_label), or t(\"legal.units_in_offer\", \
                 count=inventory.counts.disponible, date=inventory.date_label)",
    },
    Rule {
        name: "credit-total-notice",
        source: "LFPC, articles 7 Bis and 66; NOM-247-SE-2021",
        profiles: ALL,
        on_page: prices::credit_notice,
        on_document: Some(documents::credit_notice),
        on_drawing: None,
        remedy: "show t(\"payment.credit\") below the payment plan",
    },
    Rule {
        name: "illustrative-image",
        source: "LFPC, article 32; NOM-247-SE-2021",
        profiles: ALL,
        on_page: visuals::illustrative,
        on_document: Some(documents::illustrative),
        on_drawing: Some(elsewhere::illustrative),
        remedy: "caption the picture with t(\"legal.illustrative\"), or name it under legal.photographs of site.yaml \
                 when it is a photograph",
    },
    Rule {
        name: "seller",
        source: "LFPC, article 76 Bis, section III",
        profiles: ALL,
        on_page: seller::named,
        on_document: Some(documents::seller),
        on_drawing: None,
        remedy: "show t(\"legal.seller\", seller=site.legal.responsible), for example in templates/parts/footer.html",
    },
    Rule {
        name: "complaints",
        source: "LFPC, article 76 Bis, section III; NOM-247-SE-2021",
        profiles: ALL,
        on_page: seller::complaints,
        on_document: Some(documents::complaints),
        on_drawing: None,
        remedy: "show t(\"legal.complaints\", ...) with legal.complaints of site.yaml, for example in \
                 templates/parts/footer.html",
    },
    Rule {
        name: "profeco-contract",
        source: "LFPC, articles 73 and 87; NOM-247-SE-2021",
        profiles: &[Profile::Housing],
        on_page: seller::contract,
        on_document: Some(documents::contract),
        on_drawing: None,
        remedy: "show t(\"legal.profeco_contract\", number=site.legal.profeco_contract), for example in \
                 templates/parts/footer.html",
    },
    Rule {
        name: "simplified-privacy-notice",
        source: "LFPDPPP (DOF 20-03-2025), articles 14 to 16",
        profiles: ALL,
        on_page: visuals::privacy_notice,
        on_document: None,
        on_drawing: None,
        remedy: "show t(\"form.notice\") inside the form with a link to the full notice, and the responsible \
                 company's legal name and address on the page",
    },
];
