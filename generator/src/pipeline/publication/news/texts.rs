//! The news in the team's language, from the strings `news.*`: a line like `3 vendidas: O-301, O-305, L-12`, and Markdown for a chat.

use platform::money::Money;
use platform::unit::{Status, UnitCode};

use super::{News, Since, UnitChange};
use model::config::{Config, Rents};
use model::dates;
use model::history::ChangeKind;
use model::locale_formats::MoneyFormat;
use model::strings::{Strings, StringsError};

/// How many codes of one kind of change a text lists.
const LISTED: usize = 12;

/// The news in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsTexts {
    /// One line.
    pub line: String,
    /// A heading, what the news compare with, and one list item for each kind of change.
    pub markdown: String,
    /// A table with every change, as Markdown.
    pub table: String,
}

/// Changes of one kind: what happened, and the codes of the units.
type Group<'a> = (String, Vec<&'a UnitCode>);

impl News {
    /// The texts; none in a language without the strings `news`.
    pub fn texts(&self, words: TeamWords) -> Result<Option<NewsTexts>, StringsError> {
        let Some(heading) = words.strings.plain("news.heading") else {
            return Ok(None);
        };
        let after =
            |key, date| words.text(key, &[("date", &dates::long(words.strings.lang, date))]);
        let since = match self.since {
            Since::Nothing => words.text("no_publication", &[]),
            Since::Publication(date) => after("since_publication", date),
            Since::Pull(date) => after("since_pull", date),
        }?;
        let groups = self.groups(words)?;
        let listed = |code: fn(&UnitCode) -> String| -> Result<Vec<String>, StringsError> {
            groups
                .iter()
                .map(|group| words.group(group, code))
                .collect()
        };
        let (line, items) = if self.since == Since::Nothing {
            let totals = words.totals(self.statuses)?;
            (words.text("first", &[("totals", &totals)])?, vec![totals])
        } else if groups.is_empty() {
            let none = words.text("none", &[])?;
            (none.clone(), vec![none])
        } else {
            (listed(UnitCode::to_string)?.join("; "), listed(quoted)?)
        };
        let items: String = items.iter().map(|item| format!("- {item}\n")).collect();
        Ok(Some(NewsTexts {
            line,
            markdown: format!("### {heading}\n\n{since}\n\n{items}"),
            table: self.table(words)?,
        }))
    }

    /// The changes by kind, the most important first.
    fn groups(&self, words: TeamWords) -> Result<Vec<Group<'_>>, StringsError> {
        let becomes = |kind, status| matches!(kind, ChangeKind::Status { to, .. } if to == status);
        let kinds: [(&str, &dyn Fn(ChangeKind) -> bool); 10] = [
            ("sold", &|kind| becomes(kind, Status::Sold)),
            ("reserved", &|kind| becomes(kind, Status::Reserved)),
            ("available_again", &|kind| becomes(kind, Status::Available)),
            ("new", &|kind| {
                matches!(
                    kind,
                    ChangeKind::Listed { .. } | ChangeKind::Returned { .. }
                )
            }),
            (
                "price_up",
                &|kind| matches!(kind, ChangeKind::Price { from: Some(from), to: Some(to) } if to > from),
            ),
            (
                "price_down",
                &|kind| matches!(kind, ChangeKind::Price { from: Some(from), to: Some(to) } if to < from),
            ),
            ("price_set", &|kind| {
                matches!(kind, ChangeKind::Price { from: None, .. })
            }),
            ("price_withdrawn", &|kind| {
                matches!(kind, ChangeKind::Price { to: None, .. })
            }),
            ("rent", &|kind| matches!(kind, ChangeKind::Rent { .. })),
            ("gone", &|kind| matches!(kind, ChangeKind::Gone {})),
        ];
        let mut groups = Vec::new();
        for (key, is_kind) in kinds {
            let changes: Vec<_> = self
                .changes
                .iter()
                .filter(|change| is_kind(change.kind))
                .collect();
            if changes.is_empty() {
                continue;
            }
            let by = words.range(&changes)?;
            let codes: Vec<_> = changes.into_iter().map(|change| &change.code).collect();
            groups.push((words.counted(key, codes.len(), &[("by", &by)])?, codes));
        }
        let codes: Vec<_> = self.edited.iter().collect();
        if !codes.is_empty() {
            groups.push((words.counted("edited", codes.len(), &[("by", "")])?, codes));
        }
        Ok(groups)
    }

    fn table(&self, words: TeamWords) -> Result<String, StringsError> {
        let mut table = String::new();
        for column in ["unit", "change", "before", "now"] {
            table += &format!("| {} ", words.text(&format!("table.{column}"), &[])?);
        }
        table += "|\n|---|---|---|---|\n";
        for UnitChange {
            code,
            kind,
            only_rent,
        } in &self.changes
        {
            let (change, before, now) = match *kind {
                ChangeKind::Listed { price, status } | ChangeKind::Returned { price, status } => (
                    "new",
                    String::new(),
                    format!(
                        "{}, {}",
                        words.status(status)?,
                        match only_rent {
                            Some(rent) => words.rent(*rent)?,
                            None => words.price(price)?,
                        }
                    ),
                ),
                ChangeKind::Status { from, to } => {
                    ("status", words.status(from)?, words.status(to)?)
                }
                ChangeKind::Price { from, to } => {
                    let sign = if to > from { '+' } else { '-' };
                    let share = tenths(*kind)
                        .map(|share| words.percent(share))
                        .transpose()?;
                    let by = share.map_or_else(String::new, |share| format!(" ({sign}{share})"));
                    (
                        "price",
                        words.price(from)?,
                        format!("{}{by}", words.price(to)?),
                    )
                }
                ChangeKind::Rent { from, to } => {
                    let rent = |rent: Option<Money>| {
                        rent.map_or(Ok(String::new()), |rent| words.rent(rent))
                    };
                    ("rent", rent(from)?, rent(to)?)
                }
                ChangeKind::Gone {} => ("gone", String::new(), String::new()),
            };
            table += &words.row(code, change, &before, &now)?;
        }
        for code in &self.edited {
            table += &words.row(code, "edited", "", "")?;
        }
        Ok(table)
    }
}

