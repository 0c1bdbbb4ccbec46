//! What pages cost, without a clock: the instructions and calls of each template on its largest page. A change of this file is seen in
//! a review; `ACCEPT=1` writes it.

use std::fmt::Write as _;
use std::{env, fs};

use crate::support::files::engine_file;
use crate::support::{requests, torre};

/// The table, from the engine's root.
const FILE: &str = "generator/tests/page-costs.txt";

#[test]
fn pages_cost_what_the_table_says() {
    // A site of its own: other tests call the functions of the one that they share.
    let project = torre::linked();
    let site = requests::make(project.path(), torre::pull());
    let mut table = String::from("template, page: instructions, calls\n");
    for (template, cost) in site.renderer.costs() {
        let _ = writeln!(
            table,
            "{template}, {}: {}, {}",
            cost.url, cost.instructions, cost.calls
        );
    }
    let file = engine_file(FILE);
    if env::var_os("ACCEPT").is_some() {
        fs::write(&file, &table).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        table == expected,
        "{FILE} is not current: run with ACCEPT=1 and look at the difference\n{table}"
    );
}
