//! All that there is in the model, and how it changes.

use super::publisher::{LIFETIME, Lease, Publisher, Record, SITES, Step, Uncertain, Work, asset, assets_of};

/// Everything that there is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pages: [u8; 2],
    assets: u8,
    pub lease: Lease,
    record: Record,
    pub publishers: Vec<Publisher>,
    /// How often time can still pass.
    ticks: u8,
}

impl World {
    /// Site 1 is published. The publishers have sites 2, 3 and 1.
    pub fn new(publishers: usize) -> World {
        let record = Record { number: 1, pages: SITES[1], ..Record::default() };
        let sites = [2, 3, 1].into_iter().take(publishers).enumerate();
        World {
            pages: SITES[1],
            assets: assets_of(SITES[1]),
            lease: Lease::default(),
            record,
            publishers: sites.map(|(at, site)| Publisher::new(at as u8 + 1, site)).collect(),
            ticks: 2 * LIFETIME,
        }
    }

    pub fn is_torn(&self) -> bool {
        assets_of(self.pages) & !self.assets != 0
    }

    pub fn differs_from(&self, site: u8) -> Option<String> {
        let known = self.record.kept.iter().zip(0..).filter(|(kept, _)| kept.0 != 0);
        let known = known.fold(assets_of(self.pages), |set, (_, version)| set | asset(version));
        match () {
            () if self.pages != SITES[site as usize] => Some(format!("the pages are {:?}", self.pages)),
            () if self.is_torn() => Some("a page refers to a missing file".to_owned()),
            () if self.assets & !known != 0 => Some("nobody knows of a hashed file".to_owned()),
            () => None,
        }
    }

    /// One publication more, by somebody whom nothing happens to.
    pub fn published(&self, site: u8) -> World {
        let mut world = self.clone();
        world.publishers = vec![Publisher::new(9, site)];
        while world.publishers[0].step != Step::Over {
            world.ticks = 1;
            let next = world.stepped(0).or_else(|| world.ticked());
            world = next.expect("a publisher alone goes on");
        }
        world
    }

    /// Time passes, while somebody waits.
    pub fn ticked(&self) -> Option<World> {
        let mut next = self.clone();
        let mut is_needed = false;
        for publisher in &mut next.publishers {
            publisher.is_fresh &= publisher.step != Step::Holds;
            if let Step::Waits(_, _, passed) = &mut publisher.step {
                is_needed |= *passed < LIFETIME;
                *passed = LIFETIME.min(*passed + 1);
            }
        }
        next.ticks = self.ticks.checked_sub(1)?;
        is_needed.then_some(next)
    }

    /// A publisher renews its lease, when that is due.
    pub fn renewed(&self, at: usize) -> Option<World> {
        let publisher = &self.publishers[at];
        if publisher.step != Step::Holds || publisher.is_fresh {
            return None;
        }
        let mut next = self.clone();
        if self.lease.owner == publisher.name {
            next.lease.changes += 1;
            next.lease.own = publisher.own;
            next.publishers[at].is_fresh = true;
        } else {
            next.publishers[at].step = Step::Ends(false);
        }
        Some(next)
    }

    /// The next step of a publisher; none when it waits or is over.
    pub fn stepped(&self, at: usize) -> Option<World> {
        let mut next = self.clone();
        let publisher = &mut next.publishers[at];
        let is_held = self.lease.owner != 0 && !self.lease.is_released;
        match publisher.step {
            Step::ReadsRecord => {
                publisher.record = self.record;
                publisher.step = Step::ReadsLease;
            }
            Step::ReadsLease if is_held => {
                publisher.record = Record::default();
                publisher.step = Step::Waits(self.lease.owner, self.lease.changes, 0);
            }
            Step::ReadsLease => {
                publisher.lease = self.lease;
                publisher.step = Step::Takes;
            }
            Step::Waits(owner, changes, passed) => {
                if (owner, changes) != (self.lease.owner, self.lease.changes) || self.lease.is_released {
                    publisher.end();
                } else if passed == LIFETIME {
                    publisher.lease = self.lease;
                    publisher.step = Step::ReadsRecordAgain;
                } else {
                    return None;
                }
            }
            Step::ReadsRecordAgain => {
                publisher.record = self.record;
                publisher.step = Step::Takes;
            }
            Step::Takes => {
                if publisher.plan() && self.lease == publisher.lease {
                    next.lease = Lease { owner: publisher.name, own: publisher.own, ..Lease::default() };
                    publisher.step = Step::Holds;
                    publisher.lease = Lease::default();
                } else {
                    publisher.end();
                }
            }
            Step::Holds => next.work(at),
            Step::Ends(is_complete) => {
                if self.lease.owner == publisher.name {
                    next.lease.changes += 1;
                    next.lease.is_released = true;
                    next.lease.own = if is_complete { Uncertain::default() } else { publisher.own };
                } else {
                    next.lease.lost = self.lease.lost.and(publisher.own);
                    publisher.has_recorded = true;
                }
                publisher.end();
            }
            Step::Over => return None,
        }
        Some(next)
    }

    /// Does the next work of a publisher that took the lease, whether it has it still or not.
    fn work(&mut self, at: usize) {
        let publisher = &mut self.publishers[at];
        let has_lease = self.lease.owner == publisher.name;
        let work = publisher.work.remove(0);
        let can_go_on = match work {
            Work::Confirm => has_lease,
            Work::BeginDeletes => {
                publisher.own.writes |= publisher.next_record.pending;
                has_lease
            }
            Work::CheckRecord => self.record == publisher.record,
            Work::Put(file) | Work::Delete(file) => {
                publisher.is_late |= !has_lease;
                let is_put = matches!(work, Work::Put(_));
                match file {
                    1 | 2 => {
                        let page = usize::from(file / 2);
                        self.pages[page] = if is_put { SITES[publisher.site as usize][page] } else { 0 };
                    }
                    _ if is_put => self.assets |= file,
                    _ => self.assets &= !file,
                }
                true
            }
            Work::WriteRecord | Work::FinishRecord if self.record != publisher.record => false,
            Work::WriteRecord | Work::FinishRecord => {
                if work == Work::FinishRecord {
                    publisher.next_record.pending = 0;
                }
                self.record = publisher.next_record;
                publisher.record = self.record;
                true
            }
        };
        if !can_go_on {
            publisher.step = Step::Ends(false);
        } else if publisher.work.is_empty() {
            publisher.step = Step::Ends(true);
        }
    }
}
