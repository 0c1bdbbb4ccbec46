//! The news as one line of Spanish text: `3 vendidas: O-301, O-305, L-12; 1 precio sube 4 %: O-302`.

use platform::unit::{Status, UnitCode};

use super::{News, Since, UnitChange};
use crate::history::ChangeKind;

/// How many codes of one kind of change the text lists.
const LISTED: usize = 12;

/// Changes of one kind: what happened, and the codes of the units.
pub(super) struct Group<'a> {
    pub(super) title: String,
    codes: Vec<&'a UnitCode>,
}

impl Group<'_> {
    /// The title and the first codes, each written by `code`.
    pub(super) fn text(&self, code: impl Fn(&UnitCode) -> String) -> String {
        let listed: Vec<String> = self.codes.iter().take(LISTED).map(|one| code(one)).collect();
        let more = match self.codes.len().saturating_sub(LISTED) {
            0 => String::new(),
            number => format!(" y {number} más"),
        };
        format!("{}: {}{more}", self.title, listed.join(", "))
    }
}

impl News {
    /// The news as one line of Spanish text.
    pub fn text(&self) -> String {
        if self.since == Since::Nothing {
            return format!("sin publicación anterior: {}", self.totals());
        }
        let groups = self.groups();
        if groups.is_empty() {
            return "sin cambios en el inventario".to_owned();
        }
        let texts: Vec<String> = groups
            .iter()
            .map(|group| group.text(UnitCode::to_string))
            .collect();
        texts.join("; ")
    }

    /// `69 unidades (40 disponibles, 10 apartadas, 19 vendidas)`.
    pub(super) fn totals(&self) -> String {
        let [available, reserved, sold] = self.statuses;
        format!(
            "{} ({}, {}, {})",
            counted(available + reserved + sold, "unidad", "unidades"),
            counted(available, "disponible", "disponibles"),
            counted(reserved, "apartada", "apartadas"),
            counted(sold, "vendida", "vendidas"),
        )
    }

    /// The changes by kind, the most important first.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let of_kind = |is_kind: &dyn Fn(ChangeKind) -> bool| -> Vec<&UnitCode> {
            let matching = self.changes.iter().filter(|change| is_kind(change.kind));
            matching.map(|change| &change.code).collect()
        };
        let becomes = |status| move |kind| matches!(kind, ChangeKind::Status { to, .. } if to == status);
        let is_new = |kind| matches!(kind, ChangeKind::Listed { .. } | ChangeKind::Returned { .. });
        let is_gone = |kind| matches!(kind, ChangeKind::Gone {});
        let found = [
            group(of_kind(&becomes(Status::Sold)), "vendida", "vendidas"),
            group(of_kind(&becomes(Status::Reserved)), "apartada", "apartadas"),
            group(
                of_kind(&becomes(Status::Available)),
                "disponible de nuevo",
                "disponibles de nuevo",
            ),
            group(of_kind(&is_new), "nueva", "nuevas"),
            self.prices(true),
            self.prices(false),
            group(of_kind(&is_gone), "retirada", "retiradas"),
            group(
                self.edited.iter().collect(),
                "con cambios en otros datos",
                "con cambios en otros datos",
            ),
        ];
        found.into_iter().flatten().collect()
    }

    /// The prices that went up, or down.
    fn prices(&self, up: bool) -> Option<Group<'_>> {
        let moved =
            |change: &&UnitChange| matches!(change.kind, ChangeKind::Price { from, to } if (to > from) == up);
        let moved: Vec<&UnitChange> = self.changes.iter().filter(moved).collect();
        let shares: Option<Vec<u128>> = moved.iter().map(|change| tenths(change.kind)).collect();
        let by = match shares {
            None => String::new(),
            Some(shares) => {
                let (least, most) = (shares.iter().min()?, shares.iter().max()?);
                match (percent(*least), percent(*most)) {
                    (least, most) if least == most => format!(" {most}"),
                    (least, most) => format!(" entre {least} y {most}"),
                }
            }
        };
        let verbs = if up { ("sube", "suben") } else { ("baja", "bajan") };
        let title = match moved.len() {
            0 => return None,
            1 => format!("1 precio {}{by}", verbs.0),
            number => format!("{number} precios {}{by}", verbs.1),
        };
        let codes = moved.into_iter().map(|change| &change.code).collect();
        Some(Group { title, codes })
    }
}

/// The group of these units; nothing without units.
fn group<'a>(codes: Vec<&'a UnitCode>, one: &str, many: &str) -> Option<Group<'a>> {
    (!codes.is_empty()).then(|| Group {
        title: counted(codes.len(), one, many),
        codes,
    })
}

/// By how much a price changed, in tenths of a percent of the earlier price, rounded half up. `None` for other changes
/// and for an earlier price of zero.
pub(super) fn tenths(kind: ChangeKind) -> Option<u128> {
    let ChangeKind::Price { from, to } = kind else {
        return None;
    };
    let before = u128::try_from(from.centavos()).ok().filter(|price| *price > 0)?;
    let change = u128::from(to.centavos().abs_diff(from.centavos()));
    Some((change * 1000 + before / 2) / before)
}

/// `4 %`, `0.5 %`.
pub(super) fn percent(tenths: u128) -> String {
    match (tenths / 10, tenths % 10) {
        (0, 0) => "menos de 0.1 %".to_owned(),
        (whole, 0) => format!("{whole} %"),
        (whole, tenth) => format!("{whole}.{tenth} %"),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{number} {noun}")
}
