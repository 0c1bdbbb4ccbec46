//! Questions that `forms` in `site.yaml` adds: in the pages, the props of islands and `leads.json`.

use lead_site::{AnswerRule, FormKind, LeadSite};
use model::lang::sample::{EN, ES};
use scraper::{Html, Selector};

use crate::support::rendered::{assert_none, count, problems, text, texts};
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of, site};

const FORMS: &str = "forms:
  contact:
    fields:
      - key: budget
        kind: choice
        label: { es: Presupuesto, en: Budget }
        required: true
        options:
          - { key: low, label: { es: Hasta 2 millones, en: Up to 2 million } }
          - { key: high, label: { es: Más de 2 millones, en: More than 2 million } }
      - { key: people, kind: number, label: { es: Personas, en: People }, hint: { es: En la oficina, en: In the office }, min: 1, max: 1500 }
      - { key: start, kind: date, label: { es: Desde cuándo, en: From when } }
      - { key: trade, kind: text, label: { es: Giro & oficio, en: Trade & profession } }
";

#[test]
fn questions_are_in_their_form_in_each_language_and_in_the_file_of_the_lead_function() {
    let project = torre::linked();
    configure(
        project.path(),
        &[("levels:\n", &format!("{FORMS}levels:\n"))],
    );
    let codes = ["O-302", "L-104"];
    let made = requests::make(project.path(), inventory_of(project.path(), &codes));
    // The facts count the units of the whole tower.
    let found = problems(&made).into_iter();
    assert_none(found.filter(|problem| !problem.contains("`facts.")));
    let data = LeadSite::parse(&made.leads).unwrap();
    let questions = &data.forms[&FormKind::Contact].questions;
    let keys: Vec<&str> = questions.iter().map(|question| &*question.key).collect();
    assert_eq!(keys, ["budget", "people", "start", "trade"]);
    assert_eq!(
        questions[1].rule,
        AnswerRule::Number {
            min: Some(1),
            max: Some(1500)
        }
    );
    assert!(data.forms[&FormKind::Home].questions.is_empty());
    for (lang, budget, high, people, invalid) in [
        (
            ES,
            "Presupuesto",
            "Más de 2 millones",
            "En la oficina",
            "Escriba un número de 1 a 1,500",
        ),
        (
            EN,
            "Budget",
            "More than 2 million",
            "In the office",
            "Please enter a number from 1 to 1,500",
        ),
    ] {
        let texts = &questions[0].texts[lang.code()];
        assert_eq!((&*texts.label, &*texts.options["high"]), (budget, high));
        assert_eq!(questions[1].texts[lang.code()].invalid, invalid);

        let page = text(&made, &lang.file("/contacto"));
        let page = Html::parse_document(&page);
        let one = |selector: &str| {
            let selector = Selector::parse(selector).unwrap();
            let mut found = page.select(&selector);
            let element = found.next().unwrap_or_else(|| panic!("{selector:?}"));
            assert!(found.next().is_none(), "{selector:?}");
            element
        };
        let group = one("fieldset:has([name=answer_budget])");
        let words = group.text().collect::<Vec<_>>().join(" ");
        assert!(words.contains(budget) && words.contains(high), "{words}");
        assert!(group.attr("aria-required").is_some());
        one("[name=answer_budget][value=low][required]");
        let number = one("input[name=answer_people][inputmode=decimal]");
        let note = one(&format!("#{}", number.attr("aria-describedby").unwrap()));
        assert_eq!(note.text().collect::<String>(), people);
        one("input[name=answer_start][type=date]");
        one("input[name=answer_trade][maxlength='300']");

        let home = text(&made, &lang.file("/"));
        assert_eq!(count(&home, "[name^=answer_]"), 0);
        let props = made.files.iter().find(|file| {
            file.path.contains(&format!("/form-{}", lang.code())) && file.path.ends_with(".json")
        });
        let props = String::from_utf8_lossy(&props.unwrap().bytes).into_owned();
        assert!(
            props.contains(invalid) && props.contains("\"name\":\"answer_budget\""),
            "{props}"
        );
    }
}

#[test]
fn a_site_without_questions_says_nothing_of_them() {
    let data = String::from_utf8_lossy(&site().leads).into_owned();
    assert!(!data.contains("\"questions\""), "{data}");
    for (path, text) in texts(site(), &[".js", ".json"]) {
        assert!(!text.contains("answer_"), "{path}");
    }
}
