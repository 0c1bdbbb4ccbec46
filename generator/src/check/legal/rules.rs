//! The table of rules: what must be shown, where, and by which law. docs/legal.md explains each of them.

use super::RequiredTexts;
use super::checked_output::CheckedOutput;
use super::checked_output::OutputFormat::{self, Document, Markdown, Page, SharePicture};
use super::missing::{
    bare_net_prices, captions, document_totals, pesos_beside, privacy_notice, unit_total,
};
use super::missing::{has_offers, has_payment_plan, has_prices};
use crate::check::visible_text::plain;
use Fulfilment::{Test, Texts};
use formats::problem::{Code, Problem};
use model::config::Profile::{self, Commercial, Housing};

pub(super) struct Rule {
    /// Its code; its name in messages and in docs/legal.md is the part after `legal-`.
    code: Code,
    law: &'static str,
    pub(super) profiles: &'static [Profile],
    requirements: &'static [Requirement],
    remedy: &'static str,
}

/// In which outputs and when something is required, how it is fulfilled, and its words in messages and docs/legal.md.
struct Requirement(
    &'static [OutputFormat],
    fn(&RequiredTexts, &CheckedOutput) -> bool,
    Fulfilment,
    &'static str,
);

enum Fulfilment {
    /// One of these groups of texts is shown, the texts of a group near each other.
    Texts(fn(&RequiredTexts, &CheckedOutput) -> Vec<Vec<String>>),
    /// This function finds nothing missing; its texts are the messages.
    Test(fn(&RequiredTexts, &CheckedOutput) -> Vec<String>),
}

const ALL: &[Profile] = &[Commercial, Housing];
const PAGES: &[OutputFormat] = &[Page, Markdown];
const OFFERS: &[OutputFormat] = &[Page, Markdown, Document];

/// What to do about a share picture: not its page's template must change, but its own.
const SHARE_PICTURE_REMEDY: &str =
    "templates/share/README.md lists the values that the drawing may show";

/// The texts of a group are at most this far from the last of them, in bytes.
const NEAR: usize = 240;

#[rustfmt::skip]
pub(super) static RULES: [Rule; 9] = [
    Rule { code: Code::LegalTotalPrice, law: "LFPC, article 7 Bis", profiles: ALL, requirements: &[
        Requirement(&[Page, Markdown, SharePicture], always, Test(unit_total),
            "the total with tax of the page's unit, where its price is shown; not inside a closed `<details>`"),
        Requirement(&[Page, Markdown, SharePicture], always, Test(bare_net_prices),
            "`price.vat_suffix`, or the total, in each table, list or section with a net price"),
        Requirement(&[Document], always, Test(document_totals), "the total with tax of each unit"),
    ], remedy: "show unit.amounts.total beside the net price, in an element with data-price=\"total\", and t(\"price.vat_suffix\") \
                after each net price; amounts of a payment plan are in an element with data-price=\"payments\"" },
    Rule { code: Code::LegalMxnFirst, law: "LFPC, article 34; NOM-247-SE-2021", profiles: ALL, requirements: &[
        Requirement(&[Page, Markdown, Document, SharePicture], always, Test(pesos_beside),
            "an amount in pesos in the block of each amount in another currency; before it, where prices are in pesos"),
    ], remedy: "show the amount in pesos (MXN) in the same block: money, or reference with `reference_currency` of site.yaml" },
    Rule { code: Code::LegalOfferValidity, law: "LFPC, article 48, section I", profiles: ALL, requirements: &[
        Requirement(OFFERS, has_offers, Texts(|required, _| required.validity.iter().map(|text| vec![text.clone()]).collect()),
            "`price.validity` or `legal.units_in_offer`, with the date of the inventory and the number of available units"),
        Requirement(&[SharePicture], has_prices, Texts(|required, _| vec![vec![required.date.clone()]]),
            "the date of the inventory"),
    ], remedy: "show t(\"price.validity\", date=inventory.date_label), or t(\"legal.units_in_offer\", \
                count=inventory.counts.disponible, date=inventory.date_label)" },
    Rule { code: Code::LegalCreditTotalNotice, law: "LFPC, articles 7 Bis and 66; NOM-247-SE-2021", profiles: ALL, requirements: &[
        Requirement(OFFERS, has_payment_plan, Texts(|required, _| vec![required.strings(&["payment.credit"])]),
            "the notice `payment.credit`: the total of a purchase on credit varies"),
    ], remedy: "show t(\"payment.credit\") below the payment plan" },
    Rule { code: Code::LegalIllustrativeImage, law: "LFPC, article 32; NOM-247-SE-2021", profiles: ALL, requirements: &[
        Requirement(PAGES, always, Test(captions),
            "`legal.illustrative` in the caption of each picture that is not a photograph"),
        Requirement(&[Document], has_prices, Texts(|required, _| vec![required.strings(&["legal.images"])]),
            "the notice `legal.images`: the drawings are illustrative"),
        Requirement(&[SharePicture], always, Texts(illustrative_drawing),
            "the notice `legal.illustrative`, or `legal.illustrative_plan` for a unit"),
    ], remedy: "caption the picture with t(\"legal.illustrative\"), or name it under legal.photographs of site.yaml \
                when it is a photograph" },
    Rule { code: Code::LegalSeller, law: "LFPC, article 76 Bis, section III", profiles: ALL, requirements: &[
        Requirement(OFFERS, has_prices, Texts(|required, _| vec![vec![plain(&required.site.config.legal.responsible)]]),
            "the seller's legal name, `legal.responsible`"),
    ], remedy: "show t(\"legal.seller\", seller=site.legal.responsible), for example in templates/parts/footer.html" },
    Rule { code: Code::LegalComplaints, law: "LFPC, article 76 Bis, section III; NOM-247-SE-2021", profiles: ALL, requirements: &[
        Requirement(OFFERS, has_prices, Texts(complaints),
            "phone, e-mail address and hours of `legal.complaints`, next to each other"),
    ], remedy: "show t(\"legal.complaints\", ...) with legal.complaints of site.yaml, for example in \
                templates/parts/footer.html" },
    Rule { code: Code::LegalProfecoContract, law: "LFPC, articles 73 and 87; NOM-247-SE-2021", profiles: &[Housing], requirements: &[
        Requirement(OFFERS, has_prices, Texts(|required, _| vec![required.site.config.legal.profeco_contract.iter().map(|n| plain(n)).collect()]),
            "the number of the registered contract, `legal.profeco_contract`"),
    ], remedy: "show t(\"legal.profeco_contract\", number=site.legal.profeco_contract), for example in \
                templates/parts/footer.html" },
    Rule { code: Code::LegalSimplifiedPrivacyNotice, law: "LFPDPPP (DOF 20-03-2025), articles 14 to 16", profiles: ALL, requirements: &[
        Requirement(PAGES, always, Test(privacy_notice),
            "`form.notice` and a link to the page with the template `privacy` in each form for personal data; on its page \
             `legal.responsible` and the showroom's street"),
    ], remedy: "show t(\"form.notice\") inside the form with a link to the full notice, and the responsible company's legal \
                name and address on the page" },
];

