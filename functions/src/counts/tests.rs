//! Golden report and mail, the sum of objects, and what is bounded.

use super::event::{Cell, Event};
use super::{
    CountsReport, MOST_CELLS, MOST_WITH_CAMPAIGN, Numbers, add, merge_days, read_days, write,
};
use crate::config::StoreLocation;
use crate::lead::{Lead, SpamReport};
use crate::outbox::Outbox;
use crate::site::TeamMail;
use crate::tests::{check_golden, lead_of, site};
use jiff::civil::{Date, date};
use lead_site::FormKind;
use serde_json::json;

fn numbers() -> Numbers {
    let mut numbers = Numbers::new();
    for (number, query) in [
        (1200, "e=opened&p=home&l=es&d=phone&c=VERANO"),
        (310, "e=opened&p=unit&l=en&d=desktop"),
        (4, "e=opened&p=contact&l=es&d=phone&c=otoño"),
        (90, "e=unit&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (25, "e=unit&p=unit&l=en&d=desktop&v=O-301"),
        (12, "e=begun&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (3, "e=begun&p=contact&l=en&d=desktop"),
        (6, "e=sent&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (40, "e=filter&p=inventory&l=es&d=phone"),
        (2, "e=call&p=home&l=es&d=phone"),
        (9, "e=whatsapp&p=unit&l=es&d=phone&v=O-301"),
        (5, "e=pdf&p=unit&l=es&d=desktop&v=O-301"),
        (70, "e=lcp&p=unit&l=es&d=phone&v=1700"),
        (30, "e=lcp&p=unit&l=es&d=phone&v=2400"),
        (8, "e=cls&p=home&l=es&d=desktop&v=900"),
    ] {
        add(
            &mut numbers,
            Cell::parse(query, site()).expect(query),
            number,
        );
    }
    add(
        &mut numbers,
        Cell {
            event: Event::Violation,
            detail: "img-src".to_owned(),
            ..Cell::default()
        },
        7,
    );
    numbers
}

fn delivered(campaign: &str) -> Lead {
    let body = json!({"form": "unit", "key": campaign, "lang": "es", "unit": "O-301", "name": "Ana López", "phone": "9845550162",
        "email": "ana@example.com", "identity": "broker", "tracking": {"utm_campaign": campaign}});
    lead_of(
        FormKind::Unit,
        &body,
        "2026-11-20T15:00:00Z".parse().expect("a time"),
        SpamReport::default(),
    )
}

#[test]
fn report_and_mail_are_the_golden_files() {
    let leads: Vec<Lead> = ["VERANO"; 7]
        .into_iter()
        .chain(["ana@example.com", ""])
        .map(delivered)
        .collect();
    let report = || CountsReport::new(date(2026, 11, 16), date(2026, 11, 22), numbers(), &leads);
    let TeamMail {
        subject,
        text,
        html,
        ..
    } = report().render(site()).expect("a mail");
    let csv = report().to_csv(site()).expect("CSV");
    for (ending, made) in [
        ("txt", format!("Subject: {subject}\n\n{text}")),
        ("html", html),
        ("csv", csv),
    ] {
        check_golden(&format!("counts.{ending}"), &made);
        for personal in ["Ana", "9845550162", "example.com"] {
            assert!(!made.contains(personal), "{personal}");
        }
    }
    let day = date(2026, 11, 25);
    let of_one_day = CountsReport::new(day, day, numbers(), &[])
        .render(site())
        .expect("a mail");
    assert!(
        of_one_day.subject.ends_with(" del 25 de noviembre de 2026"),
        "{}",
        of_one_day.subject
    );
}

#[test]
fn cells_are_bounded_and_known_ones_go_on() {
    let mut numbers = Numbers::new();
    let with = |campaign: usize| Cell {
        campaign: format!("c{campaign}"),
        ..Cell::default()
    };
    let of_unit = |unit: usize| Cell {
        detail: format!("u{unit}"),
        ..Cell::default()
    };
    let added = (0..5_000)
        .filter(|campaign| add(&mut numbers, with(*campaign), 1))
        .count();
    assert_eq!(added, MOST_WITH_CAMPAIGN);
    assert!(add(&mut numbers, with(7), 2) && numbers[&with(7)] == 3);
    let added = (0..5_000)
        .filter(|unit| add(&mut numbers, of_unit(*unit), 1))
        .count();
    assert_eq!(added, MOST_CELLS - MOST_WITH_CAMPAIGN);
}

#[tokio::test]
async fn a_merged_day_has_the_same_sum_and_an_imported_log_stays_known() {
    let outbox = Outbox::open(&StoreLocation::Memory).expect("a store");
    let day = date(2026, 11, 20);
    let all =
        async |outbox: &Outbox, day: Date| read_days(outbox, day, day).await.expect("readable");
    let names = async |outbox: &Outbox| {
        let listed = outbox.list_objects("counts").await.expect("listed");
        listed
            .into_iter()
            .map(|object| object.location.to_string())
            .collect::<Vec<_>>()
    };
    for (hour, id) in [(9, "a"), (9, "b"), (23, "c")] {
        assert!(
            write(&outbox, day.at(hour, 5, 0, 0), id, &numbers())
                .await
                .expect("written")
        );
    }
    let before = all(&outbox, day).await;
    assert!(
        before
            .iter()
            .all(|(cell, number)| *number == 3 * numbers()[cell])
    );
    merge_days(&outbox, day).await.expect("merged");
    assert_eq!(names(&outbox).await.len(), 3, "the day itself is not over");
    for _ in 0..2 {
        merge_days(&outbox, date(2026, 11, 21))
            .await
            .expect("merged");
        assert_eq!(names(&outbox).await, ["counts/2026-11-20/day.json"]);
        assert_eq!(all(&outbox, day).await, before);
    }
    assert!(
        !write(&outbox, day.at(9, 5, 0, 0), "a", &numbers())
            .await
            .expect("known")
    );
    // What comes later is added.
    let late = Numbers::from([(Cell::default(), 1)]);
    assert!(
        write(&outbox, day.at(9, 5, 0, 0), "late", &late)
            .await
            .expect("written")
    );
    merge_days(&outbox, date(2026, 11, 21))
        .await
        .expect("merged");
    assert_eq!(all(&outbox, day).await[&Cell::default()], 1);
    assert_eq!(all(&outbox, date(2026, 11, 19)).await, Numbers::new());
}
