//! Names of the objects that carry a lead's progress. All state is in the names, so that one listing
//! shows what is due without reading a single object.
//!
//! `work/<reference>/lease.0001`, `lease.0001.free`, `lead.0001.retry.<ms>`, `lead.0002.done`,
//! `notice.0040.parked`, `notice.0041.again`, `hold.<ms>`, `released`.

use crate::lead::DeliveryKind;
use std::fmt;

/// One object under `work/<reference>/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkName {
    /// A worker owns the lead; the content says until when.
    Lease(u32),
    /// The owner of that lease has ended its turn.
    Freed(u32),
    /// What became of one attempt at one delivery.
    Mark(Mark),
    /// Quarantined until that moment (milliseconds since 1970).
    Hold(i64),
    /// Released from quarantine by an operator.
    Released,
}

/// What became of one attempt at one delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Which delivery.
    pub delivery: DeliveryKind,
    /// Counts up over all attempts; create-only names make it a claim as well.
    pub number: u32,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Failed; next attempt not before that moment (milliseconds since 1970).
    Retry(i64),
    /// Arrived.
    Done,
    /// Given up after the last attempt, or refused for good.
    Parked,
    /// An operator wants it tried again from the start.
    Again,
}

impl fmt::Display for WorkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lease(number) => write!(f, "lease.{number:04}"),
            Self::Freed(number) => write!(f, "lease.{number:04}.free"),
            Self::Hold(until) => write!(f, "hold.{until}"),
            Self::Released => f.write_str("released"),
            Self::Mark(mark) => {
                write!(f, "{}.{:04}.", mark.delivery.word(), mark.number)?;
                match mark.outcome {
                    Outcome::Retry(next) => write!(f, "retry.{next}"),
                    Outcome::Done => f.write_str("done"),
                    Outcome::Parked => f.write_str("parked"),
                    Outcome::Again => f.write_str("again"),
                }
            }
        }
    }
}

impl WorkName {
    /// Reads a name; `None` for names this version does not know.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        Some(match parts[..] {
            ["released"] => Self::Released,
            ["hold", until] => Self::Hold(until.parse().ok()?),
            ["lease", number] => Self::Lease(number.parse().ok()?),
            ["lease", number, "free"] => Self::Freed(number.parse().ok()?),
            [delivery, number, ref outcome @ ..] => Self::Mark(Mark {
                delivery: DeliveryKind::from_word(delivery)?,
                number: number.parse().ok()?,
                outcome: match outcome {
                    ["retry", next] => Outcome::Retry(next.parse().ok()?),
                    ["done"] => Outcome::Done,
                    ["parked"] => Outcome::Parked,
                    ["again"] => Outcome::Again,
                    _ => return None,
                },
            }),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Outcome, WorkName};
    use crate::lead::DeliveryKind;

    #[test]
    fn names_are_read_as_written() {
        let mark = |outcome| {
            WorkName::Mark(Mark {
                delivery: DeliveryKind::Notice,
                number: 12,
                outcome,
            })
        };
        for name in [
            WorkName::Lease(1),
            WorkName::Freed(12345),
            WorkName::Hold(1_763_690_000_000),
            WorkName::Released,
            mark(Outcome::Retry(-5)),
            mark(Outcome::Done),
            mark(Outcome::Parked),
            mark(Outcome::Again),
        ] {
            assert_eq!(WorkName::parse(&name.to_string()), Some(name), "{name}");
        }
        for foreign in [
            "",
            "x",
            "lease",
            "lead.1.x",
            "other.0001.done",
            "lead.0001.retry.x",
        ] {
            assert_eq!(WorkName::parse(foreign), None, "{foreign}");
        }
    }
}