/// The strings of the team's language, and how it writes prices.
#[derive(Clone, Copy, Debug)]
pub struct TeamWords<'a> {
    /// The strings.
    pub strings: &'a Strings,
    /// The format of prices.
    pub money: &'a MoneyFormat,
    /// The key of the text of a rent, and the format of its amount; none on a site without rents.
    pub rents: Option<(&'static str, &'a MoneyFormat)>,
}

impl<'a> TeamWords<'a> {
    /// Those of a site whose texts in the team's language are `strings`.
    pub fn new(config: &'a Config, strings: &'a Strings) -> TeamWords<'a> {
        let lang = config.team_language();
        let key = config.rents.as_ref().map(Rents::listed_key);
        TeamWords {
            strings,
            money: config.money_format(lang),
            rents: key.zip(config.rent_format(lang)),
        }
    }

    fn text(self, key: &str, values: &[(&str, &str)]) -> Result<String, StringsError> {
        Ok(self
            .strings
            .filled(&format!("news.{key}"), values)?
            .to_string())
    }

    fn counted(
        self,
        key: &str,
        count: usize,
        values: &[(&str, &str)],
    ) -> Result<String, StringsError> {
        Ok(self
            .strings
            .counted(&format!("news.{key}"), count, values)?
            .trim_end()
            .to_owned())
    }

    fn status(self, status: Status) -> Result<String, StringsError> {
        self.text(&format!("status.{}", status.key()), &[])
    }

    /// A rent with its period.
    fn rent(self, rent: Money) -> Result<String, StringsError> {
        let (key, format) = self.rents.unwrap_or(("rent.per_month", self.money));
        let text = self
            .strings
            .filled(key, &[("amount", &format.text(rent))])?;
        Ok(text.to_string())
    }

    /// A price, or that it is on request.
    fn price(self, price: Option<Money>) -> Result<String, StringsError> {
        match price {
            Some(price) => Ok(self.money.text(price)),
            None => Ok(self.strings.filled("offer.on_request", &[])?.to_string()),
        }
    }

    /// `69 unidades (40 disponibles, 10 apartadas, 19 vendidas)`.
    fn totals(self, statuses: [usize; 3]) -> Result<String, StringsError> {
        let [available, reserved, sold] = statuses;
        let units = self.counted("units", available + reserved + sold, &[])?;
        let available = self.counted("available", available, &[])?;
        let (reserved, sold) = (
            self.counted("reserved", reserved, &[])?,
            self.counted("sold", sold, &[])?,
        );
        Ok(format!("{units} ({available}, {reserved}, {sold})"))
    }

    /// The title and the first codes, each written by `code`.
    fn group(
        self,
        (title, codes): &Group,
        code: fn(&UnitCode) -> String,
    ) -> Result<String, StringsError> {
        let listed: Vec<String> = codes.iter().take(LISTED).map(|one| code(one)).collect();
        let more = match codes.len().saturating_sub(LISTED) {
            0 => String::new(),
            number => format!(" {}", self.text("more", &[("count", &number.to_string())])?),
        };
        Ok(format!("{title}: {}{more}", listed.join(", ")))
    }

    /// By how much prices changed, from the smallest to the largest part; nothing when an earlier price was zero.
    fn range(self, changes: &[&UnitChange]) -> Result<String, StringsError> {
        let known: Option<Vec<u128>> = changes.iter().map(|change| tenths(change.kind)).collect();
        let shares = known.unwrap_or_default();
        let (Some(least), Some(most)) = (shares.iter().min(), shares.iter().max()) else {
            return Ok(String::new());
        };
        let (least, most) = (self.percent(*least)?, self.percent(*most)?);
        if least == most {
            Ok(most)
        } else {
            self.text("between", &[("least", &least), ("most", &most)])
        }
    }

    /// `4 %`, `0.5 %`.
    fn percent(self, tenths: u128) -> Result<String, StringsError> {
        let (key, number) = match (tenths / 10, tenths % 10) {
            (0, 0) => ("percent_below", "0.1".to_owned()),
            (whole, 0) => ("percent", whole.to_string()),
            (whole, tenth) => ("percent", format!("{whole}.{tenth}")),
        };
        let number = self.money.numbers.number(&number);
        self.text(key, &[("percent", &number)])
    }

    fn row(
        self,
        code: &UnitCode,
        change: &str,
        before: &str,
        now: &str,
    ) -> Result<String, StringsError> {
        let change = self.text(&format!("table.{change}"), &[])?;
        Ok(format!(
            "| {} | {change} | {before} | {now} |\n",
            quoted(code)
        ))
    }
}

/// A code as Markdown code, because it may contain underscores.
fn quoted(code: &UnitCode) -> String {
    format!("`{code}`")
}

/// By how much a price changed, in tenths of a percent, rounded half up. `None` for other changes, without both prices, and an
/// earlier price of zero.
fn tenths(kind: ChangeKind) -> Option<u128> {
    let ChangeKind::Price {
        from: Some(from),
        to: Some(to),
    } = kind
    else {
        return None;
    };
    let before = u128::try_from(from.minor_units())
        .ok()
        .filter(|price| *price > 0)?;
    let change = u128::from(to.minor_units().abs_diff(from.minor_units()));
    Some((change * 1000 + before / 2) / before)
}