fn always(_: &RequiredTexts, _: &CheckedOutput) -> bool {
    true
}

fn complaints(required: &RequiredTexts, _: &CheckedOutput) -> Vec<Vec<String>> {
    let texts = required.site.config.legal.complaints.iter().map(|channel| {
        let hours = channel.hours.get(required.lang);
        [&*channel.phone.label, &channel.email, hours]
            .map(plain)
            .to_vec()
    });
    texts.collect()
}

fn illustrative_drawing(required: &RequiredTexts, output: &CheckedOutput) -> Vec<Vec<String>> {
    let of_unit = output.unit.map(|_| "legal.illustrative_plan");
    of_unit
        .into_iter()
        .chain(["legal.illustrative"])
        .map(|key| required.strings(&[key]))
        .collect()
}

impl Rule {
    fn name(&self) -> &'static str {
        let code = self.code.as_str();
        code.strip_prefix("legal-").unwrap_or(code)
    }

    pub(super) fn problems(
        &self,
        required: &RequiredTexts,
        output: &CheckedOutput,
    ) -> Vec<Problem> {
        let remedy = if output.format == SharePicture {
            SHARE_PICTURE_REMEDY
        } else {
            self.remedy
        };
        let (name, law) = (self.name(), self.law);
        let problem = |what: String| {
            let message = format!("legal rule {name} ({law}): {what} ({})", output.name);
            Problem::in_file(self.code, &output.file, message).hint(remedy)
        };
        let missing = self
            .requirements
            .iter()
            .flat_map(|requirement| requirement.missing(required, output));
        missing.map(problem).collect()
    }
}

impl Requirement {
    fn missing(&self, required: &RequiredTexts, output: &CheckedOutput) -> Vec<String> {
        let Requirement(formats, applies, fulfilment, what) = self;
        if !formats.contains(&output.format) || !applies(required, output) {
            return Vec::new();
        }
        match fulfilment {
            Test(missing) => missing(required, output),
            Texts(groups) => {
                let groups = groups(required, output);
                if groups
                    .iter()
                    .any(|group| has_group(&output.visible.whole.text, group))
                {
                    return Vec::new();
                }
                let example = groups
                    .first()
                    .map_or_else(String::new, |group| group.join(", "));
                vec![format!("`{example}` is missing: {what}")]
            }
        }
    }
}

/// Whether the texts of a group are near its last one: each of them may also be shown elsewhere for another purpose.
fn has_group(text: &str, group: &[String]) -> bool {
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let last = group.last().into_iter();
    let mut places = last.flat_map(|last| text.match_indices(last.as_str()));
    places.any(|(at, last)| {
        let start = (0..=at.saturating_sub(NEAR))
            .rev()
            .find(boundary)
            .unwrap_or(0);
        let end = (at + last.len() + NEAR..text.len())
            .find(boundary)
            .unwrap_or(text.len());
        group
            .iter()
            .all(|other| text[start..end].contains(other.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_exactly_these_rules() {
        let documentation = include_str!("../../../../docs/legal.md");
        let mut sections = documentation.split("\n## ");
        let rules = sections.find(|section| section.starts_with("The rules"));
        let rows = rules
            .unwrap()
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let names = RULES.iter().map(Rule::name);
        assert_eq!(rows.collect::<Vec<_>>(), names.collect::<Vec<_>>());
    }
}
