//! A publisher of the model: what it plans, and its steps.
//!
//! A site has at most the pages P and Q. Version `v` of a page refers to the hashed file `v`. A set of files is a number
//! with a bit for each: 1 is P, 2 is Q, and `2 << v` the hashed file `v`.

/// The pages P and Q of each site by their version; 0: the site does not have it.
pub const SITES: [[u8; 2]; 4] = [[0, 0], [1, 1], [2, 1], [3, 0]];

/// How many releases keep their files.
const KEEP: u8 = 2;

/// After how many units of time a lease that did not change is broken.
pub const LIFETIME: u8 = 2;

pub fn asset(version: u8) -> u8 {
    2 << version
}

pub fn assets_of(pages: [u8; 2]) -> u8 {
    pages.iter().filter(|version| **version != 0).fold(0, |set, version| set | asset(*version))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uncertain {
    pub writes: u8,
    pub assets: u8,
}

impl Uncertain {
    pub fn and(self, other: Uncertain) -> Uncertain {
        Uncertain { writes: self.writes | other.writes, assets: self.assets | other.assets }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lease {
    /// 0: nobody ever had it.
    pub owner: u8,
    pub changes: u8,
    pub is_released: bool,
    pub own: Uncertain,
    pub lost: Uncertain,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    pub lease: u8,
    pub number: u8,
    pub pages: [u8; 2],
    /// The last release that uses each hashed file that the current one does not use, and whether its content is known.
    pub kept: [(u8, bool); 4],
    pub pending: u8,
}

impl Record {
    /// The hashed files whose content is known.
    fn held(&self) -> u8 {
        let kept = (1..4).filter(|version| self.kept[*version as usize].1);
        kept.fold(assets_of(self.pages), |set, version| set | asset(version))
    }
}

/// What a publisher does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    ReadsRecord,
    ReadsLease,
    /// It saw this owner and number of changes, so long ago.
    Waits(u8, u8, u8),
    ReadsRecordAgain,
    Takes,
    Holds,
    Ends(bool),
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    CheckRecord,
    Confirm,
    Put(u8),
    WriteRecord,
    BeginDeletes,
    Delete(u8),
    FinishRecord,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Publisher {
    pub name: u8,
    pub site: u8,
    pub step: Step,
    pub record: Record,
    pub lease: Lease,
    pub own: Uncertain,
    pub next_record: Record,
    pub work: Vec<Work>,
    /// Whether it has renewed the lease since time passed.
    pub is_fresh: bool,
    /// Whether it changed a file without having the lease.
    pub is_late: bool,
    pub has_recorded: bool,
}

impl Publisher {
    pub fn new(name: u8, site: u8) -> Publisher {
        Publisher {
            name,
            site,
            step: Step::ReadsRecord,
            record: Record::default(),
            lease: Lease::default(),
            own: Uncertain::default(),
            next_record: Record::default(),
            work: Vec::new(),
            is_fresh: true,
            is_late: false,
            has_recorded: false,
        }
    }

    pub fn describe(&self) -> String {
        match self.work.first() {
            Some(work) if self.step == Step::Holds => format!("{work:?}"),
            _ => format!("{:?}", self.step),
        }
    }

    /// Forgets what it read, so that equal states are equal.
    pub fn end(&mut self) {
        *self = Publisher {
            step: Step::Over,
            is_late: self.is_late,
            has_recorded: self.has_recorded,
            ..Publisher::new(self.name, self.site)
        };
    }

    /// What `Plan` and `Publication` derive. Returns whether there is anything to do.
    pub fn plan(&mut self) -> bool {
        let (last, lease) = (self.record, self.lease);
        let own = if last.lease == lease.owner { Uncertain::default() } else { lease.own };
        let uncertain = own.and(lease.lost);
        let pages = SITES[self.site as usize];
        let wanted = assets_of(pages);
        let number = last.number + u8::from(last.pages != pages);
        let held = last.held() & !uncertain.writes;
        let mut next = Record { lease: self.name, number, pages, kept: [(0, false); 4], pending: 0 };
        let mut deletes = 0;
        for version in 1..4 {
            let file = asset(version);
            let kept = &mut next.kept[version as usize];
            if wanted & file != 0 {
                continue;
            }
            if uncertain.writes & file == 0 {
                *kept = last.kept[version as usize];
            }
            if uncertain.assets & file != 0 {
                *kept = (number, held & file != 0);
            }
            if assets_of(last.pages) & file != 0 {
                *kept = (last.number, true);
            }
            let is_old = kept.0 != 0 && kept.0 + KEEP <= number;
            if is_old || kept.0 == 0 && (uncertain.writes | last.pending) & file != 0 {
                deletes |= file;
                *kept = (0, false);
            }
        }
        let mut puts = Vec::new();
        puts.extend((1..4).map(asset).filter(|file| wanted & !held & file != 0));
        let is_complete_before_pages = puts.len();
        for (page, wanted) in pages.into_iter().enumerate() {
            let file = 1 << page;
            let is_same = last.pages[page] == wanted && uncertain.writes & file == 0;
            if wanted != 0 && !is_same {
                puts.push(file);
            }
            let was_there = last.pages[page] != 0 || (uncertain.writes | last.pending) & file != 0;
            if wanted == 0 && was_there {
                deletes |= file;
            }
        }
        let is_nothing_uncertain = uncertain == Uncertain::default();
        if number == last.number && puts.is_empty() && deletes == 0 && is_nothing_uncertain {
            return false;
        }
        self.own = uncertain.and(Uncertain {
            writes: puts.iter().fold(0, |set, file| set | file),
            assets: wanted & !assets_of(last.pages),
        });
        next.pending = deletes;
        self.next_record = next;
        self.work = vec![Work::CheckRecord];
        for (at, file) in puts.into_iter().enumerate() {
            if at == is_complete_before_pages {
                self.work.push(Work::Confirm);
            }
            self.work.push(Work::Put(file));
        }
        self.work.push(Work::WriteRecord);
        if deletes != 0 {
            self.work.push(Work::BeginDeletes);
            let files = (0..5).map(|bit| 1 << bit).filter(|file| deletes & file != 0);
            self.work.extend(files.map(Work::Delete));
            self.work.push(Work::FinishRecord);
        }
        true
    }
}
