//! The menu of `site.yaml`: what it names must exist.

use std::fs;

use generator::stages::{load, resolve};

use crate::support::requests;
use crate::support::torre::{self, configure};

#[test]
fn a_link_of_the_menu_to_an_absent_page_is_a_problem_with_its_place() {
    let project = torre::copied();
    let site = project.path().join("site.yaml");
    configure(
        project.path(),
        &[
            ("to: /caracteristicas", "to: /caracteristica"),
            ("label: nav.investors }\n  - { to: /avance", "label: nav.inversores }\n  - { to: /avance"),
        ],
    );
    let sources = load::load(project.path()).unwrap();
    let inventory = (*torre::site().site.inventory).clone();
    let found = resolve::resolve(sources, inventory, requests::view()).problems;
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let text = fs::read_to_string(&site).unwrap();
    let line = |part: &str| 1 + text.lines().position(|line| line.contains(part)).unwrap();
    let (label, target) = (line("nav.inversores"), line("to: /caracteristica,"));
    assert_eq!(
        found,
        [
            format!(
                "site.yaml:{label}:28: there is no string `nav.inversores` in content/es/strings.json: add it in each \
                 language, or correct the key"
            ),
            format!(
                "site.yaml:{target}:11: the link `/caracteristica` leads to no page: did you mean `/caracteristicas`?"
            ),
        ]
    );
}
