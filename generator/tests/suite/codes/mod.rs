//! Every code of a finding has a site that triggers it and one that does not: a golden site whose build is refused (the
//! base site, from which it differs by one mistake, builds), or a case here, whose site has the finding only after the
//! case's change.

mod content;
mod finished;
mod programs;
mod refused;
mod sarif;

use std::collections::BTreeSet;
use std::fs;

use formats::problem::Code;

use crate::support::files::golden_sites;

/// The codes of the golden sites whose build is refused. The test binary `sites` checks that each one is.
fn of_golden_sites() -> BTreeSet<&'static str> {
    let lists = fs::read_dir(golden_sites()).unwrap();
    let lists = lists.filter_map(|site| fs::read_to_string(site.unwrap().path().join("problems.txt")).ok());
    let all: String = lists.collect();
    let codes = all.lines().filter_map(|line| line.rsplit_once(" [")?.1.strip_suffix(']'));
    codes.map(|code| code.parse::<Code>().expect(code).as_str()).collect()
}

#[test]
fn every_code_has_a_site_that_triggers_it() {
    let mut covered = of_golden_sites();
    assert!(covered.len() > 25, "{covered:?}");
    covered.extend(finished::CASES.iter().chain(&finished::OF_HOUSING).map(|case| case.code.as_str()));
    covered.extend(refused::CASES.iter().map(|case| case.code.as_str()));
    covered.extend(content::CASES.iter().map(|case| case.code.as_str()));
    covered.extend(content::OTHERS.iter().map(|code| code.as_str()));
    let missing: Vec<&Code> = Code::ALL.iter().filter(|code| !covered.contains(code.as_str())).collect();
    assert!(missing.is_empty(), "no site triggers {missing:?}");
}
