//! `leads waiting`: who asked to hear when a reserved unit is available again.

use super::inspect::all_references;
use crate::Leads;
use crate::lead::Lead;
use crate::visitor_text::header_value;
use std::io::Write;

/// Prints the waiting leads by unit, oldest first: code, day, name, telephone number, mail address, reference. Those of
/// units that are available; of `only` whatever its status.
pub(super) async fn print(leads: &Leads, only: Option<&str>) -> anyhow::Result<()> {
    let site = leads.state.site.get().await?;
    let is_listed = |code: &str| match only {
        Some(only) => code.eq_ignore_ascii_case(only.trim()),
        None => site.units.get(code).is_some_and(|unit| unit.status == "disponible"),
    };
    let mut lines = Vec::new();
    for reference in all_references(leads).await? {
        let Some(lead) = leads.state.outbox.find(&reference).await? else { continue };
        lines.extend(lines_of(&lead, is_listed).map(|(code, line)| (code, lead.received_at, line)));
    }
    lines.sort();
    let mut out = std::io::stdout().lock();
    for (_, _, line) in &lines {
        writeln!(out, "{line}")?;
    }
    if lines.is_empty() {
        eprintln!("nobody waits for {}", only.unwrap_or("a unit that is available now"));
    }
    Ok(())
}

/// A line for each unit of a lead that waits for it, with the unit's code.
fn lines_of(lead: &Lead, is_listed: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, String)> {
    let is_waiting = lead.choices.get("wish").is_some_and(|wish| wish == "notify");
    let units = lead.unit_codes().iter().filter(move |code| is_waiting && is_listed(code));
    units.map(|code| {
        let [name, phone, email] =
            [&lead.name, &lead.phone, &lead.email].map(|text| header_value(text.reveal()));
        let day = lead.received_at.strftime("%Y-%m-%d");
        (code.clone(), format!("{code}  {day}  {name}  {phone}  {email}  {}", lead.reference))
    })
}

#[cfg(test)]
mod tests {
    use super::{Lead, lines_of};
    use crate::Secret;
    use crate::test_support::lead;

    #[test]
    fn only_leads_with_the_wish_wait_and_a_name_stays_on_its_line() {
        let mut lead = lead("waiting-1", "");
        lead.units = vec!["O-301".to_owned(), "O-302".to_owned()];
        lead.name = Secret::new("Ana\nO-999  \u{1b}[31m");
        fn lines(lead: &Lead) -> Vec<String> {
            lines_of(lead, |code| code == "O-302").map(|(_, line)| line).collect()
        }
        assert!(lines(&lead).is_empty());
        lead.choices.insert("wish".to_owned(), "notify".to_owned());
        let [line] = &lines(&lead)[..] else { panic!("one line") };
        assert!(line.starts_with("O-302  ") && line.ends_with(lead.reference.as_str()), "{line}");
        assert!(line.contains("9845550162") && !line.contains(['\n', '\u{1b}']), "{line}");
    }
}
