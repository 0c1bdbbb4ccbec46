//! The news as Markdown, for a chat or a job summary.

use jiff::civil::Date;
use platform::unit::{Status, UnitCode};

use super::sentence::{percent, tenths};
use super::{News, Since, UnitChange};
use crate::history::ChangeKind;

impl News {
    /// A heading, what the news compare with, and one list item for each kind of change.
    pub fn markdown(&self) -> String {
        let since = match self.since {
            Since::Nothing => "Sin publicación anterior.".to_owned(),
            Since::Publication(day) => format!("Desde la última publicación (datos del {}):", written(day)),
            Since::Pull(day) => format!("Desde la consulta anterior (datos del {}):", written(day)),
        };
        let items: Vec<String> = match self.groups() {
            groups if !groups.is_empty() => groups.iter().map(|group| group.text(quoted)).collect(),
            _ if self.since == Since::Nothing => vec![self.totals()],
            _ => vec!["sin cambios en el inventario".to_owned()],
        };
        let items: String = items.iter().map(|item| format!("- {item}\n")).collect();
        format!("### Cambios del inventario\n\n{since}\n\n{items}")
    }

    /// A table with every change.
    pub fn table(&self) -> String {
        let edited = self.edited.iter().map(|code| row(code, "otros datos", "", ""));
        let rows: String = self.changes.iter().map(change_row).chain(edited).collect();
        format!("| unidad | cambio | antes | ahora |\n|---|---|---|---|\n{rows}")
    }
}

fn change_row(change: &UnitChange) -> String {
    let code = &change.code;
    match change.kind {
        ChangeKind::Listed { price, status } | ChangeKind::Returned { price, status } => {
            row(code, "nueva", "", &format!("{}, {price}", word(status)))
        }
        ChangeKind::Status { from, to } => row(code, "estatus", word(from), word(to)),
        ChangeKind::Price { from, to } => {
            let sign = if to > from { '+' } else { '-' };
            let by = tenths(change.kind).map(|share| format!(" ({sign}{})", percent(share)));
            let now = format!("{to}{}", by.unwrap_or_default());
            row(code, "precio", &from.to_string(), &now)
        }
        ChangeKind::Gone {} => row(code, "retirada", "", ""),
    }
}

fn row(code: &UnitCode, change: &str, before: &str, now: &str) -> String {
    format!("| {} | {change} | {before} | {now} |\n", quoted(code))
}

/// A code as Markdown code, because it may contain underscores.
fn quoted(code: &UnitCode) -> String {
    format!("`{code}`")
}

const fn word(status: Status) -> &'static str {
    match status {
        Status::Available => "disponible",
        Status::Reserved => "apartada",
        Status::Sold => "vendida",
    }
}

/// `20/11/2026`.
fn written(day: Date) -> String {
    day.strftime("%d/%m/%Y").to_string()
}
