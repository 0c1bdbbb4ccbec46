//! Where a lead stands, read from the names of its work objects. Pure.

use super::names::{Mark, Outcome, WorkName};
use crate::lead::DeliveryKind;

/// A mark this much newer than now was written before the clock was set back: it no longer tells the time.
const CLOCK_TOLERANCE_MS: i64 = 60_000;

/// A work object and when the store wrote it (milliseconds since 1970).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkObject {
    /// Its name.
    pub name: WorkName,
    /// When it was written, by the store's clock.
    pub written_ms: i64,
}

/// The progress of one lead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    objects: Vec<WorkObject>,
}

/// The progress of one delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeliveryStanding {
    /// The number of the newest mark; 0 before the first.
    pub number: u32,
    /// Failed attempts since the start, or since an operator said 'again'.
    pub failures: u32,
    /// The newest outcome.
    pub outcome: Option<Outcome>,
}

/// When a worker should look at a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Now.
    Now,
    /// Not before that moment (milliseconds since 1970).
    At(i64),
    /// Not until an operator acts: something is parked, all else has arrived.
    Parked,
}

impl Standing {
    /// The standing that these objects tell.
    pub(crate) fn new(objects: Vec<WorkObject>) -> Self {
        Self { objects }
    }

    /// The objects.
    pub(crate) fn objects(&self) -> &[WorkObject] {
        &self.objects
    }

    /// Counts an object in.
    pub(crate) fn push(&mut self, object: WorkObject) {
        self.objects.push(object);
    }

    /// Whether an operator released the lead from quarantine.
    pub(crate) fn is_released(&self) -> bool {
        self.objects
            .iter()
            .any(|object| object.name == WorkName::Released)
    }

    fn marks(&self) -> impl Iterator<Item = Mark> {
        self.objects.iter().filter_map(|object| match object.name {
            WorkName::Mark(mark) => Some(mark),
            _ => None,
        })
    }

    /// Where one delivery stands.
    pub(crate) fn of(&self, delivery: DeliveryKind) -> DeliveryStanding {
        let mut marks: Vec<Mark> = self.marks().filter(|mark| mark.delivery == delivery).collect();
        marks.sort_by_key(|mark| mark.number);
        // 'done' is final whatever came after it: two workers of a broken lease may both have written.
        let done = marks.iter().any(|mark| mark.outcome == Outcome::Done);
        let since = marks
            .iter()
            .rposition(|mark| mark.outcome == Outcome::Again)
            .map_or(0, |index| index + 1);
        let failures = marks[since..]
            .iter()
            .filter(|mark| matches!(mark.outcome, Outcome::Retry(_)))
            .count();
        DeliveryStanding {
            number: marks.last().map_or(0, |mark| mark.number),
            failures: u32::try_from(failures).unwrap_or(u32::MAX),
            outcome: if done {
                Some(Outcome::Done)
            } else {
                marks.last().map(|mark| mark.outcome)
            },
        }
    }

    /// The number of the newest lease and when it was written; 0 before the first.
    pub(crate) fn newest_lease(&self) -> (u32, i64) {
        let leases = self.objects.iter().filter_map(|object| match object.name {
            WorkName::Lease(number) => Some((number, object.written_ms)),
            _ => None,
        });
        leases.max().unwrap_or((0, 0))
    }

    /// Whether the newest lease was given back.
    pub(crate) fn lease_is_free(&self) -> bool {
        let (newest, _) = self.newest_lease();
        newest == 0
            || self
                .objects
                .iter()
                .any(|object| object.name == WorkName::Freed(newest))
    }

    /// Until when the lead waits in quarantine, unless it was released or was never in it.
    pub(crate) fn held_until(&self) -> Option<i64> {
        let holds = self.objects.iter().filter_map(|object| match object.name {
            WorkName::Hold(until) => Some(until),
            _ => None,
        });
        holds.min().filter(|_| !self.is_released())
    }

    /// Whether one delivery may be tried now.
    pub(crate) fn may_try(&self, delivery: DeliveryKind, now_ms: i64) -> bool {
        // The notice is how the team learns of a doubtful lead: it never waits.
        let held = delivery != DeliveryKind::Notice && self.held_until().is_some_and(|until| now_ms < until);
        if held {
            return false;
        }
        let standing = self.of(delivery);
        match standing.outcome {
            None | Some(Outcome::Again) => true,
            Some(Outcome::Retry(next)) => {
                now_ms >= next || self.was_written_later(delivery, standing.number, now_ms)
            }
            Some(Outcome::Done | Outcome::Parked) => false,
        }
    }

    fn was_written_later(&self, delivery: DeliveryKind, number: u32, now_ms: i64) -> bool {
        self.objects.iter().any(|object| match object.name {
            WorkName::Mark(mark) => {
                mark.delivery == delivery
                    && mark.number == number
                    && object.written_ms > now_ms + CLOCK_TOLERANCE_MS
            }
            _ => false,
        })
    }

    /// Whether some delivery was given up.
    pub(crate) fn is_parked(&self) -> bool {
        DeliveryKind::ALL
            .into_iter()
            .any(|delivery| self.of(delivery).outcome == Some(Outcome::Parked))
    }

    /// When a worker should look at the lead next. `lease_ms` is how long a lease lasts.
    pub(crate) fn due(&self, now_ms: i64, lease_ms: i64) -> Due {
        if !self.lease_is_free() {
            let (_, written) = self.newest_lease();
            let end = written + lease_ms;
            // Written in the future: the clock went back; the lease itself is read before it is broken.
            return if now_ms >= end || written > now_ms + CLOCK_TOLERANCE_MS {
                Due::Now
            } else {
                Due::At(end)
            };
        }
        let mut next: Option<i64> = None;
        let mut seen = false;
        let hold = self.held_until().filter(|until| now_ms < *until);
        for delivery in DeliveryKind::ALL {
            let when = match self.of(delivery).outcome {
                None => continue,
                Some(Outcome::Again) => now_ms,
                Some(Outcome::Retry(_)) if self.may_try(delivery, now_ms) => now_ms,
                Some(Outcome::Retry(next)) => next,
                Some(Outcome::Done | Outcome::Parked) => {
                    seen = true;
                    continue;
                }
            };
            seen = true;
            next = Some(next.map_or(when, |earliest| earliest.min(when)));
        }
        let worked_on = self.newest_lease().0 > 0;
        let next = match (next, hold) {
            (Some(next), Some(hold)) => Some(next.min(hold)),
            (next, hold) => next.or(hold.filter(|_| worked_on)),
        };
        match next {
            Some(next) if next > now_ms => Due::At(next),
            None if seen && self.is_parked() && self.held_until().is_none() => Due::Parked,
            _ => Due::Now,
        }
    }
}

#[cfg(test)]
mod tests;
